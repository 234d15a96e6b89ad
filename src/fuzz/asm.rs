//! The assembler on any text.

use super::Outcome;
use crate::asm::{AsmError, Dialect, Options, assemble_object_with, assemble_with, parse_inst};
use crate::decode::decode;
use crate::error::LoadError;
use crate::isa::Gen;
use crate::loader::CodeObject;

/// Assembling any text gives code or errors, each on one line and at a place, never a panic. A single
/// instruction gives words that decode to it.
///
/// # Errors
/// When that is not so.
pub fn check_asm(generation: Gen, text: &str) -> Result<Outcome, String> {
    if let Ok((inst, words)) = parse_inst(generation, text, 0)
        && decode(generation, &words).map(|d| d.inst) != Ok(inst)
    {
        return Err(format!(
            "{generation} {text}: assembled to {:08x?}",
            &*words
        ));
    }
    let options = Options {
        most_text: Some(MOST_TEXT),
        source: Some("a.s".to_owned()),
        ..Options::default()
    };
    let told = |errors: Vec<AsmError>| told(generation, text, &errors);
    let object = match assemble_object_with(Some(generation.target()), text, &options) {
        Ok(object) => {
            // A descriptor may ask for what does not exist, but the file is whole.
            match CodeObject::parse(&object.bytes, None) {
                Err(LoadError::Elf(e)) => return Err(format!("{generation} {text}: {e}")),
                Ok(object) => {
                    // A text without instructions has no lines; what it says of others can be read.
                    for kernel in &object.kernels {
                        if let Some(debug) = &object.debug {
                            debug.lines(kernel.entry);
                        }
                    }
                    Outcome::Checked
                }
                Err(_) => Outcome::Checked,
            }
        }
        Err(errors) => told(errors)?,
    };
    match assemble_with(generation, text, &options) {
        Ok(code) => {
            let inside = |at: &u64| *at < code.bytes.len() as u64;
            let offsets = || code.lines.iter().map(|(at, _)| *at);
            if offsets().is_sorted() && offsets().all(|at| inside(&at)) {
                Ok(Outcome::Checked)
            } else {
                Err(format!("{generation} {text}: lines of other places"))
            }
        }
        Err(errors) => told(errors).map(|raw| match object {
            Outcome::Checked => Outcome::Checked,
            _ => raw,
        }),
    }
}

/// As [`check_asm`], of a text in the language of CLRX's assembler.
///
/// # Errors
/// When that is not so.
pub fn check_clrx(generation: Gen, text: &str) -> Result<Outcome, String> {
    let options = Options {
        most_text: Some(MOST_TEXT),
        dialect: Dialect::Clrx,
        ..Options::default()
    };
    match assemble_with(generation, text, &options) {
        Ok(_) => Ok(Outcome::Checked),
        Err(errors) => told(generation, text, &errors),
    }
}

/// Each mistake is told on one line, and where it is.
fn told(generation: Gen, text: &str, errors: &[AsmError]) -> Result<Outcome, String> {
    let clear = |e: &AsmError| e.line > 0 && e.column > 0 && !e.message.contains('\n');
    if !errors.is_empty() && errors.iter().all(clear) {
        Ok(Outcome::Rejected("not a program"))
    } else {
        Err(format!("{generation} {text}: the errors {errors:?}"))
    }
}

/// What macros may make: little, so that a case takes little time.
const MOST_TEXT: usize = 1 << 16;

/// As [`check_asm`], for a generation that the first byte chooses and the text from the others; from 128 on as
/// [`check_clrx`].
///
/// # Errors
/// As [`check_asm`].
pub fn check_bytes(bytes: &[u8]) -> Result<Outcome, String> {
    let Some((first, rest)) = bytes.split_first() else {
        return Ok(Outcome::Rejected("empty"));
    };
    match std::str::from_utf8(rest) {
        Ok(text) => {
            let generation = Gen::ALL[usize::from(*first % 128) % Gen::ALL.len()];
            match *first {
                0..=127 => check_asm(generation, text),
                128.. => check_clrx(generation, text),
            }
        }
        Err(_) => Ok(Outcome::Rejected("not text")),
    }
}

/// Pieces of programs.
const PIECES: &str = "v_add_f32 v_add_f32_e64 s_mov_b64 s_waitcnt s_branch exp image_load \
    tbuffer_load_format_x ds_swizzle_b32 s_load_dword v_mov_b32 flat_load_dword v_pk_fma_f16 \
    .fill .org .p2align .set .long .byte .amdhsa_kernel .text .section v0 v[0:3] s1 s[2:3] vcc \
    exec m0 [ ] ( ) | - , , , , : = + * << / x a: 1: 1f 1b 0 1 5 0x12345678 -1 1.0 1e300 off \
    neg( abs( sext( lit( hwreg( sendmsg( vmcnt( gpr_idx( swizzle( offset: dmask: op_sel:[ \
    .file .loc is_stmt prologue_end \
    .macro .endm .rept .endr .irp .irpc .if .else .elseif .endif .ifdef .ifc .exitm .purgem .include \
    \\x \\@ \\() x y :req :vararg == && < m m m 2 3 \
    quad_perm:[ dst_sel: format:[ mul: clamp glc gds attr0.x p10 mrt0 \"s\" /* */ // ; # \u{e9}";

/// A text of a code object.
const OBJECT: &str = ".globl k|.p2align 8|.type k,@function|.file 0 \"d\" \"a.c\" md5 0x1|\
    .file 1 \"d/e\" \"b.c\"|.loc 0 3 1|.loc 1 7 2 prologue_end is_stmt 1|k: s_endpgm|.size k, .-k|.hidden f|f: s_nop 0|\
    s_getpc_b64 s[0:1]|s_add_u32 s0, s0, d@rel32@lo+4|s_addc_u32 s1, s1, d@gotpcrel32@hi+12|.weak w|\
    s_mov_b32 s0, f|s_branch f|s_mov_b32 s3, w@gotpcrel|.rodata|.p2align 6|.amdhsa_kernel k|\
    .amdhsa_next_free_vgpr max(n, .amdgcn.next_free_vgpr)|.amdhsa_next_free_sgpr 4|\
    .amdhsa_user_sgpr_kernarg_segment_ptr 1|.amdhsa_ieee_mode 0|.end_amdhsa_kernel|.set n, alignto(3, 2)|\
    .data|.globl d|d: .quad k|.quad w|.quad d+4|.long k-.|.quad f - k|.asciz \"a\\x41\"|.bss|.space 20|\
    .comm c,16,3|.lcomm e,4|.section .m,\"aMS\",@progbits,1|.string \"b\"|.pushsection .text.more,\"ax\"|\
    .popsection|.previous|.section .init_array,\"aw\"|.quad k|.amdhsa_code_object_version 4|\
    .amdgpu_metadata|amdhsa.version: [1, 1]|amdhsa.kernels: []|.end_amdgpu_metadata";

/// A text of a code object with some of its lines gone, twice, or elsewhere.
fn object(r: &mut super::Source<'_>) -> String {
    let mut lines: Vec<&str> = OBJECT.split('|').map(str::trim).collect();
    for _ in 0..r.below(5) {
        let mut place = || r.below(lines.len() as u64) as usize;
        let (from, to) = (place(), place());
        match r.below(3) {
            0 => drop(lines.remove(from)),
            1 => lines.insert(to, lines[from]),
            _ => lines.swap(from, to),
        }
    }
    lines.join("\n")
}

/// Pieces of programs in CLRX's language.
const CLRX_PIECES: &str = "v_add_f32 s_add_u32 s_mov_b64 v_cmp_lt_f32 buffer_load_dword tbuffer_load_format_x exp \
    image_load ds_read2_b32 s_waitcnt s_getreg_b32 s_sendmsg v0 v[0:3] s1 S[2:3] vcc vcc[1] exec m0 abs( -v1 |v2| \
    sext( lit( hwreg( mode sendmsg( gs emit-cut vmcnt( & format:[8_8,float] format:[@1,@2] offen off glc:0 offset: \
    dst_sel:b0 dst_un: quad_perm:[0,1,2,3] bank_mask: bound_ctrl:0:1 neg:[1,0] abs:2 omod: vop3 sdwa dpp clamp mul:2 \
    1.5h 0x1.8p3 .5s 8_8 'a' ' \" \"s\" x a: 1: 1f 1b x= y=% %s[0:3] ::a::x a::x @v0 ? : // %% >>> <@ >=@ ! ; ; ; # \
    /* */ \\ , , , ( ) [ ] + - * 0 1 2 .rawcode .gpu fiji .arch gcn1.2 .byte .int .octa .half .double .string16 .fillq \
    .balignw .set .equiv .eqv .undef .enum > .scope .ends .using .unusing .macro .endm .exitm m m \\x \\@ \\() \\% local \
    .altmacro .noaltmacro .nomacrocase < > .rept .for .while .irp .irpc .endr .if .elseifgt .else .endif .ifarch .ifgpu \
    .iffmt .ifdef .ifc .get_gpu .64bit .if64 .amdcl2 .regvar .fail .abort .end . = \u{e9}";

/// A program in CLRX's language, of every generation that it has.
const CLRX_PROGRAM: &str = ".rawcode
.enum >1, A, B
pos = %v[4:5]; half = %0.5
.eqv both, A+B*2
.macro add dst, a=v1, more:vararg
    v_add_f32 \\dst, abs(\\a), -v2 mul:2 ; .byte \\more , both, 'x', 0
.endm
.scope s
    x = ::A << 3 // 2 ; add pos[1], , 7
    .for i = 0, i < x, i + 1
        s_add_u32 s[i], s0, half
    .endr
.ends
.altmacro; .macro twice a; local l; l: s_nop a; s_nop a; s_branch l; .endm
    twice 1 ; twice %both-4
.if64 ; .quad 1.5 ; .elseifarch vega ; .half 1.5 ; .hword 0 ; .else ; .int s::x ? A : B ; .endif
    s_waitcnt vmcnt(0) & lgkmcnt(0) ; s_getreg_b32 s0, hwreg(mode, 0, 1)
    tbuffer_load_format_xy pos, s[8:11], s1 offset:8 format:[32_32,float]
    exp mrt0, v0, v0, off, off done vm \\
        compr:0
.irpc r, 01 # each
    v_cmp_lg_u32 s[2:3], v\\r, v1 vop3
.endr
.string16 \"text\" ; .fillq 1, 8, -1 ; .balignw 4, 0x1234 ; s_endpgm
";

/// Inputs to start from, for [`check_bytes`]: a text in each language for each generation that has it.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    let object = OBJECT.replace('|', "\n");
    let mut all = Vec::new();
    for (i, generation) in (0..).zip(Gen::ALL) {
        let mut add = |name: &str, first: u8, text: &str| {
            let bytes = [&[first], text.as_bytes()].concat();
            all.push((format!("{generation}-{name}"), bytes));
        };
        add("object", i, &object);
        if check_clrx(generation, CLRX_PROGRAM) == Ok(Outcome::Checked) {
            add("clrx", 128 + i, CLRX_PROGRAM);
        }
    }
    all
}

/// Pieces of programs in CLRX's language in any order.
pub fn clrx_text(r: &mut super::Source<'_>) -> String {
    let pieces: Vec<&str> = CLRX_PIECES.split_whitespace().collect();
    let mut text = String::new();
    for _ in 0..1 + r.below(30) {
        text.push_str(r.pick(&pieces));
        text.push_str(r.pick(&[" ", "", "\n", " ", "; "]));
    }
    text
}

/// Pieces of programs in any order, or the text of a code object with mistakes.
pub fn text(r: &mut super::Source<'_>) -> String {
    if r.below(4) == 0 {
        return object(r);
    }
    let pieces: Vec<&str> = PIECES.split_whitespace().collect();
    let mut text = String::new();
    for _ in 0..1 + r.below(30) {
        text.push_str(r.pick(&pieces));
        text.push_str(r.pick(&[" ", "", "\n", " "]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::Source;

    fn check(generation: Gen, text: &str) -> Outcome {
        check_asm(generation, text).unwrap_or_else(|e| panic!("{e}"))
    }

    #[test]
    fn random_text() {
        let mut r = Source::seeded(7);
        let mut programs = 0;
        for i in 0..8_000 {
            programs +=
                (check(Gen::ALL[i % Gen::ALL.len()], &text(&mut r)) == Outcome::Checked) as u32;
        }
        assert!(programs > 40, "only {programs} texts were programs");
    }

    #[test]
    fn random_clrx_text() {
        let mut r = Source::seeded(11);
        let mut programs = 0;
        for i in 0..8_000 {
            let text = clrx_text(&mut r);
            let outcome = check_clrx(Gen::ALL[i % 5], &text);
            programs += (outcome.unwrap_or_else(|e| panic!("{e}")) == Outcome::Checked) as u32;
        }
        assert!(programs > 40, "only {programs} texts were programs");
    }

    /// What fuzzing starts from in CLRX's language is a program, of each of the five generations that CLRX knows.
    #[test]
    fn seeds_are_programs() {
        let mut programs = 0;
        for (name, bytes) in seeds() {
            let outcome = check_bytes(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
            programs += u32::from(bytes[0] >= 128 && outcome == Outcome::Checked);
        }
        assert_eq!(programs, 5);
    }

    /// What could take long, or nest without end.
    #[test]
    fn deep_and_large_clrx_text() {
        let mut doubled = String::new();
        for i in 0..60 {
            doubled.push_str(&format!(".eqv a{i}, a{}+a{}\n", i + 1, i + 1));
        }
        doubled.push_str("a60 = 1\n.int a0\n");
        let scopes = ".scope a\n".repeat(1000);
        let using = ".scope a\n.using b\n.ends\n.scope b\n.using a\n.ends\n.using a\n.byte x\n";
        let while_ = ".while 1\n\n.endr\n";
        let for_ = ".for x=1,1,x+1\n.endr\n";
        let circle = ".eqv a,b\n.eqv b,a\n.int a\n";
        let nested = format!(".byte {}1", "1?1:".repeat(50_000));
        let minus = format!("v_add_f32 v0, {}1, v2", "-".repeat(50_001));
        let bars = format!("v_add_f32 v0, {}v1", "abs(".repeat(50_000));
        for text in [
            &doubled, &scopes, using, while_, for_, circle, &nested, &minus, &bars,
        ] {
            let outcome = check_clrx(Gen::Gfx8, text).unwrap_or_else(|e| panic!("{e}"));
            assert!(matches!(outcome, Outcome::Rejected(_)), "{text:.60}");
        }
    }

    #[test]
    fn deep_and_large_text() {
        for text in ["[", "-", "(", "s[", "[v0,", "neg(", "|", "op_sel:["] {
            let text = format!("v_add_f32 v0, {}", text.repeat(50_000));
            check(Gen::Gfx9, &text);
        }
        check(Gen::Gfx9, ".fill 1<<60, 0, 0");
        check(Gen::Gfx9, "s_nop [v[0:255],v[0:255]]");
        check(Gen::Gfx9, "s_nop [v[0:63],v[64:127],v[128:191],v[192:255]]");
    }
}
