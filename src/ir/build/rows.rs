//! Rows of private memory within a block: which frames are there, what rows hold, and which vector
//! registers are copies of rows, lane by lane.
//!
//! Compilers without optimisation keep every variable in private memory, and spill scalar registers into
//! lanes of a vector register that lies there, too. So a load of a row that the block has loaded or stored
//! gives the value, and a lane that was written is read as the scalar, or from the row, but not by way of
//! the vector register, which mostly is dead then.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::smallvec;

use super::Builder;
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::ir::{MemOp, Node, Per, Ty, Uop, Val};

/// A row: the frame, and the offset in each lane's private memory from there.
type Row = (Val, u32);

/// What is known of a vector register's lanes.
#[derive(Clone, Debug, Default)]
struct Copied {
    /// The row that it has been loaded from or stored to in all lanes, except those of `dirty`.
    row: Option<Row>,
    /// Lanes that were written since.
    dirty: BTreeSet<u8>,
    /// Lanes that are known.
    lanes: BTreeMap<u8, Val>,
}

/// What a block knows of private memory.
#[derive(Default)]
pub(super) struct Rows {
    /// First registers of V#s through which the program stores rows; none where a block may not leave for
    /// other code.
    through: Vec<u8>,
    /// What rows hold: the value, and the EXEC under which it is valid (None: in all lanes).
    held: BTreeMap<Row, (Val, Option<Val>)>,
    copies: BTreeMap<u16, Copied>,
}

impl Builder {
    /// Lets accesses to rows through these V#s, by first register, take for granted that they lead to private
    /// memory; the block leaves for other code where they do not.
    pub fn with_rows(mut self, through: &[u8]) -> Builder {
        self.rows.through = through.to_vec();
        self
    }

    /// The frame of private memory that an access through the V# in the scalar registers from `srsrc` on, and
    /// `soffset`, is to.
    pub fn frame(&mut self, m: MemOp, srsrc: u8, soffset: Val) -> Option<Val> {
        if self.rows.through.is_empty() {
            return None;
        }
        let (low, high) = (self.s64(srsrc), self.s64(srsrc + 2));
        // As the block has found them: it is checked where it begins.
        let first = self.given_pair(low)?;
        let given = self.given_pair(high)? == first + 2 && self.rows.through.contains(&first);
        let steady = matches!(self.node(soffset).op, Uop::ReadS | Uop::Const);
        if !given || !steady {
            return None;
        }
        let end = (u64::from(m.offset) & !3) + 4 * u64::from(m.dwords);
        let args = [low, high, soffset];
        let is_same = |n: &Node| n.op == Uop::RowBase && n.args[..] == args;
        if let Some(at) = self.nodes.iter().position(is_same) {
            let n = &mut self.nodes[at];
            n.imm = n.imm.max(end);
            return Some(Val(at as u32));
        }
        Some(self.effect(Uop::RowBase, Ty::B64, Per::Wave, end, &args))
    }

    /// The first of two scalar registers whose values at the block's start are the halves of `v`.
    fn given_pair(&self, v: Val) -> Option<u8> {
        let n = self.node(v);
        let register = |k: usize| {
            let n = self.node(*n.args.get(k)?);
            (n.op == Uop::ReadS).then_some(n.imm as u8)
        };
        (n.op == Uop::Concat && register(0)? + 1 == register(1)?)
            .then(|| register(0))
            .flatten()
    }

    /// The EXEC under which what is computed now is valid.
    fn valid(&mut self) -> Option<Val> {
        let exec = self.exec();
        (self.constant(exec) != Some(u64::MAX)).then_some(exec)
    }

    /// The dwords of a load of rows into the registers from `vdst` on; none, if that changes nothing.
    pub fn load_frame(&mut self, base: Val, m: MemOp, vdst: u16) -> Option<Vec<Val>> {
        let at = u32::from(m.offset);
        if let Some(c) = self.rows.copies.get(&vdst)
            && m.dwords == 1
            && c.row == Some((base, at))
            && (c.dirty.is_empty() || planted(Fault::DirtyCopy))
        {
            return None;
        }
        let dwords = 0..u32::from(m.dwords);
        Some(dwords.map(|k| self.row((base, at + 4 * k))).collect())
    }

    /// What a row holds.
    fn row(&mut self, row: Row) -> Val {
        let valid = self.valid();
        match self.rows.held.get(&row) {
            Some((v, None)) => return *v,
            Some((v, e)) if *e == valid || planted(Fault::RowOfOthers) => return *v,
            _ => {}
        }
        let v = self.add(Node {
            op: Uop::RowLane,
            ty: Ty::B32,
            vec: true,
            args: smallvec![row.0],
            imm: u64::from(row.1),
            pc: self.pc,
        });
        self.rows.held.insert(row, (v, valid));
        v
    }

    /// An element of one or two bytes of a row, which `m` does not lead out of.
    pub fn load_part(&mut self, base: Val, m: MemOp) -> Val {
        let (at, bits) = (u32::from(m.offset), 8 * u32::from(m.size));
        let v = self.row((base, at & !3));
        // To the top, and from there to the bottom.
        let up = self.k32(32 - bits - 8 * (at % 4));
        let down = self.k32(32 - bits);
        let v = self.op32(Uop::Shl, &[v, up]);
        let v = if m.signed {
            self.op32(Uop::ShrS, &[v, down])
        } else {
            self.op32(Uop::ShrU, &[v, down])
        };
        self.splat(v)
    }

    /// Stores the low bytes of `data` to a part of a row, which `m` does not lead out of.
    pub fn store_part(&mut self, base: Val, m: MemOp, data: Val) {
        let at = u32::from(m.offset);
        let row = (base, at & !3);
        let mask = (1u32 << (8 * u32::from(m.size))) - 1;
        let shift = 8 * (at % 4);
        let old = self.row(row);
        let (low, others) = (self.k32(mask), self.k32(!(mask << shift)));
        let by = self.k32(shift);
        let new = self.op32(Uop::And, &[data, low]);
        let new = self.op32(Uop::Shl, &[new, by]);
        let kept = unless_planted!(
            Fault::PartAlone,
            self.op32(Uop::And, &[old, others]),
            self.k32(0)
        );
        let new = self.op32(Uop::Or, &[kept, new]);
        self.store_row(row, new);
        self.stored(row);
    }

    fn store_row(&mut self, row: Row, data: Val) {
        let valid = self.valid();
        let data = self.splat(data);
        let exec = self.exec();
        let args = [row.0, exec, data];
        self.effect(Uop::RowStore, Ty::None, Per::Wave, u64::from(row.1), &args);
        self.rows.held.insert(row, (data, valid));
    }

    /// A row has been stored to.
    fn stored(&mut self, row: Row) {
        // Another frame may be the same.
        self.rows.held.retain(|r, _| r.0 == row.0);
        for c in self.rows.copies.values_mut() {
            if c.row.is_some_and(|r| r == row || r.0 != row.0) && !planted(Fault::CopyStays) {
                c.row = None;
            }
        }
    }

    /// The registers from `vdst` on have just been loaded from rows.
    pub fn loaded_frame(&mut self, base: Val, m: MemOp, vdst: u16) {
        if self.valid().is_some() {
            return;
        }
        for k in 0..m.dwords {
            let row = Some((base, u32::from(m.offset) + 4 * u32::from(k)));
            let other = self.rows.copies.values().find(|c| c.row == row);
            let same = other.filter(|c| c.dirty.is_empty()).cloned();
            let copied = same.unwrap_or_else(|| Copied {
                row,
                ..Copied::default()
            });
            self.rows.copies.insert(vdst + u16::from(k), copied);
        }
    }

    /// Stores registers to rows.
    pub fn store_frame(&mut self, base: Val, m: MemOp, vdata: u16) {
        let valid = self.valid();
        for k in 0..m.dwords {
            let row = (base, u32::from(m.offset) + 4 * u32::from(k));
            let v = vdata + u16::from(k);
            let copy = self.rows.copies.get(&v);
            let mut lanes = copy.cloned().unwrap_or_default();
            let is_copy = lanes.row == Some(row);
            let dirty = std::mem::take(&mut lanes.dirty);
            if is_copy && (valid.is_none() || dirty.is_empty()) {
                if dirty.is_empty() {
                    continue;
                }
                for lane in dirty {
                    let at = u64::from(row.1) * 64 + 4 * u64::from(lane);
                    let value = lanes.lanes[&lane];
                    self.effect(Uop::WriteRow, Ty::None, Per::Wave, at, &[base, value]);
                }
                self.rows.held.remove(&row);
            } else {
                let data = self.v32(v);
                self.store_row(row, data);
            }
            self.stored(row);
            if valid.is_none() {
                lanes.row = Some(row);
                self.rows.copies.insert(v, lanes);
            }
        }
    }

    /// Memory may have changed.
    pub(super) fn forget_rows(&mut self) {
        self.rows.held.clear();
        self.rows.copies.values_mut().for_each(|c| c.row = None);
    }

    /// Vector register `n` is written.
    pub(super) fn forget_copy(&mut self, n: u16) {
        self.rows.copies.remove(&n);
    }

    /// Any vector register may have been written.
    pub(super) fn forget_copies(&mut self) {
        self.rows.copies.clear();
    }

    /// Lane `lane` of vector register `n` has been written.
    pub(super) fn copy_lane(&mut self, n: u16, lane: Val, v: Val) {
        let Some(lane) = self.constant(lane) else {
            return self.forget_copy(n);
        };
        let lane = lane as u8 % 64;
        let c = self.rows.copies.entry(n).or_default();
        c.lanes.insert(lane, v);
        c.dirty.insert(lane);
    }

    /// Lane `lane` of vector register `n`, if it is known, or in a row.
    pub(super) fn copied_lane(&mut self, n: u16, lane: Val) -> Option<Val> {
        let lane = self.constant(lane)? as u8 % 64;
        let c = self.rows.copies.get(&n)?;
        if let Some(v) = c.lanes.get(&lane) {
            return Some(*v);
        }
        let (base, at) = c.row?;
        let at = u64::from(at) * 64 + 4 * u64::from(lane);
        let v = self.effect(Uop::ReadRow, Ty::B32, Per::Wave, at, &[base]);
        self.rows.copies.get_mut(&n)?.lanes.insert(lane, v);
        Some(v)
    }
}
