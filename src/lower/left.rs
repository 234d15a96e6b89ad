//! What compiled code leaves to the interpreter: nothing that executes but global wave sync, for which a wave goes to
//! the scheduler anyway. Each of the others ends in a fault, in any case or for some operands, and the interpreter says
//! which.

/// An instruction that is left to the interpreter.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// Name of its row.
    pub row: &'static str,
    /// Which of its encodings.
    pub when: &'static str,
    /// Why it is not executed.
    pub why: &'static str,
}

const fn left(row: &'static str, when: &'static str, why: &'static str) -> Left {
    Left { row, when, why }
}

const ALWAYS: &str = "always";
const TEST: &str = "hardware test or fault injection";
const TRAP_HANDLER: &str = "no trap handler is executed";
const GRAPHICS: &str = "for graphics or system software";
const NO_REGISTER: &str = "the generation has no such register for programs";

/// Scalar and vector ALU instructions that are left to the interpreter. All other rows, in all forms,
/// are compiled, except operands that are faults too: registers that the kernel does not have, reserved
/// DPP controls and SDWA selects.
pub const LEFT_TO_INTERPRETER: &[Left] = &[
    left("S_MOV_REGRD_B32", ALWAYS, TEST),
    left("S_MOV_FED_B32", ALWAYS, TEST),
    left("S_GETREG_REGRD_B32", ALWAYS, TEST),
    left("V_MOV_FED_B32", ALWAYS, TEST),
    left("V_MOV_PRSV_B32", ALWAYS, TEST),
    left("V_WRITELANE_REGWR_B32", ALWAYS, TEST),
    left("V_READLANE_REGRD_B32", ALWAYS, TEST),
    left("S_RFE_B64", ALWAYS, TRAP_HANDLER),
    left("S_RFE_RESTORE_B64", ALWAYS, TRAP_HANDLER),
    left("S_TRAP", "except llvm.debugtrap", TRAP_HANDLER),
    left("S_SETHALT", "with HALT = 1", "nobody could resume the wave"),
    left("S_SENDMSG", "except an interrupt", GRAPHICS),
    left("S_SENDMSGHALT", ALWAYS, GRAPHICS),
    left("S_ENDPGM_SAVED", ALWAYS, GRAPHICS),
    left("S_ENDPGM_ORDERED_PS_DONE", ALWAYS, GRAPHICS),
    left("S_GETREG_B32", "of other hardware registers", NO_REGISTER),
    left("S_SETREG_B32", "of other hardware registers", NO_REGISTER),
    left(
        "S_SETREG_IMM32_B32",
        "of other hardware registers",
        NO_REGISTER,
    ),
    left(
        "S_MOVRELS_B32",
        "of what is not an SGPR",
        "there is no register to count from",
    ),
    left(
        "S_MOVRELS_B64",
        "of what is not an SGPR",
        "there is no register to count from",
    ),
    left(
        "S_CBRANCH_G_FORK",
        "on a constant",
        "no source says what it does",
    ),
    left(
        "V_SWAP_B32",
        "with what is not a VGPR",
        "there is nothing to write",
    ),
    left(
        "V_PERMLANE16_SWAP_B32",
        "with what is not a VGPR",
        "there is nothing to write",
    ),
    left(
        "V_PERMLANE32_SWAP_B32",
        "with what is not a VGPR",
        "there is nothing to write",
    ),
    left(
        "V_MFMA_LD_SCALE_B32",
        ALWAYS,
        "the half of an instruction, whose other half is missing",
    ),
    left(
        "V_ACCVGPR_MOV_B32",
        "of what is not an accumulation register",
        "there is nothing to read",
    ),
    left("V_INTERP_P1_F32", ALWAYS, GRAPHICS),
    left("V_INTERP_P2_F32", ALWAYS, GRAPHICS),
    left("V_INTERP_MOV_F32", ALWAYS, GRAPHICS),
    left("V_INTERP_P1LL_F16", ALWAYS, GRAPHICS),
    left("V_INTERP_P1LV_F16", ALWAYS, GRAPHICS),
    left("V_INTERP_P2_F16", ALWAYS, GRAPHICS),
    left("V_INTERP_P2_LEGACY_F16", ALWAYS, GRAPHICS),
];

const GDS: &str = "an order of waves through GDS is not executed";
const SYNC: &str = "executed: the wave goes to the scheduler";
const FILTER: &str = "images are not filtered";
const M0: &str = "M0 has the address and the place of the GDS in the same bits";

/// Memory instructions that are left to the interpreter; a `*` at the end of a name stands for any rest
/// of it. All other rows of SMEM, DS, FLAT, MUBUF, MTBUF and MIMG, in all forms, are compiled, except
/// registers that the kernel does not have.
pub const MEMORY_LEFT_TO_INTERPRETER: &[Left] = &[
    left("DS_GWS_*", ALWAYS, SYNC),
    left("DS_ORDERED_COUNT", ALWAYS, GDS),
    left("DS_CONDXCHG32_RTN_B128", ALWAYS, "no manual defines it"),
    left("DS_READ_ADDTID_B32", "on the GDS", M0),
    left("DS_WRITE_ADDTID_B32", "on the GDS", M0),
    left("IMAGE_SAMPLE*", ALWAYS, FILTER),
    left("IMAGE_GATHER*", ALWAYS, FILTER),
    left("IMAGE_GET_LOD", ALWAYS, FILTER),
];
