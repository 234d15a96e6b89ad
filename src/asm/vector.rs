//! VOP1, VOP2, VOPC, VOP3, VOP3P, with SDWA and DPP.

use super::args::{Arg, File, Kind, Mod, ModValue, Reg, integer};
use super::constant::{Fold, constant, inline_half, value};
use super::lex::Error;
use super::scalar;
use super::taking::{Args, registers};
use crate::decode::{
    blgp_negates, from_fp8, has_form, has_hidden_source, has_sign, is_narrow, is_sparse, moves_acc,
};
use crate::disasm::class::Class;
use crate::disasm::{interpolates, is_constant_k, is_wide, mixed, source_type};
use crate::encode::encode;
use crate::isa::{
    Dpp, Flags, Gen, Gens, Inst, M0, Mai, MaiFields, Operand, Row, Scale, Sdwa, Ty, VCC_LO, Vop,
    Vop3, Vop3p, VopForm,
};
use crate::syntax::{CHANNELS, DPP_CONTROLS, INTERP_PARAMS, SDWA_SEL, SDWA_UNUSED};

/// Modifiers that make an instruction without suffix an SDWA one.
pub const SDWA_MODIFIERS: [&str; 4] = ["dst_sel", "dst_unused", "src0_sel", "src1_sel"];

/// Modifiers that make an instruction without suffix a DPP one, beside the controls.
pub const DPP_MODIFIERS: [&str; 4] = ["quad_perm", "row_mask", "bank_mask", "bound_ctrl"];

/// Fails where the form does not exist; its error is of no use when another form is tried too.
pub fn require_form(a: &Args, exists: bool, form: VopForm) -> Result<(), Error> {
    if exists {
        return Ok(());
    }
    let name = match form {
        VopForm::E32 => "32-bit",
        VopForm::E64 => "64-bit (VOP3)",
        VopForm::Sdwa => "SDWA",
        VopForm::Dpp => "DPP",
    };
    let message = format!("'{}' has no {name} form on {}", a.mnemonic, a.generation);
    Err(Error::new(1, message).ranked(0))
}

/// VOP1, VOP2, VOPC in any form.
pub fn vop(a: &Args, row: &Row, form: VopForm) -> Result<Vop, Error> {
    let g = a.generation as usize;
    let gfx9 = a.generation.is_gfx9();
    let exists = match form {
        VopForm::E32 => row.opcodes[0][g].is_some(),
        VopForm::E64 => row.opcodes[1][g].is_some(),
        VopForm::Sdwa | VopForm::Dpp => {
            !a.generation.is_legacy() && has_form(a.generation, row, form == VopForm::Sdwa)
        }
    };
    require_form(a, exists, form)?;
    let mut f = Vop::plain(0, [Operand::Int(0); 3]);
    f.form = form;
    if form == VopForm::Sdwa {
        f.sdwa = Some(Sdwa {
            dst_sel: 6,
            dst_unused: 0,
            src_sel: [6, 6],
            sext: 0,
        });
    }
    let any_mask =
        form == VopForm::E64 || (form == VopForm::Sdwa && gfx9 && row.shape.dst == Ty::Mask);
    operands(a, row, &mut f, any_mask)?;
    match form {
        VopForm::E32 => {}
        VopForm::E64 => {
            op_sel(a, row, &mut f)?;
            if row.flags.has(Flags::LANE_CONTROLS) {
                let on = |name| Ok(a.int(name, 0, 1)? == Some(1));
                f.op_sel = u8::from(on("fi")?) | u8::from(on("bound_ctrl")?) << 1;
            }
            clamp_omod(a, &mut f)?;
        }
        VopForm::Sdwa => {
            clamp_omod(a, &mut f)?;
            f.sdwa = Some(sdwa(a, row, f.sdwa)?);
        }
        VopForm::Dpp => f.dpp = Some(dpp(a, row)?),
    }
    Ok(f)
}

/// VOP3 only.
pub fn vop3(a: &Args, op: Vop3, form: VopForm) -> Result<Vop, Error> {
    require_form(a, form == VopForm::E64, form)?;
    let mut f = Vop::plain(0, [Operand::Int(0); 3]);
    f.form = form;
    if interpolates(op) {
        interp(a, op, &mut f)?;
    } else {
        operands(a, op.row(), &mut f, true)?;
    }
    op_sel(a, op.row(), &mut f)?;
    if op.row().flags.has(Flags::TRUTH_TABLE) {
        let table = a.int("bitop3", 0, 255)?.unwrap_or_default() as u8;
        (f.omod, f.abs, f.neg) = (table >> 6, table >> 3 & 7, table & 7);
        return Ok(f);
    }
    clamp_omod(a, &mut f)?;
    Ok(f)
}

/// VOP3P.
pub fn vop3p(a: &Args, op: Vop3p, form: VopForm) -> Result<Vop, Error> {
    require_form(a, form == VopForm::E64, form)?;
    let row = op.row();
    let mut f = Vop::plain(0, [Operand::Int(0); 3]);
    f.form = form;
    operands(a, row, &mut f, true)?;
    let n = sources(row);
    f.op_sel = a.bits("op_sel", n)?.unwrap_or_default();
    // In CLRX's language those of halves and of whole registers alike.
    let all = if mixed(op) && !a.is_clrx() {
        0
    } else {
        (1 << n) - 1
    };
    f.op_sel_hi = a.bits("op_sel_hi", n)?.unwrap_or(all);
    if a.is_clrx() && !mixed(op) {
        if f.abs != 0 {
            let message = "packed operands have no absolute value";
            return Err(Error::new(a.end(), message));
        }
        // A minus negates the lower half.
        f.neg |= a.bits("neg_lo", n)?.unwrap_or_default();
        f.abs = a.bits("neg_hi", n)?.unwrap_or_default();
    } else if !mixed(op) {
        if let Some(arg) = a.first_modified() {
            let message = "packed operands are negated by neg_lo and neg_hi";
            return Err(Error::new(arg.column, message));
        }
        f.neg = a.bits("neg_lo", n)?.unwrap_or_default();
        f.abs = a.bits("neg_hi", n)?.unwrap_or_default();
    }
    f.clamp = a.flag("clamp")?;
    Ok(f)
}

/// MAI.
pub fn mai(a: &Args, op: Mai, form: VopForm) -> Result<MaiFields, Error> {
    require_form(a, form == VopForm::E64, form)?;
    let shape = &op.row().shape;
    // With one file of registers the destination decides where C is.
    let acc = |arg: &Arg| matches!(arg.kind, Kind::Reg(r) if r.file == File::Acc);
    let either = a.generation.has(Gens::ONE_FILE) && !moves_acc(op);
    let acc_dst = if either {
        a.peek().is_some_and(acc)
    } else {
        op != Mai::V_ACCVGPR_READ_B32
    };
    let file = if acc_dst { File::Acc } else { File::Vector };
    let mut f = MaiFields {
        scale: None,
        vdst: a.reg(file, shape.dst.dwords())?,
        src: [Operand::Int(0); 3],
        acc: u8::from(acc_dst) << 3,
        cbsz: 0,
        abid: 0,
        blgp: 0,
    };
    if is_narrow(op) {
        // They say how many registers A and B have.
        f.cbsz = a.int("cbsz", 0, 4)?.unwrap_or_default() as u8;
        f.blgp = a.int("blgp", 0, 4)?.unwrap_or_default() as u8;
    }
    for (i, &ty) in shape
        .src
        .iter()
        .enumerate()
        .filter(|(_, ty)| **ty != Ty::None)
    {
        let class = Class::of_matrix_source(op, i, acc_dst);
        let what = registers(
            match class {
                Class::Acc(_) => File::Acc,
                _ => File::Vector,
            },
            f.source_dwords(op, i),
        );
        let dwords = f.source_dwords(op, i);
        let arg = a.plain(&what)?;
        let register = |r: &Reg| {
            // Of 32 scalar registers LLVM's text has the first.
            let first = ty == Ty::B1024 && r.file == File::Scalar && r.dwords == 1;
            arg.register(r.file, dwords).or(first.then_some(r.first))
        };
        f.src[i] = match &arg.kind {
            Kind::Reg(r) => match (register(r), r.file, class) {
                (Some(first), File::Scalar, _) => Operand::Sgpr(first),
                (Some(first), File::Acc, Class::Acc(_) | Class::Either(_)) => {
                    f.acc |= 1 << i;
                    Operand::Vgpr(first)
                }
                (
                    Some(first),
                    File::Vector,
                    Class::Any | Class::Vector | Class::Either(_) | Class::Vectors(_),
                ) => Operand::Vgpr(first),
                _ => return Err(a.mismatch(arg, &what)),
            },
            Kind::Special(op) => *op,
            Kind::Value(v, literal) if v.undefined.is_none() || a.is_pending(v) => {
                constant(a, arg, v, Ty::B32, *literal, Fold::default())?
            }
            _ => return Err(a.mismatch(arg, &what)),
        };
        if !scalar::in_class(arg, f.src[i], class) {
            return Err(a.mismatch(arg, &what));
        }
    }
    if is_narrow(op) {
        f.scale = scales(a)?;
    } else if !moves_acc(op) {
        f.cbsz = a.int("cbsz", 0, 7)?.unwrap_or_default() as u8;
        f.abid = a.int("abid", 0, 15)?.unwrap_or_default() as u8;
        f.blgp = match (blgp_negates(a.generation, op), is_sparse(op)) {
            (true, _) => a.bits("neg", 3)?.unwrap_or_default(),
            (false, true) => 0,
            (false, false) => a.int("blgp", 0, 7)?.unwrap_or_default() as u8,
        };
    }
    Ok(f)
}

/// The scales of a product of matrices, which its name tells of: registers, and with OP_SEL and OP_SEL_HI which byte.
fn scales(a: &Args) -> Result<Option<[Scale; 2]>, Error> {
    if !a.mnemonic.starts_with(SCALED) {
        return Ok(None);
    }
    let mut scale = [Scale {
        operand: Operand::Int(0),
        byte: 0,
    }; 2];
    for scale in &mut scale {
        scale.operand = Operand::Vgpr(a.vgpr(1)?);
    }
    for (name, by) in [("op_sel", 0), ("op_sel_hi", 1)] {
        let bits = a.bits(name, 3)?.unwrap_or_default();
        for (i, scale) in scale.iter_mut().enumerate() {
            scale.byte |= (bits >> i & 1) << by;
        }
    }
    Ok(Some(scale))
}

/// What the names of products of matrices with scales begin with, in place of `v_mfma_`.
pub const SCALED: &str = "v_mfma_scale_";

/// The number of sources.
fn sources(row: &Row) -> usize {
    row.shape.src.iter().filter(|ty| **ty != Ty::None).count()
}

/// Destinations and sources. Without `any_mask` lane masks are VCC.
fn operands(a: &Args, row: &Row, f: &mut Vop, any_mask: bool) -> Result<(), Error> {
    let shape = &row.shape;
    let vcc_is_left_out = leaves_vcc_out(a, row, f.form);
    if row.flags.has(Flags::SGPR_DST) {
        let (vdst, literal) = scalar::wide_destination(a, 1)?;
        f.vdst = vdst;
        // Only V_READFIRSTLANE has one, which stands for its second source.
        f.src[1] = literal.unwrap_or(f.src[1]);
    } else if !matches!(shape.dst, Ty::None | Ty::Mask) {
        f.vdst = if row.flags.has(Flags::ACC) {
            a.reg(File::Acc, 1)?
        } else {
            a.vgpr(shape.dst.dwords())?
        };
    }
    if shape.dst == Ty::Mask || row.flags.has(Flags::CARRY_OUT) {
        f.sdst = match shape.dst {
            _ if vcc_is_left_out => VCC_LO,
            Ty::Mask if f.form == VopForm::E64 => scalar::wide_destination(a, 2)?.0,
            _ => mask(a, any_mask)?,
        };
    }
    let mut bus = Bus::default();
    for (flag, register, dwords) in [(Flags::READS_VCC, VCC_LO, 2), (Flags::READS_M0, M0, 1)] {
        if row.flags.has(flag) {
            bus.read(tuple(register, dwords));
        }
    }
    for (i, ty) in shape.src.into_iter().enumerate() {
        if ty == Ty::None {
            continue;
        }
        let column = a.peek().map_or(a.end(), |arg| arg.column);
        f.src[i] = match ty {
            Ty::Mask if f.form == VopForm::E64 && !a.generation.is_legacy() => {
                source(a, row, f, i, ty, Class::Mask)?
            }
            Ty::Mask if vcc_is_left_out => Operand::Sgpr(VCC_LO),
            Ty::Mask => Operand::Sgpr(mask(a, f.form == VopForm::E64)?),
            _ if is_constant_k(row, i) => constant_k(a, ty)?,
            _ => source(a, row, f, i, ty, Class::of_vector_source(row, i))?,
        };
        // V_WRITELANE may take its lane from M0 beside another scalar.
        let lane = row.flags.has(Flags::IGNORES_EXEC) && i == 1;
        if !(lane && f.src[i] == Operand::Sgpr(M0)) {
            bus.operand(f.src[i], ty.dwords(), column)?;
        }
    }
    Ok(())
}

/// Whether VCC is left out, as it may be in the short form of an instruction with one lane mask: there it is always VCC.
fn leaves_vcc_out(a: &Args, row: &Row, form: VopForm) -> bool {
    let has_result = !matches!(row.shape.dst, Ty::None | Ty::Mask);
    let has_mask = row.shape.dst == Ty::Mask || row.flags.has(Flags::CARRY_OUT);
    // LLVM knows it for carries from the generation on that has additions without.
    if has_result && has_mask && !a.generation.is_gfx9() {
        return false;
    }
    let reads = row.shape.src.iter().filter(|ty| **ty == Ty::Mask).count();
    let all = usize::from(has_result) + usize::from(has_mask) + sources(row);
    form == VopForm::E32 && usize::from(has_mask) + reads == 1 && a.count() + 1 == all
}

/// The pair of scalar registers of a lane mask.
fn mask(a: &Args, any: bool) -> Result<u8, Error> {
    let column = a.peek().map_or(a.end(), |arg| arg.column);
    let first = a.sgpr(2)?;
    if !any && first != VCC_LO {
        return Err(Error::new(column, "expected vcc in this form").ranked(0));
    }
    Ok(first)
}

/// The constant of V_MADMK and V_MADAK, which is a literal always.
fn constant_k(a: &Args, ty: Ty) -> Result<Operand, Error> {
    let arg = a.plain("a constant")?;
    match value(arg) {
        Some((v, _)) => {
            let wide = v.float.is_none();
            let fits = !wide || !ty.is_16() || (-32768..=65535).contains(&v.int);
            if !fits && !a.is_pending(v) {
                let message = format!("{:#x} is not a constant of 16 bits", v.int);
                return Err(Error::new(arg.column, message).ranked(2));
            }
            let ty = match (wide, ty.is_16()) {
                (false, _) => ty,
                (true, true) => Ty::B16,
                (true, false) => Ty::B32,
            };
            constant(a, arg, v, ty, true, Fold::default())
        }
        None => Err(a.mismatch(arg, "a constant")),
    }
}

/// What an instruction reads over the constant bus: one scalar register or literal.
#[derive(Default)]
struct Bus {
    used: Option<u64>,
    literal: Option<u32>,
}

/// Marks a literal among what the bus carries.
const LITERAL: u64 = 1 << 32;

/// Scalar registers among what the bus carries. A register and a pair with it in it are two reads by LLVM.
fn tuple(first: u8, dwords: u8) -> u64 {
    u64::from(first) | u64::from(dwords.max(1)) << 8
}

impl Bus {
    /// Whether there is room for one more read.
    fn read(&mut self, what: u64) -> bool {
        let same = self.used.is_none_or(|u| u == what);
        self.used = Some(what);
        same
    }

    fn operand(&mut self, op: Operand, dwords: u8, column: usize) -> Result<(), Error> {
        let what = match op {
            Operand::Sgpr(r) => tuple(r, dwords),
            Operand::Aperture(code) => code.into(),
            Operand::Vccz => 251,
            Operand::Execz => 252,
            Operand::Scc => 253,
            Operand::Literal(v) => {
                if self.literal.is_some_and(|l| l != v) {
                    let message = "a second literal: an instruction has room for one";
                    return Err(Error::new(column, message).ranked(2));
                }
                self.literal = Some(v);
                LITERAL
            }
            Operand::Vgpr(_) | Operand::Int(_) | Operand::Float(_) | Operand::LdsDirect => {
                return Ok(());
            }
        };
        if self.read(what) {
            return Ok(());
        }
        let message = "the constant bus carries one scalar register or literal per vector \
                       instruction; this is another (copy it to a vector register before)";
        Err(Error::new(column, message).ranked(2))
    }
}

/// Source `i` of type `ty`, whose modifiers go into `f`. What is not in the class needs the comment
/// that LLVM's disassembler has on it.
fn source(
    a: &Args,
    row: &Row,
    f: &mut Vop,
    i: usize,
    ty: Ty,
    class: Class,
) -> Result<Operand, Error> {
    let form = f.form;
    // Lane numbers are scalars.
    let lane = row.flags.has(Flags::IGNORES_EXEC) && i == 1;
    let scalar = match form {
        VopForm::E32 => i == 0 || lane,
        VopForm::E64 => true,
        VopForm::Sdwa => a.generation.is_gfx9(),
        VopForm::Dpp => false,
    };
    let vectors = registers(File::Vector, ty.dwords());
    let what = match class {
        Class::Scalar => "a scalar register or a small number".to_owned(),
        Class::Mask | Class::Scalar32 | Class::Scalar64 => registers(File::Scalar, ty.dwords()),
        Class::Any if scalar => format!("{vectors}, as many scalar ones or a constant"),
        Class::Acc(_) => registers(File::Acc, ty.dwords()),
        Class::Either(_)
        | Class::Vectors(_)
        | Class::Any
        | Class::Vector
        | Class::VectorOrLds
        | Class::Vector128 => vectors,
    };
    let arg = a.next(&what)?;
    a.sources.set(a.sources.get().max(i + 1));
    let fold = modifiers(a, arg, f, i, has_sign(row, ty))?;
    // CLRX writes two registers for the classes that a number of 64 bits is compared with, of which one counts.
    let is_class = row.shape.dst == Ty::Mask && row.shape.src[0] == Ty::F64 && i == 1;
    let pair = a.is_clrx() && is_class && matches!(arg.kind, Kind::Reg(r) if r.dwords == 2);
    let dwords = if pair { 2 } else { ty.dwords() };
    let op = match &arg.kind {
        Kind::Reg(r) => match (arg.register(r.file, dwords), r.file) {
            (Some(first), File::Acc) if matches!(class, Class::Acc(_)) => Operand::Vgpr(first),
            (Some(first), File::Vector) if !matches!(class, Class::Acc(_)) => Operand::Vgpr(first),
            (Some(first), File::Scalar) => Operand::Sgpr(first),
            (Some(_), File::Acc | File::Vector) => return Err(a.mismatch(arg, &what)),
            (None, _) => return Err(a.mismatch(arg, &what)),
        },
        Kind::Special(op) => *op,
        Kind::Value(v, literal) if v.undefined.is_none() || a.is_pending(v) => {
            let ty = match (arg.is_noted_constant(), v.float.is_none()) {
                (true, _) => Ty::B32,
                // Two halves are written as the number that they are.
                (_, true) => source_type(row, i, Operand::Literal(0)),
                _ => ty,
            };
            let op = constant(a, arg, v, ty, *literal, fold)?;
            match op {
                Operand::Literal(bits) if form != VopForm::E32 && ty.is_16() && !literal => {
                    inline_half(a.generation, bits).unwrap_or(op)
                }
                op => op,
            }
        }
        _ => return Err(a.mismatch(arg, &what)),
    };
    let fail = |message: String, rank: u8| Err(Error::new(arg.column, message).ranked(rank));
    match op {
        _ if !scalar::in_class(arg, op, class) => Err(a.mismatch(arg, &what)),
        Operand::Vgpr(_) => Ok(op),
        // The error of the larger form says more, if there is one.
        _ if !scalar => Err(a.mismatch(arg, &what).ranked(0)),
        Operand::Literal(v) if form != VopForm::E32 || lane => fail(
            format!("{v:#x} is not an inline constant, and this form has no literal"),
            1,
        ),
        _ => Ok(op),
    }
}

/// Puts the modifiers of source `i` into `f`; in the 32-bit form constants take them.
fn modifiers(a: &Args, arg: &Arg, f: &mut Vop, i: usize, float: bool) -> Result<Fold, Error> {
    let (neg, abs, sext) = a.source_modifiers(arg, i);
    let fail = |message: &str, rank: u8| Err(Error::new(arg.column, message).ranked(rank));
    if !(neg || abs || sext) {
        return Ok(Fold::default());
    }
    // CLRX has them for operands of any type.
    if (neg || abs) && !float && !a.is_clrx() {
        return fail(
            "an integer operand has no negation and no absolute value",
            1,
        );
    }
    if sext && float && !a.is_clrx() {
        return fail("a floating-point operand has no sext()", 1);
    }
    if f.form == VopForm::E32 {
        if value(arg).is_some() && !sext && !a.is_clrx() {
            return Ok(Fold { neg, abs });
        }
        return fail("the 32-bit form has no source modifiers", 0);
    }
    match &mut f.sdwa {
        Some(s) => s.sext |= u8::from(sext) << i,
        // Beside floats, integers have the bit too.
        None if a.is_clrx() && sext => return fail("only SDWA has sext()", 0),
        None => f.neg |= u8::from(sext) << i,
    }
    f.neg |= u8::from(neg) << i;
    f.abs |= u8::from(abs) << i;
    Ok(Fold::default())
}

/// `op_sel:[...]`: a bit per source, then the destination.
fn op_sel(a: &Args, row: &Row, f: &mut Vop) -> Result<(), Error> {
    if !row.flags.has(Flags::OP_SEL) || !a.generation.is_gfx9() {
        return Ok(());
    }
    let n = sources(row) + usize::from(has_hidden_source(row));
    if let Some(bits) = a.bits("op_sel", n + 1)? {
        f.op_sel = (bits & ((1 << n) - 1)) | (bits >> n & 1) << 3;
    }
    Ok(())
}

/// `clamp`, `mul:2`, `mul:4`, `div:2`.
fn clamp_omod(a: &Args, f: &mut Vop) -> Result<(), Error> {
    f.clamp = a.flag("clamp")?;
    let (mul, div) = (a.modifier("mul")?, a.modifier("div")?);
    let Some(m) = mul.or(div) else {
        return Ok(());
    };
    let fail = |what: &str| Err(Error::new(m.column, what));
    if mul.is_some() && div.is_some() {
        return fail("a second output modifier");
    }
    let factor = a.int(m.name, i64::MIN, i64::MAX)?;
    f.omod = match (m.name, factor) {
        // Nothing, but LLVM takes it.
        (_, Some(1)) => 0,
        ("mul", Some(2)) => 1,
        ("mul", Some(4)) => 2,
        ("div", Some(2)) => 3,
        _ => return fail("the output modifiers are mul:2, mul:4 and div:2"),
    };
    Ok(())
}

/// The word behind modifier `name`, as an index into `names`, which LLVM 22 takes, too.
fn select(a: &Args, name: &str, names: &[&str], default: u8) -> Result<u8, Error> {
    let Some(m) = a.modifier(name)? else {
        return Ok(default);
    };
    let index = match &m.value {
        ModValue::Value(v) => match v.word {
            Some(word) => names.iter().position(|n| *n == word),
            None if a.is_clrx() => None,
            None => integer(v, m.column).ok().and_then(|n| n.try_into().ok()),
        },
        _ => None,
    };
    let index = index.filter(|n| *n < names.len());
    index.map(|i| i as u8).ok_or_else(|| {
        let message = format!("'{name}' is one of {}", names.join(", "));
        Error::new(m.column, message)
    })
}

/// The selects; what is not given is a whole dword, and the rest of the destination is kept.
fn sdwa(a: &Args, row: &Row, sext: Option<Sdwa>) -> Result<Sdwa, Error> {
    let mut s = Sdwa {
        dst_sel: 6,
        dst_unused: 0,
        src_sel: [6, 6],
        sext: sext.map_or(0, |s| s.sext),
    };
    if !matches!(row.shape.dst, Ty::Mask | Ty::None) && !from_fp8(row) {
        s.dst_sel = select(a, "dst_sel", &SDWA_SEL, 6)?;
        let unused = if a.is_clrx() { 0 } else { 2 };
        s.dst_unused = select(a, "dst_unused", &SDWA_UNUSED, unused)?;
    }
    for (i, name) in ["src0_sel", "src1_sel"].into_iter().enumerate() {
        if row.shape.src[i] != Ty::None {
            s.src_sel[i] = select(a, name, &SDWA_SEL, 6)?;
        }
    }
    Ok(s)
}

fn dpp(a: &Args, row: &Row) -> Result<Dpp, Error> {
    let mut ctrl = None;
    let mut set = |m: &Mod, value: u16| match ctrl.replace(value) {
        None => Ok(()),
        Some(_) => Err(Error::new(m.column, "a second DPP control")),
    };
    if let Some(m) = a.modifier("quad_perm")? {
        let list = a.list(m)?.unwrap_or_default();
        if list.len() != 4 || list.iter().any(|n| !(0..=3).contains(n)) {
            let message = "quad_perm is a list of four lanes, 0 to 3";
            return Err(Error::new(m.column, message));
        }
        let lanes = list.iter().enumerate();
        set(m, lanes.map(|(i, n)| (*n as u16) << (2 * i)).sum())?;
    }
    let mut seen = "";
    for control in DPP_CONTROLS {
        // Two rows may share a name.
        if control.name == seen {
            continue;
        }
        let Some(m) = a.modifier(control.name)? else {
            continue;
        };
        seen = control.name;
        let same = || DPP_CONTROLS.iter().filter(|c| c.name == control.name);
        let value = match control.values {
            None => {
                a.flag(control.name)?;
                Some(control.ctrl)
            }
            Some(_) => {
                let n = a.int(control.name, 0, 255)?.unwrap_or_default() as u16;
                same().find_map(|c| {
                    let (first, last) = c.values?;
                    (first..=last).contains(&n).then(|| c.ctrl + (n - first))
                })
            }
        };
        let Some(value) = value else {
            let ranges: Vec<String> = same()
                .filter_map(|c| c.values)
                .map(|(a, b)| {
                    if a == b {
                        format!("{a}")
                    } else {
                        format!("{a} to {b}")
                    }
                })
                .collect();
            let message = format!("{} takes {}", control.name, ranges.join(" or "));
            return Err(Error::new(m.column, message));
        };
        set(m, value)?;
    }
    // In CLRX's language each lane reads itself, unless it says otherwise.
    let ctrl = ctrl.or(a.is_clrx().then_some(0b11_10_01_00));
    let Some(ctrl) = ctrl else {
        let message = "a DPP control is missing (quad_perm, row_shl, row_mirror, ...)";
        return Err(Error::new(a.end(), message));
    };
    let newbcast = (0x150..0x160).contains(&ctrl);
    if newbcast && !a.generation.has(Gens::WIDE_DPP) {
        let message = format!("{} has no row_newbcast", a.generation);
        return Err(Error::new(a.end(), message));
    }
    if !newbcast && is_wide(row) && a.generation.has(Gens::WIDE_DPP) {
        let message = "with operands of 64 bits the DPP control is row_newbcast";
        return Err(Error::new(a.end(), message));
    }
    Ok(Dpp {
        ctrl,
        // Both spellings set the bit: LLVM wrote 0 for it before it wrote 1.
        bound_ctrl: a.int("bound_ctrl", 0, 1)?.is_some(),
        bank_mask: a.int("bank_mask", 0, 15)?.unwrap_or(15) as u8,
        row_mask: a.int("row_mask", 0, 15)?.unwrap_or(15) as u8,
    })
}

/// An interpolation in VOP3 form: destination, barycentric or parameter, attribute, third source.
fn interp(a: &Args, op: Vop3, f: &mut Vop) -> Result<(), Error> {
    let row = op.row();
    f.vdst = a.vgpr(1)?;
    f.src[1] = match op {
        Vop3::V_INTERP_MOV_F32 => Operand::Literal(interp_param(a)?.into()),
        _ => source(a, row, f, 1, Ty::F32, Class::Vector)?,
    };
    let (number, channel) = attribute(a)?;
    if row.shape.src[2] != Ty::None {
        f.src[2] = source(a, row, f, 2, row.shape.src[2], Class::Vector)?;
    }
    let halves = row.flags.has(Flags::F16_ATTRIBUTE);
    let high = halves && a.flag("high")?;
    let field = u32::from(number) | u32::from(channel) << 6 | u32::from(high) << 8;
    f.src[0] = Operand::Literal(field);
    Ok(())
}

/// `p10`, `p20` or `p0`.
pub fn interp_param(a: &Args) -> Result<u8, Error> {
    let what = "p10, p20 or p0";
    let arg = a.plain(what)?;
    let word = value(arg).and_then(|(v, _)| v.word).unwrap_or_default();
    let known = INTERP_PARAMS.iter().position(|n| *n == word);
    known.map(|i| i as u8).ok_or_else(|| a.mismatch(arg, what))
}

/// `attr5.x`: number and channel. The field has room for more numbers than there are.
pub fn attribute(a: &Args) -> Result<(u8, u8), Error> {
    let most = if a.is_clrx() { 63 } else { 32 };
    let what = format!("an attribute such as attr0.x, up to attr{most}");
    let what = what.as_str();
    let arg = a.plain(what)?;
    let word = value(arg).and_then(|(v, _)| v.word).unwrap_or_default();
    let parts = word
        .strip_prefix("attr")
        .and_then(|rest| rest.split_once('.'));
    let found = parts.and_then(|(number, channel)| {
        let channel = CHANNELS.iter().position(|c| *c == channel)?;
        let number = number.parse().ok().filter(|n| *n <= most)?;
        Some((number, channel as u8))
    });
    found.ok_or_else(|| a.mismatch(arg, what))
}

/// Why `inst` cannot be encoded: what it lacks once it can.
pub fn why_not(generation: Gen, inst: &Inst, column: usize) -> Error {
    let fail = |message: &str| Error::new(column, message).ranked(2);
    let f = match *inst {
        Inst::Vop1 { f, .. }
        | Inst::Vop2 { f, .. }
        | Inst::Vopc { f, .. }
        | Inst::Vop3 { f, .. }
        | Inst::Vop3p { f, .. } => f,
        _ => return fail("no encoding of this instruction has these operands"),
    };
    type Change = fn(&mut Vop);
    let changes: [(&str, Change); 6] = [
        ("this instruction has no clamp", |f| f.clamp = false),
        ("this instruction has no output modifier", |f| f.omod = 0),
        ("this instruction has no op_sel for that operand", |f| {
            f.op_sel = 0
        }),
        ("this instruction has no such source modifiers", |f| {
            f.neg = 0;
            f.abs = 0;
        }),
        ("the first source must be a vector register here", |f| {
            f.src[0] = Operand::Vgpr(0);
        }),
        (
            "a source must be a scalar register or a small number here",
            |f| {
                f.src[1] = Operand::Int(0);
            },
        ),
    ];
    for (message, change) in changes {
        let mut f = f;
        change(&mut f);
        let changed = match *inst {
            Inst::Vop1 { op, .. } => Inst::Vop1 { op, f },
            Inst::Vop2 { op, .. } => Inst::Vop2 { op, f },
            Inst::Vopc { op, .. } => Inst::Vopc { op, f },
            Inst::Vop3 { op, .. } => Inst::Vop3 { op, f },
            Inst::Vop3p { op, .. } => Inst::Vop3p { op, f },
            other => other,
        };
        if encode(generation, &changed).is_some() {
            return fail(message);
        }
    }
    fail("no encoding of this instruction has these operands")
}
