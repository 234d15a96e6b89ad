//! IR as text: `%3:v32 = add.32 %1, %2`, one node a line.

use std::fmt::{self, Display, Formatter};

use super::{Block, Func, Node, Reg, Term, Ty, Uop};

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
        }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Term::Jump(b) => write!(f, "jump block{b}"),
            Term::Branch {
                cond,
                then,
                otherwise,
            } => write!(f, "branch %{}, block{then}, block{otherwise}", cond.0),
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
        for i in 0..self.nodes.len() {
            self.print_node(i, f)?;
        }
        for (r, v) in &self.outs {
            writeln!(f, "    {r} = %{}", v.0)?;
        }
        writeln!(f, "    {}", self.term)
    }
}

impl Display for Func {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, b) in self.blocks.iter().enumerate() {
            let entry = if self.entries.contains(&i) {
                " entry"
            } else {
                ""
            };
            writeln!(f, "block{i} @{:#x}{entry}:", b.pc)?;
            write!(f, "{b}")?;
        }
        Ok(())
    }
}
