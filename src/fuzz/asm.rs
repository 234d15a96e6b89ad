//! The assembler on any text.

use super::Outcome;
use crate::asm::{AsmError, Options, assemble_with, parse_inst};
use crate::decode::decode;
use crate::isa::Gen;

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
    let mut options = Options::default();
    options.most_text = Some(MOST_TEXT);
    match assemble_with(generation, text, &options) {
        Ok(_) => Ok(Outcome::Checked),
        Err(errors) => {
            let clear = |e: &AsmError| e.line > 0 && e.column > 0 && !e.message.contains('\n');
            if !errors.is_empty() && errors.iter().all(clear) {
                Ok(Outcome::Rejected("not a program"))
            } else {
                Err(format!("{generation} {text}: the errors {errors:?}"))
            }
        }
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

/// Pieces of programs in any order.
pub fn text(r: &mut super::Source<'_>) -> String {
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
