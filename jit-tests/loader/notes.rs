//! Several metadata notes in one file. What is right is comgr's (`mergeNoteRecords` of comgr-metadata.cpp): the
//! kernels of all of them count, and their versions agree.

use serde_json::{Value, json};

use super::*;

/// The metadata of one kernel with `size` bytes of arguments, all in one buffer's address.
fn kernel(name: &str, size: u64) -> Value {
    json!({
        ".name": name,
        ".symbol": format!("{name}.kd"),
        ".kernarg_segment_size": size,
        ".kernarg_segment_align": 8,
        ".args": [{
            ".name": format!("{name}_out"), ".size": 8, ".offset": 0,
            ".value_kind": "global_buffer",
        }],
    })
}

/// A note about kernels, with `change` made.
fn note(kernels: &[Value], change: impl Fn(&mut Value)) -> Vec<u8> {
    let mut note = json!({
        "amdhsa.version": [1, 2],
        "amdhsa.target": "amdgcn-amd-amdhsa--gfx900",
        "amdhsa.kernels": kernels,
    });
    change(&mut note);
    rmp_serde::to_vec(&note).expect("MessagePack")
}

/// An object of version 5 for gfx900 with two kernels, `first` and `second`, and the notes.
fn object(notes: impl IntoIterator<Item = Vec<u8>>) -> Result<CodeObject, String> {
    let mut descriptors = vec![0; 0x80];
    for i in 0..2 {
        // Where the code is, from the descriptor on (AMDGPUUsage, "Kernel Descriptor").
        let code = 0x1000 + 0x100 * i as i64 - 0x40 * i as i64;
        put(&mut descriptors, 0x40 * i + 16, code.to_le_bytes());
    }
    let mut code = vec![0; 0x200];
    for at in [0, 0x100] {
        // s_endpgm
        put(&mut code, at, 0xbf81_0000u32.to_le_bytes());
    }
    // EF_AMDGPU_MACH_AMDGCN_GFX900 is 0x2c.
    let mut elf = Elf::new(3, 0x2c);
    elf.segments = vec![(0x1000, descriptors, 0x80, R), (0x2000, code, 0x200, RX)];
    elf.symbols = vec![
        ("first.kd", OBJECT, Some(0x1000), 64),
        ("second.kd", OBJECT, Some(0x1040), 64),
    ];
    elf.notes = notes.into_iter().map(|n| ("AMDGPU", 32, n)).collect();
    CodeObject::parse(&elf.bytes(), None).map_err(|e| e.to_string())
}

/// The kernels, the sizes of their arguments and the names of these.
fn kernels(o: &CodeObject) -> Vec<(&str, u64, Vec<&str>)> {
    let args = |k: &gcn_jit::loader::Kernel| k.args.iter().map(|a| a.name.clone()).collect();
    let names: Vec<Vec<Option<String>>> = o.kernels.iter().map(args).collect();
    let all = o.kernels.iter().zip(names);
    let all = all.map(|(k, names)| {
        let names = names.into_iter().map(|n| &*n.unwrap_or_default().leak());
        (&*k.name, k.kernarg_size, names.collect())
    });
    all.collect()
}

#[test]
fn all_notes_count() {
    let (first, second) = (kernel("first", 8), kernel("second", 16));
    let want = vec![
        ("first", 8, vec!["first_out"]),
        ("second", 16, vec!["second_out"]),
    ];
    let one = note(&[first.clone(), second.clone()], |_| ());
    let a = note(&[first], |_| ());
    let b = note(std::slice::from_ref(&second), |_| ());
    // Without version and target, as they were not always written.
    let bare = note(&[second], |n| {
        let n = n.as_object_mut().expect("a map");
        n.retain(|key, _| key == "amdhsa.kernels");
    });
    for notes in [
        vec![one.clone()],
        vec![a.clone(), b.clone()],
        vec![a.clone(), bare],
        vec![note(&[], |_| ()), a.clone(), b.clone()],
        // What is said twice is so once.
        vec![one, a, b],
    ] {
        let count = notes.len();
        let o = object(notes).unwrap_or_else(|e| panic!("{count} notes: {e}"));
        assert_eq!(kernels(&o), want, "{count} notes");
    }
}

#[test]
fn formats_of_all_notes_count() {
    let with = |name: &str, formats: &[&str]| {
        note(&[kernel(name, 8)], |n| n["amdhsa.printf"] = json!(formats))
    };
    let notes = [
        with("first", &["1:0:a", "2:0:b"]),
        with("second", &["3:0:c", "1:0:a"]),
    ];
    let o = object(notes).expect("loads");
    let formats: Vec<_> = o.printf.iter().map(|f| (f.id, f.text.as_str())).collect();
    assert_eq!(formats, [(1, "a"), (2, "b"), (3, "c")]);
    let e = object([with("first", &["1:0:a"]), with("second", &["1:0:c"])]).unwrap_err();
    assert_eq!(
        e,
        "malformed code object: amdhsa.printf: format 1: \"a\" in metadata note 1, \"c\" in metadata note 2"
    );
}

#[test]
fn contradictions_name_both() {
    let first = note(&[kernel("first", 8)], |_| ());
    type Change = fn(&mut Value);
    let cases: [(&str, Change, &str); 8] = [
        (
            "second",
            |n| n["amdhsa.version"] = json!([1, 1]),
            "amdhsa.version: [1, 2] in metadata note 1, [1, 1] in metadata note 2",
        ),
        (
            "second",
            |n| n["amdhsa.target"] = json!("amdgcn-amd-amdhsa--gfx906"),
            "amdhsa.target: amdgcn-amd-amdhsa--gfx900 in metadata note 1, \
             amdgcn-amd-amdhsa--gfx906 in metadata note 2",
        ),
        (
            "first",
            |n| n["amdhsa.kernels"][0][".kernarg_segment_size"] = json!(24),
            "kernel 'first': .kernarg_segment_size: 8 in metadata note 1, 24 in metadata note 2",
        ),
        (
            "first",
            |n| n["amdhsa.kernels"][0][".max_flat_workgroup_size"] = json!(64),
            "kernel 'first': .max_flat_workgroup_size: nothing in metadata note 1, 64 in metadata note 2",
        ),
        (
            "first",
            |n| n["amdhsa.kernels"][0][".args"] = json!([]),
            "kernel 'first': number of arguments: 1 in metadata note 1, 0 in metadata note 2",
        ),
        (
            "first",
            |n| n["amdhsa.kernels"][0][".args"][0][".value_kind"] = json!("by_value"),
            "kernel 'first': args[0].value_kind: \"global_buffer\" in metadata note 1, \
             \"by_value\" in metadata note 2",
        ),
        (
            "first",
            |n| n["amdhsa.kernels"][0][".args"][0][".offset"] = json!(8),
            "kernel 'first': args[0].offset: 0 in metadata note 1, 8 in metadata note 2",
        ),
        // In one note that is no matter of two.
        (
            "second",
            |n| {
                let kernel = n["amdhsa.kernels"][0].clone();
                n["amdhsa.kernels"] = json!([kernel, kernel]);
            },
            "kernel 'second': described twice in the metadata",
        ),
    ];
    for (name, change, want) in cases {
        let e = object([first.clone(), note(&[kernel(name, 8)], change)]).unwrap_err();
        assert_eq!(e, format!("malformed code object: {want}"));
    }
}

/// Version 2 has YAML, with other keys.
#[test]
fn notes_of_version_2() {
    let other = YAML.replace("Name: scale", "Name: plain");
    let other = other.replace("'scale@kd'", "'plain@kd'");
    assert_ne!(other, YAML);
    let with = |text: &str| {
        let mut elf = version_2();
        elf.notes.push(("AMD", 10, text.as_bytes().to_vec()));
        CodeObject::parse(&elf.bytes(), None).map_err(|e| e.to_string())
    };
    let o = with(&other).expect("loads");
    let args: Vec<_> = o.kernels.iter().map(|k| (&*k.name, k.args.len())).collect();
    assert_eq!(args[0].0, "scale");
    assert_eq!(args[1], ("plain", args[0].1));
    assert!(args[1].1 > 0);
    let e = with(&YAML.replacen("Size: 8", "Size: 16", 1)).unwrap_err();
    assert!(
        e.contains("kernel 'scale': args[0].size: 8 in metadata note 1, 16 in metadata note 2"),
        "{e}"
    );
}
