//! Text that kernels print: a format as C's `printf` has it, and its arguments in qwords.

use sprintf::{Printf, vsprintf};

/// The largest width and precision: as many characters as C promises of a conversion (ISO C 7.21.6.1). A kernel is
/// not to take all memory.
const MOST: i64 = 4095;

/// The text of a message: the format, up to a zero byte and filled up to a qword, then the arguments, each a qword
/// or, for `%s`, such a string.
pub(super) fn format(message: &[u64]) -> String {
    let mut words = Words(message);
    let format = words.string();
    let mut out = String::new();
    let mut rest = format.as_str();
    while let Some(at) = rest.find('%') {
        out += &rest[..at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        let Some(end) = rest.find(|c: char| "diouxXfFeEgGaAcspn".contains(c)) else {
            // No conversion: there is nothing more that can be understood.
            return out;
        };
        let (spec, after) = rest.split_at(end + 1);
        rest = after;
        match words.converted(spec) {
            Some(text) => out += &text,
            None => return out,
        }
    }
    out + rest
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

    /// The text of what `spec`, without its percent sign, asks for; `None` when there are no more arguments.
    fn converted(&mut self, spec: &str) -> Option<String> {
        let (mut flags, mut width, mut precision) = (String::new(), None, None);
        let mut long = 0;
        for c in spec.chars() {
            let number = match &mut precision {
                Some(p) => p,
                None => &mut width,
            };
            match c {
                // Widths and precisions are arguments, too.
                '*' => *number = Some(i64::from(self.next()? as i32)),
                '0' if number.is_none() => flags.push(c),
                '0'..='9' => {
                    let digit = i64::from(c as u8 - b'0');
                    *number = Some((10 * number.unwrap_or(0) + digit).min(MOST));
                }
                '.' => precision = Some(Some(0)),
                'h' => long -= 1,
                'l' | 'q' | 'j' | 'z' | 't' | 'L' => long += 1,
                '-' | '+' | ' ' | '#' => flags.push(c),
                _ => {}
            }
        }
        let mut plain = format!("%{flags}");
        if let Some(width) = width {
            // A negative one is a flag, and a width.
            plain += if width < 0 { "-" } else { "" };
            plain += &width.abs().min(MOST).to_string();
        }
        // A negative one is none.
        if let Some(precision) = precision.flatten().filter(|p| *p >= 0) {
            plain += &format!(".{}", precision.min(MOST));
        }
        let kind = spec.chars().last()?;
        let put = |plain: &str, kind: char, value: &dyn Printf| {
            let text = vsprintf(&format!("{plain}{kind}"), &[value]);
            // What it does not know is printed as it would be without any wishes.
            text.or_else(|_| vsprintf(&format!("%{kind}"), &[value]))
                .unwrap_or_default()
        };
        Some(match kind {
            'd' | 'i' => {
                let v = self.next()? as i64;
                let v = match long {
                    ..=-2 => i64::from(v as i8),
                    -1 => i64::from(v as i16),
                    0 => i64::from(v as i32),
                    _ => v,
                };
                put(&plain, 'd', &v)
            }
            'o' | 'u' | 'x' | 'X' => {
                let v = self.next()?;
                let v = match long {
                    ..=-2 => u64::from(v as u8),
                    -1 => u64::from(v as u16),
                    0 => u64::from(v as u32),
                    _ => v,
                };
                put(&plain, kind, &v)
            }
            'c' => put(&plain, 'c', &char::from(self.next()? as u8)),
            's' => {
                let v = self.string();
                put(&plain, 's', &v.as_str())
            }
            'p' => {
                let v = format!("{:#x}", self.next()?);
                put(&plain, 's', &v.as_str())
            }
            // Nothing is written through it.
            'n' => {
                self.next()?;
                String::new()
            }
            'a' | 'A' => put(&plain, kind, &f64::from_bits(self.next()?)),
            _ => float(&plain, kind, f64::from_bits(self.next()?)),
        })
    }
}

/// A number by `%f`, `%e` or `%g`, or their capitals. `plain` is the specification without `kind`.
///
/// `sprintf` does not round to even where both neighbours are as near.
fn float(plain: &str, kind: char, v: f64) -> String {
    let wishes = plain.trim_start_matches('%');
    let sized = wishes.trim_start_matches(['-', '+', ' ', '#', '0']);
    let flag = |f: char| wishes[..wishes.len() - sized.len()].contains(f);
    let (width, precision) = match sized.split_once('.') {
        Some((width, precision)) => (width, Some(precision.parse().unwrap_or(0))),
        None => (sized, None),
    };
    let width: usize = width.parse().unwrap_or(0);
    let (digits, magnitude) = (precision.unwrap_or(6), v.abs());
    let text = match kind.to_ascii_lowercase() {
        _ if !v.is_finite() => if v.is_nan() { "nan" } else { "inf" }.to_owned(),
        'f' => format!("{magnitude:.digits$}"),
        'e' => exponential(magnitude, digits),
        _ => shortest(magnitude, digits.max(1), flag('#')),
    };
    let text = match kind.is_ascii_uppercase() {
        true => text.to_uppercase(),
        false => text,
    };
    let sign = match () {
        () if v.is_sign_negative() => "-",
        () if flag('+') => "+",
        () if flag(' ') => " ",
        () => "",
    };
    let missing = width.saturating_sub(sign.len() + text.len());
    match () {
        () if flag('-') => format!("{sign}{text}{}", " ".repeat(missing)),
        () if flag('0') && v.is_finite() => format!("{sign}{}{text}", "0".repeat(missing)),
        () => format!("{}{sign}{text}", " ".repeat(missing)),
    }
}

/// `1.5e+00`: the exponent has a sign, and two digits at least.
fn exponential(v: f64, digits: usize) -> String {
    let text = format!("{v:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

/// By `%g`: so many digits, written as is shorter, without zeros at the end unless they are wanted.
fn shortest(v: f64, digits: usize, zeros: bool) -> String {
    let long = exponential(v, digits - 1);
    let (mantissa, exponent) = long.split_once('e').unwrap_or((&long, "0"));
    let at: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |s: &str| match zeros || !s.contains('.') {
        true => s.to_owned(),
        false => s.trim_end_matches('0').trim_end_matches('.').to_owned(),
    };
    match at {
        -4.. if at < digits as i32 => {
            trimmed(&format!("{v:.*}", (digits as i32 - 1 - at) as usize))
        }
        _ => format!("{}e{exponent}", trimmed(mantissa)),
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
}
