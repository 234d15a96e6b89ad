//! Which frames of private memory a block need not look for, because every way to it has.
//!
//! A frame is found from a V# and SOFFSET ([`Uop::RowBase`]), and stays where it is while the registers that have these
//! do not change: what is known to be written of private memory only grows until the wave leaves generated code. So a
//! block that finds a frame leaves its address in the context, in a place of the frame's own, and blocks that it leads
//! to take it from there. A block looks for as much as is needed of the frame by any block that takes it from there.

use super::*;

/// What SOFFSET is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Soffset {
    Register(u8),
    Constant(u32),
}

/// What leads to a frame: the V# in the four registers from this one on, and SOFFSET.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Through {
    vsharp: u8,
    soffset: Soffset,
}

impl Through {
    fn of(block: &ir::Block, n: &Node) -> Option<Through> {
        let node = |v: Val| &block.nodes[v.0 as usize];
        let soffset = node(n.args[2]);
        Some(Through {
            vsharp: pair(block, node(n.args[0]))?,
            soffset: match soffset.op {
                Uop::ReadS => Soffset::Register(soffset.imm as u8),
                _ => Soffset::Constant(soffset.imm as u32),
            },
        })
    }

    /// Whether `block` changes one of the registers.
    fn is_changed_by(&self, block: &ir::Block) -> bool {
        let is_part = |s: u8| {
            (self.vsharp..self.vsharp + 4).contains(&s) || self.soffset == Soffset::Register(s)
        };
        let is_written = |r: &Reg| match *r {
            Reg::S(s) => is_part(s),
            Reg::Q(s) => is_part(s) || is_part(s + 1),
            Reg::Scc | Reg::Base(_) => false,
        };
        // By number.
        let by_number = |n: &Node| n.op == Uop::CallWave;
        block.outs.iter().any(|(r, _)| is_written(r)) || block.nodes.iter().any(by_number)
    }
}

/// The frames of a function.
#[derive(Default)]
pub(super) struct Frames {
    /// Those that have places in the context.
    all: Vec<Through>,
    /// Which of these have been found on every way to each block.
    found: Vec<Vec<bool>>,
    /// How many bytes of each lane's memory each block, and those that it leads to, need of them; 0 where they need
    /// none.
    wanted: Vec<Vec<u64>>,
}

/// What a block does with a frame.
#[derive(Clone, Copy)]
struct Effect {
    /// Leaves the registers as they are.
    keeps: bool,
    /// How many bytes of each lane's memory it needs there.
    uses: u64,
}

impl Frames {
    /// Those of `func`, some blocks of which are `loops`; at block `begun` waves begin of which not all registers are
    /// there.
    pub(super) fn new(func: &ir::Func, loops: &[Loop], begun: Option<usize>) -> Frames {
        let mut frames = Frames::default();
        for block in &func.blocks {
            for v in ir::frames(block) {
                let n = &block.nodes[v.0 as usize];
                let Some(through) = Through::of(block, n) else {
                    continue;
                };
                if !frames.all.contains(&through) && frames.all.len() < Ctx::FRAME_PLACES {
                    frames.all.push(through);
                }
            }
        }
        if !frames.all.is_empty() {
            let effects: Vec<_> = func.blocks.iter().map(|b| frames.effects(b)).collect();
            let edges = edges(func, loops);
            frames.find(&edges, &effects, begun);
            frames.want(&edges, &effects);
        }
        frames
    }

    /// Of each frame, what `block` does with it.
    fn effects(&self, block: &ir::Block) -> Vec<Effect> {
        let uses = |through: &Through| {
            let nodes = ir::frames(block).map(|v| &block.nodes[v.0 as usize]);
            let of = nodes.filter(|n| Through::of(block, n).as_ref() == Some(through));
            of.map(|n| n.imm).max().unwrap_or(0)
        };
        let effect = |t: &Through| Effect {
            keeps: !t.is_changed_by(block) || planted(Fault::FrameStays),
            uses: uses(t),
        };
        self.all.iter().map(effect).collect()
    }

    /// Follows the frames along the edges: found is what all ways bring. Where other code leads to, they are looked for
    /// on the way.
    fn find(&mut self, edges: &[Edge], effects: &[Vec<Effect>], begun: Option<usize>) {
        let mut found = vec![vec![true; self.all.len()]; effects.len()];
        for (i, found) in found.iter_mut().enumerate() {
            if begun == Some(i) || !edges.iter().any(|e| e.to == i) {
                found.fill(false);
            }
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for e in edges {
                for (k, effect) in effects[e.from].iter().enumerate() {
                    let before = found[e.from][k];
                    let brings = if e.skips {
                        before
                    } else {
                        effect.keeps && (before || effect.uses > 0)
                    };
                    changed |= found[e.to][k] && !brings;
                    found[e.to][k] &= brings;
                }
            }
        }
        self.found = found;
    }

    /// Against the edges: wanted is what any way wants.
    fn want(&mut self, edges: &[Edge], effects: &[Vec<Effect>]) {
        let uses = |of: &Vec<Effect>| of.iter().map(|e| e.uses).collect();
        let mut wanted: Vec<Vec<u64>> = effects.iter().map(uses).collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for e in edges.iter().rev() {
                for (k, effect) in effects[e.from].iter().enumerate() {
                    let wants = wanted[e.to][k];
                    if wants > wanted[e.from][k] && (effect.keeps || e.skips) {
                        changed = true;
                        wanted[e.from][k] = wants;
                    }
                }
            }
        }
        self.wanted = wanted;
    }

    /// The place of the frame that `n` names in `block`, how much of it is needed, and whether it has been found when
    /// that block, `index` of its function, begins.
    pub(super) fn place(&self, index: usize, block: &ir::Block, n: &Node) -> Option<Place> {
        let through = Through::of(block, n)?;
        let number = self.all.iter().position(|t| *t == through)?;
        Some(Place {
            at: Ctx::frame_place(number),
            end: self.wanted[index][number],
            is_found: self.found[index][number],
        })
    }

    /// The frames that who enters block `index` from outside has to look for, by number, and how many bytes of them.
    fn of_block(&self, index: usize) -> Vec<(usize, u64)> {
        let wanted = self.wanted.get(index).into_iter().flatten().enumerate();
        let found = |(k, wanted): &(usize, &u64)| **wanted > 0 && self.found[index][*k];
        wanted.filter(found).map(|(k, w)| (k, *w)).collect()
    }

    /// The same of who enters at `point`.
    pub(super) fn of_entry(&self, point: &ir::EntryPoint) -> Vec<(usize, u64)> {
        let mut all = BTreeMap::new();
        for to in [point.full, point.masked].into_iter().flatten() {
            for (number, end) in self.of_block(to) {
                let most = all.entry(number).or_insert(end);
                *most = end.max(*most);
            }
        }
        all.into_iter().collect()
    }
}

/// Where a frame's address is left.
pub(super) struct Place {
    /// Byte offset in the context.
    pub(super) at: i32,
    /// Bytes of each lane that are needed.
    pub(super) end: u64,
    /// Whether it is there.
    pub(super) is_found: bool,
}

/// A way from one block to another.
struct Edge {
    from: usize,
    to: usize,
    /// What the first block does is left out.
    skips: bool,
}

/// All edges of `func`, and those of `loops`, whose rounds look for no frame.
fn edges(func: &ir::Func, loops: &[Loop]) -> Vec<Edge> {
    let mut edges = vec![];
    let mut add = |from, g: &Goto, skips| {
        edges.extend(g.targets().map(|to| Edge { from, to, skips }));
    };
    for (from, block) in func.blocks.iter().enumerate() {
        block.term.edges().for_each(|g| add(from, g, false));
    }
    for l in loops {
        add(l.head, &l.exit, true);
    }
    edges
}

impl Emit<'_, '_> {
    /// Looks for frames, given by number and how many bytes of them, with the registers as the wave has them; leaves
    /// where they are, or 0.
    pub(super) fn look_for_frames(&mut self, wanted: &[(usize, u64)]) {
        for &(number, end) in wanted {
            if planted(Fault::FrameUnlooked) {
                continue;
            }
            let through = self.frames.all[number];
            let [low, high] = [0, 2].map(|k| {
                let s = through.vsharp + k;
                let [low, high] = [s, s + 1].map(|s| self.register(Reg::S(s)));
                self.both(low, high)
            });
            let soffset = match through.soffset {
                Soffset::Register(s) => self.register(Reg::S(s)),
                Soffset::Constant(k) => self.b.ins().iconst(I32, i64::from(k)),
            };
            let (none, found) = self.find_frame([low, high, soffset], end);
            self.next_block(none);
            let zero = self.k64(0);
            self.b.ins().jump(found, &[zero.into()]);
            self.next_block(found);
            let host = self.b.block_params(found)[0];
            let at = Ctx::frame_place(number);
            self.b.ins().store(trusted(), host, self.ctx, at);
        }
    }

    /// Goes `elsewhere` if a frame that block `to` takes for granted has been looked for and not found.
    pub(super) fn enter_frames(&mut self, to: usize, elsewhere: ClifBlock) {
        for (number, _) in self.frames.of_block(to) {
            let at = Ctx::frame_place(number);
            let host = self.b.ins().load(I64, trusted(), self.ctx, at);
            let go = self.b.create_block();
            let unlooked = planted(Fault::FrameUnlooked);
            let elsewhere = if unlooked { go } else { elsewhere };
            self.b.ins().brif(host, go, &[], elsewhere, &[]);
            self.next_block(go);
        }
    }

    /// Two dwords as a qword.
    pub(super) fn both(&mut self, low: Value, high: Value) -> Value {
        let [low, high] = [low, high].map(|half| self.b.ins().uextend(I64, half));
        let high = self.b.ins().ishl_imm_u(high, 32);
        self.b.ins().bor(low, high)
    }

    /// Looks for a frame by the halves of its V#, and SOFFSET: where there is none, and where there is, with its
    /// address.
    pub(super) fn find_frame(
        &mut self,
        [low, high, soffset]: [Value; 3],
        end: u64,
    ) -> (ClifBlock, ClifBlock) {
        let end = unless_planted!(Fault::FrameEnd, end, 4);
        let rows = self.rows(low, high, soffset);
        let eight = self.b.ins().iconst(I64, 8);
        // What is no multiple of a row's 256 bytes becomes far too large.
        let first = self.b.ins().rotr(rows.offset, eight);
        let last = self.b.ins().iadd_imm_s(first, (end as i64 + 3) / 4 - 1);
        let last = self.b.ins().umax(first, last);
        // The first store to a row has to say that it is written.
        let written = self.private(3);
        let written = self.b.ins().load(I32, trusted(), written, 0);
        let written = self.b.ins().ushr_imm_u(written, 2);
        let written = self.b.ins().uextend(I64, written);
        let inside = self.b.ins().icmp(IntCC::UnsignedLessThan, last, written);
        let there = self.b.ins().band(rows.is_private, inside);
        let host = self.private(2);
        let host = self.b.ins().iadd(host, rows.offset);
        let (miss, join) = (self.b.create_block(), self.b.create_block());
        self.b.append_block_param(join, I64);
        self.b.ins().brif(there, join, &[host.into()], miss, &[]);
        self.b.set_cold_block(miss);
        self.next_block(miss);
        let soffset = self.b.ins().uextend(I64, soffset);
        let end = self.k64(end);
        let args = [self.ctx, low, high, soffset, end];
        let at = self.call_for_address(self.helpers.frame, &args);
        let none = self.b.create_block();
        self.b.ins().brif(at, join, &[at.into()], none, &[]);
        self.b.set_cold_block(none);
        (none, join)
    }
}
