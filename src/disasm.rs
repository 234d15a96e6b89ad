//! Decoded instructions to text, as LLVM 19 writes it (`llvm-objdump -d`, `llvm-mc -disassemble`).
//!
//! gfx6 and gfx7 have no disassembler in LLVM; there the text is what its assembler turns back into
//! the same bytes.

pub(crate) mod class;
mod graphics;

#[cfg(feature = "fuzz")]
pub(crate) use graphics::image_data;

use std::fmt::Write;

use class::Class;

use crate::decode::is_general;
use crate::isa::{
    Decoded, Dpp, Ds, DsFields, Flags, Flat, FlatFields, Gen, Gens, InlineFloat, Inst, M0, Mai,
    MaiFields, Mubuf, MubufFields, Operand, Row, Sdwa, Segment, Smem, SmemFields, Sopc, Sopk, Sopp,
    Ty, Vop, Vop1, Vop2, Vop3, Vop3p, VopForm,
};
use crate::syntax::{
    DPP_CONTROLS, DppControl, GPR_IDX, HWREGS, MESSAGES, NULL, SDWA_SEL, SDWA_UNUSED, SGPRS,
    SOURCES, SopkOperands, SoppOperand, cache_flags, counters, message_has_stream, message_ops,
    name_of, sopk_operands, sopp_operand, ttmps,
};

/// The text of an instruction of `generation`.
///
/// Branch targets are the SIMM16 field as LLVM prints it; when the instruction's address `pc` is
/// given, the target's address follows in a comment.
pub fn disasm(generation: Gen, decoded: &Decoded, pc: Option<u64>) -> String {
    let mut t = Text {
        generation,
        out: String::with_capacity(64),
        args: 0,
    };
    t.inst(&decoded.inst);
    if let Some(target) = pc.and_then(|pc| branch_target(&decoded.inst, pc)) {
        t.put(format_args!(" // {target:#x}"));
    }
    t.out
}

/// Where an instruction at `pc` that branches relative to PC goes.
pub fn branch_target(inst: &Inst, pc: u64) -> Option<u64> {
    let simm16 = match *inst {
        Inst::Sopp { op, simm16 } if op.row().flags.has(Flags::BRANCH) => simm16,
        Inst::Sopk { op, simm16, .. } if op.row().flags.has(Flags::BRANCH) => simm16,
        _ => return None,
    };
    let next = pc.wrapping_add(4);
    Some(next.wrapping_add_signed(i64::from(simm16 as i16) * 4))
}

/// The text so far.
struct Text {
    generation: Gen,
    out: String,
    args: u32,
}

impl Text {
    /// Appends `a`. Writing to a `String` cannot fail.
    fn put(&mut self, a: std::fmt::Arguments) {
        let _ = self.out.write_fmt(a);
    }

    /// Appends `s`.
    fn word(&mut self, s: &str) {
        self.out.push_str(s);
    }

    /// Starts the next operand.
    fn sep(&mut self) {
        self.word(if self.args == 0 { " " } else { ", " });
        self.args += 1;
    }

    /// Appends ` name` when `on`.
    fn flag(&mut self, on: bool, name: &str) {
        if on {
            self.word(" ");
            self.word(name);
        }
    }

    /// The mnemonic in this generation.
    fn mnemonic(&mut self, row: &Row) {
        self.word(row.mnemonics[self.generation as usize]);
    }

    /// A scalar register tuple as an operand.
    fn sgpr(&mut self, code: u8, dwords: u8) {
        self.sep();
        match crate::decode::special_operand(self.generation, code) {
            // What LLVM lets pass for a destination.
            Some(op) => {
                let class = if dwords == 1 {
                    Class::Scalar32
                } else {
                    Class::Scalar64
                };
                self.classed(op, Ty::B32, class);
            }
            None => {
                self.sreg(code, dwords);
                let general = crate::decode::is_general(self.generation, code);
                if dwords > 2 && code != NULL && !general {
                    self.word(&class::wide(dwords));
                }
            }
        }
    }

    /// A source operand with LLVM's comment when its class does not have it, without separator.
    fn classed(&mut self, op: Operand, ty: Ty, class: Class) {
        let comment = class.comment(op);
        // LLVM prints a constant where none belongs as one of 32 bits.
        let constant = comment.is_some() && matches!(op, Operand::Float(_) | Operand::Literal(_));
        self.source(op, if constant { Ty::B32 } else { ty });
        if let Some(comment) = comment {
            self.word(&comment);
        }
    }

    /// A vector register tuple as an operand.
    fn vgpr(&mut self, first: u8, dwords: u8) {
        self.data(false, first, dwords);
    }

    /// A tuple of either vector file as an operand.
    fn data(&mut self, acc: bool, first: u8, dwords: u8) {
        self.sep();
        self.range(if acc { "a" } else { "v" }, first.into(), dwords);
    }

    /// The cache flags.
    fn cache(&mut self, glc: bool, slc: bool, scc: bool) {
        for (on, name) in [glc, slc, scc]
            .into_iter()
            .zip(cache_flags(self.generation))
        {
            self.flag(on, name);
        }
    }

    /// `v1`, or `v[1:2]` for a tuple.
    fn range(&mut self, prefix: &str, first: u32, dwords: u8) {
        match dwords {
            0 | 1 => self.put(format_args!("{prefix}{first}")),
            n => self.put(format_args!(
                "{prefix}[{first}:{}]",
                first + u32::from(n) - 1
            )),
        }
    }

    /// The name of a scalar register tuple.
    fn sreg(&mut self, code: u8, dwords: u8) {
        let g = self.generation;
        let (ttmp, _) = ttmps(g);
        if code >= ttmp && code < M0 {
            return self.range("ttmp", u32::from(code - ttmp), dwords);
        }
        match code {
            M0 => return self.word("m0"),
            NULL => return self.word("null"),
            _ => {}
        }
        let Some(special) = name_of(SGPRS, g, (code & !1).into()) else {
            return self.range("s", code.into(), dwords);
        };
        self.word(special);
        if dwords < 2 {
            self.word(if code & 1 == 0 { "_lo" } else { "_hi" });
        }
    }

    /// A source operand of type `ty`, without separator.
    fn source(&mut self, op: Operand, ty: Ty) {
        match op {
            Operand::Sgpr(r) => self.sreg(
                r,
                match ty {
                    // LLVM has no tuples of so many scalar registers, which no instruction takes.
                    Ty::B192 => 5,
                    _ => ty.dwords().min(16),
                },
            ),
            Operand::Vgpr(r) => self.range("v", r.into(), ty.dwords()),
            Operand::Int(i) => self.put(format_args!("{i}")),
            Operand::Float(f) => match ty {
                // LLVM reads the code as the f16 pattern and prints that as an integer.
                Ty::B16 | Ty::I16 | Ty::U16 => self.put(format_args!("{:#x}", f.f16_bits())),
                Ty::F64 | Ty::B64 | Ty::I64 | Ty::U64 | Ty::Mask => self.float(f, true),
                // A matrix of f64.
                Ty::B256 => self.float(f, true),
                _ => self.float(f, false),
            },
            Operand::Literal(v) => self.literal(v, ty),
            Operand::Aperture(code) => self.special(code),
            Operand::Vccz => self.special(251),
            Operand::Execz => self.special(252),
            Operand::Scc => self.special(253),
            Operand::LdsDirect => self.special(254),
        }
    }

    /// The name of a source that is neither register nor constant.
    fn special(&mut self, code: u8) {
        self.word(name_of(SOURCES, self.generation, code.into()).unwrap_or("src_unknown"));
    }

    /// An inline floating-point constant.
    fn float(&mut self, f: InlineFloat, wide: bool) {
        self.word(match f {
            InlineFloat::Half => "0.5",
            InlineFloat::NegHalf => "-0.5",
            InlineFloat::One => "1.0",
            InlineFloat::NegOne => "-1.0",
            InlineFloat::Two => "2.0",
            InlineFloat::NegTwo => "-2.0",
            InlineFloat::Four => "4.0",
            InlineFloat::NegFour => "-4.0",
            InlineFloat::InvTwoPi if wide => "0.15915494309189532",
            InlineFloat::InvTwoPi => "0.15915494",
        });
    }

    /// A literal. LLVM prints values that also exist as inline constants like those.
    fn literal(&mut self, v: u32, ty: Ty) {
        let known = |bits: fn(InlineFloat) -> u32| {
            let known = InlineFloat::ALL.into_iter().find(|&f| bits(f) == v);
            known.filter(|&f| f != InlineFloat::InvTwoPi || !self.generation.is_legacy())
        };
        let small = (-16..=64).contains(&(v as i32));
        match ty {
            Ty::F64 => match InlineFloat::ALL
                .into_iter()
                .find(|f| f.f64_bits() == u64::from(v) << 32)
            {
                Some(f) => self.float(f, true),
                None if v == 0 => self.word("0"),
                None => self.put(format_args!("{v:#x}")),
            },
            Ty::B64 | Ty::I64 | Ty::U64 | Ty::Mask => match v {
                0..=64 => self.put(format_args!("{v}")),
                _ => self.put(format_args!("{v:#x}")),
            },
            Ty::F16 => {
                let half = v as u16;
                let is_inline = (-16..=64).contains(&(half as i16))
                    || InlineFloat::ALL.iter().any(|f| f.f16_bits() == half);
                if v > 0xffff && is_inline && self.generation.has(Gens::NEW_TO_LLVM) {
                    return self.put(format_args!("{v:#x}"));
                }
                if (-16..=64).contains(&(half as i16)) {
                    return self.put(format_args!("{}", half as i16));
                }
                match InlineFloat::ALL.into_iter().find(|f| f.f16_bits() == half) {
                    Some(f) => self.float(f, false),
                    None => self.put(format_args!("{half:#x}")),
                }
            }
            Ty::V2F16 if !small => {
                let float = |f: &InlineFloat| u32::from(f.f16_bits()) == v;
                match InlineFloat::ALL.into_iter().find(float) {
                    Some(f) => self.float(f, false),
                    None => self.put(format_args!("{v:#x}")),
                }
            }
            Ty::B16 | Ty::I16 | Ty::U16 => match known(InlineFloat::f32_bits) {
                _ if small => self.put(format_args!("{}", v as i32)),
                Some(f) => self.float(f, false),
                None => self.put(format_args!("{:#x}", v as u16)),
            },
            _ => match known(InlineFloat::f32_bits) {
                _ if small => self.put(format_args!("{}", v as i32)),
                Some(f) => self.float(f, false),
                None => self.put(format_args!("{v:#x}")),
            },
        }
    }

    /// A scalar source as an operand.
    fn ssrc(&mut self, op: Operand, ty: Ty) {
        if ty != Ty::None {
            self.sep();
            self.classed(op, ty, Class::Scalar);
        }
    }

    fn inst(&mut self, inst: &Inst) {
        let row = inst.row();
        let shape = &row.shape;
        match *inst {
            Inst::Sop1 { op, sdst, ssrc0 } => {
                self.mnemonic(row);
                if shape.dst != Ty::None {
                    self.sgpr(sdst, shape.dst.dwords());
                }
                if crate::decode::takes_register(op) {
                    self.sep();
                    let class = match shape.src[0].dwords() {
                        1 => Class::Scalar32,
                        _ => Class::Scalar64,
                    };
                    self.classed(ssrc0, shape.src[0], class);
                } else {
                    self.ssrc(ssrc0, shape.src[0]);
                }
            }
            Inst::Sop2 {
                sdst, ssrc0, ssrc1, ..
            } => {
                self.mnemonic(row);
                if shape.dst != Ty::None {
                    self.sgpr(sdst, shape.dst.dwords());
                }
                self.ssrc(ssrc0, shape.src[0]);
                self.ssrc(ssrc1, shape.src[1]);
            }
            Inst::Sopc { op, ssrc0, ssrc1 } => {
                self.mnemonic(row);
                self.ssrc(ssrc0, shape.src[0]);
                match ssrc1 {
                    Operand::Literal(mode) if op == Sopc::S_SET_GPR_IDX_ON => self.gpr_idx(mode),
                    _ => self.ssrc(ssrc1, shape.src[1]),
                }
            }
            Inst::Sopk {
                op,
                sdst,
                simm16,
                literal,
            } => self.sopk(op, sdst, simm16, literal),
            Inst::Sopp { op, simm16 } => self.sopp(op, simm16),
            Inst::Smem { op, ref f } => self.smem(op, f),
            Inst::Vop1 { op, ref f } => {
                // LLVM writes all forms of the first two alike, and knows one form of the others.
                let bare = match op {
                    Vop1::V_NOP | Vop1::V_CLREXCP | Vop1::V_ACCVGPR_MOV_B32 => true,
                    Vop1::V_READFIRSTLANE_B32 | Vop1::V_SWAP_B32 => f.form == VopForm::E32,
                    _ => false,
                };
                self.vop(row, f, bare);
            }
            Inst::Vop2 { op, ref f } => {
                let g = self.generation as usize;
                let lane = row.flags.has(Flags::IGNORES_EXEC) && f.form == VopForm::E32;
                // LLVM names the form of this one, which has no other.
                let one = row.opcodes[1][g].is_none() && op != Vop2::V_PK_FMAC_F16;
                self.vop(row, f, one || lane);
            }
            Inst::Vopc { ref f, .. } => self.vop(row, f, false),
            Inst::Vop3 { op, ref f } => match interp(op) {
                Some(kind) => self.interp(row, f, kind),
                None => self.vop(row, f, true),
            },
            Inst::Vop3p { op, ref f } => self.vop3p(op, f),
            Inst::Mai { op, ref f } => self.mai(op, f),
            Inst::Ds { op, ref f } => self.ds(op, f),
            Inst::Flat { op, ref f } => self.flat(op, f),
            Inst::Mubuf { op, ref f } => self.mubuf(op, f),
            Inst::Mtbuf { op, ref f } => self.mtbuf(op, f),
            Inst::Mimg { op, ref f } => self.mimg(op, f),
            Inst::Vintrp { op, ref f } => self.vintrp(op, f),
            Inst::Exp { ref f, .. } => self.exp(f),
        }
    }

    /// The mode of `s_set_gpr_idx_on` and `s_set_gpr_idx_mode`.
    fn gpr_idx(&mut self, mode: u32) {
        self.sep();
        if mode > 15 {
            return self.put(format_args!("{mode:#x}"));
        }
        self.word("gpr_idx(");
        let on: Vec<&str> = (0..4)
            .filter(|i| mode >> i & 1 != 0)
            .map(|i| GPR_IDX[i])
            .collect();
        self.word(&on.join(","));
        self.word(")");
    }

    fn sopk(&mut self, op: Sopk, sdst: u8, simm16: u16, literal: Option<u32>) {
        let row = op.row();
        self.mnemonic(row);
        match sopk_operands(op) {
            SopkOperands::GetReg => {
                self.sgpr(sdst, 1);
                self.hwreg(simm16);
            }
            SopkOperands::SetReg => {
                self.hwreg(simm16);
                self.sgpr(sdst, 1);
            }
            SopkOperands::SetRegLiteral => {
                self.hwreg(simm16);
                self.sep();
                match (literal, self.generation.is_legacy()) {
                    // LLVM's assembler does not take floats here.
                    (Some(v), true) if !(-16..=64).contains(&(v as i32)) => {
                        self.put(format_args!("{v:#x}"));
                    }
                    (v, _) => self.literal(v.unwrap_or(0), Ty::B32),
                }
            }
            SopkOperands::Branch => {
                self.sgpr(sdst, 2);
                self.sep();
                self.put(format_args!("{simm16}"));
            }
            SopkOperands::Number => {
                self.sgpr(sdst, row.shape.dst.dwords());
                self.sep();
                self.put(format_args!("{simm16:#x}"));
            }
        }
    }

    /// A hardware register with the bit range to access.
    fn hwreg(&mut self, simm16: u16) {
        let (id, offset, width) = (simm16 & 63, simm16 >> 6 & 31, (simm16 >> 11) + 1);
        self.sep();
        self.word("hwreg(");
        match name_of(HWREGS, self.generation, id) {
            Some(name) => self.word(name),
            None => self.put(format_args!("{id}")),
        }
        if (offset, width) != (0, 32) {
            self.put(format_args!(", {offset}, {width}"));
        }
        self.word(")");
    }

    fn sopp(&mut self, op: Sopp, simm16: u16) {
        self.mnemonic(op.row());
        match sopp_operand(op) {
            SoppOperand::None => {}
            SoppOperand::Optional if simm16 == 0 => {}
            SoppOperand::Optional | SoppOperand::Branch => self.put(format_args!(" {simm16}")),
            SoppOperand::Waitcnt => self.waitcnt(simm16),
            SoppOperand::Message => self.sendmsg(simm16),
            SoppOperand::GprIdx => self.gpr_idx(simm16.into()),
            SoppOperand::Number => {
                self.word(" ");
                self.small(simm16);
            }
        }
    }

    /// An immediate, in decimal up to 64.
    fn small(&mut self, v: u16) {
        match v {
            0..=64 => self.put(format_args!("{v}")),
            _ => self.put(format_args!("{v:#x}")),
        }
    }

    /// The counters to wait for; those at their maximum are left out unless all are.
    fn waitcnt(&mut self, simm16: u16) {
        if self.generation.is_legacy() && simm16 & 0xf080 != 0 {
            // Only the number gives the unused bits again.
            return self.put(format_args!(" {simm16:#x}"));
        }
        let counters = counters(self.generation);
        let all = counters.iter().all(|c| c.get(simm16) == c.max());
        for c in counters {
            let n = c.get(simm16);
            if n != c.max() || all {
                self.put(format_args!(" {}({n})", c.name));
            }
        }
    }

    fn sendmsg(&mut self, simm16: u16) {
        let (id, op, stream) = (simm16 & 15, simm16 >> 4 & 7, simm16 >> 8 & 3);
        let g = self.generation;
        let message = name_of(MESSAGES, g, id).unwrap_or_default();
        let operation = name_of(message_ops(id), g, op).unwrap_or_default();
        let has_operation = !message_ops(id).is_empty();
        let has_stream = message_has_stream(id, op);
        let named = !message.is_empty()
            && (has_operation != operation.is_empty())
            && (has_operation || op == 0)
            && (has_stream || stream == 0);
        self.word(" ");
        let exact = id | op << 4 | stream << 8 == simm16;
        if named && (exact || !self.generation.is_legacy()) {
            self.put(format_args!("sendmsg({message}"));
            if has_operation {
                self.put(format_args!(", {operation}"));
            }
            if has_stream {
                self.put(format_args!(", {stream}"));
            }
            self.word(")");
        } else if exact {
            self.put(format_args!("sendmsg({id}, {op}, {stream})"));
        } else {
            self.put(format_args!("{simm16}"));
        }
    }

    fn smem(&mut self, op: Smem, f: &SmemFields) {
        let row = op.row();
        self.mnemonic(row);
        let data = match row.shape.dst {
            Ty::None => row.shape.src[0],
            ty => ty,
        };
        if matches!(op, Smem::S_ATC_PROBE | Smem::S_ATC_PROBE_BUFFER) {
            self.sep();
            self.small(f.sdata.into());
        } else if data != Ty::None {
            self.sgpr(f.sdata, data.dwords());
            if let Some(comment) = class::smem_data(f.sdata, data.dwords()) {
                self.word(&comment);
            }
        }
        if !crate::decode::has_address(op) {
            return;
        }
        self.sgpr(f.sbase, crate::decode::base_dwords(op));
        if let Some(r) = f.soffset {
            self.sgpr(r, 1);
            if f.has_imm {
                self.put(format_args!(" offset:"));
            }
        } else {
            self.sep();
        }
        if f.has_imm || f.soffset.is_none() {
            let imm = if self.generation.is_legacy() {
                f.imm / 4
            } else {
                f.imm
            };
            let sign = if imm < 0 { "-" } else { "" };
            self.put(format_args!("{sign}{:#x}", imm.unsigned_abs()));
        }
        self.flag(f.glc, "glc");
    }

    /// A vector ALU instruction; `bare` ones have no `_e32` or `_e64` suffix.
    fn vop(&mut self, row: &Row, f: &Vop, bare: bool) {
        let g = self.generation as usize;
        self.mnemonic(row);
        self.word(match f.form {
            // LLVM leaves the suffix out there.
            VopForm::Sdwa
                if row.shape.dst == Ty::Mask && self.generation.has(Gens::SDWA_TO_VCC) =>
            {
                ""
            }
            VopForm::Sdwa | VopForm::Dpp if row.name == "V_NOP" => "",
            VopForm::Sdwa => "_sdwa",
            VopForm::Dpp => "_dpp",
            _ if bare => "",
            VopForm::E32 => "_e32",
            // What has no 32-bit form in this generation needs no suffix.
            VopForm::E64 if row.opcodes[0][g].is_none() => "",
            VopForm::E64 => "_e64",
        });
        let shape = &row.shape;
        // The move within the accumulation registers.
        let moves_acc = row.name == "V_ACCVGPR_MOV_B32";
        if let (true, Operand::Literal(_)) = (row.flags.has(Flags::SGPR_DST), f.src[1]) {
            self.sep();
            self.classed(f.src[1], Ty::B32, Class::Scalar32);
        } else if row.flags.has(Flags::SGPR_DST) {
            self.sgpr(f.vdst, 1);
        } else if shape.dst != Ty::None && shape.dst != Ty::Mask {
            self.data(moves_acc, f.vdst, shape.dst.dwords());
        }
        if shape.dst == Ty::Mask || row.flags.has(Flags::CARRY_OUT) {
            self.sgpr(f.sdst, 2);
        }
        let mixed = shape.src.iter().any(|ty| ty.is_float());
        for i in 0..3 {
            match f.src[i] {
                _ if shape.src[i] == Ty::None => {}
                Operand::Vgpr(r) if moves_acc => self.data(true, r, 1),
                Operand::Literal(k) if is_constant_k(row, i) => {
                    self.sep();
                    self.put(format_args!("{k:#x}"));
                }
                // The exponent is an integer, but LLVM prints constants there as f16.
                Operand::Float(c) if row.name == "V_LDEXP_F16" && i == 1 && f.neg & 2 == 0 => {
                    self.sep();
                    self.float(c, false);
                }
                _ => {
                    self.sep();
                    let ty = source_type(row, i, f.src[i]);
                    let extends = mixed && !ty.is_float();
                    let extends = extends && !self.generation.has(Gens::NEW_TO_LLVM);
                    if row.flags.has(Flags::TRUTH_TABLE) {
                        self.classed(f.src[i], ty, Class::Any);
                    } else {
                        self.modified(f, i, ty, Class::of_vector_source(row, i), extends);
                    }
                }
            }
        }
        match f.form {
            VopForm::E32 => {}
            VopForm::E64 => {
                if row.flags.has(Flags::TRUTH_TABLE) {
                    self.truth_table(f);
                }
                if row.flags.has(Flags::LANE_CONTROLS) {
                    self.flag(f.op_sel & 2 != 0, "bound_ctrl:1");
                    self.flag(f.op_sel & 1 != 0, "fi:1");
                }
                if row.flags.has(Flags::OP_SEL) && f.op_sel != 0 {
                    let n = (0..3).filter(|&i| shape.src[i] != Ty::None).count()
                        + usize::from(crate::decode::has_hidden_source(row));
                    let bits: Vec<String> = (0..n)
                        .chain([3])
                        .map(|i| (f.op_sel >> i & 1).to_string())
                        .collect();
                    self.put(format_args!(" op_sel:[{}]", bits.join(",")));
                }
                if !row.flags.has(Flags::TRUTH_TABLE) {
                    self.clamp_omod(f);
                }
            }
            VopForm::Sdwa => {
                self.clamp_omod(f);
                if let Some(s) = &f.sdwa {
                    self.sdwa(row, s);
                }
            }
            VopForm::Dpp => {
                if let Some(d) = &f.dpp {
                    self.dpp(d, is_wide(row) && self.generation.has(Gens::WIDE_DPP));
                }
            }
        }
    }

    /// The table of V_BITOP3, as LLVM writes small numbers and others.
    fn truth_table(&mut self, f: &Vop) {
        match f.truth_table() {
            0 => {}
            n @ 1..=10 => self.put(format_args!(" bitop3:{n}")),
            n => self.put(format_args!(" bitop3:{n:#x}")),
        }
    }

    /// CLAMP and OMOD.
    fn clamp_omod(&mut self, f: &Vop) {
        self.flag(f.clamp, "clamp");
        self.flag(f.omod == 1, "mul:2");
        self.flag(f.omod == 2, "mul:4");
        self.flag(f.omod == 3, "div:2");
    }

    /// Source `i` with its modifiers; `extends` where LLVM takes NEG for sign extension.
    fn modified(&mut self, f: &Vop, i: usize, ty: Ty, class: Class, extends: bool) {
        let on = |bits: u8| bits >> i & 1 != 0;
        // The encodings share the bit of NEG with SEXT; beside floats integers only have the latter.
        let sext = on(f.sdwa.map_or(0, |s| s.sext)) || (on(f.neg) && extends);
        if sext {
            self.word("sext(");
        } else if on(f.neg) {
            // A minus in front of a constant would make another constant.
            let constant = matches!(f.src[i], Operand::Int(_) | Operand::Float(_));
            if constant && !on(f.abs) {
                self.word("neg(");
                self.classed(f.src[i], ty, class);
                return self.word(")");
            }
            self.word("-");
        }
        let bars = on(f.abs);
        self.word(if bars { "|" } else { "" });
        self.classed(f.src[i], ty, class);
        self.word(if bars { "|" } else { "" });
        self.word(if sext { ")" } else { "" });
    }

    fn sdwa(&mut self, row: &Row, s: &Sdwa) {
        if !matches!(row.shape.dst, Ty::Mask | Ty::None) && !crate::decode::from_fp8(row) {
            // LLVM 19 writes the reserved value like 0.
            let unused = SDWA_UNUSED.get(usize::from(s.dst_unused));
            let (sel, unused) = (
                SDWA_SEL[usize::from(s.dst_sel)],
                unused.unwrap_or(&SDWA_UNUSED[0]),
            );
            self.put(format_args!(" dst_sel:{sel} dst_unused:{unused}"));
        }
        for i in 0..2 {
            if row.shape.src[i] != Ty::None {
                self.put(format_args!(
                    " src{i}_sel:{}",
                    SDWA_SEL[usize::from(s.src_sel[i])]
                ));
            }
        }
    }

    /// A DPP dword; `wide` with an operand of 64 bits.
    fn dpp(&mut self, d: &Dpp, wide: bool) {
        let c = d.ctrl;
        let last = |k: &DppControl| k.ctrl + k.values.map_or(0, |(first, last)| last - first);
        let control = DPP_CONTROLS
            .iter()
            .find(|k| (k.ctrl..=last(k)).contains(&c));
        match (c, control) {
            (..0x150 | 0x160.., _) if wide => {
                self.word("  /* DP ALU dpp only supports row_newbcast */");
            }
            (0..=0xff, _) => {
                let lane = |i: u32| c >> (2 * i) & 3;
                let (a, b, c, d) = (lane(0), lane(1), lane(2), lane(3));
                self.put(format_args!(" quad_perm:[{a},{b},{c},{d}]"));
            }
            // Comments of LLVM's, its spaces included.
            (0x150..=0x15f, _) if !self.generation.has(Gens::WIDE_DPP) => self.word(
                "  /* row_newbcast/row_share is not supported on ASICs earlier than GFX90A/GFX10 */",
            ),
            (_, Some(k)) => match k.values {
                None => self.put(format_args!(" {}", k.name)),
                Some((first, _)) => {
                    let value = first + (c - k.ctrl);
                    self.put(format_args!(" {}:{value}", k.name));
                }
            },
            (0x160..=0x16f, _) => {
                self.word(" /* row_xmask is not supported on ASICs earlier than GFX10 */");
            }
            _ => self.word(" /* Invalid dpp_ctrl value */"),
        }
        let (row_mask, bank_mask) = (d.row_mask, d.bank_mask);
        self.put(format_args!(
            " row_mask:{row_mask:#x} bank_mask:{bank_mask:#x}"
        ));
        self.flag(d.bound_ctrl, "bound_ctrl:1");
    }

    /// An interpolation in VOP3 form: the attribute is SRC0, the barycentric or parameter SRC1.
    fn interp(&mut self, row: &Row, f: &Vop, kind: Interp) {
        self.mnemonic(row);
        self.word(if kind.suffix { "_e64" } else { "" });
        self.vgpr(f.vdst, 1);
        self.sep();
        match f.src[1] {
            Operand::Literal(p) => self.interp_param(p),
            _ => self.modified(f, 1, Ty::F32, Class::Vector, false),
        }
        let Operand::Literal(attr) = f.src[0] else {
            return;
        };
        self.attribute(attr & 63, attr >> 6 & 3);
        if row.shape.src[2] != Ty::None {
            self.sep();
            self.modified(f, 2, Ty::F32, Class::Vector, false);
        }
        self.flag(attr >> 8 != 0, "high");
        self.clamp_omod(f);
    }

    fn vop3p(&mut self, op: Vop3p, f: &Vop) {
        let row = op.row();
        let src = &row.shape.src;
        self.mnemonic(row);
        if row.shape.dst != Ty::None {
            self.vgpr(f.vdst, row.shape.dst.dwords());
        }
        let mix = mixed(op);
        let n = src.iter().filter(|&&ty| ty != Ty::None).count();
        for (i, &ty) in src.iter().enumerate().take(n) {
            self.sep();
            if mix {
                self.modified(f, i, ty, Class::Any, false);
            } else {
                self.source(f.src[i], ty);
            }
        }
        let all = (1u8 << n) - 1;
        let default_hi = if mix { 0 } else { all };
        let mut list = |name: &str, bits: u8, default: u8| {
            if bits != default {
                let bits: Vec<String> = (0..n).map(|i| (bits >> i & 1).to_string()).collect();
                self.put(format_args!(" {name}:[{}]", bits.join(",")));
            }
        };
        list("op_sel", f.op_sel, 0);
        list("op_sel_hi", f.op_sel_hi, default_hi);
        if !mix {
            list("neg_lo", f.neg, 0);
            list("neg_hi", f.abs, 0);
        }
        self.flag(f.clamp, "clamp");
    }

    fn mai(&mut self, op: Mai, f: &MaiFields) {
        let row = op.row();
        let acc = |i: u8| if f.acc >> i & 1 != 0 { "a" } else { "v" };
        let name = row.mnemonics[self.generation as usize];
        match (f.scale, name.strip_prefix("v_mfma_")) {
            (Some(_), Some(rest)) => self.put(format_args!("v_mfma_scale_{rest}")),
            _ => self.word(name),
        }
        self.sep();
        self.range(acc(3), f.vdst.into(), row.shape.dst.dwords());
        for (i, &ty) in row.shape.src.iter().enumerate() {
            if ty == Ty::None {
                continue;
            }
            self.sep();
            match f.src[i] {
                Operand::Vgpr(r) => self.range(acc(i as u8), r.into(), f.source_dwords(op, i)),
                // LLVM has no tuples of so many scalar registers, and prints the first.
                Operand::Sgpr(r) if i < 2 && f.source_dwords(op, i) != ty.dwords() => {
                    self.range("s", r.into(), f.source_dwords(op, i));
                }
                Operand::Sgpr(r)
                    if ty == Ty::B1024
                        && !self.generation.has(Gens::NEW_TO_LLVM)
                        && is_general(self.generation, r) =>
                {
                    self.classed(
                        f.src[i],
                        Ty::B32,
                        Class::of_matrix_source(op, i, f.acc & 8 != 0),
                    );
                }
                op_ => self.classed(op_, ty, Class::of_matrix_source(op, i, f.acc & 8 != 0)),
            }
        }
        for scale in f.scale.iter().flatten() {
            self.sep();
            self.classed(scale.operand, Ty::B32, Class::Vector);
        }
        if let Some([a, b]) = f.scale {
            for (name, bit) in [("op_sel", 0), ("op_sel_hi", 1)] {
                let bits = [a, b].map(|s| s.byte >> bit & 1);
                if bits != [0; 2] || bit == 1 {
                    self.put(format_args!(" {name}:[{},{},0]", bits[0], bits[1]));
                }
            }
        }
        let negates = crate::decode::blgp_negates(self.generation, op);
        for (name, value) in [("cbsz", f.cbsz), ("abid", f.abid), ("blgp", f.blgp)] {
            if name == "blgp" && negates && value != 0 {
                let [a, b, c] = [0, 1, 2].map(|i| value >> i & 1);
                self.put(format_args!(" neg:[{a},{b},{c}]"));
            } else if value != 0 {
                self.put(format_args!(" {name}:{value}"));
            }
        }
    }

    fn ds(&mut self, op: Ds, f: &DsFields) {
        let row = op.row();
        let shape = &row.shape;
        self.mnemonic(row);
        if shape.dst != Ty::None {
            self.data(f.acc, f.vdst, shape.dst.dwords());
        }
        if crate::decode::ds_has_addr(op) {
            self.data(f.acc && crate::decode::ds_addr_is_data(op), f.addr, 1);
        }
        if shape.src[0] != Ty::None {
            self.data(f.acc, f.data0, shape.src[0].dwords());
        }
        if shape.src[1] != Ty::None {
            self.data(f.acc, f.data1, shape.src[1].dwords());
        }
        let offset = u16::from_le_bytes([f.offset0, f.offset1]);
        if op == Ds::DS_SWIZZLE_B32 {
            self.swizzle(offset);
        } else if crate::decode::ds_has_pair(op) {
            if f.offset0 != 0 {
                self.put(format_args!(" offset0:{}", f.offset0));
            }
            if f.offset1 != 0 {
                self.put(format_args!(" offset1:{}", f.offset1));
            }
        } else if offset != 0 {
            self.put(format_args!(" offset:{offset}"));
        }
        self.flag(f.gds, "gds");
    }

    /// The pattern in the offset of `ds_swizzle_b32`.
    fn swizzle(&mut self, offset: u16) {
        if offset == 0 {
            return;
        }
        self.word(" offset:");
        if offset & 0x8000 != 0 {
            if offset & 0x7f00 != 0 {
                return self.put(format_args!("{offset}"));
            }
            let lane = |i: u32| offset >> (2 * i) & 3;
            let (a, b, c, d) = (lane(0), lane(1), lane(2), lane(3));
            return self.put(format_args!("swizzle(QUAD_PERM,{a},{b},{c},{d})"));
        }
        let (and, or, xor) = (offset & 31, offset >> 5 & 31, offset >> 10 & 31);
        if self.generation.is_legacy() && (and & or | !and & xor) != 0 {
            // More than one offset means this pattern: only the number gives these bytes again.
            return self.put(format_args!("{offset}"));
        }
        if and == 31 && or == 0 && xor.is_power_of_two() {
            self.put(format_args!("swizzle(SWAP,{xor})"));
        } else if and == 31 && or == 0 && xor != 0 && (xor + 1).is_power_of_two() {
            self.put(format_args!("swizzle(REVERSE,{})", xor + 1));
        } else if xor == 0 && group_size(and) > 1 && or < group_size(and) {
            self.put(format_args!("swizzle(BROADCAST,{},{or})", group_size(and)));
        } else {
            let pattern: String = (0..5)
                .rev()
                .map(|i| match (and >> i & 1, or >> i & 1, xor >> i & 1) {
                    (0, 0, 0) | (_, 1, 1) => '0',
                    (0, 0, 1) | (_, 1, 0) => '1',
                    (_, _, 0) => 'p',
                    _ => 'i',
                })
                .collect();
            self.put(format_args!("swizzle(BITMASK_PERM,\"{pattern}\")"));
        }
    }

    fn flat(&mut self, op: Flat, f: &FlatFields) {
        let row = op.row();
        let (dst, data) = (row.shape.dst, row.shape.src[0]);
        let atomic = row.flags.has(Flags::ATOMIC);
        self.word(match f.seg {
            Segment::Flat => "flat_",
            Segment::Global => "global_",
            Segment::Scratch => "scratch_",
        });
        self.mnemonic(row);
        if dst != Ty::None && !f.lds && (!atomic || f.glc) {
            self.data(f.acc, f.vdst, dst.dwords());
        }
        match f.vaddr_dwords(self.generation) {
            0 => {
                self.sep();
                self.word("off");
            }
            n => self.vgpr(f.vaddr, n),
        }
        if data != Ty::None {
            self.data(f.acc, f.vdata, data.dwords());
        }
        match (f.seg, f.saddr) {
            (Segment::Flat, _) => {}
            (Segment::Global, Some(s)) => self.sgpr(s, 2),
            (Segment::Scratch, Some(s)) => self.sgpr(s, 1),
            (_, None) => {
                self.sep();
                self.word("off");
            }
        }
        if f.offset != 0 {
            self.put(format_args!(" offset:{}", f.offset));
        }
        self.cache(f.glc, f.slc, f.scc);
        self.flag(f.lds && !self.generation.has(Gens::SVE), "lds");
    }

    fn mubuf(&mut self, op: Mubuf, f: &MubufFields) {
        let row = op.row();
        self.mnemonic(row);
        if !crate::decode::mubuf_has_address(op) {
            return self.cache(f.glc, f.slc, f.scc);
        }
        let store_lds = op == Mubuf::BUFFER_STORE_LDS_DWORD;
        let data = op.data_dwords(self.generation);
        if !store_lds {
            if !f.lds {
                self.data(f.acc, f.vdata, data + u8::from(f.tfe));
            }
            self.buffer_address(f);
        }
        self.sgpr(f.srsrc, 4);
        self.ssrc(f.soffset, Ty::B32);
        self.buffer_offset(f);
        self.flag(store_lds, "lds");
        self.cache(f.glc, f.slc, f.scc);
        self.flag(f.lds && !store_lds, "lds");
        self.flag(f.tfe, "tfe");
    }

    /// The address registers of a buffer access.
    fn buffer_address(&mut self, f: &MubufFields) {
        if f.offen || f.idxen || f.addr64 {
            let both = (f.offen && f.idxen) || f.addr64;
            self.vgpr(f.vaddr, 1 + u8::from(both));
        } else {
            self.sep();
            self.word("off");
        }
    }

    /// The addressing mode and offset of a buffer access.
    fn buffer_offset(&mut self, f: &MubufFields) {
        self.flag(f.idxen, "idxen");
        self.flag(f.offen, "offen");
        self.flag(f.addr64, "addr64");
        if f.offset != 0 {
            self.put(format_args!(" offset:{}", f.offset));
        }
    }
}

/// Whether source `i` is the constant of v_madmk, v_madak and the like, which LLVM writes in hexadecimal.
pub(crate) fn is_constant_k(row: &Row, i: usize) -> bool {
    match i {
        1 => matches!(row.name, "V_MADMK_F32" | "V_MADMK_F16" | "V_FMAMK_F32"),
        2 => matches!(row.name, "V_MADAK_F32" | "V_MADAK_F16" | "V_FMAAK_F32"),
        _ => false,
    }
}

/// Whether a VOP1 or VOP2 instruction has an operand of 64 bits, beside lane masks.
pub(crate) fn is_wide(row: &Row) -> bool {
    let wide = |ty: &Ty| *ty != Ty::Mask && ty.dwords() == 2;
    wide(&row.shape.dst) || row.shape.src.iter().any(wide)
}

/// As what the text has source `i`, of which the operand is `op`: the literal of V_DOT2C_F32_F16 is two
/// halves, though the source has the modifiers of one.
pub(crate) fn source_type(row: &Row, i: usize, op: Operand) -> Ty {
    match (row.name, op) {
        ("V_DOT2C_F32_F16", Operand::Literal(_)) => Ty::V2F16,
        ("V_DOT2C_F32_BF16", Operand::Literal(_)) => Ty::V2Bf16,
        _ => row.shape.src[i],
    }
}

/// The number of lanes that an AND mask of `ds_swizzle_b32` keeps together; 0 when it is not a group.
fn group_size(and: u16) -> u16 {
    let size = 32 - and;
    if size.is_power_of_two() && size <= 32 {
        size
    } else {
        0
    }
}

/// Whether the sources are single values with f32 modifiers rather than packed halves.
pub(crate) fn mixed(op: Vop3p) -> bool {
    matches!(
        op,
        Vop3p::V_MAD_MIX_F32
            | Vop3p::V_MAD_MIXLO_F16
            | Vop3p::V_MAD_MIXHI_F16
            | Vop3p::V_FMA_MIX_F32
            | Vop3p::V_FMA_MIXLO_F16
            | Vop3p::V_FMA_MIXHI_F16
    )
}

/// What differs between the interpolation instructions.
#[derive(Clone, Copy)]
struct Interp {
    /// Has a VINTRP form too.
    suffix: bool,
}

/// Whether a VOP3 instruction interpolates.
pub(crate) fn interpolates(op: Vop3) -> bool {
    interp(op).is_some()
}

/// How a VOP3 instruction interpolates, if it does.
fn interp(op: Vop3) -> Option<Interp> {
    match op {
        Vop3::V_INTERP_P1_F32 | Vop3::V_INTERP_P2_F32 | Vop3::V_INTERP_MOV_F32 => {
            Some(Interp { suffix: true })
        }
        Vop3::V_INTERP_P1LL_F16
        | Vop3::V_INTERP_P1LV_F16
        | Vop3::V_INTERP_P2_F16
        | Vop3::V_INTERP_P2_LEGACY_F16 => Some(Interp { suffix: false }),
        _ => None,
    }
}
