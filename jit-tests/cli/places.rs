//! Accesses whose address leads elsewhere than it seems to, as a user runs them: what is printed, and what a fault says.

use super::*;

/// An assembled program of a target, and its options.
fn program(f: &Folder, target: &str, source: &str) -> String {
    let source = f.file("program.s", source.as_bytes());
    let path = f.path("program.bin").display().to_string();
    gcn_jit(&format!("asm {source} --isa {target} -o {path}")).ok();
    format!("{path} --isa {target}")
}

/// Edge lanes of AMD's matrix kernels have the offset -1, and all four dwords are dropped (LLVM, SIISelLowering,
/// `allowsMisalignedMemoryAccessesImpl`: what starts out of bounds is so as a whole).
#[test]
fn buffer_offsets_that_switch_lanes_off() {
    let source = "\
s_load_dwordx4 s[4:7], s[0:1], 0x0
s_waitcnt lgkmcnt(0)
s_mov_b32 s8, s4
s_mov_b32 s9, s5
s_mov_b32 s10, 0xfffff000
s_mov_b32 s11, 0x20000
s_mov_b32 s12, s6
s_mov_b32 s13, s7
s_mov_b32 s14, 32
s_mov_b32 s15, 0x20000
v_mov_b32 v4, 0x11111111
v_mov_b32 v5, 0x22222222
v_mov_b32 v6, 0x33333333
v_mov_b32 v7, 0x44444444
v_mov_b32 v0, -1
v_mov_b32 v1, -8
v_mov_b32 v2, -4
buffer_load_dwordx4 v[8:11], v1, s[8:11], 0 offen
buffer_load_dwordx2 v[12:13], v2, s[8:11], 0 offen offset:4
buffer_load_dwordx2 v[14:15], v0, s[8:11], 0 offen
s_waitcnt vmcnt(0)
buffer_store_dwordx4 v[4:7], v0, s[8:11], 0 offen
buffer_store_dwordx4 v[4:7], v1, s[8:11], 0 offen offset:8
buffer_store_dwordx2 v[4:5], v2, s[8:11], 0 offen
buffer_store_dwordx4 v[8:11], off, s[12:15], 0
buffer_store_dwordx4 v[12:15], off, s[12:15], 0 offset:16
s_waitcnt vmcnt(0)
s_endpgm
";
    for target in ["gfx803", "gfx900", "gfx90a", "gfx942"] {
        let f = Folder::new();
        let program = program(&f, target, source);
        for backend in BACKENDS {
            let out = gcn_jit(&format!(
                "run {program} --backend {backend} --global 1 --local 1 --arg fill:u32[16]=7 --arg fill:u32[8]=9 \
                 --print 0 --print 1"
            ))
            .ok();
            let sevens = ["7"; 16].join(" ");
            assert_eq!(
                out,
                format!("0: {sevens}\n1: 0 0 0 0 0 0 0 0\n"),
                "{target}"
            );
        }
    }
}

/// VADDR below the aperture of the LDS, and the displacement leads into it.
const FLAT: &str = "\
s_load_dwordx2 s[4:5], s[0:1], 0x0
v_lshlrev_b32 v1, 2, v0
s_mov_b64 s[8:9], APERTURE
v_mov_b32 v3, s9
v_subrev_co_u32 v2, vcc, 4, v1
v_subbrev_co_u32 v3, vcc, 0, v3, vcc
flat_load_dword v4, v[2:3] offset:4
s_waitcnt vmcnt(0) lgkmcnt(0)
s_endpgm
";

#[test]
fn flat_goes_by_vaddr_alone() {
    for (aperture, memory) in [
        (
            "src_shared_base",
            "offset 0 of the work-group's LDS (512 bytes)",
        ),
        ("src_private_base", "offset 0 of private memory"),
    ] {
        let f = Folder::new();
        let program = program(&f, "gfx900", &FLAT.replace("APERTURE", aperture));
        let sizes = "--global 64 --local 64 --lds 512 --private 64 --arg zeros:u32[64]";
        for backend in BACKENDS {
            gcn_jit(&format!("run {program} --backend {backend} {sizes}")).fails(
                1,
                &[
                    memory,
                    "accessed as global memory",
                    "lane 0",
                    "flat_load_dword",
                ],
            );
        }
    }
}

/// Before gfx12 VADDR is unsigned (LLVM, `isFlatScratchBaseLegal`).
#[test]
fn scratch_has_no_negative_offsets() {
    let f = Folder::new();
    let source = "v_mov_b32 v1, -8\nscratch_load_dword v2, v1, off offset:8\ns_endpgm\n";
    let program = program(&f, "gfx90a", source);
    for backend in BACKENDS {
        gcn_jit(&format!(
            "run {program} --backend {backend} --global 64 --local 64 --private 64"
        ))
        .fails(
            1,
            &["offset 4294967296 of private memory", "64 bytes", "lane 0"],
        );
    }
}
