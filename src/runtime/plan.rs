//! What the waves of a launch start with: work-groups, and the initial registers of their waves.
//!
//! Sources: LLVM AMDGPUUsage ("Kernel Dispatch", "Initial Kernel Execution State"), CLRX GcnState.

use std::sync::OnceLock;

use super::abi::{self, Addresses, Shape, SystemSgprs};
use super::load::LoadedProgram;
use crate::isa::M0;
use crate::loader::Kernel;
use crate::machine::memory::Memory;
use crate::machine::program::Program;
use crate::machine::wave::{LANES, StartClass, Vgpr, Wave};

/// Everything about a launch that its work-groups share.
pub(super) struct Plan<'a> {
    pub(super) memory: &'a Memory,
    pub(super) program: &'a Program,
    pub(super) loaded: &'a LoadedProgram,
    pub(super) kernel: &'a Kernel,
    /// LDS of a work-group in bytes, in whole granules.
    pub(super) lds: u32,
    /// Number of work-groups.
    pub(super) count: u64,
    pub(super) shape: Shape,
    pub(super) groups: [u32; 3],
    /// How many of them are not cut short by the end of the grid, in each dimension.
    pub(super) full: [u32; 3],
    pub(super) system: SystemSgprs,
    pub(super) at: Addresses,
    /// Private memory per work-item in bytes, a multiple of 4; waves have it in larger units.
    pub(super) private: u32,
    pub(super) pc: u64,
    /// Whether an explicit argument is a null pointer.
    pub(super) null_given: bool,
    /// Work-item ids by which dimensions are partial.
    pub(super) ids: [OnceLock<Ids>; 8],
}

/// The initial VGPRs and EXEC of the waves of a work-group.
pub(super) struct Ids {
    /// v0 to v2 of each wave.
    vgprs: Vec<[Vgpr; StartClass::REGISTERS]>,
    /// What is to be known of them, and lane 0 of each.
    classes: Vec<(StartClass, [u32; StartClass::REGISTERS])>,
    /// EXEC of the last wave; the others are full.
    last_exec: u64,
}

impl Ids {
    /// Number of waves.
    pub(super) fn waves(&self) -> usize {
        self.vgprs.len()
    }

    /// Of a work-group of `size` work-items: x counts fastest, then y, then z. Of the registers only
    /// `enabled` are set.
    fn new(size: [u32; 3], enabled: usize) -> Ids {
        let total = size.iter().product::<u32>() as usize;
        let waves = total.div_ceil(LANES);
        let mut vgprs = vec![[Vgpr::ZERO; 3]; waves];
        let [x, y, _] = size;
        for i in 0..total {
            let [v0, v1, v2] = &mut vgprs[i / LANES];
            let (lane, i) = (i % LANES, i as u32);
            v0.0[lane] = i % x;
            v1.0[lane] = i / x % y;
            v2.0[lane] = i / x / y;
        }
        for v in &mut vgprs {
            v[enabled..].fill(Vgpr::ZERO);
        }
        let last = total - (waves - 1) * LANES;
        let last_exec = u64::MAX >> (LANES - last);
        let exec = |i: usize| if i + 1 == waves { last_exec } else { u64::MAX };
        let class = |(i, v)| StartClass::of(exec(i), v);
        Ids {
            classes: vgprs.iter().enumerate().map(class).collect(),
            vgprs,
            last_exec,
        }
    }
}

impl<'a> Plan<'a> {
    /// Id of work-group number `index`: x counts fastest.
    pub(super) fn workgroup(&self, index: u64) -> [u32; 3] {
        let [x, y, z] = self.groups.map(u64::from);
        if y == 1 && z == 1 {
            return [index as u32, 0, 0];
        }
        [index % x, index / x % y, index / x / y].map(|v| v as u32)
    }

    /// As [`Plan::workgroup`], where number `before` has the id `id`: mostly the next, which takes no
    /// division.
    #[inline(always)]
    pub(super) fn workgroup_after(&self, before: u64, id: [u32; 3], index: u64) -> [u32; 3] {
        match index == before + 1 && id[0] + 1 < self.groups[0] {
            true => [id[0] + 1, id[1], id[2]],
            false => self.workgroup(index),
        }
    }

    /// The work-items of a work-group, in waves. Work-groups at the upper ends of the grid are as
    /// small as the rest of the grid, in each dimension.
    #[inline]
    pub(super) fn ids(&self, workgroup: [u32; 3]) -> &Ids {
        let partial = |d: usize| usize::from(workgroup[d] >= self.full[d]) << d;
        self.ids[partial(0) | partial(1) | partial(2)].get_or_init(|| {
            let size = std::array::from_fn(|d| {
                let start = workgroup[d] * self.shape.local[d];
                self.shape.local[d].min(self.shape.grid[d] - start)
            });
            let enabled = 1 + self.kernel.setup.workitem_id.min(2) as usize;
            Ids::new(size, enabled)
        })
    }

    /// Global id of a work-item.
    pub(super) fn work_item(&self, workgroup: [u32; 3], wave: u32, lane: u8) -> [u32; 3] {
        let start: [u32; 3] = std::array::from_fn(|d| workgroup[d] * self.shape.local[d]);
        let size = |d: usize| self.shape.local[d].min(self.shape.grid[d] - start[d]);
        let number = wave * LANES as u32 + u32::from(lane);
        let (x, y) = (size(0), size(1));
        let local = [number % x, number / x % y, number / x / y];
        std::array::from_fn(|d| start[d] + local[d])
    }

    /// Waves of a full work-group.
    pub(super) fn max_waves(&self) -> usize {
        let total: u32 = self.shape.local.iter().product();
        (total as usize).div_ceil(LANES)
    }

    /// Private memory of one wave in bytes.
    fn wave_scratch(&self) -> u32 {
        self.at.private * LANES as u32
    }

    /// Where the private memory of wave `index` of a work-group lies, from the base that all waves are
    /// given. A wave that forgets to add it reaches nothing: on hardware the first one's is zero too for
    /// one wave at most of all that run.
    pub(super) fn wave_offset(&self, index: u32) -> u32 {
        self.wave_scratch() * (index + 1)
    }

    /// The SGPRs with which waves start, but for those that tell the work-group and the wave. What the
    /// ABI does not set is zero.
    pub(super) fn sgprs(&self) -> [u32; 128] {
        let generation = self.program.generation();
        let user = abi::user_sgprs(generation, self.kernel, &self.shape, &self.at);
        let mut sgprs = [0; 128];
        sgprs[..user.len()].copy_from_slice(&user);
        // What M0 starts with is nowhere specified (LLVM AMDGPUUsage, "Initial Kernel Execution State").
        // Up to gfx8 it limits the LDS that FLAT reaches (AMDGPUUsage, "M0"), but compilers set it for
        // DS instructions only: a wave that reaches the LDS by generic pointers alone must find no
        // limit there.
        sgprs[usize::from(M0)] = u32::MAX;
        sgprs
    }

    /// Gives `wave` its initial state as wave `index` of `workgroup`, which has the work-items `ids`
    /// and starts with the SGPRs `sgprs`. Every register that the ABI does not set is zero; vector
    /// registers may not be written yet ([`Wave::set_fresh`]), and clean scalar ones are those of
    /// `sgprs`.
    pub(super) fn start(
        &self,
        wave: &mut Wave,
        workgroup: [u32; 3],
        index: usize,
        ids: &Ids,
        sgprs: &[u32; 128],
    ) {
        let waves = ids.waves();
        if !wave.clean {
            wave.sgpr = *sgprs;
            wave.clean = true;
        }
        let (number, count) = (index as u32, waves as u32);
        let offset = self.wave_offset(number);
        self.system
            .set(&mut wave.sgpr, workgroup, number, count, offset);
        let last = index + 1 == waves;
        wave.set_exec(if last { ids.last_exec } else { u64::MAX });
        let (class, base) = ids.classes[index];
        if !class.is_steady() {
            let registers = wave.vgprs_mut().iter_mut().zip(&ids.vgprs[index]);
            let others = registers
                .enumerate()
                .filter(|(r, _)| class.stride(*r).is_none());
            others.for_each(|(_, (v, id))| *v = *id);
        }
        wave.set_fresh(class, base);
        wave.scc = 0;
        wave.mode = self.kernel.mode;
        wave.trapsts = 0;
        wave.pc = self.pc;
        wave.instructions = 0;
        wave.lanes = 0;
        wave.workgroup = workgroup;
        wave.index = index as u32;
        wave.group_waves = waves as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_item_ids_count_x_first() {
        let ids = Ids::new([10, 4, 3], 3);
        assert_eq!(ids.vgprs.len(), 2);
        // Work-item 69 = 9 + 10 * 2 + 40 * 1 is lane 5 of wave 1.
        let [v0, v1, v2] = &ids.vgprs[1];
        assert_eq!([v0.0[5], v1.0[5], v2.0[5]], [9, 2, 1]);
        // 120 work-items: 56 in the second wave.
        assert_eq!(ids.last_exec, (1 << 56) - 1);
        assert_eq!(Ids::new([64, 1, 1], 3).last_exec, u64::MAX);
        assert_eq!(Ids::new([65, 1, 1], 3).last_exec, 1);
    }
}
