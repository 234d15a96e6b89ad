//! Faults as JSON.

use serde_json::{Value, json};

use crate::error::{BarrierWait, Fault, WaveAt, WavesAt};

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
        "barrier": fault.context.barrier.as_ref().map(barrier),
    })
}

fn barrier(b: &BarrierWait) -> Value {
    let at = |w: &WaveAt| json!({"wave": w.wave, "pc": w.pc, "instruction": w.inst});
    let list = |all: &[WaveAt]| all.iter().map(at).collect::<Vec<_>>();
    json!({
        "workgroup": b.workgroup,
        "waiting": list(&b.waiting),
        "missing": list(&b.missing),
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
