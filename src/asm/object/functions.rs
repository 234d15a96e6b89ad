//! Functions in expressions, which LLVM writes where it counts registers (LLVM AMDGPUMCExpr).

use crate::isa::{Gen, Gens};

/// Whether an expression may call `name`.
pub fn is_one(name: &str) -> bool {
    matches!(
        name,
        "max" | "min" | "or" | "alignto" | "extrasgprs" | "totalnumvgprs"
    )
}

/// What `name` gives for `values`, which are 0 where they are not known yet.
pub fn call(generation: Gen, name: &str, values: &[i64]) -> Result<i64, String> {
    let count = |n: usize| {
        if values.len() == n {
            Ok(())
        } else {
            Err(format!("'{name}' takes {n} values, not {}", values.len()))
        }
    };
    Ok(match name {
        "max" => values.iter().copied().max().unwrap_or(0),
        "min" => values.iter().copied().min().unwrap_or(0),
        "or" => values.iter().fold(0, |all, v| all | v),
        "alignto" => {
            count(2)?;
            align_to(values[0], values[1])
        }
        "extrasgprs" => {
            count(3)?;
            extra_sgprs(
                generation,
                [values[0], values[1], values[2]].map(|v| v != 0),
            )
        }
        "totalnumvgprs" => {
            count(2)?;
            let (acc, vector) = (values[0], values[1]);
            if generation.has(Gens::ONE_FILE) && acc != 0 {
                align_to(vector, 4).wrapping_add(acc)
            } else {
                vector.max(acc)
            }
        }
        _ => return Err(format!("there is no function '{name}'")),
    })
}

/// `value` rounded up to a multiple of `align`.
fn align_to(value: i64, align: i64) -> i64 {
    match align {
        ..=0 => value,
        _ => (value.wrapping_add(align - 1) / align).wrapping_mul(align),
    }
}

/// Scalar registers that a kernel needs besides those that it names: for VCC, FLAT_SCRATCH and the mask of XNACK
/// (LLVM AMDGPUBaseInfo, getNumExtraSGPRs).
pub fn extra_sgprs(generation: Gen, [vcc, flat_scratch, xnack]: [bool; 3]) -> i64 {
    let flat_scratch = flat_scratch || generation.has(Gens::ARCHITECTED_FLAT_SCRATCH);
    match (generation.is_legacy(), flat_scratch, xnack, vcc) {
        (true, true, ..) => 4,
        (false, true, ..) => 6,
        (false, false, true, _) => 4,
        (_, _, _, true) => 2,
        (_, _, _, false) => 0,
    }
}
