//! How long a card would take for the program's dispatches.
//!
//! Each is written when it has ended, where `GCN_JIT_HSA_ESTIMATE` says so: 1 is a line on standard error, another value
//! but 0 a file, to which each dispatch adds a line of JSON, also with its queue and process, and when it begins on the
//! clock of the estimates (`clock`). `GCN_JIT_HSA_ESTIMATE_CARD` names the card, or the file of one; otherwise it is the
//! first that runs the code.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::Write as _;
use std::sync::Mutex;

use gcn_jit::isa::Gen;
use gcn_jit::runtime::estimate::{Card, Estimate};
use serde_json::json;

/// Where estimates are to go.
pub fn wanted() -> Option<OsString> {
    std::env::var_os("GCN_JIT_HSA_ESTIMATE").filter(|v| !v.is_empty() && v != "0")
}

/// The cards that code of each generation has been estimated for.
static CARDS: Mutex<Option<HashMap<Gen, Option<Card>>>> = Mutex::new(None);

/// The card for code of `generation`, if there is one.
pub fn card(generation: Gen) -> Option<Card> {
    let mut cards = CARDS.lock().unwrap_or_else(|e| e.into_inner());
    let cards = cards.get_or_insert_default();
    let find = || match std::env::var("GCN_JIT_HSA_ESTIMATE_CARD") {
        Ok(names) if !names.is_empty() => match named(&names) {
            Ok(all) => all.into_iter().find(|card| card.runs(generation)),
            Err(e) => {
                eprintln!("gcn-jit-hsa: GCN_JIT_HSA_ESTIMATE_CARD={names}: {e}");
                None
            }
        },
        _ => Card::of(generation),
    };
    cards.entry(generation).or_insert_with(find).clone()
}

/// The cards of these names, with commas between. A path may have commas.
fn named(names: &str) -> Result<Vec<Card>, String> {
    if std::path::Path::new(names).exists() {
        return Ok(vec![Card::named(names)?]);
    }
    names.split(',').map(Card::named).collect()
}

/// Writes what was estimated of a dispatch of `kernel` on the queue with a number, which begins at `begin`.
pub fn write(kernel: &str, queue: u64, begin: u64, estimate: &Estimate) {
    let Some(wanted) = wanted() else { return };
    // Standard error may be closed, the file in a place that cannot be written: the program goes on.
    let _ = if wanted == "1" {
        let microseconds = 1e6 * estimate.seconds;
        let (card, bound) = (&estimate.card, estimate.bound);
        let kernel = kernel.replace(char::is_control, " ");
        let line =
            format!("gcn-jit-hsa: {kernel}: {microseconds:.2} us on {card}, bound by {bound}\n");
        std::io::stderr().write_all(line.as_bytes())
    } else {
        let mut line = json!(estimate);
        line["kernel"] = json!(kernel);
        line["queue"] = json!(queue);
        line["process"] = json!(std::process::id());
        line["begin_ns"] = json!(begin);
        let line = format!("{line}\n");
        let file = File::options().append(true).create(true).open(&wanted);
        file.and_then(|mut f| f.write_all(line.as_bytes()))
    };
}
