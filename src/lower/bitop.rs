//! V_BITOP3: a function of three bits, given by its table, as few operations.
//!
//! Bit 4a + 2b + c of a table is the result for the bits a, b, c. A function is split at one of the operands it depends
//! on, into what it is where that is 1 and where it is 0, which have one operand less each.

use super::{Lower, Lowered};
use crate::ir::{Uop, Val};
use crate::isa::{Vop, Vop3};

/// The tables of the three operands themselves, and how far apart the two cases of one are.
const OPERANDS: [(u8, u32); 3] = [(0xf0, 4), (0xcc, 2), (0xaa, 1)];

/// How a function is formed.
#[derive(Clone, Copy)]
enum Form {
    Constant,
    Operand(usize),
    /// The complement of a function.
    Not(u8),
    /// An operand and a function.
    Two(Uop, usize, u8),
    /// The complement of an operand, and a function.
    TwoNot(Uop, usize, u8),
    /// The second function, exclusive-or the operand and the first one.
    Choice(usize, u8, u8),
}

/// The cheapest form of a function, and how many operations it has.
fn best(table: u8) -> (u32, Form) {
    let direct = split(table);
    match split(!table) {
        (cost, _) if cost + 1 < direct.0 => (cost + 1, Form::Not(!table)),
        _ => direct,
    }
}

fn split(table: u8) -> (u32, Form) {
    if table == 0 || table == 0xff {
        return (0, Form::Constant);
    }
    let is_operand = OPERANDS.iter().position(|(t, _)| *t == table);
    if let Some(i) = is_operand {
        return (0, Form::Operand(i));
    }
    let forms = OPERANDS.iter().enumerate().filter_map(|(i, &(of, apart))| {
        let (one, zero) = (table & of, table & !of);
        let (one, zero) = (one | one >> apart, zero | zero << apart);
        let cost = |table: u8| best(table).0;
        Some(match (one, zero) {
            _ if one == zero => return None,
            (_, 0) => (cost(one) + 1, Form::Two(Uop::And, i, one)),
            (0xff, _) => (cost(zero) + 1, Form::Two(Uop::Or, i, zero)),
            _ if one == !zero => (cost(zero) + 1, Form::Two(Uop::Xor, i, zero)),
            (0, _) => (cost(zero) + 2, Form::TwoNot(Uop::And, i, zero)),
            (_, 0xff) => (cost(one) + 2, Form::TwoNot(Uop::Or, i, one)),
            _ => (
                cost(zero) + cost(one ^ zero) + 2,
                Form::Choice(i, one ^ zero, zero),
            ),
        })
    });
    forms
        .min_by_key(|(cost, _)| *cost)
        .unwrap_or((0, Form::Constant))
}

impl Lower<'_> {
    /// V_BITOP3_B32 and V_BITOP3_B16.
    pub(super) fn bitop3(&mut self, op: Vop3, f: &Vop) -> Lowered {
        let row = op.row();
        // What the table takes the place of has no meaning here.
        let table = f.truth_table();
        let f = &Vop {
            omod: 0,
            abs: 0,
            neg: 0,
            ..*f
        };
        let mut x = [self.b.k32(0); 3];
        for (i, v) in x.iter_mut().enumerate() {
            *v = self.src(f, i, row.shape.src[i])?;
        }
        let r = self.formed(table, x);
        let r = if row.shape.dst.is_16() {
            self.and(r, 0xffff)
        } else {
            r
        };
        self.set_dst(f, row, r)
    }

    fn formed(&mut self, table: u8, x: [Val; 3]) -> Val {
        match best(table).1 {
            Form::Constant => self.b.k32(if table == 0 { 0 } else { u32::MAX }),
            Form::Operand(i) => x[i],
            Form::Not(of) => {
                let v = self.formed(of, x);
                self.b.op32(Uop::Not, &[v])
            }
            Form::Two(op, i, of) => {
                let v = self.formed(of, x);
                self.b.op32(op, &[x[i], v])
            }
            Form::TwoNot(op, i, of) => {
                let (v, not) = (self.formed(of, x), self.b.op32(Uop::Not, &[x[i]]));
                self.b.op32(op, &[not, v])
            }
            Form::Choice(i, differs, zero) => {
                let (differs, zero) = (self.formed(differs, x), self.formed(zero, x));
                let v = self.b.op32(Uop::And, &[x[i], differs]);
                self.b.op32(Uop::Xor, &[v, zero])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The function that a form is of, by the tables of its parts.
    fn table(of: u8) -> u8 {
        let operand = |i: usize| OPERANDS[i].0;
        let two = |op, a: u8, b: u8| {
            let known = [(Uop::And, a & b), (Uop::Or, a | b), (Uop::Xor, a ^ b)];
            known.iter().find(|(k, _)| *k == op).map_or(0, |(_, v)| *v)
        };
        match best(of).1 {
            Form::Constant => of,
            Form::Operand(i) => operand(i),
            Form::Not(f) => !table(f),
            Form::Two(op, i, f) => two(op, operand(i), table(f)),
            Form::TwoNot(op, i, f) => two(op, !operand(i), table(f)),
            Form::Choice(i, differs, zero) => operand(i) & table(differs) ^ table(zero),
        }
    }

    #[test]
    fn every_function_is_formed_in_few_steps() {
        for of in 0..=255 {
            assert_eq!(table(of), of);
            assert!(best(of).0 <= 6, "{of:#x}: {}", best(of).0);
        }
        // a ^ b ^ c, a & b & c, a ? b : c, and the majority.
        assert_eq!([0x96, 0x80, 0xca, 0xe8].map(|of| best(of).0), [2, 2, 3, 4]);
        assert_eq!([0, 0xff, 0xf0, 0x0f].map(|of| best(of).0), [0, 0, 0, 1]);
    }
}
