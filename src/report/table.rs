//! The instructions and lines that take most.

use super::text::{COLUMNS, SHARE, aligned, cells, exact, offset, plain, summary};
use crate::runtime::Outcome;
use crate::runtime::profile::{Instruction, Line, Profile, Sums};

/// What the launch did, and up to `top` instructions and lines of the source that took most of the time.
pub fn hottest(profile: &Profile, outcome: &Outcome, top: usize) -> String {
    let mut out = head(profile, outcome);
    let instruction = |i: &Instruction| {
        let line = i.source.first().map(|l| format!("  {l}"));
        let at = offset(i.pc);
        plain(&format!(
            "{at:<7} {}{}",
            i.instruction,
            line.unwrap_or_default()
        ))
    };
    let instructions: Vec<(&Sums, String)> = hot(&profile.instructions, |i| &i.sums, top)
        .map(|i| (&i.sums, instruction(i)))
        .collect();
    section(
        &mut out,
        "instruction",
        &instructions,
        profile.instructions.len(),
    );
    let line = |l: &Line| plain(&format!("{}:{}", l.file, l.line));
    let lines: Vec<(&Sums, String)> = hot(&profile.lines, |l| &l.sums, top)
        .map(|l| (&l.sums, line(l)))
        .collect();
    if !lines.is_empty() {
        section(&mut out, "line", &lines, profile.lines.len());
    }
    out
}

/// What the launch did as a whole.
pub fn head(profile: &Profile, outcome: &Outcome) -> String {
    let rows = summary(profile, outcome).into_iter();
    let mut out: String = rows
        .map(|(name, value)| format!("{name:<15} {}\n", plain(&value)))
        .collect();
    if profile.totals.traffic.is_sampled() {
        out += &format!("({})\n", exact(profile));
    }
    out += &format!("({SHARE})\n");
    out
}

/// Those that take most, the first of equal ones first.
pub fn hot<T>(all: &[T], sums: impl Fn(&T) -> &Sums, top: usize) -> impl Iterator<Item = &T> {
    let mut sorted: Vec<&T> = all.iter().collect();
    sorted.sort_by(|a, b| sums(b).share.total_cmp(&sums(a).share));
    sorted.into_iter().take(top)
}

fn section(out: &mut String, what: &str, shown: &[(&Sums, String)], all: usize) {
    let [a, b, c, d, e, f] = COLUMNS;
    let rows: Vec<[String; 7]> = shown
        .iter()
        .map(|(sums, text)| {
            let [a, b, c, d, e, f] = cells(sums);
            [a, b, c, d, e, f, text.clone()]
        })
        .collect();
    out.push('\n');
    *out += &aligned([a, b, c, d, e, f, what], &rows);
    if shown.len() < all {
        *out += &format!("and {} more\n", all - shown.len());
    }
}
