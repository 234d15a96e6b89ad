//! `profile`: kernels whose every number is counted by hand.

use gcn_jit::asm::assemble;
use gcn_jit::isa::Gen;
use serde_json::{Value, json};

use super::*;

/// For gfx900. Two work-groups of 96 work-items make 4 waves, two with 64 lanes and two with 32: each instruction is
/// executed 4 times, vector instructions with 192 of 256 lanes. Each lane has a dword of the buffer, and one of the
/// LDS, every 32 bytes: of 32 lanes 8 in each of banks 0, 8, 16, 24.
const KERNEL: &str = "
    s_load_dwordx2 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    v_lshlrev_b32_e32 v1, 2, v0
    global_load_dword v2, v1, s[4:5]
    s_waitcnt vmcnt(0)
    v_mad_f32 v2, v2, v2, v2
    v_lshlrev_b32_e32 v3, 5, v0
    ds_write_b32 v3, v2
    global_store_dword v1, v2, s[4:5]
    s_endpgm
";

/// Options of its run.
const OPTIONS: &str = "--isa gfx900 --global 192 --local 96 --lds 3072 --arg zeros:f32[96]";

/// What is printed. The costs of the instructions, 1 + 0.25 + 1 + 8 + 0.25 + 1 + 1 + 4 + 8 + 0.25, are 24.75; a full
/// wave accesses 4 lines, the other one 2, so that it is 3 per access, and all three instructions use 32 + 768 + 768 bytes
/// of 4 + 12 + 12 lines. Each half of a wave takes 8 cycles of the LDS
/// in place of 1, and there are 6 such halves.
const TABLE: &str = "\
kernel          program, gfx900
executed        2 work-groups, 4 waves, 40 wave instructions
active          75.0% of the lanes of 24 vector instructions
operations      768; 0.490 per byte of global memory
global memory   800 bytes read, 768 written; 448 bytes in lines that were touched
lines           2.3 lines of 64 bytes per access, 87.5% of their bytes used
LDS             0 bytes read, 768 written; 48 cycles of the banks, 42 of them by conflicts
(share: of the time on the host, an estimate: executions times the cost of their kind of instruction)

share  executed  lanes  bytes  lines   LDS  instruction
32.3%         4  75.0%    768    3.0        +0x10   global_load_dword v2, v1, s[4:5]
32.3%         4  75.0%    768    3.0        +0x30   global_store_dword v1, v2, s[4:5]
16.2%         4  75.0%    768         8.0x  +0x28   ds_write_b32 v3, v2
 4.0%         4            32    1.0        +0x0    s_load_dwordx2 s[4:5], s[0:1], 0x0
and 6 more
";

fn program(f: &Folder) -> String {
    let assembled = assemble(Gen::Gfx9, KERNEL).unwrap();
    f.program(&assembled.words())
}

/// A kernel with line numbers whose source is in the repository (`jit-tests/kernels/profile`): one wave, of which 16
/// lanes go on behind a branch and call a function.
const COLUMNS: &str = "jit-tests/kernels/profile/columns.hsaco --global 64 --local 64 --arg iota:f32[64] --arg zeros:f32[64]";

fn object(args: &str) -> Value {
    let text = gcn_jit(&format!("profile {args} --json")).ok();
    assert_eq!(text.matches('\n').count(), 1);
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_table_is_what_was_counted_by_hand() {
    let f = Folder::new();
    let p = program(&f);
    assert_eq!(
        gcn_jit(&format!("profile {p} {OPTIONS} --top 4")).ok(),
        TABLE
    );
}

#[test]
fn json_is_what_was_counted_by_hand() {
    let f = Folder::new();
    let p = program(&f);
    let all = object(&format!("{p} {OPTIONS}"));
    let instructions = all["instructions"].as_array().unwrap();
    let of = |key: &str| -> Vec<Value> { instructions.iter().map(|i| i[key].clone()).collect() };
    assert_eq!(
        of("pc"),
        [0, 8, 0xc, 0x10, 0x18, 0x1c, 0x24, 0x28, 0x30, 0x38]
    );
    assert_eq!(of("executions"), [4; 10]);
    assert_eq!(of("lanes"), [4, 4, 192, 192, 4, 192, 192, 192, 192, 4]);
    assert_eq!(of("operations"), [0, 0, 192, 0, 0, 384, 192, 0, 0, 0]);
    assert_eq!(of("lines"), [4, 0, 0, 12, 0, 0, 0, 0, 12, 0]);
    assert_eq!(of("least_lines"), [4, 0, 0, 12, 0, 0, 0, 0, 12, 0]);
    assert_eq!(of("used_bytes"), [32, 0, 0, 768, 0, 0, 0, 0, 768, 0]);
    assert_eq!(
        of("kind"),
        [
            "scalarmemory",
            "control",
            "vector",
            "memory",
            "control",
            "vector",
            "vector",
            "lds",
            "memory",
            "control"
        ]
    );
    assert_eq!(instructions[0]["global"], json!({"read": 32, "written": 0}));
    assert_eq!(
        instructions[3]["global"],
        json!({"read": 768, "written": 0})
    );
    assert_eq!(
        instructions[8]["global"],
        json!({"read": 0, "written": 768})
    );
    let lds = &instructions[7];
    assert_eq!(lds["lds"], json!({"read": 0, "written": 768}));
    let banks = ["lds_cycles", "lds_least_cycles", "lds_worst"].map(|k| lds[k].clone());
    assert_eq!(banks, [48, 6, 8]);
    assert_eq!(lds["lds_estimated"], false);
    assert_eq!(lds["utilisation"], 0.75);
    assert_eq!(lds["mnemonic"], "ds_write_b32");
    assert_eq!(lds["source"], Value::Null);
    assert_eq!(instructions[0]["utilisation"], Value::Null);
    assert_eq!(all["totals"]["executions"], 40);
    // 4 scalar instructions, 6 on lanes.
    assert_eq!(all["totals"]["lanes"], 4 * 4 + 6 * 192);
    assert_eq!(all["totals"]["operations"], 768);
    // The buffer has 6 lines, the arguments one.
    assert_eq!(all["footprint"], 7 * 64);
    assert_eq!(all["intensity"], 768.0 / 1568.0);
    assert_eq!(all["card"]["name"], "Radeon RX Vega 64");
    assert_eq!(all["fault"], Value::Null);
    // What others count.
    assert_eq!(all["stats"]["instructions"], 40);
    assert_eq!(all["stats"]["lanes"], all["totals"]["lanes"]);
    let groups = all["timeline"]["workgroups"].as_array().unwrap();
    assert_eq!(groups.len(), 2);
    assert!(groups.iter().all(|g| g["waves"] == 2 && g["ended"] == true));
}

/// All that is counted, without times.
fn counted(mut all: Value) -> Value {
    for key in ["stats", "timeline"] {
        all[key] = Value::Null;
    }
    all
}

#[test]
fn host_threads_change_no_count() {
    // 64 work-groups, with divergent branches and atomics.
    let args = "examples/gfx900/histogram.hsaco --global 4096 --local 64 --arg bytes=@LICENSE-APACHE --arg bins=zeros:u32[256] --arg n=10847";
    let one = object(&format!("{args} --threads 1"));
    let four = object(&format!("{args} --threads 4"));
    assert_eq!(one["stats"]["threads"], 1);
    assert_eq!(four["stats"]["threads"], 4);
    let workgroups = four["timeline"]["workgroups"].as_array().unwrap();
    assert_eq!(workgroups.len(), 64);
    assert_eq!(counted(one), counted(four));
}

/// Kernels with branches, loops, LDS, barriers, calls, scratch and atomics, on both backends.
#[test]
fn backends_count_the_same() {
    let histogram = "histogram.hsaco --global 2048 --local 128 --arg bytes=@LICENSE-APACHE --arg bins=zeros:u32[256] --arg n=10847";
    let reduction = "reduction.hsaco --kernel reduce_tree --global 1024 --local 256 --arg values=@examples/data/values.npy --arg total=zeros:i32[1] --arg partial=local:1024 --arg n=4096";
    let matmul = "matmul.hsaco --global 64,64 --local 16,16 --arg a=@examples/data/a.npy --arg b=@examples/data/b.npy --arg c=zeros:f32[64,64] --arg n=64";
    let mut runs = vec![COLUMNS.to_owned()];
    let folders = [
        "examples/gfx803",
        "examples/gfx900",
        "jit-tests/kernels/examples-O0/gfx900",
    ];
    for folder in folders {
        for kernel in [histogram, reduction, matmul] {
            // Some execute too much to be looked at whole.
            runs.push(format!("{folder}/{kernel} --exact"));
        }
    }
    for run in runs {
        let [jit, interp] =
            BACKENDS.map(|backend| object(&format!("{run} --threads 1 --backend {backend}")));
        assert_eq!(jit["stats"]["backend"], "jit");
        assert_eq!(interp["stats"]["backend"], "interp");
        assert_eq!(counted(jit), counted(interp), "{run}");
    }
}

/// Code that does not count executes as much.
#[test]
fn totals_are_those_of_run() {
    let args = "examples/gfx803/matmul.hsaco --global 64,64 --local 16,16 --arg a=@examples/data/a.npy --arg b=@examples/data/b.npy --arg c=zeros:f32[64,64] --arg n=64";
    let ran = gcn_jit(&format!("run {args} --stats=json")).ok();
    let stats: Value = serde_json::from_str(&ran).unwrap();
    let all = object(args);
    assert_eq!(all["totals"]["executions"], stats["instructions"]);
    assert_eq!(all["totals"]["lanes"], stats["lanes"]);
}

#[test]
fn annotated_code_stands_below_its_source() {
    let text = gcn_jit(&format!("profile {COLUMNS} --annotate")).ok();
    let (head, code) = text.split_once("\n\n").unwrap();
    assert!(
        head.contains("executed        1 work-group, 1 wave, 38 wave instructions\n"),
        "{head}"
    );
    let want = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("jit-tests/kernels/profile/columns.annotated"),
    );
    assert_eq!(code, want.unwrap());
}

#[test]
fn folded_stacks() {
    let f = Folder::new();
    let path = f.path("stacks");
    gcn_jit(&format!("profile {COLUMNS} --folded {}", path.display())).ok();
    let stacks = std::fs::read_to_string(&path).unwrap();
    // By the lines of columns.cl that llvm-objdump -l -d names, and what they are inlined in.
    assert_eq!(
        stacks,
        "columns;columns.cl:22 3\n\
         columns;columns.cl:24 1\n\
         columns;columns.cl:25 5\n\
         columns;columns.cl:26 1\n\
         columns;columns.cl:27 1\n\
         columns;columns.cl:29 4\n\
         columns;columns.cl:30 7\n\
         columns;columns.cl:31 1\n\
         columns;put;columns.cl:10 2\n\
         columns;put;scaled;columns.cl:5 2\n\
         columns;sum;columns.cl:14 2\n\
         columns;sum;columns.cl:17 8\n\
         columns;sum;columns.cl:18 1\n"
    );
    // Without line numbers: offsets.
    let p = program(&f);
    gcn_jit(&format!(
        "profile {p} {OPTIONS} --folded {}",
        path.display()
    ))
    .ok();
    let stacks = std::fs::read_to_string(&path).unwrap();
    assert!(
        stacks.starts_with("program;+0x0 4\nprogram;+0x10 4\n"),
        "{stacks}"
    );
}

/// Values of the lines, by number.
#[test]
fn lines_of_the_source() {
    let all = object(COLUMNS);
    let line = |n: u32| {
        let lines = all["lines"].as_array().unwrap();
        let found = lines.iter().find(|l| l["line"] == n);
        found.unwrap_or_else(|| panic!("no line {n}")).clone()
    };
    let file = "./jit-tests/kernels/profile/columns.cl";
    assert_eq!(line(10)["file"], file);
    // The write of the LDS, and the address of it: every lane has another dword of bank 0.
    let put = line(10);
    let counts = ["executions", "lanes", "lds_cycles", "lds_least_cycles"].map(|k| put[k].clone());
    assert_eq!(counts, [2, 128, 64, 2]);
    assert_eq!(put["lds_estimated"], false);
    // Two reads of two dwords each by 16 lanes, all in bank 0; two waits and four sums beside them.
    let sum = line(17);
    let counts = ["executions", "vector_executions", "vector_lanes"].map(|k| sum[k].clone());
    assert_eq!(counts, [8, 6, 96]);
    assert_eq!(sum["utilisation"], 0.25);
    assert_eq!(sum["lds"], json!({"read": 256, "written": 0}));
    let banks = ["lds_cycles", "lds_least_cycles", "lds_worst"].map(|k| sum[k].clone());
    assert_eq!(banks, [64, 2, 32]);
    assert_eq!(sum["lds_estimated"], true);
    // A multiply-add on 64 lanes.
    assert_eq!(line(5)["operations"], 128);
    let inlined: Vec<&Value> = all["instructions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|i| i["mnemonic"] == "v_fma_f32")
        .map(|i| &i["source"])
        .collect();
    let frame =
        |line: u32, function: &str| json!({"file": file, "line": line, "function": function});
    assert_eq!(
        inlined,
        [&json!([
            frame(5, "scaled"),
            frame(10, "put"),
            frame(25, "columns")
        ])]
    );
}

/// A kernel that faults in its second work-group: what it did until then is told, and the exit code is 1.
#[test]
fn faults_end_a_profile() {
    let f = Folder::new();
    let p = program(&f);
    let page = f.path("page.html");
    let args = OPTIONS.replace("f32[96]", "f32[16]");
    for backend in BACKENDS {
        let ran = gcn_jit(&format!(
            "profile {p} {args} --threads 1 --backend {backend} --json --html {}",
            page.display()
        ));
        assert_eq!(ran.code, 1);
        assert!(ran.stderr.starts_with("error: "), "{}", ran.stderr);
        let all: Value = serde_json::from_slice(&ran.stdout).unwrap();
        assert_eq!(all["fault"]["kind"], "read");
        assert_eq!(all["fault"]["offset"], 0x10);
        let last = all["instructions"].as_array().unwrap().last().unwrap();
        // The one that faulted is not counted.
        assert_eq!(last["pc"], 0xc);
    }
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("The kernel faulted"));
}

#[test]
fn bad_usage() {
    let f = Folder::new();
    let p = program(&f);
    let run = |more: &str| gcn_jit(&format!("profile {p} {OPTIONS} {more}"));
    run("--json --annotate").fails(2, &["--json", "--annotate"]);
    run("--html /nowhere/page.html").fails(2, &["/nowhere/page.html"]);
    run("--top x").fails(2, &["--top"]);
    // What cannot be written is said before anything runs.
    let stacks = f.path("stacks");
    run(&format!("--folded {} --html /nowhere/x", stacks.display())).fails(2, &["/nowhere/x"]);
    assert!(!stacks.exists());
}

/// How long cards would take is told where that is asked for, and on the page anyway; not after a fault.
#[test]
fn the_page_has_estimates() {
    let f = Folder::new();
    let path = f.path("page.html").display().to_string();
    let args = "profile examples/gfx900/saxpy.hsaco --global 64 --local 64 --arg 2.5 --arg zeros:f32[64] --arg \
                zeros:f32[64] --arg 64";
    let estimates = |more: &str| {
        let object = gcn_jit(&format!("{args} --json {more}")).ok();
        let object: serde_json::Value = serde_json::from_str(&object).unwrap();
        let cards = object["estimates"].as_array().unwrap().iter();
        cards
            .map(|e| e["card"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert!(estimates("").is_empty());
    assert_eq!(
        estimates("--card vega64 --card VEGA64"),
        ["AMD Radeon RX Vega 64"; 2]
    );
    assert_eq!(
        estimates(&format!("--html {path}")),
        ["AMD Radeon RX Vega 64"]
    );
    let page = std::fs::read_to_string(&path).unwrap();
    for words in [
        "<h2>Estimate for AMD Radeon RX Vega 64</h2>",
        "<th>bound by</th>",
        "<td>vector ALU</td>",
        "never compared with this card",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let table = gcn_jit(&format!("{args} --card vega64")).ok();
    assert!(table.starts_with("card            AMD Radeon RX Vega 64\nestimate "));
    let ran = gcn_jit(&format!("{args} --card mi300a"));
    ran.fails(2, &["AMD Instinct MI300A", "gfx900"]);
    let broken = args.replace("zeros:f32[64]", "null");
    assert_eq!(gcn_jit(&format!("{broken} --html {path}")).code, 1);
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(page.contains("The kernel faulted") && !page.contains("Estimate for"));
}
