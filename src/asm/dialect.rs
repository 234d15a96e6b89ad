//! Which assembler's language a text is written in.

/// The language of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// That of LLVM's assembler, and so of compilers.
    #[default]
    Llvm,
    /// That of CLRX's assembler: the instructions of its documentation, and the directives that no container needs.
    Clrx,
}
