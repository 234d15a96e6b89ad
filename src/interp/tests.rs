//! Expected values come from the manual's formulas, never from running the code.

use super::*;
use crate::isa::*;
use crate::machine::lds::Lds;
use crate::machine::memory::{Access, Memory};
use crate::machine::program::Program;
use crate::machine::{MODE_GPR_IDX_EN, Scratch};

const ARENA: usize = 1 << 22;

/// A wave and what it executes in. `buf` is a writable buffer of 4096 bytes.
struct Rig {
    w: Wave,
    program: Program,
    memory: Memory,
    lds: Lds,
    scratch: Scratch,
    buf: u64,
}

impl Rig {
    fn new(generation: Gen) -> Rig {
        let memory = Memory::new(ARENA).unwrap();
        let alloc = |len, name| memory.alloc(len, 256, Access::ReadWrite, name).unwrap();
        let buf = alloc(4096, "buf");
        let scratch = Scratch::new(&memory, 32).unwrap();
        let mut w = Wave::new(16);
        w.sgpr[M0 as usize] = !0;
        Rig {
            w,
            program: Program::new(generation, 0x1000, vec![0]),
            memory,
            lds: Lds::new(1024),
            scratch,
            buf,
        }
    }

    /// A private dword of a lane.
    fn private(&self, offset: u32, lane: usize) -> u32 {
        let at = Scratch::place_of(offset, lane) as usize;
        let bytes = &self.scratch.contents(&self.memory)[at..at + 4];
        u32::from_le_bytes(bytes.try_into().unwrap())
    }

    /// Executes `inst` at address 0x1000, 4 bytes long; gives where PC goes.
    fn step(&mut self, inst: Inst) -> Result<u64, Stop> {
        let mut cx = Cx {
            env: Env {
                program: &self.program,
                memory: &self.memory,
                lds: &self.lds,
                scratch: &self.scratch,
                observed: true,
                clocks: crate::machine::clocks::Clocks::default(),
            },
            generation: self.program.generation(),
            window: Window::EMPTY,
            next_pc: 0x1004,
            log: None,
        };
        step(&inst, &mut self.w, &mut cx)?;
        Ok(cx.next_pc)
    }

    fn ok(&mut self, inst: Inst) -> u64 {
        match self.step(inst) {
            Ok(pc) => pc,
            Err(Stop::Exit(exit)) => panic!("{inst:?}: {exit:?}"),
            Err(Stop::Fault { kind, lane }) => panic!("{inst:?}: {kind} in {lane:?}"),
        }
    }

    fn fault(&mut self, inst: Inst) -> (FaultKind, Option<u8>) {
        match self.step(inst) {
            Err(Stop::Fault { kind, lane }) => (kind, lane),
            _ => panic!("{inst:?}: no fault"),
        }
    }

    fn v(&mut self, v: u8, f: impl Fn(u32) -> u32) {
        for lane in 0..64 {
            self.w.v_mut(v).0[lane] = f(lane as u32);
        }
    }

    /// Puts `f` of the lane into the register pair `v`.
    fn v64(&mut self, v: u8, f: impl Fn(u64) -> u64) {
        self.v(v, |lane| f(lane as u64) as u32);
        self.v(v + 1, |lane| (f(lane as u64) >> 32) as u32);
    }

    fn dword(&self, addr: u64) -> u32 {
        let mut b = [0; 4];
        self.memory.read(addr, &mut b).unwrap();
        u32::from_le_bytes(b)
    }
}

fn sop2(op: Sop2) -> Inst {
    let (ssrc0, ssrc1) = (Operand::Sgpr(2), Operand::Sgpr(4));
    Inst::Sop2 {
        op,
        sdst: 0,
        ssrc0,
        ssrc1,
    }
}

fn sop1(op: Sop1) -> Inst {
    Inst::Sop1 {
        op,
        sdst: 0,
        ssrc0: Operand::Sgpr(2),
    }
}

/// S0, S1, SCC before; result and SCC after.
#[test]
fn sop2_results_and_scc() {
    use Sop2::*;
    const MIN: u64 = 0x8000_0000;
    const ONES: u64 = 0xffff_ffff;
    #[rustfmt::skip]
    let cases: &[(Sop2, u64, u64, u32, u64, u32)] = &[
        (S_ADD_U32, ONES, 1, 0, 0, 1),
        (S_ADD_U32, 1, 2, 1, 3, 0),
        (S_ADD_I32, 0x7fff_ffff, 1, 0, MIN, 1),
        (S_ADD_I32, ONES, 1, 1, 0, 0),
        (S_ADD_I32, MIN, ONES, 0, 0x7fff_ffff, 1),
        (S_SUB_U32, 0, 1, 0, ONES, 1),
        (S_SUB_U32, 5, 5, 1, 0, 0),
        (S_SUB_I32, MIN, 1, 0, 0x7fff_ffff, 1),
        (S_SUB_I32, 0, 1, 0, ONES, 0),
        (S_ADDC_U32, ONES, ONES, 1, ONES, 1),
        (S_ADDC_U32, 1, 1, 1, 3, 0),
        (S_SUBB_U32, 0, ONES, 1, 0, 1),
        (S_SUBB_U32, 0, 0, 1, ONES, 1),
        (S_SUBB_U32, 5, 3, 1, 1, 0),
        (S_MIN_I32, ONES, 1, 0, ONES, 1),
        (S_MIN_I32, 7, 7, 1, 7, 0),
        (S_MIN_U32, ONES, 1, 1, 1, 0),
        (S_MAX_I32, ONES, 1, 1, 1, 0),
        (S_MAX_U32, ONES, 1, 0, ONES, 1),
        (S_MAX_U32, 7, 7, 1, 7, 0),
        (S_CSELECT_B32, 1, 2, 1, 1, 1),
        (S_CSELECT_B64, 1 << 40, 2 << 40, 0, 2 << 40, 0),
        (S_ANDN2_B64, ONES << 32 | 1, ONES << 32, 0, 1, 1),
        (S_ORN2_B32, 0, ONES, 1, 0, 0),
        (S_XNOR_B32, 5, 5, 0, ONES, 1),
        (S_NAND_B64, !0, !0, 1, 0, 0),
        (S_LSHL_B32, 1, 33, 0, 2, 1),
        (S_LSHL_B64, 1, 65, 0, 2, 1),
        (S_LSHR_B64, 1 << 63, 63, 0, 1, 1),
        (S_ASHR_I32, MIN, 31, 0, ONES, 1),
        (S_ASHR_I64, 1 << 63, 63, 0, !0, 1),
        (S_BFM_B32, 32, 4, 1, 0, 1),
        (S_BFM_B32, 4, 33, 0, 0x1e, 0),
        (S_BFM_B64, 63, 1, 0, !1, 0),
        (S_BFM_B64, 64, 1, 0, 0, 0),
        (S_MUL_I32, ONES, 5, 1, 0xffff_fffb, 1),
        (S_MUL_HI_U32, ONES, ONES, 0, 0xffff_fffe, 0),
        (S_MUL_HI_I32, ONES, 5, 0, ONES, 0),
        (S_BFE_U32, 0x12345678, 8 | 8 << 16, 0, 0x56, 1),
        (S_BFE_U32, ONES, 3, 1, 0, 0),
        (S_BFE_U32, 0xf000_0000, 28 | 127 << 16, 0, 15, 1),
        (S_BFE_I32, 0x0000_0080, 4 << 16 | 4, 0, 0xffff_fff8, 1),
        (S_BFE_I32, MIN, 4 | 40 << 16, 0, 0xf800_0000, 1),
        (S_BFE_I32, MIN, 0, 1, 0, 0),
        (S_BFE_U64, !0, 4 | 60 << 16, 0, 0x0fff_ffff_ffff_ffff, 1),
        (S_BFE_I64, 0x80, 4 | 4 << 16, 0, !7, 1),
        (S_BFE_I64, 1 << 63, 127 << 16, 0, 1 << 63, 1),
        (S_ABSDIFF_I32, 1, 3, 0, 2, 1),
        (S_ABSDIFF_I32, MIN, 0, 0, MIN, 1),
        (S_LSHL1_ADD_U32, MIN, 1, 0, 1, 1),
        (S_LSHL4_ADD_U32, 0x1fff_ffff, 15, 0, ONES, 1),
        (S_LSHL2_ADD_U32, 1, 3, 1, 7, 0),
        (S_PACK_LL_B32_B16, 0x1111_2222, 0x3333_4444, 1, 0x4444_2222, 1),
        (S_PACK_LH_B32_B16, 0x1111_2222, 0x3333_4444, 0, 0x3333_2222, 0),
        (S_PACK_HH_B32_B16, 0x1111_2222, 0x3333_4444, 0, 0x3333_1111, 0),
    ];
    for &(op, s0, s1, scc, want, want_scc) in cases {
        let mut r = Rig::new(Gen::Gfx9);
        r.w.set_s64(2, s0);
        r.w.set_s64(4, s1);
        r.w.scc = scc;
        r.ok(sop2(op));
        assert_eq!(
            (r.w.s64(0), r.w.scc),
            (want, want_scc),
            "{op:?} {s0:#x} {s1:#x}"
        );
    }
}

/// S0, SDST before; SDST and SCC (1 before) after.
#[test]
fn sop1_results_and_scc() {
    use Sop1::*;
    const ONES: u64 = 0xffff_ffff;
    #[rustfmt::skip]
    let cases: &[(Sop1, u64, u64, u64, u32)] = &[
        (S_NOT_B32, ONES, 0, 0, 0),
        (S_WQM_B32, 0x8000_0100, 0, 0xf000_0f00, 1),
        (S_WQM_B64, 1 << 63, 0, 0xf << 60, 1),
        (S_BREV_B64, 1, 0, 1 << 63, 1),
        (S_BCNT0_I32_B64, !0, 0, 0, 0),
        (S_BCNT1_I32_B32, 0xf0f0, 0, 8, 1),
        (S_FF0_I32_B32, ONES, 0, ONES, 1),
        (S_FF0_I32_B64, ONES, 0, 32, 1),
        (S_FF1_I32_B32, 0, 0, ONES, 1),
        (S_FF1_I32_B64, 1 << 40, 0, 40, 1),
        (S_FLBIT_I32_B32, 0, 0, ONES, 1),
        (S_FLBIT_I32_B32, 0xffff, 0, 16, 1),
        (S_FLBIT_I32_B64, 1, 0, 63, 1),
        (S_FLBIT_I32, ONES, 0, ONES, 1),
        (S_FLBIT_I32, 0, 0, ONES, 1),
        (S_FLBIT_I32, 0x8000_0000, 0, 1, 1),
        (S_FLBIT_I32_I64, !0 << 60, 0, 4, 1),
        (S_SEXT_I32_I8, 0x180, 0, 0xffff_ff80, 1),
        (S_SEXT_I32_I16, 0x7fff, 0, 0x7fff, 1),
        (S_BITSET0_B32, 33, ONES, 0xffff_fffd, 1),
        (S_BITSET1_B64, 63, 1, 1 << 63 | 1, 1),
        (S_QUADMASK_B32, 0x8000_0101, 0, 0x85, 1),
        (S_QUADMASK_B64, 1 << 63, 0, 0x8000, 1),
        (S_ABS_I32, 0x8000_0000, 0, 0x8000_0000, 1),
        (S_ABS_I32, 0, 0, 0, 0),
        (S_BITREPLICATE_B64_B32, 0x8000_0002, 0, 0xc000_0000_0000_000c, 1),
        (S_CMOV_B32, 5, 7, 5, 1),
        (S_GETPC_B64, 0, 0, 0x1004, 1),
    ];
    for &(op, s0, dst, want, want_scc) in cases {
        let mut r = Rig::new(Gen::Gfx9);
        r.w.set_s64(0, dst);
        r.w.set_s64(2, s0);
        r.w.scc = 1;
        r.ok(sop1(op));
        assert_eq!((r.w.s64(0), r.w.scc), (want, want_scc), "{op:?} {s0:#x}");
    }
}

#[test]
fn saveexec_reads_before_it_writes() {
    use Sop1::*;
    let (e, s) = (0xff00u64, 0x0ff0u64);
    let cases = [
        (S_AND_SAVEEXEC_B64, e, s & e),
        (S_OR_SAVEEXEC_B64, e, s | e),
        (S_XOR_SAVEEXEC_B64, e, s ^ e),
        (S_ANDN2_SAVEEXEC_B64, e, s & !e),
        (S_ORN2_SAVEEXEC_B64, e, s | !e),
        (S_NAND_SAVEEXEC_B64, e, !(s & e)),
        (S_NOR_SAVEEXEC_B64, e, !(s | e)),
        (S_XNOR_SAVEEXEC_B64, e, !(s ^ e)),
        (S_ANDN1_SAVEEXEC_B64, e, !s & e),
        (S_ORN1_SAVEEXEC_B64, e, !s | e),
        (S_ANDN1_WREXEC_B64, !s & e, !s & e),
        (S_ANDN2_WREXEC_B64, s & !e, s & !e),
    ];
    for (op, want_dst, want_exec) in cases {
        let mut r = Rig::new(Gen::Gfx9);
        r.w.set_exec(e);
        r.w.set_s64(2, s);
        // The destination is the source.
        r.ok(Inst::Sop1 {
            op,
            sdst: 2,
            ssrc0: Operand::Sgpr(2),
        });
        let got = (r.w.s64(2), r.w.exec(), r.w.scc);
        assert_eq!(got, (want_dst, want_exec, 1), "{op:?}");
    }
}

#[test]
fn branches_count_dwords_from_the_next_instruction() {
    use Sopp::*;
    // SCC, VCC, EXEC; taken.
    let cases = [
        (S_BRANCH, 0, 0, 0, true),
        (S_CBRANCH_SCC0, 0, 0, 0, true),
        (S_CBRANCH_SCC1, 0, 0, 0, false),
        (S_CBRANCH_VCCZ, 0, 1 << 63, 0, false),
        (S_CBRANCH_VCCNZ, 0, 1 << 63, 0, true),
        (S_CBRANCH_EXECZ, 0, 0, 0, true),
        (S_CBRANCH_EXECNZ, 0, 0, 0, false),
    ];
    for (op, scc, vcc, exec, taken) in cases {
        let mut r = Rig::new(Gen::Gfx8);
        r.w.scc = scc;
        r.w.set_vcc(vcc);
        r.w.set_exec(exec);
        let simm16 = -3i16 as u16;
        let want = if taken { 0x1004 - 12 } else { 0x1004 };
        assert_eq!(r.ok(Inst::Sopp { op, simm16 }), want, "{op:?}");
    }
    let mut r = Rig::new(Gen::Gfx9);
    let call = Inst::Sopk {
        op: Sopk::S_CALL_B64,
        sdst: 4,
        simm16: 0x7fff,
        literal: None,
    };
    assert_eq!((r.ok(call), r.w.s64(4)), (0x1004 + 0x1fffc, 0x1004));
}

#[test]
fn fork_and_join_run_the_smaller_side_first() {
    // Mask of the passing lanes; EXEC after, PC after, saved EXEC and PC.
    let cases = [
        (0b1111, 0b1111, 0x2000, None),
        (0, 0b1111, 0x1004, None),
        (0b0111, 0b1000, 0x1004, Some((0b0111, 0x2000))),
        (0b0011, 0b0011, 0x2000, Some((0b1100, 0x1004))),
    ];
    for (mask, exec, pc, saved) in cases {
        let mut r = Rig::new(Gen::Gfx7);
        r.w.set_exec(0b1111);
        r.w.mode = 2 << 29;
        r.w.set_s64(2, mask);
        r.w.set_s64(4, 0x2000);
        assert_eq!(r.ok(sop2(Sop2::S_CBRANCH_G_FORK)), pc);
        assert_eq!(r.w.exec(), exec);
        let join = |r: &mut Rig| {
            set_s32(&mut r.w, 2, 2);
            r.ok(sop1(Sop1::S_CBRANCH_JOIN))
        };
        if let Some((exec, pc)) = saved {
            assert_eq!((r.w.s64(8), r.w.s64(10)), (exec, pc));
            assert_eq!(csp(&r.w), 3);
            assert_eq!((join(&mut r), r.w.exec(), csp(&r.w)), (pc, exec, 2));
        }
        assert_eq!(join(&mut r), 0x1004);
    }
}

#[test]
fn mode_and_index_registers() {
    let mut r = Rig::new(Gen::Gfx9);
    let setreg = |r: &mut Rig, simm16: u16, v: u32| {
        r.ok(Inst::Sopk {
            op: Sopk::S_SETREG_IMM32_B32,
            sdst: 0,
            simm16,
            literal: Some(v),
        })
    };
    setreg(&mut r, 1 | 31 << 11, 0x1234_5678);
    assert_eq!(r.w.mode, 0x1234_5678);
    setreg(&mut r, 1 | 4 << 6 | 3 << 11, 0xff5);
    assert_eq!(r.w.mode, 0x1234_5658);
    r.w.mode = 0;
    r.w.sgpr[M0 as usize] = 0xdead_beef;
    set_s32(&mut r.w, 2, 0x1_23);
    r.ok(Inst::Sopc {
        op: Sopc::S_SET_GPR_IDX_ON,
        ssrc0: Operand::Sgpr(2),
        ssrc1: Operand::Literal(0xf5),
    });
    assert_eq!((r.w.m0(), r.w.mode), (0xdead_5e23, MODE_GPR_IDX_EN));
    r.ok(Inst::Sopc {
        op: Sopc::S_SETVSKIP,
        ssrc0: Operand::Sgpr(2),
        ssrc1: Operand::Int(5),
    });
    assert_eq!(r.w.mode, MODE_GPR_IDX_EN | MODE_VSKIP);
}

#[test]
fn status_tells_whether_the_group_has_more_waves() {
    let mut r = Rig::new(Gen::Gfx9);
    // STATUS, all 32 bits: IN_TG is bit 11 (CLRX GcnState).
    let read = Inst::Sopk {
        op: Sopk::S_GETREG_B32,
        sdst: 0,
        simm16: 2 | 31 << 11,
        literal: None,
    };
    for (waves, in_tg) in [(1, 0), (2, 1)] {
        r.w.group_waves = waves;
        r.ok(read);
        assert_eq!(r.w.sgpr[0] >> 11 & 1, in_tg, "{waves} waves");
    }
}

#[test]
fn scalar_operands() {
    let mut r = Rig::new(Gen::Gfx9);
    r.w.set_vcc(0);
    r.w.scc = 1;
    let cases = [
        (Operand::Int(-16), (-16i64) as u64),
        (Operand::Float(InlineFloat::One), 0x3ff0_0000_0000_0000),
        (Operand::Literal(0xffff_ffff), 0xffff_ffff),
        (Operand::Aperture(235), (SHARED_APERTURE_HI as u64) << 32),
        (Operand::Vccz, 1),
        (Operand::Execz, 0),
        (Operand::Scc, 1),
    ];
    for (ssrc0, want) in cases {
        let op = Sop1::S_MOV_B64;
        r.ok(Inst::Sop1 { op, sdst: 0, ssrc0 });
        assert_eq!(r.w.s64(0), want, "{ssrc0:?}");
    }
    // A pair at the last operand code neither panics nor wraps around.
    r.w.sgpr[0] = 7;
    r.ok(Inst::Sop1 {
        op: Sop1::S_MOV_B64,
        sdst: 127,
        ssrc0: Operand::Int(-1),
    });
    assert_eq!((r.w.sgpr[127], r.w.sgpr[0]), (!0, 7));
}

fn smem(op: Smem, sdata: u8, imm: i64, soffset: Option<u8>) -> Inst {
    let f = SmemFields {
        sdata,
        sbase: 8,
        imm,
        soffset,
        has_imm: true,
        glc: true,
        nv: false,
    };
    Inst::Smem { op, f }
}

#[test]
fn scalar_memory() {
    let mut r = Rig::new(Gen::Gfx9);
    let bytes: Vec<u8> = (0..64u32).flat_map(|i| i.to_le_bytes()).collect();
    r.memory.write(r.buf, &bytes).unwrap();
    let buf = r.buf;
    r.w.set_s64(8, buf + 16);
    set_s32(&mut r.w, 12, 9);
    // Negative immediate, register offset, low bits dropped; the base pair is overwritten.
    r.ok(smem(Smem::S_LOAD_DWORDX4, 8, -8, Some(12)));
    assert_eq!(r.w.sgpr[8..12], [4, 5, 6, 7]);
    // A V# of 8 bytes: the second dword is outside. Three records of 8 bytes hold 24 bytes.
    for (stride, records, want) in [(0, 8, [1, 0]), (8, 1, [1, 0]), (8, 3, [1, 2])] {
        r.w.set_s64(8, buf | stride << 48);
        r.w.set_s64(10, records);
        r.ok(smem(Smem::S_BUFFER_LOAD_DWORDX2, 0, 4, None));
        assert_eq!(r.w.sgpr[0..2], want, "{stride} {records}");
    }
    // Compare and swap: data, then comparand.
    r.w.set_s64(8, buf);
    r.w.set_s64(0, 3 << 32 | 99);
    r.ok(smem(Smem::S_ATOMIC_CMPSWAP, 0, 12, None));
    assert_eq!((r.w.sgpr[0], r.dword(buf + 12)), (3, 99));
    let (kind, lane) = r.fault(smem(Smem::S_LOAD_DWORDX2, 0, 4092, None));
    let addr = buf + 4092;
    assert_eq!((kind, lane), (FaultKind::Read { addr, size: 8 }, None));
}

fn ds(op: Ds, offset0: u8, offset1: u8) -> Inst {
    let f = DsFields {
        vdst: 8,
        addr: 0,
        data0: 2,
        data1: 4,
        offset0,
        offset1,
        gds: false,
        ..DsFields::ZERO
    };
    Inst::Ds { op, f }
}

/// Old value, DATA0, DATA1; new value.
#[test]
fn ds_atomics() {
    use Ds::*;
    let f = f32::to_bits;
    #[rustfmt::skip]
    let cases = [
        (DS_RSUB_RTN_U32, 3, 10, 0, 7),
        (DS_INC_RTN_U32, 5, 5, 0, 0),
        (DS_INC_RTN_U32, 4, 5, 0, 5),
        (DS_DEC_RTN_U32, 0, 9, 0, 9),
        (DS_DEC_RTN_U32, 10, 9, 0, 9),
        (DS_DEC_RTN_U32, 9, 9, 0, 8),
        (DS_MIN_RTN_I32, 1, !0, 0, !0),
        (DS_MAX_RTN_U32, 1, !0, 0, !0),
        (DS_MSKOR_RTN_B32, 0xffff, 0xff, 0x12, 0xff12),
        (DS_CMPST_RTN_B32, 7, 7, 8, 8),
        (DS_CMPST_RTN_B32, 7, 8, 7, 7),
        (DS_CMPST_RTN_F32, 0x8000_0000, 0, 8, 8),
        (DS_CMPST_RTN_F32, 0x7fc0_0000, 0x7fc0_0000, 8, 0x7fc0_0000),
        (DS_WRAP_RTN_B32, 9, 4, 100, 5),
        (DS_WRAP_RTN_B32, 3, 4, 100, 103),
        (DS_MIN_RTN_F32, f(1.0), f(-2.0), 0, f(-2.0)),
        (DS_MAX_RTN_F32, f(1.0), f(-2.0), 0, f(1.0)),
        (DS_ADD_RTN_F32, f(1.5), f(2.0), 0, f(3.5)),
        (DS_ADD_RTN_F32, f(f32::INFINITY), f(f32::NEG_INFINITY), 0, 0xffc0_0000),
        (DS_WRXCHG_RTN_B32, 1, 2, 0, 2),
    ];
    for (op, old, data, data2, want) in cases {
        let mut r = Rig::new(Gen::Gfx8);
        r.w.set_exec(1);
        r.lds.write(0x104, u32::to_le_bytes(old)).unwrap();
        r.v(0u8, |_| 6);
        r.v(2u8, |_| data);
        r.v(4u8, |_| data2);
        r.ok(ds(op, 0, 1));
        let new = u32::from_le_bytes(r.lds.read(0x104).unwrap());
        assert_eq!(
            (r.w.v(8u8).0[0], new),
            (old, want),
            "{op:?} {old:#x} {data:#x}"
        );
    }
}

#[test]
fn ds_addresses() {
    use Ds::*;
    let mut r = Rig::new(Gen::Gfx8);
    r.w.set_exec(1);
    for i in 0..256u32 {
        r.lds.write(4 * i, i.to_le_bytes()).unwrap();
    }
    r.v(0u8, |_| 9);
    let get = |r: &mut Rig, inst| {
        r.ok(inst);
        [8u8, 9, 10, 11].map(|v| r.w.v(v).0[0])
    };
    assert_eq!(get(&mut r, ds(DS_READ2_B32, 0, 3))[..2], [2, 5]);
    assert_eq!(get(&mut r, ds(DS_READ2ST64_B32, 0, 1))[..2], [2, 66]);
    assert_eq!(get(&mut r, ds(DS_READ2_B64, 0, 2)), [2, 3, 6, 7]);
    assert_eq!(get(&mut r, ds(DS_READ_B128, 8, 0)), [4, 5, 6, 7]);
    // M0 limits gfx8; an access over the limit reads 0.
    r.w.sgpr[M0 as usize] = 12;
    assert_eq!(get(&mut r, ds(DS_READ2_B32, 0, 1))[..2], [2, 0]);
    r.program = Program::new(Gen::Gfx9, 0x1000, vec![0]);
    // gfx9 does not look at M0, and honours the low address bits.
    assert_eq!(get(&mut r, ds(DS_READ_B32, 0, 0))[0], 3 << 24);
    // A negative base with an offset that brings it back: outside on gfx6 only.
    r.v(0u8, |_| -4i32 as u32);
    r.w.sgpr[M0 as usize] = !0;
    for (generation, want) in [(Gen::Gfx6, 0), (Gen::Gfx7, 1)] {
        r.program = Program::new(generation, 0x1000, vec![0]);
        assert_eq!(get(&mut r, ds(DS_READ_B32, 8, 0))[0], want);
    }
    // SRC2: B = A + 4 x the signed 15-bit offset, or ADDR[31:17].
    r.v(0u8, |_| 40);
    r.ok(ds(DS_ADD_SRC2_U32, 0xfe, 0x7f));
    assert_eq!(u32::from_le_bytes(r.lds.read(40).unwrap()), 10 + 8);
    r.v(0u8, |_| 44 | 2 << 17);
    r.ok(ds(DS_WRITE_SRC2_B32, 0, 0x80));
    assert_eq!(u32::from_le_bytes(r.lds.read(44).unwrap()), 13);
    // One append for the wave: three lanes, all get the old value.
    r.w.set_exec(0b1110);
    r.w.sgpr[M0 as usize] = 8;
    r.ok(ds(DS_APPEND, 8, 0));
    assert_eq!(r.w.v(8u8).0[1..4], [4; 3]);
    assert_eq!(u32::from_le_bytes(r.lds.read(16).unwrap()), 7);
}

#[test]
fn lane_exchange() {
    use Ds::*;
    // DS_SWIZZLE_B32: offset; source lanes of lanes 0, 1, 33.
    let cases = [
        (Gen::Gfx8, 0x8000 | 0b00_01_10_11, [3, 2, 34]),
        (Gen::Gfx8, 0x1f, [0, 1, 33]),
        (Gen::Gfx8, 0x1f | 1 << 10, [1, 0, 32]),
        (Gen::Gfx8, 4 << 5, [4, 4, 36]),
        // Rotate by one within 32 lanes; full bit reversal.
        (Gen::Gfx9, 0xc000 | 1 << 5, [1, 2, 34]),
        (Gen::Gfx9, 0xe000, [0, 16, 48]),
    ];
    for (generation, offset, want) in cases {
        let mut r = Rig::new(generation);
        r.v(0u8, |lane| 100 + lane);
        r.ok(ds(DS_SWIZZLE_B32, offset as u8, (offset >> 8) as u8));
        let got = [0, 1, 33].map(|lane| r.w.v(8u8).0[lane] - 100);
        assert_eq!(got, want, "{offset:#x}");
    }
    let mut r = Rig::new(Gen::Gfx9);
    r.w.set_exec(!(1 << 5));
    r.v(2u8, |lane| 100 + lane);
    r.v(0u8, |lane| 4 * (lane + 64));
    // The offset moves by one lane; lane 5 is disabled.
    r.ok(ds(DS_BPERMUTE_B32, 4, 0));
    let out = r.w.v(8u8).0;
    assert_eq!([out[0], out[4], out[5], out[63]], [101, 0, 0, 100]);
    r.v(0u8, |lane| if lane < 2 { 28 } else { 12 });
    r.ok(ds(DS_PERMUTE_B32, 0, 0));
    let out = r.w.v(8u8).0;
    assert_eq!([out[3], out[7], out[8]], [163, 101, 0]);
}

fn flat(op: Flat, seg: Segment, saddr: Option<u8>, offset: i16) -> Inst {
    let f = FlatFields {
        seg,
        vdst: 8,
        vdata: 2,
        saddr,
        offset,
        glc: true,
        ..FlatFields::ZERO
    };
    Inst::Flat { op, f }
}

#[test]
fn flat_segments() {
    use Flat::*;
    let mut r = Rig::new(Gen::Gfx9);
    let buf = r.buf;
    // GLOBAL: pair, and base + 32-bit offset.
    r.v64(0, |lane| buf + 8 * lane);
    r.v(2u8, |lane| lane);
    r.ok(flat(STORE_DWORD, Segment::Global, None, 4));
    assert_eq!(r.dword(buf + 8 * 63 + 4), 63);
    r.w.set_s64(4, buf + 8);
    r.v(0u8, |lane| 8 * lane);
    r.ok(flat(LOAD_DWORD, Segment::Global, Some(4), -4));
    assert_eq!(r.w.v(8u8).0[62], 62);
    // FLAT reaches LDS and private memory through their apertures.
    r.v64(0, |lane| ((SHARED_APERTURE_HI as u64) << 32) + 4 * lane);
    r.ok(flat(STORE_DWORD, Segment::Flat, None, 0));
    assert_eq!(u32::from_le_bytes(r.lds.read(4 * 63).unwrap()), 63);
    r.v64(0, |_| (PRIVATE_APERTURE_HI as u64) << 32 | 8);
    r.ok(flat(STORE_DWORD, Segment::Flat, None, 0));
    assert_eq!(r.private(8, 5), 5);
    // SCRATCH: unaligned bytes cross into the next row of dwords.
    r.v(0u8, |_| 8);
    r.v(2u8, |lane| 0x1100 + lane);
    r.ok(flat(STORE_SHORT, Segment::Scratch, None, 3));
    assert_eq!(r.private(8, 5), 0x0500_0005);
    assert_eq!(r.private(12, 5), 0x11);
    set_s32(&mut r.w, 4, 11);
    r.ok(flat(LOAD_USHORT, Segment::Scratch, Some(4), 0));
    assert_eq!(r.w.v(8u8).0[5], 0x1105);
    // D16 keeps the other half.
    r.ok(flat(LOAD_UBYTE_D16_HI, Segment::Scratch, Some(4), 0));
    assert_eq!(r.w.v(8u8).0[5], 0x0005_1105);
    let (kind, lane) = r.fault(flat(LOAD_DWORD, Segment::Scratch, None, 24));
    let addr = (PRIVATE_APERTURE_HI as u64) << 32 | 32;
    assert_eq!((kind, lane), (FaultKind::Read { addr, size: 4 }, Some(0)));
    // The lowest lane outside the buffer is named; lanes before it have been stored.
    r.v64(0, |lane| buf + 4096 - 8 + 4 * lane);
    let (kind, lane) = r.fault(flat(ATOMIC_ADD, Segment::Global, None, 0));
    let addr = buf + 4096;
    assert_eq!((kind, lane), (FaultKind::Write { addr, size: 4 }, Some(2)));
    // All lanes on one address: each its own old value.
    r.v64(0, |_| buf + 1024);
    r.v(2u8, |_| 2);
    r.ok(flat(ATOMIC_ADD, Segment::Global, None, 0));
    assert_eq!(r.dword(buf + 1024), 128);
}

fn mubuf(op: Mubuf, change: impl Fn(&mut MubufFields)) -> Inst {
    let mut f = MubufFields {
        vdata: 8,
        srsrc: 8,
        ..MubufFields::ZERO
    };
    change(&mut f);
    Inst::Mubuf { op, f }
}

#[test]
fn buffer_addresses() {
    let load = Mubuf::BUFFER_LOAD_DWORD;
    let rig = |generation, stride: u64, records: u64, word3: u64| {
        let mut r = Rig::new(generation);
        let bytes: Vec<u8> = (0..1024u32).flat_map(|i| i.to_le_bytes()).collect();
        r.memory.write(r.buf, &bytes).unwrap();
        let buf = r.buf;
        r.w.set_s64(8, buf | stride << 48);
        r.w.set_s64(10, records | word3 << 32);
        r
    };
    // Raw: byte range less soffset.
    let mut r = rig(Gen::Gfx8, 0, 64, 0);
    r.v(0u8, |lane| 4 * lane);
    r.ok(mubuf(load, |f| {
        f.offen = true;
        f.offset = 4;
        f.soffset = Operand::Int(8);
    }));
    let out = r.w.v(8u8).0;
    assert_eq!([out[0], out[12], out[13]], [3, 15, 0]);
    // Structured: index and offset. VADDR is the index, the next register the offset.
    let mut r = rig(Gen::Gfx9, 16, 4, 0);
    r.v(0u8, |lane| lane);
    r.v(1u8, |_| 4);
    r.ok(mubuf(load, |f| {
        f.offen = true;
        f.idxen = true;
        f.offset = 4;
    }));
    let out = r.w.v(8u8).0;
    assert_eq!([out[0], out[3], out[4]], [2, 14, 0]);
    // The unit of NUM_RECORDS without IDXEN: records on gfx7, bytes on gfx8 and gfx9.
    for (generation, want) in [(Gen::Gfx7, 6), (Gen::Gfx8, 0), (Gen::Gfx9, 0)] {
        let mut r = rig(generation, 16, 4, 0);
        r.v(0u8, |_| 24);
        r.ok(mubuf(load, |f| f.offen = true));
        assert_eq!(r.w.v(8u8).0[0], want, "{generation:?}");
    }
    // Scratch: swizzled, lane id added, index stride 64, element size 4: dwords interleaved.
    let mut r = rig(Gen::Gfx8, 1 << 15, 4096, 1 << 23 | 3 << 21 | 1 << 19);
    r.v(0u8, |_| 4);
    r.ok(mubuf(Mubuf::BUFFER_LOAD_DWORDX2, |f| {
        f.offen = true;
        f.soffset = Operand::Int(16);
    }));
    let lane5 = [8, 9].map(|v: u8| r.w.v(v).0[5]);
    assert_eq!(lane5, [4 + 64 + 5, 4 + 128 + 5]);
    // ADDR64: no range check.
    let mut r = rig(Gen::Gfx6, 0, 0, 0);
    r.v64(0, |lane| 4 * lane);
    r.ok(mubuf(load, |f| {
        f.addr64 = true;
        f.offset = 6;
    }));
    assert_eq!(r.w.v(8u8).0[63], 64);
    // Addresses have 48 bits: all 64 of the base's words set to -4, and the pointer in VADDR.
    for generation in [Gen::Gfx6, Gen::Gfx7] {
        let mut r = rig(generation, 0, 0, 0);
        let buf = r.buf;
        r.w.set_s64(8, 4u64.wrapping_neg());
        r.v64(0, |lane| buf + 4 * lane);
        r.ok(mubuf(load, |f| {
            f.addr64 = true;
            f.offset = 8;
        }));
        assert_eq!(r.w.v(8u8).0[62], 63);
    }
    // Atomics: new value, then comparand; the old value only with GLC; outside, nothing.
    let mut r = rig(Gen::Gfx9, 0, 8, 0);
    r.w.set_exec(0b11);
    r.v(0u8, |lane| 4 + 4 * lane);
    r.v(8u8, |_| 77);
    r.v(9u8, |_| 1);
    let swap = Mubuf::BUFFER_ATOMIC_CMPSWAP;
    r.ok(mubuf(swap, |f| f.offen = true));
    assert_eq!(
        (r.w.v(8u8).0[0], r.dword(r.buf + 4), r.dword(r.buf + 8)),
        (77, 77, 2)
    );
    r.ok(mubuf(swap, |f| {
        f.offen = true;
        f.glc = true;
    }));
    assert_eq!(r.w.v(8u8).0[..2], [77, 0]);
    // LDS=1: M0[15:0] + offset + 4 x lane.
    let mut r = rig(Gen::Gfx9, 0, 4096, 0);
    r.w.sgpr[M0 as usize] = 16;
    r.v(0u8, |lane| 4 * lane);
    r.ok(mubuf(load, |f| {
        f.offen = true;
        f.offset = 8;
        f.lds = true;
    }));
    assert_eq!(u32::from_le_bytes(r.lds.read(16 + 8 + 4 * 9).unwrap()), 11);
}

#[test]
fn stops() {
    let sopp = |op, simm16| Inst::Sopp { op, simm16 };
    let mut r = Rig::new(Gen::Gfx9);
    let end = r.step(sopp(Sopp::S_ENDPGM, 0));
    assert!(matches!(end, Err(Stop::Exit(Exit::End))));
    let barrier = r.step(sopp(Sopp::S_BARRIER, 0));
    assert!(matches!(barrier, Err(Stop::Exit(Exit::Barrier))));
    assert_eq!(r.fault(sopp(Sopp::S_TRAP, 2)), (FaultKind::Trap(2), None));
    r.ok(sopp(Sopp::S_TRAP, 3));
    // A register that the kernel does not have is a fault of the program.
    let mut past = ds(Ds::DS_READ_B64, 0, 0);
    if let Inst::Ds { f, .. } = &mut past {
        f.vdst = 15;
    }
    assert!(matches!(r.fault(past), (FaultKind::Illegal(_), None)));
}

/// s_add_u32 s0, s0, 1; s_cmp_lt_u32 s0, 3; s_cbranch_scc1 to the first; s_barrier;
/// s_setvskip -1, 0; v_nop; ds_nop; s_setvskip 0, 0; ds_nop; s_endpgm.
const LOOP: [u32; 12] = [
    0x8000_8100,
    0xbf0a_8300,
    0xbf85_fffd,
    0xbf8a_0000,
    0xbf10_80c1,
    0x7e00_0000,
    0xd828_0000,
    0,
    0xbf10_8080,
    0xd828_0000,
    0,
    0xbf81_0000,
];

#[test]
fn run_counts_yields_and_faults() {
    let mut r = Rig::new(Gen::Gfx9);
    r.program = Program::new(Gen::Gfx9, 0x1000, LOOP.to_vec());
    let env = Env {
        program: &r.program,
        memory: &r.memory,
        lds: &r.lds,
        scratch: &r.scratch,
        observed: true,
        clocks: crate::machine::clocks::Clocks::default(),
    };
    let w = &mut r.w;
    w.pc = 0x1000;
    w.set_exec(0x1f);
    w.budget = 4;
    assert_eq!(run(w, &env), Ok(Exit::Yield));
    assert_eq!((w.pc, w.sgpr[0]), (0x1004, 2));
    // Without budget there is still progress.
    assert_eq!(run(w, &env), Ok(Exit::Yield));
    assert_eq!((w.pc, w.budget), (0x1008, -1));
    w.budget = 100;
    assert_eq!(run(w, &env), Ok(Exit::Barrier));
    assert_eq!((w.pc, w.instructions, w.lanes), (0x1010, 10, 10));
    assert_eq!(run(w, &env), Ok(Exit::End));
    // Skipped vector instructions have no lanes.
    assert_eq!((w.instructions, w.lanes), (16, 10 + 3 + 5));
    assert_eq!(w.budget, 100 - 5 - 6);
    w.pc = 0x1030;
    let fault = run(w, &env).unwrap_err();
    assert_eq!((fault.kind, fault.pc), (FaultKind::PcOutOfCode, 0x1030));
}

/// No field values make an instruction panic or leave guest memory.
#[test]
fn every_instruction_survives_arbitrary_fields() {
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    for generation in Gen::GCN {
        let mut r = Rig::new(generation);
        for _ in 0..8 {
            for s in &mut r.w.sgpr {
                *s = next() as u32 >> (next() & 31);
            }
            for v in r.w.vgprs_mut() {
                for lane in &mut v.0 {
                    *lane = next() as u32 >> (next() & 31);
                }
            }
            let x = next();
            let b = |n: u32| (x >> n) as u8;
            let bit = |n: u32| x >> n & 1 != 0;
            let operand = |n: u32| match b(n) & 7 {
                0 => Operand::Literal(x as u32),
                1 => Operand::Int(b(n + 3) as i8 >> 3),
                2 => Operand::LdsDirect,
                3 => Operand::Vccz,
                _ => Operand::Sgpr(b(n + 3) & 127),
            };
            let (sdst, simm16) = (b(3) & 127, (x >> 20) as u16);
            let (ssrc0, ssrc1) = (operand(9), operand(30));
            let literal = Some(x as u32);
            let mut all = Vec::new();
            all.extend(Sop1::ALL.iter().map(|&op| Inst::Sop1 { op, sdst, ssrc0 }));
            all.extend(Sop2::ALL.iter().map(|&op| Inst::Sop2 {
                op,
                sdst,
                ssrc0,
                ssrc1,
            }));
            all.extend(Sopc::ALL.iter().map(|&op| Inst::Sopc { op, ssrc0, ssrc1 }));
            all.extend(Sopk::ALL.iter().map(|&op| Inst::Sopk {
                op,
                sdst,
                simm16,
                literal,
            }));
            all.extend(Sopp::ALL.iter().map(|&op| Inst::Sopp { op, simm16 }));
            let f = SmemFields {
                sdata: sdst,
                sbase: b(10) & 126,
                imm: x as i32 as i64,
                soffset: bit(40).then_some(b(41) & 127),
                has_imm: true,
                glc: bit(50),
                nv: false,
            };
            all.extend(Smem::ALL.iter().map(|&op| Inst::Smem { op, f }));
            let f = DsFields {
                vdst: b(0) & 15,
                addr: b(4) & 15,
                data0: b(8) & 15,
                data1: b(12) & 15,
                offset0: b(16),
                offset1: b(24),
                gds: bit(60),
                ..DsFields::ZERO
            };
            all.extend(Ds::ALL.iter().map(|&op| Inst::Ds { op, f }));
            let seg = [Segment::Flat, Segment::Global, Segment::Scratch][(x >> 50) as usize % 3];
            let f = FlatFields {
                seg,
                vdst: b(0) & 15,
                vaddr: b(4) & 15,
                vdata: b(8) & 15,
                saddr: bit(12).then_some(b(13) & 127),
                offset: x as i16,
                glc: bit(20),
                slc: false,
                nv: false,
                lds: bit(21) && bit(22),
                tfe: bit(23),
                ..FlatFields::ZERO
            };
            all.extend(Flat::ALL.iter().map(|&op| Inst::Flat { op, f }));
            let f = MubufFields {
                vdata: b(0) & 15,
                vaddr: b(4) & 15,
                srsrc: b(8) & 124,
                soffset: operand(20),
                offset: (x >> 30) as u16 & 0xfff,
                offen: bit(42),
                idxen: bit(43),
                addr64: bit(44) && generation.is_legacy(),
                glc: bit(45),
                slc: false,
                lds: bit(46),
                tfe: bit(47),
                ..MubufFields::ZERO
            };
            all.extend(Mubuf::ALL.iter().map(|&op| Inst::Mubuf { op, f }));
            let f = MtbufFields {
                buffer: MubufFields { lds: false, ..f },
                dfmt: b(48) & 15,
                nfmt: b(52) & 7,
            };
            all.extend(Mtbuf::ALL.iter().map(|&op| Inst::Mtbuf { op, f }));
            let f = MimgFields {
                vdata: b(0) & 15,
                vaddr: b(4) & 15,
                srsrc: b(8) & 124,
                ssamp: b(16) & 124,
                dmask: b(24) & 15,
                unorm: bit(28),
                glc: bit(29),
                slc: false,
                da: bit(30),
                r128: bit(31) && !generation.is_gfx9(),
                a16: bit(31) && generation.is_gfx9(),
                tfe: bit(32),
                lwe: bit(33),
                d16: bit(34) && !generation.is_legacy(),
                ..MimgFields::ZERO
            };
            all.extend(Mimg::ALL.iter().map(|&op| Inst::Mimg { op, f }));
            let f = VintrpFields {
                vdst: b(0) & 15,
                vsrc: b(8),
                attr: b(16) & 63,
                chan: b(22) & 3,
            };
            all.extend(Vintrp::ALL.iter().map(|&op| Inst::Vintrp { op, f }));
            let f = ExpFields {
                en: b(0) & 15,
                target: b(4) & 63,
                compr: bit(10),
                done: bit(11),
                vm: bit(12),
                vsrc: x.to_le_bytes()[4..].try_into().expect("four bytes"),
            };
            all.extend(Exp::ALL.iter().map(|&op| Inst::Exp { op, f }));
            for inst in all {
                let _ = r.step(inst);
            }
        }
    }
}
