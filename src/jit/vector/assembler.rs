//! The scalar host instructions that regions have between those on vectors, and jumps to labels (Intel SDM
//! volume 2, chapters 2.1 to 2.3).
//!
//! Methods have Intel's mnemonics, and their operands Intel's order. Of an instruction's encodings the operands'
//! types choose one: an `i8` takes a byte, an `i32` four, and the displacement of an [`Address`] as many as it was
//! made with.
//!
//! `cranelift-assembler-x64` does not serve: it chooses the length of displacements itself, and has no labels and no
//! instructions on mask registers.

#[cfg(all(test, feature = "listing"))]
mod tests;

use std::marker::PhantomData;

use super::gpr::Gpr;
use super::isa::Isa;

/// How many bytes an operand has.
pub trait Size: Copy {
    /// Their number.
    const BYTES: u8;
    /// An immediate of the same size, but at most 4 bytes, which are extended by their sign.
    type Imm: Immediate;
}

macro_rules! sizes {
    ($($(#[$doc:meta])* $name:ident = $bytes:literal, $imm:ty;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub enum $name {}

            impl Size for $name {
                const BYTES: u8 = $bytes;
                type Imm = $imm;
            }
        )+
    };
}

sizes! {
    /// 1 byte.
    Byte = 1, i8;
    /// 2 bytes.
    Word = 2, i16;
    /// 4 bytes.
    Dword = 4, i32;
    /// 8 bytes.
    Qword = 8, i32;
}

/// A number in an instruction.
pub trait Immediate: Copy {
    /// Appends it.
    fn put(self, asm: &mut Assembler);
}

macro_rules! immediates {
    ($($type:ty),+) => {
        $(
            impl Immediate for $type {
                fn put(self, asm: &mut Assembler) {
                    asm.bytes(&self.to_le_bytes());
                }
            }
        )+
    };
}

immediates!(u8, i8, i16, i32, u64);

/// The low bytes of a register, as an operand.
#[derive(Clone, Copy, Debug)]
pub struct Reg<S>(Gpr, PhantomData<S>);

impl Gpr {
    /// Its lowest byte.
    pub const fn b(self) -> Reg<Byte> {
        Reg(self, PhantomData)
    }

    /// Its low dword. A result clears the high one.
    pub const fn d(self) -> Reg<Dword> {
        Reg(self, PhantomData)
    }

    /// Its low word.
    pub const fn w(self) -> Reg<Word> {
        Reg(self, PhantomData)
    }

    /// All of it.
    pub const fn q(self) -> Reg<Qword> {
        Reg(self, PhantomData)
    }

    /// The address `disp` bytes from it. However few they are, the displacement has 32 bits.
    pub const fn at(self, disp: i32) -> Address {
        Address {
            disp: Disp::Long(disp),
            ..self.address()
        }
    }

    /// The address `disp` bytes from it, as a displacement of 8 bits.
    pub const fn near(self, disp: i8) -> Address {
        Address {
            disp: Disp::Short(disp),
            ..self.address()
        }
    }

    /// The address that it has, without a displacement.
    pub const fn address(self) -> Address {
        Address {
            base: self,
            index: None,
            disp: Disp::None,
        }
    }
}

/// What an index is multiplied by.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Scale {
    X1,
    X2,
    X4,
    X8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Disp {
    None,
    Short(i8),
    Long(i32),
}

/// An operand in memory, which has the size of the other operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    base: Gpr,
    index: Option<(Gpr, Scale)>,
    disp: Disp,
}

impl Address {
    /// The same with an index, which is not RSP.
    pub const fn plus(self, index: Gpr, scale: Scale) -> Address {
        debug_assert!(!matches!(index, Gpr::Rsp), "RSP is no index");
        Address {
            index: Some((index, scale)),
            ..self
        }
    }

    /// A byte there.
    pub const fn byte(self) -> Ptr<Byte> {
        Ptr(self, PhantomData)
    }

    /// A word there.
    pub const fn word(self) -> Ptr<Word> {
        Ptr(self, PhantomData)
    }

    /// A dword there.
    pub const fn dword(self) -> Ptr<Dword> {
        Ptr(self, PhantomData)
    }

    /// A qword there.
    pub const fn qword(self) -> Ptr<Qword> {
        Ptr(self, PhantomData)
    }
}

/// An operand in memory that says its size.
#[derive(Clone, Copy, Debug)]
pub struct Ptr<S>(Address, PhantomData<S>);

/// A mask register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct K(pub u8);

/// Conditions, by their number in encodings.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cond {
    /// Below, or carry.
    B = 2,
    /// Above or equal, or no carry.
    Ae,
    /// Equal, or zero.
    E,
    /// Not equal, or not zero.
    Ne,
    /// Below or equal.
    Be,
    /// Above.
    A,
    /// Less, as signed numbers.
    L = 12,
    Ge,
    Le,
    G,
}

/// A place in the code. Instructions may name it before it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label(u32);

/// Instructions of two operands that differ by one number in their encodings.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Arithmetic {
    Add,
    Or,
    Sbb = 3,
    And,
    Sub,
    Xor,
    Cmp,
}

/// A register as an operand.
#[derive(Clone, Copy)]
struct Part {
    gpr: Gpr,
    /// It is the lowest byte.
    is_byte: bool,
}

/// What ModRM.reg has.
#[derive(Clone, Copy)]
enum Field {
    Reg(Part),
    /// An extension of the opcode.
    Digit(u8),
}

/// What ModRM.rm names.
#[derive(Clone, Copy)]
enum Rm {
    Reg(Part),
    Mem(Address),
}

impl Part {
    fn of<S: Size>(r: Reg<S>) -> Part {
        Part {
            gpr: r.0,
            is_byte: S::BYTES == 1,
        }
    }

    /// Whether it is encoded with REX only: without, these are the second bytes of RAX to RBX.
    fn has_rex(self) -> bool {
        self.is_byte && (4..8).contains(&self.gpr.number())
    }
}

impl<S: Size> From<Reg<S>> for Field {
    fn from(r: Reg<S>) -> Field {
        Field::Reg(Part::of(r))
    }
}

impl<S: Size> From<Reg<S>> for Rm {
    fn from(r: Reg<S>) -> Rm {
        Rm::Reg(Part::of(r))
    }
}

impl<S: Size> From<Ptr<S>> for Rm {
    fn from(m: Ptr<S>) -> Rm {
        Rm::Mem(m.0)
    }
}

/// An operand of one size in a register or in memory.
#[allow(private_bounds)]
pub trait RegOrMem<S: Size>: Into<Rm> {}

impl<S: Size> RegOrMem<S> for Reg<S> {}
impl<S: Size> RegOrMem<S> for Ptr<S> {}

/// What comes before ModRM, but for REX.
#[derive(Clone, Copy)]
struct Opcode {
    /// Prefix.
    prefix: Option<u8>,
    /// It is in map 0F.
    is_0f: bool,
    code: u8,
}

const fn one(code: u8) -> Opcode {
    Opcode {
        prefix: None,
        is_0f: false,
        code,
    }
}

const fn of_0f(code: u8) -> Opcode {
    Opcode {
        is_0f: true,
        ..one(code)
    }
}

const fn of_f3_0f(code: u8) -> Opcode {
    Opcode {
        prefix: Some(0xf3),
        ..of_0f(code)
    }
}

/// The opcode for this size, of two neighbours of which the first is for bytes.
const fn sized<S: Size>(code: u8) -> Opcode {
    one(if S::BYTES == 1 { code & !1 } else { code })
}

/// A VEX prefix and an opcode, of an instruction on general or mask registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vex {
    /// Opcode map, as in VEX.mmmmm.
    pub(super) map: u8,
    /// Implied prefix, as in VEX.pp.
    pub(super) pp: u8,
    pub(super) w: bool,
    pub(super) l: bool,
    pub(super) code: u8,
}

/// Host code.
#[derive(Clone, Debug)]
pub struct Assembler {
    /// What instructions on vectors it is of.
    pub isa: &'static Isa,
    code: Vec<u8>,
    /// Where labels are, if that is known.
    labels: Vec<Option<usize>>,
    /// Behind jumps' displacements, and where the jumps lead.
    jumps: Vec<(usize, Label)>,
}

impl Assembler {
    /// No code yet.
    pub const fn new(isa: &'static Isa) -> Assembler {
        Assembler {
            isa,
            code: vec![],
            labels: vec![],
            jumps: vec![],
        }
    }

    /// Bytes so far.
    pub fn len(&self) -> usize {
        self.code.len()
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.code.is_empty()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.code.clear();
        self.labels.clear();
        self.jumps.clear();
    }

    /// The code, with jumps to where their labels are.
    pub fn linked(&self) -> Vec<u8> {
        let mut code = self.code.clone();
        for (end, label) in &self.jumps {
            let Some(to) = self.labels[label.0 as usize] else {
                debug_assert!(false, "the jump before {end:#x} leads nowhere");
                continue;
            };
            let by = to as i32 - *end as i32;
            code[end - 4..*end].copy_from_slice(&by.to_le_bytes());
        }
        code
    }

    /// Appends a byte: an immediate of a vector instruction.
    pub fn byte(&mut self, byte: u8) {
        self.code.push(byte);
    }

    /// Appends bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.code.extend_from_slice(bytes);
    }

    /// Appends interrupts up to a multiple of `to`.
    pub fn align(&mut self, to: usize) {
        self.code.resize(self.len().next_multiple_of(to), INT3);
    }

    /// A label that is to be bound.
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// `label` is here.
    pub fn bind(&mut self, label: Label) {
        let place = &mut self.labels[label.0 as usize];
        debug_assert!(place.is_none(), "a label is in one place");
        *place = Some(self.code.len());
    }

    /// A label that is here.
    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// JMP, with a displacement of 32 bits.
    pub fn jmp(&mut self, to: Label) {
        self.byte(0xe9);
        self.jump(to);
    }

    /// Jcc, with a displacement of 32 bits.
    pub fn jcc(&mut self, cond: Cond, to: Label) {
        self.bytes(&[0x0f, 0x80 | cond as u8]);
        self.jump(to);
    }

    fn jump(&mut self, to: Label) {
        self.bytes(&[0; 4]);
        self.jumps.push((self.len(), to));
    }

    /// RET.
    pub fn ret(&mut self) {
        self.byte(0xc3);
    }

    /// CALL of the address there.
    pub fn call(&mut self, to: Ptr<Qword>) {
        // It has 64 bits without REX.W.
        self.legacy(4, one(0xff), Field::Digit(2), to.into());
    }

    /// PUSH.
    pub fn push(&mut self, r: Gpr) {
        self.numbered(0x50, false, r);
    }

    /// POP.
    pub fn pop(&mut self, r: Gpr) {
        self.numbered(0x58, false, r);
    }

    /// MOV.
    pub fn mov<To, From>(&mut self, to: To, from: From)
    where
        (To, From): Mov,
    {
        (to, from).mov(self);
    }

    /// MOVZX.
    pub fn movzx<S: Narrow>(&mut self, to: Reg<Dword>, from: impl RegOrMem<S>) {
        let code = if S::BYTES == 1 { 0xb6 } else { 0xb7 };
        self.legacy(4, of_0f(code), to.into(), from.into());
    }

    /// MOVSX.
    pub fn movsx<S: Narrow>(&mut self, to: Reg<Dword>, from: impl RegOrMem<S>) {
        let code = if S::BYTES == 1 { 0xbe } else { 0xbf };
        self.legacy(4, of_0f(code), to.into(), from.into());
    }

    /// MOVSXD.
    pub fn movsxd(&mut self, to: Reg<Qword>, from: Reg<Dword>) {
        self.legacy(8, one(0x63), to.into(), from.into());
    }

    /// LEA.
    pub fn lea(&mut self, to: Reg<Qword>, from: Address) {
        self.legacy(8, one(0x8d), to.into(), Rm::Mem(from));
    }

    /// LEA of the address that the 4 bytes before the next instruction say, in bytes from there, which are to be
    /// filled in.
    pub fn lea_rip(&mut self, to: Reg<Qword>) {
        let r = to.0.number();
        self.bytes(&[0x48 | r >> 3 << 2, 0x8d, (r & 7) << 3 | 5, 0, 0, 0, 0]);
    }

    /// One of several instructions.
    pub fn arithmetic<To, From>(&mut self, op: Arithmetic, to: To, from: From)
    where
        (To, From): Operands,
    {
        (to, from).arithmetic(self, op);
    }

    /// TEST of a register.
    pub fn test<S: Size>(&mut self, r: Reg<S>, imm: S::Imm) {
        self.legacy(S::BYTES, sized::<S>(0xf7), Field::Digit(0), r.into());
        imm.put(self);
    }

    /// NEG.
    pub fn neg(&mut self, r: Reg<Qword>) {
        self.legacy(8, one(0xf7), Field::Digit(3), r.into());
    }

    /// INC.
    pub fn inc(&mut self, r: Reg<Dword>) {
        self.legacy(4, one(0xff), Field::Digit(0), r.into());
    }

    /// SHL.
    pub fn shl(&mut self, r: Reg<Qword>, by: u8) {
        self.legacy(8, one(0xc1), Field::Digit(4), r.into());
        self.byte(by);
    }

    /// SHR.
    pub fn shr(&mut self, r: Reg<Qword>, by: u8) {
        self.legacy(8, one(0xc1), Field::Digit(5), r.into());
        self.byte(by);
    }

    /// SHRD.
    pub fn shrd(&mut self, to: Reg<Qword>, from: Reg<Qword>, by: u8) {
        self.legacy(8, of_0f(0xac), from.into(), to.into());
        self.byte(by);
    }

    /// IMUL.
    pub fn imul(&mut self, to: Reg<Qword>, from: Reg<Qword>, by: i32) {
        self.legacy(8, one(0x69), to.into(), from.into());
        by.put(self);
    }

    /// BTR.
    pub fn btr(&mut self, to: Reg<Dword>, bit: Reg<Dword>) {
        self.legacy(4, of_0f(0xb3), bit.into(), to.into());
    }

    /// SETcc.
    pub fn setcc(&mut self, cond: Cond, to: Reg<Byte>) {
        self.legacy(1, of_0f(0x90 | cond as u8), Field::Digit(0), to.into());
    }

    /// POPCNT.
    pub fn popcnt(&mut self, to: Reg<Dword>, from: Reg<Dword>) {
        self.legacy(4, of_f3_0f(0xb8), to.into(), from.into());
    }

    /// TZCNT.
    pub fn tzcnt(&mut self, to: Reg<Qword>, from: Reg<Qword>) {
        self.legacy(8, of_f3_0f(0xbc), to.into(), from.into());
    }

    /// PREFETCHT0, which faults nowhere.
    pub fn prefetcht0(&mut self, at: Address) {
        self.legacy(4, of_0f(0x18), Field::Digit(1), Rm::Mem(at));
    }

    /// LDMXCSR.
    pub fn ldmxcsr(&mut self, at: Address) {
        self.legacy(4, of_0f(0xae), Field::Digit(2), Rm::Mem(at));
    }

    /// VZEROUPPER.
    pub fn vzeroupper(&mut self) {
        self.vex(vex(1, 0, 0, 0x77), 0, 0, (0, 0));
    }

    /// SHLX.
    pub fn shlx(&mut self, to: Reg<Dword>, from: Reg<Dword>, by: Reg<Dword>) {
        self.vex_gprs(vex(2, 1, 0, 0xf7), to.0.number(), by.0, from.0);
    }

    /// SHRX.
    pub fn shrx(&mut self, to: Reg<Dword>, from: Reg<Dword>, by: Reg<Dword>) {
        self.vex_gprs(vex(2, 3, 0, 0xf7), to.0.number(), by.0, from.0);
    }

    /// BLSR.
    pub fn blsr(&mut self, to: Reg<Qword>, from: Reg<Qword>) {
        self.vex_gprs(vex(2, 0, 1, 0xf3), 1, to.0, from.0);
    }

    /// KMOVW.
    pub fn kmovw<To, From>(&mut self, to: To, from: From)
    where
        (To, From): Kmov,
    {
        (to, from).kmovw(self);
    }

    /// KORTESTW.
    pub fn kortestw(&mut self, a: K, b: K) {
        self.vex_registers(vex(1, 0, 0, 0x98), a.0, 0, b.0);
    }

    /// KORTESTB.
    pub fn kortestb(&mut self, a: K, b: K) {
        self.vex_registers(vex(1, 1, 0, 0x98), a.0, 0, b.0);
    }

    /// An instruction with the register's number in its opcode.
    fn numbered(&mut self, code: u8, is_wide: bool, r: Gpr) {
        let rex = u8::from(is_wide) << 3 | r.number() >> 3;
        if rex != 0 {
            self.byte(0x40 | rex);
        }
        self.byte(code | r.number() & 7);
    }

    /// An instruction without VEX, for operands of `bytes` bytes.
    fn legacy(&mut self, bytes: u8, op: Opcode, reg: Field, rm: Rm) {
        let (r, reg_has_rex) = match reg {
            Field::Reg(r) => (r.gpr.number(), r.has_rex()),
            Field::Digit(d) => (d, false),
        };
        let (x, b, rm_has_rex) = match rm {
            Rm::Reg(r) => (0, r.gpr.number(), r.has_rex()),
            Rm::Mem(m) => (m.index.map_or(0, |i| i.0.number()), m.base.number(), false),
        };
        if bytes == 2 {
            self.byte(0x66);
        }
        if let Some(prefix) = op.prefix {
            self.byte(prefix);
        }
        let rex = u8::from(bytes == 8) << 3 | r >> 3 << 2 | x >> 3 << 1 | b >> 3;
        if rex != 0 || reg_has_rex || rm_has_rex {
            self.byte(0x40 | rex);
        }
        if op.is_0f {
            self.byte(0x0f);
        }
        self.byte(op.code);
        self.modrm(r, rm);
    }

    fn modrm(&mut self, reg: u8, rm: Rm) {
        let reg = (reg & 7) << 3;
        let m = match rm {
            Rm::Reg(r) => return self.byte(0xc0 | reg | r.gpr.number() & 7),
            Rm::Mem(m) => m,
        };
        let base = m.base.number() & 7;
        let disp = match m.disp {
            // Without a displacement RBP and R13 are no base.
            Disp::None if base == Gpr::Rbp.number() => Disp::Short(0),
            disp => disp,
        };
        let mode = match disp {
            Disp::None => 0,
            Disp::Short(_) => 0x40,
            Disp::Long(_) => 0x80,
        };
        let index = match m.index {
            Some((index, scale)) => Some((index.number() & 7) << 3 | (scale as u8) << 6),
            // RSP as an index is none, and as a base, like R12, it must have one.
            None if base == Gpr::Rsp.number() => Some(Gpr::Rsp.number() << 3),
            None => None,
        };
        match index {
            Some(index) => self.bytes(&[mode | reg | 4, index | base]),
            None => self.byte(mode | reg | base),
        }
        match disp {
            Disp::None => {}
            Disp::Short(disp) => disp.put(self),
            Disp::Long(disp) => disp.put(self),
        }
    }

    /// A VEX prefix, the short one if it serves, and an opcode; `x` and `b` are the numbers of index and base, or
    /// of the register in ModRM.rm.
    pub(super) fn vex(&mut self, op: Vex, reg: u8, vvvv: u8, (x, b): (u8, u8)) {
        let inverted = |number: u8, at: u8| (!number >> 3 & 1) << at;
        let last = (!vvvv & 15) << 3 | u8::from(op.l) << 2 | op.pp;
        if op.map == 1 && !op.w && x < 8 && b < 8 {
            self.bytes(&[0xc5, inverted(reg, 7) | last, op.code]);
        } else {
            let first = inverted(reg, 7) | inverted(x, 6) | inverted(b, 5) | op.map;
            self.bytes(&[0xc4, first, u8::from(op.w) << 7 | last, op.code]);
        }
    }

    /// An instruction with VEX on registers of any kind.
    fn vex_registers(&mut self, op: Vex, reg: u8, vvvv: u8, rm: u8) {
        self.vex(op, reg, vvvv, (0, rm));
        self.byte(0xc0 | (reg & 7) << 3 | rm & 7);
    }

    fn vex_gprs(&mut self, op: Vex, reg: u8, vvvv: Gpr, rm: Gpr) {
        self.vex_registers(op, reg, vvvv.number(), rm.number());
    }
}

/// An interrupt, which no listing takes for a part of an instruction.
pub(super) const INT3: u8 = 0xcc;

const fn vex(map: u8, pp: u8, w: u8, code: u8) -> Vex {
    Vex {
        map,
        pp,
        w: w != 0,
        l: false,
        code,
    }
}

macro_rules! arithmetic {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)+) => {
        impl Assembler {
            $(
                $(#[$doc])*
                pub fn $name<To, From>(&mut self, to: To, from: From)
                where
                    (To, From): Operands,
                {
                    self.arithmetic(Arithmetic::$op, to, from);
                }
            )+
        }
    };
}

arithmetic! {
    /// ADD.
    add = Add;
    /// OR.
    or = Or;
    /// SBB.
    sbb = Sbb;
    /// AND.
    and = And;
    /// SUB.
    sub = Sub;
    /// XOR.
    xor = Xor;
    /// CMP.
    cmp = Cmp;
}

/// A size that a dword can be made of.
pub trait Narrow: Size {}

impl Narrow for Byte {}
impl Narrow for Word {}

/// A size whose immediates have 4 bytes.
pub trait Wide: Size {}

impl Wide for Dword {}
impl Wide for Qword {}

/// Operands of [`Assembler::arithmetic`].
pub trait Operands {
    /// Appends the instruction.
    fn arithmetic(self, asm: &mut Assembler, op: Arithmetic);
}

impl<S: Size> Operands for (Reg<S>, Reg<S>) {
    fn arithmetic(self, asm: &mut Assembler, op: Arithmetic) {
        let code = sized::<S>((op as u8) << 3 | 1);
        asm.legacy(S::BYTES, code, self.1.into(), self.0.into());
    }
}

impl<S: Size> Operands for (Reg<S>, Address) {
    fn arithmetic(self, asm: &mut Assembler, op: Arithmetic) {
        let code = sized::<S>((op as u8) << 3 | 3);
        asm.legacy(S::BYTES, code, self.0.into(), Rm::Mem(self.1));
    }
}

impl<S: Size> Operands for (Address, Reg<S>) {
    fn arithmetic(self, asm: &mut Assembler, op: Arithmetic) {
        let code = sized::<S>((op as u8) << 3 | 1);
        asm.legacy(S::BYTES, code, self.1.into(), Rm::Mem(self.0));
    }
}

impl<S: Size> Operands for (Reg<S>, i8) {
    fn arithmetic(self, asm: &mut Assembler, op: Arithmetic) {
        // For bytes this is 80, not the 82 that comes before it.
        let code = one(if S::BYTES == 1 { 0x80 } else { 0x83 });
        asm.legacy(S::BYTES, code, Field::Digit(op as u8), self.0.into());
        self.1.put(asm);
    }
}

impl<S: Size> Operands for (Ptr<S>, i8) {
    fn arithmetic(self, asm: &mut Assembler, op: Arithmetic) {
        let code = one(if S::BYTES == 1 { 0x80 } else { 0x83 });
        asm.legacy(S::BYTES, code, Field::Digit(op as u8), self.0.into());
        self.1.put(asm);
    }
}

impl<S: Wide> Operands for (Ptr<S>, i32) {
    fn arithmetic(self, asm: &mut Assembler, op: Arithmetic) {
        asm.legacy(S::BYTES, one(0x81), Field::Digit(op as u8), self.0.into());
        self.1.put(asm);
    }
}

/// Operands of [`Assembler::mov`].
pub trait Mov {
    /// Appends the instruction.
    fn mov(self, asm: &mut Assembler);
}

impl<S: Size> Mov for (Reg<S>, Reg<S>) {
    fn mov(self, asm: &mut Assembler) {
        let code = sized::<S>(0x89);
        asm.legacy(S::BYTES, code, self.1.into(), self.0.into());
    }
}

impl<S: Size> Mov for (Reg<S>, Address) {
    fn mov(self, asm: &mut Assembler) {
        let code = sized::<S>(0x8b);
        asm.legacy(S::BYTES, code, self.0.into(), Rm::Mem(self.1));
    }
}

impl<S: Size> Mov for (Address, Reg<S>) {
    fn mov(self, asm: &mut Assembler) {
        let code = sized::<S>(0x89);
        asm.legacy(S::BYTES, code, self.1.into(), Rm::Mem(self.0));
    }
}

impl Mov for (Reg<Dword>, i32) {
    fn mov(self, asm: &mut Assembler) {
        asm.numbered(0xb8, false, self.0.0);
        self.1.put(asm);
    }
}

impl Mov for (Reg<Qword>, u64) {
    fn mov(self, asm: &mut Assembler) {
        asm.numbered(0xb8, true, self.0.0);
        self.1.put(asm);
    }
}

impl<S: Size> Mov for (Ptr<S>, S::Imm) {
    fn mov(self, asm: &mut Assembler) {
        let code = sized::<S>(0xc7);
        asm.legacy(S::BYTES, code, Field::Digit(0), self.0.into());
        self.1.put(asm);
    }
}

/// Operands of [`Assembler::kmovw`].
pub trait Kmov {
    /// Appends the instruction.
    fn kmovw(self, asm: &mut Assembler);
}

impl Kmov for (Reg<Dword>, K) {
    fn kmovw(self, asm: &mut Assembler) {
        asm.vex_registers(vex(1, 0, 0, 0x93), self.0.0.number(), 0, self.1.0);
    }
}

impl Kmov for (K, K) {
    fn kmovw(self, asm: &mut Assembler) {
        asm.vex_registers(vex(1, 0, 0, 0x90), self.0.0, 0, self.1.0);
    }
}

impl Kmov for (K, Reg<Dword>) {
    fn kmovw(self, asm: &mut Assembler) {
        asm.vex_registers(vex(1, 0, 0, 0x92), self.0.0, 0, self.1.0.number());
    }
}
