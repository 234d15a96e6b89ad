//! Findings that another process has written, as `--report json` has them.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::check::rules;
use crate::cli::source;
use crate::runtime::check::{Class, InFunction, Other, Report, Severity};

/// The findings in `lines`, each of one process: `{"process": N, "finding": {...}}`. Of those at the same instruction of
/// the same process the last one holds, and all processes' are counted together.
pub fn findings(lines: &str) -> Vec<Report> {
    let mut all: Vec<(String, BTreeMap<u64, Report>)> = Vec::new();
    for line in lines.lines() {
        // A process may have been killed while it wrote.
        let Ok(value) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        let Some(report) = report(&value["finding"]) else {
            continue;
        };
        let process = value["process"].as_u64().unwrap_or(0);
        let key = key(&report);
        let at = all.iter().position(|(k, _)| *k == key);
        let at = at.unwrap_or_else(|| {
            all.push((key, BTreeMap::new()));
            all.len() - 1
        });
        all[at].1.insert(process, report);
    }
    let merged = all.into_iter().filter_map(|(_, of)| {
        let count = of.values().map(|r| r.count).sum();
        let first = of.into_values().next()?;
        Some(Report { count, ..first })
    });
    merged.collect()
}

/// What is the same of all findings that are one: its rule, its instruction, and the other.
fn key(r: &Report) -> String {
    let other = r.other.as_ref().map(|o| (o.pc, &o.instruction));
    format!("{:?}", (r.rule, &r.kernel, r.pc, &r.instruction, other))
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn lane(value: &Value) -> Option<u8> {
    value.as_u64().and_then(|n| n.try_into().ok())
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|n| n.try_into().ok())
}

fn workgroup(value: &Value) -> Option<[u32; 3]> {
    Some([number(&value[0])?, number(&value[1])?, number(&value[2])?])
}

fn symbol(value: &Value) -> Option<InFunction> {
    Some(InFunction::new(
        text(&value["name"])?,
        value["offset"].as_u64()?,
    ))
}

fn other(value: &Value) -> Option<Other> {
    Some(Other {
        pc: value["pc"].as_i64()?,
        symbol: symbol(&value["symbol"]),
        instruction: text(&value["instruction"])?,
        workgroup: workgroup(&value["workgroup"])?,
        wave: number(&value["wave"])?,
        lane: lane(&value["lane"]),
        source: source::lines(&value["source"]),
    })
}

/// One of them; `None` where it is none.
fn report(value: &Value) -> Option<Report> {
    let class = value["class"].as_str()?;
    let class = Class::ALL.iter().map(|c| c.name()).find(|n| *n == class);
    let rule = value["rule"].as_str()?;
    let severities = [Severity::Error, Severity::Warning, Severity::Note];
    let severity = value["severity"].as_str()?;
    Some(Report {
        class: class.unwrap_or("fault"),
        rule: match rules::find(rule) {
            Some(rule) => rule.id,
            // A fault's kind: few of them, for as long as the command runs.
            None => Box::leak(rule.to_owned().into_boxed_str()),
        },
        severity: severities.into_iter().find(|s| s.name() == severity)?,
        kernel: text(&value["kernel"])?,
        pc: value["pc"].as_i64()?,
        symbol: symbol(&value["symbol"]),
        instruction: text(&value["instruction"])?,
        mnemonic: text(&value["mnemonic"])?,
        count: value["count"].as_u64()?,
        workgroup: workgroup(&value["workgroup"])?,
        wave: number(&value["wave"])?,
        lane: lane(&value["lane"]),
        message: text(&value["message"])?,
        source: source::lines(&value["source"]),
        other: other(&value["other"]),
        // What runs has none.
        path: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::SourceLine;
    use serde_json::json;

    fn sample(pc: i64, count: u64) -> Report {
        let line = |function: Option<&str>| SourceLine {
            file: "k.cl".to_owned(),
            line: 7,
            function: function.map(str::to_owned),
        };
        Report {
            class: "waits",
            rule: "V01",
            severity: Severity::Error,
            kernel: "scale".to_owned(),
            pc,
            symbol: None,
            instruction: "v_mov_b32_e32 v1, v2".to_owned(),
            mnemonic: "v_mov_b32".to_owned(),
            count,
            workgroup: [1, 2, 3],
            wave: 4,
            lane: Some(5),
            message: "v2 is read".to_owned(),
            source: vec![line(Some("put")), line(None)],
            other: Some(Other {
                pc: -4,
                symbol: Some(InFunction::new("put".to_owned(), 12)),
                instruction: "global_load_dword v2, v[0:1], off".to_owned(),
                workgroup: [0; 3],
                wave: 0,
                lane: None,
                source: Vec::new(),
            }),
            path: None,
        }
    }

    fn line(process: u64, report: &Report) -> String {
        json!({"process": process, "finding": report}).to_string()
    }

    #[test]
    fn what_is_written_is_read() {
        let fault = Report {
            class: "fault",
            rule: "trap",
            severity: Severity::Note,
            lane: None,
            source: Vec::new(),
            other: None,
            ..sample(-8, 1)
        };
        let lines = format!("{}\n{}\n", line(1, &sample(16, 2)), line(1, &fault));
        assert_eq!(findings(&lines), [sample(16, 2), fault]);
    }

    #[test]
    fn the_last_of_each_process_counts() {
        let all = [
            line(1, &sample(16, 2)),
            line(2, &sample(16, 3)),
            line(1, &sample(20, 1)),
            line(1, &sample(16, 10)),
            "{\"process\": 3, \"find".to_owned(),
        ];
        let found = findings(&all.join("\n"));
        assert_eq!(found, [sample(16, 13), sample(20, 1)]);
    }
}
