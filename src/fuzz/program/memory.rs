//! Loads, stores and atomics: at addresses that lanes and instructions share, mostly inside what is
//! allocated.

use super::*;
use crate::isa::Gens;
use crate::isa::{
    Ds, DsFields, EXEC_LO, Flags, Flat, FlatFields, Mai, MaiFields, MtbufFields, MubufFields,
    Segment, SmemFields, VCC_LO,
};
use crate::machine::{PRIVATE_APERTURE_HI, SHARED_APERTURE_HI};
use rows::data_dwords;

impl Maker<'_, '_> {
    /// An offset in register `v`, mostly small enough; always in programs that must not fault.
    fn offset(&mut self, v: u8, masks: &[u32]) {
        self.affine.retain(|x| *x != v);
        let from = match self.r.below(3) {
            0 => LANE4,
            _ => self.low(1),
        };
        if !self.tame && self.r.one_in(100) {
            return;
        }
        match self.r.below(8) {
            0 => {
                let n = if self.tame { 1 } else { 3 };
                let n = self.r.below(n) as i8;
                self.vop2(Vop2::V_LSHLREV_B32, v, Operand::Int(n), LANE4);
            }
            1 => {
                self.vop1(Vop1::V_MOV_B32, v, Operand::Int(64));
            }
            _ => {
                let mask = self.r.pick(masks);
                self.vop2(Vop2::V_AND_B32, v, Operand::Literal(mask), from);
            }
        }
    }

    /// Something between the address and what uses it.
    fn between(&mut self) {
        if !self.tame && self.r.one_in(8) {
            self.any(1);
        }
    }

    pub(super) fn flat(&mut self) {
        if !self.g.has(Gens::FLAT) {
            return self.mubuf();
        }
        let a = self.r.below(POOL - 1) as u8;
        self.offset(a, &[0xffc, 0xffc, 0x7c, 0x0fc, 0xff0, 0xff8, 0x1ff]);
        let seg = if self.g.is_gfx9() {
            self.r.pick(&[
                Segment::Global,
                Segment::Flat,
                if self.private {
                    Segment::Scratch
                } else {
                    Segment::Global
                },
                if self.private {
                    Segment::Scratch
                } else {
                    Segment::Flat
                },
            ])
        } else {
            Segment::Flat
        };
        let mut small = false;
        let saddr = match seg {
            Segment::Global if self.r.one_in(2) => Some(BASE),
            Segment::Scratch => {
                self.vop2(Vop2::V_AND_B32, a, Operand::Literal(0x1f), a);
                small = true;
                None
            }
            Segment::Flat | Segment::Global if self.r.one_in(2) => {
                self.wide_address(a);
                None
            }
            Segment::Flat | Segment::Global => {
                let hi = match self.r.below(8) {
                    0 if seg == Segment::Flat && self.lds => {
                        self.vop2(Vop2::V_AND_B32, a, Operand::Literal(0x1fc), a);
                        self.vop2(Vop2::V_ADD_CO_U32, a, Operand::Sgpr(LDS_BASE), a);
                        Operand::Literal(SHARED_APERTURE_HI)
                    }
                    1 | 2 if seg == Segment::Flat && self.private => {
                        self.vop2(Vop2::V_AND_B32, a, Operand::Literal(0x1f), a);
                        small = true;
                        Operand::Literal(PRIVATE_APERTURE_HI)
                    }
                    // No buffer lies across a multiple of 2^32.
                    _ => {
                        self.vop2(Vop2::V_ADD_CO_U32, a, Operand::Sgpr(BASE), a);
                        Operand::Sgpr(BASE + 1)
                    }
                };
                self.vop1(Vop1::V_MOV_B32, a + 1, hi);
                self.affine.retain(|v| *v != a + 1);
                None
            }
        };
        self.between();
        self.flat_access(seg, saddr, a, small);
    }

    fn flat_access(&mut self, seg: Segment, saddr: Option<u8>, a: u8, small: bool) {
        for _ in 0..60 {
            let op = match self.r.below(3) {
                0 if self.r.one_in(2) => Flat::LOAD_DWORD,
                1 if self.r.one_in(2) => Flat::STORE_DWORD,
                _ => self.r.pick(&self.rows.flat),
            };
            let at_most = if small && self.tame { 1 } else { 8 };
            let f = FlatFields {
                seg,
                vdst: self.vgpr(4),
                vaddr: a,
                vdata: self.vgpr(4),
                saddr,
                offset: if self.g.is_gfx9() {
                    self.r.below(at_most) as i16 * 4
                } else {
                    0
                },
                glc: self.r.one_in(2),
                sve: self.g.has(Gens::SVE) && seg == Segment::Scratch,
                ..FlatFields::ZERO
            };
            // Fields that the instruction does not have must be zero.
            for (dst, data, glc) in [
                (true, true, f.glc),
                (true, false, false),
                (false, true, false),
            ] {
                let f = FlatFields {
                    vdst: if dst { f.vdst } else { 0 },
                    vdata: if data { f.vdata } else { 0 },
                    glc,
                    ..f
                };
                if self.push(Inst::Flat { op, f }) {
                    let loaded = f.vdst..f.vdst.saturating_add(4);
                    self.affine.retain(|v| !dst || !loaded.contains(v));
                    return;
                }
            }
        }
    }

    /// What MUBUF and MTBUF share, with an address in registers that it makes.
    pub(super) fn buffer(&mut self) -> MubufFields {
        let a = self.r.below(POOL - 1) as u8;
        if self.private && self.r.one_in(4) {
            return self.private_buffer(a);
        }
        self.offset(a, &[0xffc, 0x7c, 0x0fc, 0xff0, 0x1ff]);
        self.vop1(Vop1::V_MOV_B32, a + 1, Operand::Int(0));
        self.affine.retain(|v| *v != a + 1);
        let addr64 = self.g.is_legacy() && self.r.one_in(3);
        let idxen = !addr64 && self.r.one_in(6);
        let f = MubufFields {
            vdata: self.vgpr(4),
            vaddr: a,
            srsrc: VSHARP,
            soffset: Operand::Int(self.r.below(3) as i8 * 4),
            offset: self.r.below(8) as u16 * 4,
            offen: !addr64 && !self.r.one_in(12),
            idxen,
            addr64,
            glc: self.r.one_in(2),
            slc: false,
            lds: false,
            tfe: !self.tame && self.r.one_in(40),
            ..MubufFields::ZERO
        };
        let loaded = f.vdata..f.vdata.saturating_add(5);
        self.affine.retain(|v| !loaded.contains(v));
        f
    }

    /// As [`Maker::buffer`], for private memory: each lane has an index of its own, or all that of a scalar, behind the
    /// memory's end now and then when faults are allowed.
    fn private_buffer(&mut self, a: u8) -> MubufFields {
        let far = !self.tame && self.r.one_in(6);
        if self.r.one_in(3) {
            let s = self.sgpr();
            self.vop1(Vop1::V_MOV_B32, a, Operand::Sgpr(s));
            if far {
                self.vop2(Vop2::V_AND_B32, a, Operand::Literal(0xffc), a);
            }
            self.affine.retain(|v| *v != a);
        } else {
            self.offset(a, &[0x1f, 0x1c, 0x7f, 0xffc]);
        }
        if !far {
            let mask = self.r.pick(&[0x1f, 0x1c, 0x1c]);
            self.vop2(Vop2::V_AND_B32, a, Operand::Literal(mask), a);
        }
        let f = MubufFields {
            vdata: self.vgpr(4),
            vaddr: a,
            srsrc: PRIVATE_VSHARP,
            soffset: if far {
                Operand::Literal(PRIVATE)
            } else {
                Operand::Int(0)
            },
            offset: self.r.below(4) as u16 * 4,
            offen: !self.r.one_in(8),
            glc: self.r.one_in(2),
            ..MubufFields::ZERO
        };
        let loaded = f.vdata..f.vdata.saturating_add(5);
        self.affine.retain(|v| !loaded.contains(v));
        f
    }

    pub(super) fn mubuf(&mut self) {
        let fields = self.buffer();
        self.mubuf_access(fields);
    }

    /// An access to private memory at an index of each lane's own, in one of the ways that lead there.
    pub(super) fn private_access(&mut self) {
        let a = self.r.below(POOL - 1) as u8;
        let way = self.r.below(3);
        if way == 0 || !self.g.has(Gens::FLAT) {
            let fields = self.private_buffer(a);
            return self.mubuf_access(fields);
        }
        self.offset(a, &[0x1f, 0x1c]);
        self.vop2(Vop2::V_AND_B32, a, Operand::Literal(0x1c), a);
        let seg = match way {
            1 if self.g.is_gfx9() => Segment::Scratch,
            _ => {
                let hi = Operand::Literal(PRIVATE_APERTURE_HI);
                self.vop1(Vop1::V_MOV_B32, a + 1, hi);
                self.affine.retain(|v| *v != a + 1);
                Segment::Flat
            }
        };
        self.flat_access(seg, None, a, true);
    }

    pub(super) fn mubuf_access(&mut self, fields: MubufFields) {
        use crate::isa::Mubuf::{BUFFER_LOAD_DWORD, BUFFER_STORE_DWORD};
        for _ in 0..60 {
            let op = match self.r.below(4) {
                0 => BUFFER_LOAD_DWORD,
                1 => BUFFER_STORE_DWORD,
                _ => self.r.pick(&self.rows.mubuf),
            };
            let name = op.row().name;
            // Those address the LDS by M0.
            let lds = name.contains("LDS") || (op == BUFFER_LOAD_DWORD && self.r.one_in(8));
            if lds && self.tame {
                continue;
            }
            // From gfx8 on the V# of private memory has no format, and that of records not always one.
            let format = name.contains("FORMAT") && !self.g.is_legacy();
            if format && self.tame && fields.srsrc != VSHARP {
                continue;
            }
            let mut f = MubufFields { lds, ..fields };
            if data_dwords(op.row()) == 0 && !lds {
                // Cache operations have no fields.
                f = MubufFields {
                    soffset: Operand::Sgpr(0),
                    ..MubufFields::ZERO
                };
            }
            if self.push(Inst::Mubuf { op, f }) {
                return;
            }
        }
    }

    pub(super) fn mtbuf(&mut self) {
        let fields = self.buffer();
        self.mtbuf_access(fields);
    }

    pub(super) fn mtbuf_access(&mut self, buffer: MubufFields) {
        for _ in 0..60 {
            let op = self.r.pick(&self.rows.mtbuf);
            // 32 and 8_8_8_8, the rest now and then.
            let (dfmt, nfmt) = match self.r.below(4) {
                // Not all of them exist.
                0 if !self.tame => (self.r.below(16) as u8, self.r.below(8) as u8),
                1 => (10, self.r.pick(&[0, 4])),
                _ => (4, 4),
            };
            let f = MtbufFields { buffer, dfmt, nfmt };
            if self.push(Inst::Mtbuf { op, f }) {
                return;
            }
        }
    }

    pub(super) fn ds(&mut self) {
        if self.r.one_in(3) {
            return self.lds_tile();
        }
        let a = self.lds_address();
        if self.g.is_legacy() && self.r.one_in(2) || self.r.one_in(16) {
            self.reset_m0();
        }
        self.between();
        self.ds_access_at(a);
    }

    /// Loads from the LDS by two registers with addresses that lie as those in tiles do: all the same, or one
    /// after the other, in some lanes that follow each other; up to the end of the LDS, and beyond.
    fn lds_tile(&mut self) {
        let first = self.r.below(POOL - 3) as u8;
        let registers = [first, first + 1];
        for v in registers {
            match self.r.below(4) {
                0 => self.vop2(Vop2::V_LSHRREV_B32, v, Operand::Int(4), LANE4),
                1 => self.vop2(Vop2::V_AND_B32, v, Operand::Int(0x3c), LANE4),
                2 => self.vop2(Vop2::V_AND_B32, v, Operand::Literal(0xc0), LANE4),
                _ => self.vop1(Vop1::V_MOV_B32, v, Operand::Vgpr(LANE4)),
            };
            let up = self.r.below(3) as i8;
            if self.tame {
                self.vop2(Vop2::V_AND_B32, v, Operand::Literal(0xfc), v);
                self.vop2(Vop2::V_ADD_CO_U32, v, Operand::Sgpr(LDS_BASE), v);
            } else {
                self.vop2(Vop2::V_LSHLREV_B32, v, Operand::Int(up), v);
                let ends = [SHARED_LDS + 2048, SHARED_LDS + 1024, LDS + 256 * VGPRS];
                let end = self.r.pick(&ends);
                let at = match self.r.below(4) {
                    0 => self.r.below(64) as u32,
                    _ => end - 4 * self.r.below(80) as u32,
                };
                self.vop2(Vop2::V_ADD_CO_U32, v, Operand::Literal(at), v);
            }
            self.affine.retain(|x| *x != v);
        }
        use Ds::*;
        let ops = [
            DS_READ_B32,
            DS_READ2_B32,
            DS_READ_B64,
            DS_READ2_B64,
            DS_READ_B128,
        ];
        for _ in 0..2 + self.r.below(4) {
            let (op, addr) = (self.r.pick(&ops), self.r.pick(&registers));
            let vdst = self.vgpr(4);
            // Other registers than those: there are loads to come.
            if (vdst..vdst.saturating_add(4)).any(|v| registers.contains(&v)) {
                continue;
            }
            let two = matches!(op, DS_READ2_B32 | DS_READ2_B64);
            let f = DsFields {
                vdst,
                addr,
                offset0: self.r.below(if self.tame { 8 } else { 32 }) as u8,
                offset1: if two { self.r.below(16) as u8 } else { 0 },
                ..DsFields::ZERO
            };
            if self.push(Inst::Ds { op, f }) {
                let loaded = vdst..vdst.saturating_add(4);
                self.affine.retain(|v| !loaded.contains(v));
            }
        }
        // Choices of their own: what else the program has stays as it is.
        let kept = self.r.clone();
        if self.r.bits().is_multiple_of(2) {
            self.lds_puts(registers);
        }
        if self.r.bits().is_multiple_of(2) {
            self.lds_updates(registers);
        }
        if self.r.bits().is_multiple_of(3) {
            self.lds_spaced(registers);
        }
        if self.g.has(Gens::ONE_FILE) && self.r.bits().is_multiple_of(3) {
            self.products(registers);
        }
        *self.r = kept;
    }

    /// Products of matrices with loads from the LDS by registers with addresses between them, and writes of registers that
    /// products write or read: what belongs to another product, or to none, and what must come behind one.
    fn products(&mut self, registers: [u8; 2]) {
        let products = [
            Mai::V_MFMA_F32_4X4X1F32,
            Mai::V_MFMA_F32_16X16X4F32,
            Mai::V_MFMA_I32_4X4X4I8,
        ];
        // Groups of registers, which results share with what is loaded and moved.
        let group = |s: &mut Self| 2 * s.r.below(POOL / 2 - 1) as u8;
        let overlaps = |v: u8, n: u8| registers.iter().any(|r| (v..v + n).contains(r));
        for _ in 0..3 + self.r.below(6) {
            let (to, from) = (group(self), self.low(1));
            match self.r.below(6) {
                0..3 => {
                    let of = [self.low(1), self.low(1)].map(Operand::Vgpr);
                    let addend = match self.r.below(4) {
                        0 => Operand::Int(1),
                        1 => Operand::Vgpr(group(self)),
                        _ => Operand::Vgpr(to),
                    };
                    let f = MaiFields {
                        vdst: to,
                        src: [of[0], of[1], addend],
                        acc: 0,
                        cbsz: 0,
                        abid: 0,
                        blgp: 0,
                        scale: None,
                    };
                    let op = self.r.pick(&products);
                    if !overlaps(to, 4) && self.push(Inst::Mai { op, f }) {
                        self.affine.retain(|v| !(to..to + 4).contains(v));
                    }
                }
                3 | 4 => {
                    let (op, n) = self.r.pick(&[(Ds::DS_READ_B32, 1), (Ds::DS_READ_B64, 2)]);
                    let f = DsFields {
                        vdst: to,
                        addr: self.r.pick(&registers),
                        offset0: 4 * self.r.below(2) as u8,
                        ..DsFields::ZERO
                    };
                    if !overlaps(to, n) && self.push(Inst::Ds { op, f }) {
                        self.affine.retain(|v| !(to..to + n).contains(v));
                    }
                }
                _ if !overlaps(to, 1) => {
                    self.vop2(Vop2::V_ADD_CO_U32, to, Operand::Int(3), from);
                    self.affine.retain(|v| *v != to);
                }
                _ => {}
            }
        }
    }

    /// Loads from the LDS by a register whose lanes' addresses are two dwords from each other, as those of tiles of which
    /// each lane has several columns: single loads, and several that belong together; in rows of 16 lanes or of fewer, with
    /// one lane somewhere else, not aligned, up to the end of the LDS, and beyond.
    fn lds_spaced(&mut self, registers: [u8; 2]) {
        use Ds::*;
        let v = self.r.pick(&registers);
        let lanes = self.r.pick(&[0x1c, 0x3c, 0x3c, 0x7c]);
        self.vop2(Vop2::V_AND_B32, v, Operand::Literal(lanes), LANE4);
        let up = if self.r.one_in(6) { 2 } else { 1 };
        let up = if self.tame { 1 } else { up };
        self.vop2(Vop2::V_LSHLREV_B32, v, Operand::Int(up), v);
        let mut most = 4;
        if self.tame {
            self.vop2(Vop2::V_ADD_CO_U32, v, Operand::Sgpr(LDS_BASE), v);
        } else {
            let ends = [SHARED_LDS + 2048, SHARED_LDS + 1024, LDS + 256 * VGPRS];
            let at = match self.r.below(3) {
                0 => 4 * self.r.below(64) as u32,
                _ => self.r.pick(&ends) - 4 * self.r.below(72) as u32,
            };
            let less = if self.r.one_in(8) { 1 } else { 0 };
            self.vop2(Vop2::V_ADD_CO_U32, v, Operand::Literal(at - less), v);
            most = 32;
        }
        if self.r.one_in(4) {
            let lane = Operand::Int(self.r.below(64) as i8);
            self.write_lane(v, LDS_BASE, lane);
        }
        self.affine.retain(|x| *x != v);
        for _ in 0..1 + self.r.below(4) {
            let op = self
                .r
                .pick(&[DS_READ_B32, DS_READ_B32, DS_READ_B32, DS_READ2_B32]);
            let vdst = self.vgpr(2);
            if (vdst..vdst.saturating_add(2)).any(|v| registers.contains(&v)) {
                continue;
            }
            let two = op == DS_READ2_B32;
            let f = DsFields {
                vdst,
                addr: v,
                offset0: self.r.below(most) as u8 * if two { 1 } else { 4 },
                offset1: if two { self.r.below(most) as u8 } else { 0 },
                ..DsFields::ZERO
            };
            if self.push(Inst::Ds { op, f }) {
                self.affine.retain(|x| ![vdst, vdst + 1].contains(x));
            }
        }
    }

    /// Stores to the LDS, and loads between them, by two registers with addresses: some lanes' elements are
    /// others' as well.
    fn lds_puts(&mut self, registers: [u8; 2]) {
        use Ds::*;
        let ops = [
            DS_WRITE2_B32,
            DS_WRITE2_B64,
            DS_WRITE_B32,
            DS_WRITE_B64,
            DS_WRITE2ST64_B32,
            DS_READ_B32,
        ];
        let far = if self.tame { 8 } else { 32 };
        for _ in 0..2 + self.r.below(3) {
            let (op, addr) = (self.r.pick(&ops), self.r.pick(&registers));
            let (data0, data1) = (self.low(4), self.low(4));
            let (two, loads) = (op.row().name.contains("WRITE2"), op == DS_READ_B32);
            let f = DsFields {
                addr,
                data0: if loads { 0 } else { data0 },
                data1: if two { data1 } else { 0 },
                vdst: if loads { data0 } else { 0 },
                offset0: self.r.below(far) as u8,
                offset1: if two { self.r.below(8) as u8 } else { 0 },
                ..DsFields::ZERO
            };
            let wide = op == DS_WRITE2ST64_B32 && self.tame;
            if wide || loads && registers.contains(&data0) {
                continue;
            }
            if self.push(Inst::Ds { op, f }) && loads {
                self.affine.retain(|v| *v != data0);
            }
        }
    }

    /// Atomics on the LDS by two registers with addresses, with what they give and without: of many lanes at one place, in
    /// each other's places, and beyond the end.
    fn lds_updates(&mut self, registers: [u8; 2]) {
        use Ds::*;
        let ops = [
            DS_ADD_U32,
            DS_SUB_U32,
            DS_RSUB_U32,
            DS_INC_U32,
            DS_DEC_U32,
            DS_MIN_I32,
            DS_MAX_U32,
            DS_XOR_B32,
            DS_ADD_RTN_U32,
            DS_SUB_RTN_U32,
            DS_RSUB_RTN_U32,
            DS_INC_RTN_U32,
            DS_DEC_RTN_U32,
            DS_MAX_RTN_I32,
            DS_MIN_RTN_U32,
            DS_OR_RTN_B32,
            DS_WRXCHG_RTN_B32,
            DS_READ_B32,
        ];
        for _ in 0..1 + self.r.below(3) {
            let (op, addr) = (self.r.pick(&ops), self.r.pick(&registers));
            let (data, result) = (self.low(1), self.low(1));
            let name = op.row().name;
            let (reads, gives) = (op == DS_READ_B32, name.contains("RTN"));
            let far = if self.tame { 8 } else { 32 };
            let offset = self.r.below(far) as u8 * 4;
            // Small data meet old values, of which some programs have the same everywhere.
            if self.r.one_in(4) && !registers.contains(&data) {
                let small = self.r.below(5) as i8;
                self.vop1(Vop1::V_MOV_B32, data, Operand::Int(small));
                self.affine.retain(|v| *v != data);
            }
            if (reads || gives) && registers.contains(&result) {
                continue;
            }
            let f = DsFields {
                addr,
                data0: if reads { 0 } else { data },
                vdst: if reads || gives { result } else { 0 },
                offset0: offset,
                ..DsFields::ZERO
            };
            if self.push(Inst::Ds { op, f }) && (reads || gives) {
                self.affine.retain(|v| *v != result);
            }
        }
    }

    /// An address in the wave's part of the LDS.
    pub(super) fn lds_address(&mut self) -> u8 {
        let a = self.low(1);
        self.offset(a, &[0x1fc, 0xfc, 0x3c, 0x1f8, 0x1ff]);
        if self.tame {
            self.vop2(Vop2::V_ADD_CO_U32, a, Operand::Sgpr(LDS_BASE), a);
        }
        a
    }

    /// An access to the LDS at the address in `a`.
    pub(super) fn ds_access_at(&mut self, a: u8) {
        for _ in 0..60 {
            let op = match self.r.below(6) {
                0 => Ds::DS_READ_B32,
                1 => Ds::DS_WRITE_B32,
                _ => self.r.pick(&self.rows.ds),
            };
            if self.ds_access(op, a) {
                return;
            }
        }
    }

    fn ds_access(&mut self, op: Ds, a: u8) -> bool {
        let name = op.row().name;
        // They address by M0 or by what they find, so that a wave may meet another's data.
        let far = ["ADDTID", "APPEND", "CONSUME", "SRC2"];
        if self.tame && far.iter().any(|s| name.contains(s)) {
            return false;
        }
        if op == Ds::DS_SWIZZLE_B32 || name.contains("PERMUTE") {
            return false;
        }
        let (d, x, y) = (self.vgpr(4), self.vgpr(4), self.vgpr(4));
        let two = name.contains("WRITE2") || name.contains("READ2") || name.contains("XCHG2");
        let stride = name.contains("ST64");
        let f = DsFields {
            vdst: d,
            addr: a,
            data0: x,
            data1: y,
            offset0: if stride {
                self.r.below(2) as u8
            } else {
                self.r.below(6) as u8 * 4
            },
            offset1: match (two, stride) {
                (true, true) => self.r.below(2) as u8,
                (true, false) => self.r.below(8) as u8,
                (false, _) => 0,
            },
            ..DsFields::ZERO
        };
        let variants = [
            (a, d, x, y),
            (a, d, x, 0),
            (a, d, 0, 0),
            (a, 0, x, y),
            (a, 0, x, 0),
            (a, 0, 0, 0),
            (0, d, 0, 0),
            (0, 0, x, 0),
            (0, 0, 0, 0),
        ];
        for (addr, vdst, data0, data1) in variants {
            let f = DsFields {
                addr,
                vdst,
                data0,
                data1,
                ..f
            };
            if self.push(Inst::Ds { op, f }) {
                let loaded = vdst..vdst.saturating_add(4);
                self.affine.retain(|v| !loaded.contains(v));
                return true;
            }
        }
        false
    }

    /// Scalar loads of what is stored between them.
    fn scalar_reload(&mut self) {
        let at = self.r.below(64) as u16 * 4;
        let load = |m: &mut Self, sdata: u8, at: u16| {
            let f = SmemFields {
                sdata,
                sbase: BASE,
                imm: i64::from(at),
                has_imm: true,
                ..SmemFields::ZERO
            };
            let op = crate::isa::Smem::S_LOAD_DWORD;
            m.push(Inst::Smem { op, f });
        };
        let (x, y) = (2 + self.r.below(3) as u8, 5);
        load(self, x, at);
        let f = MubufFields {
            vdata: self.low(1),
            srsrc: VSHARP,
            soffset: Operand::Int(0),
            offset: at,
            ..MubufFields::ZERO
        };
        let op = crate::isa::Mubuf::BUFFER_STORE_DWORD;
        self.push(Inst::Mubuf { op, f });
        let next = at + self.r.below(2) as u16 * 4;
        load(self, y, next);
        for s in [x, y] {
            self.sop2(
                Sop2::S_XOR_B32,
                MASKS,
                Operand::Sgpr(MASKS),
                Operand::Sgpr(s),
            );
        }
    }

    pub(super) fn smem(&mut self) {
        use crate::isa::Smem::*;
        if self.r.one_in(6) {
            return self.scalar_reload();
        }
        let s = 2 + self.r.below(12) as u8;
        let from = Operand::Sgpr(self.sgpr());
        let mask = self.r.pick(&[0x7cu32, 0x7fc, 0xfc, 0xfff]);
        if self.tame || !self.r.one_in(60) {
            self.sop2(Sop2::S_AND_B32, s, from, Operand::Literal(mask));
        }
        self.between();
        for _ in 0..20 {
            let op = match self.r.below(4) {
                0 => S_LOAD_DWORD,
                1 => self
                    .r
                    .pick(&[S_LOAD_DWORDX2, S_LOAD_DWORDX4, S_BUFFER_LOAD_DWORD]),
                _ => self.r.pick(&self.rows.smem),
            };
            let row = op.row();
            // Loads have their data as destination, stores and atomics as source, twice of it for
            // those that compare.
            let n = data_dwords(row);
            let n = if row.name.contains("CMPSWAP") {
                2 * n
            } else {
                n
            };
            let sdata = match n {
                0 => 0,
                1 => self.sdst(),
                2 => self.r.pick(&[2, 4, 6, 8, 10, 12, VCC_LO, EXEC_LO]),
                3 | 4 => self.r.pick(&[4, 8]),
                5..=8 => 4,
                _ => 48,
            };
            let with = self.r.one_in(2);
            let scratch = row.name.contains("SCRATCH");
            let f = SmemFields {
                sdata,
                sbase: if row.name.contains("BUFFER") {
                    VSHARP
                } else {
                    BASE
                },
                imm: match (with, scratch) {
                    (true, _) => 0,
                    (false, true) => self.r.below(50),
                    (false, false) => self.r.below(200) * 4,
                } as i64,
                soffset: with.then_some(s),
                has_imm: !with,
                glc: row.flags.has(Flags::ATOMIC) && self.r.one_in(2),
                nv: false,
            };
            let none = SmemFields::ZERO;
            let time = SmemFields { sdata, ..none };
            if scratch && with && self.tame {
                continue;
            }
            let tries = if n == 0 { [none, none] } else { [f, time] };
            if tries.into_iter().any(|f| self.push(Inst::Smem { op, f })) {
                return;
            }
        }
    }

    /// An atomic on what all waves share, without its old value, so that no order is better than
    /// another: each operation has a place of its own.
    pub(super) fn shared_atomic(&mut self) {
        let commutes = |row: &Row| {
            let ends = [
                "ADD", "SUB", "SMIN", "SMAX", "UMIN", "UMAX", "AND", "OR", "XOR",
            ];
            let name = row.name.trim_end_matches("_X2");
            row.flags.has(Flags::ATOMIC) && ends.iter().any(|e| name.ends_with(&format!("_{e}")))
        };
        let a = self.r.below(POOL - 1) as u8;
        let data = self.vgpr(2);
        self.offset(a, &[0x3c, 0x38]);
        self.vop2(Vop2::V_AND_B32, a, Operand::Int(0x38), a);
        self.affine.retain(|v| *v != a + 1);
        if !self.g.has(Gens::FLAT) || self.r.one_in(3) {
            // In the LDS, behind the waves' parts of it.
            let ops: Vec<Ds> = self.rows.ds.clone();
            let commutes = |name: &str| {
                let ends = [
                    "ADD_U32", "SUB_U32", "AND_B32", "OR_B32", "XOR_B32", "MIN_I32", "MAX_I32",
                    "MIN_U32", "MAX_U32", "ADD_U64", "SUB_U64", "OR_B64", "MAX_I64",
                ];
                ends.iter().position(|e| name == format!("DS_{e}"))
            };
            let ops: Vec<(Ds, usize)> = ops
                .into_iter()
                .filter_map(|op| Some((op, commutes(op.row().name)?)))
                .collect();
            let (op, place) = self.r.pick(&ops);
            let at = SHARED_LDS + 64 * place as u32;
            self.reset_m0();
            let f = DsFields {
                addr: a,
                data0: data,
                offset0: at as u8,
                offset1: (at >> 8) as u8,
                ..DsFields::ZERO
            };
            self.push(Inst::Ds { op, f });
            return;
        }
        let ops: Vec<Flat> = self.rows.flat.clone();
        let ops: Vec<Flat> = ops.into_iter().filter(|op| commutes(op.row())).collect();
        let place = self.r.below(ops.len() as u64) as usize;
        let shift = Operand::Literal(64 * place as u32);
        self.vop2(Vop2::V_ADD_CO_U32, a, shift, a);
        self.vop2(Vop2::V_ADD_CO_U32, a, Operand::Sgpr(SHARED), a);
        self.vop1(Vop1::V_MOV_B32, a + 1, Operand::Sgpr(SHARED + 1));
        let f = FlatFields {
            vaddr: a,
            vdata: data,
            ..FlatFields::ZERO
        };
        self.push(Inst::Flat { op: ops[place], f });
    }

    /// Between two barriers: what another wave, or this one, has left in its part of the LDS.
    pub(super) fn exchange(&mut self, waves: u32) {
        let a = self.low(1);
        self.reset_m0();
        self.sopp(Sopp::S_BARRIER, 0);
        for _ in 0..1 + self.r.below(2) {
            self.offset(a, &[0x1fc, 0xfc, 0x1ff]);
            let part = LDS_STRIDE * self.r.below(waves as u64) as u32;
            self.vop2(Vop2::V_ADD_CO_U32, a, Operand::Literal(part), a);
            let op = self
                .r
                .pick(&[Ds::DS_READ_B32, Ds::DS_READ_U16, Ds::DS_READ2_B32]);
            let vdst = self.vgpr(2);
            let f = DsFields {
                vdst,
                addr: a,
                offset0: self.r.below(2) as u8 * 4,
                ..DsFields::ZERO
            };
            self.push(Inst::Ds { op, f });
            self.affine.retain(|v| ![a, vdst, vdst + 1].contains(v));
        }
        self.sopp(Sopp::S_BARRIER, 0);
    }

    /// Stores the registers to memory behind what other instructions use, for programs whose registers are
    /// not looked at. In half of them a few, as kernels do: the others are dead then. Else all of them: the scalar ones in the lanes of a vector register, those beyond [`VGPRS`] as parts of
    /// sums.
    pub fn dump(&mut self) {
        if self.r.one_in(3) {
            self.scalars_to_lanes();
        } else {
            self.masks_to_lanes();
        }
        self.full_exec();
        self.reset_m0();
        if self.r.one_in(2) {
            for _ in 0..1 + self.r.below(3) {
                let v = self.low(1);
                self.dump_register(v, 1, LANE4);
            }
            return self.dump_register(SCALARS, 1, LANE4);
        }
        for v in std::mem::take(&mut self.named) {
            let sum = v % POOL as u8;
            self.vop2(Vop2::V_XOR_B32, sum, Operand::Vgpr(v), sum);
        }
        // Few stores, since each program has them: two or four registers at once.
        let together = if self.tame { 4 } else { 2u8 };
        let lanes = Operand::Int(together.trailing_zeros() as i8);
        self.vop2(Vop2::V_LSHLREV_B32, SPILLS, lanes, LANE4);
        for v in (0..SPILLS).step_by(usize::from(together)) {
            self.dump_register(v, together, SPILLS);
        }
        self.dump_register(SCALARS, 1, LANE4);
    }

    /// Stores `n` registers from `v` on at the address `lane` and an offset that no other has.
    fn dump_register(&mut self, v: u8, n: u8, lane: u8) {
        let at = 256 * u32::from(v);
        if self.tame {
            let (part, offset) = (at & !0xfff, at & 0xfff);
            if offset == 0 || n == 1 {
                let from = BUFFER + 256 + part;
                self.sopk(Sopk::S_MOVK_I32, TARGET, from as u16);
            }
            let f = MubufFields {
                vdata: v,
                vaddr: lane,
                srsrc: VSHARP,
                soffset: Operand::Sgpr(TARGET),
                offset: offset as u16,
                offen: true,
                ..MubufFields::ZERO
            };
            let op = match n {
                1 => crate::isa::Mubuf::BUFFER_STORE_DWORD,
                _ => crate::isa::Mubuf::BUFFER_STORE_DWORDX4,
            };
            self.push(Inst::Mubuf { op, f });
            return;
        }
        let at = LDS + at;
        let f = DsFields {
            addr: lane,
            data0: v,
            offset0: at as u8,
            offset1: (at >> 8) as u8,
            ..DsFields::ZERO
        };
        let op = match n {
            1 => Ds::DS_WRITE_B32,
            _ => Ds::DS_WRITE_B64,
        };
        self.push(Inst::Ds { op, f });
    }

    /// The scalar registers that random instructions write, and SCC, to lanes of a vector register each.
    fn scalars_to_lanes(&mut self) {
        let pool = 2..2 * self.pairs as u8;
        let special = [VCC_LO, VCC_LO + 1, M0, EXEC_LO, EXEC_LO + 1];
        for (lane, s) in pool.chain(special).enumerate() {
            self.write_lane(SCALARS, s, Operand::Int(lane as i8));
        }
        let scc = Operand::Int(1);
        self.sop2(Sop2::S_CSELECT_B32, TARGET, scc, Operand::Int(0));
        self.write_lane(SCALARS, TARGET, Operand::Int(63));
        self.masks_to_lanes();
    }

    fn masks_to_lanes(&mut self) {
        for k in [0, 1] {
            self.write_lane(SCALARS, MASKS + k, Operand::Int(61 + k as i8));
        }
    }
}
