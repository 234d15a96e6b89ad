//! Programs of little else than what may come too soon after something else: pieces that write, load, store and read a
//! few registers, waits that may be too weak, wait states that may be too few, and branches and calls between them, so that
//! paths meet on which different things are under way. Accesses to the LDS end near its end.

use super::{BASE, LANE4, TARGET, VSHARP};
use crate::asm::parse_inst;
use crate::fuzz::Source;
use crate::fuzz::code::{CODE, Item, Words};
use crate::isa::{Gen, Gens};

/// Pieces. `{v}`: a vector register of a few; `{s}`: a scalar one, `{ss}`: a pair of those; `{n}`: a small number;
/// `{k}`: an offset of some dwords; `{e}`: the address of a byte near the end of the LDS. What a generation does not have is left out.
const PIECES: &[&[&str]] = &[
    // What is waited for.
    &[
        "s_load_dword {s}, {base}, {k}",
        "s_load_dwordx2 vcc, {base}, {k}",
        "buffer_load_dword {v}, {lane4}, {buffer}, 0 offen offset:{k}",
        "buffer_load_dwordx2 v[2:3], {lane4}, {buffer}, 0 offen",
        "buffer_store_dword {v}, {lane4}, {buffer}, 0 offen offset:{k}",
        "buffer_store_dwordx4 v[2:5], {lane4}, {buffer}, 0 offen",
        "global_load_dword {v}, {lane4}, {base}",
        "ds_read_b32 {v}, {lane4} offset:{k}",
        "ds_write_b32 {lane4}, {v} offset:{k}",
        "ds_bpermute_b32 {v}, {lane4}, {v}",
        "ds_swizzle_b32 {v}, {v} offset:swizzle(SWAP,1)",
    ],
    // What wait states are counted from.
    &[
        "v_cmp_lt_u32_e64 {ss}, {v}, {v}",
        "v_cmp_gt_u32_e32 vcc, {v}, {v}",
        "v_cmp_gt_u32_e32 vcc, {v}, {v}",
        "v_readfirstlane_b32 {s}, {v}",
        "v_cmpx_ne_u32_e32 vcc, {v}, {v}",
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0",
        "s_mov_b32 {s}, {n}",
        "s_mov_b32 vcc_lo, {n}",
        "s_mov_b32 m0, -1",
        "v_mov_b32_e32 {v}, {v}",
        "v_add_f32_e32 {v}, 1.0, {v}",
    ],
    // What comes too soon.
    &[
        "v_readlane_b32 {s}, {v}, {s}",
        "v_readlane_b32 {s}, {v}, {n}",
        "v_writelane_b32 {v}, {s}, {n}",
        "v_div_fmas_f32 {v}, {v}, {v}, {v}",
        "v_cndmask_b32_e32 {v}, {v}, {v}, vcc",
        "v_mov_b32_dpp {v}, {v} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf",
        "v_mov_b32_dpp {v}, {v} row_shr:1 row_mask:0xf bank_mask:0xf",
        "s_getreg_b32 {s}, hwreg(HW_REG_MODE)",
        "buffer_load_dword {v}, {lane4}, {buffer}, {s} offen",
        "v_add_f32_e32 {v}, {s}, {v}",
        "s_add_u32 {s}, {s}, {s}",
        "s_and_b64 vcc, vcc, {ss}",
    ],
    // Waits and wait states.
    &[
        "s_waitcnt vmcnt({n})",
        "s_waitcnt lgkmcnt({n})",
        "s_waitcnt vmcnt(0) lgkmcnt(0)",
        "s_nop {n}",
        "s_nop 4",
    ],
    // Which lanes are active, and the end of the LDS.
    &[
        "s_mov_b64 exec, -1",
        "s_mov_b64 exec, -1",
        "s_mov_b64 exec, 0x0f",
        "s_mov_b64 exec, {ss}",
        "v_mov_b32_e32 v6, {e}",
        "ds_read_b32 {v}, v6",
        // One byte further than the end, from two of the places.
        "ds_write_b8 v6, {v} offset:6",
        "ds_read_u8 {v}, v6 offset:9",
        "ds_read2_b32 v[2:3], v6 offset1:1",
        "ds_write_b64 v6, v[2:3]",
    ],
];

/// Pieces of generations with accumulation registers.
const MATRICES: &[&str] = &[
    "v_accvgpr_write_b32 a2, {v}",
    "v_accvgpr_write_b32 a3, {n}",
    "v_accvgpr_read_b32 {v}, a2",
    "v_accvgpr_read_b32 {v}, a4",
    "v_accvgpr_mov_b32 a3, a4",
    "v_mfma_f32_4x4x1f32 a[2:5], {v}, {v}, a[2:5]",
    "v_mfma_f32_4x4x1f32 a[2:5], {v}, {v}, 0",
    "v_mfma_f32_4x4x1f32 v[2:5], {v}, a2, 0",
    "v_mfma_f32_16x16x4f32 a[2:5], {v}, {v}, a[2:5]",
    "v_mfma_f32_4x4x4f16 a[2:5], v[2:3], v[4:5], 1.0",
    "v_mfma_f64_4x4x4f64 v[2:3], v[4:5], v[2:3], 0",
    "v_smfmac_f32_16x16x32_f16 a[2:5], v[2:3], v[2:5], {v}",
    "v_pk_add_f32 v[2:3], v[4:5], v[2:3] op_sel:[1,0]",
    "v_pk_mov_b32 v[4:5], v[2:3], v[4:5] op_sel:[1,0]",
    "v_mov_b64_e32 v[2:3], v[4:5]",
    "v_lshl_add_u64 v[2:3], v[4:5], {n}, v[2:3]",
    "v_cvt_pk_fp8_f32 {v}, {v}, {v} op_sel:[0,0,1]",
    "v_cvt_sr_fp8_f32 {v}, {v}, {v} op_sel:[0,0,1,0]",
    "v_cvt_pk_f32_fp8_e32 v[2:3], {v}",
    "ds_read_b32 a3, {lane4} offset:{k}",
    "ds_read_u16_d16_hi {v}, {lane4} offset:{k}",
    "ds_write_b32 {lane4}, a4 offset:{k}",
    "buffer_load_dword a2, {lane4}, {buffer}, 0 offen offset:{k}",
    "buffer_store_dwordx2 a[2:3], {lane4}, {buffer}, 0 offen",
];

const BRANCHES: [&str; 6] = [
    "s_cbranch_scc0 0",
    "s_cbranch_scc1 0",
    "s_cbranch_vccz 0",
    "s_cbranch_vccnz 0",
    "s_cbranch_execz 0",
    "s_branch 0",
];

/// What else is under way, what else is done, and what wait states are for.
const LOADS: [&str; 3] = [
    "buffer_store_dword v9, {lane4}, {buffer}, 0 offen",
    "buffer_load_dword v5, {lane4}, {buffer}, 0 offen",
    "ds_read_b32 v5, {lane4}",
];
const WRITES: [&str; 3] = ["v_mov_b32_e32 v9, v2", "s_nop 0", "s_nop {n}"];
const READS: [&str; 3] = [
    "v_div_fmas_f32 v4, v2, v3, v2",
    "v_readlane_b32 s41, v2, s40",
    "v_mov_b32_e32 v2, v3",
];

/// Where calls return to, and where they go; a vector register whose lanes have return addresses of functions that call.
const RETURN: u8 = 50;
const CALLED: u8 = 52;
const RETURNS: u8 = 8;

/// What comes before, and what may come too soon after it, for loads and for wait states.
const BEGINS: [&[&str]; 2] = [
    &[
        "v_cmp_gt_u32_e32 vcc, v2, v3",
        "v_readfirstlane_b32 s40, v2",
    ],
    &["buffer_load_dword v2, v15, s[16:19], 0 offen"],
];
const ENDS: [&[&str]; 2] = [
    &READS,
    &["v_add_f32_e32 v3, 1.0, v2", "v_mov_b32_e32 v2, v3"],
];

/// A function that leaves something under way.
#[derive(Clone, Copy)]
struct Function {
    label: u32,
    /// Of [`BEGINS`].
    kind: usize,
}

/// Makes them.
struct Hazards<'a, 'b> {
    r: &'a mut Source<'b>,
    generation: Gen,
    lds: u32,
    items: Vec<Item>,
    labels: u32,
    functions: Vec<Function>,
    /// So many of eight pieces are followed by what makes up for them: what is wrong may then be the only thing that is.
    tidy: u64,
}

impl Hazards<'_, '_> {
    fn fill(&mut self, piece: &str) -> String {
        let mut text = String::new();
        let mut rest = piece;
        while let Some((before, after)) = rest.split_once('{') {
            text += before;
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            let n = self.r.below(4);
            text += &match name {
                "v" => format!("v{}", 2 + n),
                "s" => format!("s{}", u64::from(TARGET) + n),
                "ss" => format!("s[{0}:{1}]", TARGET, TARGET + 1),
                "n" => n.to_string(),
                "k" => (4 * n).to_string(),
                "e" => format!("{:#x}", self.lds.saturating_sub(12 - 3 * n as u32)),
                "base" => format!("s[{BASE}:{}]", BASE + 1),
                "buffer" => format!("s[{VSHARP}:{}]", VSHARP + 3),
                "lane4" => format!("v{LANE4}"),
                name => unreachable!("{name}"),
            };
            rest = after;
        }
        text + rest
    }

    /// One instruction, if the generation has it.
    fn piece(&mut self) {
        let kind = self.r.below(PIECES.len() as u64 + 2) as usize;
        // Most are what uses, or comes before.
        let kind = kind.checked_sub(PIECES.len()).map_or(kind, |i| 1 + i);
        let pieces = if self.generation.has(Gens::MAI) && self.r.one_in(4) {
            MATRICES
        } else {
            PIECES[kind]
        };
        let piece = self.r.pick(pieces);
        let text = self.fill(piece);
        self.line(&text);
        if self.r.below(8) < self.tidy {
            self.settle();
        }
    }

    /// Nothing is under way behind it, and nothing has been done lately.
    fn settle(&mut self) {
        self.line("s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)");
        self.line("s_nop 4");
    }

    /// One of the pieces.
    fn one(&mut self, pieces: &[&str]) {
        let piece = self.r.pick(pieces);
        let text = self.fill(piece);
        self.line(&text);
    }

    /// Two paths that meet, on which the same has been done at other times, and then what may come too soon.
    fn meeting(&mut self) {
        self.settle();
        let loads = self.r.one_in(2);
        let begin = self.r.pick(BEGINS[usize::from(loads)]);
        let last = ENDS[usize::from(loads)];
        let (first, between) = if loads {
            (
                &LOADS[..],
                &[
                    "s_waitcnt vmcnt(1)",
                    "s_waitcnt vmcnt({n})",
                    "s_waitcnt lgkmcnt({n})",
                ][..],
            )
        } else {
            (&WRITES[..], &["s_nop {n}", "s_nop 0"][..])
        };
        let (other, end) = (self.label(), self.label());
        let branch = self.r.pick(&BRANCHES);
        self.branch(branch, other);
        for arm in 0..2 {
            self.line(begin);
            let n = self.r.below(3);
            (0..n).for_each(|_| self.one(first));
            match arm {
                0 => {
                    self.branch("s_branch 0", end);
                    self.items.push(Item::Label(other));
                }
                _ => self.items.push(Item::Label(end)),
            }
        }
        if !self.r.one_in(3) {
            self.one(between);
        }
        self.one(last);
        self.settle();
    }

    /// A call of one of the functions that stand behind the first `before`, and behind it what may come too soon after what
    /// the function leaves.
    fn call(&mut self, before: usize) {
        let functions = self.functions[before..].to_vec();
        if functions.is_empty() {
            return;
        }
        let f = self.r.pick(&functions);
        self.settle();
        let (low, high) = (CALLED, CALLED + 1);
        self.line(&format!("s_getpc_b64 s[{low}:{high}]"));
        // s_add_u32 of the distance to the function, which comes behind.
        let word = 0x8000_ff00 | u32::from(low) << 16 | u32::from(low);
        self.items.push(Item::Distance {
            word,
            label: f.label,
        });
        self.line(&format!("s_addc_u32 s{high}, s{high}, 0"));
        self.line(&format!(
            "s_swappc_b64 s[{RETURN}:{}], s[{low}:{high}]",
            RETURN + 1
        ));
        match self.r.below(3) {
            0 => self.one(ENDS[f.kind]),
            1 => {}
            _ => self.settle(),
        }
        self.settle();
    }

    /// The functions, behind the program's end; each calls none that stands before it.
    fn all_functions(&mut self) {
        for (i, f) in self.functions.clone().into_iter().enumerate() {
            self.items.push(Item::Label(f.label));
            self.settle();
            if self.r.one_in(2) && i + 1 < self.functions.len() {
                for k in [0, 1] {
                    self.line(&format!("v_writelane_b32 v{RETURNS}, s{}, {k}", RETURN + k));
                }
                self.call(i + 1);
                for k in [0, 1] {
                    self.line(&format!("v_readlane_b32 s{}, v{RETURNS}, {k}", RETURN + k));
                }
                self.settle();
            }
            self.one(BEGINS[f.kind]);
            self.line(&format!("s_setpc_b64 s[{RETURN}:{}]", RETURN + 1));
        }
    }

    /// A register of a lane that is not active, and a use of it that matters.
    fn stranger(&mut self) {
        self.settle();
        self.line("s_mov_b64 exec, 0x0f");
        self.one(&["v_mov_b32_e32 v5, v4", "v_add_f32_e32 v5, 1.0, v4"]);
        self.line("s_nop 4");
        self.one(&[
            "v_readlane_b32 {s}, v5, {n}",
            "v_readlane_b32 {s}, v9, {n}",
            "v_readlane_b32 {s}, v5, 9",
        ]);
        self.line("s_mov_b64 exec, -1");
        self.one(&["s_and_b64 vcc, exec, {ss}", "s_cmp_lg_u32 {s}, 0"]);
        let end = self.label();
        let branch = self.r.pick(&BRANCHES);
        self.branch(branch, end);
        self.items.push(Item::Label(end));
    }

    fn branch(&mut self, text: &str, label: u32) {
        if let Ok((_, words)) = parse_inst(self.generation, text, CODE) {
            let word = words[0];
            self.items.push(Item::Branch { word, label });
        }
    }

    fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels
    }

    fn line(&mut self, text: &str) {
        if let Ok((_, words)) = parse_inst(self.generation, text, CODE) {
            self.items.push(Item::Inst(Words::new(&words)));
        }
    }

    fn body(&mut self, depth: u32) {
        for _ in 0..1 + self.r.below(4) {
            (0..self.r.below(5)).for_each(|_| self.piece());
            match self.r.below(7) {
                0 if depth < 2 => {
                    let begin = self.label();
                    let counter = format!("s{}", u64::from(TARGET) + 8 + u64::from(depth));
                    self.line(&format!("s_movk_i32 {counter}, 2"));
                    self.items.push(Item::Label(begin));
                    self.body(depth + 1);
                    self.line(&format!("s_sub_u32 {counter}, {counter}, 1"));
                    self.line(&format!("s_cmp_lg_u32 {counter}, 0"));
                    self.branch("s_cbranch_scc1 0", begin);
                }
                1 | 2 if depth < 3 => {
                    let (other, end) = (self.label(), self.label());
                    let branch = self.r.pick(&BRANCHES);
                    self.branch(branch, other);
                    self.body(depth + 1);
                    let has_other = self.r.one_in(2);
                    if has_other {
                        self.branch("s_branch 0", end);
                    }
                    self.items.push(Item::Label(other));
                    if has_other {
                        self.body(depth + 1);
                        self.items.push(Item::Label(end));
                    }
                }
                3 | 4 if self.tidy != 0 => self.meeting(),
                5 if self.tidy != 0 => self.stranger(),
                6 => self.call(0),
                _ => {}
            }
        }
    }
}

/// A program for waves with `lds` bytes of LDS, and state as [`super::state::fill`] makes it for one wave.
pub fn program(r: &mut Source<'_>, generation: Gen, lds: u32) -> Vec<Item> {
    let mut h = Hazards {
        r,
        generation,
        lds,
        items: vec![],
        labels: 0,
        functions: vec![],
        tidy: 0,
    };
    h.tidy = h.r.pick(&[0, 7, 8, 8]);
    for _ in 0..h.r.below(3) {
        let (label, kind) = (h.label(), h.r.below(2) as usize);
        h.functions.push(Function { label, kind });
    }
    h.body(0);
    h.line("s_endpgm");
    h.all_functions();
    h.items
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every piece is one of some generation.
    #[test]
    fn pieces_are_instructions() {
        for piece in (PIECES.iter().copied().flatten())
            .chain(MATRICES)
            .chain(&BRANCHES)
            .chain(&LOADS)
            .chain(&WRITES)
            .chain(BEGINS.into_iter().chain(ENDS).flatten())
        {
            let has = |generation: &Gen| {
                let r = &mut Source::seeded(1);
                let mut h = Hazards {
                    r,
                    generation: *generation,
                    lds: 512,
                    items: vec![],
                    labels: 0,
                    functions: vec![],
                    tidy: 0,
                };
                let text = h.fill(piece);
                parse_inst(*generation, &text, CODE).is_ok()
            };
            assert!(Gen::ALL.iter().any(has), "{piece}");
        }
    }
}
