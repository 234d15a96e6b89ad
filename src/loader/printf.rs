//! Formats of OpenCL's `printf`. Kernels do not have them: a kernel writes its arguments into a buffer, and the
//! metadata has the format of every call, as one string `ID:COUNT:SIZE:...:FORMAT`.
//!
//! Sources: LLVM's AMDGPUPrintfRuntimeBinding, which writes the strings, and `Kernel::InitPrintf` of ROCclr's
//! devkernel.cpp, which reads them.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Visitor};

/// Nobody can print an argument of more bytes: the buffer has room for four times as many (ROCclr).
const MAX_SIZE: u32 = 1 << 20;

/// A call of OpenCL's `printf`, as the metadata describes it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct PrintfFormat {
    /// The number that records of the call begin with.
    pub id: u32,
    /// Bytes that each argument has in a record.
    pub sizes: Vec<u32>,
    /// The format, without the escapes of the metadata.
    pub text: String,
}

impl PrintfFormat {
    /// Reads a string of the metadata.
    pub(super) fn parse(text: &str) -> Result<PrintfFormat, String> {
        let wrong = || "is not ID:COUNT:SIZE:...:FORMAT".to_owned();
        let fields: Vec<&str> = text.split(':').collect();
        let [id, count, rest @ ..] = fields.as_slice() else {
            return Err(wrong());
        };
        let number = |what: &str, text: &str| {
            let n = text.parse::<u32>();
            n.map_err(|_| format!("the {what} '{text}' is not a number"))
        };
        let id = number("id", id)?;
        let count = number("count of arguments", count)?;
        // The count is that of the call's arguments. Those that the format does not convert have no size. A colon of
        // the format is written as an octal escape, but ROCclr takes one as it is, too.
        let sizes = rest.len().checked_sub(1).ok_or_else(wrong)?;
        let sizes = sizes.min(count as usize);
        let (sizes, format) = rest.split_at(sizes);
        let sizes = sizes.iter().map(|size| {
            let size = number("size", size)?;
            let wanted = size <= MAX_SIZE;
            wanted
                .then_some(size)
                .ok_or_else(|| format!("{size} bytes of an argument is not plausible"))
        });
        Ok(PrintfFormat {
            id,
            sizes: sizes.collect::<Result<_, _>>()?,
            text: unescaped(&format.join(":")),
        })
    }
}

/// `text` without the escapes that LLVM writes. It does not escape the backslash: one before anything else is one.
///
/// ROCclr adds a newline to formats that do not end with one. OpenCL C (6.15.14, "printf") knows nothing of that, and
/// neither do other implementations.
fn unescaped(text: &str) -> String {
    const ESCAPES: [(&str, char); 7] = [
        ("\\a", '\x07'),
        ("\\b", '\x08'),
        ("\\f", '\x0c'),
        ("\\n", '\n'),
        ("\\r", '\r'),
        ("\\v", '\x0b'),
        ("\\72", ':'),
    ];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out += &rest[..at];
        rest = &rest[at..];
        let escape = ESCAPES.iter().find(|(e, _)| rest.starts_with(e));
        let (escape, c) = *escape.unwrap_or(&("\\", '\\'));
        out.push(c);
        rest = &rest[escape.len()..];
    }
    out + rest
}

impl<'de> Deserialize<'de> for PrintfFormat {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<PrintfFormat, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = PrintfFormat;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<PrintfFormat, E> {
                PrintfFormat::parse(text).map_err(E::custom)
            }

            /// What is not UTF-8: the source has it in another encoding.
            fn visit_bytes<E: serde::de::Error>(self, text: &[u8]) -> Result<PrintfFormat, E> {
                self.visit_str(&String::from_utf8_lossy(text))
            }
        }
        d.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<(u32, Vec<u32>, String), String> {
        PrintfFormat::parse(text).map(|f| (f.id, f.sizes, f.text))
    }

    fn is(text: &str, id: u32, sizes: &[u32], format: &str) {
        let expected = (id, sizes.to_vec(), format.to_owned());
        assert_eq!(parsed(text), Ok(expected), "{text}");
    }

    /// Strings as clang 19 has written them.
    #[test]
    fn what_compilers_write() {
        is("1:0:hello\\n", 1, &[], "hello\n");
        is(
            "6:3:4:16:4:%s %v3hlf %s\\n",
            6,
            &[4, 16, 4],
            "%s %v3hlf %s\n",
        );
        is(
            "2:1:4:%d\\72 \\a\\b\\f\\r\\v",
            2,
            &[4],
            "%d: \x07\x08\x0c\r\x0b",
        );
        // More arguments than conversions: 3 of them, one size.
        is("5:3:4:%d", 5, &[4], "%d");
        is("4:1:no\\n", 4, &[], "no\n");
        is("3:0:", 3, &[], "");
    }

    #[test]
    fn backslashes_and_colons() {
        is("1:0:a\\tb\\\\c\\", 1, &[], "a\\tb\\\\c\\");
        is("1:0:\\7 \\73 \\72", 1, &[], "\\7 \\73 :");
        is("1:1:4:%d: 5:6", 1, &[4], "%d: 5:6");
        is("1:0:a:b", 1, &[], "a:b");
    }

    #[test]
    fn what_is_none_is_refused() {
        for (text, want) in [
            ("", "ID:COUNT"),
            ("1", "ID:COUNT"),
            ("1:0", "ID:COUNT"),
            ("x:0:a", "the id 'x' is not a number"),
            ("-1:0:a", "the id '-1' is not a number"),
            ("4294967296:0:a", "the id '4294967296'"),
            ("1::a", "the count of arguments '' is not a number"),
            ("1:2:4:four:%d", "the size 'four' is not a number"),
            ("1:1:2000000:%s", "2000000 bytes"),
        ] {
            let e = parsed(text).expect_err(text);
            assert!(e.contains(want), "{text}: {e}");
        }
        is("1:4294967295:4:%d", 1, &[4], "%d");
    }
}
