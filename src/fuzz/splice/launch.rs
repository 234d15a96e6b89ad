//! One work-group of a kernel's launch: the registers and the memory that its waves find, as a launch
//! sets them up.

use super::corpus::Model;
use crate::fuzz::Source;
use crate::fuzz::case::{Buffer, Case, WaveState};
use crate::fuzz::code::address_of;
use crate::fuzz::program::state::mode;
use crate::fuzz::values::dword;
use crate::isa::{EXEC_LO, FLAT_SCRATCH_LO, M0};
use crate::loader::{Arg, ArgKind};
use crate::machine::memory::Access;
use crate::machine::scratch::PRIVATE_BASE;
use crate::machine::start::{SystemSgprs, USER_SGPRS};
use crate::machine::wave::{LANES, Vgpr};
use crate::runtime::ArgValue;
use crate::runtime::abi::{
    Addresses, Hidden, PACKET_SIZE, QUEUE_SIZE, Shape, pack, packet, private_units, queue,
    user_sgprs,
};

/// Waves of a work-group at most.
const WAVES: u32 = 4;
/// Work-items of a launch at most.
const ITEMS: u32 = WAVES * LANES as u32;
/// Bytes of the buffer that all pointers among the arguments lead into: kernels have up to 640 for each
/// work-item. Of the part of it where pointers begin, and of the part that is filled; behind that all is
/// zero, so that a list or a text comes to its end.
const DATA: u32 = BEGINNINGS as u32 + 640 * ITEMS;
const BEGINNINGS: u64 = 8 << 10;
const FILLED: usize = 16 << 10;
/// Bytes of LDS beyond what a kernel asks for: its arrays may be for smaller work-groups.
const MORE_LDS: u32 = 8192;
/// Bytes of private memory per lane beyond what is known of a kernel that calls itself.
const STACK: u32 = 4096;
/// Where things lie in the buffer of what a launch gives its waves besides data.
const QUEUE: usize = PACKET_SIZE;
const PRINTF: usize = QUEUE + QUEUE_SIZE;
const KERNARG: usize = 384;
/// The buffer of OpenCL's `printf`: how many bytes are used, and how many there are.
const PRINTF_BUFFER: [u32; 2] = [0, 0];
/// The buffers of a case, by their places.
const CONSTANTS: usize = 0;
const GIVEN: usize = 1;
const POINTED_TO: usize = 2;

/// Kernels that take what they find in memory for indices without looking: it is to be small numbers.
const INDEXED: [&str; 2] = ["spmv_double", "spmv_float"];

/// Kernels whose arrays in the LDS are for one size of work-group, which they do not state.
const SIZED: [(&str, u32); 1] = [("radix_pass", 32)];

/// Sizes of work-groups, as kernels mostly have them.
const SIZES: [[u32; 3]; 12] = [
    [64, 1, 1],
    [64, 1, 1],
    [32, 1, 1],
    [128, 1, 1],
    [256, 1, 1],
    [100, 1, 1],
    [8, 8, 1],
    [16, 16, 1],
    [16, 5, 1],
    [4, 4, 4],
    [5, 3, 7],
    [1, 1, 1],
];

/// What does not change from state to state.
pub struct Launch<'a> {
    model: &'a Model,
    shape: Shape,
    workgroup: [u32; 3],
    /// The work-group's size: at the end of the grid it may be smaller than the others.
    size: [u32; 3],
    /// Bytes that each pointer into the LDS is given.
    dynamic_lds: u32,
    mode: u32,
    /// Whether all arguments are such that the kernel does what it is meant to.
    plain: bool,
}

impl<'a> Launch<'a> {
    /// A launch of the kernel, of a random size; `plain` where all is to be as the kernel wants it.
    pub fn new(r: &mut Source<'_>, model: &'a Model, plain: bool) -> Launch<'a> {
        let k = &model.kernel;
        let most = k.max_flat_workgroup_size.unwrap_or(256);
        let fits = |s: &[u32; 3]| s.iter().product::<u32>() <= most.min(ITEMS);
        let local = r.pick(&SIZES);
        let sized = SIZED.iter().find(|(name, _)| *name == k.name);
        let wanted = k.reqd_workgroup_size.or(sized.map(|(_, x)| [*x, 1, 1]));
        let local = wanted.unwrap_or(local);
        let local = if fits(&local) { local } else { [64, 1, 1] };
        let mut groups = [1; 3];
        for d in 0..3 {
            let items: u32 = (0..3).map(|d| local[d] * groups[d]).product();
            if (d == 0 || local[d] > 1) && 2 * items <= ITEMS {
                groups[d] += r.below(2) as u32;
            }
        }
        let workgroup = groups.map(|n| r.below(n.into()) as u32);
        let mut grid: [u32; 3] = std::array::from_fn(|d| local[d] * groups[d]);
        if !plain && r.one_in(4) {
            // The last one lacks some work-items.
            let d = r.below(3) as usize;
            grid[d] -= r.below(local[d].into()) as u32;
        }
        let size = std::array::from_fn(|d| local[d].min(grid[d] - workgroup[d] * local[d]));
        let dimensions = 3 - local.iter().rev().take(2).take_while(|n| **n == 1).count() as u32;
        Launch {
            model,
            shape: Shape {
                grid,
                local,
                dimensions,
            },
            workgroup,
            size,
            dynamic_lds: 16 * local.iter().product::<u32>(),
            mode: if !plain && r.one_in(4) {
                mode(r) & 0x3ff
            } else {
                k.mode
            },
            plain,
        }
    }

    /// Work-items of the work-group.
    fn items(&self) -> u32 {
        self.size.iter().product()
    }

    /// The case without its code, with nothing in its memory; for waves with `vgprs` registers at least.
    pub fn blank(&self, vgprs: u32) -> Case {
        let k = &self.model.kernel;
        let generation = self.model.generation;
        let most = k.vgprs.max(k.acc_vgprs).max(vgprs);
        let mut case = Case::new(generation, most.clamp(4, 256));
        let waves = self.items().div_ceil(LANES as u32) as usize;
        case.waves = vec![case.waves[0].clone(); waves];
        let buffer = |bytes: usize, access| Buffer {
            bytes: vec![0; bytes],
            access,
        };
        let kernarg = (k.kernarg_size as usize).next_multiple_of(64);
        case.buffers = vec![
            buffer(self.model.constants.len().max(64), Access::ReadOnly),
            buffer(KERNARG + kernarg, Access::ReadWrite),
            buffer(DATA as usize, Access::ReadWrite),
        ];
        let dynamic = k
            .args
            .iter()
            .filter(|a| a.kind == ArgKind::DynamicSharedPointer);
        let lds = k.lds_size + dynamic.count() as u32 * self.dynamic_lds;
        let (granule, most) = (generation.lds_granule(), generation.lds_size());
        let lds = (lds + MORE_LDS).next_multiple_of(granule).min(most);
        case.lds = vec![0; lds as usize];
        let stack = if self.model.recursive { STACK } else { 0 };
        let private = k.private_size.checked_add(stack);
        case.private = private.and_then(private_units).unwrap_or(0);
        case.scratch = vec![0; waves * LANES * case.private as usize];
        case
    }

    /// Registers and memory, with what is left open chosen at random.
    pub fn fill(&self, r: &mut Source<'_>, case: &mut Case) {
        let k = &self.model.kernel;
        let at = case.addresses();
        let (given, data) = (at[GIVEN], at[POINTED_TO]);
        let explicit = k.args.iter().filter(|a| !a.kind.is_hidden());
        let args: Vec<ArgValue> = explicit.map(|a| self.argument(r, a, data)).collect();
        let hidden = Hidden {
            queue: given + QUEUE as u64,
            printf: given + PRINTF as u64,
            hostcall: 0,
        };
        let packed = pack(k, &args, &self.shape, hidden).expect("arguments that fit");
        let kernarg = given + KERNARG as u64;
        let lds = case.lds.len() as u32;
        let bytes = &mut case.buffers[GIVEN].bytes;
        let packet = packet(&self.shape, case.private, lds, at[CONSTANTS], kernarg);
        bytes[..PACKET_SIZE].copy_from_slice(&packet);
        bytes[QUEUE..PRINTF].copy_from_slice(&queue(given));
        let printf = PRINTF_BUFFER.map(u32::to_le_bytes);
        bytes[PRINTF..][..printf.as_flattened().len()].copy_from_slice(printf.as_flattened());
        let n = packed.bytes.len().min(bytes.len() - KERNARG);
        bytes[KERNARG..][..n].copy_from_slice(&packed.bytes[..n]);
        self.constants(case);
        self.data(r, &mut case.buffers[POINTED_TO].bytes[..FILLED]);
        // What a launch leaves as zero may hold what earlier waves have left.
        let used = !self.plain && r.one_in(2);
        if used {
            self.data(r, &mut case.lds);
            self.data(r, &mut case.scratch);
        } else {
            case.lds.fill(0);
            case.scratch.fill(0);
        }
        let user = user_sgprs(
            case.generation,
            k,
            &self.shape,
            &Addresses {
                packet: given,
                queue: given + QUEUE as u64,
                kernarg,
                private: case.private,
                ..Addresses::default()
            },
        );
        let waves = case.waves.len() as u32;
        for (i, w) in case.waves.iter_mut().enumerate() {
            if used {
                leftovers(r, w);
            } else {
                w.sgpr.fill(0);
                w.vgprs.fill(Vgpr::ZERO);
            }
            let first = USER_SGPRS.min(k.setup.user_sgprs.into());
            w.sgpr[..first].copy_from_slice(&user[..first]);
            if k.setup.architected_flat_scratch && case.private != 0 {
                w.sgpr[usize::from(FLAT_SCRATCH_LO) + 1] = (PRIVATE_BASE >> 32) as u32;
            }
            let offset = i as u32 * LANES as u32 * case.private;
            SystemSgprs::of(k).set(&mut w.sgpr, self.workgroup, i as u32, waves, offset);
            w.sgpr[usize::from(M0)] = u32::MAX;
            self.ids(i as u32, w);
            w.mode = self.mode;
            w.scc = 0;
        }
    }

    /// The work-item ids and EXEC of a wave: x counts fastest.
    fn ids(&self, wave: u32, w: &mut WaveState) {
        let first = wave * LANES as u32;
        let [x, y, _] = self.size;
        let setup = &self.model.kernel.setup;
        let enabled = 1 + usize::from(setup.workitem_id.min(2));
        // Of those that are packed into one register, 10 bits each.
        let (registers, shifts) = if setup.packed_workitem_id {
            (1, [0, 10, 20])
        } else {
            (enabled, [0; 3])
        };
        let mut exec = 0;
        for lane in 0..LANES as u32 {
            for v in &mut w.vgprs[..registers] {
                v.0[lane as usize] = 0;
            }
            let item = first + lane;
            if item >= self.items() {
                continue;
            }
            exec |= 1 << lane;
            let ids = [item % x, item / x % y, item / x / y];
            for (i, id) in ids.into_iter().enumerate().take(enabled) {
                w.vgprs[i.min(registers - 1)].0[lane as usize] |= id << shifts[i];
            }
        }
        w.set_s64(EXEC_LO, exec);
    }

    /// The constants, with the addresses of functions as the code now has them.
    fn constants(&self, case: &mut Case) {
        let pointers = self.model.pointers.iter();
        let pointers: Vec<_> = pointers
            .filter_map(|(at, label)| Some((*at, address_of(&case.items, *label)?)))
            .collect();
        let bytes = &mut case.buffers[CONSTANTS].bytes;
        bytes[..self.model.constants.len()].copy_from_slice(&self.model.constants);
        for (at, address) in pointers {
            bytes[at..at + 8].copy_from_slice(&address.to_le_bytes());
        }
    }

    /// A value for an argument: an address in the data, or a number, mostly a small one.
    fn argument(&self, r: &mut Source<'_>, arg: &Arg, data: u64) -> ArgValue {
        let size = arg.size as usize;
        match arg.kind {
            ArgKind::DynamicSharedPointer => return ArgValue::Local(self.dynamic_lds),
            ArgKind::GlobalBuffer if size == 8 => {
                let to = r.below(BEGINNINGS / 256) * 256;
                return ArgValue::Buffer(data + to);
            }
            _ => {}
        }
        let any = !self.plain && r.one_in(8);
        let small = match r.below(4) {
            _ if self.plain => 1 + r.below(16),
            0 => r.below(4),
            1 | 2 => r.below(17),
            _ => r.below(65),
        };
        let kind = r.below(8);
        let bytes = match arg.value_type.as_deref() {
            Some("f32") if !any => (small as f32).to_le_bytes().to_vec(),
            Some("f64") if !any => (small as f64).to_le_bytes().to_vec(),
            _ if size <= 8 && !any => small.to_le_bytes()[..size].to_vec(),
            _ => {
                let words = (0..size.div_ceil(4)).map(|i| dword(r, kind, i & 1 != 0));
                let mut bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
                bytes.truncate(size);
                bytes
            }
        };
        ArgValue::Bytes(bytes)
    }

    /// Fills memory from a pool of edge values of a few kinds. One choice decides them all: a fuzzer's
    /// bytes are for better things.
    fn data(&self, r: &mut Source<'_>, bytes: &mut [u8]) {
        let r = &mut Source::seeded(r.bits());
        let kinds = [r.below(8), r.below(8), 1];
        let indices = self.plain && INDEXED.contains(&&self.model.kernel.name[..]);
        let pool: [u32; 64] = std::array::from_fn(|i| {
            let kind = r.pick(&kinds);
            match i {
                // What ends a text is always there.
                0 => 0,
                _ if indices => r.below(64) as u32,
                _ => dword(r, kind, i & 1 != 0),
            }
        });
        for part in bytes.chunks_mut(40) {
            let mut bits = r.bits();
            for d in part.chunks_mut(4) {
                d.copy_from_slice(&pool[(bits & 63) as usize].to_le_bytes()[..d.len()]);
                bits >>= 6;
            }
        }
    }
}

/// Registers as an earlier wave may have left them.
fn leftovers(r: &mut Source<'_>, w: &mut WaveState) {
    let r = &mut Source::seeded(r.bits());
    let kind = r.below(8);
    let pool: [u32; 64] = std::array::from_fn(|i| dword(r, kind, i & 1 != 0));
    for (i, s) in w.sgpr.iter_mut().enumerate() {
        *s = pool[i % 64];
    }
    for (i, v) in w.vgprs.iter_mut().enumerate() {
        let turn = r.below(64) as usize & !1;
        *v = Vgpr(std::array::from_fn(|lane| {
            pool[(turn + (i & 1) + 2 * lane) % 64]
        }));
    }
}
