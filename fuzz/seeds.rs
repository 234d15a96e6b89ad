//! Fills `fuzz/corpus/splice`, `fuzz/corpus/diff_kernel`, `fuzz/corpus/load` and `fuzz/corpus/asm` with inputs to start from. It needs no nightly
//! toolchain: `cargo run --manifest-path fuzz/Cargo.toml --example seeds`.

use std::path::Path;

use gcn_jit::fuzz::{Source, asm, containers, splice};
use gcn_jit::isa::Gen;

/// Inputs per generation for `diff_kernel`, and bytes in each.
const KERNELS: u64 = 40;
const BYTES: usize = 500;

/// Choices that begin with the generation; the others are random.
fn kernels() -> impl Iterator<Item = (String, Vec<u8>)> {
    let count = Gen::GCN.len() as u64;
    let seeds = (0..count).flat_map(|g| (0..KERNELS).map(move |k| (g, k)));
    seeds.map(move |(g, k)| {
        let mut bytes = Source::bytes_of(g, count);
        bytes.extend(Source::noise(k << 8 | g, BYTES));
        (format!("{}-{k}", Gen::GCN[g as usize]), bytes)
    })
}

/// Files of every format, behind the byte that says that they are files.
fn files() -> Vec<(String, Vec<u8>)> {
    let object = include_bytes!("../examples/gfx900/saxpy.hsaco");
    let files = containers::samples(object).into_iter();
    let files = files.map(|(name, file)| (name.to_owned(), [&[0], &file[..]].concat()));
    files.collect()
}

fn main() -> std::io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let kernels: Vec<_> = kernels().collect();
    for (target, seeds) in [
        ("splice", splice::seeds()),
        ("diff_kernel", kernels),
        ("load", files()),
        ("asm", asm::seeds()),
    ] {
        let folder = corpus.join(target);
        std::fs::create_dir_all(&folder)?;
        for (name, bytes) in &seeds {
            std::fs::write(folder.join(name), bytes)?;
        }
        println!("{} inputs in {}", seeds.len(), folder.display());
    }
    Ok(())
}
