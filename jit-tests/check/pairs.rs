//! Pairs of instructions that must be so many wait states apart: each of them is found when there is one less, and not
//! when there are as many.

use gcn_jit::check::Class;
use gcn_jit::isa::Gen::{self, Gfx6, Gfx8};

use super::rules::{ALL, FROM7, FROM8, GFX9, TO7, TO8, check, report};

/// A pair that needs wait states: on each generation so many, as an error or a warning.
pub(super) struct Pair {
    rule: &'static str,
    generations: &'static [Gen],
    states: [u8; Gen::ALL.len()],
    warns: bool,
    before: &'static str,
    first: &'static str,
    second: &'static str,
}

const fn pair(
    rule: &'static str,
    generations: &'static [Gen],
    states: [u8; 5],
    first: &'static str,
    second: &'static str,
) -> Pair {
    let [a, b, c, d, e] = states;
    Pair {
        rule,
        generations,
        states: [a, b, c, d, e, e, e, e, e],
        warns: false,
        before: "",
        first,
        second,
    }
}

/// One of gfx908, gfx90a, gfx942 and gfx950, or of the last ones of them.
pub(super) const fn late(
    rule: &'static str,
    generations: &'static [Gen],
    [a, b, c, d]: [u8; 4],
    first: &'static str,
    second: &'static str,
) -> Pair {
    let mut p = pair(rule, generations, [0; 5], first, second);
    p.states = [0, 0, 0, 0, 0, a, b, c, d];
    p
}

impl Pair {
    const fn warns(mut self) -> Pair {
        self.warns = true;
        self
    }

    const fn after(mut self, before: &'static str) -> Pair {
        self.before = before;
        self
    }
}

/// The table of hazards, in the order of its rows.
const PAIRS: &[Pair] = &[
    pair(
        "H01",
        FROM8,
        [0, 0, 5, 5, 5],
        "v_readfirstlane_b32 s8, v1",
        "buffer_load_dword v2, off, s[8:11], 0",
    ),
    pair(
        "H01",
        FROM8,
        [0, 0, 5, 5, 5],
        "v_readfirstlane_b32 s12, v1",
        "buffer_load_dword v2, off, s[8:11], s12",
    ),
    pair(
        "H01",
        ALL,
        [0, 0, 5, 5, 5],
        "v_readfirstlane_b32 m0, v1",
        "buffer_store_dword v2, off, s[8:11], m0",
    ),
    pair(
        "H01",
        ALL,
        [0, 0, 5, 5, 5],
        "v_cmp_eq_u32 vcc, v1, v2",
        "tbuffer_load_format_x v2, off, s[8:11], vcc_lo format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_UINT]",
    ),
    pair(
        "H01",
        GFX9,
        [0, 0, 0, 5, 5],
        "v_readlane_b32 s7, v1, 0",
        "global_load_dword v2, v3, s[6:7]",
    )
    .after("s_mov_b64 s[6:7], s[0:1]\nv_mov_b32 v1, s1"),
    pair(
        "H01",
        TO7,
        [5, 5, 0, 0, 0],
        "v_readfirstlane_b32 s8, v1",
        "buffer_load_dword v2, off, s[8:11], 0",
    )
    .warns(),
    pair(
        "H01x",
        FROM8,
        [0, 0, 5, 5, 5],
        "v_cmpx_eq_u32 vcc, 0, 0",
        "buffer_load_dword v2, off, s[8:11], 0",
    )
    .warns(),
    pair(
        "H02",
        ALL,
        [4; 5],
        "v_readfirstlane_b32 s8, v1",
        "v_readlane_b32 s9, v2, s8",
    ),
    pair(
        "H02",
        ALL,
        [4; 5],
        "v_cmp_eq_u32 vcc, v1, v2",
        "v_writelane_b32 v2, 5, vcc_hi",
    ),
    pair(
        "H02",
        ALL,
        [4; 5],
        "v_readfirstlane_b32 m0, v1",
        "v_readlane_b32 s9, v2, m0",
    ),
    pair(
        "H03",
        ALL,
        [4; 5],
        "v_cmp_eq_u32 vcc, v1, v2",
        "v_div_fmas_f32 v1, v2, v3, v4",
    ),
    pair(
        "H03",
        ALL,
        [4; 5],
        "v_div_scale_f64 v[2:3], vcc, v[4:5], v[4:5], v[4:5]",
        "v_div_fmas_f64 v[2:3], v[4:5], v[4:5], v[4:5]",
    ),
    pair(
        "H03",
        ALL,
        [4; 5],
        "v_readfirstlane_b32 vcc_hi, v1",
        "v_div_fmas_f32 v1, v2, v3, v4",
    ),
    pair(
        "H04",
        FROM8,
        [0, 0, 2, 2, 2],
        "v_mov_b32 v1, v2",
        "v_mov_b32_dpp v3, v1 quad_perm:[1,0,2,3] row_mask:0xf bank_mask:0xf",
    ),
    pair(
        "H04",
        FROM8,
        [0, 0, 2, 2, 2],
        "v_add_f64 v[4:5], v[6:7], v[6:7]",
        "v_mov_b32_dpp v3, v5 row_shl:1 row_mask:0xf bank_mask:0xf",
    ),
    pair(
        "H04",
        FROM8,
        [0, 0, 2, 2, 2],
        "v_mov_b32 v1, v2",
        "v_add_f32_dpp v3, v4, v1 quad_perm:[1,0,2,3] row_mask:0xf bank_mask:0xf",
    )
    .warns(),
    pair(
        "H04",
        FROM8,
        [0, 0, 2, 2, 2],
        "v_mov_b32 v1, v2",
        "v_mov_b32_dpp v1, v4 row_shl:1 row_mask:0xf bank_mask:0xf",
    )
    .warns(),
    pair(
        "H05",
        FROM8,
        [0, 0, 5, 5, 5],
        "v_cmpx_eq_u32 vcc, 0, 0",
        "v_mov_b32_dpp v3, v1 quad_perm:[1,0,2,3] row_mask:0xf bank_mask:0xf",
    ),
    pair(
        "H06",
        ALL,
        [2; 5],
        "s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s8",
        "s_getreg_b32 s9, hwreg(HW_REG_MODE, 4, 4)",
    ),
    pair(
        "H07",
        TO7,
        [1, 1, 0, 0, 0],
        "s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s8",
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 0xf",
    ),
    pair(
        "H07",
        FROM8,
        [0, 0, 2, 2, 2],
        "s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s8",
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 0xf",
    ),
    pair(
        "H07",
        TO7,
        [2, 2, 0, 0, 0],
        "s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s8",
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 0xf",
    )
    .warns(),
    pair("H08", ALL, [2; 5], "s_setvskip 1, 0", "v_mov_b32 v1, v2"),
    pair(
        "H08",
        ALL,
        [2; 5],
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 1",
        "ds_write_b32 v1, v2",
    )
    .after("s_mov_b32 m0, -1"),
    pair("H08", ALL, [2; 5], "s_setvskip 0, 0", "v_mov_b32 v1, v2").warns(),
    pair(
        "H09",
        ALL,
        [2; 5],
        "s_setvskip 0, 0",
        "s_getreg_b32 s9, hwreg(HW_REG_MODE, 4, 4)",
    ),
    pair(
        "H10",
        FROM8,
        [0, 0, 1, 1, 1],
        "s_setreg_b32 hwreg(HW_REG_TRAPSTS, 0, 4), s8",
        "s_rfe_b64 s[8:9]",
    ),
    pair(
        "H10",
        TO7,
        [0; 5],
        "s_setreg_b32 hwreg(HW_REG_TRAPSTS, 0, 4), s8",
        "s_rfe_b64 s[8:9]",
    ),
    pair(
        "H11",
        FROM8,
        [0, 0, 1, 1, 1],
        "s_mov_b32 m0, 0x100",
        "ds_add_u32 v1, v2 gds",
    ),
    pair(
        "H11",
        FROM8,
        [0, 0, 1, 1, 1],
        "s_mov_b32 m0, 0x100",
        "s_sendmsg sendmsg(MSG_INTERRUPT)",
    ),
    pair(
        "H11",
        TO7,
        [1, 1, 0, 0, 0],
        "s_mov_b32 m0, 0x100",
        "ds_add_u32 v1, v2 gds",
    )
    .warns(),
    pair(
        "H11",
        ALL,
        [0; 5],
        "v_readfirstlane_b32 m0, v1",
        "s_ttracedata",
    ),
    pair(
        "H12",
        GFX9,
        [0, 0, 0, 1, 1],
        "s_mov_b32 m0, 0x100",
        "buffer_load_dword v1, s[8:11], 0 offen lds",
    ),
    pair(
        "H12",
        GFX9,
        [0, 0, 0, 1, 1],
        "s_mov_b32 m0, 0x100",
        "ds_read_addtid_b32 v1 offset:4",
    ),
    pair(
        "H12",
        GFX9,
        [0, 0, 0, 1, 1],
        "s_mov_b32 m0, 0x100",
        "v_mov_b32 v1, src_lds_direct",
    ),
    pair(
        "H12",
        &[Gfx8],
        [0; 5],
        "s_mov_b32 m0, 0x100",
        "buffer_load_dword v1, s[8:11], 0 offen lds",
    ),
    pair(
        "H13",
        GFX9,
        [0, 0, 0, 1, 1],
        "s_mov_b32 m0, 4",
        "s_movrels_b32 s8, s9",
    ),
    pair(
        "H13",
        GFX9,
        [0, 0, 0, 1, 1],
        "s_mov_b32 m0, 4",
        "s_movreld_b64 s[8:9], s[10:11]",
    ),
    pair(
        "H13",
        TO8,
        [0; 5],
        "s_mov_b32 m0, 4",
        "s_movrels_b32 s8, s9",
    ),
    pair(
        "H14",
        FROM7,
        [0, 1, 1, 1, 1],
        "buffer_store_dwordx4 v[4:7], off, s[8:11], 0",
        "v_mov_b32 v7, v1",
    ),
    pair(
        "H14",
        FROM7,
        [0, 1, 1, 1, 1],
        "buffer_store_format_xyz v[4:6], off, s[8:11], 0",
        "v_add_f64 v[6:7], v[8:9], v[8:9]",
    ),
    pair(
        "H14",
        FROM7,
        [0; 5],
        "buffer_store_dwordx4 v[4:7], off, s[8:11], s12",
        "v_mov_b32 v7, v1",
    ),
    pair(
        "H14",
        FROM7,
        [0; 5],
        "buffer_store_dwordx2 v[4:5], off, s[8:11], 0",
        "v_mov_b32 v5, v1",
    ),
    pair(
        "H14",
        &[Gfx6],
        [0; 5],
        "buffer_store_dwordx4 v[4:7], off, s[8:11], 0",
        "v_mov_b32 v7, v1",
    ),
    pair(
        "H14",
        FROM7,
        [0, 1, 1, 1, 1],
        "buffer_store_dwordx4 v[4:7], off, s[8:11], 0",
        "ds_swizzle_b32 v7, v1",
    )
    .warns(),
    pair(
        "H14",
        FROM7,
        [0, 1, 1, 1, 1],
        "buffer_atomic_cmpswap_x2 v[4:7], off, s[8:11], 0",
        "v_mov_b32 v4, v1",
    ),
    pair(
        "H15",
        &[Gfx6],
        [4, 0, 0, 0, 0],
        "v_readfirstlane_b32 s8, v1",
        "s_load_dword s12, s[0:1], s8",
    ),
    pair(
        "H15",
        &[Gfx6],
        [4, 0, 0, 0, 0],
        "v_readfirstlane_b32 s9, v1",
        "s_buffer_load_dword s12, s[8:11], 0x0",
    ),
    pair(
        "H15",
        FROM7,
        [0; 5],
        "v_readfirstlane_b32 s8, v1",
        "s_load_dword s12, s[0:1], s8",
    )
    .after("v_mov_b32 v1, 0"),
    pair(
        "H16",
        &[Gfx6],
        [4, 0, 0, 0, 0],
        "s_mov_b32 s10, 0",
        "s_buffer_load_dword s12, s[8:11], 0x0",
    ),
    pair(
        "H16",
        &[Gfx6],
        [0; 5],
        "s_mov_b64 s[8:9], s[0:1]",
        "s_load_dword s12, s[8:9], 0x0",
    ),
    pair(
        "H16",
        FROM7,
        [0; 5],
        "s_mov_b32 s10, 0",
        "s_buffer_load_dword s12, s[8:11], 0x0",
    ),
    pair(
        "H18",
        ALL,
        [5; 5],
        "v_cmp_eq_u32 vcc, v1, v2",
        "v_mov_b32 v1, src_vccz",
    ),
    pair(
        "H18",
        ALL,
        [5; 5],
        "v_cmpx_eq_u32 vcc, 0, 0",
        "v_add_f32 v1, src_execz, v1",
    ),
    pair(
        "H19",
        GFX9,
        [0, 0, 0, 1, 1],
        "v_cmp_eq_u32_e32 vcc, v1, v2",
        "v_mov_b32 v1, vcc_lo",
    )
    .warns(),
    pair(
        "H19",
        GFX9,
        [0; 5],
        "v_cmp_eq_u32_e32 vcc, v1, v2",
        "v_cndmask_b32 v1, v2, v3, vcc",
    )
    .warns(),
    pair(
        "H19",
        TO8,
        [0; 5],
        "v_cmp_eq_u32_e32 vcc, v1, v2",
        "v_mov_b32 v1, vcc_lo",
    )
    .warns(),
];

#[test]
fn wait_states_are_counted() {
    let mut all = vec![];
    for p in PAIRS.iter().chain(super::rules_of_matrices::PAIRS) {
        for &generation in p.generations {
            let states = p.states[generation as usize];
            let mut run = |between: u8, pedantic, wanted| {
                // As one s_nop, and as other instructions.
                let others = "s_mov_b32 s30, 0\n".repeat(between.into());
                let nop = match between {
                    0 => String::new(),
                    n @ ..=16 => format!("s_nop {}\n", n - 1),
                    n => format!("s_nop 15\ns_nop {}\n", n - 17),
                };
                for filling in [nop, others] {
                    let text = format!("{}\n1>{}\n{filling}2>{}", p.before, p.first, p.second);
                    all.push(check(
                        p.rule,
                        generation,
                        &text,
                        Class::Nops,
                        pedantic,
                        wanted,
                    ));
                }
            };
            match states {
                0 => {
                    run(0, false, false);
                    run(0, p.warns, false);
                }
                n => {
                    run(n - 1, p.warns, true);
                    run(n, p.warns, false);
                    if p.warns {
                        run(n - 1, false, false)
                    } else {
                        run(0, false, true)
                    }
                }
            }
        }
    }
    report(all);
}
