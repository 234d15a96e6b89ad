//! Small files that tell the loader to read the same bytes over and over.

use gcn_jit::runtime::Device;

use super::*;

/// `bytes` with its program headers replaced by `n` copies of header number `i`, each changed by `change`.
fn repeat_header(
    mut bytes: Vec<u8>,
    i: usize,
    n: u16,
    change: impl Fn(usize, &mut [u8]),
) -> Vec<u8> {
    let header = bytes[64 + 56 * i..][..56].to_vec();
    // The loadable segment stays, so that nothing else is wrong.
    let segment = bytes[64 + 56..][..56].to_vec();
    let at = bytes.len() as u64;
    bytes.extend(segment);
    for k in 0..usize::from(n) {
        let mut copy = header.clone();
        change(k, &mut copy);
        bytes.extend(copy);
    }
    put(&mut bytes, 32, at.to_le_bytes());
    put(&mut bytes, 56, (n + 1).to_le_bytes());
    bytes
}

fn error(bytes: &[u8]) -> String {
    CodeObject::parse(bytes, None).unwrap_err().to_string()
}

#[test]
fn notes_are_read_once() {
    let bytes = repeat_header(version_2().bytes(), 0, 20_000, |_, _| {});
    assert!(error(&bytes).contains("notes"), "{}", error(&bytes));
}

#[test]
fn contents_of_segments_are_read_once() {
    // At ascending addresses, none over another.
    let bytes = repeat_header(version_2().bytes(), 1, 60_000, |i, h| {
        put(h, 16, (0x10_0000 + 0x400 * i as u64).to_le_bytes());
    });
    assert!(error(&bytes).contains("segments"), "{}", error(&bytes));
}

#[test]
fn names_of_symbols_are_read_a_few_times() {
    let name: &'static str = "x".repeat(40_000).leak();
    let mut elf = version_2();
    elf.symbols.push((name, 0, Some(0x1100), 0));
    let last = elf.symbols.len();
    elf.symbols.extend(vec![("y", 0, Some(0x1100), 0); 5_000]);
    let mut bytes = elf.bytes();
    // Section 2 is the table: all later symbols get the long name.
    let sections = u64::from_le_bytes(bytes[40..48].try_into().unwrap()) as usize;
    let table = sections + 2 * 64 + 24;
    let table = u64::from_le_bytes(bytes[table..table + 8].try_into().unwrap()) as usize;
    let long: [u8; 4] = bytes[table + 24 * last..][..4].try_into().unwrap();
    for i in last + 1..=last + 5_000 {
        put(&mut bytes, table + 24 * i, long);
        // Each somewhere else, or they would be the same symbol.
        put(&mut bytes, table + 24 * i + 8, (i as u64).to_le_bytes());
    }
    assert!(
        error(&bytes).contains("names of symbols"),
        "{}",
        error(&bytes)
    );
}

#[test]
fn relocations_are_read_once() {
    let mut elf = version_2();
    elf.relocations = vec![(0x1008, 0, 13, 0); 100];
    let mut bytes = elf.bytes();
    let sections = u64::from_le_bytes(bytes[40..48].try_into().unwrap()) as usize;
    let rela = bytes[sections + 4 * 64..][..64].to_vec();
    for _ in 0..2_000 {
        bytes.extend(&rela);
    }
    put(&mut bytes, 60, 2_005u16.to_le_bytes());
    assert!(error(&bytes).contains("relocations"), "{}", error(&bytes));
}

/// An anchor could make a few kilobytes of YAML stand for gigabytes of arguments.
#[test]
fn yaml_anchors() {
    let e = yaml_error("Args:", "Args: &all");
    assert!(e.contains("anchors are not supported"), "{e}");
    // The character itself is none.
    for name in ["'sc & ale'", "'sc &ale'", "\"int &\"", "sc &ale"] {
        let mut elf = version_2();
        elf.notes[3].2 = YAML.replacen("scale", name, 1).into_bytes();
        let object = CodeObject::parse(&elf.bytes(), None).unwrap();
        assert_eq!(object.kernels[0].name, name.trim_matches(['\'', '"']));
    }
}

/// Neither the stack nor memory is used up by brackets.
#[test]
fn yaml_that_nests_deep() {
    for (open, close) in [("[", "]"), ("{a: ", "}"), ("[", ""), ("? ", ""), ("- ", "")] {
        let deep = open.repeat(100_000) + &close.repeat(100_000);
        let e = yaml_error("Kernels:", &format!("X: {deep}\nKernels:"));
        assert!(e.contains("metadata"), "{e:.200}");
        let e = yaml_error("Kernels:", &format!("Kernels: {deep}\nX:"));
        assert!(e.contains("metadata"), "{e:.200}");
        assert!(e.len() < 1000);
    }
}

/// A few kilobytes of zstd may stand for a gigabyte.
#[test]
fn bundles_unpack_to_a_plausible_size() {
    let mut bytes = compressed(3, 1, &vec![0; 100_000]);
    put(&mut bytes, 16, (900u64 << 20).to_le_bytes());
    let e = error(&bytes);
    assert!(e.contains("too many"), "{e}");
}

#[test]
fn code_is_in_the_file() {
    let mut bytes = version_2().bytes();
    put(&mut bytes, 64 + 56 + 40, (200u64 << 20).to_le_bytes());
    assert!(error(&bytes).contains("p_filesz"), "{}", error(&bytes));
}

#[test]
fn code_segments_lie_together() {
    let mut elf = version_2();
    elf.segments.push((0x3000_0000, vec![0; 16], 16, RX));
    let object = CodeObject::parse(&elf.bytes(), None).unwrap();
    let e = Device::new()
        .unwrap()
        .load(&object)
        .unwrap_err()
        .to_string();
    assert!(e.contains("too far apart"), "{e}");
}
