//! What the waves of a launch start with: work-groups, and the initial registers of their waves.
//!
//! Sources: LLVM AMDGPUUsage ("Kernel Dispatch", "Initial Kernel Execution State"), CLRX GcnState.

use std::sync::{Arc, OnceLock};

use super::abi::{self, Addresses, Shape};
use crate::isa::{FLAT_SCRATCH_LO, M0};
use crate::loader::Kernel;
use crate::machine::gws::GlobalSync;
use crate::machine::memory::Memory;
use crate::machine::program::Program;
use crate::machine::scratch::PRIVATE_BASE;
use crate::machine::start::{self, Ids, Start, SystemSgprs};
use crate::machine::wave::LANES;

/// Everything about a launch that its work-groups share.
pub(super) struct Plan<'a> {
    pub(super) memory: &'a Memory,
    pub(super) program: &'a Program,
    pub(super) kernel: &'a Kernel,
    /// LDS of a work-group in bytes, in whole granules.
    pub(super) lds: u32,
    /// As much of it as the launch asks for.
    pub(super) lds_asked: u32,
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
    /// The seed of noise in place of what is undefined.
    pub(super) poison: Option<u64>,
    /// Whose barriers and semaphores its waves use.
    pub(super) sync: Arc<GlobalSync>,
    /// Work-item ids by which dimensions are partial.
    pub(super) ids: [OnceLock<Ids>; 8],
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
        if index == before + 1 && id[0] + 1 < self.groups[0] {
            [id[0] + 1, id[1], id[2]]
        } else {
            self.workgroup(index)
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
            Ids::new(size, enabled, self.kernel.setup.packed_workitem_id)
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

    /// See [`start::wave_offset`].
    pub(super) fn wave_offset(&self, index: u32) -> u32 {
        start::wave_offset(self.wave_scratch(), index)
    }

    /// What the dispatcher sets: scalar registers by operand code, a bit for each, and how many vector registers.
    pub(super) fn defined(&self) -> (u128, u16) {
        let generation = self.program.generation();
        let user = abi::set_sgprs(generation, self.kernel, &self.shape, &self.at).len();
        let system = self.system.numbers();
        let mut scalars = system.fold((1 << user) - 1, |all, n| all | 1 << (n & 127));
        let setup = &self.kernel.setup;
        if setup.architected_flat_scratch {
            scalars |= 1 << (FLAT_SCRATCH_LO + 1);
        }
        let ids = if setup.packed_workitem_id {
            1
        } else {
            1 + u16::from(setup.workitem_id.min(2))
        };
        (scalars, ids)
    }

    /// The SGPRs with which waves start, except those that tell the work-group and the wave. What the
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
        if self.kernel.setup.architected_flat_scratch && self.at.private != 0 {
            // The low half is each wave's own.
            sgprs[usize::from(FLAT_SCRATCH_LO) + 1] = (PRIVATE_BASE >> 32) as u32;
        }
        sgprs
    }

    /// What the waves of a work-group with the work-items `ids` start with, where the SGPRs are `sgprs`.
    #[inline]
    pub(super) fn start<'s>(&'s self, ids: &'s Ids, sgprs: &'s [u32; 128]) -> Start<'s> {
        Start {
            sgprs,
            system: &self.system,
            ids,
            mode: self.kernel.mode,
            pc: self.pc,
            wave_scratch: self.wave_scratch(),
        }
    }
}
