//! `gcn-jit info`.

use std::fmt::Write;
use std::path::PathBuf;

use super::{Failure, assembly};
use crate::loader::{Arg, CodeObject, Contained, Format, Kernel};

/// Options of `gcn-jit info`.
#[derive(clap::Args, Debug)]
pub struct InfoArgs {
    /// Code object or a file with some in it, assembly text, or raw program with --isa; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Target of a raw program, or of text that does not say it, e.g. gfx803 or gfx90a:xnack-
    #[arg(long, value_name = "gfxNNN")]
    isa: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Prints what a file holds.
pub fn info(a: &InfoArgs) -> Result<(), Failure> {
    let bytes = super::read_file(&a.file)?;
    if a.isa.is_none() && !assembly::is_text(&a.file, &bytes) {
        // What is wrong with the file as a whole, loading says.
        let all = CodeObject::each(&bytes).unwrap_or_default();
        if all.iter().filter(|c| c.object.is_ok()).count() > 1 {
            return several(&all, a.json);
        }
    }
    let object = super::loaded(&a.file, bytes, a.isa.as_deref(), None)?;
    let text = if a.json {
        json(&object)?
    } else {
        describe(&object)
    };
    super::print(&text)
}

fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string_pretty(value)
        .map(|t| t + "\n")
        .map_err(|e| Failure::usage(format!("cannot print JSON: {e}")))
}

/// Prints what a file with several code objects holds: of those that cannot be loaded, why.
fn several(all: &[Contained], as_json: bool) -> Result<(), Failure> {
    if as_json {
        let each = all.iter().map(|c| match &c.object {
            Ok(object) => serde_json::to_value(object).unwrap_or_default(),
            Err(e) => serde_json::json!({ "target": c.target, "error": e.to_string() }),
        });
        return super::print(&json(&each.collect::<Vec<_>>())?);
    }
    let mut out = String::new();
    for (i, c) in all.iter().enumerate() {
        let (before, n, of) = (if i == 0 { "" } else { "\n" }, i + 1, all.len());
        out += &format!("{before}code object {n} of {of}");
        match &c.object {
            Ok(object) => out += &format!("\n{}", describe(object)),
            Err(e) => out += &format!(", {}: {e}\n", c.target),
        }
    }
    super::print(&out)
}

fn describe(o: &CodeObject) -> String {
    let mut out = format!("target   {}\n", o.target);
    out += &format!("xnack    {}\n", o.xnack.name());
    out += &format!("sramecc  {}\n", o.sramecc.name());
    let format = match o.format {
        Format::Raw => "raw program".to_owned(),
        Format::CodeObject => format!("code object, version {}", o.version),
        Format::AmdOpenCl1 => "AMD OpenCL 1.2 binary".to_owned(),
        Format::AmdOpenCl2 => "AMD OpenCL 2.0 binary".to_owned(),
        Format::Gallium => "Mesa compute binary".to_owned(),
    };
    out += &format!("format   {format}\n");
    for k in &o.kernels {
        out.push('\n');
        // Writing to a string cannot fail.
        let _ = kernel(&mut out, k, o.version);
    }
    out
}

fn kernel(out: &mut String, k: &Kernel, version: u8) -> std::fmt::Result {
    writeln!(out, "kernel {}", k.name)?;
    writeln!(out, "  entry              {:#x}", k.entry)?;
    writeln!(
        out,
        "  registers          {} VGPRs, {} SGPRs",
        k.vgprs, k.sgprs
    )?;
    writeln!(out, "  LDS                {} bytes", k.lds_size)?;
    let dynamic = if k.dynamic_stack {
        " and a stack that grows"
    } else {
        ""
    };
    writeln!(
        out,
        "  scratch            {} bytes per work-item{dynamic}",
        k.private_size
    )?;
    if let Some(what) = &k.unsupported {
        writeln!(out, "  cannot run         it needs {what}")?;
    }
    if version != 0 {
        writeln!(
            out,
            "  argument segment   {} bytes, aligned to {}",
            k.kernarg_size, k.kernarg_align
        )?;
    }
    if let Some([x, y, z]) = k.reqd_workgroup_size {
        writeln!(out, "  work-group size    must be {x},{y},{z}")?;
    } else if let Some(max) = k.max_flat_workgroup_size {
        writeln!(out, "  work-group size    at most {max} work-items")?;
    }
    let (explicit, hidden): (Vec<&Arg>, Vec<&Arg>) =
        k.args.iter().partition(|a| !a.kind.is_hidden());
    if k.args.is_empty() {
        let unknown = version == 0 || k.kernarg_size > 0;
        let what = if unknown { "not described" } else { "none" };
        return writeln!(out, "  arguments          {what}");
    }
    writeln!(out, "  arguments")?;
    let rows: Vec<[String; 6]> = explicit
        .iter()
        .enumerate()
        .map(|(i, a)| {
            let or_dash = |s: &Option<String>| s.clone().unwrap_or_else(|| "-".to_owned());
            [
                i.to_string(),
                or_dash(&a.name),
                format!("offset {}", a.offset),
                format!("size {}", a.size),
                kind(a),
                or_dash(&a.type_name),
            ]
        })
        .collect();
    let width = |c: usize| rows.iter().map(|r| r[c].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..6).map(width).collect();
    for row in &rows {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(cell, w)| format!("{cell:w$}"))
            .collect();
        writeln!(out, "    {}", cells.join("  ").trim_end())?;
    }
    if !hidden.is_empty() {
        writeln!(out, "    and {} hidden ones", hidden.len())?;
    }
    Ok(())
}

/// The kind of an argument in the words of the metadata.
fn kind(a: &Arg) -> String {
    let kind = serde_json::to_value(a.kind)
        .ok()
        .and_then(|v| v.as_str().map(str::to_owned))
        .unwrap_or_default();
    match &a.value_type {
        Some(t) => format!("{kind} {t}"),
        None => kind,
    }
}
