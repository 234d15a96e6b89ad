//! Undefined data in hand-written code: what must be found and where, and what must not.
//!
//! `1>` marks the instruction that has read what nobody had written, `2>` the one at which it decides something. The
//! kernel finds in `s[8:9]` a buffer of zeros, in `s[10:11]` one that is undefined, behind them a u32, padding, and a
//! u64. The LDS has 4 KiB, private memory 64 bytes.

use gcn_jit::asm::assemble;
use gcn_jit::check::{Checker, Class, Finding, Options};
use gcn_jit::isa::Gen::{self, Gfx6, Gfx7, Gfx8, Gfx9, Gfx90a, Gfx908, Gfx942, Gfx950};
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::{Backend, Device, Launch};

const ALL: &[Gen] = &Gen::ALL;
const MAI: &[Gen] = &[Gfx908, Gfx90a, Gfx942, Gfx950];
const BEGIN: &str = "s_load_dwordx4 s[8:11], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\n";

fn bytes(generation: Gen, text: &str) -> Vec<u8> {
    let code = assemble(generation, text);
    code.unwrap_or_else(|e| panic!("{generation}: {e:?}\n{text}"))
        .bytes
}

/// The text without marks, and where the marks are.
fn marked(generation: Gen, text: &str) -> (String, [Option<u64>; 2]) {
    let (mut out, mut at) = (BEGIN.to_owned(), [None; 2]);
    for line in text.lines().map(str::trim) {
        for (i, mark) in ["1>", "2>"].iter().enumerate() {
            if line.starts_with(mark) {
                at[i] = Some(bytes(generation, &out).len() as u64);
            }
        }
        out += line.trim_start_matches(['1', '2', '>']);
        out.push('\n');
    }
    (out + "s_endpgm\n", at)
}

fn findings(generation: Gen, text: &str, pedantic: bool) -> Vec<Finding> {
    let object = CodeObject::parse(&bytes(generation, text), Some(generation.target()));
    let device = Device::new().expect("a device");
    let program = device.load(&object.expect("raw")).expect("loads");
    let zeros = device.buffer("zeros", &[0u32; 1024]).expect("room");
    let undefined = device.alloc("undefined", 4096).expect("room");
    let launch = Launch::new(0, 128, 128).arg(&zeros).arg(&undefined);
    let mut launch = launch.arg(7u32).arg(7u64).undefined(&undefined);
    launch.lds_limit = Some(4096);
    launch.private = Some(64);
    launch.max_instructions = Some(10_000);
    let checker = Checker::new(Options {
        classes: vec![Class::Uninit],
        pedantic,
    });
    let ran = device.launch_on(&program, &launch, &checker);
    ran.unwrap_or_else(|e| panic!("{generation}: {e}\n{text}"));
    let base = program.program.base();
    let mut list = checker.findings().list().to_vec();
    for f in &mut list {
        f.at.pc -= base;
        if let Some(other) = &mut f.other {
            other.pc -= base;
        }
    }
    list
}

/// What must be found: the rule, and a part of the message.
const FOUND: &[(&[Gen], &str, &str, &str)] = &[
    // A branch on a local that nobody has set; once, though it is used twice.
    (
        ALL,
        "U01",
        "SCC",
        "1> s_add_u32 s20, s21, 1
         s_cmp_eq_u32 s20, 0
         2> s_cbranch_scc1 0
         s_cbranch_scc1 0",
    ),
    (
        ALL,
        "U01",
        "VCC",
        "1> v_cmp_gt_u32_e32 vcc, v5, v0
         s_and_b64 vcc, exec, vcc
         2> s_cbranch_vccz 0",
    ),
    (
        ALL,
        "U03",
        "EXEC",
        "1> v_cmp_gt_u32_e32 vcc, 7, v5
         2> s_and_saveexec_b64 s[12:13], vcc",
    ),
    (ALL, "U03", "EXEC", "2> v_cmpx_gt_u32_e32 vcc, 7, v5"),
    // LDS before anybody has written it.
    (
        &[Gfx9],
        "U04",
        "v4 is an address and is undefined: it comes from LDS",
        "v_lshlrev_b32_e32 v3, 2, v0
         ds_read_b32 v4, v3
         s_waitcnt lgkmcnt(0)
         2> global_load_dword v5, v4, s[8:9]",
    ),
    // Half of a dword of LDS is written, and the other half is read.
    (
        &[Gfx9],
        "U01",
        "LDS",
        "v_lshlrev_b32_e32 v3, 2, v0
         ds_write_b16 v3, v0
         ds_read_u16 v4, v3 offset:2
         s_waitcnt lgkmcnt(0)
         v_readfirstlane_b32 s20, v4
         s_cmp_eq_u32 s20, 0
         2> s_cbranch_scc1 0",
    ),
    // An index from a buffer that nobody has filled.
    (
        &[Gfx9],
        "U04",
        "buffer 'undefined'",
        "v_lshlrev_b32_e32 v3, 2, v0
         global_load_dword v4, v3, s[10:11]
         s_waitcnt vmcnt(0)
         v_lshlrev_b32_e32 v4, 2, v4
         2> global_load_dword v5, v4, s[8:9]",
    ),
    // Undefined data that goes through memory.
    (
        &[Gfx9],
        "U01",
        "SCC",
        "v_lshlrev_b32_e32 v3, 2, v0
         1> global_store_dword v3, v6, s[8:9]
         s_waitcnt vmcnt(0)
         global_load_dword v4, v3, s[8:9]
         s_waitcnt vmcnt(0)
         v_readfirstlane_b32 s20, v4
         s_cmp_lt_u32 s20, 9
         2> s_cbranch_scc1 0",
    ),
    // Between the u32 and the u64 among the arguments.
    (
        &[Gfx8, Gfx9],
        "U01",
        "padding",
        "s_load_dword s20, s[0:1], 20
         s_waitcnt lgkmcnt(0)
         s_cmp_eq_u32 s20, 0
         2> s_cbranch_scc1 0",
    ),
    // A variable on the stack.
    (
        &[Gfx9],
        "U01",
        "private memory",
        "s_mov_b64 flat_scratch, 0
         v_mov_b32_e32 v4, 8
         scratch_load_dword v5, v4, off
         s_waitcnt vmcnt(0)
         v_readfirstlane_b32 s20, v5
         s_cmp_eq_u32 s20, 0
         2> s_cbranch_scc1 0",
    ),
    (
        &[Gfx9],
        "U05",
        "flat_scratch_lo",
        "v_mov_b32_e32 v4, 8
         2> scratch_store_dword v4, v4, off",
    ),
    (
        ALL,
        "U06",
        "s20",
        "1> s_add_u32 s20, s21, 0
         2> v_readlane_b32 s5, v0, s20",
    ),
    (&[Gfx8, Gfx9], "U06", "v9", "2> ds_bpermute_b32 v4, v9, v0"),
    (
        &[Gfx6, Gfx7, Gfx8],
        "U07",
        "m0",
        "2> v_movrels_b32_e32 v3, v0",
    ),
    (
        ALL,
        "U08",
        "s21",
        "2> s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s21",
    ),
    (&[Gfx6, Gfx7, Gfx8], "U05", "m0", "2> ds_read_b32 v4, v0"),
    // One bit is enough: bit 3 of a sum of which bits 7:3 are undefined.
    (
        ALL,
        "U01",
        "SCC",
        "1> s_and_b32 s20, s21, 8
         s_add_u32 s20, s20, 0xf8
         s_bitcmp1_b32 s20, 8
         2> s_cbranch_scc1 0",
    ),
    // In GPR index mode v0 is another register as source 0 than as source 1.
    (
        &[Gfx9],
        "U01",
        "SCC",
        "s_mov_b32 s20, 9
         s_mov_b32 m0, 0
         s_set_gpr_idx_on s20, gpr_idx(SRC0)
         1> v_sub_u32_e32 v5, v0, v0
         s_set_gpr_idx_off
         v_readfirstlane_b32 s21, v5
         s_cmp_eq_u32 s21, 0
         2> s_cbranch_scc1 0",
    ),
    // Accumulation registers: one that nobody has written, and one to which something undefined has been moved.
    (
        MAI,
        "U01",
        "SCC",
        "1> v_accvgpr_read_b32 v6, a7
         v_readfirstlane_b32 s20, v6
         s_cmp_eq_u32 s20, 0
         2> s_cbranch_scc1 0",
    ),
    (
        &[Gfx90a, Gfx942, Gfx950],
        "U04",
        "v4 is an address",
        "1> v_accvgpr_write_b32 a5, v9
         v_accvgpr_mov_b32 a6, a5
         v_accvgpr_read_b32 v4, a6
         2> global_load_dword v5, v4, s[8:9]",
    ),
    (
        &[Gfx90a, Gfx942, Gfx950],
        "U01",
        "SCC",
        "v_lshlrev_b32_e32 v3, 2, v0
         1> ds_write_b32 v3, a9
         ds_read_b32 a10, v3
         s_waitcnt lgkmcnt(0)
         v_accvgpr_read_b32 v5, a10
         v_readfirstlane_b32 s20, v5
         s_cmp_eq_u32 s20, 0
         2> s_cbranch_scc1 0",
    ),
    // Row 3 of A is what lanes 3 and 35 have; row 3 of D is register 3 in the lower lanes.
    (
        MAI,
        "U01",
        "SCC",
        "v_mov_b32_e32 v10, 0
         v_mov_b32_e32 v11, 0
         v_mov_b32_e32 v12, 0
         v_mov_b32_e32 v13, 0
         s_mov_b64 exec, 8
         1> v_mov_b32_e32 v10, v30
         s_mov_b64 exec, -1
         v_mfma_f32_32x32x8f16 a[0:15], v[10:11], v[12:13], 0
         v_accvgpr_read_b32 v6, a3
         v_readlane_b32 s20, v6, 31
         s_cmp_eq_u32 s20, 0
         2> s_cbranch_scc1 0",
    ),
    // Column 3 of B, and of D: lanes 3 and 35. EXEC does not count.
    (
        MAI,
        "U01",
        "SCC",
        "v_mov_b32_e32 v10, 0
         v_mov_b32_e32 v11, 0
         v_mov_b32_e32 v12, 0
         v_mov_b32_e32 v13, 0
         s_mov_b64 exec, 8
         1> v_mov_b32_e32 v13, v30
         v_mfma_f32_32x32x8f16 a[0:15], v[10:11], v[12:13], 0
         s_mov_b64 exec, -1
         v_accvgpr_read_b32 v6, a12
         v_readlane_b32 s20, v6, 35
         s_cmp_eq_u32 s20, 0
         2> s_cbranch_scc1 0",
    ),
    // C, element by element.
    (
        MAI,
        "U01",
        "SCC",
        "v_mov_b32_e32 v10, 0
         v_accvgpr_write_b32 a0, 0
         v_accvgpr_write_b32 a1, 0
         v_accvgpr_write_b32 a3, 0
         1> v_mfma_f32_16x16x4f32 a[4:7], v10, v10, a[0:3]
         v_accvgpr_read_b32 v6, a6
         v_readlane_b32 s20, v6, 63
         s_cmp_eq_u32 s20, 0
         2> s_cbranch_scc1 0",
    ),
    // Indices of a sparse A.
    (
        &[Gfx942, Gfx950],
        "U01",
        "SCC",
        "v_mov_b64_e32 v[10:11], 0
         v_mov_b64_e32 v[12:13], 0
         v_mov_b64_e32 v[14:15], 0
         v_mov_b64_e32 v[4:5], 0
         v_mov_b64_e32 v[6:7], 0
         1> v_smfmac_f32_16x16x32_f16 v[4:7], v[10:11], v[12:15], v20
         v_readfirstlane_b32 s20, v4
         s_cmp_eq_u32 s20, 0
         2> s_cbranch_scc1 0",
    ),
    // Of the elements of B those that are multiplied: of every four the first two, and so not v13 and v15, but v14.
    (
        &[Gfx942, Gfx950],
        "U01",
        "SCC",
        "v_mov_b64_e32 v[10:11], 0
         v_mov_b32_e32 v12, 0
         v_mov_b64_e32 v[4:5], 0
         v_mov_b64_e32 v[6:7], 0
         v_mov_b32_e32 v20, 0x44
         1> v_smfmac_f32_16x16x32_f16 v[4:7], v[10:11], v[12:15], v20
         v_readfirstlane_b32 s20, v4
         s_cmp_eq_u32 s20, 0
         2> s_cbranch_scc1 0",
    ),
    // Pairs of f32: the dword that is selected.
    (
        &[Gfx90a, Gfx942, Gfx950],
        "U01",
        "SCC",
        "v_mov_b32_e32 v4, 0
         1> v_pk_add_f32 v[6:7], v[4:5], v[4:5] op_sel:[0,1]
         v_readfirstlane_b32 s20, v6
         s_cmp_eq_u32 s20, 0
         2> s_cbranch_scc1 0",
    ),
    (
        &[Gfx942, Gfx950],
        "U01",
        "SCC",
        "v_mov_b32_e32 v4, 0
         1> v_lshl_add_u64 v[6:7], v[4:5], 2, v[4:5]
         v_readfirstlane_b32 s20, v7
         s_cmp_eq_u32 s20, 0
         2> s_cbranch_scc1 0",
    ),
    // Bytes 0 and 1 are written, 2 and 3 are not.
    (
        &[Gfx942, Gfx950],
        "U01",
        "SCC",
        "v_cvt_pk_fp8_f32 v5, v0, v0
         1> v_readfirstlane_b32 s20, v5
         s_bitcmp1_b32 s20, 16
         2> s_cbranch_scc1 0",
    ),
];

/// What decides nothing.
const SILENT: &[(&[Gen], &str)] = &[
    (
        ALL,
        "s_and_b32 s20, s21, 0\ns_cmp_eq_u32 s20, 0\ns_cbranch_scc1 0",
    ),
    (
        ALL,
        "s_or_b32 s20, s21, -1\ns_cmp_eq_u32 s20, 0\ns_cbranch_scc1 0",
    ),
    // Undefined low bits beside defined high ones, shifted away; and a field of the defined half.
    (
        ALL,
        "s_and_b32 s20, s21, 0xff
         s_lshl_b32 s22, s2, 8
         s_or_b32 s20, s20, s22
         s_lshr_b32 s23, s20, 8
         s_cmp_eq_u32 s23, 5
         s_cbranch_scc1 0
         s_bfe_u32 s23, s20, 0x80008
         s_cmp_eq_u32 s23, 5
         s_cbranch_scc1 0",
    ),
    (
        ALL,
        "v_and_b32_e32 v5, 0xffff, v6
         v_lshlrev_b32_e32 v7, 16, v0
         v_or_b32_e32 v5, v5, v7
         v_bfe_u32 v5, v5, 16, 8
         v_cmp_gt_u32_e32 vcc, 7, v5
         s_cbranch_vccz 0",
    ),
    // Carries do not come down, and stop at a bit that is 0 in both.
    (
        ALL,
        "s_and_b32 s20, s21, 8
         s_add_u32 s20, s20, 0x67
         s_bitcmp1_b32 s20, 2
         s_cbranch_scc1 0
         s_bitcmp1_b32 s20, 8
         s_cbranch_scc1 0",
    ),
    // What is less whatever the low bits are.
    (
        ALL,
        "s_and_b32 s20, s21, 15
         s_cmp_lt_u32 s20, 16
         s_cbranch_scc1 0
         s_or_b32 s20, s20, 32
         s_cmp_eq_u32 s20, 7
         s_cbranch_scc1 0",
    ),
    (
        ALL,
        "v_xor_b32_e32 v5, v6, v6\nv_cmp_gt_u32_e32 vcc, 7, v5\ns_cbranch_vccz 0",
    ),
    // Written in one lane, and read there.
    (
        ALL,
        "s_mov_b64 exec, 1
         v_mov_b32_e32 v5, 3
         v_readfirstlane_b32 s20, v5
         v_cmp_gt_u32_e32 vcc, 7, v5
         s_mov_b64 exec, -1
         s_cmp_eq_u32 s20, 3
         s_cbranch_scc0 0
         s_cbranch_vccz 0",
    ),
    // SGPRs spilled to lanes.
    (
        ALL,
        "v_writelane_b32 v40, s2, 5
         v_writelane_b32 v40, s3, 6
         v_readlane_b32 s20, v40, 5
         s_cmp_eq_u32 s20, 0
         s_cbranch_scc1 0",
    ),
    // The other source of a choice; a choice between the same.
    (
        ALL,
        "v_cmp_gt_u32_e32 vcc, 200, v0
         v_cndmask_b32_e32 v5, v6, v0, vcc
         v_cmp_gt_u32_e32 vcc, 7, v5
         s_cbranch_vccz 0",
    ),
    // LDS and memory that are written before, byte by byte.
    (
        &[Gfx9],
        "v_lshlrev_b32_e32 v3, 2, v0
         ds_write_b16 v3, v0
         ds_write_b16 v3, v0 offset:2
         ds_read_b32 v4, v3
         s_waitcnt lgkmcnt(0)
         v_readfirstlane_b32 s20, v4
         s_cmp_eq_u32 s20, 0
         s_cbranch_scc1 0
         global_store_dword v3, v0, s[10:11]
         s_waitcnt vmcnt(0)
         global_load_dword v4, v3, s[10:11]
         s_waitcnt vmcnt(0)
         v_readfirstlane_b32 s20, v4
         s_cmp_eq_u32 s20, 0
         s_cbranch_scc1 0",
    ),
    // Data that is only stored.
    (
        &[Gfx9],
        "v_lshlrev_b32_e32 v3, 2, v0
         global_store_dword v3, v6, s[8:9]
         ds_write_b32 v3, v6",
    ),
    // The other half of a register.
    (
        &[Gfx9],
        "v_lshlrev_b32_e32 v3, 2, v0
         global_load_short_d16 v4, v3, s[8:9]
         s_waitcnt vmcnt(0)
         v_pk_add_u16 v4, v4, v4
         v_cmp_gt_u16_e32 vcc, 7, v4
         s_cbranch_vccz 0",
    ),
    // DPP: out of range is 0.
    (
        &[Gfx8, Gfx9],
        "v_mov_b32_dpp v5, v0 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:0
         v_cmp_gt_u32_e32 vcc, 7, v5
         s_cbranch_vccz 0",
    ),
    // All of D that the undefined row of A, or column of B, has no part in.
    (
        MAI,
        "v_mov_b32_e32 v10, 0
         v_mov_b32_e32 v11, 0
         v_mov_b32_e32 v12, 0
         v_mov_b32_e32 v13, 0
         s_mov_b64 exec, 8
         v_mov_b32_e32 v10, v30
         s_mov_b64 exec, 1
         v_mfma_f32_32x32x8f16 a[0:15], v[10:11], v[12:13], 0
         s_mov_b64 exec, -1
         v_accvgpr_read_b32 v6, a2
         v_cmp_eq_u32_e32 vcc, 0, v6
         s_cbranch_vccz 0
         v_accvgpr_read_b32 v6, a3
         v_readlane_b32 s20, v6, 32
         s_cmp_eq_u32 s20, 0
         s_cbranch_scc1 0
         v_mfma_f32_32x32x8f16 a[0:15], v[12:13], v[10:11], 0
         v_accvgpr_read_b32 v6, a3
         v_readlane_b32 s20, v6, 4
         s_cmp_eq_u32 s20, 0
         s_cbranch_scc1 0",
    ),
    (
        MAI,
        "v_mov_b32_e32 v10, 0
         v_accvgpr_write_b32 a0, 0
         v_accvgpr_write_b32 a1, 0
         v_accvgpr_write_b32 a3, 0
         v_mfma_f32_16x16x4f32 a[4:7], v10, v10, a[0:3]
         v_accvgpr_read_b32 v6, a7
         v_cmp_eq_u32_e32 vcc, 0, v6
         s_cbranch_vccz 0",
    ),
    // The elements of B for which a sparse A has none.
    (
        &[Gfx942, Gfx950],
        "v_mov_b64_e32 v[10:11], 0
         v_mov_b32_e32 v12, 0
         v_mov_b32_e32 v14, 0
         v_mov_b64_e32 v[4:5], 0
         v_mov_b64_e32 v[6:7], 0
         v_mov_b32_e32 v20, 0x44
         v_smfmac_f32_16x16x32_f16 v[4:7], v[10:11], v[12:15], v20
         v_readfirstlane_b32 s20, v4
         s_cmp_eq_u32 s20, 0
         s_cbranch_scc1 0",
    ),
    // Spilled to an accumulation register: bits, not registers.
    (
        MAI,
        "v_and_b32_e32 v5, 0xffff, v6
         v_accvgpr_write_b32 a5, v5
         v_accvgpr_read_b32 v7, a5
         v_lshrrev_b32_e32 v7, 16, v7
         v_cmp_eq_u32_e32 vcc, 0, v7
         s_cbranch_vccz 0",
    ),
    (
        &[Gfx90a, Gfx942, Gfx950],
        "v_mov_b32_e32 v4, 0
         v_pk_fma_f32 v[6:7], v[4:5], v[4:5], v[4:5]
         v_pk_mov_b32 v[8:9], v[4:5], v[4:5] op_sel:[1,0]
         v_add_u32_e32 v6, v6, v9
         v_cmp_eq_u32_e32 vcc, 0, v6
         s_cbranch_vccz 0",
    ),
    // The halves and bytes of a register, one after the other.
    (
        &[Gfx942, Gfx950],
        "v_cvt_pk_fp8_f32 v5, v0, v0
         v_cvt_pk_fp8_f32 v5, v0, v0 op_sel:[0,0,1]
         v_cvt_sr_fp8_f32 v6, v0, v0
         v_cvt_sr_fp8_f32 v6, v0, v0 op_sel:[0,0,1,0]
         v_cvt_sr_fp8_f32 v6, v0, v0 op_sel:[0,0,0,1]
         v_cvt_sr_fp8_f32 v6, v0, v0 op_sel:[0,0,1,1]
         v_add_u32_e32 v5, v5, v6
         v_cmp_eq_u32_e32 vcc, 0, v5
         s_cbranch_vccz 0",
    ),
    // With SRAM ECC a load of 16 bits writes the whole register.
    (
        MAI,
        "v_lshlrev_b32_e32 v3, 2, v0
         global_load_short_d16 v4, v3, s[8:9]
         s_waitcnt vmcnt(0)
         v_cmp_gt_u32_e32 vcc, 7, v4
         s_cbranch_vccz 0",
    ),
    // Loading more than is defined.
    (
        &[Gfx8, Gfx9],
        "s_load_dwordx8 s[20:27], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)",
    ),
];

#[test]
fn undefined_values_that_decide_are_found() {
    let mut wrong = vec![];
    for (generations, rule, part, text) in FOUND {
        for generation in *generations {
            let (text, [first, second]) = marked(*generation, text);
            let all = findings(*generation, &text, false);
            let right = |f: &Finding| {
                f.rule == *rule
                    && (Some(f.at.pc), f.other.map(|o| o.pc)) == (second, first)
                    && f.message.contains(part)
                    // One for each wave.
                    && f.count == 2
            };
            if all.len() != 1 || !right(&all[0]) {
                wrong.push(format!("{generation} {rule} {second:?}:\n{text}{all:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn undefined_values_that_decide_nothing_are_silent() {
    let mut wrong = vec![];
    for (generations, text) in SILENT {
        for generation in *generations {
            let (text, _) = marked(*generation, text);
            let all = findings(*generation, &text, false);
            if !all.is_empty() {
                wrong.push(format!("{generation}:\n{text}{all:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn undefined_data_in_global_memory_is_told_to_those_who_ask() {
    let (text, _) = marked(
        Gfx9,
        "v_lshlrev_b32_e32 v3, 2, v0
         global_store_dword v3, v6, s[8:9]
         global_atomic_add v3, v7, s[8:9]",
    );
    let rules: Vec<_> = findings(Gfx9, &text, true).iter().map(|f| f.rule).collect();
    assert_eq!(rules, ["U10", "U11"]);
}

/// A kernel that stores a VGPR and an SGPR that nobody has set, what is in the LDS, and what is in private memory.
const STORES: &str = "v_lshlrev_b32_e32 v3, 4, v0
    s_mulk_i32 s2, 0x400
    v_add_u32_e32 v3, s2, v3
    v_mov_b32_e32 v10, v9
    v_mov_b32_e32 v11, s30
    v_lshlrev_b32_e32 v4, 2, v0
    ds_read_b32 v12, v4
    v_mov_b32_e32 v4, 8
    scratch_load_dword v13, v4, off
    s_waitcnt vmcnt(0) lgkmcnt(0)
    global_store_dwordx4 v3, v[10:13], s[8:9]
    global_load_dword v5, v3, s[10:11]
    s_waitcnt vmcnt(0)
    global_store_dword v3, v5, s[10:11]
    s_endpgm";

/// What the kernel leaves in its buffers.
fn stored(backend: Backend, threads: usize, poison: Option<u64>) -> Vec<u32> {
    let text = format!("{BEGIN}{STORES}");
    let object = CodeObject::parse(&bytes(Gfx9, &text), Some(Gfx9.target()));
    let device = Device::new().expect("a device");
    let program = device.load(&object.expect("raw")).expect("loads");
    let out = device.alloc("out", 64 * 1024).expect("room");
    let undefined = device.alloc("undefined", 64 * 1024).expect("room");
    // A partial last work-group.
    let launch = Launch::new(0, 64 * 9 + 10, 64).arg(&out).arg(&undefined);
    let mut launch = launch.undefined(&undefined).backend(backend);
    launch.threads = threads;
    launch.lds_limit = Some(512);
    launch.private = Some(64);
    launch.poison = poison;
    device.launch(&program, &launch).expect("runs");
    let mut all = out.read::<u32>();
    all.extend(undefined.read::<u32>());
    all
}

#[test]
fn poison_is_the_same_noise_on_both_backends() {
    let zero = stored(Backend::Jit, 1, None);
    assert_eq!(zero, stored(Backend::Interp, 1, None));
    assert!(zero.iter().all(|v| *v == 0));
    let noise = stored(Backend::Interp, 1, Some(5));
    for threads in [1, 3] {
        assert_eq!(noise, stored(Backend::Jit, threads, Some(5)));
    }
    assert_ne!(noise, stored(Backend::Jit, 1, Some(6)));
    // Of 586 work-items each has four dwords of noise, no two alike but for the SGPR of a wave.
    let first: Vec<&[u32]> = noise.chunks(4).take(586).collect();
    for i in [0, 2, 3] {
        let mut all: Vec<u32> = first.iter().map(|c| c[i]).collect();
        all.sort_unstable();
        all.dedup();
        assert!(all.len() > 580, "{i}: {}", all.len());
    }
    assert!(first.windows(2).take(63).all(|w| w[0][1] == w[1][1]));
    assert_ne!(first[0][1], first[64][1]);
    assert!(noise[16 * 1024..].iter().filter(|v| **v == 0).count() < 10);
}

#[test]
fn outputs_that_are_not_defined_are_found() {
    let text = format!(
        "{BEGIN}v_lshlrev_b32_e32 v3, 2, v0
         s_mov_b64 exec, 0x3ff
         global_store_dword v3, v0, s[10:11]
         s_endpgm"
    );
    let object = CodeObject::parse(&bytes(Gfx9, &text), Some(Gfx9.target()));
    let device = Device::new().expect("a device");
    let program = device.load(&object.expect("raw")).expect("loads");
    let out = device.alloc("out", 64).expect("room");
    let launch = Launch::new(0, 64, 64).arg(&out).arg(&out).undefined(&out);
    let options = Options {
        classes: vec![Class::Uninit],
        pedantic: false,
    };
    let messages = |launch: &Launch<'_>| -> Vec<String> {
        let checked = device.check(&program, launch, &options).expect("runs");
        checked.reports.into_iter().map(|r| r.message).collect()
    };
    assert!(messages(&launch).is_empty());
    let told = messages(&launch.output(&out, 4));
    assert_eq!(told, ["element 10 of 'out' was never defined"]);
}
