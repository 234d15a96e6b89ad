//! MIMG (CLRX GcnInstrsMimg).

use super::{Cx, Step, unsupported};
use crate::isa::{Mimg, MimgFields};
use crate::state::Wave;

/// Executes one instruction.
pub(super) fn execute(op: Mimg, _f: &MimgFields, _w: &mut Wave, cx: &mut Cx) -> Step {
    use Mimg::*;
    let name = op.row().mnemonics[cx.generation as usize];
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
        | IMAGE_ATOMIC_FMAX => {
            let what = format!("{name}: images are not accessed");
            Err(unsupported(cx, &what))
        }
        IMAGE_SAMPLE
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
        | IMAGE_SAMPLE_C_CD_CL_O => {
            let what = format!("{name}: images are not filtered");
            Err(unsupported(cx, &what))
        }
    }
}
