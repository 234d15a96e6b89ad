//! Loads by a region's code.

use super::*;
use crate::ir::{MemOp, Run};
use crate::jit::helpers::{Ctx, Request};
use crate::jit::vector::Based;
use crate::jit::vector::gpr::{EXEC, HOST, RUN};
use crate::jit::vector::shapes::{Found, LdsLoad, LdsShape, Part, Shape, Shaped};

/// Scalars of which an address is the sum, at most.
const MAX_TERMS: usize = 8;

/// 64-bit lanes as [`Based`] has them.
struct Sum {
    /// The dword.
    index: Val,
    /// It is a signed number.
    signed: bool,
    shift: u8,
    terms: Vec<(Val, u8)>,
}

impl Select<'_, '_> {
    /// What `RunLane` loads.
    pub(super) fn run_lanes(&mut self, n: &Node) -> [V; 2] {
        let Run { stride, offset } = Run::unpack(n.imm);
        let slot = self.slot(n.args[0], How::Plain);
        // Private memory is not the next wave's.
        let form = match self.node(n.args[0]).op {
            Uop::BufRow => Form::Place,
            _ => Form::Run,
        };
        self.address(form, slot, stride);
        if !self.isa().has_masks {
            return self.legal_run_lanes(n.ty, Run { stride, offset });
        }
        let offset = offset as i32;
        let plain = |s: &mut Self, at: i32| {
            s.vector(Inst {
                mem: Some(Mem::at(RUN, at)),
                ..Inst::new(Op::VMOVDQU32)
            })
        };
        let pick = |s: &mut Self, index: V, at: i32| {
            let c = plain(s, at);
            s.vector(Inst {
                c,
                a: index,
                mem: Some(Mem::at(RUN, at + 64)),
                ..Inst::new(Op::VPERMT2D)
            })
        };
        let component = offset as u32 / 4;
        match (n.ty, stride) {
            (Ty::B64, 8) => [plain(self, offset), plain(self, offset + 64)],
            (Ty::B64, _) => {
                let index = self.table(Table::Dwords(0, stride));
                [0, 8 * stride as i32].map(|at| self.gather(Op::VPGATHERDQ, index, offset + at))
            }
            (_, 4) => [plain(self, offset), NONE],
            // Whole vectors of whole lanes. Of the last one up to 12 bytes behind its data are read,
            // which the gap behind every allocation allows.
            (_, 8) => {
                let index = self.table(Table::Dwords(component % 2, 2));
                let first = unless_planted!(Fault::FirstPair, offset & !7, 0);
                [pick(self, index, first), NONE]
            }
            (_, 16) if component < 4 => {
                let index = self.table(Table::Dwords(component, 4));
                let (x, y) = (pick(self, index, 0), pick(self, index, 128));
                [self.join(x, y), NONE]
            }
            _ => {
                let index = self.table(Table::Dwords(0, stride));
                [self.gather(Op::VPGATHERDD, index, offset), NONE]
            }
        }
    }

    /// Puts the address of lane 0 of the strip into R10, from that of the wave's in a slot.
    pub(super) fn address(&mut self, form: Form, slot: u32, stride: u32) {
        if self.run.replace((slot, stride)) != Some((slot, stride)) {
            self.r.insts.push(Inst {
                form,
                imm: Some(i32::from(self.isa().lanes) * stride as i32),
                mem: Some(slot_of_vector(slot)),
                ..Inst::new(Op::VMOVDQU32)
            });
        }
    }

    /// What `LdsLoad` gives: zero in the lanes whose element is not inside.
    pub(super) fn lds_load(&mut self, n: &Node) -> [V; 4] {
        let m = MemOp::unpack(n.imm);
        let (addr, lanes, limit) = (n.args[0], n.args[1], n.args[2]);
        let elements = if m.pair == 0 { 1 } else { 2 };
        let each = m.dwords as usize / elements;
        let lane = self.node(addr);
        let exec = self.active(lanes);
        let steady = matches!(lane.op, Uop::Splat | Uop::Affine);
        if m.size == 4 && !steady && (self.is_again(n) || elements > 1 || each > 1) && each != 3 {
            return self.lds_elements(n, m, each);
        }
        let room = self.slot(limit, How::LdsRoom(m.bytes()));
        let room = self.spread(room, 2, true);
        let x = self.get(addr)[0];
        let mut out = [NONE; 4];
        for (i, offset) in m.lds_offsets().into_iter().enumerate().take(elements) {
            let mut at = x;
            if offset != 0 {
                let by = self.dword(offset);
                at = self.vector(inst(Op::VPADDD, at, by));
            }
            let mut k = exec;
            if m.no_wrap && offset != 0 {
                let least = self.dword(offset);
                k = self.mask(Inst {
                    k,
                    ..with_imm(Op::VPCMPUD, at, least, 5)
                });
            }
            if m.align_mask != 0 {
                let bits = self.dword(!u32::from(m.align_mask));
                at = self.vector(inst(Op::VPANDD, at, bits));
            }
            k = self.mask(Inst {
                k,
                ..with_imm(Op::VPCMPUD, at, room, 1)
            });
            let how = How::LdsPlace {
                offset: offset as u16,
                align: m.align_mask,
            };
            let out = &mut out[each * i..each * (i + 1)];
            // One element for all, or one after the other.
            let shape = match lane.op {
                // Where masks are vectors there is no such load that leaves out lanes.
                Uop::Splat if m.size == 4 && self.isa().has_masks => Some((Op::VPBROADCASTD, 0)),
                Uop::Affine if m.size == 4 && each == 1 && lane.imm == 4 => {
                    Some((Op::VMOVDQU32, 4))
                }
                _ => None,
            };
            match shape {
                Some((op, stride)) => {
                    let slot = self.slot(lane.args[0], how);
                    self.address(Form::Place, slot, stride);
                    for (c, v) in out.iter_mut().enumerate() {
                        *v = self.vector(Inst {
                            k,
                            zero: true,
                            mem: Some(Mem::at(RUN, 4 * c as i32)),
                            ..Inst::new(op)
                        });
                    }
                }
                None => {
                    let slot = self.slot(limit, How::Lds);
                    self.address(Form::Place, slot, 0);
                    for (c, v) in out.iter_mut().enumerate() {
                        // Each gather destroys its mask.
                        let k = if c + 1 < each && self.isa().has_masks {
                            self.masks(Op::KANDW, k, k)
                        } else {
                            k
                        };
                        *v = self.row(m, at, k, Mem::at(RUN, 4 * c as i32));
                    }
                }
            }
            if m.size < 4 {
                out[0] = self.extended(m, out[0]);
            }
        }
        out
    }

    /// Whether another load from the LDS has the same addresses and elements of the same size.
    fn is_again(&self, n: &Node) -> bool {
        self.alike(n).count() > 1
    }

    /// The loads from the LDS of the region with the addresses of `n` and elements of the same size.
    fn alike<'s>(&'s self, n: &'s Node) -> impl Iterator<Item = MemOp> + 's {
        let m = MemOp::unpack(n.imm);
        let nodes = self.input.region.nodes.iter().map(|v| self.node(*v));
        let alike = nodes.filter(|o| o.op == Uop::LdsLoad && o.args[..3] == n.args[..3]);
        let loads = alike.map(|o| MemOp::unpack(o.imm));
        let size = |m: MemOp| (m.size, m.bytes(), m.align_mask);
        loads.filter(move |o| size(*o) == size(m))
    }

    /// As [`Select::lds_load`], for dwords of addresses that may lie steadily.
    fn lds_elements(&mut self, n: &Node, m: MemOp, each: usize) -> [V; 4] {
        let (addr, lanes, limit) = (n.args[0], n.args[1], n.args[2]);
        let k = self.active(lanes);
        let x = self.get(addr)[0];
        let bytes = m.bytes();
        let base = 8 * self.slot(limit, How::Lds) as i32;
        let mut key = ([addr, lanes, limit], bytes, m.align_mask);
        if let Some(first) = self.shapes.first().filter(|_| planted(Fault::ShapeOfFirst)) {
            key = first.0;
        }
        let known = self.shapes.iter().find(|s| s.0 == key).map(|s| s.1);
        let found = known.unwrap_or_else(|| {
            let ends = self.alike(n).map(|m| {
                let elements = if m.pair == 0 { 1 } else { 2 };
                let offsets = m.lds_offsets().into_iter().take(elements);
                offsets.max().unwrap_or(0)
            });
            let end = ends.max().unwrap_or(0) + bytes;
            let same = unless_planted!(Fault::ShapeRoom, end, bytes);
            let spaced = 2 * unless_planted!(Fault::SpacedRoom, bytes, bytes / 2);
            let last = u32::from(self.isa().lanes) - 1;
            let [room_same, room_follow, room_spaced] =
                [same, end + 15 * bytes, end + last * spaced]
                    .map(|bytes| 8 * self.slot(limit, How::LdsRoom(bytes)) as i32);
            let lds = LdsShape {
                base,
                room_same,
                room_follow,
                room_spaced,
                align: m.align_mask,
            };
            let found = self.shape(x, k, bytes as u8, Some(lds));
            self.shapes.push((key, found));
            found
        });
        let room = 8 * self.slot(limit, How::LdsRoom(bytes)) as i32;
        let elements = if m.pair == 0 { 1 } else { 2 };
        let mut out = [NONE; 4];
        for (i, offset) in m.lds_offsets().into_iter().enumerate().take(elements) {
            let mut single = |v: u32| self.r.pool.dword(v);
            let lds = LdsLoad {
                base,
                room,
                offset: (offset != 0).then(|| single(offset)),
                no_wrap: m.no_wrap,
                bits: (m.align_mask != 0).then(|| single(!u32::from(m.align_mask))),
            };
            // Where it is used the low bits of the address itself are zero.
            let counts = offset & !u32::from(m.align_mask);
            let parts = self.parts(found, each, counts as i32, x, k, Some(lds), None);
            out[each * i..each * (i + 1)].copy_from_slice(&parts[..each]);
        }
        out
    }

    /// Finds out how the addresses `at` lie, of elements of so many bytes.
    fn shape(&mut self, at: V, k: V, element: u8, lds: Option<LdsShape>) -> Found {
        let found = Found(8 * self.slots.several(2) as i32);
        let ramp = Table::Dwords(0, u32::from(element));
        let ramp = self.r.pool.place(Constant::Table(ramp));
        let (c, b) = (self.value(VReg::MASK), self.value(VReg::COMPUTED));
        let shape = Shape {
            found,
            element,
            ramp,
            lds,
        };
        self.r.insts.push(Inst {
            form: Form::Shape(shape),
            c,
            k,
            ..inst(Op::VMOVDQU32, at, b)
        });
        found
    }

    /// What a load of a uniform loop gives whose lanes lie in the same way in all rounds; `None` if it is another.
    fn steady_load(&mut self, v: Val, n: &Node) -> Option<[V; 4]> {
        let steady = self.steady.iter().find(|s| s.load == v)?;
        let (found, at, host) = (steady.found, steady.at, steady.host);
        let k = self.active(n.args[1]);
        let dwords = MemOp::unpack(n.imm).dwords as usize;
        if dwords != 3 {
            return Some(self.parts(found, dwords, 0, at, k, None, Some(host)));
        }
        // They never follow each other.
        let mut out = [NONE; 4];
        for (c, out) in (0..3).zip(&mut out) {
            *out = self.parts(found, 1, 4 * c, at, k, None, Some(host))[0];
        }
        Some(out)
    }

    /// The dwords of elements of one, two or four, `offset` bytes behind the addresses.
    #[allow(clippy::too_many_arguments)]
    fn parts(
        &mut self,
        found: Found,
        dwords: usize,
        offset: i32,
        at: V,
        k: V,
        lds: Option<LdsLoad>,
        host: Option<u32>,
    ) -> [V; 4] {
        let spaced = (dwords == 1).then(|| self.spaced());
        let shaped = |part: Part| Shaped {
            found,
            part,
            offset,
            lds,
            host,
            spaced,
        };
        let part = |s: &mut Self, part: Part, k: V, table: V| {
            let shaped = shaped(part);
            let (c, scratch) = (s.value(VReg::MASK), s.value(VReg::COMPUTED));
            s.vector(Inst {
                form: Form::Shaped(shaped),
                c,
                k,
                imm: Some(i32::from(scratch)),
                ..inst(Op::VMOVDQU32, at, table)
            })
        };
        match dwords {
            1 => [part(self, Part::Dword, k, NONE), NONE, NONE, NONE],
            2 => {
                let [x, y] = if self.isa().has_masks {
                    let upper = match k {
                        NONE => k,
                        _ => self.upper_mask(k),
                    };
                    let x = part(self, Part::LowQwords, k, NONE);
                    [x, part(self, Part::HighQwords, upper, NONE)]
                } else {
                    // Masks of qwords are made when they are needed.
                    self.both_qwords(shaped(Part::LowQwords), at, k)
                };
                let halves = [Shuffle::Low, Shuffle::High].map(|half| self.shuffle(half, x, y));
                self.pairs.push((halves, [x, y]));
                [halves[0], halves[1], NONE, NONE]
            }
            // Of the LDS only what is inside is loaded.
            _ if self.isa().has_masks || lds.is_some() => [0, 1, 2, 3].map(|c| {
                let table = self.table(if self.isa().has_masks {
                    Table::Dwords(u32::from(c), 4)
                } else {
                    legalize::EVEN_THEN_ODD
                });
                part(self, Part::DwordOfFour(c), k, table)
            }),
            _ => {
                let shaped = shaped(Part::DwordOfFour(0));
                let others = [(); 3].map(|()| self.value(VReg::COMPUTED));
                let first = self.emit(Inst {
                    form: Form::ShapedFours(shaped),
                    c: others[0],
                    k,
                    imm: Some(i32::from(others[2])),
                    ..inst(Op::VMOVDQU32, at, others[1])
                });
                [first, others[0], others[1], others[2]]
            }
        }
    }

    /// Where the table for [`spaced`](crate::jit::vector::shapes::spaced) is.
    fn spaced(&mut self) -> i32 {
        if !self.isa().has_masks {
            return 0;
        }
        self.r.pool.place(Constant::Table(Table::Spaced))
    }

    /// Elements of 8 bytes, where masks are vectors.
    fn both_qwords(&mut self, shaped: Shaped, at: V, k: V) -> [V; 2] {
        let [y, scratch] = [VReg::COMPUTED; 2].map(|v| self.value(v));
        let mask = self.value(VReg::MASK);
        let x = self.emit(Inst {
            form: Form::ShapedQwords(shaped),
            c: y,
            k,
            imm: Some(i32::from(scratch)),
            ..inst(Op::VMOVDQU32, at, mask)
        });
        [x, y]
    }

    /// The byte or word in the low end of each dword.
    fn extended(&mut self, m: MemOp, x: V) -> V {
        let bits = 8 * i32::from(m.size);
        if m.signed {
            let x = self.shift_by(Op::VPSLLD, x, 32 - bits);
            return self.shift_by(Op::VPSRAD, x, 32 - bits);
        }
        let low = self.dword((1 << bits) - 1);
        self.vector(inst(Op::VPANDD, x, low))
    }

    fn gather(&mut self, op: Op, index: V, at: i32) -> V {
        // All lanes: a mask compared with itself.
        let zero = self.dword(0);
        let k = self.mask(with_imm(Op::VPCMPD, zero, zero, 0));
        self.vector(Inst {
            form: Form::Gather,
            k,
            mem: Some(Mem::at(RUN, at)),
            ..inst(op, index, NONE)
        })
    }

    /// Sixteen lanes' bytes, words or dwords at the addresses `at` from `mem` on, for which there is an
    /// instruction where they follow each other. The mask `k` is destroyed.
    fn row(&mut self, m: MemOp, at: V, k: V, mem: Mem) -> V {
        let ramp = self.table(Table::Dwords(0, u32::from(m.size)));
        let run = match (m.size, m.signed) {
            (1, false) => Op::VPMOVZXBD,
            (1, true) => Op::VPMOVSXBD,
            (2, false) => Op::VPMOVZXWD,
            (2, true) => Op::VPMOVSXWD,
            _ => Op::VMOVDQU32,
        };
        let c = self.value(VReg::MASK);
        let spaced = (m.size == 4).then(|| self.spaced());
        self.vector(Inst {
            form: Form::Row(run),
            c,
            k,
            imm: spaced,
            mem: Some(mem),
            ..inst(Op::VPGATHERDD, at, ramp)
        })
    }

    /// The strip's part of the mask `lanes`; none if all are set.
    pub(super) fn active(&mut self, lanes: Val) -> V {
        if self.known(lanes) == Some(u64::MAX) {
            return NONE;
        }
        // Of a loop.
        if self.node(lanes).vec {
            return self.get(lanes)[0];
        }
        if self.input.exec == Some(lanes) {
            if self.exec == NONE {
                let exec = if self.isa().has_masks {
                    VReg::fixed(EXEC)
                } else {
                    let slot = self.slot(lanes, How::Plain);
                    VReg {
                        is_mask: true,
                        ..VReg::at(self.part(slot))
                    }
                };
                self.exec = self.value(exec);
            }
            return self.exec;
        }
        let slot = self.slot(lanes, How::Plain);
        self.bits(slot)
    }

    /// A copy of a mask, or one with all bits set.
    pub(super) fn copy_of_mask(&mut self, k: V) -> V {
        if k != NONE {
            return self.masks(Op::KANDW, k, k);
        }
        let zero = self.dword(0);
        self.mask(with_imm(Op::VPCMPD, zero, zero, 0))
    }

    /// A mask for a load that destroys it, where it does.
    fn mask_of_row(&mut self, k: V) -> V {
        if self.isa().has_masks {
            self.copy_of_mask(k)
        } else {
            k
        }
    }

    /// Whether the value of `v` can be had here.
    pub(super) fn is_here(&self, v: Val) -> bool {
        self.r.map[v.0 as usize][0] != NONE || self.node(v).op.is_leaf()
    }

    /// The halves of 64-bit lanes.
    fn halves(&mut self, v: Val) -> [V; 2] {
        let n = self.node(v);
        if n.op == Uop::Concat && n.args.iter().all(|a| self.is_here(*a)) {
            return [0, 1].map(|k| self.get(n.args[k])[0]);
        }
        let [x, y] = self.get(v);
        [Shuffle::Low, Shuffle::High].map(|half| self.shuffle(half, x, y))
    }

    /// The 64-bit lanes `v` as scalars and a dword times a power of two, if they are that.
    fn sum(&self, v: Val) -> Option<Sum> {
        let mut sum: Option<Sum> = None;
        let mut terms = vec![];
        let mut open = vec![v];
        while let Some(v) = open.pop() {
            let n = self.node(v);
            match n.op {
                _ if open.len() + terms.len() > MAX_TERMS => return None,
                Uop::Splat if self.evolving.contains(&n.args[0]) => return None,
                Uop::Splat => terms.push((n.args[0], 0)),
                Uop::Add => open.extend(&n.args),
                _ if sum.is_some() => return None,
                Uop::Shl => {
                    let shift = self.known(n.args[1]).filter(|k| (1..=3).contains(k))?;
                    sum = Some(self.index(n.args[0], shift as u8)?);
                }
                _ => sum = Some(self.index(v, 0)?),
            }
        }
        let mut sum = sum?;
        sum.terms.extend(terms);
        Some(sum)
    }

    /// The 64-bit lanes `v` as a dword that is here, to be shifted, and a scalar.
    fn index(&self, v: Val, shift: u8) -> Option<Sum> {
        let n = self.node(v);
        let index = *n.args.first()?;
        let (mut signed, mut terms) = (false, vec![]);
        match n.op {
            Uop::ZExt => {}
            Uop::SExt => signed = true,
            Uop::Concat => {
                let high = self.node(n.args[1]);
                match high.op {
                    Uop::Splat if self.evolving.contains(&high.args[0]) => return None,
                    Uop::Splat => terms.push((high.args[0], 32 + shift)),
                    Uop::ShrS if high.args[0] == index && self.known(high.args[1]) == Some(31) => {
                        signed = true;
                    }
                    _ => return None,
                }
            }
            _ => return None,
        }
        let sum = Sum {
            index,
            signed,
            shift,
            terms,
        };
        self.is_here(index).then_some(sum)
    }

    /// What `RowLane` loads.
    pub(super) fn row_lanes(&mut self, n: &Node) -> V {
        let slot = self.slot(n.args[0], How::Plain);
        self.address(Form::Place, slot, 4);
        self.vector(Inst {
            mem: Some(Mem::at(RUN, 64 * n.imm as i32)),
            ..Inst::new(Op::VMOVDQU32)
        })
    }

    /// What `Load` gives: zero in the lanes that are not active.
    pub(super) fn load(&mut self, v: Val, n: &Node) -> [V; 4] {
        if let Some(loaded) = self.steady_load(v, n) {
            return loaded;
        }
        let m = MemOp::unpack(n.imm);
        let k = self.active(n.args[1]);
        let limit = if m.flat {
            Some(self.slot(n.args[2], How::Plain))
        } else {
            None
        };
        let sum = self.sum(n.args[0]);
        let based = sum.as_ref().map(|sum| {
            let slot = self.slots.several(Based::SLOTS);
            self.out.based.push(Based {
                pc: n.pc,
                size: m.bytes(),
                terms: sum.terms.clone(),
                shift: sum.shift,
                signed: sum.signed,
                slot,
            });
            (slot, sum.shift)
        });
        let [low, high] = match &sum {
            Some(sum) => [self.get(sum.index)[0], NONE],
            None => self.halves(n.args[0]),
        };
        let request = Request {
            pc: n.pc,
            imm: n.imm,
            node: u64::from(v.0),
            kind: sum.map_or(0, |sum| {
                let signed = if sum.signed { Request::SIGNED } else { 0 };
                Request::BASED | signed | u64::from(sum.shift) << Request::SHIFT
            }),
        };
        let near = Near {
            site: Ctx::site_offset(n.pc),
            size: m.bytes(),
            request: self.r.pool.place(Constant::Request(request)),
            limit,
            based,
        };
        let c = self.value(VReg::MASK);
        let at = self.vector(Inst {
            form: Form::Near(near),
            c,
            k,
            ..inst(Op::VPSUBD, low, high)
        });
        self.out.loads = true;
        let mut out = [NONE; 4];
        let dwords = m.dwords as usize;
        if dwords == 1 {
            let other = self.mask_of_row(k);
            let x = self.row(m, at, other, Mem::at(HOST, 0));
            out[0] = match m.size {
                4 => x,
                _ => self.extended(m, x),
            };
            return out;
        }
        if dwords != 3 {
            let found = self.shape(at, k, 4 * dwords as u8, None);
            return self.parts(found, dwords, 0, at, k, None, None);
        }
        if !self.isa().has_masks {
            for (c, out) in (0..3).zip(&mut out) {
                *out = self.row(m, at, k, Mem::at(HOST, 4 * c));
            }
            return out;
        }
        // Two dwords at a time.
        let upper = self.upper(at);
        let first = self.copy_of_mask(k);
        let second = match k {
            NONE => self.copy_of_mask(k),
            _ => self.upper_mask(k),
        };
        let [x, y] = [(at, first), (upper, second)].map(|(at, k)| {
            self.vector(Inst {
                form: Form::Gather,
                k,
                mem: Some(Mem::at(HOST, 0)),
                ..inst(Op::VPGATHERDQ, at, NONE)
            })
        });
        for (out, half) in out.iter_mut().zip([Shuffle::Low, Shuffle::High]) {
            *out = self.shuffle(half, x, y);
        }
        let k = self.copy_of_mask(k);
        out[2] = self.vector(Inst {
            form: Form::Gather,
            k,
            mem: Some(Mem::at(HOST, 8)),
            ..inst(Op::VPGATHERDD, at, NONE)
        });
        out
    }
}
