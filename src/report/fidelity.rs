//! How far the results of a launch can be trusted, as text and JSON.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::text::{aligned, offset, percent, plain};
use crate::isa::{Class, Fidelity};
use crate::runtime::fidelity::{Told, Trust};

/// What of a kernel's executed instructions is exact, in a sentence, and where what is not: each decision with how often
/// it counted, the first instruction, and where it is written.
pub fn text(trust: &Trust) -> String {
    let mut out = format!("fidelity of {}\n", plain(&sentence(trust)));
    let unsure = |f: &Fidelity| f.class() != Class::Exact;
    let decisions: Vec<_> = trust.decisions.iter().filter(|(f, _)| unsure(f)).collect();
    if !decisions.is_empty() {
        out += &table(&decisions, trust.executed);
    }
    if !trust.caveats.is_empty() {
        out += "beside that, of some results only:\n";
        out += &table(&trust.caveats.iter().collect::<Vec<_>>(), trust.executed);
    }
    out
}

/// `KERNEL, TARGET: all 10 executed instructions are exact by the manual`, or how many are of which class.
fn sentence(trust: &Trust) -> String {
    let Trust {
        kernel,
        target,
        executed,
        ..
    } = trust;
    let of = |class: &Class| {
        let n = trust.of(*class);
        let be = match class {
            Class::Exact if n == 1 => "is ",
            Class::Exact => "are ",
            Class::Approximate | Class::Model | Class::Clock | Class::Undefined => "",
        };
        (n != 0 || *class == Class::Exact)
            .then(|| format!("{n} ({}) {be}{}", share(n, *executed), class.text()))
    };
    let what = match executed {
        0 => "nothing was executed".to_owned(),
        1 if trust.is_exact() => "the one executed instruction is exact by the manual".to_owned(),
        n if trust.is_exact() => format!("all {n} executed instructions are exact by the manual"),
        n => {
            let classes: Vec<String> = Class::ALL.iter().filter_map(of).collect();
            let s = if *n == 1 { "" } else { "s" };
            format!("of {n} executed instruction{s} {}", classes.join(", "))
        }
    };
    format!("{kernel}, {target}: {what}")
}

fn share(n: u64, all: u64) -> String {
    percent(n as f64 / all.max(1) as f64)
}

/// Decisions, each with a line of its own about what it is.
fn table(decisions: &[(&Fidelity, &Told)], executed: u64) -> String {
    let rows: Vec<[String; 4]> = decisions
        .iter()
        .map(|(f, told)| {
            let line = told.source.first().map(|l| format!("  {l}"));
            let first = format!(
                "{} {}{}",
                offset(told.pc),
                told.instruction,
                line.unwrap_or_default()
            );
            [
                told.executed.to_string(),
                share(told.executed, executed),
                f.class().name().to_owned(),
                plain(&first),
            ]
        })
        .collect();
    let text = aligned(["executed", "share", "class", "first"], &rows);
    let mut lines = text.lines();
    let mut out = format!("{}\n", lines.next().unwrap_or_default());
    for (line, (f, _)) in lines.zip(decisions) {
        let decision = f.decision();
        out += &format!("{line}\n    {}: {}\n", decision.title, f.page());
    }
    out
}

/// The same as one JSON object, with the decisions that are exact, too.
pub fn json(trust: &Trust) -> Value {
    let share = |n: u64| n as f64 / trust.executed.max(1) as f64;
    let classes = Class::ALL.map(|class| {
        let n = trust.of(class);
        let of = json!({"executed": n, "share": share(n)});
        (class.name().to_owned(), of)
    });
    let told = |of: &BTreeMap<Fidelity, Told>| -> Vec<Value> {
        let one = |(f, told): (&Fidelity, &Told)| {
            let source = (!told.source.is_empty()).then_some(&told.source);
            json!({
                "decision": f,
                "class": f.class(),
                "title": f.decision().title,
                "see": f.page(),
                "executed": told.executed,
                "share": share(told.executed),
                "instructions": told.instructions,
                "first": {"pc": told.pc, "instruction": told.instruction, "source": source},
            })
        };
        of.iter().map(one).collect()
    };
    json!({
        "kernel": trust.kernel,
        "target": trust.target,
        "executed": trust.executed,
        "classes": Value::Object(classes.into_iter().collect()),
        "decisions": told(&trust.decisions),
        "caveats": told(&trust.caveats),
    })
}
