//! LLVM's assembly text to machine code: the inverse of [`disasm`](mod@crate::disasm).
//!
//! # What is understood
//!
//! *Instructions* of the target in LLVM's syntax (LLVM AMDGPUOperandSyntax, AMDGPUModifierSyntax):
//! the mnemonics of the table with or without `_e32`, `_e64`, `_sdwa`, `_dpp`, and LLVM's few aliases
//! (`v_mul_lo_i32` on gfx8 and gfx9); registers, tuples and
//! lists of them; integers (decimal, `0x`, `0b`, `0` octal) and decimal floats; `neg()`, `abs()`,
//! `sext()`, `-v0`, `|v0|`; modifiers; `sendmsg()`, `hwreg()`, `gpr_idx()`, `swizzle()` and the
//! counters of `s_waitcnt`. Without a suffix the smallest form that fits is taken. A constant that
//! has an inline code takes it; `lit()`, labels and symbols that are defined later make a literal of
//! 32 bits.
//!
//! *Expressions* of integers, symbols, labels and `.` with `+ - * / % << >> | & ^ ~ !` and
//! parentheses, and in code objects LLVM's functions (`max()`, `alignto()`). *Labels*: `name:` and numeric ones (`1:`,
//! with `1b` and `1f` for the nearest before and ahead). A label is where a branch goes; elsewhere only differences of
//! labels have a value, because code may be loaded anywhere.
//!
//! *Directives*: `.byte`, `.short` (`.2byte`, `.hword`), `.long` (`.4byte`, `.int`, `.word`), `.quad`
//! (`.8byte`), `.ascii`, `.asciz` (`.string`), `.fill`, `.space` (`.skip`, `.zero`), `.org`, `.p2align`, `.balign`
//! (`.align`), `.set` (`.equ`, `name = value`). `.` cannot be set.
//!
//! *Macros* (`.macro`, `.endm`, `.exitm`, `.purgem`; parameters with defaults, `:req` and `:vararg`, arguments by place
//! or by name, `\name`, `\@`, `\+`, `\()`, `.altmacro`), *repetitions* (`.rept`, `.irp`, `.irpc`, `.endr`),
//! *conditions* (`.if` and its kin to `.ifdef` and `.ifc`, `.elseif`, `.else`, `.endif`), *files* (`.include`,
//! `.incbin`: from folders that [`Options`] names), and messages (`.error`, `.warning`, `.print`) are LLVM's, blanks in
//! arguments included. Macros may be called 20 deep, and make 128 MiB of text.
//!
//! Capitals make no difference in mnemonics and directives; they do in registers and modifiers. Commas between operands may
//! be missing. A register's name means the register, even where a symbol is called so. A number that goes into a field
//! of an instruction must be known where it stands.
//!
//! # What is made
//!
//! [`assemble`] makes bare code, the bytes of `.text`. What compilers write around code is skipped: symbols' attributes
//! (`.globl`, `.type`, `.size` and the like), `.amdgcn_target` (which must be the target), `.amdhsa_kernel` and metadata
//! blocks, and data and labels in other sections (`.section`, `.pushsection`, `.popsection`, `.previous`). Relocations
//! (`symbol@rel32@lo`) and names from other sections are errors.
//!
//! [`assemble_object`] makes a code object, an ELF file that loaders take: all of that has its meaning there. A name may
//! be of another section, with `@rel32@lo`, `@gotpcrel32@lo` and the like behind it; as a literal it is its distance from
//! there, and in `.quad` an address that the loader completes.
//!
//! `//` and `;` start a comment, as `#` does at the start of a line; `/* */` may span lines.
//!
//! # CLRX's language
//!
//! With [`Dialect::Clrx`] a text is in the language of CLRX's assembler (CLRX ClrxAsmSyntax, ClrxAsmPseudoOps, and the
//! pages of the encodings), of which raw code is made; `docs/assembling.md` tells what of it is understood.
//!
//! # What is refused
//!
//! What the target cannot express, and what LLVM's assembler refuses though a decoder would read it:
//! vector instructions that read more than one scalar value (an SGPR, VCC, M0 or a literal) over the
//! constant bus, negative offsets into a buffer. A literal for a 64-bit float must have a lower half of
//! zeros, which LLVM's assembler would drop. Modifiers may stand in any order.
//!
//! # What the disassembler prints
//!
//! It is read back, though LLVM refuses some (a DMASK that no atomic has). On gfx8 and gfx9 the
//! disassembler follows LLVM's, which has operands that the generation or the instruction does not:
//! `null`, tuples up to `s103`, the apertures on gfx8, `src_scc` and the like as the destination of a
//! compare. These assemble; executing them is an error. What LLVM prints with a comment
//! (`vcc/*Invalid register, operand has 'SReg_128' register class*/`, `1/*Invalid immediate*/`) is
//! taken with that comment right behind it, and refused without.
//!
//! Some texts have lost what they stood for and are refused: a reserved DPP control, of which LLVM
//! prints a comment alone; FLAT's offset where the hardware ignores it; the literal that
//! `v_madmk_f16` and `v_madak_f16` also have as a source.

mod allowed;
mod args;
mod clrx;
mod constant;
mod dialect;
mod directive;
mod expand;
mod expr;
mod graphics;
mod inst;
mod lex;
mod lines;
mod memory;
mod mnemonic;
mod object;
mod output;
mod program;
mod register;
mod scalar;
mod symbolic;
mod taking;
#[cfg(test)]
mod tests;
mod vector;

use std::fmt;

pub use dialect::Dialect;
pub use expand::Options;

use crate::encode::Words;
use crate::error::SourceLine;
use crate::isa::{Gen, Inst};

/// Assembled code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assembled {
    /// The code, little-endian.
    pub bytes: Vec<u8>,
    /// Names of the labels and their byte offsets, by offset, then by name. Numeric labels and those
    /// that start with `.L` are left out.
    pub labels: Vec<(String, u64)>,
    /// What `.warning` and `.print` say.
    pub warnings: Vec<AsmError>,
    /// Byte offsets of instructions, ascending, with the lines that they come from: those that `.loc` names, each up to
    /// the next one, or else, when [`Options::source`] names the text, its own.
    pub lines: Vec<(u64, SourceLine)>,
}

impl Assembled {
    /// The code as dwords; an incomplete last one is filled with zeros.
    pub fn words(&self) -> Vec<u32> {
        let words = self.bytes.chunks(4).map(|c| {
            let mut w = [0; 4];
            w[..c.len()].copy_from_slice(c);
            u32::from_le_bytes(w)
        });
        words.collect()
    }
}

/// A mistake in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AsmError {
    /// The included file that it is in; `None` is the text itself.
    pub file: Option<String>,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong, on one line.
    pub message: String,
}

impl fmt::Display for AsmError {
    /// `LINE:COLUMN: message`, behind the file's name if it is an included one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
        }
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for AsmError {}

/// Assembles the program `source`.
///
/// ```
/// use gcn_jit::asm::assemble;
/// use gcn_jit::isa::Gen;
///
/// let code = assemble(Gen::Gfx9, "top: s_sub_u32 s0, s0, 1\n s_cbranch_scc0 top\n s_endpgm").unwrap();
/// assert_eq!(code.words(), [0x8080_8100, 0xbf84_fffe, 0xbf81_0000]);
/// assert_eq!(code.labels, [("top".to_owned(), 0)]);
/// ```
///
/// # Errors
/// Every mistake in the text, by line; at most one per statement.
pub fn assemble(generation: Gen, source: &str) -> Result<Assembled, Vec<AsmError>> {
    assemble_with(generation, source, &Options::default())
}

/// Assembles the program `source`, which may include files and use symbols that `options` has.
///
/// # Errors
/// As [`assemble`].
pub fn assemble_with(
    generation: Gen,
    source: &str,
    options: &Options,
) -> Result<Assembled, Vec<AsmError>> {
    program::assemble(generation, source, options)
}

pub use object::CodeObject;

/// Assembles the text of a code object: what `clang` and its linker make of it, an ELF file for a loader.
///
/// `target` is a target id (`gfx90a`, `gfx900:xnack+`, `gfx9-generic`); without it `.amdgcn_target` says it.
///
/// ```
/// use gcn_jit::asm::assemble_object;
/// use gcn_jit::loader::CodeObject;
///
/// let text = ".globl nothing
///     .p2align 8
///     .type nothing, @function
///     nothing: s_endpgm
///     .rodata
///     .p2align 6
///     .amdhsa_kernel nothing
///         .amdhsa_next_free_vgpr 1
///         .amdhsa_next_free_sgpr 0
///     .end_amdhsa_kernel";
/// let object = assemble_object(Some("gfx900"), text).unwrap();
/// assert_eq!(object.kernels, ["nothing"]);
/// let loaded = CodeObject::parse(&object.bytes, None).unwrap();
/// assert_eq!((loaded.target.as_str(), loaded.version), ("gfx900", 5));
/// ```
///
/// # Errors
/// Every mistake in the text, by line; at most one per statement.
pub fn assemble_object(target: Option<&str>, source: &str) -> Result<CodeObject, Vec<AsmError>> {
    assemble_object_with(target, source, &Options::default())
}

/// Assembles the text of a code object, which may include files and use symbols that `options` has.
///
/// # Errors
/// As [`assemble_object`].
pub fn assemble_object_with(
    target: Option<&str>,
    source: &str,
    options: &Options,
) -> Result<CodeObject, Vec<AsmError>> {
    object::assemble(target, source, options)
}

/// Whether `source` describes kernels (`.amdhsa_kernel`), so that a code object is made of it; else it is bare code.
pub fn describes_kernels(source: &str) -> bool {
    object::Declared::of(source).has_kernels
}

/// As [`describes_kernels`], of a text that may include files which do.
pub fn describes_kernels_with(generation: Gen, source: &str, options: &Options) -> bool {
    object::declared(generation, source, options).has_kernels
}

/// What `source` says of itself.
#[cfg(feature = "cli")]
pub(crate) fn declared(source: &str) -> object::Declared {
    object::Declared::of(source)
}

/// The target id that `source` says it is for, by `.amdgcn_target`: without its triple, `gfx90a:xnack-`.
pub fn declared_target(source: &str) -> Option<String> {
    object::Declared::of(source).target_id()
}

/// The target that `source`, a text in CLRX's language, says it is for (`.gpu`, `.arch`), as LLVM calls it.
pub fn declared_clrx_target(source: &str) -> Option<&'static str> {
    clrx::settings::declared(source)
}

/// Assembles one instruction at the address `pc`, to which `.` refers. It has no labels.
///
/// # Errors
/// The mistake in the text; its line is 1.
pub fn parse_inst(generation: Gen, text: &str, pc: u64) -> Result<(Inst, Words), AsmError> {
    let error = |e: lex::Error| AsmError {
        file: None,
        line: 1,
        column: e.column,
        message: e.message,
    };
    let line = lex::line(text, &mut false, Dialect::Llvm).map_err(error)?;
    let mut symbols = expr::Symbols::default();
    symbols.complete = true;
    symbols.here = pc as i64;
    let mut cursor = expr::Cursor::new(&line);
    inst::instruction(generation, &mut cursor, &symbols).map_err(error)
}
