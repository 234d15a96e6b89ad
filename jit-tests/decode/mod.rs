//! Decoding, text and encoding against LLVM's: the lines of `<target>.txt` and `<target>-graphics.txt`,
//! which `generate.py` wrote.

use gcn_jit::decode::decode;
use gcn_jit::disasm::disasm;
use gcn_jit::encode::encode;
use gcn_jit::isa::Gen;

/// Checks a target's two files.
fn check(target: &str) {
    check_file(target, &format!("{target}.txt"));
    check_file(target, &format!("{target}-graphics.txt"));
}

/// Checks every line of a file; the message lists the first that differ.
fn check_file(target: &str, file: &str) {
    let generation = Gen::from_target(target).unwrap();
    let path = format!("{}/jit-tests/decode/{file}", env!("CARGO_MANIFEST_DIR"));
    let lines = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let mut wrong = Vec::new();
    for line in lines.lines() {
        if let Err(what) = check_line(generation, line) {
            wrong.push(format!("{line}\n    {what}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} lines of {file} differ:\n{}",
        wrong.len(),
        lines.lines().count(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}

/// `<dwords> ; <text>`, or ` // one-way` at the end when other words mean the same.
fn check_line(generation: Gen, line: &str) -> Result<(), String> {
    let (hex, rest) = line.split_once(" ; ").ok_or("no text")?;
    let words: Vec<u32> = hex
        .split(' ')
        .map(|w| u32::from_str_radix(w, 16).map_err(|e| e.to_string()))
        .collect::<Result<_, _>>()?;
    let (text, exact) = match rest.strip_suffix(" // one-way") {
        Some(text) => (text, false),
        None => (rest, true),
    };
    let decoded = match decode(generation, &words) {
        Ok(d) => d,
        Err(_) if text == "<invalid>" => return Ok(()),
        Err(e) => return Err(e.to_string()),
    };
    let got = disasm(generation, &decoded, None);
    if got != text {
        return Err(format!("text is {got}"));
    }
    if usize::from(decoded.size) != 4 * words.len() {
        return Err(format!("size is {}", decoded.size));
    }
    let encoded = encode(generation, &decoded.inst).ok_or("does not encode")?;
    if exact && *encoded != *words {
        return Err(format!("encodes to {:08x?}", &*encoded));
    }
    match decode(generation, &encoded) {
        Ok(again) if again.inst == decoded.inst => Ok(()),
        _ => Err(format!(
            "encodes to {:08x?}, which is not the same",
            &*encoded
        )),
    }
}

#[test]
fn gfx600() {
    check("gfx600");
}

#[test]
fn gfx700() {
    check("gfx700");
}

#[test]
fn gfx803() {
    check("gfx803");
}

#[test]
fn gfx900() {
    check("gfx900");
}

#[test]
fn gfx906() {
    check("gfx906");
}

/// A small generator of reproducible words (xorshift).
pub struct Words(pub u64);

impl Words {
    pub fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as u32
    }
}

/// The bits above the opcode of each encoding, so that all of them come up.
pub const TOPS: [u32; 20] = [
    0x0000_0000,
    0x7e00_0000,
    0x7c00_0000,
    0x8000_0000,
    0xb000_0000,
    0xbe80_0000,
    0xbf00_0000,
    0xbf80_0000,
    0xc000_0000,
    0xd000_0000,
    0xd800_0000,
    0xdc00_0000,
    0xe000_0000,
    0xd380_0000,
    0xe800_0000,
    0xf000_0000,
    // EXP and VINTRP, of gfx6 and gfx7 and of the later ones.
    0xf800_0000,
    0xc800_0000,
    0xc400_0000,
    0xd400_0000,
];

/// Whatever decodes also encodes, to words that decode to the same instruction; and the decoder
/// looks at no more words than it says.
#[test]
fn round_trip_of_random_words() {
    let mut random = Words(0x9e37_79b9_7f4a_7c15);
    let mut valid = 0;
    for i in 0..400_000 {
        let generation = Gen::ALL[i % 5];
        let (mut first, mut second) = (random.next(), random.next());
        if i % 3 != 0 {
            let keep = random.next() % 12 + 14;
            first = first & ((1 << keep) - 1) | TOPS[i % TOPS.len()] | first & 0x01ff_0000;
        }
        if i % 4 == 0 {
            // Few bits set: unused fields must be zero in most encodings.
            second &= random.next() & random.next();
        }
        let Ok(d) = decode(generation, &[first, second]) else {
            continue;
        };
        valid += 1;
        let size = usize::from(d.size / 4);
        assert_eq!(decode(generation, &[first, second][..size]), Ok(d));
        let text = disasm(generation, &d, None);
        let words = encode(generation, &d.inst)
            .unwrap_or_else(|| panic!("{generation}: {text} ({first:08x} {second:08x})"));
        assert_eq!(words.len(), size, "{generation}: {text}");
        let again = decode(generation, &words).map(|d| d.inst);
        assert_eq!(again, Ok(d.inst), "{generation}: {text}");
        // What encoding gives is the fixed point.
        assert_eq!(encode(generation, &d.inst), Some(words));
    }
    assert!(valid > 50_000, "only {valid} of the patterns decode");
}

/// One dword of a longer instruction is truncated, not invalid, and nothing panics on any prefix.
#[test]
fn cut_off_instructions_are_truncated() {
    use gcn_jit::error::DecodeError::Truncated;
    for generation in Gen::ALL {
        assert_eq!(decode(generation, &[]), Err(Truncated));
        // s_setreg_imm32_b32, v_mov_b32 with a literal, ds_nop or ds_add_u32, tbuffer_load_format_x,
        // image_load.
        let setreg = if generation.is_legacy() {
            0xba80_0001
        } else {
            0xba00_0001
        };
        for word in [setreg, 0x7e00_02ff, 0xd800_0000, 0xe800_0000, 0xf000_0000] {
            assert_eq!(
                decode(generation, &[word]),
                Err(Truncated),
                "{generation} {word:08x}"
            );
        }
    }
}
