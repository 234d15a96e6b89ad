//! One page with everything, which needs no network, and no script except to sort and to highlight.

use std::collections::BTreeMap;

use super::estimate;
use super::listing::{Function, Listing, Text};
use super::plots::{roofline, timeline};
use super::table::hot;
use super::text::{COLUMNS, SHARE, cells, escape, exact, offset, percent, summary};
use crate::error::SourceLine;
use crate::runtime::Outcome;
use crate::runtime::estimate::Estimate;
use crate::runtime::profile::{Instruction, Line, Profile, Sums};

/// The page, with names in double braces where the parts go.
const TEMPLATE: &str = include_str!("template.html");

/// Lines of the source that are shown around one with code.
const AROUND: u32 = 8;

/// Instructions in the list of the hottest.
const HOTTEST: usize = 100;

/// The template with `parts` in the places of their names. What is put in is not looked at again.
fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        out += before;
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        let part = parts.iter().find(|(n, _)| *n == name);
        out += part.map_or("", |(_, html)| html);
        rest = after;
    }
    out + rest
}

/// The page.
pub fn page(
    profile: &Profile,
    outcome: &Outcome,
    estimates: &[Estimate],
    listing: &Listing,
) -> String {
    let title = format!("{}, {}", profile.kernel, profile.target);
    let summary = summary(profile, outcome).into_iter().skip(1);
    let summary = summary.map(|(name, value)| {
        let value = escape(&value);
        format!("<tr><th>{name}</th><td>{value}</td></tr>\n")
    });
    let fault = outcome.fault.as_ref().map(|f| {
        let text = escape(&f.to_string());
        format!(
            "<p><strong>The kernel faulted; this is what it did until then.</strong> {text}</p>"
        )
    });
    let columns = COLUMNS.map(|c| format!("<th>{c}</th>"));
    let places = Places::new(listing);
    let parts = [
        ("title", escape(&title)),
        ("summary", summary.collect()),
        ("share", escape(SHARE)),
        ("exact", escape(&exact(profile))),
        ("fault", fault.unwrap_or_default()),
        ("estimates", estimate::sections(estimates)),
        ("roofline", roofline(profile)),
        ("timeline", timeline(&profile.timeline)),
        ("columns", columns.concat()),
        ("hottest", hottest(profile, &places)),
        ("source", sources(profile, listing, &places)),
        ("code", code(profile, listing, &places)),
    ];
    fill(TEMPLATE, &parts)
}

/// The launch as a whole, and the up to `top` instructions and lines of the source that take most.
pub fn fragment(profile: &Profile, outcome: &Outcome, top: usize) -> String {
    let left = "text-align: left";
    let mut out = "<table>\n".to_owned();
    for (name, value) in summary(profile, outcome) {
        let value = escape(&value);
        out += &format!(
            "<tr><th style=\"{left}\">{name}</th><td style=\"{left}\">{value}</td></tr>\n"
        );
    }
    out += "</table>\n";
    if let Some(fault) = &outcome.fault {
        out += &format!("<p><strong>{}</strong></p>\n", escape(&fault.to_string()));
    }
    out += &format!("<p>{}</p>\n", escape(SHARE));
    let mut table = |what: &str, rows: Vec<(&Sums, String)>| {
        let columns = COLUMNS.map(|c| format!("<th>{c}</th>")).concat();
        out += &format!("<table>\n<tr>{columns}<th style=\"{left}\">{what}</th></tr>\n");
        for (sums, text) in rows {
            let cells = cells(sums).map(|c| format!("<td>{c}</td>")).concat();
            let text = escape(&text);
            out += &format!("<tr>{cells}<td style=\"{left}\"><code>{text}</code></td></tr>\n");
        }
        out += "</table>\n";
    };
    let instructions = hot(&profile.instructions, |i| &i.sums, top);
    let text = |i: &Instruction| format!("{} {}", offset(i.pc), i.instruction);
    table(
        "instruction",
        instructions.map(|i| (&i.sums, text(i))).collect(),
    );
    if !profile.lines.is_empty() {
        let lines = hot(&profile.lines, |l| &l.sums, top);
        let text = |l: &Line| format!("{}:{}", l.file, l.line);
        table("line", lines.map(|l| (&l.sums, text(l))).collect());
    }
    out
}

/// Names for lines of the source, as rows and links have them.
struct Places<'a>(BTreeMap<&'a str, usize>);

impl<'a> Places<'a> {
    fn new(listing: &'a Listing<'_>) -> Places<'a> {
        let files = listing.files.keys().enumerate();
        Places(files.map(|(i, f)| (f.as_str(), i)).collect())
    }

    fn name(&self, file: &str, line: u32) -> Option<String> {
        let file = self.0.get(file)?;
        Some(format!("{file}-{line}"))
    }

    fn of(&self, line: &SourceLine) -> Option<String> {
        self.name(&line.file, line.line)
    }

    /// ` data-line="0-16"`, for a row that belongs to a line.
    fn data(&self, source: &[SourceLine]) -> String {
        let name = source.first().and_then(|l| self.of(l));
        name.map_or(String::new(), |n| format!(" data-line=\"{n}\""))
    }
}

/// The cells of what was counted, in the order of [`COLUMNS`]. `most` is the highest share in the table.
fn counts(sums: &Sums, most: f64) -> [String; COLUMNS.len()] {
    let heat = if most > 0.0 {
        // What takes little should still be seen.
        (sums.share / most).sqrt()
    } else {
        0.0
    };
    let [share, executed, _, bytes, lines, lds] = cells(sums);
    let lanes = sums.utilisation.map_or(String::new(), |part| {
        let text = percent(part);
        let width = 100.0 * part;
        format!(
            "<span class=\"lanes\"><i style=\"width: {width:.1}%\"></i></span><span class=\"part\">{text}</span>"
        )
    });
    let t = &sums.traffic;
    let value = |v: f64, cell: &str| format!("<td data-value=\"{v}\">{cell}</td>");
    let all = t.global.total() + t.lds.total() + t.private.total();
    [
        format!(
            "<td class=\"heat\" style=\"--h: {heat:.3}\" data-value=\"{}\">{share}</td>",
            sums.share
        ),
        value(sums.executions as f64, &executed),
        value(sums.utilisation.unwrap_or(-1.0), &lanes),
        value(all as f64, &bytes),
        value(sums.lines_per_access().unwrap_or(-1.0), &lines),
        value(t.banks.conflict_cycles() as f64, &lds),
    ]
}

/// A link to a line, or its name where it has no place.
fn link(line: &SourceLine, places: &Places) -> String {
    let text = escape(&line.to_string());
    match places.of(line) {
        Some(name) => format!("<a href=\"#l{name}\">{text}</a>"),
        None => text,
    }
}

fn most<'a>(all: impl Iterator<Item = &'a Sums>) -> f64 {
    all.map(|s| s.share).fold(0.0, f64::max)
}

fn hottest(profile: &Profile, places: &Places) -> String {
    let most = most(profile.instructions.iter().map(|i| &i.sums));
    let row = |i: &Instruction| {
        let line = i.source.first().map(|l| link(l, places));
        format!(
            "<tr>{}<td><a href=\"#i{}\">{}</a>  {}  {}</td></tr>\n",
            counts(&i.sums, most).concat(),
            i.pc,
            offset(i.pc),
            escape(&i.instruction),
            line.unwrap_or_default()
        )
    };
    let hottest = hot(&profile.instructions, |i| &i.sums, HOTTEST);
    hottest.map(row).collect()
}

/// The first `columns` of [`COLUMNS`], and others behind them.
fn header(columns: usize, last: &str) -> String {
    let columns = COLUMNS[..columns].iter().map(|c| format!("<th>{c}</th>"));
    let columns: String = columns.collect();
    format!("<thead><tr>{columns}{last}</tr></thead>\n")
}

/// Columns that the source has, which needs room for its text: share, executed, lanes.
const OF_SOURCE: usize = 3;

/// The files of the source, each with its lines that have code and those around them.
fn sources(profile: &Profile, listing: &Listing, places: &Places) -> String {
    let mut out = String::new();
    let most = most(profile.lines.iter().map(|l| &l.sums));
    for (file, text) in &listing.files {
        let lines: BTreeMap<u32, &Sums> = profile
            .lines
            .iter()
            .filter(|l| l.file == *file)
            .map(|l| (l.line, &l.sums))
            .collect();
        out += &format!("<h3>{}</h3>\n", escape(file));
        if let Err(why) = text {
            out += &format!("<p class=\"note\">No text: {}.</p>\n", escape(why));
        }
        out += &format!(
            "<table>{}<tbody>\n",
            header(OF_SOURCE, "<th>line</th><th>source</th>")
        );
        let mut before = 0;
        for line in shown(&lines, text) {
            if line > before + 1 && before != 0 {
                let empty = "<td></td>".repeat(OF_SOURCE);
                out += &format!("<tr>{empty}<td>...</td><td></td></tr>\n");
            }
            before = line;
            let name = places.name(file, line).unwrap_or_default();
            let cells = match lines.get(&line) {
                Some(sums) => counts(sums, most)[..OF_SOURCE].concat(),
                None => "<td></td>".repeat(OF_SOURCE),
            };
            let words = text.as_ref().ok().and_then(|t| {
                let i = (line as usize).checked_sub(1)?;
                t.get(i)
            });
            let words = escape(words.map_or("", String::as_str));
            out += &format!(
                "<tr id=\"l{name}\" data-line=\"{name}\">{cells}<td>{line}</td><td>{words}</td></tr>\n"
            );
        }
        out += "</tbody></table>\n";
    }
    if listing.files.is_empty() {
        "<p class=\"note\">The file has no line numbers (clang: -gline-tables-only).</p>\n"
            .to_owned()
    } else {
        out
    }
}

/// Numbers of the lines to show: those with code, and of a text those around them.
fn shown(lines: &BTreeMap<u32, &Sums>, text: &Text) -> Vec<u32> {
    let last = text.as_ref().map_or(0, |t| t.len() as u32);
    let mut shown: Vec<u32> = lines.keys().copied().collect();
    for line in lines.keys() {
        let around = line.saturating_sub(AROUND).max(1)..=line.saturating_add(AROUND).min(last);
        shown.extend(around);
    }
    shown.sort_unstable();
    shown.dedup();
    shown
}

/// The functions that were reached.
fn code(profile: &Profile, listing: &Listing, places: &Places) -> String {
    let most = most(profile.instructions.iter().map(|i| &i.sums));
    let mut out = String::new();
    for function in &listing.functions {
        out += &format!("<h3>{}</h3>\n", escape(&function.name));
        out += &format!(
            "<table>{}<tbody>\n",
            header(COLUMNS.len(), "<th>at</th><th>instruction</th>")
        );
        out += &rows(function, places, most);
        out += "</tbody></table>\n";
    }
    out
}

fn rows(function: &Function, places: &Places, most: f64) -> String {
    let mut out = String::new();
    let mut before = None;
    for row in &function.rows {
        let data = places.data(&row.source);
        if !row.source.is_empty() && before != Some(&row.source) {
            let chain: Vec<String> = row.source.iter().map(|l| link(l, places)).collect();
            let span = COLUMNS.len() + 2;
            out += &format!(
                "<tr class=\"place\"{data}><td colspan=\"{span}\">{}</td></tr>\n",
                chain.join(", inlined at ")
            );
        }
        before = Some(&row.source);
        let (cells, class) = match row.counts {
            Some(i) => (counts(&i.sums, most).concat(), ""),
            None => ("<td></td>".repeat(COLUMNS.len()), " class=\"never\""),
        };
        out += &format!(
            "<tr id=\"i{}\"{data}>{cells}<td{class}>{}</td><td{class}>{}</td></tr>\n",
            row.pc,
            offset(row.pc),
            escape(&row.text)
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name in a part is not filled in.
    #[test]
    fn parts_are_put_in_once() {
        let parts = [("a", "{{b}}".to_owned()), ("b", "B".to_owned())];
        assert_eq!(fill("<{{a}}|{{b}}|{{c}}>", &parts), "<{{b}}|B|>");
    }

    /// Every name of the template has a part.
    #[test]
    fn the_template_names_the_parts() {
        let names: Vec<&str> = TEMPLATE
            .split("{{")
            .skip(1)
            .filter_map(|s| s.split("}}").next())
            .collect();
        let want = [
            "title",
            "title",
            "summary",
            "share",
            "exact",
            "fault",
            "estimates",
            "roofline",
            "timeline",
            "columns",
            "hottest",
            "source",
            "code",
        ];
        assert_eq!(names, want);
    }
}
