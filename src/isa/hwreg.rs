//! What S_GETREG and S_SETREG name: hardware registers and fields of them (CLRX GcnInstrsSopk; numbers as
//! in LLVM AMDGPU, SIDefines.h).
#![allow(missing_docs)]

pub const MODE: u16 = 1;
pub const STATUS: u16 = 2;
pub const TRAPSTS: u16 = 3;
pub const HW_ID: u16 = 4;
pub const GPR_ALLOC: u16 = 5;
pub const LDS_ALLOC: u16 = 6;
pub const IB_STS: u16 = 7;
pub const MEM_BASES: u16 = 15;
pub const TBA_LO: u16 = 16;
pub const TMA_HI: u16 = 19;
pub const XCC_ID: u16 = 20;
pub const SQ_PERF_SNAPSHOT_PC_HI: u16 = 24;

/// The field in SIMM16: register id 5:0, first bit 10:6, and the mask of as many bits as 15:11 says, plus
/// one.
pub fn field(simm16: u16) -> (u16, u32, u32) {
    let bits = (simm16 >> 11) as u32 + 1;
    let (id, first) = (simm16 & 63, (simm16 >> 6 & 31) as u32);
    (id, first, u32::MAX >> (32 - bits))
}
