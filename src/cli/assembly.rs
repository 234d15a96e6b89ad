//! Assembly text where a program is wanted: what is text, and what is made of it.

use std::path::Path;

use super::Failure;
use crate::asm::{self, AsmError, Dialect, Options};
use crate::error::SourceLine;
use crate::isa::target::{processor, runs_on};

/// Endings of files that hold assembly text.
const ENDINGS: &[&str] = &["s", "S", "asm"];

/// With what the text in `path` is assembled that is run: files that it names are looked for in the present folder, and
/// what is found in it names its lines.
pub fn options(path: &Path) -> Options {
    Options {
        folders: vec![".".into()],
        source: Some(title(path)),
        ..Options::default()
    }
}

/// What became of a text.
pub enum Made {
    /// A code object: an ELF file.
    Object(Vec<u8>),
    /// Bare code, for a target.
    Code {
        bytes: Vec<u8>,
        isa: String,
        /// See [`asm::Assembled::lines`].
        lines: Vec<(u64, SourceLine)>,
    },
}

/// Whether a file is assembly text: by its name, or by the directives in it that only such text has.
pub fn is_text(path: &Path, bytes: &[u8]) -> bool {
    let ending = path.extension().and_then(|e| e.to_str());
    if ending.is_some_and(|e| ENDINGS.contains(&e)) {
        return !bytes.starts_with(b"\x7fELF");
    }
    // Programs and code objects have zeros near the start, and are not read through.
    if bytes.iter().take(4096).any(|b| *b == 0) {
        return false;
    }
    std::str::from_utf8(bytes).is_ok_and(|text| {
        let declared = asm::declared(text);
        declared.has_kernels || declared.target.is_some()
    })
}

/// What a text is called in messages.
pub fn title(path: &Path) -> String {
    match path.to_str() {
        Some("-") => "<stdin>".into(),
        _ => path.display().to_string(),
    }
}

/// The text in `bytes`.
pub fn text(path: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|e| {
        let name = title(path);
        let valid = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|b| **b == b'\n').count() + 1;
        let start = valid.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        let column = String::from_utf8_lossy(&valid[start..]).chars().count() + 1;
        Failure::Usage(format!("{name}:{line}:{column}: this is not UTF-8 text"))
    })
}

/// What is made of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A code object when it describes kernels, else its code.
    What,
    /// Its code alone.
    Code,
}

/// Assembles a text. The target is `isa`, or what the text says; with `prefer_text` the text has the say.
pub fn assemble(
    path: &Path,
    source: &str,
    isa: Option<&str>,
    wanted: Wanted,
    prefer_text: bool,
    options: &Options,
) -> Result<Made, Failure> {
    let name = title(path);
    let located = |e: &AsmError| match e.file {
        Some(_) => e.to_string(),
        None => format!("{name}:{e}"),
    };
    let warn = |warnings: &[AsmError]| {
        for warning in warnings {
            super::warn(&format!("warning: {}", located(warning)));
        }
    };
    let failure = |errors: Vec<AsmError>| {
        let more = match errors.len() {
            0 | 1 => String::new(),
            2 => " (and 1 more mistake)".into(),
            n => format!(" (and {} more mistakes)", n - 1),
        };
        let first = errors.first().map(located).unwrap_or_default();
        Failure::Usage(format!("{first}{more}"))
    };
    if options.dialect == Dialect::Clrx {
        let Some(isa) = isa.or_else(|| asm::declared_clrx_target(source)) else {
            return Err(Failure::Usage(format!(
                "{name}: which target is this text for? --isa gfxNNN or a line .gpu or .arch says it"
            )));
        };
        let generation =
            crate::loader::generation(isa).map_err(|e| Failure::usage(e.to_string()))?;
        let code = asm::assemble_with(generation, source, options).map_err(failure)?;
        warn(&code.warnings);
        return Ok(Made::Code {
            bytes: code.bytes,
            isa: isa.to_owned(),
            lines: code.lines,
        });
    }
    let declared = asm::declared(source);
    let said = declared.target_id();
    let given = isa;
    let isa = match (isa, &said, prefer_text) {
        (Some(_), Some(said), true) => Some(said.as_str()),
        (isa, ..) => isa,
    };
    if let Some(isa) = isa {
        crate::loader::generation(isa).map_err(|e| Failure::usage(e.to_string()))?;
    } else if declared.target.is_none() {
        return Err(Failure::Usage(format!(
            "{name}: which target is this text for? --isa gfxNNN or a line .amdgcn_target says it"
        )));
    }
    let is_of_kernels = declared.has_kernels
        || isa
            .or(said.as_deref())
            .and_then(|isa| crate::loader::generation(isa).ok())
            .is_some_and(|g| asm::describes_kernels_with(g, source, options));
    match (wanted, is_of_kernels, declared.has_old_kernels) {
        (Wanted::What, true, _) => {
            let object = asm::assemble_object_with(isa, source, options).map_err(failure)?;
            warn(&object.warnings);
            return Ok(Made::Object(object.bytes));
        }
        (Wanted::What, false, true) => {
            return Err(Failure::Usage(format!(
                "{name}: the text describes kernels of code objects of version 2, which are not made; \
                 gcn-jit asm --raw makes a program of the code alone"
            )));
        }
        (Wanted::What, false, false) | (Wanted::Code, ..) => {}
    }
    // Of code objects, loading says it.
    if let (Some(card), Some(of), true) = (given, &said, prefer_text)
        && !runs_on(processor(of), processor(card))
    {
        return Err(Failure::Usage(format!(
            "{name}: the text is for {of}, not for {card}"
        )));
    }
    // What is wrong with the target that the text names, assembling says.
    let isa = isa.map(str::to_owned).or(said);
    let isa = isa.unwrap_or_else(|| crate::isa::Gen::Gfx9.target().to_owned());
    let generation =
        crate::loader::generation(&isa).map_err(|e| Failure::Usage(format!("{name}: {e}")))?;
    let code = asm::assemble_with(generation, source, options).map_err(failure)?;
    warn(&code.warnings);
    Ok(Made::Code {
        bytes: code.bytes,
        isa,
        lines: code.lines,
    })
}
