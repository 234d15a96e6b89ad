//! Counts as text: what the table, the annotated code and the page share.

use crate::runtime::Outcome;
use crate::runtime::profile::{Profile, Sums};

/// Says what the shares are.
pub const SHARE: &str = "share: of the time on the host, an estimate: executions times the cost of their kind of \
                         instruction";

/// Names of the columns of [`cells`].
pub const COLUMNS: [&str; 6] = ["share", "executed", "lanes", "bytes", "lines", "LDS"];

/// What was counted, in the order of [`COLUMNS`]; empty where it makes no sense.
pub fn cells(sums: &Sums) -> [String; 6] {
    let t = &sums.traffic;
    let bytes = t.global.total() + t.lds.total() + t.private.total();
    let conflicts = (t.banks.lds_least_cycles != 0).then(|| {
        let factor = t.banks.lds_cycles as f64 / t.banks.lds_least_cycles as f64;
        let sign = about(t.banks.lds_estimated || t.is_sampled());
        format!("{sign}{factor:.1}x")
    });
    [
        percent(sums.share),
        sums.executions.to_string(),
        sums.utilisation.map_or(String::new(), percent),
        match bytes {
            0 => String::new(),
            n => n.to_string(),
        },
        sums.lines_per_access().map_or(String::new(), |l| {
            format!("{}{l:.1}", about(t.is_sampled()))
        }),
        conflicts.unwrap_or_default(),
    ]
}

/// The sign of an estimate.
fn about(estimated: bool) -> &'static str {
    if estimated { "~" } else { "" }
}

/// Says what is exact.
pub fn exact(profile: &Profile) -> String {
    let t = &profile.totals.traffic;
    if t.is_sampled() {
        format!(
            "executions, lanes and bytes are exact; lines and cycles of the LDS (~) are estimated from {} of {} accesses",
            t.measured, t.accesses
        )
    } else {
        "counts are exact".to_owned()
    }
}

/// `12.5%`.
pub fn percent(part: f64) -> String {
    format!("{:.1}%", 100.0 * part)
}

/// Where an instruction is: `+0x10`.
pub fn offset(pc: i64) -> String {
    let sign = if pc < 0 { '-' } else { '+' };
    format!("{sign}{:#x}", pc.unsigned_abs())
}

/// `1 wave`, `2 waves`.
pub fn many(n: u64, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

/// What the launch did as a whole: names and values.
pub fn summary(profile: &Profile, outcome: &Outcome) -> Vec<(&'static str, String)> {
    let (stats, all) = (&outcome.stats, &profile.totals);
    let t = &all.traffic;
    let bytes = |b: &crate::runtime::profile::Bytes| {
        format!("{} bytes read, {} written", b.read, b.written)
    };
    let mut rows = vec![
        ("kernel", format!("{}, {}", profile.kernel, profile.target)),
        (
            "executed",
            format!(
                "{}, {}, {}",
                many(stats.workgroups, "work-group"),
                many(stats.waves, "wave"),
                many(all.executions, "wave instruction")
            ),
        ),
    ];
    if let Some(utilisation) = all.utilisation {
        let vector = many(all.vector_executions, "vector instruction");
        let text = format!("{} of the lanes of {vector}", percent(utilisation));
        rows.push(("active", text));
    }
    let mut operations = all.operations.to_string();
    if all.f64_operations != 0 {
        operations += &format!(", {} of them in f64", all.f64_operations);
    }
    if let Some(intensity) = profile.intensity() {
        operations += &format!("; {intensity:.3} per byte of global memory");
    }
    rows.push(("operations", operations));
    if t.global.total() != 0 {
        let mut text = bytes(&t.global);
        if let Some(footprint) = profile.footprint {
            text += &format!("; {footprint} bytes in lines that were touched");
        }
        rows.push(("global memory", text));
    }
    if t.private.total() != 0 {
        rows.push(("private memory", bytes(&t.private)));
    }
    if let Some(lines) = all.lines_per_access() {
        let used = t.used_bytes as f64 / (64.0 * t.lines as f64);
        let text = format!(
            "{}{lines:.1} lines of 64 bytes per access, {} of their bytes used",
            about(t.is_sampled()),
            percent(used)
        );
        rows.push(("lines", text));
    }
    if t.lds.total() != 0 {
        let mut text = bytes(&t.lds);
        if t.banks.lds_cycles != 0 {
            text += &format!(
                "; {} of the banks, {} of them by conflicts",
                many(t.banks.lds_cycles, "cycle"),
                t.banks.conflict_cycles()
            );
            text += if t.banks.lds_estimated || t.is_sampled() {
                " (an estimate)"
            } else {
                ""
            };
        }
        rows.push(("LDS", text));
    }
    rows
}

/// A table: columns are aligned at their right ends, but the last.
pub fn aligned<const N: usize>(header: [&str; N], rows: &[[String; N]]) -> String {
    let header = header.map(str::to_owned);
    let all = || std::iter::once(&header).chain(rows);
    let width = |i: usize| all().map(|r| r[i].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let mut out = String::new();
    for row in all() {
        let mut line = String::new();
        for (i, cell) in row.iter().enumerate() {
            if i + 1 == N {
                line += cell;
            } else {
                line += &format!("{cell:>width$}  ", width = widths[i]);
            }
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// One line of text, whatever files have in their names.
pub fn plain(text: &str) -> String {
    text.replace('\t', "    ").replace(char::is_control, " ")
}

/// Text as HTML: nothing in it has a meaning, in attributes neither.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\t' => out += "    ",
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_files_say_is_text() {
        assert_eq!(
            escape("<a href=\"x\" id='y'>&\u{1b}\n"),
            "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;  "
        );
    }
}
