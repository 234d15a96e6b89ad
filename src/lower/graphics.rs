//! MTBUF, MIMG, VINTRP and EXP: the interpreter executes or refuses them.

use super::{Interp, Lowered};
use crate::isa::{Exp, Mimg, Mtbuf, Vintrp};

pub(super) fn mtbuf(op: Mtbuf) -> Lowered {
    use Mtbuf::*;
    match op {
        TBUFFER_LOAD_FORMAT_X
        | TBUFFER_LOAD_FORMAT_XY
        | TBUFFER_LOAD_FORMAT_XYZ
        | TBUFFER_LOAD_FORMAT_XYZW
        | TBUFFER_STORE_FORMAT_X
        | TBUFFER_STORE_FORMAT_XY
        | TBUFFER_STORE_FORMAT_XYZ
        | TBUFFER_STORE_FORMAT_XYZW
        | TBUFFER_LOAD_FORMAT_D16_X
        | TBUFFER_LOAD_FORMAT_D16_XY
        | TBUFFER_LOAD_FORMAT_D16_XYZ
        | TBUFFER_LOAD_FORMAT_D16_XYZW
        | TBUFFER_STORE_FORMAT_D16_X
        | TBUFFER_STORE_FORMAT_D16_XY
        | TBUFFER_STORE_FORMAT_D16_XYZ
        | TBUFFER_STORE_FORMAT_D16_XYZW => Err(Interp),
    }
}

pub(super) fn mimg(op: Mimg) -> Lowered {
    use Mimg::*;
    match op {
        IMAGE_LOAD
        | IMAGE_LOAD_MIP
        | IMAGE_LOAD_PCK
        | IMAGE_LOAD_PCK_SGN
        | IMAGE_LOAD_MIP_PCK
        | IMAGE_LOAD_MIP_PCK_SGN
        | IMAGE_STORE
        | IMAGE_STORE_MIP
        | IMAGE_STORE_PCK
        | IMAGE_STORE_MIP_PCK
        | IMAGE_GET_RESINFO
        | IMAGE_ATOMIC_SWAP
        | IMAGE_ATOMIC_CMPSWAP
        | IMAGE_ATOMIC_ADD
        | IMAGE_ATOMIC_RSUB
        | IMAGE_ATOMIC_SUB
        | IMAGE_ATOMIC_SMIN
        | IMAGE_ATOMIC_UMIN
        | IMAGE_ATOMIC_SMAX
        | IMAGE_ATOMIC_UMAX
        | IMAGE_ATOMIC_AND
        | IMAGE_ATOMIC_OR
        | IMAGE_ATOMIC_XOR
        | IMAGE_ATOMIC_INC
        | IMAGE_ATOMIC_DEC
        | IMAGE_ATOMIC_FCMPSWAP
        | IMAGE_ATOMIC_FMIN
        | IMAGE_ATOMIC_FMAX
        | IMAGE_SAMPLE
        | IMAGE_SAMPLE_CL
        | IMAGE_SAMPLE_D
        | IMAGE_SAMPLE_D_CL
        | IMAGE_SAMPLE_L
        | IMAGE_SAMPLE_B
        | IMAGE_SAMPLE_B_CL
        | IMAGE_SAMPLE_LZ
        | IMAGE_SAMPLE_C
        | IMAGE_SAMPLE_C_CL
        | IMAGE_SAMPLE_C_D
        | IMAGE_SAMPLE_C_D_CL
        | IMAGE_SAMPLE_C_L
        | IMAGE_SAMPLE_C_B
        | IMAGE_SAMPLE_C_B_CL
        | IMAGE_SAMPLE_C_LZ
        | IMAGE_SAMPLE_O
        | IMAGE_SAMPLE_CL_O
        | IMAGE_SAMPLE_D_O
        | IMAGE_SAMPLE_D_CL_O
        | IMAGE_SAMPLE_L_O
        | IMAGE_SAMPLE_B_O
        | IMAGE_SAMPLE_B_CL_O
        | IMAGE_SAMPLE_LZ_O
        | IMAGE_SAMPLE_C_O
        | IMAGE_SAMPLE_C_CL_O
        | IMAGE_SAMPLE_C_D_O
        | IMAGE_SAMPLE_C_D_CL_O
        | IMAGE_SAMPLE_C_L_O
        | IMAGE_SAMPLE_C_B_O
        | IMAGE_SAMPLE_C_B_CL_O
        | IMAGE_SAMPLE_C_LZ_O
        | IMAGE_GATHER4
        | IMAGE_GATHER4_CL
        | IMAGE_GATHER4H
        | IMAGE_GATHER4_L
        | IMAGE_GATHER4_B
        | IMAGE_GATHER4_B_CL
        | IMAGE_GATHER4_LZ
        | IMAGE_GATHER4_C
        | IMAGE_GATHER4_C_CL
        | IMAGE_GATHER4H_PCK
        | IMAGE_GATHER8H_PCK
        | IMAGE_GATHER4_C_L
        | IMAGE_GATHER4_C_B
        | IMAGE_GATHER4_C_B_CL
        | IMAGE_GATHER4_C_LZ
        | IMAGE_GATHER4_O
        | IMAGE_GATHER4_CL_O
        | IMAGE_GATHER4_L_O
        | IMAGE_GATHER4_B_O
        | IMAGE_GATHER4_B_CL_O
        | IMAGE_GATHER4_LZ_O
        | IMAGE_GATHER4_C_O
        | IMAGE_GATHER4_C_CL_O
        | IMAGE_GATHER4_C_L_O
        | IMAGE_GATHER4_C_B_O
        | IMAGE_GATHER4_C_B_CL_O
        | IMAGE_GATHER4_C_LZ_O
        | IMAGE_GET_LOD
        | IMAGE_SAMPLE_CD
        | IMAGE_SAMPLE_CD_CL
        | IMAGE_SAMPLE_C_CD
        | IMAGE_SAMPLE_C_CD_CL
        | IMAGE_SAMPLE_CD_O
        | IMAGE_SAMPLE_CD_CL_O
        | IMAGE_SAMPLE_C_CD_O
        | IMAGE_SAMPLE_C_CD_CL_O => Err(Interp),
    }
}

pub(super) fn vintrp(op: Vintrp) -> Lowered {
    use Vintrp::*;
    match op {
        V_INTERP_P1_F32 | V_INTERP_P2_F32 | V_INTERP_MOV_F32 => Err(Interp),
    }
}

pub(super) fn exp(op: Exp) -> Lowered {
    match op {
        Exp::EXP => Err(Interp),
    }
}
