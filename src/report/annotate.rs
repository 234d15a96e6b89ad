//! All code that was reached, with its counts, between lines of the source.

use super::listing::{Listing, Row};
use super::table::head;
use super::text::{COLUMNS, aligned, cells, offset, plain};
use crate::runtime::Outcome;
use crate::runtime::profile::Profile;

/// The code of `listing`.
pub fn code(profile: &Profile, outcome: &Outcome, listing: &Listing) -> String {
    let mut out = head(profile, outcome);
    for (file, text) in &listing.files {
        if let Err(why) = text {
            out += &plain(&format!("no text of {file}: {why}"));
            out.push('\n');
        }
    }
    for function in &listing.functions {
        out += &format!("\n<{}>:\n", plain(&function.name));
        let table = rows(&function.rows);
        // The first line is the header; then there is one for each row.
        let mut lines = table.lines();
        out += lines.next().unwrap_or_default();
        out.push('\n');
        let mut before = None;
        for (row, line) in function.rows.iter().zip(lines) {
            if !row.source.is_empty() && before != Some(&row.source) {
                for (i, place) in row.source.iter().enumerate() {
                    let inlined = if i == 0 { "" } else { "  inlined at " };
                    let text = listing.line(place).map(|t| format!("  {}", t.trim()));
                    let text = format!("{inlined}{place}{}", text.unwrap_or_default());
                    out += &format!("; {}\n", plain(&text));
                }
            }
            before = Some(&row.source);
            out += line;
            out.push('\n');
        }
    }
    out
}

/// The rows as a table, and its header.
fn rows(rows: &[Row]) -> String {
    let cells = |row: &Row| {
        let counts = row.counts.map(|i| cells(&i.sums));
        let [a, b, c, d, e, f] = counts.unwrap_or_default();
        [a, b, c, d, e, f, offset(row.pc), plain(&row.text)]
    };
    let rows: Vec<[String; 8]> = rows.iter().map(cells).collect();
    let [a, b, c, d, e, f] = COLUMNS;
    aligned([a, b, c, d, e, f, "at", "instruction"], &rows)
}
