//! Faults as JSON.

use serde_json::{Value, json};

use crate::error::{Fault, WavesAt};

/// `fault` as an object. `base` is the address of the kernel's first instruction.
pub fn json(fault: &Fault, base: u64) -> Value {
    let (address, size) = fault.kind.access().unzip();
    let waves: Vec<Value> = fault.context.waves.iter().map(waves_at).collect();
    json!({
        "kind": fault.kind.name(),
        "message": fault.to_string(),
        "kernel": fault.context.kernel,
        "pc": fault.pc,
        "offset": fault.pc.wrapping_sub(base) as i64,
        "instruction": fault.context.inst,
        "workgroup": fault.workgroup,
        "wave": fault.wave,
        "lane": fault.lane,
        "address": address,
        "size": size,
        "place": fault.context.place,
        "hint": fault.context.hint.as_ref().map(ToString::to_string),
        "source": fault.context.source,
        "waves": waves,
    })
}

fn waves_at(w: &WavesAt) -> Value {
    json!({
        "pc": w.pc,
        "instruction": w.inst,
        "state": if w.barrier { "barrier" } else { "running" },
        "count": w.count,
    })
}
