//! Text that kernels print: a format as C's and OpenCL's `printf` have it, and its arguments, wherever they come from.
//!
//! Sources: ISO C 7.21.6.1 ("The fprintf function"), OpenCL C 6.15.14 ("printf").

/// The largest width and precision: as many characters as C promises of a conversion (ISO C 7.21.6.1). A kernel is
/// not to take all memory.
const MOST: i64 = 4095;

/// What a format converts.
pub(super) trait Arguments {
    /// The next argument, which is a width or a precision; `None` when there are no more.
    fn number(&mut self) -> Option<i32>;

    /// The next argument, which `spec` converts: of a vector all elements. `None` when there are no more.
    fn values(&mut self, spec: &Spec) -> Option<Vec<Value>>;
}

/// A number or a string.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// As [`Spec::integer`] gives it.
    Integer(u64),
    Float(f64),
    Text(String),
}

/// `format` with its conversions replaced. It ends where there are no more arguments, or no conversion that can be
/// understood.
pub(super) fn expand(format: &str, arguments: &mut dyn Arguments) -> String {
    let mut out = String::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out += &rest[..at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        let Some(end) = rest.find(|c: char| "diouxXfFeEgGaAcspn".contains(c)) else {
            return out;
        };
        let (spec, after) = rest.split_at(end + 1);
        rest = after;
        let Some(spec) = Spec::parse(spec, arguments) else {
            return out;
        };
        let Some(values) = arguments.values(&spec) else {
            return out;
        };
        let values: Vec<String> = values.iter().map(|v| spec.text(v)).collect();
        out += &values.join(",");
    }
    out + rest
}

/// A conversion: what stands between its percent sign and the next text.
#[derive(Debug, Default)]
pub(super) struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zeros: bool,
    width: usize,
    precision: Option<usize>,
    /// Elements of a vector (`v4`); 1 of all else.
    pub(super) elements: usize,
    /// `hh` is -2, `h` -1, `l` 1, and `hl`, as elements of 32 bits have it, 0.
    pub(super) length: i32,
    /// Its last character.
    pub(super) kind: char,
}

impl Spec {
    /// Reads a conversion, without its percent sign; `None` when a width or precision should be an argument, and
    /// there are no more.
    fn parse(text: &str, arguments: &mut dyn Arguments) -> Option<Spec> {
        /// Which number digits belong to.
        const WIDTH: usize = 0;
        const PRECISION: usize = 1;
        const ELEMENTS: usize = 2;
        let mut spec = Spec::default();
        let (mut at, mut numbers) = (WIDTH, [None; 3]);
        for c in text.chars() {
            match c {
                '*' => numbers[at] = Some(i64::from(arguments.number()?)),
                '0' if at == WIDTH && numbers[at].is_none() => spec.zeros = true,
                '0'..='9' => {
                    let digit = i64::from(c as u8 - b'0');
                    numbers[at] = Some((10 * numbers[at].unwrap_or(0) + digit).min(MOST));
                }
                '.' => (at, numbers[PRECISION]) = (PRECISION, Some(0)),
                'v' => at = ELEMENTS,
                'h' => spec.length -= 1,
                'l' | 'q' | 'j' | 'z' | 't' | 'L' => spec.length += 1,
                '-' => spec.left = true,
                '+' => spec.plus = true,
                ' ' => spec.space = true,
                '#' => spec.alternate = true,
                _ => spec.kind = c,
            }
        }
        // A negative width is a flag, and a width; a negative precision is none.
        let width = numbers[WIDTH].unwrap_or(0);
        spec.left |= width < 0;
        spec.width = width.abs().min(MOST) as usize;
        let precision = numbers[PRECISION].filter(|p| *p >= 0);
        spec.precision = precision.map(|p| p.min(MOST) as usize);
        spec.elements = match numbers[ELEMENTS] {
            Some(n @ (2 | 3 | 4 | 8 | 16)) => n as usize,
            _ => 1,
        };
        Some(spec)
    }

    /// Whether it converts a floating-point number.
    pub(super) fn is_float(&self) -> bool {
        "fFeEgGaA".contains(self.kind)
    }

    /// The value that `bits` have as an integer of `size` bits.
    pub(super) fn integer(&self, bits: u64, size: u32) -> Value {
        let unused = 64 - size.clamp(1, 64);
        Value::Integer(match self.kind {
            'd' | 'i' => ((bits << unused) as i64 >> unused) as u64,
            _ => bits << unused >> unused,
        })
    }

    /// What it makes of a value.
    fn text(&self, value: &Value) -> String {
        let (negative, magnitude) = match value {
            Value::Float(v) => return self.float(*v),
            Value::Text(v) => {
                let shown: String = v
                    .chars()
                    .take(self.precision.unwrap_or(usize::MAX))
                    .collect();
                return self.padded("", "", &shown, false);
            }
            Value::Integer(v) if "di".contains(self.kind) => {
                ((*v as i64) < 0, (*v as i64).unsigned_abs())
            }
            Value::Integer(v) => (false, *v),
        };
        let mut digits = match self.kind {
            'c' => return self.padded("", "", &char::from(magnitude as u8).to_string(), false),
            'p' => return self.padded("", "", &format!("{magnitude:#x}"), false),
            // Nothing is written through it.
            'n' => return String::new(),
            'o' => format!("{magnitude:o}"),
            'x' => format!("{magnitude:x}"),
            'X' => format!("{magnitude:X}"),
            _ => magnitude.to_string(),
        };
        if magnitude == 0 && self.precision == Some(0) {
            digits.clear();
        }
        let missing = self.precision.unwrap_or(1).saturating_sub(digits.len());
        digits.insert_str(0, &"0".repeat(missing));
        let prefix = match self.kind {
            'x' if self.alternate && magnitude != 0 => "0x",
            'X' if self.alternate && magnitude != 0 => "0X",
            'o' if self.alternate && !digits.starts_with('0') => "0",
            _ => "",
        };
        let sign = match self.kind {
            'd' | 'i' => self.sign(negative),
            _ => "",
        };
        self.padded(sign, prefix, &digits, self.precision.is_none())
    }

    fn sign(&self, negative: bool) -> &'static str {
        match () {
            () if negative => "-",
            () if self.plus => "+",
            () if self.space => " ",
            () => "",
        }
    }

    /// `body` behind its sign and its prefix, as wide as is wanted: with zeros, if it `may` have them.
    fn padded(&self, sign: &str, prefix: &str, body: &str, may: bool) -> String {
        let len = sign.len() + prefix.len() + body.chars().count();
        let missing = self.width.saturating_sub(len);
        let fill = |c: &str| c.repeat(missing);
        match () {
            () if self.left => format!("{sign}{prefix}{body}{}", fill(" ")),
            () if self.zeros && may => format!("{sign}{prefix}{}{body}", fill("0")),
            () => format!("{}{sign}{prefix}{body}", fill(" ")),
        }
    }

    fn float(&self, v: f64) -> String {
        let digits = self.precision.unwrap_or(6);
        let (magnitude, point) = (v.abs(), self.alternate);
        let hexadecimal = self.kind.eq_ignore_ascii_case(&'a') && v.is_finite();
        let text = match self.kind.to_ascii_lowercase() {
            _ if v.is_nan() => "nan".to_owned(),
            _ if v.is_infinite() => "inf".to_owned(),
            'f' => pointed(format!("{magnitude:.digits$}"), point),
            'e' => exponential(magnitude, digits, point),
            'a' => hex(magnitude, self.precision, point),
            _ => shortest(magnitude, digits.max(1), point),
        };
        let (prefix, text) = match (hexadecimal, self.kind.is_ascii_uppercase()) {
            (true, true) => ("0X", text.to_uppercase()),
            (true, false) => ("0x", text),
            (false, true) => ("", text.to_uppercase()),
            (false, false) => ("", text),
        };
        let sign = self.sign(v.is_sign_negative());
        self.padded(sign, prefix, &text, v.is_finite())
    }
}

/// Digits, with a point at their end if there is none and one is `wanted`.
fn pointed(mut digits: String, wanted: bool) -> String {
    if wanted && !digits.contains('.') {
        digits.push('.');
    }
    digits
}

/// `1.5e+00`: the exponent has a sign, and two digits at least.
fn exponential(v: f64, digits: usize, point: bool) -> String {
    let text = format!("{v:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    let mantissa = pointed(mantissa.to_owned(), point);
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

/// By `%g`: so many digits, written as is shorter, without zeros at the end unless they are wanted.
fn shortest(v: f64, digits: usize, zeros: bool) -> String {
    let long = exponential(v, digits - 1, zeros);
    let (mantissa, exponent) = long.split_once('e').unwrap_or((&long, "0"));
    let at: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |s: &str| {
        if zeros || !s.contains('.') {
            pointed(s.to_owned(), zeros)
        } else {
            s.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    };
    match at {
        -4.. if at < digits as i32 => {
            trimmed(&format!("{v:.*}", (digits as i32 - 1 - at) as usize))
        }
        _ => format!("{}e{exponent}", trimmed(mantissa)),
    }
}

/// `1.8p+1`, what `%a` has behind `0x`: a hexadecimal mantissa, rounded to even if it is to have fewer than 13 digits,
/// and an exponent of two. As in the GNU C library the first digit is 1, and 0 of denormals.
fn hex(v: f64, digits: Option<usize>, point: bool) -> String {
    const DIGITS: usize = 13;
    let bits = v.to_bits();
    let (biased, mut mantissa) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let exponent = match (biased, mantissa) {
        (0, 0) => 0,
        (0, _) => -1022,
        _ => {
            mantissa |= 1 << 52;
            biased - 1023
        }
    };
    if let Some(digits) = digits.filter(|d| *d < DIGITS) {
        let unit = 1u64 << (4 * (DIGITS - digits));
        let rest = mantissa & (unit - 1);
        mantissa -= rest;
        if rest > unit / 2 || rest == unit / 2 && mantissa & unit != 0 {
            mantissa += unit;
        }
    }
    let fraction = format!("{:013x}", mantissa & ((1 << 52) - 1));
    let fraction = match digits {
        None => fraction.trim_end_matches('0').to_owned(),
        Some(digits) => format!("{fraction:0<digits$}")[..digits].to_owned(),
    };
    let separator = if fraction.is_empty() && !point {
        ""
    } else {
        "."
    };
    format!("{:x}{separator}{fraction}p{exponent:+}", mantissa >> 52)
}

/// The text of a message of HIP's `printf`: the format, up to a zero byte and filled up to a qword, then the arguments,
/// each a qword or, for `%s`, such a string.
pub(super) fn format(message: &[u64]) -> String {
    let mut words = Words(message);
    let format = words.string();
    expand(&format, &mut words)
}

/// What is left of a message.
struct Words<'a>(&'a [u64]);

impl Words<'_> {
    fn next(&mut self) -> Option<u64> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn string(&mut self) -> String {
        let mut bytes = Vec::new();
        while let Some(word) = self.next() {
            let word = word.to_le_bytes();
            match word.iter().position(|b| *b == 0) {
                None => bytes.extend(word),
                Some(end) => {
                    bytes.extend(&word[..end]);
                    break;
                }
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Arguments for Words<'_> {
    fn number(&mut self) -> Option<i32> {
        self.next().map(|word| word as i32)
    }

    fn values(&mut self, spec: &Spec) -> Option<Vec<Value>> {
        Some(vec![match spec.kind {
            's' => Value::Text(self.string()),
            _ if spec.is_float() => Value::Float(f64::from_bits(self.next()?)),
            'p' => spec.integer(self.next()?, 64),
            _ => spec.integer(
                self.next()?,
                match spec.length {
                    ..=-2 => 8,
                    -1 => 16,
                    0 => 32,
                    _ => 64,
                },
            ),
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The qwords of a string.
    fn string(s: &str) -> Vec<u64> {
        let mut bytes = s.as_bytes().to_vec();
        bytes.resize((bytes.len() + 1).next_multiple_of(8), 0);
        let word = |c: &[u8]| u64::from_le_bytes(c.try_into().expect("eight"));
        bytes.chunks(8).map(word).collect()
    }

    /// As C's `printf` has it (ISO C 7.21.6.1).
    #[test]
    fn conversions() {
        let text = |f: &str, args: &[u64]| format(&[&string(f), args].concat());
        assert_eq!(text("plain 100%%\n", &[]), "plain 100%\n");
        assert_eq!(
            text("%d %i|%5d|%-5d|%05d", &[u64::MAX, 7, 42, 42, 42]),
            "-1 7|   42|42   |00042"
        );
        assert_eq!(
            text("%u %x %X %#x %o", &[u64::MAX, 255, 255, 255, 8]),
            "4294967295 ff FF 0xff 10"
        );
        assert_eq!(
            text("%ld %lu %hhd", &[u64::MAX, u64::MAX, 0x1ff]),
            "-1 18446744073709551615 -1"
        );
        let f = |v: f64| v.to_bits();
        assert_eq!(
            text(
                "%f %.2f %8.3f %e",
                &[f(1.5), f(2.345), f(-1.0), f(12345.678)]
            ),
            "1.500000 2.35   -1.000 1.234568e+04"
        );
        assert_eq!(
            text(
                "%.0f %.0f %.1e %F",
                &[f(0.5), f(1.5), f(2.25), f(f64::INFINITY)]
            ),
            "0 2 2.2e+00 INF"
        );
        assert_eq!(
            text(
                "%+f|% .1f|%-8.1f|%08.2f|%8f",
                &[f(1.0), f(1.0), f(-1.0), f(-1.5), f(f64::NAN)]
            ),
            "+1.000000| 1.0|-1.0    |-0001.50|     nan"
        );
        assert_eq!(
            text(
                "%g %g %g %g %G %.3g %#g",
                &[
                    f(0.0001),
                    f(1e-5),
                    f(100_000.0),
                    f(1e6),
                    f(1e-10),
                    f(1234.5),
                    f(1.5)
                ]
            ),
            "0.0001 1e-05 100000 1e+06 1E-10 1.23e+03 1.50000"
        );
        assert_eq!(text("%e %g", &[f(1e-300), f(-0.0)]), "1.000000e-300 -0");
        assert_eq!(text("%c%c", &[65, 66]), "AB");
        assert_eq!(text("%*d|%.*f", &[6, 42, 1, f(2.25)]), "    42|2.2");
        assert_eq!(
            text("%*d|%.*f", &[-6i64 as u64, 42, u64::MAX, f(2.25)]),
            "42    |2.250000"
        );
        assert_eq!(text("%p", &[0x1000]), "0x1000");
        // Not all memory, and no panic.
        for spec in ["%999999999999999999999d", "%.999999999999999f", "%*d"] {
            let long = text(spec, &[0x7fff_ffff, 1]);
            assert!((4095..4200).contains(&long.len()), "{spec}: {}", long.len());
        }
        assert!(text("%.99999e %.99999g %099999f", &[1, 1, 1]).len() < 20_000);
        let mut message = string("<%s> <%s> %d");
        message.extend(string("a string of more than eight bytes"));
        message.extend(string(""));
        message.push(3);
        assert_eq!(format(&message), "<a string of more than eight bytes> <> 3");
        // Too few arguments, and no conversion.
        assert_eq!(text("a %d b", &[]), "a ");
        assert_eq!(text("a %", &[]), "a ");
        assert_eq!(format(&[]), "");
    }

    /// As the GNU C library prints them.
    #[test]
    fn flags_and_precisions_of_integers() {
        let text = |f: &str, args: &[i64]| {
            let args: Vec<u64> = args.iter().map(|a| *a as u64).collect();
            format(&[string(f), args].concat())
        };
        assert_eq!(
            text(
                "%.3d|%8.5d|%-8.5d|%+.2d|% d|%05d|%-05d|%+05d|%.0d|%05.3d",
                &[5, -42, 42, 7, 7, -42, 42, 42, 0, 7]
            ),
            "005|  -00042|00042   |+07| 7|-0042|42   |+0042||  007"
        );
        assert_eq!(
            text(
                "%#o|%#x|%#X|%#x|%#.0o|%#5o|%08x|%#08x|%#.4x|%.0x",
                &[8, 255, 255, 0, 0, 8, 255, 255, 255, 0]
            ),
            "010|0xff|0XFF|0|0|  010|000000ff|0x0000ff|0x00ff|"
        );
        assert_eq!(
            text(
                "%ld|%lu|%lx|%hd|%hu|%hhd|%hhu|%hhx|%i|%u|%o",
                &[i64::MIN, -1, -1, 40000, 70000, 200, 511, -1, -1, -1, -1]
            ),
            "-9223372036854775808|18446744073709551615|ffffffffffffffff|-25536|4464|-56|255|ff|-1|4294967295|37777777777"
        );
        assert_eq!(text("%c|%3c|%-3c|%d%%", &[65, 66, 67, 50]), "A|  B|C  |50%");
    }

    /// As the GNU C library prints them.
    #[test]
    fn flags_and_precisions_of_floats() {
        let text = |f: &str, args: &[f64]| {
            let args: Vec<u64> = args.iter().map(|a| a.to_bits()).collect();
            format(&[string(f), args].concat())
        };
        assert_eq!(
            text(
                "%a|%a|%a|%a|%A|%.0a|%.1a|%.2a|%.0a|%#.0a|%.15a",
                &[
                    1.0,
                    0.5,
                    f64::from(0.1f32),
                    0.0,
                    -3.5,
                    1.5,
                    1.03125,
                    1.999,
                    2.5,
                    1.0,
                    1.5
                ]
            ),
            "0x1p+0|0x1p-1|0x1.99999ap-4|0x0p+0|-0X1.CP+1|0x2p+0|0x1.0p+0|0x2.00p+0|0x1p+1|0x1.p+0|0x1.800000000000000p+0"
        );
        assert_eq!(
            text(
                "%12a|%-12a|%012a|%+a|%a|%a|%a|%.3a|%A",
                &[
                    1.5,
                    1.5,
                    1.5,
                    1.5,
                    5e-324,
                    1e-310,
                    3.15,
                    3.15,
                    f64::INFINITY
                ]
            ),
            "    0x1.8p+0|0x1.8p+0    |0x00001.8p+0|+0x1.8p+0|0x0.0000000000001p-1022|0x0.012688b70e62bp-1022|0x1.9333333333333p+1|0x1.933p+1|INF"
        );
        assert_eq!(
            text(
                "%#.0f|%#.0e|%#g|%#.3g|%g|%#.1g|%.0e|%g|%G|%g",
                &[
                    1.0,
                    2.0,
                    1.0,
                    2.0,
                    1e100,
                    0.00012,
                    2.5,
                    0.00001234,
                    1e-7,
                    123456789.0
                ]
            ),
            "1.|2.e+00|1.00000|2.00|1e+100|0.0001|2e+00|1.234e-05|1E-07|1.23457e+08"
        );
        let (inf, nan) = (f64::INFINITY, f64::NAN);
        assert_eq!(
            text(
                "%f|%F|%e|%g|%5f|%-6fx|%06f|%+f|% f",
                &[nan, nan, inf, -inf, inf, nan, inf, inf, inf]
            ),
            "nan|NAN|inf|-inf|  inf|nan   x|   inf|+inf| inf"
        );
        assert_eq!(
            text(
                "%e|%.3e|%10.2e|%-12.1eX|%012.3e|%5.1f%%|%.20f",
                &[0.0, 12345.678, -0.00012345, 9.95, -1.5, 99.95, 0.1]
            ),
            "0.000000e+00|1.235e+04| -1.23e-04|9.9e+00     X|-001.500e+00|100.0%|0.10000000000000000555"
        );
    }

    #[test]
    fn flags_and_precisions_of_strings() {
        for (spec, value, expected) in [
            ("%.3s", "abcdef", "abc"),
            ("%6s", "abc", "   abc"),
            ("%-6s", "abc", "abc   "),
            ("%6.2s", "abc", "    ab"),
            ("%.0s", "abc", ""),
            ("%.2s", "äöü", "äö"),
        ] {
            let message = [string(spec), string(value)].concat();
            assert_eq!(format(&message), expected, "{spec}");
        }
    }
}
