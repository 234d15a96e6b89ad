//! Stores by a region's code.

use super::*;
use crate::ir::MemOp;
use crate::jit::vector::gpr::RUN;
use crate::jit::vector::puts::{Data, Put};
use crate::jit::vector::updates::{Change, Update};

impl Select<'_, '_> {
    /// Stores to rows of private memory, or what lies like one, or where else they go.
    pub(super) fn store_rows(&mut self, v: Val, lanes: Option<Val>, data: &[Val]) {
        let slot = self.slot(v, How::Row);
        self.rows_to(slot, 0, lanes, data);
    }

    /// Stores to rows at `first` bytes from the address in a slot.
    pub(super) fn rows_to(&mut self, slot: u32, first: i32, lanes: Option<Val>, data: &[Val]) {
        self.address(Form::Place, slot, 4);
        let k = lanes.map_or(NONE, |lanes| self.active(lanes));
        for (c, data) in data.iter().enumerate() {
            let x = self.get(*data)[0];
            let free = if k != NONE && (k == self.exec || !self.isa().has_masks) {
                self.value(VReg::COMPUTED)
            } else {
                NONE
            };
            self.r.insts.push(Inst {
                form: Form::Store,
                c: free,
                k,
                mem: Some(Mem::at(RUN, first + 256 * c as i32)),
                ..inst(Op::VMOVDQU32_MR, NONE, x)
            });
        }
    }

    /// The qwords of which these are the halves.
    pub(super) fn qwords(&mut self, halves: [V; 2]) -> [V; 2] {
        let known = self.pairs.iter().find(|p| p.0 == halves).map(|p| p.1);
        let [x, y] = halves;
        known.unwrap_or_else(|| {
            [Shuffle::FirstQwords, Shuffle::LastQwords].map(|how| self.shuffle(how, x, y))
        })
    }

    /// Stores dwords or qwords to the LDS, but for those that are not inside.
    pub(super) fn lds_store(&mut self, n: &Node) {
        let m = MemOp::unpack(n.imm);
        let (addr, lanes, limit) = (n.args[0], n.args[1], n.args[2]);
        let data = &n.args[3..];
        let bytes = m.bytes();
        let each = bytes as usize / 4;
        let is_pair = m.pair != 0;
        let [first, second] = m.lds_offsets();
        let offsets = [first, if is_pair { second } else { first }];
        let bits = !u32::from(m.align_mask);
        let counts = offsets.map(|o| o & bits);
        let apart = counts[0].abs_diff(counts[1]);
        let most = offsets[0].max(offsets[1]);
        let end = unless_planted!(Fault::PutRoom, most + bytes, bytes);
        let rooms = [end, bytes].map(|b| 8 * self.slot(limit, How::LdsRoom(b)) as i32);
        let base = self.slot(limit, How::Lds);
        let ramp = self.r.pool.place(Constant::Table(Table::Dwords(0, bytes)));
        let mut single = |v: u32| self.r.pool.dword(v);
        let added = offsets.map(|o| (o != 0).then(|| single(o)));
        let put = Put {
            data: Data::Dwords,
            offsets: counts,
            added,
            ramp,
            rooms,
            bits: (m.align_mask != 0).then(|| [!bits, bits].map(&mut single)),
            no_wrap: m.no_wrap,
            clear: (apart.is_power_of_two() && apart >= bytes).then(|| single(apart | (bytes - 1))),
            span: (apart >= bytes).then(|| single(apart - bytes)),
        };
        let k = self.active(lanes);
        let x = self.get(addr)[0];
        let dwords: Vec<V> = data.iter().map(|v| self.get(*v)[0]).collect();
        self.address(Form::Place, base, 0);
        if each == 1 {
            let second = dwords.get(1).copied().unwrap_or(NONE);
            self.put(put, x, k, [dwords[0], second]);
            return;
        }
        let first = self.qwords([dwords[0], dwords[1]]);
        let first = self.by_halves(first);
        if !is_pair {
            let data = Data::Qwords;
            self.put(Put { data, ..put }, x, k, first);
            return;
        }
        let second = self.qwords([dwords[2], dwords[3]]);
        let second = self.by_halves(second);
        for (half, data) in [Data::LowQwords, Data::HighQwords].into_iter().enumerate() {
            self.put(Put { data, ..put }, x, k, [first[half], second[half]]);
        }
    }

    /// Atomics on dwords of the LDS: gives the old values, if anything needs them.
    pub(super) fn lds_update(&mut self, v: Val, n: &Node) -> V {
        let m = MemOp::unpack(n.imm);
        let (addr, lanes, limit, data) = (n.args[0], n.args[1], n.args[2], n.args[3]);
        let Some(change) = Change::of(m.atomic) else {
            // The plan has others done elsewhere.
            debug_assert!(false, "{:?} is not done in regions", m.atomic);
            return NONE;
        };
        let (bytes, bits) = (m.bytes(), !u32::from(m.align_mask));
        let [offset, _] = m.lds_offsets();
        let rooms = [offset + bytes, bytes].map(|b| 8 * self.slot(limit, How::LdsRoom(b)) as i32);
        let base = self.slot(limit, How::Lds);
        let mut single = |v: u32| self.r.pool.dword(v);
        let update = Update {
            change,
            offset: offset & bits,
            added: (offset != 0).then(|| single(offset)),
            rooms,
            bits: [!bits, bits].map(&mut single),
            no_wrap: m.no_wrap,
            same: matches!(self.node(data).op, Uop::Splat | Uop::Const),
        };
        let k = self.active(lanes);
        let (x, data) = (self.get(addr)[0], self.get(data)[0]);
        self.address(Form::Place, base, 0);
        let (free, mask) = (self.value(VReg::COMPUTED), self.value(VReg::MASK));
        let is_result =
            |p: &Val| matches!(self.node(*p).op, Uop::Proj) && self.node(*p).args[0] == v;
        let dst = if self.input.region.nodes.iter().any(is_result) {
            self.value(VReg::COMPUTED)
        } else {
            NONE
        };
        let number = self.r.updates.len() as u16;
        self.r.updates.push(update);
        self.r.insts.push(Inst {
            form: Form::Update(number),
            dst,
            k,
            imm: Some((u32::from(free) | u32::from(mask) << 16) as i32),
            ..inst(Op::VMOVDQU32_MR, x, data)
        });
        dst
    }

    fn put(&mut self, put: Put, at: V, k: V, data: [V; 2]) {
        let (free, mask) = (self.value(VReg::COMPUTED), self.value(VReg::MASK));
        let number = self.r.puts.len() as u16;
        self.r.puts.push(put);
        self.r.insts.push(Inst {
            form: Form::Put(number),
            c: data[1],
            k,
            imm: Some((u32::from(free) | u32::from(mask) << 16) as i32),
            ..inst(Op::VMOVDQU32_MR, at, data[0])
        });
    }
}
