//! `--suppress`: findings that somebody has looked at and wants no more to do with.
//!
//! One rule per line: `CLASS[/RULE] [kernel=NAME] [function=NAME] [source=FILE[:LINE]] # COMMENT`. A finding is left
//! out when all that the rule names is its own; function and source are those of one line of the finding's, be it
//! where the instruction stands or where that was inlined. Lines that are empty or begin with `#` are none.

use std::path::Path;

use super::class;
use crate::check::rules;
use crate::cli::Failure;
use crate::error::SourceLine;
use crate::runtime::check::{Class, Report};

/// The rules of a file.
#[derive(Debug, Default)]
pub struct Suppressions {
    /// The file's name.
    file: String,
    rules: Vec<Rule>,
}

/// What a line names.
#[derive(Debug, PartialEq, Eq)]
struct Rule {
    /// Number of the line, from 1.
    at: usize,
    class: Class,
    rule: Option<&'static str>,
    kernel: Option<String>,
    function: Option<String>,
    source: Option<(String, Option<u32>)>,
}

impl Suppressions {
    /// The rules in the file `path`.
    pub fn read(path: &Path) -> Result<Suppressions, Failure> {
        let bytes = crate::cli::read_file(path)?;
        let file = path.display().to_string();
        let text = String::from_utf8(bytes)
            .map_err(|_| Failure::Usage(format!("{file}: is not text in UTF-8")))?;
        let rules = parse(&text);
        let rules = rules.map_err(|(at, e)| Failure::Usage(format!("{file}:{at}: {e}")))?;
        Ok(Suppressions { file, rules })
    }

    /// What is left of `reports`. Tells, to those who ask, how many are not, and which rules leave out nothing.
    pub fn apply(&self, mut reports: Vec<Report>) -> Vec<Report> {
        let before = reports.len();
        let mut used = vec![false; self.rules.len()];
        reports.retain(|report| {
            let matching = self.rules.iter().zip(&mut used);
            let matching = matching.filter(|(rule, _)| rule.names(report));
            // Each of them is of use, not the first alone.
            matching.map(|(_, used)| *used = true).count() == 0
        });
        if self.rules.is_empty() {
            return reports;
        }
        let suppressed = before - reports.len();
        tracing::info!("suppressed: {suppressed} of {before} findings");
        for (rule, _) in self.rules.iter().zip(used).filter(|(_, used)| !used) {
            tracing::info!("{}:{}: suppresses nothing", self.file, rule.at);
        }
        reports
    }
}

/// The rules in `text`, or the number of the line that is none, and why.
fn parse(text: &str) -> Result<Vec<Rule>, (usize, String)> {
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(i, line)| rule(i + 1, line).map_err(|e| (i + 1, e)))
        .collect()
}

fn rule(at: usize, line: &str) -> Result<Rule, String> {
    let mut marks = line.match_indices('#').map(|(i, _)| line.split_at(i));
    let comment = marks.find(|(before, _)| before.ends_with(char::is_whitespace));
    let (words, comment) = comment.unwrap_or((line, ""));
    if comment.trim_start_matches('#').trim().is_empty() {
        return Err("a comment must say why: CLASS[/RULE] ... # COMMENT".to_owned());
    }
    let mut words = words.split_whitespace();
    let first = words.next().unwrap_or_default();
    let (name, id) = match first.split_once('/') {
        Some((name, id)) => (name, Some(id)),
        None => (first, None),
    };
    let class = class(name)?;
    let known = |id: &str| {
        let rule = rules::find(id).filter(|r| r.class == class);
        rule.map(|r| r.id)
            .ok_or_else(|| format!("{name} has no rule '{id}'"))
    };
    let mut rule = Rule {
        at,
        class,
        rule: id.map(known).transpose()?,
        kernel: None,
        function: None,
        source: None,
    };
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let twice = match key {
            _ if value.is_empty() => {
                return Err(format!(
                    "'{word}' is none of kernel=NAME, function=NAME and source=FILE[:LINE]"
                ));
            }
            "kernel" => rule.kernel.replace(value.to_owned()).is_some(),
            "function" => rule.function.replace(value.to_owned()).is_some(),
            "source" => rule.source.replace(source(value)).is_some(),
            _ => {
                return Err(format!(
                    "there is no '{key}='; there are kernel=, function=, source="
                ));
            }
        };
        if twice {
            return Err(format!("{key}= is given twice"));
        }
    }
    Ok(rule)
}

/// `FILE[:LINE]`.
fn source(text: &str) -> (String, Option<u32>) {
    let line = text.rsplit_once(':');
    let line = line.and_then(|(file, line)| Some((file.to_owned(), Some(line.parse().ok()?))));
    line.unwrap_or_else(|| (text.to_owned(), None))
}

impl Rule {
    /// Whether the rule names `report`.
    fn names(&self, report: &Report) -> bool {
        let line = |l: &SourceLine| {
            let function = self.function.as_ref();
            let source = self.source.as_ref();
            function.is_none_or(|f| l.function.as_ref() == Some(f))
                && source.is_none_or(|(file, line)| {
                    ends_with(&l.file, file) && line.is_none_or(|n| n == l.line)
                })
        };
        let anywhere = self.function.is_none() && self.source.is_none();
        // Faults are of a class too, and of no rule.
        rules::find(report.rule).is_some()
            && self.class.name() == report.class
            && self.rule.is_none_or(|r| r == report.rule)
            && self.kernel.as_ref().is_none_or(|k| *k == report.kernel)
            && (anywhere || report.source.iter().any(line))
    }
}

/// Whether `path` is `end`, or is so below some folder.
fn ends_with(path: &str, end: &str) -> bool {
    Path::new(path).ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::check::Severity;

    fn line(file: &str, line: u32, function: &str) -> SourceLine {
        SourceLine {
            file: file.to_owned(),
            line,
            function: Some(function.to_owned()),
        }
    }

    /// `H02` in a function of line 5 that is inlined at line 9.
    fn report() -> Report {
        Report {
            class: "nops",
            rule: "H02",
            severity: Severity::Error,
            kernel: "scale".to_owned(),
            pc: 16,
            symbol: None,
            instruction: "v_readlane_b32 s7, v0, s6".to_owned(),
            mnemonic: "v_readlane_b32".to_owned(),
            count: 1,
            workgroup: [0; 3],
            wave: 0,
            lane: None,
            message: String::new(),
            source: vec![line("/src/k.cl", 5, "put"), line("/src/k.cl", 9, "scale")],
            other: None,
            path: None,
        }
    }

    fn names(rule: &str, report: &Report) -> bool {
        let rules = parse(&format!("{rule} # known")).expect(rule);
        assert_eq!(rules.len(), 1);
        rules[0].names(report)
    }

    #[test]
    fn a_rule_names_what_is_all_it_says() {
        let report = report();
        for rule in [
            "nops",
            "nops/H02",
            "nops kernel=scale",
            "nops/H02 kernel=scale function=put source=k.cl:5",
            "nops source=/src/k.cl",
            "nops source=src/k.cl:9 function=scale",
        ] {
            assert!(names(rule, &report), "{rule}");
        }
        for rule in [
            "waits",
            "nops/H15",
            "nops kernel=scal",
            "nops function=twice",
            "nops source=.cl",
            "nops source=other/k.cl",
            "nops source=k.cl:6",
            // No one line is both.
            "nops source=k.cl:5 function=scale",
        ] {
            assert!(!names(rule, &report), "{rule}");
        }
    }

    #[test]
    fn faults_cannot_be_left_out() {
        let of = |rule| Report {
            class: "memory",
            rule,
            ..report()
        };
        assert!(names("memory", &of("M01")));
        assert!(!names("memory", &of("read")));
    }

    #[test]
    fn what_has_no_line_is_in_no_function() {
        let report = Report {
            source: Vec::new(),
            ..report()
        };
        assert!(names("nops kernel=scale", &report));
        assert!(!names("nops function=scale", &report));
        assert!(!names("nops source=k.cl", &report));
    }

    #[test]
    fn lines_without_rules() {
        let rules =
            parse("# Why this file is\n\n  # indented\n\tnops/H02\t#known\n").expect("rules");
        assert_eq!(rules.iter().map(|r| r.at).collect::<Vec<_>>(), [4]);
        assert_eq!(parse(""), Ok(Vec::new()));
    }

    #[test]
    fn bad_lines_are_told_by_number() {
        for (text, word) in [
            ("nops", "comment"),
            ("nops #", "comment"),
            ("nops ##", "comment"),
            ("nops#H02", "comment"),
            (
                "nips # x",
                "there is no check 'nips'; there are: waits, nops",
            ),
            ("all # x", "there is no check 'all'"),
            ("memory/read # x", "memory has no rule 'read'"),
            ("nops/H99 # x", "nops has no rule 'H99'"),
            ("nops/V01 # x", "nops has no rule 'V01'"),
            ("nops/ # x", "nops has no rule ''"),
            ("nops scale # x", "'scale' is none of"),
            ("nops kernel= # x", "'kernel=' is none of"),
            ("nops file=k.cl # x", "there is no 'file='"),
            ("nops kernel=a kernel=b # x", "kernel= is given twice"),
        ] {
            let (at, error) = parse(&format!("# first\n{text}\n")).expect_err(text);
            assert_eq!(at, 2, "{text}");
            assert!(error.contains(word), "{text}: {error}");
        }
    }

    #[test]
    fn a_colon_may_be_part_of_a_name() {
        assert_eq!(source("a.cl"), ("a.cl".to_owned(), None));
        assert_eq!(source("a.cl:7"), ("a.cl".to_owned(), Some(7)));
        assert_eq!(source("a:b.cl"), ("a:b.cl".to_owned(), None));
    }

    #[test]
    fn what_is_named_is_left_out() {
        let other = Report {
            rule: "H15",
            ..report()
        };
        let suppressions = Suppressions {
            file: String::new(),
            rules: parse("waits # x\nnops/H02 # x\nnops/H02 kernel=scale # y").expect("rules"),
        };
        let left = suppressions.apply(vec![report(), other.clone(), report()]);
        assert_eq!(left, [other]);
    }
}
