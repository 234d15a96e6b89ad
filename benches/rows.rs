//! What each compute row of the instruction table costs as compiled code: a wave executes the row's
//! instruction in a loop, and what an empty loop takes is taken off.
//!
//! `cargo bench --bench rows [-- TARGET [NAME..]]` prints the rows, dearest first, with the time of an
//! instruction for a wave and how many times that of `v_add_f32` it is. Rows far from 1 are worth a look:
//! what no host instruction does for many lanes at once is a call, or a loop over lanes.
//!
//! Left out are rows that change EXEC or PC or end in a fault, and those that need operands of a kind
//! that this does not make (the last line names them).

use std::time::{Duration, Instant};

use gcn_jit::asm::{assemble, parse_inst};
use gcn_jit::isa::{Flags, Gen, Row, TABLES, Ty};
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::{Device, Launch};

/// How often the loop has the instruction, each time with other registers, and how often it runs. (Those with
/// the same sources would be computed once.)
const COPIES: u32 = 8;
const LOOPS: u32 = 1000;
/// Vector registers of a copy's sources, which begin behind those of the one before; and of its results, the
/// first, and how many each has.
const SOURCES: u32 = 16;
const RESULTS: u32 = 160;
const EACH: u32 = 4;
/// Launches, of which the shortest counts. The first ones compile.
const LAUNCHES: u32 = 8;

/// The encodings whose rows compute, and LDS.
const ENCODINGS: [&str; 10] = [
    "Sop1", "Sop2", "Sopk", "Sopc", "Vop1", "Vop2", "Vopc", "Vop3", "Vop3p", "Ds",
];

/// The registers of an operand: `v4`, `s[40:41]`.
fn registers(file: char, first: u32, ty: Ty) -> String {
    match ty.dwords() as u32 {
        1 => format!("{file}{first}"),
        n => format!("{file}[{first}:{}]", first + n - 1),
    }
}

/// Ways to write the row's instruction, of which the assembler takes those that the row allows. The
/// last `scalar` sources are scalar registers.
fn text(encoding: &str, row: &Row, mnemonic: &str, copy: u32, scalar: usize, tail: &str) -> String {
    let is_scalar = encoding.starts_with("Sop");
    let mut operands = vec![];
    if row.shape.dst != Ty::None {
        let in_scalar = is_scalar || row.shape.dst == Ty::Mask || row.flags.has(Flags::SGPR_DST);
        let (file, first) = if in_scalar { ('s', 40) } else { ('v', RESULTS) };
        operands.push(registers(file, first + EACH * copy, row.shape.dst));
    }
    if row.flags.has(Flags::CARRY_OUT) {
        operands.push("vcc".to_owned());
    }
    if encoding == "Ds" {
        operands.push("v2".to_owned());
    }
    let sources = row.shape.src.iter().filter(|ty| **ty != Ty::None);
    let count = sources.clone().count();
    for (i, ty) in sources.enumerate() {
        let at = 4 * (i as u32 + 1);
        operands.push(if *ty == Ty::Mask {
            "vcc".to_owned()
        } else if is_scalar || i + scalar >= count {
            registers('s', at + 4, *ty)
        } else {
            registers('v', at + SOURCES * copy, *ty)
        });
    }
    // What nobody reads is not computed: SCC is all that these leave.
    let read = match encoding {
        "Sopc" => format!("\ns_cselect_b32 s{}, s8, s12", 40 + 4 * copy),
        _ => String::new(),
    };
    format!("{mnemonic} {}{tail}{read}", operands.join(", "))
}

/// The instructions of the loop; `None` if the assembler takes no form.
fn body(encoding: &str, row: &Row, generation: Gen) -> Option<String> {
    let mnemonic = row.mnemonics[generation as usize];
    let tails = ["", ", 1", " offset0:0 offset1:1", " quad_perm:[0,1,2,3]"];
    let forms = (0..3).flat_map(|scalar| tails.map(|tail| (scalar, tail)));
    let write = |copy, (scalar, tail)| text(encoding, row, mnemonic, copy, scalar, tail);
    let assembles = |text: &str| {
        let first = text.lines().next().unwrap_or_default();
        parse_inst(generation, first, 0).is_ok()
    };
    let mut forms = forms.filter(|f| assembles(&write(0, *f)));
    let form = forms.next()?;
    Some(
        (0..COPIES)
            .map(|copy| write(copy, form) + "\n")
            .collect::<String>(),
    )
}

/// A program that runs `body` often, on lanes that differ. A source changes with each iteration, and
/// what the last iteration leaves is read, so that everything has to be computed.
fn program(body: &str) -> String {
    let mut text = String::from("v_lshlrev_b32 v3, 2, v0\nv_lshlrev_b32 v2, 4, v0\n");
    // As f32, f64 and f16 these are neither tiny nor huge.
    for i in 0..16 {
        let value = 0x3f80_3c00 + i * 0x1_0000;
        for copy in 0..COPIES {
            let at = SOURCES * copy + i + 4;
            text += &format!("v_or_b32 v{at}, {:#x}, v3\n", value + copy * 0x800);
        }
        text += &format!("s_mov_b32 s{}, {value:#x}\n", i + 8);
    }
    text += "s_mov_b32 m0, -1\ns_mov_b64 vcc, 0x5555\n";
    text += &format!("s_movk_i32 s30, {LOOPS}\nloop:\n");
    for at in (0..COPIES).map(|copy| SOURCES * copy + 4) {
        text += &format!(
            "v_xor_b32 v{at}, 2, v{at}\nv_xor_b32 v{0}, 2, v{0}\n",
            at + 1
        );
    }
    text += &format!("s_xor_b32 s8, s8, 2\ns_xor_b32 s9, s9, 2\n{body}");
    text += "s_sub_u32 s30, s30, 1\ns_cmp_lg_u32 s30, 0\ns_cbranch_scc1 loop\n";
    text += "v_mov_b32 v0, vcc_lo\nds_write_b32 v2, v0\n";
    for at in 0..EACH * COPIES {
        let (v, s) = (at + RESULTS, at + 40);
        text += &format!("ds_write_b32 v2, v{v}\nv_mov_b32 v0, s{s}\nds_write_b32 v2, v0\n");
    }
    text + "s_endpgm\n"
}

/// How long a launch of one wave takes.
fn measure(generation: Gen, body: &str) -> Option<Duration> {
    let words = assemble(generation, &program(body)).ok()?.words();
    let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    let object = CodeObject::parse(&bytes, Some(generation.target())).ok()?;
    let device = Device::new().ok()?;
    let loaded = device.load(&object).ok()?;
    let mut launch = Launch::new(0, 64, 64);
    launch.lds_limit = Some(4096);
    launch.timeout = Some(Duration::from_secs(10));
    let mut best = Duration::MAX;
    for _ in 0..LAUNCHES {
        let start = Instant::now();
        device.launch(&loaded, &launch).ok()?;
        best = best.min(start.elapsed());
    }
    Some(best)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    // Cargo puts `--bench` behind what it was given.
    let mut args = args.iter().filter(|a| *a != "--bench");
    let target = args.next().map_or("gfx906", String::as_str);
    let generation = Gen::from_target(target).expect("a target, such as gfx906");
    let names: Vec<&String> = args.collect();

    // What all others are compared with is measured more often.
    let least = |body: &str| (0..5).filter_map(|_| measure(generation, body)).min();
    let empty = least("").expect("an empty loop runs");
    let nanos =
        |time: Duration| time.saturating_sub(empty).as_secs_f64() * 1e9 / (COPIES * LOOPS) as f64;
    let row = |name: &str| {
        let mut rows = TABLES.iter().flat_map(|(_, rows)| rows.iter());
        rows.find(|r| r.name == name).expect("a row")
    };
    let add = body("Vop2", row("V_ADD_F32"), generation).expect("assembles");
    let add = nanos(least(&add).expect("runs"));

    let (mut costs, mut left_out) = (vec![], vec![]);
    let not_measured = [
        Flags::WRITES_EXEC,
        Flags::BRANCH,
        Flags::ENDS_BLOCK,
        Flags::SYSTEM,
    ];
    for (encoding, rows) in TABLES.iter().filter(|(e, _)| ENCODINGS.contains(e)) {
        for row in rows.iter().filter(|r| r.exists(generation)) {
            let named = names.is_empty() || names.iter().any(|n| row.name.eq_ignore_ascii_case(n));
            if !named || not_measured.iter().any(|f| row.flags.has(*f)) {
                continue;
            }
            let body = body(encoding, row, generation);
            match body.as_ref().and_then(|b| measure(generation, b)) {
                Some(time) => {
                    let first = body.iter().flat_map(|b| b.lines()).next();
                    costs.push((nanos(time), encoding, first.unwrap_or_default().to_owned()));
                }
                None => left_out.push(row.name),
            }
        }
    }
    costs.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("{:>9} {:>9}  row", "ns/wave", "v_add_f32");
    for (cost, encoding, text) in costs {
        println!("{cost:9.1} {:9.1}  {encoding:6} {text}", cost / add);
    }
    println!("left out: {}", left_out.join(" "));
}
