//! Kernels written by hand with macros, as people write them who search for passwords or make libraries of neural
//! networks: `kernels/*.s`, each for every target, against models of their own.

use std::path::PathBuf;

use gcn_jit::asm::{Options, assemble_object_with, describes_kernels_with};
use gcn_jit::isa::Gen;
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::{Backend, Device};
use sha2::{Digest, Sha256};

/// Their code objects for each target.
fn objects(name: &str, symbols: &[(&str, i64)]) -> Vec<CodeObject> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("jit-tests/asm/kernels");
    let text = std::fs::read_to_string(folder.join(format!("{name}.s"))).expect("a text");
    let mut options = Options::default();
    options.folders = vec![folder];
    options.symbols = symbols.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect();
    options.source = Some(format!("{name}.s"));
    let object = |generation: &Gen| {
        // Their descriptors are in a file that they include.
        assert!(describes_kernels_with(*generation, &text, &options));
        let target = generation.target();
        let object = assemble_object_with(Some(target), &text, &options);
        let object = object.unwrap_or_else(|e| panic!("{name} for {target}: {}", e[0]));
        let object = CodeObject::parse(&object.bytes, None).expect("a code object");
        let kernel = object.kernel(name).expect("its kernel");
        let lines = object.debug.as_ref().expect("lines").lines(kernel.entry);
        let first = lines.first().expect("a line");
        assert!(first.file.ends_with("common.inc"), "{first}");
        object
    };
    Gen::ALL.iter().map(object).collect()
}

/// Runs a kernel of two work-groups or more of 64 on both backends.
fn run(
    object: &CodeObject,
    kernel: &str,
    groups: u32,
    inputs: &[&[u32]],
    output: usize,
) -> [Vec<u32>; 2] {
    [Backend::Interp, Backend::Jit].map(|backend| {
        let device = Device::new().expect("a device");
        let program = device.load(object).expect("loads");
        let input = device.buffer("input", inputs[0]).expect("a buffer");
        let out = device.alloc("output", 4 * output as u64).expect("a buffer");
        let launch = program.launch(kernel).expect("a kernel");
        let mut launch = launch
            .grid([64 * groups])
            .local([64])
            .backend(backend)
            .arg(&input)
            .arg(&out);
        for more in &inputs[1..] {
            launch = launch.arg(&device.buffer("more", more).expect("a buffer"));
        }
        device.launch(&program, &launch).expect("runs");
        out.read()
    })
}

#[test]
fn sha256() {
    let mut state = 1u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 40) as u8
    };
    let (mut blocks, mut expected) = (Vec::new(), Vec::new());
    for lane in 0..128 {
        let message: Vec<u8> = (0..lane % 56).map(|_| random()).collect();
        let mut block = message.clone();
        block.push(0x80);
        block.resize(56, 0);
        block.extend((8 * message.len() as u64).to_be_bytes());
        blocks.extend(block);
        expected.extend(Sha256::digest(&message));
    }
    let dwords = |bytes: &[u8]| {
        let (all, _) = bytes.as_chunks();
        all.iter()
            .map(|b| u32::from_le_bytes(*b))
            .collect::<Vec<u32>>()
    };
    let (words, expected) = (dwords(&blocks), dwords(&expected));
    for object in objects("sha256", &[]) {
        for got in run(&object, "sha256", 2, &[&words], expected.len()) {
            assert_eq!(got, expected, "{}", object.target);
        }
    }
}

#[test]
fn convolution() {
    const ROWS: usize = 8;
    const COLUMNS: usize = 64;
    // Whole numbers, so that every sum is exact.
    let image: Vec<f32> = (0..ROWS * COLUMNS)
        .map(|i| ((i * 37 + i / 5) % 23) as f32 - 11.0)
        .collect();
    let weights: Vec<f32> = [3, -1, 4, 1, -5, 9, -2, 6, -7].map(|w| w as f32).to_vec();
    let at = |y: isize, x: isize| {
        let inside = (0..ROWS as isize).contains(&y) && (0..COLUMNS as isize).contains(&x);
        if inside {
            image[y as usize * COLUMNS + x as usize]
        } else {
            0.0
        }
    };
    let mut expected = Vec::new();
    for y in 0..ROWS as isize {
        for x in 0..COLUMNS as isize {
            let taps = (0..9).map(|i| weights[i as usize] * at(y + i / 3 - 1, x + i % 3 - 1));
            expected.push(taps.sum::<f32>().max(0.0).to_bits());
        }
    }
    assert!(expected.contains(&0) && expected.iter().any(|e| *e != 0));
    let bits = |of: &[f32]| of.iter().map(|x| x.to_bits()).collect::<Vec<u32>>();
    let (image, weights) = (bits(&image), bits(&weights));
    for object in objects("convolution", &[("ROWS", ROWS as i64)]) {
        let inputs = [&image[..], &weights[..]];
        for got in run(&object, "convolution", ROWS as u32, &inputs, expected.len()) {
            assert_eq!(got, expected, "{}", object.target);
        }
    }
}
