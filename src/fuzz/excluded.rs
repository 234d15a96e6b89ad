//! Rows of which no instructions are made: those that always fault, so that there is no result to
//! compare.

use crate::isa::Row;
use crate::lower::left::{LEFT_TO_INTERPRETER, Left, MEMORY_LEFT_TO_INTERPRETER};

/// Rows that lowering does not see, in the form of its own list of what always faults.
const OTHERS: &[Left] = &[Left {
    row: "EXP",
    when: "always",
    why: "for graphics",
}];

/// Why no instructions are made of a row, if so. A row that faults in some forms only is not excluded.
pub fn excluded(row: &Row) -> Option<&'static str> {
    let is = |l: &&Left| match l.row.strip_suffix('*') {
        Some(first) => row.name.starts_with(first),
        None => row.name == l.row,
    };
    let all = [LEFT_TO_INTERPRETER, MEMORY_LEFT_TO_INTERPRETER, OTHERS];
    let mut all = all.into_iter().flatten();
    all.find(|l| l.when == "always" && is(l)).map(|l| l.why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::counts::rows;

    #[test]
    fn every_entry_excludes_a_row() {
        let rows = rows().filter(|r| excluded(r).is_some()).count();
        assert!(rows > 40, "{rows}");
        assert!(rows < 140, "{rows}");
    }
}
