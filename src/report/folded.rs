//! Stacks in the form that flame graphs are made of, one line for each with a count.

use std::collections::BTreeMap;

use super::listing::Listing;
use super::text::offset;
use crate::runtime::profile::{Instruction, Profile};

/// `KERNEL;FUNCTION;INLINED...;LINE COUNT`, in the order of the alphabet; the count is that of wave instructions. The
/// function is left out where it is the kernel itself, and the line is an offset where the file tells none.
pub fn stacks(profile: &Profile, listing: &Listing) -> String {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for i in &profile.instructions {
        let frames = frames(profile, listing, i);
        let stack: Vec<String> = frames.iter().map(|f| frame(f)).collect();
        *counts.entry(stack.join(";")).or_default() += i.sums.executions;
    }
    let lines = counts.iter();
    lines
        .map(|(stack, count)| format!("{stack} {count}\n"))
        .collect()
}

fn frames(profile: &Profile, listing: &Listing, i: &Instruction) -> Vec<String> {
    let mut frames = vec![profile.kernel.clone()];
    let mut functions: Vec<&str> = i
        .source
        .iter()
        .rev()
        .filter_map(|l| l.function.as_deref())
        .collect();
    if functions.is_empty() {
        functions.extend(listing.function(i.pc));
    }
    if functions.first() == Some(&profile.kernel.as_str()) {
        functions.remove(0);
    }
    frames.extend(functions.into_iter().map(str::to_owned));
    frames.push(match i.source.first() {
        Some(line) => {
            let name = line.file.rsplit('/').next().unwrap_or(&line.file);
            format!("{name}:{}", line.line)
        }
        None => offset(i.pc),
    });
    frames
}

/// A name without what separates frames and lines.
fn frame(name: &str) -> String {
    name.replace(';', ",").replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_break_lines_or_stacks() {
        assert_eq!(frame("a;b\nc\td e"), "a,b c d e");
    }
}
