//! How far results can be trusted: `docs/fidelity.md`, which decision holds for which instruction, and what runs tell.
//!
//! With `GCN_JIT_BLESS=1` in the environment the page is written anew in place of comparing it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use gcn_jit::asm::assemble;
use gcn_jit::decode::decode;
use gcn_jit::isa::{Class, Fidelity, Gen, Gens, Inst};
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::fidelity::Trust;
use gcn_jit::runtime::profile::Options;
use gcn_jit::runtime::{Backend, Device};

use crate::exec;
use crate::kernels::suite::each;

const HEAD: &str = "\
# How far a result can be trusted

Generated: `GCN_JIT_BLESS=1 cargo test --test jit-tests fidelity_page`.

Both backends give the same bits, and most of them are those that the manual says. Of the others this page has a decision each: what
is executed, why, and by which source. `--fidelity` tells which of them a run depends on:

```sh
gcn-jit run examples/gfx900/saxpy.hsaco --global 1024 --local 64 --arg 2.5 --arg x=@examples/data/x.npy --arg y=@examples/data/y.npy --arg n=1024 --fidelity
gcn-jit check examples/gfx900/saxpy.hsaco --global 1024 --local 64 --arg 2.5 --arg x=@examples/data/x.npy --arg y=@examples/data/y.npy --arg n=1024 --fidelity=json
```

It counts each instruction that was executed, as `gcn-jit profile` does and at the same cost, and puts it into one of five classes:

| class | of results that are |
|---|---|
";

const MIDDLE: &str = "
`run` does everything else as without it. With `--check`, and in `check`, the kernel runs once more for it, in memory of its own.
`exec --fidelity` tells it of each kernel of a program, all dispatches together, at the end, for kernels that are not checked;
`GCN_JIT_HSA_FIDELITY` asks the HSA library itself. In the library it is `Profile::trust`, in Python `Profile.fidelity`.

The table has each decision that is not exact: how often, which share of all wave instructions, its class, and the first instruction
by address. What holds for some of an instruction's results only, such as NaNs, is told beside that and counted apart. `=json` prints
one object: `kernel`, `target`, `executed`, `classes` (of each `executed` and `share`), and `decisions` and `caveats`, lists with
`decision`, `class`, `title`, `see`, `executed`, `share`, `instructions`, and `first` with `pc`, `instruction` and `source`. There,
exact decisions stand, too.

A decision is the column of the table of instructions (`src/isa/fidelity.rs`): a row without one does not compile, and what a row says of
memory and of matrices decides by itself (`src/isa/trust.rs`).
";

const TAIL: &str = "
## What was compared

The sums of matrices were compared with MMA-Sim's published code (`mmasim/simulator/amd.py` and `arithmetic.py`, as of January 2026),
transcribed apart from this project with exact fractions. As published, its function for CDNA1 and CDNA2 takes f32 alone and stops at the f16
and bf16 that its caller hands it; which values are denormal was taken from the caller, which goes by the type of the elements.
Random matrices of all 15 shapes that it has for CDNA1, 22 for CDNA2 and 27 for CDNA3, of values near each other, wide apart, near
the least normal value, and of any bits, on both backends: of 967,680 elements none differs, `v_mfma_f32_4x4x4_16b_f16` on gfx90a
and gfx942 among them, but for the sign of 25 zeros of `v_mfma_f32_*_bf16` on gfx908. Where negative products of bf16 underflow to
zero, its code keeps the sign, and here such a product is +0, which shows only where all else that is added is -0.

The comparison found one difference, which is no more: on gfx942 a product that only f64 has room for, beside an infinite C or operand,
made a NaN of two infinities; MMA-Sim's sum of these is formed in f64, and infinite. Its authors marked the place as one to look at again.

Dot products and the sums of f32 were not compared with a card: see [dot2](#dot2), [dot2-flushed](#dot2-flushed) and
[matrix-chain](#matrix-chain) for what others have measured.
";

/// Decisions whose instructions are too many to be told, or are all the others.
const NOT_LISTED: [Fidelity; 4] = [
    Fidelity::Exact,
    Fidelity::Float,
    Fidelity::Refused,
    Fidelity::Turns,
];

/// Names of instructions by their decisions, caveats among them, as the decode lines have them.
fn by_decision() -> BTreeMap<Fidelity, BTreeSet<String>> {
    let mut all: BTreeMap<Fidelity, BTreeSet<String>> = BTreeMap::new();
    for g in Gen::ALL {
        let path = format!("{}/jit-tests/decode/{g}.txt", env!("CARGO_MANIFEST_DIR"));
        let lines = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        for line in lines.lines() {
            let Some((hex, text)) = line.split_once(" ; ") else {
                continue;
            };
            let words = hex.split(' ').map(|w| u32::from_str_radix(w, 16));
            let words: Vec<u32> = words.map(|w| w.expect("hex")).collect();
            let Ok(d) = decode(g, &words) else {
                continue;
            };
            // LLVM does not know all of them.
            let name = if text.starts_with('<') {
                d.inst.row().mnemonics[g as usize].to_owned()
            } else {
                exec::mnemonic(text)
            };
            let main = d.inst.fidelity(g, g.has(Gens::MAI));
            for of in [main].into_iter().chain(d.inst.caveats(g)) {
                all.entry(of).or_default().insert(name.clone());
            }
        }
    }
    all
}

fn page() -> String {
    let names = by_decision();
    let mut page = HEAD.to_owned();
    for class in Class::ALL {
        writeln!(
            page,
            "| [{0}](#{0}-results) | {1} |",
            class.name(),
            class.text()
        )
        .unwrap();
    }
    page += MIDDLE;
    for class in Class::ALL {
        let mut title = class.name().to_owned();
        title[..1].make_ascii_uppercase();
        writeln!(page, "\n## {title} results").unwrap();
        for f in Fidelity::ALL.into_iter().filter(|f| f.class() == class) {
            let d = f.decision();
            writeln!(
                page,
                "\n### {}\n\n**{}.** {}\n",
                d.name,
                capital(d.title),
                d.text
            )
            .unwrap();
            let names = names
                .get(&f)
                .filter(|_| !NOT_LISTED.contains(&f) && !is_caveat(f));
            if let Some(names) = names {
                let names: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
                writeln!(page, "Instructions: {}.\n", names.join(", ")).unwrap();
            }
            writeln!(page, "Sources: {}.", d.sources.join("; ")).unwrap();
        }
    }
    page + TAIL
}

fn capital(text: &str) -> String {
    let mut text = text.to_owned();
    text[..1].make_ascii_uppercase();
    text
}

fn is_caveat(f: Fidelity) -> bool {
    matches!(f, Fidelity::Dpp | Fidelity::Nan)
}

#[test]
fn fidelity_page() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/fidelity.md");
    let page = page();
    if std::env::var_os("GCN_JIT_BLESS").is_some() {
        std::fs::write(&path, page).expect("the page is written");
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = committed.lines().zip(page.lines()).find(|(a, b)| a != b);
    assert!(
        committed == page,
        "docs/fidelity.md is not current; its first line that differs: {differs:?}\n\
         GCN_JIT_BLESS=1 cargo test --test jit-tests fidelity_page writes it"
    );
}

/// Each decision is that of some instruction, so that none has been left over, and has what readers need.
#[test]
fn decisions_are_of_use() {
    let names = by_decision();
    let mut known = BTreeSet::new();
    for f in Fidelity::ALL {
        let d = f.decision();
        assert!(names.contains_key(&f), "{} is no instruction's", d.name);
        assert!(known.insert(d.name), "{} stands for two", d.name);
        assert!(
            !d.sources.is_empty() && !d.sources.iter().any(|s| s.is_empty()),
            "{}",
            d.name
        );
        assert!(
            !d.title.ends_with('.') && d.text.ends_with('.'),
            "{}",
            d.name
        );
        assert_eq!(Fidelity::named(d.name), Some(f));
        assert_eq!(f.page(), format!("docs/fidelity.md#{}", d.name));
    }
    assert_eq!(Fidelity::named("exactly"), None);
}

fn inst(g: Gen, text: &str) -> Inst {
    let words = assemble(g, text).unwrap_or_else(|e| panic!("{g}: {text}: {e:?}"));
    decode(g, &words.words()).expect(text).inst
}

/// What the manuals and other sources say of some instructions: generation, text, decision.
const KNOWN: &[(Gen, &str, &str)] = &[
    (Gen::Gfx9, "s_add_u32 s0, s1, s2", "exact"),
    (Gen::Gfx9, "s_barrier", "exact"),
    (Gen::Gfx9, "s_load_dwordx4 s[0:3], s[4:5], 0x0", "exact"),
    (Gen::Gfx9, "v_cvt_i32_f32_e32 v0, v1", "exact"),
    (Gen::Gfx9, "v_cmp_lt_f32_e32 vcc, v0, v1", "exact"),
    (Gen::Gfx9, "v_readlane_b32 s0, v1, s2", "exact"),
    (Gen::Gfx9, "ds_bpermute_b32 v0, v1, v2", "exact"),
    (Gen::Gfx906, "v_dot4_i32_i8 v0, v1, v2, v3", "exact"),
    (Gen::Gfx9, "v_add_f32_e32 v0, v1, v2", "float"),
    (
        Gen::Gfx9,
        "v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]",
        "float",
    ),
    (Gen::Gfx906, "v_fma_mix_f32 v0, v1, v2, v3", "float"),
    (Gen::Gfx9, "v_mad_f32 v0, v1, v2, v3", "mad"),
    (Gen::Gfx9, "v_div_scale_f32 v0, vcc, v1, v2, v3", "division"),
    (Gen::Gfx9, "v_div_fmas_f32 v0, v1, v2, v3", "division"),
    (Gen::Gfx9, "s_sendmsg sendmsg(MSG_INTERRUPT)", "refused"),
    (Gen::Gfx9, "v_rcp_f32_e32 v0, v1", "recip"),
    (Gen::Gfx9, "v_rcp_iflag_f32_e32 v0, v1", "recip"),
    (Gen::Gfx9, "v_sqrt_f16_e32 v0, v1", "recip"),
    (Gen::Gfx9, "v_rsq_f64_e32 v[0:1], v[2:3]", "coarse"),
    (Gen::Gfx9, "v_exp_f32_e32 v0, v1", "exp-log"),
    (Gen::Gfx9, "v_log_legacy_f32_e32 v0, v1", "exp-log"),
    (Gen::Gfx9, "v_cos_f32_e32 v0, v1", "sin-cos"),
    (
        Gen::Gfx9,
        "buffer_load_format_xy v[0:1], off, s[0:3], 0",
        "formats",
    ),
    (
        Gen::Gfx9,
        "buffer_load_format_d16_xy v0, off, s[0:3], 0",
        "formats",
    ),
    (
        Gen::Gfx90a,
        "buffer_load_format_d16_x v0, off, s[0:3], 0",
        "d16",
    ),
    (
        Gen::Gfx9,
        "image_load v[0:3], v4, s[0:7] dmask:0xf unorm",
        "formats",
    ),
    (
        Gen::Gfx908,
        "v_mfma_i32_4x4x4i8 a[0:3], v0, v1, a[0:3]",
        "exact",
    ),
    (
        Gen::Gfx908,
        "v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]",
        "matrix-chain",
    ),
    (
        Gen::Gfx90a,
        "v_mfma_f64_4x4x4f64 v[0:1], v[2:3], v[4:5], v[0:1]",
        "matrix-chain",
    ),
    (
        Gen::Gfx908,
        "v_mfma_f32_4x4x4f16 a[0:3], v[0:1], v[2:3], a[0:3]",
        "matrix-pairs",
    ),
    (
        Gen::Gfx90a,
        "v_mfma_f32_4x4x4f16 a[0:3], v[0:1], v[2:3], a[0:3]",
        "matrix-flushed",
    ),
    (
        Gen::Gfx942,
        "v_mfma_f32_4x4x4_16b_f16 a[0:3], v[0:1], v[2:3], a[0:3]",
        "matrix-groups",
    ),
    (
        Gen::Gfx950,
        "v_mfma_f32_4x4x4_16b_f16 a[0:3], v[0:1], v[2:3], a[0:3]",
        "matrix-cdna4",
    ),
    (
        Gen::Gfx950,
        "v_mfma_f32_16x16x128_f8f6f4 a[0:3], v[0:7], v[8:15], a[0:3]",
        "matrix-scaled",
    ),
    (
        Gen::Gfx942,
        "v_smfmac_f32_16x16x32_f16 v[0:3], v[4:5], v[6:9], v10",
        "matrix-sparse",
    ),
    (
        Gen::Gfx942,
        "v_smfmac_i32_16x16x64_i8 v[0:3], v[4:5], v[6:9], v10",
        "exact",
    ),
    (Gen::Gfx906, "v_dot2_f32_f16 v0, v1, v2, v3", "dot2"),
    (Gen::Gfx90a, "v_dot2_f32_f16 v0, v1, v2, v3", "dot2-flushed"),
    (
        Gen::Gfx90a,
        "v_dot2c_f32_f16_e32 v0, v1, v2",
        "dot2-flushed",
    ),
    (Gen::Gfx942, "v_dot2c_f32_f16_e32 v0, v1, v2", "dot2"),
    (Gen::Gfx950, "v_dot2_f32_bf16 v0, v1, v2, v3", "dot2-bf16"),
    (Gen::Gfx9, "ds_add_f32 v0, v1", "sums"),
    (Gen::Gfx90a, "global_atomic_add_f32 v[0:1], v2, off", "sums"),
    (
        Gen::Gfx90a,
        "global_atomic_pk_add_f16 v0, v[0:1], v2, off glc",
        "sums",
    ),
    (Gen::Gfx6, "v_mac_legacy_f32_e32 v0, v1, v2", "legacy"),
    (Gen::Gfx9, "v_mad_mixlo_f16 v0, v1, v2, v3", "denormals"),
    (Gen::Gfx9, "global_load_short_d16 v0, v[0:1], off", "exact"),
    (Gen::Gfx908, "global_load_short_d16 v0, v[0:1], off", "d16"),
    (Gen::Gfx908, "global_load_ushort v0, v[0:1], off", "exact"),
    (Gen::Gfx9, "v_cvt_pknorm_i16_f32 v0, v1, v2", "norm"),
    (Gen::Gfx942, "v_cvt_pk_fp8_f32 v0, v1, v2", "narrow"),
    (Gen::Gfx942, "v_cvt_f32_fp8_e32 v0, v1", "float"),
    (Gen::Gfx942, "v_cvt_sr_fp8_f32 v0, v1, v2", "random"),
    (
        Gen::Gfx950,
        "v_cvt_scalef32_pk_f32_fp8 v[0:1], v2, v3",
        "scaled",
    ),
    (
        Gen::Gfx9,
        "v_trig_preop_f64 v[0:1], v[2:3], v4",
        "trig-preop",
    ),
    (Gen::Gfx950, "v_permlane32_swap_b32_e32 v0, v1", "swaps"),
    (Gen::Gfx950, "ds_read_b64_tr_b16 v[0:1], v2", "transposed"),
    (Gen::Gfx9, "s_memtime s[0:1]", "clock"),
    (Gen::Gfx9, "s_memrealtime s[0:1]", "clock"),
    (Gen::Gfx9, "ds_add_u32 v0, v1", "exact"),
    (Gen::Gfx9, "ds_add_rtn_u32 v2, v0, v1", "turns"),
    (Gen::Gfx9, "ds_append v0", "turns"),
    (Gen::Gfx9, "global_atomic_smax v[0:1], v2, off", "exact"),
    (
        Gen::Gfx9,
        "global_atomic_smax v3, v[0:1], v2, off glc",
        "turns",
    ),
    (Gen::Gfx9, "global_atomic_swap v[0:1], v2, off", "turns"),
    (Gen::Gfx9, "buffer_atomic_add v0, off, s[0:3], 0", "exact"),
    (
        Gen::Gfx9,
        "buffer_atomic_add v0, off, s[0:3], 0 glc",
        "turns",
    ),
    (
        Gen::Gfx9,
        "image_atomic_add v0, v4, s[0:7] dmask:0x1 unorm",
        "exact",
    ),
    (
        Gen::Gfx9,
        "image_atomic_add v0, v4, s[0:7] dmask:0x1 unorm glc",
        "turns",
    ),
    (
        Gen::Gfx9,
        "s_getreg_b32 s0, hwreg(HW_REG_HW_ID)",
        "hardware",
    ),
    (Gen::Gfx9, "s_getreg_b32 s0, hwreg(HW_REG_MODE)", "exact"),
    (Gen::Gfx9, "s_sleep 1", "delay"),
    (Gen::Gfx9, "s_nop 1", "exact"),
];

#[test]
fn instructions_have_the_decision_that_sources_say() {
    let mut wrong = vec![];
    for (g, text, want) in KNOWN {
        let got = inst(*g, text)
            .fidelity(*g, g.has(Gens::MAI))
            .decision()
            .name;
        if got != *want {
            wrong.push(format!("{g}: {text}: {got}, not {want}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A gfx906 may have SRAM ECC; a gfx90a that says it is off has been seen to clear halves all the same.
#[test]
fn halves_go_by_the_card() {
    let text = "ds_read_u16_d16 v0, v1";
    let of = |g, ecc| inst(g, text).fidelity(g, ecc);
    assert_eq!(of(Gen::Gfx906, false), Fidelity::Exact);
    assert_eq!(of(Gen::Gfx906, true), Fidelity::D16);
    assert_eq!(of(Gen::Gfx90a, false), Fidelity::D16);
}

#[test]
fn what_holds_for_some_results_only() {
    let of = |text: &str| -> Vec<Fidelity> { inst(Gen::Gfx9, text).caveats(Gen::Gfx9).collect() };
    assert_eq!(of("v_add_f32_e32 v0, v1, v2"), [Fidelity::Nan]);
    assert_eq!(of("v_cvt_i32_f32_e32 v0, v1"), []);
    assert_eq!(of("v_cmp_lt_f32_e32 vcc, v0, v1"), []);
    let dpp = "quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf";
    assert_eq!(of(&format!("v_mov_b32_dpp v0, v1 {dpp}")), [Fidelity::Dpp]);
    let both = [Fidelity::Dpp, Fidelity::Nan];
    assert_eq!(of(&format!("v_add_f32_dpp v0, v1, v2 {dpp}")), both);
}

/// Every instruction of compiled kernels is counted once, and as by the interpreter.
#[test]
fn counts_are_complete_on_both_backends() {
    for target in ["gfx900", "gfx90a"] {
        let [jit, interp] = [Backend::Jit, Backend::Interp].map(|backend| {
            let mut all: Vec<(String, Trust)> = vec![];
            each("O2", target, |kernel, device, program, launch| {
                let mut launch = launch.clone();
                (launch.backend, launch.threads) = (backend, 1);
                let profiled = device.profile(program, &launch, &Options::executions());
                let profiled = profiled.unwrap_or_else(|e| panic!("{kernel}: {e}"));
                let trust = profiled.profile.trust();
                let sum: u64 = trust.decisions.values().map(|t| t.executed).sum();
                assert_eq!(sum, trust.executed, "{kernel}");
                assert_eq!(
                    trust.executed, profiled.outcome.stats.instructions,
                    "{kernel}"
                );
                let by_class: u64 = Class::ALL.iter().map(|c| trust.of(*c)).sum();
                assert_eq!(by_class, trust.executed, "{kernel}");
                all.push((kernel.to_owned(), trust));
            });
            all
        });
        assert!(!jit.is_empty());
        assert_eq!(jit, interp);
    }
}

/// Multiply-adds, loads and stores: nothing that the manual leaves open but the bits of NaNs.
#[test]
fn a_kernel_that_is_exact() {
    let file = std::fs::read(format!(
        "{}/examples/gfx900/saxpy.hsaco",
        env!("CARGO_MANIFEST_DIR")
    ));
    let object = CodeObject::parse(&file.expect("the example"), None).expect("an object");
    let device = Device::new().expect("a device");
    let program = device.load(&object).expect("a program");
    let [x, y] = ["x", "y"].map(|name| device.buffer(name, &[1.0f32; 128]).expect("a buffer"));
    let launch = program
        .launch("saxpy")
        .expect("the kernel")
        .grid(128)
        .local(64);
    let launch = launch.arg(2.0f32).arg(&x).arg(&y).arg(128u32);
    let profiled = device.profile(&program, &launch, &Options::executions());
    let profiled = profiled.expect("it runs");
    assert_eq!(y.read::<f32>(), [3.0; 128]);
    let trust = profiled.profile.trust();
    assert!(trust.is_exact() && trust.executed > 20, "{trust:?}");
    let caveats: Vec<Fidelity> = trust.caveats.keys().copied().collect();
    assert_eq!(caveats, [Fidelity::Nan]);

    // Two launches have twice the executions, and the same instructions.
    let mut twice = trust.clone();
    twice.add(&trust);
    assert_eq!(twice.executed, 2 * trust.executed);
    let of = |t: &Trust| t.decisions[&Fidelity::Exact].clone();
    assert_eq!(of(&twice).executed, 2 * of(&trust).executed);
    assert_eq!(of(&twice).instructions, of(&trust).instructions);
    assert_eq!(of(&twice).pc, of(&trust).pc);
}
