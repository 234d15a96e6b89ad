//! Programs for whole launches: what leads from what a kernel is given to what the random code of a wave
//! expects, and what others than its wave have left in the LDS.

use super::*;
use crate::isa::Gens;
use crate::isa::{Ds, DsFields, Mubuf, MubufFields, Smem, SmemFields, Sopc};
use crate::machine::scratch::PRIVATE_BASE;
use crate::runtime::abi::private_buffer;

/// Bytes from one wave's part of the buffer to the next: behind the registers is what the wave has found
/// in the part of the LDS that all waves share.
pub const PART: u32 = BUFFER_STRIDE + SHARED_BYTES;
/// Bytes of LDS of a work-group.
pub const GROUP_LDS: u32 = SHARED_LDS + SHARED_BYTES;
/// Bytes of the buffer that all waves share.
pub const SHARED_BUFFER: u32 = BUFFER;
/// Bytes of private memory per lane.
pub const LANE_BYTES: u32 = PRIVATE;
/// Bytes of the LDS that all waves share: a place for each operation.
const SHARED_BYTES: u32 = 1024;
/// The wave's number among those of all work-groups; what follows is free.
const NUMBER: u8 = 70;
const FREE: u8 = 72;

/// What a program needs to know of its launch.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Work-group size.
    pub local: [u32; 3],
    /// Work-items of the grid: work-groups at its end may be partial in any dimension.
    pub grid: [u32; 3],
    /// Waves of a full work-group.
    pub waves: u32,
    /// The number of a wave that faults.
    pub faults: Option<u32>,
    /// Whether waves have private memory.
    pub private: bool,
    /// Whether work-groups have LDS: without, DS instructions read zeros.
    pub lds: bool,
}

impl Shape {
    /// Work-groups per dimension.
    pub fn groups(&self) -> [u32; 3] {
        std::array::from_fn(|d| self.grid[d].div_ceil(self.local[d]))
    }
}

impl Maker<'_, '_> {
    /// A whole kernel, which finds in its arguments the buffer of [`PART`] bytes for each wave and the
    /// one that all share. Work-group ids are in `s[2:4]`, local ids in `v[0:2]`, or packed in `v0`.
    pub fn kernel(&mut self, shape: &Shape) {
        // Compute kernels start with an empty control stack, for which the forks are not made.
        self.forks = 2;
        self.in_groups = true;
        (self.private, self.lds) = (shape.private, shape.lds);
        self.prologue(shape);
        if self.private {
            for _ in 0..1 + self.r.below(6) {
                self.private_access();
            }
        }
        self.program(shape.waves, false);
    }

    fn prologue(&mut self, shape: &Shape) {
        let sgpr = Operand::Sgpr;
        let number = |n: u32| Operand::Literal(n);
        let flat = LANE4;
        if self.g.has(Gens::ONE_FILE) {
            self.unpack_ids();
        }
        // The work-item's number in its work-group, and from its first lane's the wave's. What has ids in
        // registers that are not given has zeros in them.
        if shape.local[2] > 1 {
            let rows = self.size(shape, 1);
            self.vop2(Vop2::V_MUL_U32_U24, flat, rows, 2);
            self.vop2(Vop2::V_ADD_CO_U32, flat, Operand::Vgpr(1), flat);
        } else {
            self.vop1(Vop1::V_MOV_B32, flat, Operand::Vgpr(1));
        }
        let row = self.size(shape, 0);
        self.vop2(Vop2::V_MUL_U32_U24, flat, row, flat);
        self.vop2(Vop2::V_ADD_CO_U32, flat, Operand::Vgpr(0), flat);
        self.vop1(Vop1::V_READFIRSTLANE_B32, LDS_BASE, Operand::Vgpr(flat));
        self.sop2(Sop2::S_LSHR_B32, NUMBER, sgpr(LDS_BASE), Operand::Int(6));
        let [x, y, _] = shape.groups();
        self.sop2(Sop2::S_MUL_I32, FREE, sgpr(4), number(y));
        self.sop2(Sop2::S_ADD_U32, FREE, sgpr(FREE), sgpr(3));
        self.sop2(Sop2::S_MUL_I32, FREE, sgpr(FREE), number(x));
        self.sop2(Sop2::S_ADD_U32, FREE, sgpr(FREE), sgpr(2));
        self.sop2(Sop2::S_MUL_I32, FREE, sgpr(FREE), number(shape.waves));
        self.sop2(Sop2::S_ADD_U32, NUMBER, sgpr(NUMBER), sgpr(FREE));
        if self.r.one_in(2) {
            self.vop2(Vop2::V_SUBREV_CO_U32, flat, sgpr(LDS_BASE), flat)
        } else {
            self.vop2(Vop2::V_AND_B32, flat, Operand::Int(63), flat)
        };
        self.vop2(Vop2::V_LSHLREV_B32, LANE4, Operand::Int(2), flat);
        // The wave offset of each wave is that of the one before and its private memory.
        let vsharp = private_buffer(self.g, PRIVATE_BASE);
        let first = Operand::Literal(64);
        self.sop2(Sop2::S_ADD_U32, PRIVATE_VSHARP, sgpr(LDS_BASE), first);
        let low = PRIVATE_VSHARP;
        self.sop2(Sop2::S_MUL_I32, low, sgpr(low), number(PRIVATE));
        for (s, word) in (low + 1..).zip(&vsharp[1..]) {
            self.sop1(Sop1::S_MOV_B32, s, number(*word));
        }
        let shift = (LDS_STRIDE / 64).trailing_zeros() as i8;
        self.sop2(
            Sop2::S_LSHL_B32,
            LDS_BASE,
            sgpr(LDS_BASE),
            Operand::Int(shift),
        );

        self.load(8, 4, 0);
        self.sop1(Sop1::S_MOV_B64, SHARED, sgpr(10));
        self.sop2(Sop2::S_MUL_I32, FREE, sgpr(NUMBER), number(PART));
        self.sop2(Sop2::S_ADD_U32, BASE, sgpr(8), sgpr(FREE));
        self.sop2(Sop2::S_ADDC_U32, BASE + 1, sgpr(9), Operand::Int(0));
        self.sop1(Sop1::S_MOV_B64, VSHARP, sgpr(BASE));
        self.sop1(Sop1::S_MOV_B32, VSHARP + 2, number(PART));
        // 32-bit unsigned integers.
        self.sop1(
            Sop1::S_MOV_B32,
            VSHARP + 3,
            number(4 << 15 | 4 << 12 | 0xfac),
        );
        self.descriptors();
        if let Some(wave) = shape.faults {
            self.fault(wave);
        }
        self.fill_private();
        // Some registers have data, and the others what a wave finds that writes them too late.
        if self.r.one_in(2) {
            self.load(4, 4, 64);
        }
        for v in 1..POOL as u8 {
            if self.r.one_in(2) {
                self.part(Mubuf::BUFFER_LOAD_DWORD, v, Operand::Int(0), 256 * v as u16);
            }
        }
        if !self.r.one_in(3) {
            self.vop1(Vop1::V_MOV_B32, 0, Operand::Vgpr(LANE4));
        }
    }

    /// The three local ids, which lie in one register in 10 bits each, in one each.
    fn unpack_ids(&mut self) {
        self.vop2(Vop2::V_LSHLREV_B32, 1, Operand::Int(12), 0);
        self.vop2(Vop2::V_LSHRREV_B32, 1, Operand::Int(22), 1);
        self.vop2(Vop2::V_LSHRREV_B32, 2, Operand::Int(20), 0);
        self.vop2(Vop2::V_AND_B32, 0, Operand::Literal(0x3ff), 0);
    }

    /// The size of the wave's work-group in dimension `d`.
    fn size(&mut self, shape: &Shape, d: usize) -> Operand {
        let [local, grid] = [shape.local[d], shape.grid[d]];
        if grid % local == 0 {
            return Operand::Literal(local);
        }
        let free = Operand::Sgpr(FREE);
        let local = Operand::Literal(local);
        self.sop2(Sop2::S_MUL_I32, FREE, Operand::Sgpr(2 + d as u8), local);
        self.sop2(Sop2::S_SUB_U32, FREE, Operand::Literal(grid), free);
        self.sop2(Sop2::S_MIN_U32, FREE, free, local);
        free
    }

    /// The V# of records and the T#, the same for all waves except where they begin.
    fn descriptors(&mut self) {
        let records = descriptors::draw(self.r, self.g, 0, BUFFER_STRIDE);
        let image = images::draw(self.r, self.g, 0, BUFFER_STRIDE, true);
        let set = |m: &mut Self, first: u8, words: &[u32]| {
            for (s, word) in (first..).zip(words) {
                m.sop1(Sop1::S_MOV_B32, s, Operand::Literal(*word));
            }
        };
        set(self, descriptors::RECORDS, &records);
        set(self, images::IMAGE, &image);
        let add = |m: &mut Self, to: u8, from: u8| {
            let [to_word, from] = [to, from].map(Operand::Sgpr);
            m.sop2(Sop2::S_OR_B64, to, to_word, from);
        };
        add(self, descriptors::RECORDS, BASE);
        // The T# counts 256 bytes.
        let base = Operand::Sgpr(BASE);
        self.sop2(Sop2::S_LSHR_B64, FREE, base, Operand::Int(8));
        add(self, images::IMAGE, FREE);
    }

    /// Loads `n` SGPRs from the address in `s[0:1]`.
    fn load(&mut self, sdata: u8, n: u8, imm: i64) {
        let f = SmemFields {
            sdata,
            sbase: BASE,
            imm,
            has_imm: true,
            ..SmemFields::ZERO
        };
        let op = match n {
            1 => Smem::S_LOAD_DWORD,
            _ => Smem::S_LOAD_DWORDX4,
        };
        self.push(Inst::Smem { op, f });
    }

    /// The wave of this number reads from no allocation.
    fn fault(&mut self, wave: u32) {
        let label = self.label();
        self.push(Inst::Sopc {
            op: Sopc::S_CMP_EQ_U32,
            ssrc0: Operand::Sgpr(NUMBER),
            ssrc1: Operand::Literal(wave),
        });
        self.branch(Sopp::S_CBRANCH_SCC0, label);
        self.sop1(Sop1::S_MOV_B64, BASE, Operand::Int(0));
        self.load(FREE, 1, 0);
        self.place(label);
    }

    /// Private memory is zero at first. Gives each dword of it another value in most programs, so that the
    /// wrong one is noticed.
    fn fill_private(&mut self) {
        if !self.private || self.r.one_in(2) {
            return;
        }
        let data = 11;
        for at in (0..STACK_BOTTOM as u16).step_by(16) {
            for v in data..data + 4 {
                let word = Operand::Literal(self.r.bits() as u32);
                self.vop2(Vop2::V_XOR_B32, v, word, LANE4);
            }
            let f = MubufFields {
                vdata: data,
                srsrc: PRIVATE_VSHARP,
                soffset: Operand::Int(0),
                offset: at,
                ..MubufFields::ZERO
            };
            let op = Mubuf::BUFFER_STORE_DWORDX4;
            self.push(Inst::Mubuf { op, f });
        }
    }

    /// An access to the wave's part of the buffer, at the lane's dword.
    fn part(&mut self, op: Mubuf, vdata: u8, soffset: Operand, offset: u16) {
        let f = MubufFields {
            vdata,
            vaddr: LANE4,
            srsrc: VSHARP,
            soffset,
            offset,
            offen: true,
            ..MubufFields::ZERO
        };
        self.push(Inst::Mubuf { op, f });
    }

    /// When all waves are done with it: what is in the LDS that they share. All lanes are active.
    pub(super) fn dump_shared(&mut self) {
        self.sopp(Sopp::S_BARRIER, 0);
        self.sop1(Sop1::S_MOV_B32, TARGET, Operand::Literal(BUFFER_STRIDE));
        for at in (0..SHARED_BYTES).step_by(256) {
            let from = SHARED_LDS + at;
            let f = DsFields {
                addr: LANE4,
                offset0: from as u8,
                offset1: (from >> 8) as u8,
                ..DsFields::ZERO
            };
            let op = Ds::DS_READ_B32;
            self.push(Inst::Ds { op, f });
            let to = Operand::Sgpr(TARGET);
            self.part(Mubuf::BUFFER_STORE_DWORD, 0, to, at as u16);
        }
    }
}
