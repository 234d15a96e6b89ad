//! Kernels that fault or do not end, on both backends: exit code 1, and one line that names the
//! cause and the place. The programs are for gfx803, encoded by llvm-mc.

use super::*;

/// One full wave.
const SIZES: &str = "--global 64 --local 64";

/// Where raw programs are loaded.
const BASE: u64 = 0x10_0000_0000;

/// Runs `words` with both backends: exit code 1, no file written, and an error with all of `words`.
#[track_caller]
fn faults(program: &[u32], rest: &str, words: &[&str]) {
    let f = Folder::new();
    let path = f.program(program);
    for backend in BACKENDS {
        gcn_jit(&format!(
            "run {path} --isa gfx803 --backend {backend} {SIZES} {rest}"
        ))
        .fails(1, words);
    }
    assert_eq!(f.names(), ["program.bin"], "nothing is left behind");
}

/// The words of a message that name dword `at` of the program, whose text and bytes are `inst`.
fn place(at: u64, inst: &str) -> [String; 4] {
    [
        "kernel 'program'".to_owned(),
        format!("PC {:#x} [{inst}]", BASE + 4 * at),
        "work-group (0,0,0)".to_owned(),
        "wave 0".to_owned(),
    ]
}

/// Runs that fault at dword `at` of the program, with `cause` in the message.
#[track_caller]
fn faults_at(program: &[u32], rest: &str, cause: &[&str], at: u64, inst: &str) {
    let place = place(at, inst);
    let place: Vec<&str> = place.iter().map(String::as_str).collect();
    faults(program, rest, &[cause, &place].concat());
}

/// `s_load_dwordx2 s[4:5], s[0:1], 0x0; v_lshlrev_b32_e32 v1, 2, v0; s_waitcnt lgkmcnt(0);
/// v_mov_b32_e32 v2, s5; v_add_u32_e32 v1, vcc, s4, v1; v_addc_u32_e32 v2, vcc, 0, v2, vcc;
/// flat_store_dword v[1:2], v0; s_endpgm`: each lane stores its number.
const STORE_LANES: [u32; 10] = [
    0xc006_0100,
    0x0000_0000,
    0x2402_0082,
    0xbf8c_007f,
    0x7e04_0205,
    0x3202_0204,
    0x3804_0480,
    0xdc70_0000,
    0x0000_0001,
    0xbf81_0000,
];

/// `s_nop 0; v_add_f64 v[1:2], v[3:4], v[5:6]; s_endpgm`.
#[test]
fn tuples_of_registers_that_begin_at_an_odd_one() {
    let f = Folder::new();
    let path = f.program(&[0xbf80_0000, 0xd280_0001, 0x0002_0b03, 0xbf81_0000]);
    let inst = "v_add_f64 v[1:2], v[3:4], v[5:6] (d2800001 00020b03)";
    let place = place(1, inst);
    for (isa, backend) in [
        ("gfx90a", "jit"),
        ("gfx90a", "interp"),
        ("gfx942", "jit"),
        ("gfx942", "interp"),
    ] {
        let unsupported =
            format!("unsupported on {isa}: registers that belong together begin at an odd one");
        let words: Vec<&str> = place
            .iter()
            .map(String::as_str)
            .chain([&*unsupported])
            .collect();
        gcn_jit(&format!(
            "run {path} --isa {isa} --backend {backend} {SIZES}"
        ))
        .fails(1, &words);
    }
    gcn_jit(&format!("run {path} --isa gfx908 {SIZES}")).ok();
}

/// `s_nop 0; v_mfma_f32_32x32x8f16 v[0:15], v[16:17], v[18:19], v[4:19]; s_endpgm`, which LLVM's assembler refuses:
/// "source 2 operand must not partially overlap with dst".
#[test]
fn matrices_that_overlap_in_part() {
    let f = Folder::new();
    let path = f.program(&[0xbf80_0000, 0xd3cc_0000, 0x0412_2510, 0xbf81_0000]);
    let inst = "v_mfma_f32_32x32x8f16 v[0:15], v[16:17], v[18:19], v[4:19] (d3cc0000 04122510)";
    let place = place(1, inst);
    let unsupported = "unsupported on gfx90a: the third matrix overlaps the destination in part";
    let place = place.iter().map(String::as_str);
    let words: Vec<&str> = place.chain([unsupported]).collect();
    for backend in BACKENDS {
        gcn_jit(&format!(
            "run {path} --isa gfx90a --backend {backend} {SIZES}"
        ))
        .fails(1, &words);
    }
    // A matrix apart from the destination, and the destination itself.
    for third in [0x0452_2510, 0x0402_2510] {
        let path = f.program(&[0xbf80_0000, 0xd3cc_0000, third, 0xbf81_0000]);
        gcn_jit(&format!("run {path} --isa gfx90a {SIZES}")).ok();
    }
}

/// `s_load_dwordx2 s[4:5], s[0:1], 0x0; s_waitcnt lgkmcnt(0); s_add_u32 s4, s4, -4; s_addc_u32 s5, s5, -1;
/// s_store_dword s6, s[4:5], 0x0; s_endpgm` (encodings by llvm-mc): the dword before the first buffer, with the code
/// before that.
pub const STORE_BEFORE: [u32; 8] = [
    0xc006_0100,
    0x0000_0000,
    0xbf8c_007f,
    0x8004_c404,
    0x8205_c105,
    0xc042_0182,
    0x0000_0000,
    0xbf81_0000,
];

#[test]
fn buffers_that_are_written_before_their_beginning() {
    faults_at(
        &STORE_BEFORE,
        "--arg zeros:i32[4] --arg zeros:i32[4]",
        &["write of 4 bytes", "(4 bytes before '0' (16 bytes))"],
        5,
        "s_store_dword s6, s[4:5], 0x0 (c0420182 00000000)",
    );
}

#[test]
fn buffers_that_are_too_small() {
    faults_at(
        &STORE_LANES,
        "--arg zeros:u32[23]",
        &["write of 4 bytes", "end of '0' (92 bytes)", ", lane 23"],
        7,
        "flat_store_dword v[1:2], v0 (dc700000 00000001)",
    );
    let scalar = "s_store_dword s6, s[4:5], 0x4 (c0420182 00000004)";
    let small = "--arg zeros:u32[1] --arg u32:1";
    let words = ["write of 4 bytes", "end of '0' (4 bytes)"];
    faults_at(&STORE, small, &words, 5, scalar);
    let null = "--arg null --arg u32:1";
    faults_at(&STORE, null, &["write of 4 bytes at 0x4"], 5, scalar);
    // In a code object buffers have names. Element 1023 is the last of 16 work-groups.
    for backend in BACKENDS {
        gcn_jit(&format!(
            "run examples/gfx900/saxpy.hsaco --backend {backend} --global 1024 --local 64 --arg 2.5 \
             --arg x=zeros:f32[1024] --arg y=zeros:f32[1023] --arg n=1024"
        ))
        .fails(
            1,
            &[
                "read of 4 bytes",
                "end of 'y' (4092 bytes)",
                "kernel 'saxpy'",
                "[global_load_dword ",
                "work-group (15,0,0), wave 0, lane 63",
            ],
        );
    }
}

#[test]
fn stores_into_code() {
    // s_getpc_b64 s[4:5]; s_store_dword s6, s[4:5], 0x0; s_endpgm
    faults_at(
        &[0xbe84_1c00, 0xc042_0182, 0, END[0]],
        "",
        &["forbidden write", "offset 4 of 'code'", "read-only"],
        1,
        "s_store_dword s6, s[4:5], 0x0 (c0420182 00000000)",
    );
    // s_getpc_b64 s[4:5]; v_mov_b32_e32 v1, s4; v_mov_b32_e32 v2, s5; flat_store_dword v[1:2], v0
    faults_at(
        &[
            0xbe84_1c00,
            0x7e02_0204,
            0x7e04_0205,
            0xdc70_0000,
            1,
            END[0],
        ],
        "",
        &[
            "forbidden write",
            "offset 4 of 'code'",
            "read-only",
            "lane 0",
        ],
        3,
        "flat_store_dword v[1:2], v0 (dc700000 00000001)",
    );
}

#[test]
fn instructions_that_cannot_be_executed() {
    let nop = 0xbf80_0000;
    // ds_ordered_count v2, v1 gds
    faults_at(
        &[nop, 0xd97f_0000, 0x0200_0001, END[0]],
        "",
        &["unsupported on gfx803", "GDS"],
        1,
        "ds_ordered_count v2, v1 gds (d97f0000 02000001)",
    );
    // s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_NOP)
    faults_at(
        &[nop, 0xbf90_0003, END[0]],
        "",
        &["unsupported on gfx803: s_sendmsg"],
        1,
        "s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_NOP) (bf900003)",
    );
    // What only graphics has (encodings of gfx8).
    faults_at(
        &[nop, 0xf080_0100, 0x0061_0000, END[0]],
        "",
        &["unsupported on gfx803: image_sample: images are not filtered"],
        1,
        "image_sample v0, v0, s[4:11], s[12:15] dmask:0x1 (f0800100 00610000)",
    );
    faults_at(
        &[nop, 0xd400_0001, END[0]],
        "",
        &["unsupported on gfx803: v_interp_p1_f32: a kernel has no attributes"],
        1,
        "v_interp_p1_f32_e32 v0, v1, attr0.x (d4000001)",
    );
    faults_at(
        &[nop, 0xc400_000f, 0, END[0]],
        "",
        &["unsupported on gfx803: exp: a kernel has no export targets"],
        1,
        "exp mrt0 v0, v0, v0, v0 (c400000f 00000000)",
    );
    faults_at(
        &[nop, 0xffff_ffff, END[0]],
        "",
        &["illegal instruction ffffffff", "gfx803"],
        1,
        "ffffffff bf810000",
    );
    // s_trap 2
    let trap = 0xbf92_0002;
    faults_at(
        &[nop, trap, END[0]],
        "",
        &["trap 2"],
        1,
        "s_trap 2 (bf920002)",
    );
    // No end.
    faults_at(&[nop], "", &["outside the program's code"], 1, "no code");
}

/// Kernels that never end, stopped by either limit.
#[test]
fn limits() {
    // s_branch to itself; v_add_u32_e32 v0, vcc, 1, v0 and s_branch; s_barrier and s_branch.
    for program in [
        &LOOP[..],
        &[0x3200_0081, 0xbf82_fffe],
        &[0xbf8a_0000, 0xbf82_fffe],
    ] {
        let place = ["kernel 'program'", "PC 0x10000000", "work-group (", "wave "];
        let limit = "--max-instructions 20000";
        let words = [&["instruction limit of 20000"], &place[..]].concat();
        faults(program, limit, &words);
        let words = [&["time limit"], &place[..]].concat();
        faults(program, "--timeout 0.2", &words);
    }
    let f = Folder::new();
    let endless = f.program(&LOOP);
    // More waves than host threads.
    for backend in BACKENDS {
        gcn_jit(&format!(
            "run {endless} --isa gfx803 --backend {backend} --global 640 --local 128 --threads 2 \
             --timeout 0.2"
        ))
        .fails(1, &["time limit"]);
    }
    let end = f.program(&END);
    for backend in BACKENDS {
        gcn_jit(&format!(
            "run {end} --isa gfx803 --backend {backend} {SIZES} --max-instructions 1 --timeout 60"
        ))
        .ok();
    }
}

/// What is at the path of `--out` stays as it is, and nothing is printed.
#[test]
fn no_output_of_a_run_that_faults() {
    let f = Folder::new();
    let path = f.program(&STORE);
    let out = f.file("out.bin", b"old");
    let new = f.path("new.npy");
    for backend in BACKENDS {
        gcn_jit(&format!(
            "run {path} --isa gfx803 --backend {backend} {SIZES} --arg zeros:u32[1] --arg u32:1 \
             --out 0={out} --out 0={} --print 0 --stats",
            new.display()
        ))
        .fails(1, &["write of 4 bytes"]);
    }
    assert_eq!(std::fs::read(&out).unwrap(), b"old");
    assert_eq!(f.names(), ["out.bin", "program.bin"]);
}

/// Faults that both backends report alike are no difference.
#[test]
fn diff_of_a_fault() {
    let f = Folder::new();
    let path = f.program(&STORE_LANES);
    let line = format!("diff {path} --isa gfx803 {SIZES} --arg zeros:u32[23]");
    let ran = gcn_jit(&line);
    assert_eq!((ran.code, ran.stdout.len()), (0, 0), "{}", ran.stderr);
    assert!(ran.stderr.starts_with("note: both backends fault: "));
    gcn_jit(&format!("{line} --quiet")).ok();
    let endless = f.program(&LOOP);
    gcn_jit(&format!(
        "diff {endless} --isa gfx803 {SIZES} --timeout 0.1"
    ))
    .fails(1, &["time limit"]);
}

/// A program that jumps into the middle of a long run of blocks, to another place each time, and so
/// makes ever new code to compile.
fn ladder() -> Vec<u32> {
    const RUNGS: u32 = 1024;
    let mut words = vec![
        0xbe86_1c00, // s_getpc_b64 s[6:7]
        0x8008_9008, // s_add_u32 s8, s8, 16
        0x8609_ff08, // s_and_b32 s9, s8, 0x3ff0
        0x3ff0,
        0x800a_0906, // s_add_u32 s10, s6, s9
        0x820b_8007, // s_addc_u32 s11, s7, 0
        0x800a_a00a, // s_add_u32 s10, s10, 32
        0x820b_800b, // s_addc_u32 s11, s11, 0
        0xbe80_1d0a, // s_setpc_b64 s[10:11]
    ];
    for _ in 0..RUNGS {
        // v_add_f64 v[0:1], v[0:1], v[0:1]; s_cbranch_scc1 0; s_add_u32 s12, s12, 16
        words.extend([0xd280_0000, 0x0002_0100, 0xbf85_0000, 0x800c_900c]);
    }
    let back = (words.len() as u32 + 1).wrapping_neg() & 0xffff;
    words.push(0xbf82_0000 | back); // s_branch to the first instruction
    words
}

#[test]
fn compiling_does_not_outlast_a_time_limit() {
    let start = std::time::Instant::now();
    faults(&ladder(), "--timeout 1", &["time limit"]);
    // Both backends; one compilation may be under way when the time is over. Without the limit there is no end, and on a
    // busy machine a second may take many.
    assert!(start.elapsed().as_secs() < 300, "{:?}", start.elapsed());
}

#[test]
fn a_deep_stack_needs_more_private_memory() {
    let file = "jit-tests/kernels/private/gfx900-O2.hsaco --kernel recurse";
    for backend in BACKENDS {
        let run = format!("{file} --backend {backend} {SIZES} --arg zeros:u32[64] --arg 100");
        let words = [
            "the stack may have overflowed its",
            "; --private gives more",
        ];
        gcn_jit(&format!("run {run}")).fails(1, &words);
        let out = gcn_jit(&format!("run {run} --private 32768 --print 0")).ok();
        assert_eq!(out.matches("5050").count(), 64, "{out}");
    }
    let overrun =
        format!("{file} {SIZES} --arg zeros:u32[64] --arg 100").replace("recurse", "overrun");
    let text = gcn_jit(&format!("run {overrun} --arg 5")).fails(
        1,
        &["of the private memory of the work-item with global id (0,0,0), which has 260 bytes"],
    );
    // It calls nothing, so that more memory would only hide the store behind the array.
    assert!(!text.contains("--private"), "{text}");
    // Both backends see it alike.
    gcn_jit(&format!("diff {overrun} --arg 5 --quiet")).ok();
}
