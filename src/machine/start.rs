//! What waves start with: their registers, and which wave of a work-group follows another.
//!
//! Sources: LLVM AMDGPUUsage ("Initial Kernel Execution State"), CLRX GcnState.

use std::ops::Range;

use super::wave::{FileSize, LANES, StartClass, Vgpr, Wave};
use crate::isa::FLAT_SCRATCH_LO;
use crate::loader::Kernel;

impl From<&Kernel> for FileSize {
    fn from(kernel: &Kernel) -> FileSize {
        FileSize {
            vgprs: kernel.vgprs,
            acc: kernel.acc_vgprs,
        }
    }
}

/// At most this many user SGPRs are initialised.
pub const USER_SGPRS: usize = 16;

/// Kinds of system SGPRs.
const SYSTEM_SGPRS: usize = 5;

/// The numbers of the system SGPRs that a kernel has, which follow the user SGPRs; and of the low half of FLAT_SCRATCH
/// where that starts with the wave offset.
#[derive(Clone, Copy, Debug)]
pub struct SystemSgprs([Option<u8>; SYSTEM_SGPRS]);

impl SystemSgprs {
    /// Those of `kernel`.
    pub fn of(kernel: &Kernel) -> SystemSgprs {
        let s = &kernel.setup;
        let [x, y, z] = s.workgroup_id;
        let wanted = [x, y, z, s.workgroup_info, s.private_segment_wave_offset];
        let mut next = (s.user_sgprs as usize).min(USER_SGPRS) as u8;
        let mut sgprs = wanted.map(|wanted| {
            let at = next;
            next += u8::from(wanted);
            wanted.then_some(at)
        });
        if s.architected_flat_scratch {
            sgprs[SYSTEM_SGPRS - 1] = Some(FLAT_SCRATCH_LO);
        }
        SystemSgprs(sgprs)
    }

    /// Which they are, by operand code.
    pub fn numbers(&self) -> impl Iterator<Item = u8> {
        self.0.into_iter().flatten()
    }

    /// Sets them in `sgprs` for wave `wave` of the `waves` of a work-group.
    #[inline]
    pub fn set(
        &self,
        sgprs: &mut [u32; 128],
        workgroup: [u32; 3],
        wave: u32,
        waves: u32,
        scratch_offset: u32,
    ) {
        let first = u32::from(wave == 0) << 31;
        let [x, y, z] = workgroup;
        let values = [x, y, z, first | waves & 0x3f, scratch_offset];
        for (at, value) in self.0.into_iter().zip(values) {
            if let Some(at) = at {
                sgprs[usize::from(at) % 128] = value;
            }
        }
    }

    /// Changes them from those of one wave to those of the next, which is number `wave` of a work-group whose id is
    /// `x` in its row, where waves have no private memory.
    #[inline]
    fn step(&self, sgprs: &mut [u32; 128], x: u32, wave: u32) {
        let [id, _, _, info, _] = self.0;
        if let (Some(at), 0) = (id, wave) {
            sgprs[usize::from(at) % 128] = x;
        }
        if let Some(at) = info {
            let info = &mut sgprs[usize::from(at) % 128];
            *info = *info & 0x3f | u32::from(wave == 0) << 31;
        }
    }
}

/// The initial VGPRs and EXEC of the waves of a work-group.
#[derive(Debug)]
pub struct Ids {
    /// v0 to v2 of each wave.
    vgprs: Vec<[Vgpr; StartClass::REGISTERS]>,
    /// What is to be known of them, and lane 0 of each.
    classes: Vec<(StartClass, [u32; StartClass::REGISTERS])>,
    /// EXEC of the last wave; the others are full.
    last_exec: u64,
    /// Whether all waves are of one class.
    alike: bool,
}

impl Ids {
    /// Number of waves.
    pub fn waves(&self) -> usize {
        self.vgprs.len()
    }

    /// Whether all waves are of one [`StartClass`].
    pub fn are_alike(&self) -> bool {
        self.alike
    }

    /// Of a work-group of `size` work-items: x counts fastest, then y, then z. Of the registers only
    /// `enabled` are set; `packed` ones are in v0 together, 10 bits each.
    pub fn new(size: [u32; 3], enabled: usize, packed: bool) -> Ids {
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
            if packed {
                let [x, y, z] = *v;
                let all = |lane: usize| x.0[lane] | y.0[lane] << 10 | z.0[lane] << 20;
                *v = [Vgpr(std::array::from_fn(all)), Vgpr::ZERO, Vgpr::ZERO];
            }
        }
        let last = total - (waves - 1) * LANES;
        let last_exec = u64::MAX >> (LANES - last);
        let exec = |i: usize| if i + 1 == waves { last_exec } else { u64::MAX };
        let class = |(i, v)| StartClass::of(exec(i), v);
        let classes: Vec<_> = vgprs.iter().enumerate().map(class).collect();
        Ids {
            alike: classes.iter().all(|(c, _)| *c == classes[0].0),
            classes,
            vgprs,
            last_exec,
        }
    }

    /// Writes the registers of wave `index` that are not steady.
    fn write_others(&self, wave: &mut Wave, index: usize, class: StartClass) {
        let registers = wave.vgprs_mut().iter_mut().zip(&self.vgprs[index]);
        let others = registers
            .enumerate()
            .filter(|(r, _)| class.stride(*r).is_none());
        others.for_each(|(_, (v, id))| *v = *id);
    }
}

/// What the waves of a work-group start with.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// The SGPRs of every wave, except those of `system`.
    pub sgprs: &'a [u32; 128],
    /// Those that tell the work-group and the wave.
    pub system: &'a SystemSgprs,
    /// The work-items.
    pub ids: &'a Ids,
    /// MODE.
    pub mode: u32,
    /// Address of the first instruction.
    pub pc: u64,
    /// Private memory of a wave in bytes.
    pub wave_scratch: u32,
}

/// Where the private memory of wave `index` of a work-group lies, with `size` bytes for each, from the base that
/// all waves are given. A wave that forgets to add it reaches nothing: on hardware the first one's is zero too
/// for one wave at most of all that run.
pub fn wave_offset(size: u32, index: u32) -> u32 {
    size * (index + 1)
}

impl Start<'_> {
    /// Gives `wave` its initial state as wave `index` of `workgroup`. Every register that the ABI does not set is
    /// zero; vector registers may not be written yet ([`Wave::set_fresh`]), and clean scalar ones are those of
    /// `sgprs`.
    #[inline]
    pub fn start(&self, wave: &mut Wave, workgroup: [u32; 3], index: usize) {
        let waves = self.ids.waves();
        if !wave.clean {
            wave.sgpr = *self.sgprs;
            wave.clean = true;
        }
        let (number, count) = (index as u32, waves as u32);
        let offset = wave_offset(self.wave_scratch, number);
        self.system
            .set(&mut wave.sgpr, workgroup, number, count, offset);
        let last = index + 1 == waves;
        wave.set_exec(if last { self.ids.last_exec } else { u64::MAX });
        let (class, base) = self.ids.classes[index];
        if !class.is_steady() {
            self.ids.write_others(wave, index, class);
        }
        wave.set_fresh(class, base);
        wave.workgroup = workgroup;
        wave.group_waves = count;
        self.set_rest(wave, number);
    }

    /// As [`Start::start`], for a wave that has begun as one of the same class and has its work-group already. The
    /// system SGPRs of a clean one are as they were set.
    #[inline]
    pub(super) fn follow(&self, wave: &mut Wave, index: u32) {
        if !wave.clean || self.wave_scratch != 0 {
            return self.start(wave, wave.workgroup, index as usize);
        }
        let x = wave.workgroup[0];
        self.system.step(&mut wave.sgpr, x, index);
        let last = index + 1 == wave.group_waves;
        wave.set_exec(if last { self.ids.last_exec } else { u64::MAX });
        let (class, base) = self.ids.classes[index as usize];
        if !class.is_steady() {
            self.ids.write_others(wave, index as usize, class);
        }
        wave.set_fresh(class, base);
        self.set_rest(wave, index);
    }

    /// Sets what starts alike in all waves.
    #[inline(always)]
    fn set_rest(&self, wave: &mut Wave, index: u32) {
        wave.scc = 0;
        wave.mode = self.mode;
        wave.trapsts = 0;
        wave.pc = self.pc;
        wave.instructions = 0;
        wave.lanes = 0;
        wave.index = index;
    }
}

/// What is defined when a launch begins. All else in registers, the LDS, private memory, and in some ranges of global
/// memory, is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defined {
    /// Scalar registers by operand code, a bit for each.
    pub scalars: u128,
    /// So many vector registers, in the active lanes: the work-item ids.
    pub ids: u16,
    /// Guest addresses that are undefined, and what is there.
    pub undefined: Vec<(Range<u64>, String)>,
}

impl Default for Defined {
    /// All registers and all of global memory.
    fn default() -> Defined {
        Defined {
            scalars: u128::MAX,
            ids: u16::MAX,
            undefined: Vec::new(),
        }
    }
}

/// What waves that have ended have executed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Wave instructions.
    pub instructions: u64,
    /// See [`Wave::lanes`].
    pub lanes: u64,
    /// Waves.
    pub waves: u64,
}

impl Tally {
    /// Counts a wave that has ended.
    #[inline]
    pub fn count(&mut self, wave: &Wave) {
        self.instructions += wave.instructions;
        self.lanes += wave.lanes;
        self.waves += 1;
    }

    /// Counts those of `other`, too.
    pub fn add(&mut self, other: &Tally) {
        self.instructions += other.instructions;
        self.lanes += other.lanes;
        self.waves += other.waves;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_item_ids_count_x_first() {
        let ids = Ids::new([10, 4, 3], 3, false);
        assert_eq!(ids.vgprs.len(), 2);
        // Work-item 69 = 9 + 10 * 2 + 40 * 1 is lane 5 of wave 1.
        let [v0, v1, v2] = &ids.vgprs[1];
        assert_eq!([v0.0[5], v1.0[5], v2.0[5]], [9, 2, 1]);
        let packed = Ids::new([10, 4, 3], 3, true);
        let [v0, v1, _] = &packed.vgprs[1];
        assert_eq!([v0.0[5], v1.0[5]], [9 | 2 << 10 | 1 << 20, 0]);
        // 120 work-items: 56 in the second wave.
        assert_eq!(ids.last_exec, (1 << 56) - 1);
        assert_eq!(Ids::new([64, 1, 1], 3, false).last_exec, u64::MAX);
        assert_eq!(Ids::new([65, 1, 1], 3, false).last_exec, 1);
    }
}
