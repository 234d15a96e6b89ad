//! Dispatch: which registers waves start with (LLVM AMDGPUUsage, "Initial Kernel Execution State"), and which
//! work-items they are. Work-items lie in waves by their number in the work-group, x first, which a work-group
//! at the grid's end counts with the size that it has (HSA PRM, `currentworkitemflatid` and `laneid`).

use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::{ArgValue, Backend, Device, Launch};

use super::*;

/// Dwords that each work-item stores.
const FIELDS: usize = 10;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
struct Dispatch {
    grid: [u32; 3],
    local: [u32; 3],
    /// The ids of work-groups that waves are given.
    groups: [bool; 3],
    /// Ids of work-items besides x.
    ids: u8,
    info: bool,
    /// User registers before those with the arguments' address, and after them.
    before: [bool; 3],
    after: [bool; 2],
}

impl Dispatch {
    fn random(r: &mut Source<'_>) -> Dispatch {
        let dimensions = 1 + r.below(3) as usize;
        let mut local = [1; 3];
        match dimensions {
            1 => local[0] = r.pick(&[1, 3, 63, 64, 65, 100, 128, 200, 256]),
            2 => local[..2].copy_from_slice(&[1 + r.below(40) as u32, 1 + r.below(12) as u32]),
            _ => local = [9, 7, 5].map(|n| 1 + r.below(n) as u32),
        }
        let mut grid = [1; 3];
        for (grid, local) in grid.iter_mut().zip(local).take(dimensions) {
            *grid = 1 + r.below(u64::from(3 * local)) as u32;
        }
        let count = |d: usize| grid[d].div_ceil(local[d]);
        Dispatch {
            grid,
            local,
            groups: [0, 1, 2].map(|d| count(d) > 1 || r.one_in(2)),
            // At least those without which lanes cannot be told apart.
            ids: r.below(3).max(dimensions as u64 - 1) as u8,
            info: r.one_in(2),
            before: [(); 3].map(|()| r.one_in(3)),
            after: [(); 2].map(|()| r.one_in(3)),
        }
    }

    /// The first of the registers with the arguments' address, and the first behind all user registers.
    fn registers(&self) -> (u32, u32) {
        let sum = |on: &[bool], sizes: &[u32]| -> u32 {
            let sizes = on.iter().zip(sizes).filter(|(on, _)| **on);
            sizes.map(|(_, size)| size).sum()
        };
        // Private segment buffer, dispatch packet, queue; dispatch id, private segment size.
        let kernarg = sum(&self.before, &[4, 2, 2]);
        (kernarg, kernarg + 2 + sum(&self.after, &[2, 1]))
    }

    /// A kernel that stores for each work-item what its wave has been given.
    fn kernel(&self) -> String {
        let (kernarg, mut next) = self.registers();
        let mut take = |on: bool| {
            if on {
                next += 1;
                format!("s{}", next - 1)
            } else {
                "0".to_owned()
            }
        };
        let groups = self.groups.map(&mut take);
        let info = take(self.info);
        let id = |n: u8| {
            if n <= self.ids {
                format!("v{n}")
            } else {
                "0".to_owned()
            }
        };
        let count = |d: usize| self.grid[d].div_ceil(self.local[d]);
        let items: u32 = self.local.iter().product();
        let mut text = format!(
            "s_load_dwordx2 s[40:41], s[{kernarg}:{}], 0x0
             s_waitcnt lgkmcnt(0)
             s_mov_b32 s42, -1
             s_mov_b32 s43, 0x00027fac
             s_mov_b32 s44, {}
             s_mul_i32 s44, s44, {}
             s_add_u32 s44, s44, {}
             s_mul_i32 s44, s44, {}
             s_add_u32 s44, s44, {}
             s_mul_i32 s44, s44, {items}
             s_movk_i32 s45, {}
             s_movk_i32 s46, {}
             v_mov_b32 v3, {}
             v_mov_b32 v5, {}
             v_mad_u32_u24 v3, v3, s45, v5
             v_mad_u32_u24 v3, v3, s46, v0
             v_mad_u32_u24 v3, v3, 1, s44
             v_mul_u32_u24 v3, {}, v3\n",
            kernarg + 1,
            groups[2],
            count(1),
            groups[1],
            count(0),
            groups[0],
            self.local[1],
            self.local[0],
            id(2),
            id(1),
            4 * FIELDS,
        );
        let [x, y, z] = groups;
        let exec = ["exec_lo", "exec_hi"].map(str::to_owned);
        let [low, high] = exec;
        let fields = [id(0), id(1), id(2), low, high, x, y, z, info];
        for (i, field) in fields.iter().enumerate() {
            text += &format!("v_mov_b32 v4, {field}\n{}\n", store(i));
        }
        text += "v_mbcnt_lo_u32_b32 v4, -1, 0\nv_mbcnt_hi_u32_b32 v4, -1, v4\n";
        text += &store(FIELDS - 1);
        text
    }

    /// The dwords that are stored, of all work-items that full work-groups would have.
    fn model(&self) -> Vec<u32> {
        let count: [u32; 3] = std::array::from_fn(|d| self.grid[d].div_ceil(self.local[d]));
        let items: u32 = self.local.iter().product();
        let mut all = vec![0; (count.iter().product::<u32>() * items) as usize * FIELDS];
        for number in 0..count.iter().product() {
            let group = [
                number % count[0],
                number / count[0] % count[1],
                number / count[0] / count[1],
            ];
            let size: [u32; 3] = std::array::from_fn(|d| {
                let rest = self.grid[d] - group[d] * self.local[d];
                rest.min(self.local[d])
            });
            let there: u32 = size.iter().product();
            for flat in 0..there {
                let id = [
                    flat % size[0],
                    flat / size[0] % size[1],
                    flat / size[0] / size[1],
                ];
                let wave = flat / 64;
                let lanes = (there - 64 * wave).min(64);
                let exec = u64::MAX >> (64 - lanes);
                let place = (id[2] * self.local[1] + id[1]) * self.local[0] + id[0];
                let at = (number * items + place) as usize * FIELDS;
                let given = |n: u8| u32::from(n <= self.ids) * id[usize::from(n)];
                let of = |d: usize| u32::from(self.groups[d]) * group[d];
                let first = u32::from(wave == 0) << 31;
                let info = u32::from(self.info) * (first | there.div_ceil(64));
                all[at..at + FIELDS].copy_from_slice(&[
                    given(0),
                    given(1),
                    given(2),
                    exec as u32,
                    (exec >> 32) as u32,
                    of(0),
                    of(1),
                    of(2),
                    info,
                    flat % 64,
                ]);
            }
        }
        all
    }

    fn check(&self, generation: Gen, threads: usize) {
        let text = format!("{}\ns_endpgm\n", self.kernel());
        let words = assemble(generation, &text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let bytes: Vec<u8> = words.words().iter().flat_map(|w| w.to_le_bytes()).collect();
        let device = Device::new().expect("a device");
        let object = CodeObject::parse(&bytes, Some(generation.target())).expect("raw code");
        let mut program = device.load(&object).expect("a program");
        let kernel = &mut program.kernels[0];
        (kernel.vgprs, kernel.private_size) = (8, 16);
        let setup = &mut kernel.setup;
        setup.user_sgprs = self.registers().1 as u8;
        [
            setup.private_segment_buffer,
            setup.dispatch_ptr,
            setup.queue_ptr,
        ] = self.before;
        setup.kernarg_segment_ptr = true;
        [setup.dispatch_id, setup.private_segment_size] = self.after;
        setup.flat_scratch_init = false;
        setup.workgroup_id = self.groups;
        setup.workgroup_info = self.info;
        setup.private_segment_wave_offset = false;
        setup.workitem_id = self.ids;
        let expected = self.model();
        let buffer = device
            .buffer("found", &vec![0u32; expected.len()])
            .expect("room");
        for backend in [Backend::Interp, Backend::Jit] {
            let empty = vec![0u32; expected.len()];
            buffer.write(&empty).expect("as long");
            let mut launch = Launch::new(0, 1, 1).backend(backend).threads(threads);
            (launch.grid, launch.local, launch.dimensions) = (self.grid, self.local, 3);
            launch.args = vec![ArgValue::Buffer(buffer.address())];
            let done = device.launch(&program, &launch);
            done.unwrap_or_else(|e| panic!("{generation}, {backend:?}: {self:?}: {e}"));
            let found = buffer.read::<u32>();
            let wrong = (0..expected.len()).find(|i| expected[*i] != found[*i]);
            if let Some(i) = wrong {
                panic!(
                    "{generation}, {backend:?}: {self:?}: item {}, field {}: {:#x} expected, found {:#x}",
                    i / FIELDS,
                    i % FIELDS,
                    expected[i],
                    found[i]
                );
            }
        }
    }
}

fn store(field: usize) -> String {
    format!(
        "buffer_store_dword v4, v3, s[40:43], 0 offen offset:{}",
        4 * field
    )
}

#[test]
fn waves_have_the_work_items_of_their_work_group() {
    for generation in Gen::GCN {
        let r = &mut source(2, generation);
        for _ in 0..times(25) {
            let threads = 1 + r.below(2) as usize;
            Dispatch::random(r).check(generation, threads);
        }
    }
}
