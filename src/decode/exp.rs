//! EXP (CLRX GcnInstrsExp).

use super::{Code, Out, long};
use crate::error::DecodeError::Invalid;
use crate::isa::{Exp, ExpFields, Gen, Inst};

/// EXP: VM 12, DONE 11, COMPR 10, TGT 9:4, EN 3:0; second dword: VSRC3 31:24 to VSRC0 7:0.
///
/// Registers that are not sent are ignored.
pub fn exp(generation: Gen, code: &Code) -> Out {
    let op = Exp::decode(generation, 0, 0).ok_or(Invalid)?;
    let mut vsrc = code.second()?.to_le_bytes();
    let (en, compr) = (code.bits(0, 4) as u8, code.bit(10));
    for (i, v) in vsrc.iter_mut().enumerate() {
        let used = match (compr, i) {
            (true, 0) => 0b0011,
            (true, 1) => 0b1100,
            (true, _) => 0,
            (false, _) => 1 << i,
        };
        if en & used == 0 {
            *v = 0;
        }
    }
    let f = ExpFields {
        en,
        target: code.bits(4, 6) as u8,
        compr,
        done: code.bit(11),
        vm: code.bit(12),
        vsrc,
    };
    long(Inst::Exp { op, f })
}
