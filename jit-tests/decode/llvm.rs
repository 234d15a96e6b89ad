//! Random words against `llvm-mc` itself, where it is installed (or where `GCN_JIT_LLVM_MC` says); with
//! `GCN_JIT_REQUIRE_LLVM_MC=1` it has to be. `compare.py` is the same on more words and by opcode.
//!
//! On gfx8 and gfx9 LLVM's disassembler is asked for the text of the words, for their size, and for what is
//! no instruction. It has none for gfx6 and gfx7: there its assembler has to make our text the words that our
//! encoder makes. [`UNASKED`] and [`INTENDED`] list what is not compared.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use gcn_jit::asm::parse_inst;
use gcn_jit::decode::decode;
use gcn_jit::disasm::disasm;
use gcn_jit::encode::encode;
use gcn_jit::isa::{Gen, Gens};

use super::Words;

/// Words per target.
const WORDS: usize = 200_000;

/// Two dwords.
type Pair = [u32; 2];

/// Bits that select an encoding, and which bits they are (CLRX GcnInstrs*, "Encoding"; AMD's ISA manuals,
/// "Microcode Formats").
const ENCODINGS: &[(u32, u32)] = &[
    // VOP2, VOPC, VOP1, each with a second dword of SDWA and of DPP.
    (0x0000_0000, 0x8000_0000),
    (0x7c00_0000, 0xfe00_0000),
    (0x7e00_0000, 0xfe00_0000),
    (0x0000_00f9, 0x8000_01ff),
    (0x7c00_00f9, 0xfe00_01ff),
    (0x7e00_00f9, 0xfe00_01ff),
    (0x0000_00fa, 0x8000_01ff),
    (0x7c00_00fa, 0xfe00_01ff),
    (0x7e00_00fa, 0xfe00_01ff),
    // SOP2, SOPK, SOP1, SOPC, SOPP.
    (0x8000_0000, 0xc000_0000),
    (0xb000_0000, 0xf000_0000),
    (0xbe80_0000, 0xff80_0000),
    (0xbf00_0000, 0xff80_0000),
    (0xbf80_0000, 0xff80_0000),
    // SMEM and SMRD, EXP or SMRD, VINTRP on gfx6 and gfx7.
    (0xc000_0000, 0xfc00_0000),
    (0xc400_0000, 0xfc00_0000),
    (0xc800_0000, 0xfc00_0000),
    // VOP3, VOP3P and MAI, VINTRP.
    (0xd000_0000, 0xfc00_0000),
    (0xd380_0000, 0xff80_0000),
    (0xd400_0000, 0xfc00_0000),
    // DS, FLAT, MUBUF, MTBUF, MIMG, EXP on gfx6 and gfx7.
    (0xd800_0000, 0xfc00_0000),
    (0xdc00_0000, 0xfc00_0000),
    (0xe000_0000, 0xfc00_0000),
    (0xe800_0000, 0xfc00_0000),
    (0xf000_0000, 0xfc00_0000),
    (0xf800_0000, 0xfc00_0000),
    // Any word.
    (0, 0),
];

/// Words of each encoding in turn. Where few bits are set, fields that must be zero often are.
fn pair(r: &mut Words, i: usize) -> Pair {
    let (fixed, mask) = ENCODINGS[i % ENCODINGS.len()];
    let sparse = |r: &mut Words| r.next() & r.next() & r.next();
    let (first, second) = match i / ENCODINGS.len() % 4 {
        0 => (r.next(), r.next()),
        1 => (r.next(), sparse(r)),
        2 => (r.next() & 0xffff_0000 | sparse(r) & 0xffff, r.next()),
        _ => (r.next() & 0xffff_0000 | sparse(r) & 0xffff, sparse(r)),
    };
    [first & !mask | fixed, second]
}

/// Words that are not given to LLVM's disassembler, and why.
const UNASKED: &[Unasked] = &[(
    reserved_select,
    "its printer has no case for a select of 7 in SDWA, and crashes",
)];

/// Which words, and why; see [`UNASKED`].
type Unasked = (fn(Pair) -> bool, &'static str);

/// Whether the words are SDWA's with a reserved select.
fn reserved_select([first, second]: Pair) -> bool {
    let (vop1, vopc) = (first >> 25 == 0x3f, first >> 25 == 0x3e);
    first >> 31 == 0
        && first & 511 == 249
        && (second >> 16 & 7 == 7
            || !vop1 && second >> 24 & 7 == 7
            || !vopc && second >> 8 & 7 == 7)
}

/// Why LLVM's assembler does not return the words of our text for gfx6 and gfx7: a part of its message (none
/// where it returns other words), what else has to hold for the text and the words, and the reason.
type Intended = (
    Option<&'static str>,
    fn(&str, &[u32], &[u32]) -> bool,
    &'static str,
);

const INTENDED: &[Intended] = &[
    (
        Some("violates constant bus restrictions"),
        |_, _, _| true,
        "the hardware does not allow it",
    ),
    (
        Some("lds_direct cannot be used"),
        |_, _, _| true,
        "the hardware does not allow it",
    ),
    (
        Some("TFE modifier has no meaning for store"),
        |_, _, _| true,
        "the bit is there all the same",
    ),
    (
        Some("invalid atomic image dmask"),
        |_, _, _| true,
        "the field has more values than make sense",
    ),
    (
        Some("invalid image_gather dmask"),
        |_, _, _| true,
        "the field has more values than make sense",
    ),
    (
        Some(""),
        |text, _, _| text.starts_with("image_atomic"),
        "LLVM has these for the values of DMASK alone that make sense",
    ),
    (
        Some("out of bounds interpolation attribute"),
        |_, _, _| true,
        "the field has six bits",
    ),
    (
        Some("invalid interpolation slot"),
        |_, _, _| true,
        "the field has more values than parameters exist",
    ),
    (
        Some("invalid exp target"),
        |_, _, _| true,
        "the field has more values than targets exist",
    ),
    (
        None,
        |text, _, _| text.starts_with("exp ") && text.contains(" compr"),
        "with other EN than 0, 3, 12, 15 one register stands for two, of which one is sent",
    ),
    (
        None,
        |_, ours, theirs| theirs.len() == 1 && ours.len() == 2 && is_inline(ours[1]),
        "a literal with the value of an inline constant",
    ),
    (
        None,
        |text, ours, theirs| text.starts_with("flat_") && (ours[1] ^ theirs[1]) == 1 << 23,
        "LLVM has no TFE on FLAT",
    ),
];

/// Whether an inline constant has the value in some type: small numbers; 0.5, 1, 2, 4 and their negatives.
fn is_inline(literal: u32) -> bool {
    let floats = [0.5f32, 1.0, 2.0, 4.0].map(f32::to_bits);
    let doubles = [0.5f64, 1.0, 2.0, 4.0].map(|d| (d.to_bits() >> 32) as u32);
    let halves = [0x3800, 0x3c00, 0x4000, 0x4400];
    let plus = |values: [u32; 4], sign: u32| values.contains(&(literal & !sign));
    (-16..=64).contains(&(literal as i32))
        || plus(floats, 1 << 31)
        || plus(doubles, 1 << 31)
        || plus(halves, 1 << 15)
}

/// What is printed for a pair: the texts, and which dwords are refused. What follows a refused one is skipped.
type Answer = (Vec<String>, [bool; 2]);

/// The text and the words of an instruction that LLVM has too.
fn text(generation: Gen, words: &[u32]) -> Option<(String, usize)> {
    let d = decode(generation, words).ok()?;
    let known = d.inst.known_to_llvm(generation);
    known.then(|| (disasm(generation, &d, None), usize::from(d.size) / 4))
}

/// Our answer.
fn ours(generation: Gen, words: Pair) -> Answer {
    match text(generation, &words) {
        None => (vec![], [true, false]),
        Some((first, 2)) => (vec![first], [false, false]),
        Some((first, _)) => match text(generation, &words[1..]) {
            None => (vec![first], [false, true]),
            Some((second, _)) => (vec![first, second], [false, false]),
        },
    }
}

/// The program, if it is there.
fn llvm_mc() -> Option<OsString> {
    let named = std::env::var_os("GCN_JIT_LLVM_MC");
    let path = std::env::var_os("PATH").unwrap_or_default();
    named.or_else(|| {
        let mut places = std::env::split_paths(&path).map(|p: PathBuf| p.join("llvm-mc-19"));
        places.find(|p| p.exists()).map(OsString::from)
    })
}

/// Runs it on `input`; standard output and standard error.
fn run(program: &OsString, generation: Gen, option: &str, input: &str) -> (String, String) {
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(input.as_bytes()).expect("written");
    std::io::Seek::rewind(&mut file).expect("rewound");
    let mut command = Command::new(program);
    command.args(["-arch=amdgcn", option]);
    command.arg(format!("-mcpu={}", generation.target()));
    let done = command.stdin(Stdio::from(file)).output();
    let done = done.unwrap_or_else(|e| panic!("{}: {e}", program.display()));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&done.stdout), text(&done.stderr));
    // 1 is what it returns when it refuses something.
    let code = done.status.code();
    assert!(
        matches!(code, Some(0 | 1)),
        "{} of {generation}: {}: {}",
        program.display(),
        done.status,
        err.lines().last().unwrap_or_default()
    );
    (out, err)
}

/// Line, column and text of the messages of a kind.
fn messages<'a>(err: &'a str, kind: &'a str) -> impl Iterator<Item = (usize, usize, &'a str)> {
    err.lines().filter_map(move |line| {
        let mut parts = line.strip_prefix("<stdin>:")?.splitn(4, ':');
        let (line, column) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let message = (parts.next()?.trim() == kind).then(|| parts.next())??;
        Some((line, column, message.trim()))
    })
}

/// The input line that makes LLVM read the dwords by themselves.
fn block(words: &[u32]) -> String {
    let bytes: Vec<String> = words
        .iter()
        .flat_map(|w| w.to_le_bytes())
        .map(|b| format!("{b:#04x}"))
        .collect();
    format!("[{}]\n", bytes.join(","))
}

/// Where the second dword of a block stands.
const SECOND_COLUMN: usize = "[0x00,0x00,0x00,0x00,".len() + 1;

/// LLVM's answers: the texts as they come, and which dwords it refuses, by line.
fn disassembled(program: &OsString, generation: Gen, input: &str) -> (Vec<String>, Refusals) {
    let (out, err) = run(program, generation, "-disassemble", input);
    let texts = out.lines().skip(1).filter_map(|l| l.strip_prefix('\t'));
    let mut refused: Refusals = BTreeMap::new();
    for (line, column, _) in messages(&err, "warning") {
        refused.entry(line).or_default()[usize::from(column == SECOND_COLUMN)] = true;
    }
    (texts.map(str::to_owned).collect(), refused)
}

/// Which dwords of a line are refused, for lines with one.
type Refusals = BTreeMap<usize, [bool; 2]>;

/// The differences of gfx8 and later, and how many of the pairs are instructions.
fn compare(program: &OsString, generation: Gen, pairs: &[Pair]) -> (Vec<String>, usize) {
    let asked = |p: &Pair| !UNASKED.iter().any(|(unasked, _)| unasked(*p));
    let pairs: Vec<Pair> = pairs.iter().copied().filter(asked).collect();
    let own: Vec<Answer> = pairs.iter().map(|p| ours(generation, *p)).collect();
    let valid = own.iter().filter(|(texts, _)| !texts.is_empty()).count();
    let input: String = pairs.iter().map(|p| block(p)).collect();
    let theirs = disassembled(program, generation, &input);
    let texts: Vec<String> = own.iter().flat_map(|(texts, _)| texts.clone()).collect();
    let refused = own.iter().enumerate().map(|(i, (_, r))| (i + 1, *r));
    let refused: Refusals = refused.filter(|(_, r)| *r != [false; 2]).collect();
    if theirs == (texts, refused) {
        return (vec![], valid);
    }
    // Which they are: the same once more, with a text between the pairs.
    const SENTINEL: (u32, &str) = (0xbf80_12ab, "s_nop 0x12ab");
    let sentinel = block(&[SENTINEL.0]);
    let input: String = pairs.iter().map(|p| block(p) + &sentinel).collect();
    let (texts, refused) = disassembled(program, generation, &input);
    let theirs = texts.split(|t| t == SENTINEL.1).enumerate().map(|(i, t)| {
        let refused = refused.get(&(2 * i + 1)).copied().unwrap_or_default();
        (t.to_vec(), refused)
    });
    let each = pairs.iter().zip(own).zip(theirs);
    let wrong = each.filter(|((_, own), theirs)| own != theirs);
    let wrong = wrong.map(|((p, own), theirs)| {
        let said = |(texts, refused): Answer| format!("{} {refused:?}", texts.join(" | "));
        let (own, theirs) = (said(own), said(theirs));
        format!("{generation} {p:08x?}\n    ours: {own}\n    LLVM: {theirs}")
    });
    (wrong.collect(), valid)
}

/// See [`reassemble`].
type Used = [AtomicUsize; INTENDED.len()];

/// The differences of gfx6 and gfx7, and how many of the pairs are instructions.
///
/// `used` counts the differences by rows of [`INTENDED`].
fn reassemble(
    program: &OsString,
    generation: Gen,
    pairs: &[Pair],
    used: &Used,
) -> (Vec<String>, usize) {
    let known = pairs.iter().filter_map(|p| {
        let d = decode(generation, p).ok()?;
        let encoded = encode(generation, &d.inst)?;
        let text = disasm(generation, &d, None);
        let known = d.inst.known_to_llvm(generation);
        known.then(|| (text, encoded.to_vec()))
    });
    let known: Vec<(String, Vec<u32>)> = known.collect();
    let input: String = known.iter().map(|(text, _)| format!("{text}\n")).collect();
    let (out, err) = run(program, generation, "-show-encoding", &input);
    let errors: BTreeMap<usize, &str> = messages(&err, "error").map(|(l, _, m)| (l, m)).collect();
    let mut encodings = out.lines().filter_map(|line| {
        let bytes = line.split_once("encoding: [")?.1.strip_suffix(']')?;
        let bytes: Option<Vec<u8>> = bytes
            .split(',')
            .map(|b| u8::from_str_radix(b.strip_prefix("0x")?, 16).ok())
            .collect();
        let bytes = bytes?;
        let (words, _) = bytes.as_chunks::<4>();
        Some(
            words
                .iter()
                .map(|w| u32::from_le_bytes(*w))
                .collect::<Vec<u32>>(),
        )
    });
    let mut wrong = vec![];
    for (i, (text, words)) in known.iter().enumerate() {
        let error = errors.get(&(i + 1)).copied();
        let back = match error {
            Some(_) => vec![],
            None => encodings.next().expect("an encoding for each text"),
        };
        let intended = |(message, holds, _): &Intended| {
            let message = match (error, message) {
                (Some(error), Some(part)) => error.contains(part),
                (error, part) => error.is_none() && part.is_none(),
            };
            message && holds(text, words, &back)
        };
        if back == *words {
            continue;
        }
        let row = INTENDED.iter().position(intended);
        if let Some(row) = row {
            used[row].fetch_add(1, Ordering::Relaxed);
        } else {
            let theirs = error.map_or_else(|| format!("{back:08x?}"), str::to_owned);
            wrong.push(format!(
                "{generation} {words:08x?} {text}\n    LLVM: {theirs}"
            ));
        }
    }
    (wrong, known.len())
}

/// Runs `work` on each target, where `llvm-mc` is there; what it returns is what is wrong.
fn for_all_targets(name: &str, work: impl Fn(&OsString, Gen) -> String + Sync) {
    let required = std::env::var_os("GCN_JIT_REQUIRE_LLVM_MC").is_some_and(|v| v == "1");
    let Some(program) = llvm_mc() else {
        assert!(!required, "there is no llvm-mc-19");
        // Standard error may be closed.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: decode::llvm::{name}: there is no llvm-mc-19"
        );
        return;
    };
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(String::new());
    let work = || {
        while let Some(&generation) = Gen::ALL.get(next.fetch_add(1, Ordering::Relaxed)) {
            if generation.has(Gens::NEW_TO_LLVM) {
                continue;
            }
            let wrong = work(&program, generation);
            *failures.lock().expect("no panic") += &wrong;
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |n| n.get()) {
            scope.spawn(work);
        }
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "{failures}");
}

/// The differences of a target, of which the first are enough.
fn told(generation: Gen, wrong: &[String]) -> String {
    if wrong.is_empty() {
        return String::new();
    }
    let first = wrong[..wrong.len().min(20)].join("\n");
    format!("{generation}: {} words differ\n{first}\n", wrong.len())
}

/// The words of a target.
fn pairs(generation: Gen) -> impl Iterator<Item = Pair> {
    let mut r = Words(0x9e37_79b9_7f4a_7c15 ^ (generation as u64) << 32);
    (0..WORDS).map(move |i| pair(&mut r, i))
}

#[test]
fn random_words() {
    let used = Used::default();
    let asked = AtomicUsize::new(0);
    for_all_targets("random_words", |program, generation| {
        let pairs: Vec<Pair> = pairs(generation).collect();
        let (wrong, valid) = if generation.is_legacy() {
            reassemble(program, generation, &pairs, &used)
        } else {
            compare(program, generation, &pairs)
        };
        asked.fetch_add(1, Ordering::Relaxed);
        if valid < WORDS / 4 {
            format!("{generation}: only {valid} of the words are instructions\n")
        } else {
            told(generation, &wrong)
        }
    });
    if asked.into_inner() == 0 {
        return;
    }
    // No row is without use.
    let unused = INTENDED.iter().zip(used);
    let unused = unused.filter(|(_, n)| n.load(Ordering::Relaxed) == 0);
    let unused: Vec<_> = unused
        .map(|((message, _, why), _)| (message, why))
        .collect();
    assert!(unused.is_empty(), "not met: {unused:?}");
}

/// Texts that LLVM's assembler refuses and ours takes: which, and the reason.
type Taken = (fn(Gen, &str) -> bool, &'static str);

/// The inline constants of floats, of 16 bits.
const HALVES: [&str; 9] = [
    "0x3118", "0x3800", "0xb800", "0x3c00", "0xbc00", "0x4000", "0xc000", "0x4400", "0xc400",
];

/// Instructions of some registers alone, as beginnings of texts.
const REGISTERS_ALONE: [&str; 7] = [
    "s_rfe_b64 ",
    "s_setpc_b64 ",
    "s_swappc_b64 ",
    "s_movrels_b",
    "v_swap_b32 ",
    "v_movrel",
    "v_readfirstlane_b32 ",
];

/// See [`Taken`].
const TAKEN: &[Taken] = &[
    (
        |_, text| text.contains(" src_") && REGISTERS_ALONE.iter().any(|r| text.starts_with(r)),
        "a source that the disassembler writes without a comment; executing it is an error",
    ),
    (
        |_, text| text.starts_with("v_ldexp_f16_sdwa ") && text.contains("0.15915494"),
        "LLVM's text of the constant is a float, which its parser does not take for the exponent",
    ),
    (
        |_, text| text.contains("/*Invalid "),
        "the text says itself that there is no such operand",
    ),
    (
        |g, text| g == Gen::Gfx8 && text.contains("xnack_mask"),
        "gfx801 and gfx810, of the same generation, have it",
    ),
    (
        |g, text| g == Gen::Gfx8 && text.starts_with("v_mac_f") && text.contains("_sdwa "),
        "LLVM's parser finds no form with all of its own operands",
    ),
    (
        |g, text| {
            let c = text.split(", ").nth(3).unwrap_or("a");
            g == Gen::Gfx908 && text.starts_with("v_mfma_") && !c.starts_with(['a', 'v', 's'])
        },
        "a constant for C, of which LLVM says that gfx908 has a defect; here it is what it says",
    ),
    (
        |_, text| {
            let mnemonic = text.split(' ').next().unwrap_or_default();
            let mut numbers = text.split([' ', ',', '(', ')']);
            mnemonic.contains("16") && numbers.any(|n| HALVES.contains(&n))
        },
        "an inline constant of a float in an integer operand of 16 bits, which LLVM's text has as a number",
    ),
];

/// What our disassembler writes, our assembler takes where LLVM's does, and refuses where that does.
#[test]
fn refused_texts() {
    for_all_targets("refused_texts", |program, generation| {
        let texts = pairs(generation).filter_map(|p| Some(text(generation, &p)?.0));
        let texts: Vec<String> = texts.step_by(2).collect();
        let input: String = texts.iter().map(|t| format!("{t}\n")).collect();
        let (_, err) = run(program, generation, "-filetype=null", &input);
        let errors: BTreeMap<usize, &str> =
            messages(&err, "error").map(|(l, _, m)| (l, m)).collect();
        let mut wrong = vec![];
        for (i, text) in texts.iter().enumerate() {
            let own = parse_inst(generation, text, 0);
            let said = match (own, errors.get(&(i + 1))) {
                (Err(e), None) => format!("only ours refuses it: {e}"),
                (Ok(_), Some(e)) => {
                    if TAKEN.iter().any(|(taken, _)| taken(generation, text)) {
                        continue;
                    }
                    format!("only LLVM refuses it: {e}")
                }
                (Ok(_), None) | (Err(_), Some(_)) => continue,
            };
            wrong.push(format!("{text}\n    {said}"));
        }
        told(generation, &wrong)
    });
}
