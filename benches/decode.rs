//! The decoder's speed on one core, over the code of the examples.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gcn_jit::isa::Gen;
use gcn_jit::loader::CodeObject;

fn decode(c: &mut Criterion) {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut group = c.benchmark_group("decode");
    for (generation, dir) in [(Gen::Gfx8, "gfx803"), (Gen::Gfx9, "gfx900")] {
        let file = std::fs::read(format!("{root}/examples/{dir}/sha256.hsaco")).expect("sha256");
        let object = CodeObject::parse(&file, None).expect("sha256");
        let words: Vec<u32> = object
            .segments
            .iter()
            .filter(|s| s.executable)
            .flat_map(|s| s.data.chunks_exact(4))
            .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            .collect();
        let decode_all = || {
            let (mut at, mut count) = (0, 0u64);
            while at < words.len() {
                let size = gcn_jit::decode::decode(generation, &words[at..]).map_or(4, |d| d.size);
                at += size as usize / 4;
                count += 1;
            }
            count
        };
        group.throughput(Throughput::Elements(decode_all()));
        group.bench_function(dir, |b| b.iter(decode_all));
    }
    group.finish();
}

criterion_group!(benches, decode);
criterion_main!(benches);
