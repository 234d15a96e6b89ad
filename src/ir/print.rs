//! IR as text.
//!
//! ```text
//! block0 @0x1000 entry insts 2 scalar 1:
//!     %0:s64 = read.q #0x7e @0x1000
//!     %1:v32 = read.v #0x1 @0x1000
//!     %2:v32 = add %1, %1 @0x1004
//!     write.v %2, %0 #0x2 @0x1004
//!     lanes %0 x 1
//!     s4 = %7
//!     branch %5, block1, block2
//! ```
//!
//! A block's head has its address, whether it can be entered from outside, whether it is for full EXEC
//! only (`full`), its instructions, and how many of them are scalar. First come what it relies on (`v3:
//! stride 4 Rising stale`, a [`Fact`]) and the vector registers that it reads as they were before it
//! (`reads v1 v3`), where they are others than those that its nodes name. A node a line: value and type
//! (`s` scalar, `v` lane-wise; not for effects), operation, operands, `#` constant, `@` address of the
//! instruction. Values are numbered by position, effects included. Then the lane counts, what the
//! scalar registers become (`base of v3` is lane 0 of a register with a fact), what holds afterwards
//! (`v3 becomes stride 4 Any`), what that depends on (`guard %7`, `guard %7 v3 high of %5 + 8`), and
//! the end (`indirect %5, block1, block2`: probably to one of these). An edge that depends on EXEC is
//! `block1 full %5 else block2`. Where the function can be
//! entered stands first, one line for each (`enter @0x1000 full block1 masked block0`), unless the
//! blocks' heads say it. `;` begins a comment. What is 0 or absent may be left out.

use std::fmt::{self, Display, Formatter};

use super::liveness::{VgprSet, read_by};
use super::loops::{Loop, Place};
use super::{Block, EntryPoint, Fact, Func, Goto, Node, Reg, Term, Ty, Uop};
use crate::machine::wave::Name;

/// Types as they are written: text, type, lane-wise.
pub(super) const TYPES: [(&str, Ty, bool); 8] = [
    ("s1", Ty::B1, false),
    ("s32", Ty::B32, false),
    ("s64", Ty::B64, false),
    ("v1", Ty::B1, true),
    ("v32", Ty::B32, true),
    ("v64", Ty::B64, true),
    ("stuple", Ty::Tuple, false),
    ("vtuple", Ty::Tuple, true),
];

fn ty(n: &Node) -> &'static str {
    let found = TYPES.iter().find(|t| (t.1, t.2) == (n.ty, n.vec));
    found.map_or("none", |t| t.0)
}

impl Display for Reg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Reg::S(n) => write!(f, "s{n}"),
            Reg::Q(crate::isa::EXEC_LO) => f.write_str("exec"),
            Reg::Q(_) => f.write_str("vcc"),
            Reg::Scc => f.write_str("scc"),
            Reg::Base(v) => write!(f, "base of {}", Name(*v)),
        }
    }
}

impl Display for Goto {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.exec {
            None => write!(f, "block{}", self.full),
            Some(e) => write!(
                f,
                "block{} full %{} else block{}",
                self.full, e.0, self.masked
            ),
        }
    }
}

impl Display for Fact {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let stale = if self.stale { " stale" } else { "" };
        write!(f, "stride {} {:?}{stale}", self.stride as i32, self.order)
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Term::Jump(b) => write!(f, "jump {b}"),
            Term::Branch {
                cond,
                then,
                otherwise,
            } => write!(f, "branch %{}, {then}, {otherwise}", cond.0),
            Term::Indirect(v, to) => {
                write!(f, "indirect %{}", v.0)?;
                to.iter().try_for_each(|g| write!(f, ", {g}"))
            }
            Term::End(pc) => write!(f, "end {pc:#x}"),
            Term::Barrier(pc) => write!(f, "barrier {pc:#x}"),
            Term::Step(pc) => write!(f, "step {pc:#x}"),
        }
    }
}

impl Block {
    fn print_node(&self, i: usize, f: &mut Formatter<'_>) -> fmt::Result {
        let n = &self.nodes[i];
        if n.ty == Ty::None {
            write!(f, "    {}", n.op.text())?;
        } else {
            write!(f, "    %{i}:{} = {}", ty(n), n.op.text())?;
        }
        for (k, a) in n.args.iter().enumerate() {
            write!(f, "{}%{}", if k == 0 { " " } else { ", " }, a.0)?;
        }
        if n.imm != 0 || n.op == Uop::Const || n.args.is_empty() {
            write!(f, " #{:#x}", n.imm)?;
        }
        if n.pc != 0 {
            write!(f, " @{:#x}", n.pc)?;
        }
        writeln!(f)
    }

    fn print(&self, f: &mut Formatter<'_>, comment: Option<&Comment<'_>>) -> fmt::Result {
        for (v, fact) in &self.facts {
            writeln!(f, "    {}: {fact}", Name(*v))?;
        }
        if self.reads == VgprSet::ALL && self.reads != read_by(&self.nodes) {
            writeln!(f, "    reads all")?;
        } else if self.reads != read_by(&self.nodes) {
            let registers: Vec<_> = self.reads.iter().map(|v| Name(v).to_string()).collect();
            writeln!(f, "    reads {}", registers.join(" "))?;
        }
        let mut last = None;
        for (i, n) in self.nodes.iter().enumerate() {
            if let Some(comment) = comment
                && last.replace(n.pc) != Some(n.pc)
            {
                writeln!(f, "    ; {}", comment(n.pc))?;
            }
            self.print_node(i, f)?;
        }
        for (v, n) in &self.lane_counts {
            writeln!(f, "    lanes %{} x {n}", v.0)?;
        }
        for (r, v) in &self.outs {
            writeln!(f, "    {r} = %{}", v.0)?;
        }
        for (v, fact) in &self.facts_out {
            writeln!(f, "    {} becomes {fact}", Name(*v))?;
        }
        for g in &self.guards {
            write!(f, "    guard %{}", g.cond.0)?;
            match g.high {
                Some((v, base, stride)) => {
                    writeln!(f, " {} high of %{} + {stride}", Name(v), base.0)?;
                }
                None => writeln!(f)?,
            }
        }
        if let (Some(comment), Term::Step(pc)) = (comment, &self.term) {
            writeln!(f, "    ; {}", comment(*pc))?;
        }
        writeln!(f, "    {}", self.term)
    }
}

/// A round of a loop, as a block is printed: then its instructions by the masks that must have a lane, and what
/// values go from round to round.
pub struct AnnotateLoop<'a> {
    /// The loop.
    pub of: &'a Loop,
    /// Gives the comment for the instruction at an address.
    pub comment: &'a Comment<'a>,
}

impl Display for AnnotateLoop<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let l = self.of;
        writeln!(f, "rounds of block{}:", l.head)?;
        let mut last = None;
        for (i, n) in l.body.nodes.iter().enumerate() {
            if last.replace(n.pc) != Some(n.pc) && n.pc != 0 {
                writeln!(f, "    ; {}", (self.comment)(n.pc))?;
            }
            l.body.print_node(i, f)?;
        }
        for (v, n) in &l.lanes {
            writeln!(f, "    lanes %{} x {n}", v.0)?;
        }
        for p in &l.parts {
            write!(f, "    insts {} scalar {}", p.instructions, p.scalars)?;
            for (k, v) in p.masks.iter().enumerate() {
                write!(f, "{} %{}", if k == 0 { " if" } else { " and" }, v.0)?;
            }
            writeln!(f)?;
        }
        for p in &l.phis {
            let place = match p.place {
                Place::Vector(r) => Name(r).to_string(),
                Place::Pair(r) => format!("{} and {}", Name(r), Name(r + 1)),
                Place::Mask(Reg::S(r)) => format!("s[{r}:{}]", r + 1),
                Place::Mask(r) | Place::Scalar(r) => r.to_string(),
                Place::Counter => "counter".to_string(),
            };
            writeln!(f, "    {place}: %{} becomes %{}", p.head.0, p.next.0)?;
        }
        for s in &l.steady {
            write!(
                f,
                "    %{} from %{} and %{}",
                s.load.0, s.number.0, s.lanes.0
            )?;
            for n in &s.sums {
                let sign = if n.signed { "signed" } else { "unsigned" };
                write!(f, ", {sign} %{} and %{}", n.number.0, n.lanes.0)?;
            }
            writeln!(f)?;
        }
        if let Some(u) = &l.uniform {
            let not = if u.again.1 { "" } else { "not " };
            writeln!(
                f,
                "    vectors {} again if {not}%{}",
                u.vectors, u.again.0.0
            )?;
        }
        writeln!(f, "    {}", l.body.term)
    }
}

/// The text for the instruction at an address.
type Comment<'a> = dyn Fn(u64) -> String + 'a;

/// A function with a comment before the nodes of each guest instruction.
pub struct Annotate<'a> {
    /// The function.
    pub func: &'a Func,
    /// Gives the comment for the instruction at an address.
    pub comment: &'a Comment<'a>,
}

impl Display for Annotate<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.func.print(f, Some(self.comment))
    }
}

/// Where a function can be entered that does not say it: at the blocks whose heads do, in the version
/// for the wave's EXEC, or else in the one for any.
pub(super) fn default_entries(blocks: &[Block]) -> Vec<EntryPoint> {
    let mut out: Vec<EntryPoint> = vec![];
    for (i, b) in blocks.iter().enumerate().filter(|(_, b)| b.entry) {
        let known = out.iter().position(|e| e.pc == b.pc);
        let known = known.unwrap_or_else(|| {
            out.push(EntryPoint {
                pc: b.pc,
                full: None,
                masked: None,
            });
            out.len() - 1
        });
        let e = &mut out[known];
        if b.full {
            e.full = Some(i);
        } else {
            e.masked = Some(i);
        }
    }
    for e in &mut out {
        e.full = e.full.or(e.masked);
    }
    out
}

impl Func {
    fn print(&self, f: &mut Formatter<'_>, comment: Option<&Comment<'_>>) -> fmt::Result {
        if self.entries != default_entries(&self.blocks) {
            for e in &self.entries {
                write!(f, "enter @{:#x}", e.pc)?;
                for (what, block) in [("full", e.full), ("masked", e.masked)] {
                    if let Some(b) = block {
                        write!(f, " {what} block{b}")?;
                    }
                }
                writeln!(f)?;
            }
        }
        for (i, b) in self.blocks.iter().enumerate() {
            write!(f, "block{i} @{:#x}", b.pc)?;
            if b.entry {
                f.write_str(" entry")?;
            }
            if b.full {
                f.write_str(" full")?;
            }
            for (what, n) in [("insts", b.instructions), ("scalar", b.scalar_instructions)] {
                if n != 0 {
                    write!(f, " {what} {n}")?;
                }
            }
            writeln!(f, ":")?;
            b.print(f, comment)?;
        }
        Ok(())
    }
}

impl Display for Func {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.print(f, None)
    }
}
