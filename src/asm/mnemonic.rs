//! Mnemonics to rows of the table, and what to say about those that are none.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::isa::{
    Ds, Exp, Flat, GENS, Gen, Gens, Mai, Mimg, Mtbuf, Mubuf, Segment, Smem, Sop1, Sop2, Sopc, Sopk,
    Sopp, Vintrp, Vop1, Vop2, Vop3, Vop3p, VopForm, Vopc,
};

/// A row of any encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Sop1(Sop1),
    Sop2(Sop2),
    Sopk(Sopk),
    Sopc(Sopc),
    Sopp(Sopp),
    Smem(Smem),
    Vop1(Vop1),
    Vop2(Vop2),
    Vopc(Vopc),
    Vop3(Vop3),
    Vop3p(Vop3p),
    Mai(Mai),
    Ds(Ds),
    Flat(Flat, Segment),
    Mubuf(Mubuf),
    Mtbuf(Mtbuf),
    Mimg(Mimg),
    Vintrp(Vintrp),
    Exp(Exp),
}

impl Op {
    /// Whether a scalar instruction's constants can be literals.
    pub fn has_literals(self) -> bool {
        use Op::{Smem, Sop1, Sop2, Sopc};
        matches!(self, Sop1(_) | Sop2(_) | Sopc(_) | Smem(_))
    }

    /// Whether the mnemonic may have a suffix that names the form.
    pub fn has_forms(self) -> bool {
        use Op::{Mai, Vintrp, Vop1, Vop2, Vop3, Vop3p, Vopc};
        matches!(
            self,
            Vop1(_) | Vop2(_) | Vopc(_) | Vop3(_) | Vop3p(_) | Mai(_) | Vintrp(_)
        )
    }
}

/// The text in front of the FLAT rows' mnemonics.
pub const SEGMENTS: [(Segment, &str); 3] = [
    (Segment::Flat, "flat_"),
    (Segment::Global, "global_"),
    (Segment::Scratch, "scratch_"),
];

type Index = HashMap<String, Vec<Op>>;

/// The rows of each generation by mnemonic.
static INDEX: LazyLock<[Index; GENS]> = LazyLock::new(|| Gen::ALL.map(index));

fn index(generation: Gen) -> Index {
    let mut index = Index::new();
    let g = generation as usize;
    macro_rules! add {
        ($($enum:ident)+) => {$(
            for &op in $enum::ALL {
                let row = op.row();
                if row.exists(generation) {
                    let name = row.mnemonics[g].to_owned();
                    index.entry(name).or_default().push(Op::$enum(op));
                }
            }
        )+};
    }
    add! { Sop1 Sop2 Sopk Sopc Sopp Smem Vop1 Vop2 Vopc Vop3 Vop3p Mai Vintrp Ds Mubuf Mtbuf Mimg Exp }
    for &op in Mai::ALL.iter().filter(|op| op.row().exists(generation)) {
        let rest = op.row().mnemonics[g].strip_prefix("v_mfma_");
        if let Some(rest) = rest.filter(|_| crate::decode::is_narrow(op)) {
            let name = format!("{}{rest}", super::vector::SCALED);
            index.entry(name).or_default().push(Op::Mai(op));
        }
    }
    if generation.has(Gens::SPELLS_BLOCKS) {
        // Its own spelling of matrix instructions sets types apart; LLVM takes the earlier ones too.
        for &op in Mai::ALL.iter().filter(|op| op.row().exists(generation)) {
            let names = &op.row().mnemonics;
            let before = names[Gen::Gfx90a as usize];
            for name in [Some(before.to_owned()), joined(names[g])]
                .into_iter()
                .flatten()
            {
                let ops = index.entry(name).or_default();
                if !ops.contains(&Op::Mai(op)) {
                    ops.push(Op::Mai(op));
                }
            }
        }
    }
    for &op in Flat::ALL {
        for (column, (segment, prefix)) in SEGMENTS.into_iter().enumerate() {
            if op.row().opcodes[column][g].is_some() {
                let name = format!("{prefix}{}", op.row().mnemonics[g]);
                index.entry(name).or_default().push(Op::Flat(op, segment));
            }
        }
    }
    index
}

/// `v_mfma_f32_32x32x1f32` for `v_mfma_f32_32x32x1_2b_f32`; `None` where the types of A and B are two, but for sparse ones.
fn joined(name: &str) -> Option<String> {
    let parts: Vec<&str> = name.split('_').collect();
    match parts[..] {
        ["v", kind, sum, size, ty] => Some(format!("v_{kind}_{sum}_{size}{ty}")),
        ["v", kind, sum, size, blocks, ty] if blocks.ends_with('b') => {
            Some(format!("v_{kind}_{sum}_{size}{ty}"))
        }
        ["v", "smfmac", sum, size, a, b] => Some(format!("v_smfmac_{sum}_{size}{a}{b}")),
        _ => None,
    }
}

/// The suffixes that name a form.
const SUFFIXES: [(&str, VopForm); 4] = [
    ("_e32", VopForm::E32),
    ("_e64", VopForm::E64),
    ("_sdwa", VopForm::Sdwa),
    ("_dpp", VopForm::Dpp),
];

/// Those that have accumulation registers.
const WITH_ACC: &[Gen] = Gen::ALL.split_at(Gen::Gfx908 as usize).1;

/// Names that LLVM's assembler takes for another instruction of the generation, of which it then makes
/// the 64-bit form: those of generations, alias, mnemonic.
const ALIASES: [(&[Gen], &str, &str); 6] = [
    // The low half of a product is the same whatever the signs: later generations have one instruction.
    (
        Gen::ALL.split_at(Gen::Gfx8 as usize).1,
        "v_mul_lo_i32",
        "v_mul_lo_u32",
    ),
    (WITH_ACC, "v_accvgpr_read", "v_accvgpr_read_b32"),
    (WITH_ACC, "v_accvgpr_write", "v_accvgpr_write_b32"),
    (&[Gen::Gfx6, Gen::Gfx7], "v_add_co_u32", "v_add_i32"),
    (&[Gen::Gfx6, Gen::Gfx7], "v_sub_co_u32", "v_sub_i32"),
    (&[Gen::Gfx6, Gen::Gfx7], "v_subrev_co_u32", "v_subrev_i32"),
];

/// Rows, and the form that a suffix asks for.
pub type Rows = (&'static [Op], Option<VopForm>);

/// The rows that `mnemonic` may mean, and the form that its suffix asks for.
///
/// # Errors
/// What to say when there are none.
pub fn lookup(generation: Gen, mnemonic: &str) -> Result<Rows, String> {
    find(generation, mnemonic).ok_or_else(|| unknown(generation, mnemonic))
}

/// As [`lookup`], in CLRX's language: there scalar instructions have suffixes, too, `_e64` for a literal in place of each
/// constant. That is the second part.
///
/// # Errors
/// What to say when there are none.
pub fn clrx_lookup(generation: Gen, mnemonic: &str) -> Result<(Rows, Option<bool>), String> {
    let base = SUFFIXES
        .iter()
        .find_map(|(suffix, _)| mnemonic.strip_suffix(suffix));
    let base = base.unwrap_or(mnemonic);
    let renamed = CLRX_NAMES
        .iter()
        .find(|(gens, name, _)| *name == base && gens.contains(&generation))
        .map(|(_, _, known)| (*known).to_owned())
        .or_else(|| compare(base));
    let renamed = renamed.map(|known| known + &mnemonic[base.len()..]);
    let known = renamed.as_deref().unwrap_or(mnemonic);
    if let Some((ops, form)) = find(generation, known) {
        return Ok(((ops, form), None));
    }
    for (suffix, literals) in [("_e64", true), ("_e32", false)] {
        let base = known.strip_suffix(suffix).and_then(|b| find(generation, b));
        if let Some((ops, None)) = base {
            let has = ops.iter().any(|op| op.has_literals());
            return Ok(((ops, None), has.then_some(literals)));
        }
    }
    Err(unknown(generation, mnemonic))
}

/// CLRX's names of instructions that have another in LLVM, by the generations that have them.
const CLRX_NAMES: &[(&[Gen], &str, &str)] = &[
    (&[Gen::Gfx6, Gen::Gfx7], "v_add_u32", "v_add_i32"),
    (&[Gen::Gfx6, Gen::Gfx7], "v_sub_u32", "v_sub_i32"),
    (&[Gen::Gfx6, Gen::Gfx7], "v_subrev_u32", "v_subrev_i32"),
    (&[Gen::Gfx8], "v_add_i32", "v_add_u32"),
    (&[Gen::Gfx8], "v_sub_i32", "v_sub_u32"),
    (&[Gen::Gfx8], "v_subrev_i32", "v_subrev_u32"),
    (&[Gen::Gfx7], "v_qsad_u8", "v_qsad_pk_u16_u8"),
    (&[Gen::Gfx6, Gen::Gfx7], "v_mqsad_u8", "v_mqsad_pk_u16_u8"),
    (
        Gen::ALL.split_at(Gen::Gfx8 as usize).1,
        "s_cmp_ne_u64",
        "s_cmp_lg_u64",
    ),
];

/// LLVM's name of a vector compare in CLRX's spelling: floats have `lg` and `tru` where integers have `ne` and `t`, and
/// CLRX has both for all.
fn compare(name: &str) -> Option<String> {
    let parts: Vec<&str> = name.split('_').collect();
    let [
        "v",
        kind @ ("cmp" | "cmpx" | "cmps" | "cmpsx"),
        relation,
        ty,
    ] = parts[..]
    else {
        return None;
    };
    let relation = match (relation, ty.starts_with('f')) {
        ("t", true) => "tru",
        ("tru", false) => "t",
        ("lg", false) => "ne",
        _ => return None,
    };
    Some(format!("v_{kind}_{relation}_{ty}"))
}

fn find(generation: Gen, mnemonic: &str) -> Option<Rows> {
    let index = &INDEX[generation as usize];
    if let Some(ops) = index.get(mnemonic) {
        return Some((ops, None));
    }
    let base = mnemonic.strip_suffix("_e64").unwrap_or(mnemonic);
    let alias = |a: &&(&[Gen], &str, &str)| a.0.contains(&generation) && a.1 == base;
    if let Some((_, _, name)) = ALIASES.iter().find(alias) {
        return Some((index.get(*name)?, Some(VopForm::E64)));
    }
    SUFFIXES.into_iter().find_map(|(suffix, form)| {
        let ops = index.get(mnemonic.strip_suffix(suffix)?)?;
        let has_forms = ops.iter().any(|op| op.has_forms());
        match (has_forms, form) {
            (true, form) => Some((ops.as_slice(), Some(form))),
            // What has one form has this one.
            (false, VopForm::E32) => Some((ops.as_slice(), None)),
            (false, VopForm::E64 | VopForm::Sdwa | VopForm::Dpp) => None,
        }
    })
}

/// How many letters of a misspelt mnemonic may differ.
const FARTHEST: usize = 2;

/// Why there is no such mnemonic: it belongs to other generations, or is misspelt.
fn unknown(generation: Gen, mnemonic: &str) -> String {
    let others: Vec<String> = Gen::ALL
        .into_iter()
        .filter(|g| find(*g, mnemonic).is_some())
        .map(|g| g.to_string())
        .collect();
    if !others.is_empty() {
        return format!(
            "{generation} has no instruction '{mnemonic}', only {} {}",
            others.join(", "),
            if others.len() == 1 { "has" } else { "have" },
        );
    }
    let suffix = SUFFIXES.iter().find(|(s, _)| mnemonic.ends_with(s));
    let suffix = suffix.map_or("", |(s, _)| s);
    let base = &mnemonic[..mnemonic.len() - suffix.len()];
    // Of equally near names the first, so that the message does not change from run to run.
    let near = INDEX[generation as usize]
        .keys()
        .filter(|name| name.len().abs_diff(base.len()) <= FARTHEST)
        .map(|name| (distance(base, name, FARTHEST), name))
        .min();
    match near {
        Some((0, name)) if !suffix.is_empty() => {
            format!("'{name}' has no form '{suffix}'")
        }
        Some((n, name)) if n <= FARTHEST && base.len() > 4 => {
            format!("there is no instruction '{mnemonic}'; did you mean '{name}{suffix}'?")
        }
        _ => format!("there is no instruction '{mnemonic}'"),
    }
}

/// Levenshtein's distance: insertions, deletions and replacements between two words; any number above
/// `limit` where it is above.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        let mut least = row[0];
        for (j, y) in b.bytes().enumerate() {
            let next = (diagonal + usize::from(x != y))
                .min(row[j] + 1)
                .min(row[j + 1] + 1);
            diagonal = row[j + 1];
            row[j + 1] = next;
            least = least.min(next);
        }
        if least > limit {
            return least;
        }
    }
    row[b.len()]
}
