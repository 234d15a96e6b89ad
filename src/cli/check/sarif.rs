//! `--report sarif`: the Static Analysis Results Interchange Format, version 2.1.0 (OASIS).

use std::path::Path;

use serde_json::{Value, json};

use crate::check::rules;
use crate::error::SourceLine;
use crate::runtime::check::{InFunction, Report};

/// A log on one line, of the code object `file`; `more` findings were left out.
pub fn log(reports: &[Report], more: usize, file: &Path) -> String {
    let mut ids: Vec<&str> = reports.iter().map(|r| r.rule).collect();
    ids.sort_unstable();
    ids.dedup();
    let rules: Vec<Value> = ids.iter().map(|id| rule(id)).collect();
    let results = reports.iter().map(|r| {
        let index = ids.iter().position(|id| *id == r.rule);
        result(r, index.unwrap_or(0), file)
    });
    let results: Vec<Value> = results.collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "gcn-jit",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "results": results,
            "properties": {"more": more},
        }],
    });
    format!("{log}\n")
}

/// What there is to say of a rule.
fn rule(id: &str) -> Value {
    match rules::find(id) {
        Some(rule) => json!({
            "id": id,
            "shortDescription": {"text": rule.text},
            "help": {"text": format!("{} Source: {}.", rule.text, rule.source)},
        }),
        // A fault's.
        None => {
            json!({"id": id, "shortDescription": {"text": format!("The kernel faulted: {id}.")}})
        }
    }
}

fn result(r: &Report, rule: usize, file: &Path) -> Value {
    let mut related = inlined(&r.source);
    if let Some(o) = &r.other {
        let text = format!("the other instruction: {}", o.instruction);
        let place = (o.pc, o.symbol.as_ref());
        related.push(location(r, place, &o.source, Some(text)));
        related.extend(inlined(&o.source));
    }
    for (i, location) in related.iter_mut().enumerate() {
        location["id"] = (i + 1).into();
    }
    json!({
        "ruleId": r.rule,
        "ruleIndex": rule,
        "level": r.severity.name(),
        "message": {"text": format!("{} ({})", r.message.trim_end_matches('.'), r.instruction)},
        "analysisTarget": {"uri": uri(&file.to_string_lossy())},
        "occurrenceCount": r.count,
        "locations": [location(r, (r.pc, r.symbol.as_ref()), &r.source, None)],
        "relatedLocations": related,
        "properties": {
            "class": r.class,
            "mnemonic": r.mnemonic,
            "workgroup": r.workgroup,
            "wave": r.wave,
            "lane": r.lane,
        },
    })
}

/// The places where the function of the first line was inlined.
fn inlined(source: &[SourceLine]) -> Vec<Value> {
    let callers = source.iter().skip(1).map(|line| {
        let function = line.function.as_deref().unwrap_or("a function");
        json!({
            "physicalLocation": physical(line),
            "message": {"text": format!("inlined here, in {function}")},
        })
    });
    callers.collect()
}

/// A place in the kernel of `r`, and in the source.
fn location(
    r: &Report,
    (pc, symbol): (i64, Option<&InFunction>),
    source: &[SourceLine],
    message: Option<String>,
) -> Value {
    let mut location = json!({
        "logicalLocations": [{
            "name": symbol.map_or(&r.kernel, |s| &s.name),
            "fullyQualifiedName": match symbol {
                Some(s) => format!("{}+{:#x}", s.name, s.offset),
                None => r.place(pc, None),
            },
            "kind": "function",
        }],
    });
    if let Some(line) = source.first() {
        location["physicalLocation"] = physical(line);
    }
    if let Some(text) = message {
        location["message"] = json!({"text": text});
    }
    location
}

fn physical(line: &SourceLine) -> Value {
    let mut place = json!({"artifactLocation": {"uri": uri(&line.file)}});
    // 0 is not a line.
    if line.line != 0 {
        place["region"] = json!({"startLine": line.line});
    }
    place
}

/// A path as a URI (RFC 3986): relative to the current directory what lies below it, as tools want that show the
/// files of a repository.
fn uri(path: &str) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let path = Path::new(path);
    let path = path.strip_prefix(&here).unwrap_or(path).to_string_lossy();
    let mut uri = String::new();
    if path.starts_with('/') {
        uri += "file://";
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 3986, section 2.1.
    #[test]
    fn paths_are_uris() {
        assert_eq!(uri("src/a b.cl"), "src/a%20b.cl");
        assert_eq!(uri("/src/lines.cl"), "file:///src/lines.cl");
        assert_eq!(uri("/ü:1"), "file:///%C3%BC%3A1");
        let below = std::env::current_dir().expect("a directory").join("k/x.cl");
        assert_eq!(uri(&below.to_string_lossy()), "k/x.cl");
    }
}
