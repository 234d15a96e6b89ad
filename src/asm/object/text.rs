//! What a text says about the whole of itself, before it is assembled.

use crate::asm::dialect::Dialect;
use crate::asm::lex::{self, Tok};
use crate::isa::target::TargetId;

/// What a text says it is.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// The target id behind `.amdgcn_target`, with its line and column.
    pub target: Option<(usize, usize, String)>,
    /// The version behind `.amdhsa_code_object_version`, with its line.
    pub version: Option<(usize, u64)>,
    /// The line of `.amdgpu_metadata`, and what stands behind it.
    pub metadata: Option<(usize, String)>,
    /// Whether it describes a kernel, so that it is the text of a code object.
    pub has_kernels: bool,
    /// Whether it describes one as code objects of version 2 have it.
    #[cfg_attr(
        not(feature = "cli"),
        allow(dead_code, reason = "the command tells of it")
    )]
    pub has_old_kernels: bool,
}

impl Declared {
    /// The target id without its triple, if it is one.
    pub fn target_id(&self) -> Option<String> {
        let (_, _, target) = self.target.as_ref()?;
        let id = TargetId::parse(target).ok()?;
        Some(id.to_string())
    }

    /// Reads the directives that say it.
    pub fn of(source: &str) -> Declared {
        Declared::of_lines((1..).zip(source.lines()))
    }

    /// As [`Self::of`], of lines and their numbers.
    pub fn of_lines<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Declared {
        let mut out = Declared::default();
        let mut in_comment = false;
        let mut in_metadata = false;
        for (number, text) in lines {
            if in_metadata {
                in_metadata = text.trim() != ".end_amdgpu_metadata";
                if let (Some((_, lines)), true) = (&mut out.metadata, in_metadata) {
                    lines.push_str(text);
                    lines.push('\n');
                }
                continue;
            }
            // Most lines are instructions, and need no second look.
            if !in_comment && !text.contains("/*") && !text.trim_start().starts_with('.') {
                continue;
            }
            let Ok(line) = lex::line(text, &mut in_comment, Dialect::Llvm) else {
                continue;
            };
            let token = |n: usize| line.tokens.get(n);
            let Some(Tok::Word(name)) = token(0).map(|t| t.tok) else {
                continue;
            };
            match (name, token(1).map(|t| (t.column, t.tok))) {
                (".amdgcn_target", Some((column, Tok::Str(target)))) => {
                    out.target
                        .get_or_insert((number, column, target.to_owned()));
                }
                (".amdhsa_code_object_version", Some((_, Tok::Int(version)))) => {
                    out.version.get_or_insert((number, version));
                }
                (".amdgpu_metadata", _) => {
                    in_metadata = true;
                    out.metadata.get_or_insert((number, String::new()));
                }
                (".amdhsa_kernel", _) => out.has_kernels = true,
                (".amd_kernel_code_t" | ".hsa_code_object_isa", _) => out.has_old_kernels = true,
                (".end", _) => break,
                _ => {}
            }
        }
        out
    }
}
