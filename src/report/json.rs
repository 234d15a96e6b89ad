//! Everything as one JSON object.

use serde_json::{Value, json};

use super::fault;
use super::text::SHARE;
use crate::runtime::Outcome;
use crate::runtime::estimate::Estimate;
use crate::runtime::profile::{Kind, Profile};

/// The object, on one line without its end. `entry` is the address of the kernel's first instruction.
pub fn object(profile: &Profile, outcome: &Outcome, estimates: &[Estimate], entry: u64) -> String {
    let mut object = json!(profile);
    let costs = Kind::ALL
        .iter()
        .map(|k| (k.name().to_owned(), json!(k.cost())));
    object["intensity"] = json!(profile.intensity());
    object["share"] = json!({"note": SHARE, "costs": Value::Object(costs.collect())});
    object["sampled"] = json!(profile.totals.traffic.is_sampled());
    object["stats"] = json!(outcome.stats);
    object["estimates"] = json!(estimates);
    object["fault"] = match &outcome.fault {
        Some(fault) => fault::json(fault, entry),
        None => Value::Null,
    };
    object.to_string()
}
