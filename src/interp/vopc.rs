//! VOPC: vector compares (CLRX GcnInstrsVopc).
//!
//! Compares write a whole lane mask, 0 for inactive lanes, to VCC or SDST; those of the CMPX kind also
//! write it to EXEC. The CMPS kind of gfx6 and gfx7 differs only in the exceptions that it signals.

use super::vop::Lanes;
use super::{Cx, Step};
use crate::isa::{Vop, Vopc};
use crate::machine::wave::Wave;
use crate::numerics::{F16, F32, F64, Format, compare, is_class};
use std::cmp::Ordering::{self, Equal, Greater, Less};

pub(super) fn execute(op: Vopc, f: &Vop, w: &mut Wave, cx: &mut Cx) -> Step {
    use Vopc::*;
    let mut l = Lanes::fetch(op.row(), f, w, cx)?;
    match op {
        V_CMP_F_F16 | V_CMPX_F_F16 => float(&mut l, F16, |_| false),
        V_CMP_LT_F16 | V_CMPX_LT_F16 => float(&mut l, F16, |o| o == Some(Less)),
        V_CMP_EQ_F16 | V_CMPX_EQ_F16 => float(&mut l, F16, |o| o == Some(Equal)),
        V_CMP_LE_F16 | V_CMPX_LE_F16 => float(&mut l, F16, |o| matches!(o, Some(Less | Equal))),
        V_CMP_GT_F16 | V_CMPX_GT_F16 => float(&mut l, F16, |o| o == Some(Greater)),
        V_CMP_LG_F16 | V_CMPX_LG_F16 => float(&mut l, F16, |o| matches!(o, Some(Less | Greater))),
        V_CMP_GE_F16 | V_CMPX_GE_F16 => float(&mut l, F16, |o| matches!(o, Some(Greater | Equal))),
        V_CMP_O_F16 | V_CMPX_O_F16 => float(&mut l, F16, |o| o.is_some()),
        V_CMP_U_F16 | V_CMPX_U_F16 => float(&mut l, F16, |o| o.is_none()),
        V_CMP_NGE_F16 | V_CMPX_NGE_F16 => {
            float(&mut l, F16, |o| !matches!(o, Some(Greater | Equal)))
        }
        V_CMP_NLG_F16 | V_CMPX_NLG_F16 => {
            float(&mut l, F16, |o| !matches!(o, Some(Less | Greater)))
        }
        V_CMP_NGT_F16 | V_CMPX_NGT_F16 => float(&mut l, F16, |o| o != Some(Greater)),
        V_CMP_NLE_F16 | V_CMPX_NLE_F16 => float(&mut l, F16, |o| !matches!(o, Some(Less | Equal))),
        V_CMP_NEQ_F16 | V_CMPX_NEQ_F16 => float(&mut l, F16, |o| o != Some(Equal)),
        V_CMP_NLT_F16 | V_CMPX_NLT_F16 => float(&mut l, F16, |o| o != Some(Less)),
        V_CMP_TRU_F16 | V_CMPX_TRU_F16 => float(&mut l, F16, |_| true),
        V_CMP_CLASS_F16 | V_CMPX_CLASS_F16 => l.test(|[a, mask, _]| is_class(F16, a, mask as u32)),
        V_CMP_F_F32 | V_CMPS_F_F32 | V_CMPX_F_F32 | V_CMPSX_F_F32 => float(&mut l, F32, |_| false),
        V_CMP_LT_F32 | V_CMPS_LT_F32 | V_CMPX_LT_F32 | V_CMPSX_LT_F32 => {
            float(&mut l, F32, |o| o == Some(Less))
        }
        V_CMP_EQ_F32 | V_CMPS_EQ_F32 | V_CMPX_EQ_F32 | V_CMPSX_EQ_F32 => {
            float(&mut l, F32, |o| o == Some(Equal))
        }
        V_CMP_LE_F32 | V_CMPS_LE_F32 | V_CMPX_LE_F32 | V_CMPSX_LE_F32 => {
            float(&mut l, F32, |o| matches!(o, Some(Less | Equal)))
        }
        V_CMP_GT_F32 | V_CMPS_GT_F32 | V_CMPX_GT_F32 | V_CMPSX_GT_F32 => {
            float(&mut l, F32, |o| o == Some(Greater))
        }
        V_CMP_LG_F32 | V_CMPS_LG_F32 | V_CMPX_LG_F32 | V_CMPSX_LG_F32 => {
            float(&mut l, F32, |o| matches!(o, Some(Less | Greater)))
        }
        V_CMP_GE_F32 | V_CMPS_GE_F32 | V_CMPX_GE_F32 | V_CMPSX_GE_F32 => {
            float(&mut l, F32, |o| matches!(o, Some(Greater | Equal)))
        }
        V_CMP_O_F32 | V_CMPS_O_F32 | V_CMPX_O_F32 | V_CMPSX_O_F32 => {
            float(&mut l, F32, |o| o.is_some())
        }
        V_CMP_U_F32 | V_CMPS_U_F32 | V_CMPX_U_F32 | V_CMPSX_U_F32 => {
            float(&mut l, F32, |o| o.is_none())
        }
        V_CMP_NGE_F32 | V_CMPS_NGE_F32 | V_CMPX_NGE_F32 | V_CMPSX_NGE_F32 => {
            float(&mut l, F32, |o| !matches!(o, Some(Greater | Equal)))
        }
        V_CMP_NLG_F32 | V_CMPS_NLG_F32 | V_CMPX_NLG_F32 | V_CMPSX_NLG_F32 => {
            float(&mut l, F32, |o| !matches!(o, Some(Less | Greater)))
        }
        V_CMP_NGT_F32 | V_CMPS_NGT_F32 | V_CMPX_NGT_F32 | V_CMPSX_NGT_F32 => {
            float(&mut l, F32, |o| o != Some(Greater))
        }
        V_CMP_NLE_F32 | V_CMPS_NLE_F32 | V_CMPX_NLE_F32 | V_CMPSX_NLE_F32 => {
            float(&mut l, F32, |o| !matches!(o, Some(Less | Equal)))
        }
        V_CMP_NEQ_F32 | V_CMPS_NEQ_F32 | V_CMPX_NEQ_F32 | V_CMPSX_NEQ_F32 => {
            float(&mut l, F32, |o| o != Some(Equal))
        }
        V_CMP_NLT_F32 | V_CMPS_NLT_F32 | V_CMPX_NLT_F32 | V_CMPSX_NLT_F32 => {
            float(&mut l, F32, |o| o != Some(Less))
        }
        V_CMP_TRU_F32 | V_CMPS_TRU_F32 | V_CMPX_TRU_F32 | V_CMPSX_TRU_F32 => {
            float(&mut l, F32, |_| true)
        }
        V_CMP_CLASS_F32 | V_CMPX_CLASS_F32 => l.test(|[a, mask, _]| is_class(F32, a, mask as u32)),
        V_CMP_F_F64 | V_CMPS_F_F64 | V_CMPX_F_F64 | V_CMPSX_F_F64 => float(&mut l, F64, |_| false),
        V_CMP_LT_F64 | V_CMPS_LT_F64 | V_CMPX_LT_F64 | V_CMPSX_LT_F64 => {
            float(&mut l, F64, |o| o == Some(Less))
        }
        V_CMP_EQ_F64 | V_CMPS_EQ_F64 | V_CMPX_EQ_F64 | V_CMPSX_EQ_F64 => {
            float(&mut l, F64, |o| o == Some(Equal))
        }
        V_CMP_LE_F64 | V_CMPS_LE_F64 | V_CMPX_LE_F64 | V_CMPSX_LE_F64 => {
            float(&mut l, F64, |o| matches!(o, Some(Less | Equal)))
        }
        V_CMP_GT_F64 | V_CMPS_GT_F64 | V_CMPX_GT_F64 | V_CMPSX_GT_F64 => {
            float(&mut l, F64, |o| o == Some(Greater))
        }
        V_CMP_LG_F64 | V_CMPS_LG_F64 | V_CMPX_LG_F64 | V_CMPSX_LG_F64 => {
            float(&mut l, F64, |o| matches!(o, Some(Less | Greater)))
        }
        V_CMP_GE_F64 | V_CMPS_GE_F64 | V_CMPX_GE_F64 | V_CMPSX_GE_F64 => {
            float(&mut l, F64, |o| matches!(o, Some(Greater | Equal)))
        }
        V_CMP_O_F64 | V_CMPS_O_F64 | V_CMPX_O_F64 | V_CMPSX_O_F64 => {
            float(&mut l, F64, |o| o.is_some())
        }
        V_CMP_U_F64 | V_CMPS_U_F64 | V_CMPX_U_F64 | V_CMPSX_U_F64 => {
            float(&mut l, F64, |o| o.is_none())
        }
        V_CMP_NGE_F64 | V_CMPS_NGE_F64 | V_CMPX_NGE_F64 | V_CMPSX_NGE_F64 => {
            float(&mut l, F64, |o| !matches!(o, Some(Greater | Equal)))
        }
        V_CMP_NLG_F64 | V_CMPS_NLG_F64 | V_CMPX_NLG_F64 | V_CMPSX_NLG_F64 => {
            float(&mut l, F64, |o| !matches!(o, Some(Less | Greater)))
        }
        V_CMP_NGT_F64 | V_CMPS_NGT_F64 | V_CMPX_NGT_F64 | V_CMPSX_NGT_F64 => {
            float(&mut l, F64, |o| o != Some(Greater))
        }
        V_CMP_NLE_F64 | V_CMPS_NLE_F64 | V_CMPX_NLE_F64 | V_CMPSX_NLE_F64 => {
            float(&mut l, F64, |o| !matches!(o, Some(Less | Equal)))
        }
        V_CMP_NEQ_F64 | V_CMPS_NEQ_F64 | V_CMPX_NEQ_F64 | V_CMPSX_NEQ_F64 => {
            float(&mut l, F64, |o| o != Some(Equal))
        }
        V_CMP_NLT_F64 | V_CMPS_NLT_F64 | V_CMPX_NLT_F64 | V_CMPSX_NLT_F64 => {
            float(&mut l, F64, |o| o != Some(Less))
        }
        V_CMP_TRU_F64 | V_CMPS_TRU_F64 | V_CMPX_TRU_F64 | V_CMPSX_TRU_F64 => {
            float(&mut l, F64, |_| true)
        }
        V_CMP_CLASS_F64 | V_CMPX_CLASS_F64 => l.test(|[a, mask, _]| is_class(F64, a, mask as u32)),
        V_CMP_F_I16 | V_CMPX_F_I16 => signed(&mut l, 16, |_| false),
        V_CMP_LT_I16 | V_CMPX_LT_I16 => signed(&mut l, 16, |o| o == Less),
        V_CMP_EQ_I16 | V_CMPX_EQ_I16 => signed(&mut l, 16, |o| o == Equal),
        V_CMP_LE_I16 | V_CMPX_LE_I16 => signed(&mut l, 16, |o| o != Greater),
        V_CMP_GT_I16 | V_CMPX_GT_I16 => signed(&mut l, 16, |o| o == Greater),
        V_CMP_NE_I16 | V_CMPX_NE_I16 => signed(&mut l, 16, |o| o != Equal),
        V_CMP_GE_I16 | V_CMPX_GE_I16 => signed(&mut l, 16, |o| o != Less),
        V_CMP_T_I16 | V_CMPX_T_I16 => signed(&mut l, 16, |_| true),
        V_CMP_F_U16 | V_CMPX_F_U16 => unsigned(&mut l, |_| false),
        V_CMP_LT_U16 | V_CMPX_LT_U16 => unsigned(&mut l, |o| o == Less),
        V_CMP_EQ_U16 | V_CMPX_EQ_U16 => unsigned(&mut l, |o| o == Equal),
        V_CMP_LE_U16 | V_CMPX_LE_U16 => unsigned(&mut l, |o| o != Greater),
        V_CMP_GT_U16 | V_CMPX_GT_U16 => unsigned(&mut l, |o| o == Greater),
        V_CMP_NE_U16 | V_CMPX_NE_U16 => unsigned(&mut l, |o| o != Equal),
        V_CMP_GE_U16 | V_CMPX_GE_U16 => unsigned(&mut l, |o| o != Less),
        V_CMP_T_U16 | V_CMPX_T_U16 => unsigned(&mut l, |_| true),
        V_CMP_F_I32 | V_CMPX_F_I32 => signed(&mut l, 32, |_| false),
        V_CMP_LT_I32 | V_CMPX_LT_I32 => signed(&mut l, 32, |o| o == Less),
        V_CMP_EQ_I32 | V_CMPX_EQ_I32 => signed(&mut l, 32, |o| o == Equal),
        V_CMP_LE_I32 | V_CMPX_LE_I32 => signed(&mut l, 32, |o| o != Greater),
        V_CMP_GT_I32 | V_CMPX_GT_I32 => signed(&mut l, 32, |o| o == Greater),
        V_CMP_NE_I32 | V_CMPX_NE_I32 => signed(&mut l, 32, |o| o != Equal),
        V_CMP_GE_I32 | V_CMPX_GE_I32 => signed(&mut l, 32, |o| o != Less),
        V_CMP_T_I32 | V_CMPX_T_I32 => signed(&mut l, 32, |_| true),
        V_CMP_F_U32 | V_CMPX_F_U32 => unsigned(&mut l, |_| false),
        V_CMP_LT_U32 | V_CMPX_LT_U32 => unsigned(&mut l, |o| o == Less),
        V_CMP_EQ_U32 | V_CMPX_EQ_U32 => unsigned(&mut l, |o| o == Equal),
        V_CMP_LE_U32 | V_CMPX_LE_U32 => unsigned(&mut l, |o| o != Greater),
        V_CMP_GT_U32 | V_CMPX_GT_U32 => unsigned(&mut l, |o| o == Greater),
        V_CMP_NE_U32 | V_CMPX_NE_U32 => unsigned(&mut l, |o| o != Equal),
        V_CMP_GE_U32 | V_CMPX_GE_U32 => unsigned(&mut l, |o| o != Less),
        V_CMP_T_U32 | V_CMPX_T_U32 => unsigned(&mut l, |_| true),
        V_CMP_F_I64 | V_CMPX_F_I64 => signed(&mut l, 64, |_| false),
        V_CMP_LT_I64 | V_CMPX_LT_I64 => signed(&mut l, 64, |o| o == Less),
        V_CMP_EQ_I64 | V_CMPX_EQ_I64 => signed(&mut l, 64, |o| o == Equal),
        V_CMP_LE_I64 | V_CMPX_LE_I64 => signed(&mut l, 64, |o| o != Greater),
        V_CMP_GT_I64 | V_CMPX_GT_I64 => signed(&mut l, 64, |o| o == Greater),
        V_CMP_NE_I64 | V_CMPX_NE_I64 => signed(&mut l, 64, |o| o != Equal),
        V_CMP_GE_I64 | V_CMPX_GE_I64 => signed(&mut l, 64, |o| o != Less),
        V_CMP_T_I64 | V_CMPX_T_I64 => signed(&mut l, 64, |_| true),
        V_CMP_F_U64 | V_CMPX_F_U64 => unsigned(&mut l, |_| false),
        V_CMP_LT_U64 | V_CMPX_LT_U64 => unsigned(&mut l, |o| o == Less),
        V_CMP_EQ_U64 | V_CMPX_EQ_U64 => unsigned(&mut l, |o| o == Equal),
        V_CMP_LE_U64 | V_CMPX_LE_U64 => unsigned(&mut l, |o| o != Greater),
        V_CMP_GT_U64 | V_CMPX_GT_U64 => unsigned(&mut l, |o| o == Greater),
        V_CMP_NE_U64 | V_CMPX_NE_U64 => unsigned(&mut l, |o| o != Equal),
        V_CMP_GE_U64 | V_CMPX_GE_U64 => unsigned(&mut l, |o| o != Less),
        V_CMP_T_U64 | V_CMPX_T_U64 => unsigned(&mut l, |_| true),
    }
    l.write_mask(w)
}

/// A comparison of floats, `None` when they are unordered.
fn float(l: &mut Lanes, f: Format, holds: fn(Option<Ordering>) -> bool) {
    let m = l.mode(f);
    l.test(|[a, b, _]| holds(compare(f, a, b, m)));
}

/// A comparison of signed integers of `bits` bits.
fn signed(l: &mut Lanes, bits: u32, holds: fn(Ordering) -> bool) {
    // With the sign bit at the top, the order is that of i64.
    let key = |v: u64| (v << (64 - bits)) as i64;
    l.test(|[a, b, _]| holds(key(a).cmp(&key(b))));
}

/// A comparison of unsigned integers; sources are zero-extended.
fn unsigned(l: &mut Lanes, holds: fn(Ordering) -> bool) {
    l.test(|[a, b, _]| holds(a.cmp(&b)));
}
