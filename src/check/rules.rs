//! What the rules say that findings name, and where that is written.

use super::Class;

/// A rule of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its number: `H01`, `V02`.
    pub id: &'static str,
    /// The class that it is of.
    pub class: Class,
    /// What it says, in one sentence.
    pub text: &'static str,
    /// Where that is written.
    pub source: &'static str,
}

/// The rule with the number `id`.
pub fn find(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|r| r.id == id)
}

macro_rules! rules {
    ($($class:ident $id:ident $text:literal $source:literal;)+) => {
        /// All rules, by number.
        pub const RULES: &[Rule] = &[$(Rule {
            id: stringify!($id),
            class: Class::$class,
            text: $text,
            source: $source,
        }),+];
    };
}

rules! {
    Nops H01 "A vector memory instruction reads an SGPR, VCC or M0 at least 5 wait states after a VALU instruction has written it (gfx8, gfx9)."
        "LLVM, checkVMEMHazards; manuals";
    Nops H01x "A vector memory instruction comes at least 5 wait states after a VALU instruction has written EXEC (gfx8, gfx9; LLVM alone says so)."
        "LLVM, checkVMEMHazards";
    Nops H02 "v_readlane and v_writelane take the lane from an SGPR, VCC or M0 at least 4 wait states after a VALU instruction has written it."
        "LLVM, checkRWLaneHazards; Mesa ACO; manuals";
    Nops H03 "v_div_fmas comes at least 4 wait states after a VALU instruction has written VCC."
        "LLVM, checkDivFMasHazards; Mesa ACO; manuals";
    Nops H04 "A DPP instruction reads a VGPR at least 2 wait states after it was written (gfx8, gfx9)."
        "LLVM, checkDPPHazards; Mesa ACO; manuals";
    Nops H05 "A DPP instruction comes at least 5 wait states after a VALU instruction has written EXEC (gfx8, gfx9)."
        "LLVM, checkDPPHazards; Mesa ACO; manuals";
    Nops H06 "s_getreg comes at least 2 wait states after s_setreg of the same register."
        "LLVM, checkGetRegHazards; Mesa ACO; manuals";
    Nops H07 "s_setreg comes at least 2 wait states after s_setreg of the same register (gfx6, gfx7: 1)."
        "LLVM, checkSetRegHazards; Mesa ACO; manuals";
    Nops H08 "A vector instruction comes at least 2 wait states after MODE.vskip has changed."
        "Mesa ACO; manuals";
    Nops H09 "s_getreg of MODE comes at least 2 wait states after s_setvskip."
        "manuals";
    Nops H10 "s_rfe comes at least 1 wait state after s_setreg of TRAPSTS (gfx8, gfx9)."
        "LLVM, checkRFEHazards; manuals";
    Nops H11 "GDS instructions, s_sendmsg and s_ttracedata come at least 1 wait state after a SALU instruction has written M0 (gfx8, gfx9)."
        "LLVM, hasReadM0SendMsgHazard; Mesa ACO";
    Nops H12 "Interpolation, loads into LDS and LDS instructions that address by M0 come at least 1 wait state after a SALU instruction has written M0 (gfx9)."
        "LLVM, hasReadM0MovRelInterpHazard, hasReadM0LdsDmaHazard, hasReadM0LdsDirectHazard; manuals";
    Nops H13 "s_movrel comes at least 1 wait state after a SALU instruction has written M0 (gfx9)."
        "LLVM, hasReadM0MovRelInterpHazard; manuals";
    Nops H14 "A VALU instruction writes the data of a store or atomic of more than 64 bits at least 1 wait state after it (gfx7 and later; 2 on gfx942 and gfx950)."
        "LLVM, createsVALUHazard; Mesa ACO; manuals";
    Nops H15 "A scalar load reads an SGPR at least 4 wait states after a VALU instruction has written it (gfx6)."
        "LLVM, checkSMRDHazards; Mesa ACO";
    Nops H16 "s_buffer_load reads its descriptor at least 4 wait states after a SALU instruction has written it (gfx6)."
        "LLVM, checkSMRDHazards; CLRX, GcnInstrsSmrd";
    Nops H17 "v_readlane and v_readfirstlane read a VGPR at least 1 wait state after interpolation has written it (gfx6)."
        "Mesa ACO";
    Nops H18 "A VALU instruction reads VCCZ or EXECZ as a number at least 5 wait states after a VALU instruction has written VCC or EXEC."
        "manuals";
    Nops H19 "A VALU instruction reads VCC by the number of its SGPRs at least 1 wait state after one has written it by its name, or the reverse (gfx9)."
        "manuals";
    Nops H20 "s_cbranch_vccz and s_cbranch_vccnz need a write of the whole VCC after the scalar loads that were pending have come back (gfx6, gfx7)."
        "LLVM, hasReadVCCZBug; Mesa ACO";
    Nops H21 "s_cbranch_vccz and s_cbranch_vccnz need a write of the whole VCC after a SALU instruction has written half of it."
        "LLVM, partialVCCWritesUpdateVCCZ";
    Nops H22 "A matrix instruction comes at least 4 wait states after a VALU instruction has written EXEC (gfx908: v_accvgpr_write, too)."
        "LLVM, checkMAIHazards908, checkMAIHazards90A";
    Nops H23 "A product of matrices reads a register at least 2 wait states after a VALU instruction has written it (gfx908: v_accvgpr_write, too; not after products, and from gfx90a on not after dot products)."
        "LLVM, checkMAIHazards908, checkMAIHazards90A";
    Nops H24 "A product of matrices reads an accumulation register at least 1 wait state (C) or 3 (A, B) after v_accvgpr_write has written it, and v_accvgpr_read 3 (gfx908)."
        "LLVM, checkMAIHazards908";
    Nops H25 "A memory instruction reads a VGPR at least 2 wait states after v_accvgpr_read has written it, or another VALU instruction before a v_accvgpr_read or v_accvgpr_write (gfx908)."
        "LLVM, checkMAILdStHazards";
    Nops H26 "What a product of matrices writes is read or written 1 to 20 wait states later, as both instructions and the size of the product say."
        "LLVM, checkMAIHazards908, checkMAIHazards90A, checkMAIVALUHazards";
    Nops H27 "The matrix C of a product is written at least 1, 3, 7 or 15 wait states (gfx908: 5 or 13) after it, by 2, 4, 8 or 16 passes."
        "LLVM, checkMAIHazards908, checkMAIVALUHazards";
    Nops H28 "v_fma_f64 and v_fmac_f64 come at least 2 wait states after a product of matrices of f64 (gfx90a, gfx942, gfx950)."
        "LLVM, checkMAIVALUHazards";
    Nops H29 "A memory instruction reads a VGPR at least 2 wait states after a VALU instruction has written it, if a product of matrices of f64 is between them (gfx90a)."
        "LLVM, checkMAIVALUHazards";
    Nops H30 "What a dot product writes is read or written at least 3 wait states later, but as the addend, or the result, of the same instruction (gfx90a, gfx942, gfx950)."
        "LLVM, checkMAIVALUHazards";
    Nops H31 "Another VALU instruction reads what v_rcp, v_sqrt, v_exp and their like have written at least 1 wait state later (gfx942, gfx950)."
        "LLVM, hasTransForwardingHazard";
    Nops H32 "A VALU instruction reads a VGPR at least 1 wait state after one has written a part of it by SDWA or OP_SEL (gfx942, gfx950; there it writes it no sooner either)."
        "LLVM, hasDstSelForwardingHazard, hasCvtScaleForwardingHazard";
    Nops H33 "A VALU instruction reads an SGPR or VCC at least 2 wait states after one has written it (gfx942, gfx950)."
        "LLVM, hasVDecCoExecHazard";
    Nops H34 "v_readlane, v_readfirstlane and v_writelane come at least 4 wait states after a VALU instruction has written EXEC, and the first two 1 after one has written the VGPR that they read (gfx942, gfx950)."
        "LLVM, hasVDecCoExecHazard";
    Nops H35 "With XNACK, a memory instruction does not follow directly on those of its kind of which one reads what another writes."
        "LLVM, checkSoftClauseHazards";
    Nops H36 "With XNACK, a scalar load of several dwords does not write its address."
        "LLVM, pull request 96163 (constrained loads of several dwords)";
    Nops H37 "v_permlane16_swap and v_permlane32_swap come at least 4 wait states after a VALU instruction has written EXEC, and 2 after one has written a VGPR that they exchange (gfx950)."
        "LLVM, checkPermlaneHazards";
    Waits V01 "A VGPR is read when s_waitcnt has shown that what is loaded into it has come."
        "LLVM, SIInsertWaitcnts; manuals";
    Waits V02 "An SGPR is read when s_waitcnt lgkmcnt(0) has shown that what is loaded into it has come."
        "LLVM, SIInsertWaitcnts; manuals";
    Waits V03 "A VGPR is written when s_waitcnt has shown that what was loaded into it before has come."
        "LLVM, SIInsertWaitcnts";
    Waits V04 "An SGPR is written when s_waitcnt lgkmcnt(0) has shown that what was loaded into it before has come."
        "LLVM, SIInsertWaitcnts";
    Waits V05 "The data of a vector memory store is written over when s_waitcnt expcnt has shown that it was read (gfx6)."
        "LLVM, vmemWriteNeedsExpWaitcnt; manuals";
    Waits V06 "The operands of GDS instructions and exports are written over when s_waitcnt expcnt has shown that they were read."
        "LLVM, SIInsertWaitcnts";
    Waits V07 "EXEC is written when s_waitcnt expcnt(0) has shown that GDS instructions and exports have read it."
        "LLVM, SIInsertWaitcnts";
    Waits V10 "LDS into which a vector memory instruction loads is read or written when s_waitcnt vmcnt has shown that it has come."
        "LLVM, SIInsertWaitcnts";
    Waits V11 "Other waves read what a wave has written to LDS when s_waitcnt has shown, before the barrier, that it is there."
        "LLVM, SIInsertWaitcnts; AMDGPUUsage, Memory Model GFX6-GFX9; Mesa ACO";
    Waits V12 "Other waves write LDS that a wave has read or written when s_waitcnt has shown, before the barrier, that this is done."
        "LLVM AMDGPUUsage, Memory Model GFX6-GFX9 (release fence); Triton, issue 11696 and pull request 11765 (MI300X)";
    Waits V13 "A wave that has stored by scalar memory ends after s_dcache_wb (gfx8, gfx9)."
        "LLVM, SIInsertWaitcnts";
    Waits V14 "As V01 and V03, of the half of a VGPR that is not loaded, which cards with ECC write too."
        "LLVM, SIInsertWaitcnts; Mesa ACO";
    Waits V15 "Scalar memory reads what a vector memory instruction has stored, and the reverse, when s_waitcnt has shown that the first is done."
        "LLVM, SIInsertWaitcnts (SLoadAddresses); manuals";
    Waits V16 "As V15, of two waves: s_waitcnt has shown before the barrier that the first is done."
        "LLVM AMDGPUUsage, Memory Model GFX6-GFX9 (release fence)";
    Waits V17 "As V01 and V03, of lanes for which nothing is loaded (LLVM alone says so)."
        "LLVM, SIInsertWaitcnts";
    Memory M01 "An LDS access lies within the LDS of the work-group."
        "manuals; LLVM AMDGPUUsage";
    Memory M02 "An LDS access lies within the limit in M0 (gfx6 to gfx8)."
        "CLRX, GcnInstrsDs; LLVM AMDGPUUsage";
    Memory M03 "The address is a multiple of what the card takes: in the LDS of the access's size before gfx9, in memory of a dword or the access's size on gfx6."
        "LLVM, FeatureUnalignedBufferAccess, FeatureUnalignedDSAccess; CLRX, GcnMemHandling";
    Memory M04 "An atomic's address is a multiple of its size."
        "CLRX, GcnMemHandling; manuals";
    Memory M05 "An access to private memory of more than a byte does not cross the dwords in which lanes lie side by side (before gfx9)."
        "LLVM, FeatureUnalignedScratchAccess";
    Memory M06 "A scalar memory address is a multiple of 4; the low bits are dropped."
        "CLRX, GcnInstrsSmem; manuals";
    Memory M07 "A buffer access lies within the buffer of the V#; else it gives zero, or is dropped. So it is in private memory before gfx9 with a negative offset in a VGPR, which is an error."
        "CLRX, GcnMemHandling; manuals; LLVM, privateMemoryResourceIsRangeChecked";
    Races R01 "Waves of a work-group write and read LDS on different sides of a barrier."
        "LLVM AMDGPUUsage, Memory Model GFX6-GFX9";
    Races R02 "As R01, where one access is an atomic and the other is not."
        "LLVM AMDGPUUsage, Memory Model GFX6-GFX9";
    Races R03 "Waves of a work-group write and read memory on different sides of a barrier."
        "LLVM AMDGPUUsage, Memory Model GFX6-GFX9";
    Races R04 "Work-groups write and read memory in an order that atomics, waits and buffer_wbinvl1 make."
        "LLVM AMDGPUUsage, Memory Model GFX6-GFX9";
    Races R05 "As R03 and R04, where one access is an atomic and the other is not."
        "LLVM AMDGPUUsage, Memory Model GFX6-GFX9";
    Races R06 "A wave tells others of what it has stored when s_waitcnt vmcnt(0) has shown that it is there."
        "LLVM, SIMemoryLegalizer; AMDGPUUsage, Memory Model GFX6-GFX9";
    Races R07 "A wave that has been told of what others have stored reads it behind buffer_wbinvl1."
        "LLVM, SIMemoryLegalizer; AMDGPUUsage, Memory Model GFX6-GFX9";
    Races R08 "Scalar memory reads what another wave of the launch has written behind s_dcache_inv."
        "LLVM AMDGPUUsage, Memory Model GFX6-GFX9; manuals";
    Races R09 "Lanes of one store write different bytes, or the same values: which lane's stays is not defined (found with --pedantic)."
        "oclgrind, --uniform-writes; manuals";
    Uninit U01 "A branch is decided by SCC, VCCZ or EXECZ that are defined."
        "Memcheck, MemorySanitizer: a use is what decides";
    Uninit U02 "Where s_setpc, s_swappc and forks go is defined."
        "Memcheck, MemorySanitizer: a use is what decides";
    Uninit U03 "EXEC is written with defined bits for lanes that were active."
        "Memcheck, MemorySanitizer: a use is what decides";
    Uninit U04 "The address of an access to memory is defined in active lanes."
        "Memcheck, MemorySanitizer: a use is what decides";
    Uninit U05 "What else says where an access goes is defined: V#, T#, S#, SOFFSET, M0, FLAT_SCRATCH."
        "LLVM AMDGPUUsage, Initial Kernel Execution State; manuals";
    Uninit U06 "The number of the lane that v_readlane, v_writelane, ds_bpermute and ds_permute take is defined."
        "Memcheck, MemorySanitizer: a use is what decides";
    Uninit U07 "M0 is defined where it is the distance between registers."
        "LLVM AMDGPUUsage, Initial Kernel Execution State; manuals";
    Uninit U08 "What goes to a hardware register is defined."
        "Memcheck, MemorySanitizer: a use is what decides";
    Uninit U09 "M0 is defined where it goes into a message."
        "manuals";
    Uninit U10 "What is stored to global memory is defined (harmless where nobody reads it: padding, unused elements)."
        "oclgrind, Uninitialized";
    Uninit U11 "The operands of an atomic on global memory are defined."
        "oclgrind, Uninitialized";
    Uninit U12 "A buffer that is an output of the kernel has no undefined byte when the kernel has ended."
        "asked for by --check-outputs";
    Lint F01 "Vector instructions run with most lanes active: few are left out by branches, and work-groups have a multiple of 64 work-items."
        "manuals: a vector instruction takes the same time for any number of lanes";
    Lint F02 "The dwords that 32 lanes want from the LDS lie in different banks, or are the same."
        "CLRX, GcnTimings; LLVM, FeatureLDSBankCount";
    Lint F03 "What the lanes of an access want lies in as few cache lines of 64 bytes as there is room in."
        "CLRX, GcnTimings; manuals";
    Lint F04 "What is the same in all lanes is loaded and computed by scalar instructions."
        "manuals, chapter Scalar ALU operations";
    Lint F05 "Registers and LDS leave room for four waves on a SIMD unit."
        "LLVM, AMDGPUBaseInfo and getOccupancyWithNumSGPRs; CLRX, GcnTimings";
    Lint F06 "Few instructions move registers to private memory, or to lanes of other registers, and back."
        "LLVM, SIFrameLowering and SILowerSGPRSpills";
    Lint F07 "All lanes with which a wave began come to a barrier, or none."
        "OpenCL C, work_group_barrier; HIP, __syncthreads";
}
