//! `gcn-jit info`.

use std::fmt::Write;
use std::path::PathBuf;

use super::Failure;
use crate::loader::{Arg, CodeObject, Kernel};

/// Options of `gcn-jit info`.
#[derive(clap::Args, Debug)]
pub struct InfoArgs {
    /// Code object (ELF), assembly text, or raw program with --isa; - reads standard input
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
    let object = super::load(&a.file, a.isa.as_deref())?;
    let text = if a.json {
        serde_json::to_string_pretty(&object)
            .map(|t| t + "\n")
            .map_err(|e| Failure::usage(format!("cannot print JSON: {e}")))?
    } else {
        describe(&object)
    };
    super::print(&text)
}

fn describe(o: &CodeObject) -> String {
    let mut out = format!("target   {}\n", o.target);
    out += &format!("xnack    {}\n", o.xnack.name());
    out += &format!("sramecc  {}\n", o.sramecc.name());
    match o.version {
        0 => out.push_str("format   raw program\n"),
        v => out += &format!("format   code object, version {v}\n"),
    }
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
