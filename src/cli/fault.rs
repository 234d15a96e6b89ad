//! Faults as JSON, for `--stats=json`.

use serde_json::{Value, json};

use crate::error::{Fault, FaultKind, WavesAt};

/// `fault` as an object. `base` is the address of the kernel's first instruction.
pub fn json(fault: &Fault, base: u64) -> Value {
    let (address, size) = access(&fault.kind).unzip();
    let waves: Vec<Value> = fault.context.waves.iter().map(waves_at).collect();
    json!({
        "kind": kind(&fault.kind),
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

/// What a fault of this kind is called.
fn kind(kind: &FaultKind) -> &'static str {
    match kind {
        FaultKind::Read { .. } => "read",
        FaultKind::Write { .. } => "write",
        FaultKind::Misaligned { .. } => "misaligned",
        FaultKind::Illegal(_) => "illegal",
        FaultKind::Unsupported { .. } => "unsupported",
        FaultKind::PcOutOfCode => "pc",
        FaultKind::Trap(_) => "trap",
        FaultKind::InstructionLimit(_) => "instruction-limit",
        FaultKind::Timeout => "timeout",
        FaultKind::Cancelled => "cancelled",
        FaultKind::Deadlock(_) => "deadlock",
    }
}

/// Address and size of the access that failed.
fn access(kind: &FaultKind) -> Option<(u64, u32)> {
    match kind {
        FaultKind::Read { addr, size }
        | FaultKind::Write { addr, size }
        | FaultKind::Misaligned { addr, size } => Some((*addr, *size)),
        FaultKind::Illegal(_)
        | FaultKind::Unsupported { .. }
        | FaultKind::PcOutOfCode
        | FaultKind::Trap(_)
        | FaultKind::InstructionLimit(_)
        | FaultKind::Timeout
        | FaultKind::Cancelled
        | FaultKind::Deadlock(_) => None,
    }
}
