//! Text that kernels print: a format as C's `printf` has it, and its arguments in qwords.

use sprintf::{Printf, vsprintf};

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
        let mut plain = String::from("%");
        let mut long = 0;
        for c in spec.chars() {
            match c {
                // Widths and precisions are arguments, too.
                '*' => plain += &(self.next()? as i32).to_string(),
                'h' => long -= 1,
                'l' | 'q' | 'j' | 'z' | 't' | 'L' => long += 1,
                _ => plain.push(c),
            }
        }
        let kind = plain.pop()?;
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
            _ => put(&plain, kind, &f64::from_bits(self.next()?)),
        })
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
        assert_eq!(text("%c%c", &[65, 66]), "AB");
        assert_eq!(text("%*d|%.*f", &[6, 42, 1, f(2.25)]), "    42|2.2");
        assert_eq!(text("%p", &[0x1000]), "0x1000");
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
