//! Memory instructions directly behind each other, of code for cards with XNACK (H35, H36).
//!
//! Source: LLVM 19, GCNHazardRecognizer, `checkSoftClauseHazards`. The cases are those that
//! `llc-19 -mcpu=gfx900 -mattr=+xnack -run-pass post-RA-hazard-rec` puts an S_NOP into, or does not; but for the last.

use gcn_jit::check::{Class, Options, Severity};
use gcn_jit::isa::{Feature, Gen};
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::{Backend, Device, Launch};

/// What is found: the rule, how sure it is, and the two instructions.
type Found = (String, Severity, String, Option<String>);

fn found(xnack: Feature, text: &str, pedantic: bool) -> Vec<Found> {
    let text = format!(
        "s_load_dwordx2 s[4:5], s[0:1], 0x0
        v_lshlrev_b32 v1, 2, v0
        s_mov_b64 s[44:45], s[0:1]
        s_waitcnt lgkmcnt(0)
        v_mov_b32 v2, s4
        v_mov_b32 v3, s5
        v_mov_b32 v4, s4
        v_mov_b32 v5, s5
        s_mov_b32 s8, s4
        s_mov_b32 s9, s5
        s_mov_b32 s10, 0x1000
        s_mov_b32 s11, 0
        {text}
        s_endpgm"
    );
    let code = gcn_jit::asm::assemble(Gen::Gfx9, &text).expect(&text).bytes;
    let mut object = CodeObject::parse(&code, Some("gfx900")).expect("raw");
    object.xnack = xnack;
    let options = Options {
        classes: vec![Class::Nops],
        pedantic,
    };
    let [jit, interp] = [Backend::Jit, Backend::Interp].map(|backend| {
        let device = Device::new().expect("a device");
        let program = device.load(&object).expect("loads");
        let buffer = device.buffer("buffer", &[0u32; 1024]).expect("room");
        let launch = Launch::new(0, 64, 64).arg(&buffer).threads(1);
        let checked = device.check(&program, &launch.backend(backend), &options);
        checked.expect("it runs").reports
    });
    assert_eq!(jit, interp, "{text}");
    let line = |r: gcn_jit::runtime::check::Report| {
        let other = r.other.map(|o| o.instruction);
        (r.rule.to_owned(), r.severity, r.instruction, other)
    };
    jit.into_iter().map(line).collect()
}

/// Two instructions that must not be in one clause.
const PAIRS: &[(&str, &str)] = &[
    // The input of the first is overwritten by the second.
    (
        "s_load_dwordx2 s[46:47], s[44:45], 0x0",
        "s_load_dwordx2 s[44:45], s[0:1], 0x8",
    ),
    // One that overwrites its own is alone.
    (
        "s_load_dwordx2 s[44:45], s[44:45], 0x0",
        "s_load_dwordx2 s[48:49], s[0:1], 0x8",
    ),
    (
        "s_load_dwordx2 s[48:49], s[0:1], 0x8",
        "s_load_dword s44, s[44:45], 0x0",
    ),
    // Vector memory has clauses, too.
    (
        "global_load_dword v10, v[2:3], off",
        "global_load_dword v2, v[4:5], off",
    ),
    (
        "buffer_load_dword v10, v1, s[8:11], 0 offen",
        "buffer_load_dword v1, off, s[8:11], 0",
    ),
];

#[test]
fn clauses_end_where_an_operand_is_overwritten() {
    for (first, second) in PAIRS {
        let text = format!("{first}\n{second}");
        let want = |severity| {
            vec![(
                "H35".to_owned(),
                severity,
                (*second).to_owned(),
                Some((*first).to_owned()),
            )]
        };
        assert_eq!(
            found(Feature::On, &text, false),
            want(Severity::Error),
            "{text}"
        );
        // Code for both kinds of cards is wrong on one of them.
        let mut warned = found(Feature::Any, &text, true);
        warned.retain(|(rule, ..)| rule != "H36");
        assert_eq!(warned, want(Severity::Warning), "{text}");
        assert_eq!(found(Feature::Any, &text, false), [], "{text}");
        for xnack in [Feature::Off, Feature::Unsupported] {
            assert_eq!(found(xnack, &text, true), [], "{text}");
        }
        // Any other instruction ends the clause, and the way there does not matter.
        for between in [
            "s_nop 0",
            "s_mov_b32 s60, 0",
            "v_mov_b32 v20, 0",
            "s_branch 0",
        ] {
            let text = format!("{first}\n{between}\n{second}");
            assert_eq!(found(Feature::On, &text, false), [], "{text}");
        }
    }
}

#[test]
fn all_of_a_clause_counts() {
    let first = "s_load_dwordx2 s[46:47], s[44:45], 0x0";
    let between = "s_load_dwordx2 s[48:49], s[0:1], 0x8";
    let last = "s_load_dword s44, s[0:1], 0x8";
    let text = format!("{first}\n{between}\n{last}");
    let want = (
        "H35".to_owned(),
        Severity::Error,
        last.to_owned(),
        Some(first.to_owned()),
    );
    assert_eq!(found(Feature::On, &text, false), [want]);
    // On one of two paths.
    let text = format!("s_cmp_eq_u32 s0, s0\ns_cbranch_scc0 2\n{first}\n{last}");
    assert_eq!(found(Feature::On, &text, false).len(), 1);
    let skipped = format!("s_cmp_eq_u32 s0, s0\ns_cbranch_scc1 2\n{first}\n{last}");
    assert_eq!(found(Feature::On, &skipped, false), []);
}

#[test]
fn what_may_stand_in_one_clause() {
    for text in [
        "s_load_dwordx2 s[46:47], s[44:45], 0x0\ns_load_dwordx2 s[48:49], s[44:45], 0x8",
        // The kinds have clauses of their own.
        "global_load_dword v10, v[2:3], off\ns_load_dword s4, s[0:1], 0x0",
        "s_load_dword s46, s[44:45], 0x0\nglobal_load_dword v10, v[2:3], off",
        // Nothing is written that could be read.
        "global_store_dword v[2:3], v1, off\nglobal_load_dword v2, v[4:5], off",
        // One by itself.
        "global_load_dword v2, v[2:3], off",
        "s_load_dword s44, s[44:45], 0x0",
        // The LDS is no memory that could not be reached.
        "ds_read_b32 v10, v1\nds_read_b32 v1, v0",
    ] {
        assert_eq!(found(Feature::On, text, true), [], "{text}");
    }
}

/// A load of several dwords that overwrites its address: LLVM gives the registers of such with XNACK no address of their
/// own (early clobber), unless their alignment says that no page ends in them.
#[test]
fn loads_of_several_dwords_that_overwrite_their_address() {
    let text = "s_load_dwordx4 s[44:47], s[44:45], 0x0";
    let want = ("H36".to_owned(), Severity::Warning, text.to_owned(), None);
    assert_eq!(found(Feature::On, text, true), std::slice::from_ref(&want));
    assert_eq!(found(Feature::Any, text, true), [want]);
    assert_eq!(found(Feature::On, text, false), []);
    assert_eq!(found(Feature::Off, text, true), []);
}
