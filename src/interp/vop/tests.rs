//! Edge values of the vector instructions. Expected values are those of the CLRX pages and AMD's text
//! (see the arms), worked out by hand.
#![allow(clippy::wildcard_enum_match_arm)]

use super::super::{Cx, Step, Stop, vop1, vop2, vop3, vop3p, vopc};
use crate::error::FaultKind;
use crate::isa::Gen::{Gfx6, Gfx8, Gfx9, Gfx906};
use crate::isa::{
    Dpp, Gen, InlineFloat, Inst, Operand, Sdwa, VCC_LO, Vop, Vop1, Vop2, Vop3, Vop3p, VopForm, Vopc,
};
use crate::machine::lds::Lds;
use crate::machine::memory::{Memory, Window};
use crate::machine::program::Program;
use crate::machine::wave::Wave;
use crate::machine::{Env, Scratch};

const NAN: u32 = 0x7fc0_0000;
const SNAN: u32 = 0x7f80_0001;
/// MODE of compute kernels: denormals kept, DX10_CLAMP, IEEE.
const MODE: u32 = 0x3f0;

fn run(g: Gen, inst: &Inst, w: &mut Wave) -> Step {
    let (program, lds) = (Program::new(g, 0, Vec::new()), Lds::new(64));
    let memory = Memory::new(1 << 16).unwrap();
    let mut cx = Cx {
        env: Env {
            program: &program,
            memory: &memory,
            lds: &lds,
            scratch: &Scratch::default(),
            observed: true,
            clocks: crate::machine::clocks::Clocks::default(),
        },
        generation: g,
        window: Window::EMPTY,
        next_pc: 0,
        log: None,
    };
    match inst {
        Inst::Vop1 { op, f } => vop1::execute(*op, f, w, &mut cx),
        Inst::Vop2 { op, f } => vop2::execute(*op, f, w, &mut cx),
        Inst::Vop3 { op, f } => vop3::execute(*op, f, w, &mut cx),
        Inst::Vop3p { op, f } => vop3p::execute(*op, f, w, &mut cx),
        Inst::Vopc { op, f } => vopc::execute(*op, f, w, &mut cx),
        other => panic!("no vector instruction: {other:?}"),
    }
}

fn ok(g: Gen, inst: &Inst, w: &mut Wave) {
    if let Err(Stop::Fault { kind, .. }) = run(g, inst, w) {
        panic!("{}: {kind}", inst.row().name);
    }
}

fn wave() -> Wave {
    let mut w = Wave::new(32);
    w.mode = MODE;
    w
}

/// Destination v20; sources v0, v4, v8 (pairs where 64-bit).
fn fields() -> Vop {
    Vop::plain(20, [0, 4, 8].map(Operand::Vgpr))
}

fn e64() -> Vop {
    Vop {
        form: VopForm::E64,
        ..fields()
    }
}

fn set(w: &mut Wave, v: u8, value: u64) {
    w.v_mut(v).0 = [value as u32; 64];
    w.v_mut(v + 1).0 = [(value >> 32) as u32; 64];
}

/// The instruction's result in lane 0, with `src` in all lanes of the source registers.
fn eval(g: Gen, inst: Inst, src: [u64; 3]) -> u64 {
    eval_mode(g, inst, src, MODE)
}

fn eval_mode(g: Gen, inst: Inst, src: [u64; 3], mode: u32) -> u64 {
    let mut w = wave();
    w.mode = mode;
    for (i, v) in src.into_iter().enumerate() {
        set(&mut w, 4 * i as u8, v);
    }
    // What the destination held: visible where the instruction keeps a part of it.
    set(&mut w, 20, 0xdead_beef);
    w.set_vcc(1);
    ok(g, &inst, &mut w);
    let high = match inst.row().shape.dst.dwords() {
        2 => (w.v(21u8).0[0] as u64) << 32,
        _ => 0,
    };
    w.v(20u8).0[0] as u64 | high
}

fn f(x: f32) -> u64 {
    x.to_bits() as u64
}

fn op2(op: Vop2) -> Inst {
    Inst::Vop2 { op, f: fields() }
}

fn op3(op: Vop3) -> Inst {
    Inst::Vop3 { op, f: e64() }
}

fn op1(op: Vop1) -> Inst {
    Inst::Vop1 { op, f: fields() }
}

#[test]
fn vop2_integers() {
    use Vop2::*;
    let cases: &[(Gen, Vop2, u64, u64, u64)] = &[
        // 24-bit factors are sign-extended from bit 23; the high part is bits 47:32.
        (Gfx8, V_MUL_I32_I24, 0xff80_0000, 1, 0xff80_0000),
        (Gfx8, V_MUL_HI_I32_I24, 0x0080_0000, 0x0080_0000, 0x4000),
        (Gfx8, V_MUL_HI_I32_I24, 0x00ff_ffff, 1, 0xffff_ffff),
        (Gfx8, V_MUL_HI_U32_U24, 0x00ff_ffff, 0x00ff_ffff, 0xffff),
        (Gfx8, V_MUL_U32_U24, 0xff00_0002, 3, 6),
        // Shift counts are taken modulo the width; *rev shifts have them in source 0.
        (Gfx6, V_LSHL_B32, 1, 33, 2),
        (Gfx6, V_ASHR_I32, 0x8000_0000, 63, 0xffff_ffff),
        (Gfx8, V_LSHRREV_B32, 36, 0x10, 1),
        (Gfx8, V_ASHRREV_I32, 31, 0x8000_0000, 0xffff_ffff),
        (Gfx8, V_LSHLREV_B16, 17, 0xffff_8001, 2),
        (Gfx8, V_ASHRREV_I16, 15, 0x8000, 0xffff),
        (Gfx8, V_BFM_B32, 32, 5, 0),
        (Gfx8, V_BFM_B32, 4, 36, 0xf0),
        (Gfx8, V_BCNT_U32_B32, 0xf0f0, 0xffff_ffff, 7),
        (Gfx8, V_MIN_I32, 0xffff_ffff, 1, 0xffff_ffff),
        (Gfx8, V_MAX_U32, 0xffff_ffff, 1, 0xffff_ffff),
        // 16-bit results have a zero upper half.
        (Gfx8, V_ADD_U16, 0xffff, 2, 1),
        (Gfx9, V_MUL_LO_U16, 0x1_0100, 0x0101, 0x0100),
        (Gfx9, V_MIN_I16, 0x8000, 1, 0x8000),
        (Gfx9, V_SUBREV_U32, 1, 0, 0xffff_ffff),
        (Gfx906, V_XNOR_B32, 0xff00, 0x0ff0, 0xffff_0f0f),
        (Gfx8, V_CVT_PK_U16_U32, 0x1_0000, 5, 0x0005_ffff),
        (Gfx8, V_CVT_PK_I16_I32, 0xffff_0000, 0x8000, 0x7fff_8000),
        (Gfx8, V_CVT_PKNORM_I16_F32, f(-2.0), f(1.0), 0x7fff_8001),
        (Gfx8, V_CVT_PKNORM_U16_F32, f(-1.0), f(2.0), 0xffff_0000),
        (Gfx8, V_CVT_PKRTZ_F16_F32, f(65520.0), f(1.0), 0x3c00_7bff),
        (Gfx8, V_CVT_PKACCUM_U8_F32, f(300.0), 1, 0xdead_ffef),
    ];
    for &(g, op, a, b, want) in cases {
        assert_eq!(eval(g, op2(op), [a, b, 0]), want, "{op:?} {a:#x} {b:#x}");
    }
}

#[test]
fn vop2_floats() {
    use Vop2::*;
    let (denormal, minus_zero) = (1, 0x8000_0000);
    let cases: &[(Gen, Vop2, u64, u64, u64)] = &[
        (Gfx8, V_ADD_F32, f(1.0), f(2.0), f(3.0)),
        (Gfx8, V_SUBREV_F32, f(1.0), f(2.0), f(1.0)),
        // A zero factor wins over infinity, with a positive zero.
        (Gfx8, V_MUL_LEGACY_F32, minus_zero, f(f32::INFINITY), 0),
        (Gfx8, V_MUL_F32, 0, f(f32::INFINITY), 0xffc0_0000),
        // The accumulator is left alone then.
        (Gfx6, V_MAC_LEGACY_F32, 0, NAN as u64, 0xdead_beef),
        // IEEE: a quiet NaN gives way, a signalling one is returned quieted.
        (Gfx8, V_MIN_F32, NAN as u64, f(1.0), f(1.0)),
        (Gfx8, V_MAX_F32, f(1.0), NAN as u64, f(1.0)),
        (Gfx8, V_MAX_F32, f(1.0), SNAN as u64, 0x7fc0_0001),
        (Gfx8, V_MIN_F32, 0, minus_zero, minus_zero),
        (Gfx8, V_MAX_F32, minus_zero, 0, 0),
        // Legacy: a NaN in either source gives source 1.
        (Gfx6, V_MIN_LEGACY_F32, NAN as u64, f(1.0), f(1.0)),
        (Gfx6, V_MIN_LEGACY_F32, f(1.0), NAN as u64, NAN as u64),
        (Gfx6, V_MAX_LEGACY_F32, f(1.0), f(2.0), f(2.0)),
        (Gfx6, V_LDEXP_F32, f(1.0), 0xffff_ff6b, 1), // 2^-149
        (Gfx6, V_LDEXP_F32, f(1.0), 0x7fff_ffff, f(f32::INFINITY)),
        // MAD flushes though MODE keeps denormals: the addend in VDST is not a denormal here.
        (Gfx8, V_MAC_F32, denormal, f(1.0), 0xdead_beef),
        (Gfx8, V_ADD_F16, 0x3c00, 0x3c00, 0x4000),
        (Gfx8, V_LDEXP_F16, 0x3c00, 0xffff, 0x3800),
        // The upper half: kept by V_MAC_F16 on gfx9, zero on gfx8. 0xbeef is -1775/1024, so the sum is
        // 273/1024.
        (Gfx9, V_MAC_F16, 0x4000, 0x3c00, 0xdead_3444),
        (Gfx8, V_MAC_F16, 0x4000, 0x3c00, 0x3444),
        // 2 x 1 + 0, with source 2 a register that holds 0.
        (Gfx9, V_MADAK_F16, 0x4000, 0x3c00, 0xdead_4000),
        (Gfx8, V_MADAK_F16, 0x4000, 0x3c00, 0x4000),
    ];
    for &(g, op, a, b, want) in cases {
        assert_eq!(eval(g, op2(op), [a, b, 0]), want, "{op:?} {a:#x} {b:#x}");
    }
}

#[test]
fn mad_is_unfused_and_fma_is_fused() {
    // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24, whose last bit the rounded product loses.
    let a = f(1.0 + 1.0 / 4096.0);
    let c = f(-(1.0 + 1.0 / 2048.0));
    assert_eq!(eval(Gfx8, op3(Vop3::V_MAD_F32), [a, a, c]), 0);
    let two_to_minus_24 = f(1.0 / 16_777_216.0);
    assert_eq!(eval(Gfx8, op3(Vop3::V_FMA_F32), [a, a, c]), two_to_minus_24);
    // MAD flushes denormals, FMA obeys MODE.
    let tiny = 0x40_0000;
    assert_eq!(eval(Gfx8, op3(Vop3::V_MAD_F32), [f(1.0), tiny, 0]), 0);
    assert_eq!(eval(Gfx8, op3(Vop3::V_FMA_F32), [f(1.0), tiny, 0]), tiny);
}

#[test]
fn vop3_integers() {
    use Vop3::*;
    let cases: &[(Gen, Vop3, [u64; 3], u64)] = &[
        (Gfx8, V_BFE_U32, [0xffff_ffff, 4, 8], 0xff),
        (Gfx8, V_BFE_U32, [0xffff_ffff, 4, 32], 0),
        (Gfx8, V_BFE_U32, [0xf000_0000, 28, 31], 0xf),
        (Gfx8, V_BFE_I32, [0x80, 4, 4], 0xffff_fff8),
        (Gfx8, V_BFE_I32, [0xf000_0000, 28, 31], 0xffff_ffff),
        (Gfx8, V_BFE_I32, [0xffff_ffff, 0, 0], 0),
        (Gfx8, V_BFI_B32, [0xff00, 0x1234, 0xabcd], 0x12cd),
        (Gfx8, V_ALIGNBIT_B32, [0x1, 0x8000_0000, 31], 3),
        (Gfx8, V_ALIGNBIT_B32, [0x1, 0x2, 32], 2),
        (
            Gfx8,
            V_ALIGNBYTE_B32,
            [0x1234_5678, 0x9abc_def0, 5],
            0x789a_bcde,
        ),
        (
            Gfx8,
            V_PERM_B32,
            [0x8000_0080, 0x00ff_8000, 0x0b08_0c0d],
            0xffff_00ff,
        ),
        (
            Gfx8,
            V_PERM_B32,
            [0x4444_3333, 0x2211_0000, 0x0704_0302],
            0x4433_2211,
        ),
        (
            Gfx8,
            V_LERP_U8,
            [0xff01_0000, 0xff02_0101, 0x0101_0100],
            0xff02_0100,
        ),
        (
            Gfx8,
            V_SAD_U8,
            [0x0100_ff00, 0x0001_00ff, 10],
            1 + 1 + 255 + 255 + 10,
        ),
        (Gfx8, V_SAD_HI_U8, [3, 1, 5], 0x2_0005),
        (Gfx8, V_MSAD_U8, [0x0505_0505, 0x0001_0001, 0], 8),
        (Gfx8, V_SAD_U16, [0xffff_0001, 0x0001_ffff, 0], 0x1_fffc),
        (Gfx8, V_SAD_U32, [1, 3, 0xffff_ffff], 1),
        (Gfx8, V_MUL_HI_I32, [0xffff_ffff, 1, 0], 0xffff_ffff),
        (
            Gfx8,
            V_MUL_HI_U32,
            [0xffff_ffff, 0xffff_ffff, 0],
            0xffff_fffe,
        ),
        (Gfx8, V_MED3_I32, [3, 0xffff_ffff, 2], 2),
        (Gfx8, V_MED3_U32, [3, 0xffff_ffff, 2], 3),
        (Gfx8, V_MED3_F32, [f(1.0), f(2.0), f(2.0)], f(2.0)),
        (Gfx8, V_MED3_F32, [NAN as u64, f(2.0), f(3.0)], f(2.0)),
        (Gfx8, V_LSHLREV_B64, [68, 1, 0], 16),
        (Gfx8, V_ASHRREV_I64, [63, 1 << 63, 0], u64::MAX),
        (Gfx6, V_LSHR_B64, [1 << 63, 127, 0], 1),
        (Gfx9, V_XAD_U32, [5, 3, 1], 7),
        (Gfx9, V_LSHL_ADD_U32, [3, 33, 1], 7),
        (Gfx9, V_ADD_LSHL_U32, [0xffff_ffff, 2, 4], 16),
        (Gfx9, V_ADD3_U32, [0xffff_ffff, 1, 1], 1),
        (Gfx9, V_LSHL_OR_B32, [1, 4, 1], 0x11),
        (Gfx9, V_AND_OR_B32, [6, 3, 8], 10),
        (Gfx9, V_MAD_U32_U16, [0xffff, 0xffff, 1], 0xfffe_0002),
        (Gfx9, V_MAD_I32_I16, [0xffff, 2, 1], 0xffff_ffff),
        // The new 16-bit multiply-adds keep the upper half, the legacy ones zero it.
        (Gfx9, V_MAD_U16, [2, 3, 1], 0xdead_0007),
        (Gfx9, V_MAD_LEGACY_U16, [2, 3, 1], 7),
        (
            Gfx8,
            V_QSAD_PK_U16_U8,
            [0x0302_0100, 0, 0xffff],
            0x0003_0005_0006_0005,
        ),
        (Gfx8, V_CVT_PK_U8_F32, [f(2.5), 6, 0x1122_3344], 0x1102_3344),
        (Gfx8, V_CUBEID_F32, [f(1.0), f(-2.0), f(2.0)], f(4.0)),
        (Gfx8, V_CUBEID_F32, [f(-3.0), f(-2.0), f(2.0)], f(1.0)),
        (Gfx8, V_CUBEMA_F32, [f(1.0), f(-2.0), f(0.0)], f(-4.0)),
        (Gfx8, V_CUBESC_F32, [f(-3.0), f(1.0), f(2.0)], f(2.0)),
        (Gfx8, V_CUBETC_F32, [f(1.0), f(-3.0), f(2.0)], f(-2.0)),
    ];
    for &(g, op, src, want) in cases {
        assert_eq!(eval(g, op3(op), src), want, "{op:?} {src:#x?}");
    }
}

#[test]
fn vop1_values() {
    use Vop1::*;
    let d = f64::to_bits;
    let cases: &[(Gen, Vop1, u64, u64)] = &[
        (Gfx8, V_CVT_I32_F32, f(-1.9), 0xffff_ffff),
        (Gfx8, V_CVT_I32_F32, f(3e9), 0x7fff_ffff),
        (Gfx8, V_CVT_I32_F32, NAN as u64, 0),
        (Gfx8, V_CVT_U32_F32, f(-1.0), 0),
        (Gfx8, V_CVT_U32_F64, d(5e9), 0xffff_ffff),
        (Gfx8, V_CVT_U16_F16, 0x7c00, 0xffff),
        (Gfx8, V_CVT_RPI_I32_F32, 0x3eff_ffff, 1),
        (Gfx8, V_CVT_RPI_I32_F32, f(-1.5), 0xffff_ffff),
        (Gfx8, V_CVT_FLR_I32_F32, f(-0.5), 0xffff_ffff),
        (Gfx8, V_CVT_OFF_F32_I4, 8, f(-0.5)),
        (Gfx8, V_CVT_OFF_F32_I4, 7, f(0.4375)),
        (Gfx8, V_CVT_F32_UBYTE2, 0x00ff_0000, f(255.0)),
        (Gfx8, V_CVT_F64_I32, 0xffff_ffff, d(-1.0)),
        (Gfx8, V_CVT_F64_U32, 0xffff_ffff, d(4_294_967_295.0)),
        (Gfx8, V_CVT_F16_F32, f(65520.0), 0x7c00),
        (Gfx8, V_CVT_F32_F16, 0x0001, f(5.960_464_5e-8)),
        (Gfx8, V_RNDNE_F32, f(2.5), f(2.0)),
        (Gfx8, V_RNDNE_F32, 0x3eff_ffff, 0),
        (Gfx8, V_CEIL_F32, f(-0.5), 0x8000_0000),
        (Gfx8, V_FLOOR_F64, d(-0.5), d(-1.0)),
        (Gfx8, V_FRACT_F32, f(-0.25), f(0.75)),
        // x - floor(x) would round to 1, which only gfx6 returns.
        (Gfx8, V_FRACT_F32, f(-1e-10), 0x3f7f_ffff),
        (Gfx6, V_FRACT_F32, f(-1e-10), f(1.0)),
        (Gfx8, V_FREXP_EXP_I32_F32, f(8.0), 4),
        (Gfx8, V_FREXP_EXP_I32_F32, 1, 0xffff_ff6c), // 2^-149 = 0.5 x 2^-148
        (Gfx8, V_FREXP_EXP_I32_F32, f(f32::INFINITY), 0),
        (Gfx6, V_FREXP_EXP_I32_F32, f(f32::INFINITY), 0xffff_ffff),
        (Gfx8, V_FREXP_MANT_F32, f(-12.0), f(-0.75)),
        (Gfx8, V_FREXP_MANT_F64, d(3.0), d(0.75)),
        (Gfx8, V_EXP_F32, f(10.0), f(1024.0)),
        (Gfx8, V_EXP_F32, f(-127.0), 0),
        (Gfx8, V_LOG_F32, f(0.125), f(-3.0)),
        (Gfx8, V_LOG_F32, f(-1.0), 0xffc0_0000),
        (Gfx8, V_LOG_F32, 1, f(f32::NEG_INFINITY)),
        (Gfx8, V_RCP_F32, 0x8000_0000, f(f32::NEG_INFINITY)),
        (Gfx8, V_RCP_F32, f(3.0), f(1.0 / 3.0)),
        (Gfx8, V_RCP_F32, f(3e38), 0),
        (Gfx6, V_RCP_CLAMP_F32, 0, f(f32::MAX)),
        (Gfx6, V_RCP_LEGACY_F32, 0x8000_0000, 0x8000_0000),
        (Gfx6, V_RSQ_LEGACY_F32, 0, 0),
        (Gfx6, V_LOG_CLAMP_F32, 0, f(-f32::MAX)),
        (Gfx8, V_RSQ_F32, f(4.0), f(0.5)),
        (Gfx8, V_SQRT_F32, f(-1.0), 0xffc0_0000),
        (Gfx8, V_SQRT_F64, d(2.0), d(std::f64::consts::SQRT_2)),
        (Gfx8, V_SIN_F32, f(0.25), f(1.0)),
        (Gfx8, V_SIN_F32, f(0.5), 0),
        (Gfx8, V_SIN_F32, f(257.0), 0),
        (Gfx8, V_COS_F32, f(257.0), f(1.0)),
        (Gfx8, V_COS_F32, f(0.5), f(-1.0)),
        (Gfx8, V_COS_F32, f(f32::INFINITY), 0xffc0_0000),
        (Gfx8, V_BFREV_B32, 1, 0x8000_0000),
        (Gfx8, V_FFBH_U32, 0, 0xffff_ffff),
        (Gfx8, V_FFBH_U32, 1, 31),
        (Gfx8, V_FFBH_I32, 0xffff_ffff, 0xffff_ffff),
        (Gfx8, V_FFBH_I32, 0xffff_0000, 16),
        (Gfx8, V_FFBL_B32, 8, 3),
        (Gfx9, V_SAT_PK_U8_I16, 0x0180_ffff, 0xff00),
        (Gfx9, V_CVT_NORM_I16_F16, 0xbc00, 0x8001),
    ];
    for &(g, op, a, want) in cases {
        assert_eq!(eval(g, op1(op), [a, 0, 0]), want, "{op:?} {a:#x}");
    }
}

#[test]
fn carries() {
    let mut w = wave();
    w.set_exec(0xffff_0000_ffff_fffe);
    w.set_vcc(u64::MAX);
    set(&mut w, 0, 0xffff_ffff);
    set(&mut w, 4, 0);
    w.v_mut(4u8).0[2] = 5;
    let with_vcc = |op| {
        let mut f = fields();
        f.src[2] = Operand::VCC;
        Inst::Vop2 { op, f }
    };
    w.set_vcc(u64::MAX);
    // 0xffffffff + 0 + 1 carries in every active lane; inactive lanes get 0.
    ok(Gfx8, &with_vcc(Vop2::V_ADDC_CO_U32), &mut w);
    assert_eq!(w.vcc(), 0xffff_0000_ffff_fffe);
    assert_eq!((w.v(20u8).0[0], w.v(20u8).0[1], w.v(20u8).0[2]), (0, 0, 5));
    // 0 - 0xffffffff borrows, and with a borrow coming in it is 0 - 0x100000000.
    ok(Gfx8, &with_vcc(Vop2::V_SUBBREV_CO_U32), &mut w);
    assert_eq!(w.v(20u8).0[1], 0);
    assert_eq!(w.vcc(), 0xffff_0000_ffff_fffe);
}

#[test]
fn integer_clamp_saturates_from_gfx8_on() {
    let clamped = |op| Inst::Vop2 {
        op,
        f: Vop {
            clamp: true,
            ..e64()
        },
    };
    let add = clamped(Vop2::V_ADD_CO_U32);
    assert_eq!(eval(Gfx8, add, [0xffff_ffff, 2, 0]), 0xffff_ffff);
    assert_eq!(eval(Gfx6, add, [0xffff_ffff, 2, 0]), 1);
    assert_eq!(eval(Gfx8, clamped(Vop2::V_SUB_U16), [1, 2, 0]), 0);
    let clamped = |op| Inst::Vop3 {
        op,
        f: Vop {
            clamp: true,
            ..e64()
        },
    };
    let big = [0x7f_ffff, 0x7f_ffff, 0];
    assert_eq!(eval(Gfx8, clamped(Vop3::V_MAD_I32_I24), big), 0x7fff_ffff);
    let low = eval(Gfx9, clamped(Vop3::V_SUB_I16), [0x8000, 1, 0]) & 0xffff;
    assert_eq!(low, 0x8000);
}

#[test]
fn float_modifiers() {
    let add = |f| Inst::Vop2 {
        op: Vop2::V_ADD_F32,
        f,
    };
    let negated = Vop {
        abs: 1,
        neg: 1,
        ..e64()
    };
    assert_eq!(eval(Gfx8, add(negated), [f(-3.0), f(1.0), 0]), f(-2.0));
    let omod = Vop { omod: 1, ..e64() };
    let src = [f(1.0), f(2.0), 0];
    // OMOD works with output denormals and IEEE off only.
    assert_eq!(eval_mode(Gfx8, add(omod), src, MODE), f(3.0));
    assert_eq!(eval_mode(Gfx8, add(omod), src, 0xc0), f(6.0));
    assert_eq!(eval_mode(Gfx8, add(omod), src, 0x2c0), f(3.0));
    let clamp = Vop {
        clamp: true,
        ..e64()
    };
    assert_eq!(eval(Gfx8, add(clamp), src), f(1.0));
    assert_eq!(eval(Gfx8, add(clamp), [NAN as u64, 0, 0]), 0);
    assert_eq!(
        eval_mode(Gfx8, add(clamp), [NAN as u64, 0, 0], 0),
        NAN as u64
    );
    // A negation flips the sign that V_CNDMASK_B32 selects (source 2 is the lane mask).
    let mut f = Vop { neg: 2, ..e64() };
    f.src[2] = Operand::VCC;
    let op = Vop2::V_CNDMASK_B32;
    assert_eq!(eval(Gfx8, Inst::Vop2 { op, f }, [1, 2, 0]), 0x8000_0002);
}

#[test]
fn denormal_flushing_follows_mode() {
    let mul = op2(Vop2::V_MUL_F32);
    let src = [0x0080_0000, f(0.5), 0];
    assert_eq!(eval_mode(Gfx8, mul, src, 0x3f0), 0x0040_0000);
    assert_eq!(eval_mode(Gfx8, mul, src, 0x3d0), 0);
    // A denormal operand counts as zero of its sign.
    let add = op2(Vop2::V_ADD_F32);
    assert_eq!(
        eval_mode(Gfx8, add, [0x8000_0001, 0x8000_0001, 0], 0x3e0),
        0x8000_0000
    );
    // Minimum flushes on gfx9 only.
    let min = op2(Vop2::V_MIN_F32);
    assert_eq!(eval_mode(Gfx8, min, [1, f(1.0), 0], 0x3c0), 1);
    assert_eq!(eval_mode(Gfx9, min, [1, f(1.0), 0], 0x3c0), 0);
}

#[test]
fn compares_write_the_whole_mask() {
    let compare = |op, sdst| {
        let mut f = fields();
        f.sdst = sdst;
        Inst::Vopc { op, f }
    };
    let mut w = wave();
    w.set_exec(0xff);
    w.v_mut(0u8).0[3] = NAN;
    w.v_mut(0u8).0[4] = f(1.0) as u32;
    let cases = [
        (Vopc::V_CMP_LT_F32, 0),
        (Vopc::V_CMP_EQ_F32, 0xe7),
        (Vopc::V_CMP_GT_F32, 0x10),
        (Vopc::V_CMP_LG_F32, 0x10),
        (Vopc::V_CMP_NLG_F32, 0xef),
        (Vopc::V_CMP_NGE_F32, 0x08),
        (Vopc::V_CMP_NEQ_F32, 0x18),
        (Vopc::V_CMP_U_F32, 0x08),
        (Vopc::V_CMP_O_F32, 0xf7),
        (Vopc::V_CMP_TRU_F32, 0xff),
        (Vopc::V_CMP_F_F32, 0),
        (Vopc::V_CMP_GT_I32, 0x18),
        (Vopc::V_CMP_NE_U32, 0x18),
        (Vopc::V_CMP_LE_I16, 0xff),
    ];
    for (op, want) in cases {
        w.set_s64(10, u64::MAX);
        ok(Gfx8, &compare(op, 10), &mut w);
        assert_eq!(w.s64(10), want, "{op:?}");
    }
    assert_eq!(w.exec(), 0xff);
    ok(Gfx8, &compare(Vopc::V_CMPX_NEQ_F32, VCC_LO), &mut w);
    assert_eq!((w.exec(), w.vcc()), (0x18, 0x18));
    // Signed and unsigned orders differ.
    w.set_exec(1);
    set(&mut w, 0, u64::MAX);
    for (op, want) in [
        (Vopc::V_CMP_LT_I64, 1),
        (Vopc::V_CMP_LT_U64, 0),
        (Vopc::V_CMP_LT_I16, 1),
        (Vopc::V_CMP_GT_U16, 1),
    ] {
        ok(Gfx8, &compare(op, 10), &mut w);
        assert_eq!(w.s64(10), want, "{op:?}");
    }
    // With EXEC = 0 the mask is written nevertheless.
    w.set_exec(0);
    ok(Gfx8, &compare(Vopc::V_CMP_TRU_F32, 10), &mut w);
    assert_eq!(w.s64(10), 0);
}

#[test]
fn lane_access_ignores_exec() {
    let mut w = wave();
    w.set_exec(0);
    w.v_mut(0u8).0 = std::array::from_fn(|i| i as u32);
    w.sgpr[3] = 64 + 7;
    let mut f = Vop::plain(5, [Operand::Vgpr(0), Operand::Sgpr(3), Operand::Int(0)]);
    ok(
        Gfx8,
        &Inst::Vop2 {
            op: Vop2::V_READLANE_B32,
            f,
        },
        &mut w,
    );
    assert_eq!(w.sgpr[5], 7);
    ok(
        Gfx8,
        &Inst::Vop1 {
            op: Vop1::V_READFIRSTLANE_B32,
            f,
        },
        &mut w,
    );
    assert_eq!(w.sgpr[5], 0); // lane 0 when no lane is active
    w.set_exec(0x30);
    ok(
        Gfx8,
        &Inst::Vop1 {
            op: Vop1::V_READFIRSTLANE_B32,
            f,
        },
        &mut w,
    );
    assert_eq!(w.sgpr[5], 4);
    f.src[0] = Operand::Int(-1);
    ok(
        Gfx8,
        &Inst::Vop2 {
            op: Vop2::V_WRITELANE_B32,
            f,
        },
        &mut w,
    );
    assert_eq!(
        (w.v(5u8).0[6], w.v(5u8).0[7], w.v(5u8).0[8]),
        (0, u32::MAX, 0)
    );
}

#[test]
fn mbcnt_counts_lanes_below() {
    let mut w = wave();
    set(&mut w, 0, 0xffff_ffff);
    set(&mut w, 4, 100);
    ok(Gfx8, &op2(Vop2::V_MBCNT_LO_U32_B32), &mut w);
    assert_eq!(
        [0, 5, 31, 32, 63].map(|i| w.v(20u8).0[i]),
        [100, 105, 131, 132, 132]
    );
    ok(Gfx8, &op2(Vop2::V_MBCNT_HI_U32_B32), &mut w);
    assert_eq!(
        [0, 31, 32, 33, 63].map(|i| w.v(20u8).0[i]),
        [100, 100, 100, 101, 131]
    );
}

#[test]
fn dpp_moves_lanes() {
    let mov = |ctrl, bound_ctrl, row_mask| Inst::Vop1 {
        op: Vop1::V_MOV_B32,
        f: Vop {
            form: VopForm::Dpp,
            dpp: Some(Dpp {
                ctrl,
                bound_ctrl,
                bank_mask: 15,
                row_mask,
            }),
            ..fields()
        },
    };
    let old = 0xdead_beef;
    let result = |inst, exec| {
        let mut w = wave();
        w.set_exec(exec);
        w.v_mut(0u8).0 = std::array::from_fn(|i| i as u32);
        w.v_mut(20u8).0 = [old; 64];
        ok(Gfx8, &inst, &mut w);
        w.v(20u8).0
    };
    let all = u64::MAX;
    assert_eq!(result(mov(0x1b, false, 15), all)[..5], [3, 2, 1, 0, 7]);
    // row_shl:1: lane i reads lane i + 1; the last of a row has no source.
    let shl = result(mov(0x101, false, 15), all);
    assert_eq!((shl[0], shl[14], shl[15], shl[16]), (1, 15, old, 17));
    assert_eq!(result(mov(0x101, true, 15), all)[15], 0);
    let shr = result(mov(0x111, false, 15), all);
    assert_eq!((shr[0], shr[1], shr[16]), (old, 0, old));
    let ror = result(mov(0x121, false, 15), all);
    assert_eq!((ror[0], ror[1], ror[16]), (15, 0, 31));
    assert_eq!(result(mov(0x130, false, 15), all)[62..], [63, old]);
    assert_eq!(result(mov(0x134, false, 15), all)[63], 0);
    assert_eq!(result(mov(0x138, false, 15), all)[..2], [old, 0]);
    assert_eq!(result(mov(0x13c, false, 15), all)[0], 63);
    assert_eq!(result(mov(0x140, false, 15), all)[16], 31);
    assert_eq!(result(mov(0x141, false, 15), all)[8], 15);
    let bcast = result(mov(0x142, false, 15), all);
    assert_eq!((bcast[15], bcast[16], bcast[63]), (old, 15, 47));
    let bcast = result(mov(0x143, false, 15), all);
    assert_eq!((bcast[31], bcast[32], bcast[63]), (old, 31, 31));
    // A masked row is not written; an inactive source lane counts as absent.
    assert_eq!(result(mov(0x1b, true, 14), all)[0], old);
    let part = result(mov(0x1b, true, 15), !8);
    assert_eq!((part[0], part[3]), (0, old));
    assert!(matches!(
        run(Gfx8, &mov(0x160, false, 15), &mut wave()),
        Err(Stop::Fault {
            kind: FaultKind::Illegal(_),
            ..
        })
    ));
}

#[test]
fn sdwa_selects() {
    let add = |dst_sel, dst_unused, src_sel, sext| Inst::Vop2 {
        op: Vop2::V_ADD_U32,
        f: Vop {
            form: VopForm::Sdwa,
            sdwa: Some(Sdwa {
                dst_sel,
                dst_unused,
                src_sel,
                sext,
            }),
            ..fields()
        },
    };
    let src = [0x1122_3384, 0x0001_0002, 0];
    let cases = [
        (add(6, 0, [0, 5], 0), 0x85),
        (add(6, 0, [0, 5], 1), 0xffff_ff85),
        (add(1, 0, [0, 4], 0), 0x8600),
        (add(1, 1, [0, 4], 0), 0xffff_8600),
        (add(5, 2, [3, 6], 0), 0x0013_beef),
        (add(4, 2, [6, 6], 0), 0xdead_3386),
    ];
    for (inst, want) in cases {
        assert_eq!(eval(Gfx9, inst, src), want, "{inst:?}");
    }
}

#[test]
fn op_sel_of_16_bit_operations() {
    let med = |op_sel| Inst::Vop3 {
        op: Vop3::V_MAX3_U16,
        f: Vop { op_sel, ..e64() },
    };
    let src = [0x0009_0001, 0x0002_0003, 0x0004_0005];
    assert_eq!(eval(Gfx9, med(0), src), 5);
    assert_eq!(eval(Gfx9, med(1), src), 9);
    // Bit 3: the result goes to the upper half and the lower one stays.
    assert_eq!(eval(Gfx9, med(9), src), 0x0009_beef);
}

#[test]
fn constants_take_the_operands_type() {
    let with = |inst: Inst, c: Operand| {
        let mut inst = inst;
        match &mut inst {
            Inst::Vop1 { f, .. } | Inst::Vop3 { f, .. } => f.src[0] = c,
            _ => unreachable!(),
        }
        inst
    };
    let one = Operand::Float(InlineFloat::One);
    let cases = [
        (op1(Vop1::V_MOV_B32), one, 0x3f80_0000),
        (op1(Vop1::V_CVT_F32_F16), one, f(1.0)),
        (op1(Vop1::V_CVT_F32_F64), one, f(1.0)),
        (op1(Vop1::V_MOV_B32), Operand::Int(-1), 0xffff_ffff),
        (
            op1(Vop1::V_CVT_F32_F64),
            Operand::Literal(0x4000_0000),
            f(2.0),
        ),
        (op3(Vop3::V_ASHR_I64), Operand::Int(-1), u64::MAX),
    ];
    for (inst, c, want) in cases {
        let g = if matches!(inst, Inst::Vop3 { .. }) {
            Gfx6
        } else {
            Gfx8
        };
        assert_eq!(eval(g, with(inst, c), [0, 0, 0]), want, "{inst:?} {c:?}");
    }
}

#[test]
fn gpr_index_mode() {
    let mut w = wave();
    w.mode |= 1 << 27;
    w.sgpr[124] = 0x1000 | 3; // source 0 only, by 3
    w.v_mut(3u8).0 = [33; 64];
    w.v_mut(0u8).0 = [11; 64];
    ok(Gfx9, &op1(Vop1::V_MOV_B32), &mut w);
    assert_eq!(w.v(20u8).0[0], 33);
    // Beyond the wave's registers: register 0.
    w.sgpr[124] = 0x1000 | 200;
    ok(Gfx9, &op1(Vop1::V_MOV_B32), &mut w);
    assert_eq!(w.v(20u8).0[0], 11);
}

#[test]
fn relative_moves_and_swap() {
    let mut w = wave();
    w.sgpr[124] = 2;
    w.v_mut(2u8).0 = [22; 64];
    ok(Gfx8, &op1(Vop1::V_MOVRELS_B32), &mut w);
    assert_eq!(w.v(20u8).0[0], 22);
    ok(Gfx8, &op1(Vop1::V_MOVRELSD_B32), &mut w);
    assert_eq!(w.v(22u8).0[0], 22);
    w.sgpr[124] = 1000;
    ok(Gfx8, &op1(Vop1::V_MOVRELD_B32), &mut w);
    w.set_exec(1);
    set(&mut w, 0, 1);
    set(&mut w, 20, 2);
    ok(Gfx9, &op1(Vop1::V_SWAP_B32), &mut w);
    assert_eq!(
        (w.v(0u8).0[..2].to_vec(), w.v(20u8).0[..2].to_vec()),
        (vec![2, 1], vec![1, 2])
    );
}

#[test]
fn missing_registers_fault() {
    let mut f = fields();
    f.src[1] = Operand::Vgpr(200);
    let bad_source = Inst::Vop2 {
        op: Vop2::V_ADD_F32,
        f,
    };
    let mut f = fields();
    f.vdst = 31;
    let bad_pair = Inst::Vop1 {
        op: Vop1::V_CVT_F64_I32,
        f,
    };
    for inst in [bad_source, bad_pair] {
        assert!(matches!(
            run(Gfx8, &inst, &mut wave()),
            Err(Stop::Fault {
                kind: FaultKind::Illegal(_),
                ..
            })
        ));
    }
    let graphics = op3(Vop3::V_INTERP_P1_F32);
    assert!(matches!(
        run(Gfx8, &graphics, &mut wave()),
        Err(Stop::Fault {
            kind: FaultKind::Unsupported { .. },
            ..
        })
    ));
}

#[test]
fn wide_multiply_add() {
    let mut w = wave();
    let mut f = e64();
    f.sdst = 10;
    for (op, src, want, flag) in [
        (
            Vop3::V_MAD_U64_U32,
            [0xffff_ffff, 0xffff_ffff, u64::MAX],
            0xffff_fffe_0000_0000,
            true,
        ),
        (Vop3::V_MAD_U64_U32, [2, 3, 4], 10, false),
        (Vop3::V_MAD_I64_I32, [0xffff_ffff, 2, 1], u64::MAX, true),
        (Vop3::V_MAD_I64_I32, [0xffff_ffff, 2, 3], 1, false),
    ] {
        for (i, v) in src.into_iter().enumerate() {
            set(&mut w, 4 * i as u8, v);
        }
        ok(Gfx8, &Inst::Vop3 { op, f }, &mut w);
        let got = w.v(20u8).0[0] as u64 | (w.v(21u8).0[0] as u64) << 32;
        assert_eq!(
            (got, w.s64(10)),
            (want, if flag { u64::MAX } else { 0 }),
            "{op:?}"
        );
    }
}

#[test]
fn mqsad_u32_writes_four_registers() {
    let mut w = wave();
    set(&mut w, 0, 0x0302_010005);
    set(&mut w, 4, 0x0000_0001);
    set(&mut w, 8, 0xffff_ffff);
    // Only byte 0 of source 1 counts: |5-1|, |0-1|, |1-1|, |2-1|.
    ok(Gfx8, &op3(Vop3::V_MQSAD_U32_U8), &mut w);
    assert_eq!([20u8, 21, 22, 23].map(|v| w.v(v).0[0]), [3, 1, 0, 1]);
}

#[test]
fn packed_operations() {
    let pk = |op, f: Vop| Inst::Vop3p { op, f };
    let plain = Vop {
        op_sel_hi: 7,
        ..e64()
    };
    use Vop3p::*;
    let cases = [
        (V_PK_ADD_U16, [0x0001_ffff, 0x0002_0001, 0], 0x0003_0000),
        (V_PK_SUB_I16, [0x8000_0001, 0x0001_0002, 0], 0x7fff_ffff),
        (
            V_PK_MAD_I16,
            [0x0002_ffff, 0x0003_0002, 0x0001_0001],
            0x0007_ffff,
        ),
        (V_PK_LSHLREV_B16, [0x0011_0001, 0x8001_8001, 0], 0x0002_0002),
        (V_PK_ASHRREV_I16, [0x000f_000f, 0x8000_7fff, 0], 0xffff_0000),
        (V_PK_ADD_F16, [0x3c00_4000, 0x3c00_3c00, 0], 0x4000_4200),
        (V_PK_MIN_F16, [0x0000_8000, 0x8000_0000, 0], 0x8000_8000),
        (V_DOT4_I32_I8, [0x01ff_0000, 0x0203_0000, 10], 9),
        (V_DOT4_U32_U8, [0x01ff_0000, 0x0203_0000, 10], 777),
        (V_DOT8_I32_I4, [0xf000_0001, 0x2000_0003, 0], 1),
        (V_DOT2_I32_I16, [0xffff_0002, 0x0003_0004, 0], 5),
        (V_DOT2_F32_F16, [0x3c00_4000, 0x4000_4000, f(0.5)], f(6.5)),
    ];
    for (op, src, want) in cases {
        assert_eq!(eval(Gfx906, pk(op, plain), src), want, "{op:?}");
    }
    let clamp = Vop {
        clamp: true,
        ..plain
    };
    let src = [0x8000_ffff, 0x0001_0001, 0];
    assert_eq!(eval(Gfx9, pk(V_PK_SUB_I16, clamp), src), 0x8000_fffe);
    assert_eq!(eval(Gfx9, pk(V_PK_ADD_U16, clamp), src), 0x8001_ffff);
    // NEG_LO and NEG_HI act on one half each; OP_SEL and OP_SEL_HI choose the halves.
    let neg = Vop { neg: 1, ..plain };
    let src = [0x3c00_3c00, 0, 0];
    assert_eq!(eval(Gfx9, pk(V_PK_ADD_F16, neg), src), 0x3c00_bc00);
    let swapped = Vop {
        op_sel: 1,
        op_sel_hi: 6,
        ..plain
    };
    assert_eq!(
        eval(Gfx9, pk(V_PK_MAX_U16, swapped), [0x0001_0002, 0, 0]),
        0x0002_0001
    );
}

#[test]
fn mixed_precision() {
    // Source 0 is the upper half as f16, the others are f32.
    let f_mix = Vop {
        op_sel: 1,
        op_sel_hi: 1,
        ..e64()
    };
    let mix = |op, f| Inst::Vop3p { op, f };
    let src = [0x4000_3c00, f(3.0), f(1.0)];
    assert_eq!(eval(Gfx9, mix(Vop3p::V_MAD_MIX_F32, f_mix), src), f(7.0));
    assert_eq!(
        eval(Gfx906, mix(Vop3p::V_FMA_MIXLO_F16, f_mix), src),
        0xdead_4700
    );
    assert_eq!(
        eval(Gfx906, mix(Vop3p::V_FMA_MIXHI_F16, f_mix), src),
        0x4700_beef
    );
    // NEG_HI is the absolute value, applied before NEG_LO.
    let modified = Vop {
        abs: 2,
        neg: 2,
        ..f_mix
    };
    let src = [0x4000_3c00, f(-3.0), f(1.0)];
    assert_eq!(
        eval(Gfx9, mix(Vop3p::V_MAD_MIX_F32, modified), src),
        f(-5.0)
    );
}

/// Whatever the fields and registers hold, an instruction executes or faults: it never panics.
#[test]
fn no_fields_make_an_instruction_panic() {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let ops = Vop1::ALL
        .iter()
        .map(|&op| (|f, op| Inst::Vop1 { op, f }, op))
        .map(|(make, op)| Box::new(move |f| make(f, op)) as Box<dyn Fn(Vop) -> Inst>)
        .chain(
            Vop2::ALL
                .iter()
                .map(|&op| Box::new(move |f| Inst::Vop2 { op, f }) as _),
        )
        .chain(
            Vop3::ALL
                .iter()
                .map(|&op| Box::new(move |f| Inst::Vop3 { op, f }) as _),
        )
        .chain(
            Vop3p::ALL
                .iter()
                .map(|&op| Box::new(move |f| Inst::Vop3p { op, f }) as _),
        )
        .chain(
            Vopc::ALL
                .iter()
                .map(|&op| Box::new(move |f| Inst::Vopc { op, f }) as _),
        );
    let mut w = wave();
    for make in ops {
        for g in Gen::GCN {
            if !make(fields()).row().exists(g) {
                continue;
            }
            for _ in 0..8 {
                let r = next();
                let operand = |r: u64| match r % 16 {
                    0 => Operand::Sgpr((r >> 8) as u8 & 127),
                    1 => Operand::Int((r >> 8) as i8),
                    2 => Operand::Float(InlineFloat::ALL[(r >> 8) as usize % 9]),
                    3 => Operand::Literal((r >> 8) as u32),
                    4 => Operand::LdsDirect,
                    5 => Operand::Vgpr((r >> 8) as u8),
                    _ => Operand::Vgpr((r >> 8) as u8 & 15),
                };
                let mut f = Vop {
                    vdst: (r >> 3) as u8 & 31,
                    sdst: (r >> 8) as u8,
                    src: std::array::from_fn(|_| operand(next())),
                    abs: (r >> 16) as u8 & 7,
                    neg: (r >> 19) as u8 & 7,
                    omod: (r >> 22) as u8 & 3,
                    clamp: r >> 24 & 1 != 0,
                    op_sel: (r >> 25) as u8 & 15,
                    op_sel_hi: (r >> 29) as u8 & 7,
                    ..e64()
                };
                match r & 7 {
                    0 => {
                        f.form = VopForm::Dpp;
                        f.dpp = Some(Dpp {
                            ctrl: (r >> 32) as u16 & 0x1ff,
                            bound_ctrl: r >> 41 & 1 != 0,
                            bank_mask: (r >> 42) as u8 & 15,
                            row_mask: (r >> 46) as u8 & 15,
                        });
                    }
                    1 => {
                        f.form = VopForm::Sdwa;
                        f.sdwa = Some(Sdwa {
                            dst_sel: (r >> 32) as u8 & 7,
                            dst_unused: (r >> 35) as u8 & 3,
                            src_sel: [(r >> 37) as u8 & 7, (r >> 40) as u8 & 7],
                            sext: (r >> 43) as u8 & 3,
                        });
                    }
                    _ => {}
                }
                for v in 0..32u8 {
                    w.v_mut(v).0 = std::array::from_fn(|_| next() as u32);
                }
                w.set_exec(next());
                w.set_vcc(next());
                w.sgpr[124] = next() as u32;
                w.mode = next() as u32;
                let _ = run(g, &make(f), &mut w);
            }
        }
    }
}
