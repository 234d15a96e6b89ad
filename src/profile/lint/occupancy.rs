//! How many waves a compute unit has room for.
//!
//! Sources: LLVM, `AMDGPUBaseInfo` (VGPRs, waves, work-groups) and `getOccupancyWithNumSGPRs`; CLRX GcnTimings.

use crate::isa::Gen;

/// SIMD units of a compute unit.
const SIMDS: u32 = 4;
/// Waves that a compute unit has slots for: ten on each SIMD unit.
pub const MOST: u32 = 10 * SIMDS;
/// VGPRs of a lane of a SIMD unit, and how many it gives at a time.
const VGPRS: (u32, u32) = (256, 4);
/// Bytes of the LDS of a compute unit: a work-group can have all of it, but on gfx6 half.
fn lds_of_unit(generation: Gen) -> u32 {
    generation.lds_size().max(64 * 1024)
}
/// Work-groups of more than one wave that a compute unit has barriers for.
const BARRIERS: u32 = 16;

/// What limits the waves of a compute unit, and to how many: whole work-groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Waves.
    pub waves: u32,
    /// What it is: `128 VGPRs`.
    pub what: String,
    /// How much of that would let `wanted` waves on.
    pub enough: Option<String>,
}

/// SGPRs: waves on a SIMD unit with so many.
fn by_sgprs(generation: Gen, sgprs: u32) -> u32 {
    let table: &[(u32, u32)] = if generation.is_legacy() {
        &[(48, 10), (56, 9), (64, 8), (72, 7), (80, 6)]
    } else {
        &[(80, 10), (88, 9), (100, 8)]
    };
    let found = table.iter().find(|(most, _)| sgprs <= *most);
    found.map_or(if generation.is_legacy() { 5 } else { 7 }, |(_, n)| *n)
}

/// The limits of a kernel with these registers, if they are known, so many bytes of LDS in a work-group, and so many
/// waves in one: the one that counts first. `wanted` waves are what they are compared with.
pub fn limits(
    generation: Gen,
    registers: Option<[u32; 2]>,
    lds: u32,
    group: u32,
    wanted: u32,
) -> Vec<Limit> {
    let group = group.max(1);
    let whole = |waves: u32| waves.min(MOST) / group * group;
    let mut all = Vec::new();
    if let Some([vgprs, sgprs]) = registers {
        let (total, granule) = VGPRS;
        let each = vgprs.max(1).next_multiple_of(granule);
        let most = total / (wanted / SIMDS) / granule * granule;
        all.push(Limit {
            waves: whole(SIMDS * (total / each).min(MOST / SIMDS)),
            what: format!("{vgprs} VGPRs"),
            enough: Some(format!("at most {most} VGPRs")),
        });
        all.push(Limit {
            waves: whole(SIMDS * by_sgprs(generation, sgprs)),
            what: format!("{sgprs} SGPRs"),
            enough: None,
        });
    }
    let all_lds = lds_of_unit(generation);
    if let Some(groups) = all_lds.checked_div(lds) {
        let most = all_lds / wanted.div_ceil(group);
        all.push(Limit {
            waves: whole(groups * group),
            what: format!("{lds} bytes of LDS in a work-group"),
            enough: Some(format!("at most {most} bytes of LDS")),
        });
    }
    if group > 1 {
        all.push(Limit {
            waves: whole(BARRIERS * group),
            what: format!("{BARRIERS} work-groups"),
            enough: None,
        });
    }
    all.sort_by_key(|l| l.waves);
    all
}
