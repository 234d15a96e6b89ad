//! Lines of the source in what another process has written as JSON.

use serde_json::Value;

use crate::error::SourceLine;

/// Those of an instruction, as reports have them.
pub fn lines(value: &Value) -> Vec<SourceLine> {
    let lines = value.as_array().into_iter().flatten();
    let line = |l: &Value| {
        Some(SourceLine {
            file: l["file"].as_str()?.to_owned(),
            line: l["line"].as_u64()?.try_into().ok()?,
            function: l["function"].as_str().map(str::to_owned),
        })
    };
    lines.filter_map(line).collect()
}
