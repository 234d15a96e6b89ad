//! The assembler on any text.

use super::Outcome;
use crate::asm::{AsmError, Options, assemble_object_with, assemble_with, parse_inst};
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
        ..Options::default()
    };
    let told = |errors: Vec<AsmError>| {
        let clear = |e: &AsmError| e.line > 0 && e.column > 0 && !e.message.contains('\n');
        if !errors.is_empty() && errors.iter().all(clear) {
            Ok(Outcome::Rejected("not a program"))
        } else {
            Err(format!("{generation} {text}: the errors {errors:?}"))
        }
    };
    let object = match assemble_object_with(Some(generation.target()), text, &options) {
        Ok(object) => {
            // A descriptor may ask for what does not exist, but the file is whole.
            match CodeObject::parse(&object.bytes, None) {
                Err(LoadError::Elf(e)) => return Err(format!("{generation} {text}: {e}")),
                Ok(_) | Err(_) => Outcome::Checked,
            }
        }
        Err(errors) => told(errors)?,
    };
    match assemble_with(generation, text, &options) {
        Ok(_) => Ok(Outcome::Checked),
        Err(errors) => told(errors).map(|raw| match object {
            Outcome::Checked => Outcome::Checked,
            _ => raw,
        }),
    }
}

/// What macros may make: little, so that a case takes little time.
const MOST_TEXT: usize = 1 << 16;

/// As [`check_asm`], for a generation that the first byte chooses and the text from the others.
///
/// # Errors
/// As [`check_asm`].
pub fn check_bytes(bytes: &[u8]) -> Result<Outcome, String> {
    let Some((first, rest)) = bytes.split_first() else {
        return Ok(Outcome::Rejected("empty"));
    };
    match std::str::from_utf8(rest) {
        Ok(text) => check_asm(Gen::ALL[usize::from(*first) % Gen::ALL.len()], text),
        Err(_) => Ok(Outcome::Rejected("not text")),
    }
}

/// Pieces of programs.
const PIECES: &str = "v_add_f32 v_add_f32_e64 s_mov_b64 s_waitcnt s_branch exp image_load \
    tbuffer_load_format_x ds_swizzle_b32 s_load_dword v_mov_b32 flat_load_dword v_pk_fma_f16 \
    .fill .org .p2align .set .long .byte .amdhsa_kernel .text .section v0 v[0:3] s1 s[2:3] vcc \
    exec m0 [ ] ( ) | - , , , , : = + * << / x a: 1: 1f 1b 0 1 5 0x12345678 -1 1.0 1e300 off \
    neg( abs( sext( lit( hwreg( sendmsg( vmcnt( gpr_idx( swizzle( offset: dmask: op_sel:[ \
    .macro .endm .rept .endr .irp .irpc .if .else .elseif .endif .ifdef .ifc .exitm .purgem .include \
    \\x \\@ \\() x y :req :vararg == && < m m m 2 3 \
    quad_perm:[ dst_sel: format:[ mul: clamp glc gds attr0.x p10 mrt0 \"s\" /* */ // ; # \u{e9}";

/// A text of a code object.
const OBJECT: &str = ".globl k|.p2align 8|.type k,@function|k: s_endpgm|.size k, .-k|.hidden f|f: s_nop 0|\
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
