//! One instruction: its mnemonic's rows and forms are tried until one fits the operands.

use super::allowed::allowed;
use super::args::{Arg, Arguments, File, Kind, Words, arguments};
use super::clrx::operands;
use super::dialect::Dialect;
use super::expr::{Cursor, Symbols};
use super::lex::{Error, Tok};
use super::mnemonic::{Op, clrx_lookup, lookup};
use super::taking::Args;
use super::{graphics, memory, scalar, vector};
use crate::encode;
use crate::isa::facts::DsAct;
use crate::isa::{Gen, Gens, Inst, VopForm};
use crate::syntax::{DPP_CONTROLS, NULL};

/// Parses the instruction at the cursor, to the end of the line.
pub fn instruction(
    generation: Gen,
    c: &mut Cursor,
    symbols: &Symbols,
) -> Result<(Inst, encode::Words), Error> {
    let column = c.column();
    let Some(Tok::Word(written)) = c.peek(0) else {
        return Err(c.fail(format!("expected an instruction{}", c.but_got())));
    };
    c.at += 1;
    // Capitals make no difference here, but they do in registers.
    let mnemonic = written.to_lowercase();
    let mnemonic = mnemonic.as_str();
    let ((ops, suffix), literals) = match symbols.dialect {
        Dialect::Llvm => lookup(generation, mnemonic).map(|rows| (rows, None)),
        Dialect::Clrx => clrx_lookup(generation, mnemonic),
    }
    .map_err(|m| Error::new(column, m))?;
    let found = Found {
        mnemonic,
        column,
        ops,
        suffix,
        literals,
    };
    let mut ahead = c.clone();
    let first = found.read(generation, Words::Operands, c, symbols);
    let Err(e) = first else {
        return first;
    };
    match found.read(generation, Words::Modifiers, &mut ahead, symbols) {
        Ok(done) => {
            *c = ahead;
            Ok(done)
        }
        Err(_) => Err(e),
    }
}

/// A mnemonic's rows.
struct Found<'a> {
    mnemonic: &'a str,
    column: usize,
    ops: &'static [Op],
    /// The form that its suffix asks for.
    suffix: Option<VopForm>,
    /// Whether constants are literals, where the mnemonic tells.
    literals: Option<bool>,
}

impl Found<'_> {
    /// Parses the operands at the cursor.
    fn read(
        &self,
        generation: Gen,
        words: Words,
        c: &mut Cursor,
        symbols: &Symbols,
    ) -> Result<(Inst, encode::Words), Error> {
        let (mnemonic, ops, column) = (self.mnemonic, self.ops, self.column);
        // LLVM has no class of even tuples of three registers for it, so that it takes odd ones.
        let is_odd = |op: &Op| matches!(op, Op::Ds(op) if op.act() == DsAct::LoadsTransposed(6));
        let even = generation.has(Gens::ONE_FILE) && !ops.iter().any(is_odd);
        let mut arguments = match symbols.dialect {
            Dialect::Llvm => arguments((generation, even), mnemonic, words, c, symbols),
            Dialect::Clrx => operands::arguments(generation, words, c, symbols),
        }?;
        if let Some(literals) = self.literals {
            for arg in &mut arguments.args {
                if let Kind::Value(_, is_literal) = &mut arg.kind {
                    *is_literal |= literals;
                }
            }
        }
        no_null(generation, ops, &arguments)?;
        let forms = forms(self.suffix, &arguments);
        let mut worst: Option<Error> = None;
        for (i, &form) in forms.iter().enumerate() {
            for &op in ops.iter().filter(|op| i == 0 || op.has_forms()) {
                let args = Args::new(generation, mnemonic, &arguments, symbols);
                let tried = fitted(&args, op, form).and_then(|inst| {
                    match encode::encode(generation, &inst) {
                        Some(words) => allowed(generation, &inst, column).map(|()| (inst, words)),
                        None => Err(vector::why_not(generation, &inst, column)),
                    }
                });
                match tried {
                    Ok(done) => return Ok(done),
                    Err(e) if worst.as_ref().is_some_and(|w| w.rank > e.rank) => {}
                    Err(e) => worst = Some(e),
                }
            }
        }
        let missing = || Error::new(column, format!("there is no '{mnemonic}' here"));
        Err(worst.unwrap_or_else(missing))
    }
}

/// Fails where a register is `null`, which no instruction has before gfx10; a target of EXP is called so.
fn no_null(generation: Gen, ops: &[Op], a: &Arguments) -> Result<(), Error> {
    let null =
        |a: &&Arg| matches!(a.kind, Kind::Reg(r) if r.file == File::Scalar && r.first == NULL);
    let exports = ops.iter().any(|op| matches!(op, Op::Exp(_)));
    match a.args.iter().find(null) {
        Some(arg) if !exports => {
            let message = format!("{generation} has no register null");
            Err(Error::new(arg.column, message))
        }
        Some(_) | None => Ok(()),
    }
}

/// The forms to try, the smallest first.
fn forms(suffix: Option<VopForm>, a: &Arguments) -> Vec<VopForm> {
    if let Some(form) = suffix.or(a.form) {
        return vec![form];
    }
    let names = |known: &dyn Fn(&str) -> bool| a.mods.iter().any(|m| known(m.name));
    if names(&|n| vector::SDWA_MODIFIERS.contains(&n)) {
        return vec![VopForm::Sdwa];
    }
    let control = |n: &str| DPP_CONTROLS.iter().any(|c| c.name == n);
    if names(&|n| vector::DPP_MODIFIERS.contains(&n) || control(n)) {
        return vec![VopForm::Dpp];
    }
    let mut forms = vec![VopForm::E32, VopForm::E64];
    if a.masks.sext != 0 || a.args.iter().any(|a| a.sext) {
        forms.push(VopForm::Sdwa);
    }
    forms
}

/// The instruction as `op` in `form` (of vector instructions).
fn fitted(args: &Args, op: Op, form: VopForm) -> Result<Inst, Error> {
    let inst = match op {
        Op::Sop1(op) => scalar::sop1(args, op),
        Op::Sop2(op) => scalar::sop2(args, op),
        Op::Sopk(op) => scalar::sopk(args, op),
        Op::Sopc(op) => scalar::sopc(args, op),
        Op::Sopp(op) => scalar::sopp(args, op),
        Op::Smem(op) => scalar::smem(args, op),
        Op::Vop1(op) => vector::vop(args, op.row(), form).map(|f| Inst::Vop1 { op, f }),
        Op::Vop2(op) => vector::vop(args, op.row(), form).map(|f| Inst::Vop2 { op, f }),
        Op::Vopc(op) => vector::vop(args, op.row(), form).map(|f| Inst::Vopc { op, f }),
        Op::Vop3(op) => vector::vop3(args, op, form).map(|f| Inst::Vop3 { op, f }),
        Op::Vop3p(op) => vector::vop3p(args, op, form).map(|f| Inst::Vop3p { op, f }),
        Op::Mai(op) => vector::mai(args, op, form).map(|f| Inst::Mai { op, f }),
        Op::Ds(op) => memory::ds(args, op),
        Op::Flat(op, segment) => memory::flat(args, op, segment),
        Op::Mubuf(op) => memory::mubuf(args, op),
        Op::Mtbuf(op) => graphics::mtbuf(args, op),
        Op::Mimg(op) => graphics::mimg(args, op),
        Op::Vintrp(op) => graphics::vintrp(args, op, form),
        Op::Exp(op) => graphics::exp(args, op),
    }?;
    args.finish()?;
    Ok(inst)
}
