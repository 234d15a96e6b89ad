//! Every operation against its definition, and against what Cranelift makes of it; random regions that
//! need more registers than there are.

#[cfg(all(feature = "fuzz", debug_assertions))]
mod doubt;
mod half;

use std::fmt::Write;

use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn, apply};
use crate::ir::{FCmp, Func, Kind, Sig, Ty, Uop};
use crate::isa::Gen;
use crate::jit::compile::Compiler;
use crate::jit::host::HostLevel;
use crate::machine::lds::Lds;
use crate::machine::memory::Memory;
use crate::machine::program::Program;
use crate::machine::wave::{LANES, Vgpr, Wave};
use crate::machine::{Env, Scratch};

/// Round to nearest, keep denormals.
const MODE: u32 = 0xf0;

/// Registers of the waves; results begin at 16.
const VGPRS: u32 = 48;

/// A xorshift generator.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.bits() >> 33) as usize % n
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn dword(&mut self) -> u32 {
        const EDGES: [u32; 28] = [
            0,
            1,
            2,
            31,
            32,
            33,
            63,
            64,
            0x7fff_ffff,
            0x8000_0000,
            0x8000_0001,
            0xffff_ffff,
            0xffff_fffe,
            0x3f80_0000,
            0xbf80_0000,
            0x3f00_0000,
            0x4020_0000,
            0x7f80_0000,
            0xff80_0000,
            0x7fc0_1234,
            0xffc0_5678,
            0x7f80_0001,
            0xffa0_0002,
            0x0000_0003,
            0x007f_ffff,
            0x4f00_0000,
            0xcf00_0000,
            0x4f80_0000,
        ];
        match self.below(3) {
            0 => self.bits() as u32,
            // Of the size of numbers that fractions and integers have.
            1 => (self.bits() as u32 & 0x87ff_ffff) + 0x3c00_0000,
            _ => self.pick(&EDGES),
        }
    }

    /// High dword of an f64.
    fn high(&mut self) -> u32 {
        const EDGES: [u32; 14] = [
            0,
            0x8000_0000,
            0x3ff0_0000,
            0xbff0_0000,
            0x7ff0_0000,
            0xfff0_0000,
            0x7ff8_0001,
            0xfff8_0002,
            0x7ff0_0003,
            0xfff4_0004,
            0x000f_ffff,
            0x41df_ffff,
            0x41ef_ffff,
            0xc1e0_0000,
        ];
        match self.below(3) {
            0 => self.bits() as u32,
            1 => (self.bits() as u32 & 0x80ff_ffff) + 0x3fc0_0000,
            _ => self.pick(&EDGES),
        }
    }

    fn vgpr(&mut self, high: bool) -> Vgpr {
        Vgpr(std::array::from_fn(|_| {
            if high { self.high() } else { self.dword() }
        }))
    }
}

/// Does `f` with compilers with and without regions of this module, for each level that has some and that the host can
/// run.
fn for_each_level(f: impl Fn([Compiler; 2])) {
    for level in HostLevel::available().unwrap() {
        if level > HostLevel::Base {
            f([level, HostLevel::Base].map(|l| Compiler::with_level(l).unwrap()));
        }
    }
}

fn wave(r: &mut Random) -> Wave {
    let mut w = Wave::new(VGPRS);
    for i in 0..VGPRS as usize {
        w.vgprs_mut()[i] = r.vgpr(i % 2 != 0);
    }
    for i in 0..100 {
        w.sgpr[i] = if i % 2 != 0 { r.high() } else { r.dword() };
    }
    w.set_vcc(r.bits());
    w.set_exec(r.pick(&[u64::MAX, u64::MAX, 0, 1 << 63, 0x5555_aaaa_00ff_ff00]));
    w.budget = 1000;
    w
}

/// Runs `func` on a copy of `w`.
fn run(compiler: &mut Compiler, func: &Func, mode: u32, w: &Wave) -> Wave {
    let program = Program::new(Gen::Gfx9, 0x1000, vec![0xbf81_0000]);
    let memory = Memory::new(1 << 16).unwrap();
    let env = Env {
        program: &program,
        memory: &memory,
        lds: &Lds::new(0),
        scratch: &Scratch::default(),
        observed: true,
        clocks: crate::machine::clocks::Clocks::default(),
    };
    let mut copy = Wave::new(VGPRS);
    copy.sgpr = w.sgpr;
    copy.vgprs_mut().copy_from_slice(w.vgprs());
    copy.budget = w.budget;
    compiler.run(func, mode, &mut copy, &env).unwrap();
    copy
}

/// What is the same on both: vector registers, VCC.
fn state(w: &Wave) -> (Vec<Vgpr>, u64) {
    (w.vgprs().to_vec(), w.vcc())
}

fn parse(text: &str) -> Func {
    let func: Func = text.parse().unwrap_or_else(|e| panic!("{e}:\n{text}"));
    crate::ir::verify(&func).unwrap_or_else(|e| panic!("{e}:\n{text}"));
    func
}

/// Text of a block that reads registers and scalars.
#[derive(Default)]
struct Text {
    text: String,
    names: usize,
}

fn name(ty: Ty) -> &'static str {
    match ty {
        Ty::B1 => "1",
        Ty::B64 => "64",
        _ => "32",
    }
}

impl Text {
    fn new() -> Text {
        let mut t = Text::default();
        t.text.push_str("block0 entry:\n%exec:s64 = read.q #126\n");
        t
    }

    /// Adds a node and gives its name.
    fn node(&mut self, kind: char, ty: Ty, what: &str) -> String {
        let x = format!("%x{}", self.names);
        self.names += 1;
        let _ = writeln!(self.text, "{x}:{kind}{} = {what}", name(ty));
        x
    }

    fn lanes(&mut self, ty: Ty, what: &str) -> String {
        self.node('v', ty, what)
    }

    /// Registers `r` and the next one; of a truth value, bit 0.
    fn read(&mut self, ty: Ty, r: usize) -> String {
        let low = self.lanes(Ty::B32, &format!("read.v #{r}"));
        match ty {
            Ty::B64 => {
                let high = self.lanes(Ty::B32, &format!("read.v #{}", r + 1));
                self.lanes(ty, &format!("concat {low}, {high}"))
            }
            Ty::B1 => {
                let one = self.node('s', Ty::B32, "const #1");
                let one = self.lanes(Ty::B32, &format!("splat {one}"));
                let bit = self.lanes(Ty::B32, &format!("and {low}, {one}"));
                self.lanes(ty, &format!("cmp.32 {bit}, {one} #0"))
            }
            _ => low,
        }
    }

    /// Puts a value into registers `r` and the next one.
    fn write(&mut self, ty: Ty, x: &str, r: usize) {
        let low = match ty {
            Ty::B64 => self.lanes(Ty::B32, &format!("lo {x}")),
            Ty::B1 => self.lanes(Ty::B32, &format!("boolint {x}")),
            _ => x.to_owned(),
        };
        let _ = writeln!(self.text, "write.v {low}, %exec #{r}");
        if ty == Ty::B64 {
            let high = self.lanes(Ty::B32, &format!("hi {x}"));
            let _ = writeln!(self.text, "write.v {high}, %exec #{}", r + 1);
        }
    }

    fn end(mut self) -> String {
        self.text.push_str("end 0x40\n");
        self.text
    }
}

/// Type of an operand of a node of type `ty`.
fn operand(sig: Sig, ty: Ty) -> Ty {
    match sig {
        Sig::B1 => Ty::B1,
        Sig::B32 => Ty::B32,
        Sig::B64 => Ty::B64,
        _ => ty,
    }
}

/// The lane-wise operations that regions have, with their types and constants.
fn operations() -> Vec<(Uop, Ty, u64)> {
    let mut out = vec![];
    for &op in Uop::ALL {
        let is_op = matches!(op.kind(), Kind::Pure | Kind::Float);
        let is_call = matches!(op, Uop::Call1 | Uop::Call2 | Uop::Call3);
        if !is_op || is_call || matches!(op, Uop::Const | Uop::Proj) {
            continue;
        }
        let types: &[Ty] = match (op, op.result()) {
            (Uop::Quad, _) => &[Ty::B32],
            (Uop::And | Uop::Or | Uop::Xor | Uop::Not | Uop::Select, _) => {
                &[Ty::B1, Ty::B32, Ty::B64]
            }
            (_, Sig::T) => &[Ty::B32, Ty::B64],
            (_, Sig::B1) => &[Ty::B1],
            (_, Sig::B64) => &[Ty::B64],
            _ => &[Ty::B32],
        };
        let is_wide = op.text().contains("64");
        let class = is_wide as u64;
        let constants: Vec<u64> = match op {
            Uop::Cmp32 | Uop::Cmp64 => (0..10).collect(),
            Uop::FCmp32 | Uop::FCmp64 => (0..16).map(|c| c | class << 8).collect(),
            Uop::Quad => vec![0, 0xe4, 0x1b, 0xb1, 0x4e, 0x93],
            _ if op.kind() == Kind::Float => vec![class],
            _ => vec![0],
        };
        for ty in types {
            out.extend(constants.iter().map(|c| (op, *ty, *c)));
        }
    }
    out
}

fn sign(x: u64, wide: bool) -> i64 {
    if wide {
        x as i64
    } else {
        x as u32 as i32 as i64
    }
}

/// The first NaN, quieted; the default one for what is not defined.
fn float32(args: &[u64], f: impl Fn(&[f32]) -> f32) -> u64 {
    let x: Vec<f32> = args.iter().map(|a| f32::from_bits(*a as u32)).collect();
    if let Some(nan) = x.iter().find(|x| x.is_nan()) {
        return (nan.to_bits() | 0x0040_0000) as u64;
    }
    let r = f(&x);
    if r.is_nan() {
        0xffc0_0000
    } else {
        r.to_bits() as u64
    }
}

/// As [`float32`].
fn float64(args: &[u64], f: impl Fn(&[f64]) -> f64) -> u64 {
    let x: Vec<f64> = args.iter().map(|a| f64::from_bits(*a)).collect();
    if let Some(nan) = x.iter().find(|x| x.is_nan()) {
        return nan.to_bits() | 0x0008_0000_0000_0000;
    }
    let r = f(&x);
    if r.is_nan() {
        0xfff8 << 48
    } else {
        r.to_bits()
    }
}

/// Whether the relations in `set` hold.
fn relation(set: u64, order: Option<std::cmp::Ordering>) -> u64 {
    use std::cmp::Ordering::*;
    let is = match order {
        Some(Less) => FCmp::LT,
        Some(Equal) => FCmp::EQ,
        Some(Greater) => FCmp::GT,
        None => FCmp::UN,
    };
    (set as u8 & is != 0) as u64
}

/// One lane, from the definition of the operation. `None` for those that move lanes.
fn define(op: Uop, ty: Ty, imm: u64, a: &[u64]) -> Option<u64> {
    let wide = ty == Ty::B64;
    let bits = if wide { 64 } else { 32 };
    let get = |k: usize| a.get(k).copied().unwrap_or(0);
    let (x, y) = (get(0), get(1));
    let (sx, sy) = (sign(x, wide), sign(y, wide));
    let single = f32::from_bits(x as u32);
    let double = f64::from_bits(x);
    let compare = |wide: bool| {
        let (s, t) = (sign(x, wide), sign(y, wide));
        [
            x == y,
            x != y,
            s < t,
            s <= t,
            s > t,
            s >= t,
            x < y,
            x <= y,
            x > y,
            x >= y,
        ][imm as usize] as u64
    };
    let class = |op32: Uop| op == op32;
    Some(match op {
        Uop::Add => x.wrapping_add(y),
        Uop::Sub => x.wrapping_sub(y),
        Uop::Mul => x.wrapping_mul(y),
        Uop::MulHiU => (x * y) >> 32,
        Uop::MulHiS => ((sx * sy) >> 32) as u64,
        Uop::And => x & y,
        Uop::Or => x | y,
        Uop::Xor => x ^ y,
        Uop::Not if ty == Ty::B1 => x ^ 1,
        Uop::Not => !x,
        Uop::Shl => x << (y % bits),
        Uop::ShrU => x >> (y % bits),
        Uop::ShrS => (sx >> (y % bits)) as u64,
        Uop::MinS => sx.min(sy) as u64,
        Uop::MinU => x.min(y),
        Uop::MaxS => sx.max(sy) as u64,
        Uop::MaxU => x.max(y),
        Uop::Clz => x.leading_zeros() as u64 - (64 - bits),
        Uop::Ctz => (x.trailing_zeros() as u64).min(bits),
        Uop::Popcnt => x.count_ones() as u64,
        Uop::BitRev => x.reverse_bits() >> (64 - bits),
        Uop::Cmp32 => compare(false),
        Uop::Cmp64 => compare(true),
        Uop::Select => {
            if x != 0 {
                y
            } else {
                get(2)
            }
        }
        Uop::Lo => x & 0xffff_ffff,
        Uop::Hi => x >> 32,
        Uop::Concat => x | y << 32,
        Uop::ZExt | Uop::BoolInt => x,
        Uop::SExt => sign(x, false) as u64,
        Uop::FAdd32 => float32(a, |x| x[0] + x[1]),
        Uop::FSub32 => float32(a, |x| x[0] - x[1]),
        Uop::FMul32 => float32(a, |x| x[0] * x[1]),
        Uop::FDiv32 => float32(a, |x| x[0] / x[1]),
        Uop::FFma32 => float32(a, |x| x[0].mul_add(x[1], x[2])),
        Uop::FSqrt32 => float32(a, |x| x[0].sqrt()),
        Uop::FFloor32 => float32(a, |x| x[0].floor()),
        Uop::FCeil32 => float32(a, |x| x[0].ceil()),
        Uop::FTrunc32 => float32(a, |x| x[0].trunc()),
        Uop::FNearest32 => float32(a, |x| x[0].round_ties_even()),
        Uop::FAdd64 => float64(a, |x| x[0] + x[1]),
        Uop::FSub64 => float64(a, |x| x[0] - x[1]),
        Uop::FMul64 => float64(a, |x| x[0] * x[1]),
        Uop::FDiv64 => float64(a, |x| x[0] / x[1]),
        Uop::FFma64 => float64(a, |x| x[0].mul_add(x[1], x[2])),
        Uop::FSqrt64 => float64(a, |x| x[0].sqrt()),
        Uop::FFloor64 => float64(a, |x| x[0].floor()),
        Uop::FCeil64 => float64(a, |x| x[0].ceil()),
        Uop::FTrunc64 => float64(a, |x| x[0].trunc()),
        Uop::FNearest64 => float64(a, |x| x[0].round_ties_even()),
        Uop::FCmp32 => relation(imm, single.partial_cmp(&f32::from_bits(y as u32))),
        Uop::FCmp64 => relation(imm, double.partial_cmp(&f64::from_bits(y))),
        Uop::F16ToF32 => u64::from(crate::numerics::f32_from_f16(
            x as u16,
            crate::numerics::Mode::DEFAULT.keeping(),
        )),
        // `as` rounds integers to nearest, and saturates to integers, NaN to 0.
        Uop::S32ToF32 => (x as i32 as f32).to_bits() as u64,
        Uop::U32ToF32 => (x as u32 as f32).to_bits() as u64,
        Uop::F32ToS32 => single as i32 as u64,
        Uop::F32ToU32 => single as u32 as u64,
        Uop::F32ToF64 if single.is_nan() => {
            let bits = x & 0x7f_ffff | 0x40_0000;
            (x >> 31) << 63 | 0x7ff << 52 | bits << 29
        }
        Uop::F32ToF64 => (single as f64).to_bits(),
        Uop::F64ToF32 if double.is_nan() => (x >> 63) << 31 | 0x7fc0_0000 | (x >> 29) & 0x3f_ffff,
        Uop::F64ToF32 => (double as f32).to_bits() as u64,
        Uop::S32ToF64 => (x as i32 as f64).to_bits(),
        Uop::U32ToF64 => (x as u32 as f64).to_bits(),
        Uop::F64ToS32 => double as i32 as u64,
        Uop::F64ToU32 => double as u32 as u64,
        _ => {
            assert!(class(Uop::Quad), "{} has no definition here", op.text());
            return None;
        }
    })
}

/// How operands are given.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Operands {
    Registers,
    /// The first one twice.
    Same,
    /// The last one is a scalar.
    Scalar,
    /// The last one is a constant.
    Constant(u64),
}

#[test]
fn operations_do_what_they_are_defined_to_do() {
    for_each_level(|[mut wide, mut plain]| {
        let mut r = Random(0x1234_5678_9abc_def1);
        for (op, ty, imm) in operations() {
            let types: Vec<Ty> = op.args().iter().map(|s| operand(*s, ty)).collect();
            let last = types.len() - 1;
            for how in [
                Operands::Registers,
                Operands::Same,
                Operands::Scalar,
                Operands::Constant(0),
                Operands::Constant(0x7fc0_0000_0000_0025),
            ] {
                let mut t = Text::new();
                let mut args = vec![];
                for (k, ty) in types.iter().enumerate() {
                    let scalar = match how {
                        Operands::Scalar if k == last && *ty == Ty::B1 => {
                            Some(t.node('s', Ty::B1, "const #1"))
                        }
                        Operands::Scalar if k == last => {
                            let low = t.node('s', Ty::B32, "read.s #10");
                            let high = t.node('s', Ty::B32, "read.s #11");
                            match ty {
                                Ty::B64 => Some(t.node('s', *ty, &format!("concat {low}, {high}"))),
                                _ => Some(low),
                            }
                        }
                        Operands::Constant(c) if k == last && *ty != Ty::B1 => {
                            let c = if *ty == Ty::B64 { c } else { c as u32 as u64 };
                            Some(t.node('s', *ty, &format!("const #{c:#x}")))
                        }
                        _ => None,
                    };
                    args.push(match scalar {
                        Some(s) => t.lanes(*ty, &format!("splat {s}")),
                        None if how == Operands::Same => t.read(*ty, 0),
                        None => t.read(*ty, 2 * k),
                    });
                }
                let x = t.lanes(ty, &format!("{} {} #{imm:#x}", op.text(), args.join(", ")));
                t.write(ty, &x, 16);
                let text = t.end();
                let func = parse(&text);
                for _ in 0..6 {
                    let w = wave(&mut r);
                    let got = run(&mut wide, &func, MODE, &w);
                    let strips = run(&mut plain, &func, MODE, &w);
                    assert!(state(&got) == state(&strips), "{how:?}\n{text}");
                    for lane in 0..LANES {
                        let arg = |k: usize| {
                            let v = |n: u8| w.v(n).0[lane] as u64;
                            let at = if how == Operands::Same {
                                0
                            } else {
                                2 * k as u8
                            };
                            let (low, high) = match how {
                                Operands::Scalar if k == last && types[k] == Ty::B1 => (1, 0),
                                Operands::Scalar if k == last => {
                                    (w.sgpr[10] as u64, w.sgpr[11] as u64)
                                }
                                Operands::Constant(c) if k == last && types[k] != Ty::B1 => {
                                    (c & 0xffff_ffff, c >> 32)
                                }
                                _ => (v(at), v(at + 1)),
                            };
                            match types[k] {
                                Ty::B1 => low & 1,
                                Ty::B64 => low | high << 32,
                                _ => low,
                            }
                        };
                        let args: Vec<u64> = (0..types.len()).map(arg).collect();
                        let Some(want) = define(op, ty, imm, &args) else {
                            continue;
                        };
                        if w.exec() >> lane & 1 == 0 {
                            continue;
                        }
                        let low = got.v(16u8).0[lane];
                        let what = || format!("lane {lane}: {args:x?}, {how:?}\n{text}");
                        assert_eq!(low, want as u32, "{}", what());
                        if ty == Ty::B64 {
                            assert_eq!(got.v(17u8).0[lane], (want >> 32) as u32, "{}", what());
                        }
                    }
                }
            }
        }
    });
}

/// A region of many operations on whatever there is, of which many are written.
fn random_region(r: &mut Random, operations: &[(Uop, Ty, u64)]) -> String {
    let mut t = Text::new();
    let mut values: Vec<(Ty, String)> = vec![];
    for k in 0..8 {
        let ty = r.pick(&[Ty::B32, Ty::B32, Ty::B64, Ty::B1]);
        let x = t.read(ty, 2 * k);
        values.push((ty, x));
    }
    for k in 0..3 {
        let s = t.node('s', Ty::B32, &format!("read.s #{}", 20 + k));
        let what = ["splat", "affine"][r.below(2)];
        let stride = if what == "affine" {
            r.bits() as u32 >> r.below(32)
        } else {
            0
        };
        let x = t.lanes(Ty::B32, &format!("{what} {s} #{stride}"));
        values.push((Ty::B32, x));
        let w = t.node('s', Ty::B64, &format!("concat {s}, {s}"));
        let stride = if what == "affine" {
            r.bits() >> r.below(64)
        } else {
            0
        };
        let x = t.lanes(Ty::B64, &format!("{what} {w} #{stride}"));
        values.push((Ty::B64, x));
        let x = t.lanes(Ty::B1, &format!("lanebits {w}"));
        values.push((Ty::B1, x));
    }
    let mut last = None;
    // Late uses of early values keep many alive.
    let recent = r.below(2) == 0;
    for _ in 0..20 + r.below(200) {
        let (op, ty, imm) = r.pick(operations);
        let mut args = vec![];
        for sig in op.args() {
            let want = operand(*sig, ty);
            let fits: Vec<&String> = values
                .iter()
                .filter(|v| v.0 == want)
                .map(|v| &v.1)
                .collect();
            let from = if recent {
                fits.len().saturating_sub(6)
            } else {
                0
            };
            match fits.get(from + r.below((fits.len() - from).max(1))) {
                Some(x) => args.push((*x).clone()),
                None => args.push(t.read(want, 0)),
            }
        }
        let x = t.lanes(ty, &format!("{} {} #{imm:#x}", op.text(), args.join(", ")));
        if ty == Ty::B1 {
            last = Some(x.clone());
        }
        values.push((ty, x));
    }
    for k in 0..15 {
        let (ty, x) = values[r.below(values.len())].clone();
        t.write(ty, &x, 2 * k + 4 * r.below(4));
    }
    if let Some(last) = last {
        let m = t.node('s', Ty::B64, &format!("maskbits {last}"));
        let m = t.node('s', Ty::B64, &format!("and {m}, %exec"));
        let _ = writeln!(t.text, "vcc = {m}");
    }
    t.end()
}

#[test]
fn random_regions_agree() {
    for_each_level(|[mut wide, mut plain]| {
        let all = operations();
        // Which of two NaNs wins says something about operations, tested above; here it would only be
        // passed on.
        let seed = std::env::var("GCN_JIT_DIFF_SEED").ok();
        let seed = seed.and_then(|s| s.parse::<u64>().ok()).unwrap_or(1);
        let mut r = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..60 {
            // All operations, or a few.
            let some: Vec<_> = match r.below(3) {
                0 => all.clone(),
                _ => (0..5).map(|_| r.pick(&all)).collect(),
            };
            let text = random_region(&mut r, &some);
            let func = parse(&text);
            for mode in [MODE, r.bits() as u32 & 0xff] {
                let w = wave(&mut r);
                let got = state(&run(&mut wide, &func, mode, &w));
                let want = state(&run(&mut plain, &func, mode, &w));
                for n in 0..VGPRS as usize {
                    assert!(
                        got.0[n] == want.0[n],
                        "v{n}, MODE {mode:#x}, EXEC {:#x}\n{text}\n{:x?}\n{:x?}",
                        w.exec(),
                        got.0[n],
                        want.0[n],
                    );
                }
                assert_eq!(got.1, want.1, "VCC\n{text}");
            }
        }
    });
}

/// Shifts that together rotate, and some that do not.
#[test]
fn rotations() {
    for_each_level(|[mut wide, _]| {
        let mut r = Random(0x0123_4567_89ab_cdef);
        for (ty, width) in [(Ty::B32, 32), (Ty::B64, 64)] {
            for (left, right) in [
                (1, width - 1),
                (width - 7, 7),
                (0, 0),
                (3, 5),
                (width / 2, width / 2),
            ] {
                for order in [[0, 1], [1, 0]] {
                    let mut t = Text::new();
                    let x = t.read(ty, 0);
                    let shifts = [("shl", left), ("shr.u", right)].map(|(op, by)| {
                        let by = t.node('s', Ty::B32, &format!("const #{by}"));
                        let by = t.lanes(Ty::B32, &format!("splat {by}"));
                        t.lanes(ty, &format!("{op} {x}, {by}"))
                    });
                    let or = format!("or {}, {}", shifts[order[0]], shifts[order[1]]);
                    let or = t.lanes(ty, &or);
                    t.write(ty, &or, 16);
                    let func = parse(&t.end());
                    let mut w = wave(&mut r);
                    w.set_exec(u64::MAX);
                    let got = run(&mut wide, &func, MODE, &w);
                    for lane in 0..LANES {
                        let (low, high) = (w.v(0u8).0[lane], w.v(1u8).0[lane]);
                        let (x, y) = (got.v(16u8).0[lane], got.v(17u8).0[lane]);
                        if width == 32 {
                            assert_eq!(x, low << left | low >> right, "{left} {right}");
                        } else {
                            let v = low as u64 | (high as u64) << 32;
                            let want = v << left | v >> right;
                            assert_eq!(x as u64 | (y as u64) << 32, want, "{left} {right}");
                        }
                    }
                }
            }
        }
    });
}

/// The lane functions that regions compute themselves give what [`crate::numerics`] says, for all sorts of
/// operands, and where an approximation is next to the middle between two results.
#[test]
fn lane_functions() {
    for_each_level(|[mut wide, _]| {
        let mut r = Random(0x3141_5926_5358_9793);
        let functions: [(LaneFn, usize, bool); 16] = [
            (LaneFn::Ldexp, 2, true),
            (LaneFn::FrexpExp, 1, true),
            (LaneFn::FrexpMant, 1, true),
            (LaneFn::Rsq, 1, false),
            (LaneFn::Exp2, 1, false),
            (LaneFn::Log2, 1, false),
            (LaneFn::Sin, 1, false),
            (LaneFn::Cos, 1, false),
            (LaneFn::DivScale, 3, true),
            (LaneFn::DivScaleFlag, 3, true),
            (LaneFn::DivFixup, 3, true),
            (LaneFn::DivFmas, 3, true),
            (LaneFn::Quotient, 2, false),
            (LaneFn::Class, 2, true),
            (LaneFn::Min, 2, true),
            (LaneFn::Max, 2, true),
        ];
        let rounds = |f| match f {
            LaneFn::Exp2 | LaneFn::Log2 | LaneFn::Rsq => 600,
            _ => 150,
        };
        for (f, operands, has_f64) in functions {
            for (fmt, mode, extra) in [
                (Fmt::F32, 0xf0, 0),
                (Fmt::F64, 0xf0, 0),
                (Fmt::F32, 0x00, 1),
                (Fmt::F64, 0x35, 1),
            ] {
                let gfx6 = matches!(f, LaneFn::FrexpExp | LaneFn::FrexpMant);
                if fmt == Fmt::F64 && !has_f64 {
                    continue;
                }
                let extra = if gfx6 { extra } else { 0 };
                let call = LaneCall {
                    f,
                    fmt,
                    mode,
                    extra,
                };
                let float = if fmt == Fmt::F64 { Ty::B64 } else { Ty::B32 };
                let ty = match f {
                    LaneFn::FrexpExp | LaneFn::DivScaleFlag | LaneFn::Class => Ty::B32,
                    _ => float,
                };
                let types = [
                    float,
                    match f {
                        LaneFn::Ldexp | LaneFn::Class => Ty::B32,
                        _ => float,
                    },
                    float,
                ];
                let mut t = Text::new();
                let args: Vec<_> = (0..operands).map(|k| t.read(types[k], 2 * k)).collect();
                let imm = call.pack();
                let x = t.lanes(ty, &format!("call{operands} {} #{imm:#x}", args.join(", ")));
                t.write(ty, &x, 16);
                let func = parse(&t.end());
                for round in 0..rounds(f) {
                    let mut w = wave(&mut r);
                    w.set_exec(u64::MAX);
                    if round % 4 == 0 {
                        // Quotients and powers of the size that most have.
                        for v in w.vgprs_mut().iter_mut().take(6) {
                            v.0 = v.0.map(|x| x & 0x83ff_ffff | 0x3e00_0000);
                        }
                    }
                    let got = run(&mut wide, &func, mode, &w);
                    let value = |k: u32, lane: usize| {
                        let at = |r: u32| u64::from(w.v(r as u8).0[lane]);
                        match types[k as usize] {
                            Ty::B64 => at(2 * k) | at(2 * k + 1) << 32,
                            _ => at(2 * k),
                        }
                    };
                    apply(imm, 0..LANES, value, |lane, want| {
                        let low = u64::from(got.v(16u8).0[lane]);
                        let high = match ty {
                            Ty::B64 => u64::from(got.v(17u8).0[lane]) << 32,
                            _ => 0,
                        };
                        let operands: Vec<u64> =
                            (0..operands as u32).map(|k| value(k, lane)).collect();
                        assert_eq!(low | high, want, "{call:?} of {operands:#x?}");
                    });
                }
            }
        }
    });
}

/// The minimum of zeros is negative if one of them is, and the maximum if both are, in whichever order they come.
#[test]
fn signs_of_zeros() {
    const MINUS: u32 = 1 << 31;
    for_each_level(|[mut wide, _]| {
        let both = |n: u32| MINUS * (n & 1);
        for (f, want) in [
            (LaneFn::Min, [0, MINUS, MINUS, MINUS]),
            (LaneFn::Max, [0, 0, 0, MINUS]),
        ] {
            let call = LaneCall {
                f,
                fmt: Fmt::F64,
                mode: MODE,
                extra: 0,
            };
            let mut t = Text::new();
            let [x, y] = [0, 2].map(|k| t.read(Ty::B64, k));
            let r = t.lanes(Ty::B64, &format!("call2 {x}, {y} #{:#x}", call.pack()));
            t.write(Ty::B64, &r, 16);
            let mut w = wave(&mut Random(1));
            w.set_exec(u64::MAX);
            let lanes = |f: &dyn Fn(u32) -> u32| Vgpr(std::array::from_fn(|n| f(n as u32)));
            let operands = [
                lanes(&|_| 0),
                lanes(&both),
                lanes(&|_| 0),
                lanes(&|n| both(n / 2)),
            ];
            w.vgprs_mut()[..4].copy_from_slice(&operands);
            let got = run(&mut wide, &parse(&t.end()), MODE, &w);
            assert_eq!(got.v(16u8).0, [0; LANES], "{f:?}");
            assert_eq!(got.v(17u8).0, lanes(&|n| want[n as usize % 4]).0, "{f:?}");
        }
    });
}

/// V_PERM_B32 with selectors for bytes and zero, and for all else, in every lane alike, known when compiled, and
/// of each lane.
#[test]
fn permuted_bytes() {
    for_each_level(|[mut wide, _]| {
        let mut r = Random(0x1618_0339_8874_9894);
        let imm = LaneCall {
            f: LaneFn::Perm,
            fmt: Fmt::F32,
            mode: MODE,
            extra: 0,
        }
        .pack();
        const USUAL: [u8; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 12, 12];
        for round in 0..600 {
            let mut w = wave(&mut r);
            // Every fourth byte is any at all in some rounds.
            let mut byte = |any: bool| {
                if any && r.below(4) == 0 {
                    r.below(256) as u8 & [0xff, 0x0f][round / 7 % 2]
                } else {
                    r.pick(&USUAL)
                }
            };
            let mut selector = || u32::from_le_bytes([(); 4].map(|()| byte(round % 2 == 0)));
            let constant = selector();
            w.set_exec(u64::MAX);
            w.vgprs_mut()[2].0 = w.vgprs_mut()[2].0.map(|_| selector());
            for known in [true, false] {
                let mut t = Text::new();
                let (a, b) = (t.read(Ty::B32, 0), t.read(Ty::B32, 1));
                let s = if known {
                    let s = t.node('s', Ty::B32, &format!("const #{constant:#x}"));
                    t.lanes(Ty::B32, &format!("splat {s}"))
                } else {
                    t.read(Ty::B32, 2)
                };
                let x = t.lanes(Ty::B32, &format!("call3 {a}, {b}, {s} #{imm:#x}"));
                t.write(Ty::B32, &x, 16);
                let got = run(&mut wide, &parse(&t.end()), MODE, &w);
                let value = |k: u32, lane: usize| match (k, known) {
                    (2, true) => u64::from(constant),
                    _ => u64::from(w.v(k as u8).0[lane]),
                };
                apply(imm, 0..LANES, value, |lane, want| {
                    let operands = [0, 1, 2].map(|k| value(k, lane));
                    assert_eq!(u64::from(got.v(16u8).0[lane]), want, "{operands:#x?}");
                });
            }
        }
    });
}

/// Integer dot products, also of the largest and smallest elements.
#[test]
fn dot_products() {
    for_each_level(|[mut wide, _]| {
        let mut r = Random(0x5772_1566_4901_5328);
        for bits in [4u8, 8, 16] {
            for signed in [0, 1] {
                let imm = LaneCall {
                    f: LaneFn::Dot,
                    fmt: Fmt::F32,
                    mode: MODE,
                    extra: bits << 2 | signed << 1,
                }
                .pack();
                let mut t = Text::new();
                let args: Vec<_> = (0..3).map(|k| t.read(Ty::B32, k)).collect();
                let x = t.lanes(Ty::B32, &format!("call3 {} #{imm:#x}", args.join(", ")));
                t.write(Ty::B32, &x, 16);
                let func = parse(&t.end());
                for round in 0..100 {
                    let mut w = wave(&mut r);
                    w.set_exec(u64::MAX);
                    if round % 2 == 0 {
                        let ends = [
                            0,
                            u32::MAX,
                            0x8000_8000,
                            0x7fff_7fff,
                            0x8080_8080,
                            0x8888_8888,
                        ];
                        for v in w.vgprs_mut().iter_mut().take(2) {
                            v.0 = v.0.map(|x| ends[x as usize % ends.len()]);
                        }
                    }
                    let got = run(&mut wide, &func, MODE, &w);
                    let value = |k: u32, lane: usize| u64::from(w.v(k as u8).0[lane]);
                    apply(imm, 0..LANES, value, |lane, want| {
                        let operands = [0, 1, 2].map(|k| value(k, lane));
                        let got = u64::from(got.v(16u8).0[lane]);
                        assert_eq!(got, want, "{bits} {signed} {operands:#x?}");
                    });
                }
            }
        }
    });
}

/// The last step of a division in a region that has looked at denominator and numerator for the first.
#[test]
fn last_step_of_divisions() {
    for_each_level(|[mut wide, _]| {
        let mut r = Random(0x2718_2818_2845_9045);
        for (fmt, ty) in [(Fmt::F32, Ty::B32), (Fmt::F64, Ty::B64)] {
            let call = |f| LaneCall {
                f,
                fmt,
                mode: MODE,
                extra: 0,
            };
            let (scale, fixup) = (call(LaneFn::DivScale), call(LaneFn::DivFixup));
            let mut t = Text::new();
            let [q, d, m] = [0, 2, 4].map(|k| t.read(ty, k));
            let x = t.lanes(ty, &format!("call3 {d}, {d}, {m} #{:#x}", scale.pack()));
            t.write(ty, &x, 18);
            let x = t.lanes(ty, &format!("call3 {q}, {d}, {m} #{:#x}", fixup.pack()));
            t.write(ty, &x, 16);
            let func = parse(&t.end());
            for round in 0..300 {
                let mut w = wave(&mut r);
                w.set_exec(u64::MAX);
                if round % 3 != 0 {
                    for v in w.vgprs_mut().iter_mut().take(6).skip(2) {
                        v.0 = v.0.map(|x| x & 0x83ff_ffff | 0x3e00_0000);
                    }
                }
                let got = run(&mut wide, &func, MODE, &w);
                let value = |k: u32, lane: usize| {
                    let at = |r: u32| u64::from(w.v(r as u8).0[lane]);
                    match ty {
                        Ty::B64 => at(2 * k) | at(2 * k + 1) << 32,
                        _ => at(2 * k),
                    }
                };
                apply(fixup.pack(), 0..LANES, value, |lane, want| {
                    let low = u64::from(got.v(16u8).0[lane]);
                    let high = match ty {
                        Ty::B64 => u64::from(got.v(17u8).0[lane]) << 32,
                        _ => 0,
                    };
                    let operands = [0, 1, 2].map(|k| value(k, lane));
                    assert_eq!(low | high, want, "{fmt:?} of {operands:#x?}");
                });
            }
        }
    });
}

/// v16 = a function of v0, of 32-bit lanes.
fn function_of_one(call: LaneCall) -> Func {
    let mut t = Text::new();
    let x = t.read(Ty::B32, 0);
    let x = t.lanes(Ty::B32, &format!("call1 {x} #{:#x}", call.pack()));
    t.write(Ty::B32, &x, 16);
    parse(&t.end())
}

/// Functions where their results are next to 0, and of other exponents, in steps of `STEP` times 64.
#[test]
fn functions_near_their_zeros() {
    /// All logarithms have been compared, too.
    const STEP: u32 = 197;
    for_each_level(|[mut wide, _]| {
        let mut w = wave(&mut Random(1));
        w.set_exec(u64::MAX);
        for (f, mode, exponents) in [
            (LaneFn::Log2, MODE, [1, 125, 126, 127, 128, 254]),
            (LaneFn::Sin, 0x30, [0, 90, 125, 126, 127, 135]),
            (LaneFn::Sin, 0x00, [0, 1, 124, 128, 134, 0x1fe]),
            (LaneFn::Cos, 0x30, [0, 115, 124, 125, 0x17f, 134]),
        ] {
            let call = LaneCall {
                f,
                fmt: Fmt::F32,
                mode,
                extra: 0,
            };
            let func = function_of_one(call);
            for exponent in exponents {
                for first in (0..1 << 23).step_by(64 * STEP as usize) {
                    let x: [u32; LANES] =
                        std::array::from_fn(|n| exponent << 23 | (first + n as u32));
                    w.vgprs_mut()[0] = Vgpr(x);
                    let got = run(&mut wide, &func, mode, &w);
                    let value = |_, lane: usize| u64::from(x[lane]);
                    apply(call.pack(), 0..LANES, value, |lane, want| {
                        assert_eq!(got.v(16u8).0[lane], want as u32, "{f:?} of {:#x}", x[lane]);
                    });
                }
            }
        }
    });
}

/// What V_RSQ_F32, V_EXP_F32 or V_LOG_F32 gives for some of these operands, 64 in every `step` times 64; `jit-tests/functions.rs`
/// compares all.
fn sampled(f: LaneFn, operands: std::ops::Range<u32>, step: u32) {
    for_each_level(|[mut wide, _]| {
        let mut w = wave(&mut Random(1));
        w.set_exec(u64::MAX);
        let call = LaneCall {
            f,
            fmt: Fmt::F32,
            mode: MODE,
            extra: 0,
        };
        let func = function_of_one(call);
        for first in operands.clone().step_by(LANES * step as usize) {
            let x: [u32; LANES] = std::array::from_fn(|n| first.wrapping_add(n as u32));
            w.vgprs_mut()[0] = Vgpr(x);
            let got = run(&mut wide, &func, MODE, &w);
            let value = |_, lane: usize| u64::from(x[lane]);
            apply(call.pack(), 0..LANES, value, |lane, want| {
                assert_eq!(got.v(16u8).0[lane], want as u32, "{f:?} of {:#x}", x[lane]);
            });
        }
    });
}

#[test]
fn roots_and_powers_sampled() {
    for (f, step) in [
        (LaneFn::Rsq, 9973),
        (LaneFn::Exp2, 19_937),
        (LaneFn::Log2, 19_937),
    ] {
        sampled(f, 0..u32::MAX - 64, step);
    }
    // All significands, both parities of the exponent.
    sampled(LaneFn::Rsq, 0x3f80_0000..0x4080_0000, 61);
}

/// The last step of V_RSQ_F32 leads to the result from whatever the first one gives, by an estimate that is
/// right to 2^-14: of these significands and parities of the exponent.
fn last_step_of_roots(lows: impl Iterator<Item = u32>) {
    for low in lows {
        let x = f32::from_bits(1f32.to_bits() + low);
        let root = 1.0 / f64::from(x).sqrt();
        // The residual's product is rounded, and 3/8 of its square is left out.
        let [least, most] = [1.0 - 2f64.powi(-25) - 2f64.powi(-27), 1.0 + 2f64.powi(-25)]
            .map(|by| (root * by) as f32);
        for y in least.to_bits()..=most.to_bits() {
            let y = f32::from_bits(y);
            let h = y * 0.5;
            let p = x * h;
            let rest = x.mul_add(h, -p);
            let residual = (-rest).mul_add(y, (-p).mul_add(y, 0.5));
            let residual = residual + 5.0 * 2f32.powi(-50);
            let r = y.mul_add(residual, y);
            assert_eq!(r, root as f32, "{x:?} from {y:?}");
        }
    }
}

#[test]
fn last_step_of_roots_sampled() {
    last_step_of_roots((0..1 << 24).step_by(211));
    // Those whose results are closest to the middle between two f32.
    let close = [
        0x89_f038, 0xba_18e3, 0xff_fffe, 0x0a_5c86, 0x3a_2a39, 0x52_208f, 0x5a_e942,
    ];
    last_step_of_roots(close.into_iter());
}

#[test]
#[ignore = "takes a minute without optimisation"]
fn last_step_of_roots_all() {
    last_step_of_roots(0..1 << 24);
}

/// No instruction leads to these operations, so fuzzing shows nothing of them.
#[test]
#[cfg(all(feature = "fuzz", debug_assertions))]
fn operations_without_an_instruction() {
    use crate::ir::plant::{Fault, plant};
    if HostLevel::chosen().unwrap() < HostLevel::Avx2 {
        return;
    }
    let mut compiler = Compiler::with_level(HostLevel::Avx2).unwrap();
    for (fault, op, ty, args) in [
        (Fault::LeastOfDwords, Uop::MinU, Ty::B64, [1 << 32, 2]),
        (Fault::LeastOfDwords, Uop::MaxS, Ty::B64, [1 << 32, 2]),
        (Fault::ClzOfHalves, Uop::Clz, Ty::B64, [1 << 40, 0]),
        (
            Fault::UnsignedBeyond,
            Uop::F32ToU32,
            Ty::B32,
            [0x4f80_0000, 0],
        ),
    ] {
        let mut t = Text::new();
        let names: Vec<_> = (0..op.args().len()).map(|k| t.read(ty, 2 * k)).collect();
        let x = t.lanes(ty, &format!("{} {} #0", op.text(), names.join(", ")));
        t.write(ty, &x, 16);
        let func = parse(&t.end());
        let mut w = wave(&mut Random(1));
        w.set_exec(u64::MAX);
        for (k, x) in args.into_iter().enumerate() {
            w.vgprs_mut()[2 * k] = Vgpr([x as u32; LANES]);
            w.vgprs_mut()[2 * k + 1] = Vgpr([(x >> 32) as u32; LANES]);
        }
        let want = define(op, ty, 0, &args[..names.len()]).unwrap();
        let mut is_right = || {
            let got = run(&mut compiler, &func, MODE, &w);
            let is_low = got.v(16u8).0 == [want as u32; LANES];
            is_low && (ty != Ty::B64 || got.v(17u8).0 == [(want >> 32) as u32; LANES])
        };
        assert!(is_right(), "{}", op.text());
        let planted = plant(fault);
        assert!(!is_right(), "{fault:?}");
        drop(planted);
    }
}
