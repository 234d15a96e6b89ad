//! IR as text: `%3:v32 = add.32 %1, %2`, one node a line.

use std::fmt::{self, Display, Formatter};

use super::{Block, Fact, Func, Goto, Node, Reg, Term, Ty, Uop};

fn ty(n: &Node) -> &'static str {
    match (n.vec, n.ty) {
        (false, Ty::B1) => "s1",
        (false, Ty::B32) => "s32",
        (false, Ty::B64) => "s64",
        (true, Ty::B1) => "v1",
        (true, Ty::B32) => "v32",
        (true, Ty::B64) => "v64",
        (false, Ty::Tuple) => "stuple",
        (true, Ty::Tuple) => "vtuple",
        (_, Ty::None) => "none",
    }
}

impl Display for Reg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Reg::S(n) => write!(f, "s{n}"),
            Reg::Q(crate::isa::EXEC_LO) => f.write_str("exec"),
            Reg::Q(_) => f.write_str("vcc"),
            Reg::Scc => f.write_str("scc"),
            Reg::Base(v) => write!(f, "base of v{v}"),
        }
    }
}

impl Display for Goto {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.exec {
            None => write!(f, "block{}", self.full),
            Some(e) => write!(
                f,
                "(full %{}: block{}, block{})",
                e.0, self.full, self.masked
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
            Term::Indirect(v) => write!(f, "indirect %{}", v.0),
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
        if n.pc != 0 && n.ty == Ty::None {
            write!(f, " @{:#x}", n.pc)?;
        }
        writeln!(f)
    }
}

impl Display for Block {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (v, fact) in &self.facts {
            writeln!(f, "    v{v}: {fact}")?;
        }
        for i in 0..self.nodes.len() {
            self.print_node(i, f)?;
        }
        for (r, v) in &self.outs {
            writeln!(f, "    {r} = %{}", v.0)?;
        }
        for (v, fact) in &self.facts_out {
            writeln!(f, "    v{v} becomes {fact}")?;
        }
        for g in &self.guards {
            write!(f, "    guard %{}", g.cond.0)?;
            match g.high {
                Some((v, base, stride)) => writeln!(f, " v{v} high of %{} + {stride}", base.0)?,
                None => writeln!(f)?,
            }
        }
        writeln!(f, "    {}", self.term)
    }
}

impl Display for Func {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, b) in self.blocks.iter().enumerate() {
            let entry = if b.entry { " entry" } else { "" };
            let full = if b.full { " full" } else { "" };
            writeln!(f, "block{i} @{:#x}{entry}{full}:", b.pc)?;
            write!(f, "{b}")?;
        }
        Ok(())
    }
}
