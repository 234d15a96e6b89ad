//! Lines to tokens, without comments.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tok<'a> {
    /// A name: letters, digits, `_`, `.`, `$`, `@`, no digit first.
    Word(&'a str),
    Int(u64),
    /// An integer above `u64` (a checksum behind `.file`), as written.
    Big(&'a str),
    Float(f64),
    /// Between quotes, escapes as they stand.
    Str(&'a str),
    /// `1f`, `1b`: the numeric label and whether it is ahead.
    Local(u64, bool),
    /// An operator or separator.
    Mark(&'static str),
}

/// A token and its column, from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token<'a> {
    pub tok: Tok<'a>,
    pub column: usize,
    /// A comment of LLVM's disassembler right behind the token, delimiters included: what is in front
    /// of it is an operand that its register class does not have. Empty where there is none.
    pub note: &'a str,
}

/// How the comments that are a [`Token::note`] begin.
const NOTE: &str = "/*Invalid ";

/// What is wrong, and its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Column in characters, from 1.
    pub column: usize,
    pub message: String,
    /// How far the statement was understood: of several readings' errors the highest is reported.
    pub rank: u8,
}

impl Error {
    pub fn new(column: usize, message: impl Into<String>) -> Error {
        Error {
            column,
            message: message.into(),
            rank: 1,
        }
    }

    pub fn ranked(self, rank: u8) -> Error {
        Error { rank, ..self }
    }
}

/// The tokens of a line and the column behind the last one.
#[derive(Debug)]
pub struct Line<'a> {
    pub tokens: Vec<Token<'a>>,
    pub end: usize,
}

/// Operators and separators, longer ones first.
const MARKS: [&str; 29] = [
    "<<", ">>", "==", "!=", "<>", "<=", ">=", "&&", "||", "(", ")", "[", "]", ",", ":", "+", "-",
    "*", "/", "%", "|", "&", "^", "~", "=", "!", "<", ">", "@",
];

/// The tokens of `line`; `in_comment` is whether a `/*` is open before it, and after it.
pub fn line<'a>(text: &'a str, in_comment: &mut bool) -> Result<Line<'a>, Error> {
    let mut tokens = Vec::new();
    let mut at = 0;
    // Where the last token ends.
    let mut end = 0;
    let mut columns = Columns {
        text,
        at: 0,
        column: 1,
    };
    while at < text.len() {
        let rest = &text[at..];
        if *in_comment {
            match rest.find("*/") {
                Some(n) => at += n + 2,
                None => break,
            }
            *in_comment = false;
            continue;
        }
        let first = rest.chars().next().unwrap_or(' ');
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if rest.starts_with("/*") {
            if let (Some(last), true, Some(n)) = (tokens.last_mut(), at == end, rest.find("*/"))
                && rest.starts_with(NOTE)
            {
                let last: &mut Token = last;
                last.note = &rest[..n + 2];
            }
            *in_comment = true;
            at += 2;
            continue;
        }
        // `#` comments out a line (cpp's line markers among them).
        let hash = first == '#' && tokens.is_empty();
        if rest.starts_with("//") || first == ';' || hash {
            break;
        }
        let column = columns.of(at);
        let (tok, length) = token(rest).map_err(|m| Error::new(column, m))?;
        let note = "";
        tokens.push(Token { tok, column, note });
        at += length;
        end = at;
    }
    Ok(Line {
        tokens,
        end: columns.of(end),
    })
}

/// Columns of a line at ascending places: a line may be a whole file.
struct Columns<'a> {
    text: &'a str,
    /// The last place, and its column from 1.
    at: usize,
    column: usize,
}

impl Columns<'_> {
    /// The column of byte `at`, which is not before the last one.
    fn of(&mut self, at: usize) -> usize {
        self.column += self.text[self.at..at].chars().count();
        self.at = at;
        self.column
    }
}

/// The token at the start of `text` and its length in bytes.
fn token(text: &str) -> Result<(Tok<'_>, usize), String> {
    let first = text.chars().next().unwrap_or(' ');
    let second = text[first.len_utf8()..].chars().next().unwrap_or(' ');
    if first.is_ascii_digit() || (first == '.' && second.is_ascii_digit()) {
        return number(text);
    }
    if first.is_ascii_alphabetic() || matches!(first, '_' | '.' | '$') {
        let length = span(text, in_name);
        return Ok((Tok::Word(&text[..length]), length));
    }
    if first == '"' {
        let mut escaped = false;
        for (i, c) in text.char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => return Ok((Tok::Str(&text[1..i]), i + 1)),
                _ => {}
            }
        }
        return Err("a string without its closing quote".into());
    }
    match MARKS.into_iter().find(|m| text.starts_with(m)) {
        Some(mark) => Ok((Tok::Mark(mark), mark.len())),
        None => Err(format!("unexpected character '{first}'")),
    }
}

/// Whether `c` may stand in a name.
pub fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '@')
}

/// The bytes at the start of `text` that satisfy `like`.
fn span(text: &str, like: impl Fn(char) -> bool) -> usize {
    text.find(|c| !like(c)).unwrap_or(text.len())
}

/// `10`, `0x1f`, `0b11`, `017`, `1.5`, `1e-3`, `1f`, `1b`.
fn number(text: &str) -> Result<(Tok<'_>, usize), String> {
    let digits = |from: usize| span(&text[from..], |c| c.is_ascii_digit());
    let bytes = text.as_bytes();
    let at = |i: usize| bytes.get(i).copied().unwrap_or(b' ');
    let integer = |length: usize, from: usize, radix: u32| {
        // Whatever follows belongs to the number: `12ab` is none.
        let length = length + span(&text[length..], |c| c.is_ascii_alphanumeric() || c == '_');
        let all = &text[from..length];
        match u64::from_str_radix(all, radix) {
            Ok(n) => Ok((Tok::Int(n), length)),
            Err(e) if *e.kind() == std::num::IntErrorKind::PosOverflow => {
                Ok((Tok::Big(&text[..length]), length))
            }
            Err(_) => Err(format!("'{}' is not a number", &text[..length])),
        }
    };
    let whole = digits(0);
    // `0b` alone is the label 0, before.
    if at(0) == b'0' && matches!(at(1), b'x' | b'X') {
        return integer(2, 2, 16);
    }
    if at(0) == b'0' && matches!(at(1), b'b' | b'B') && matches!(at(2), b'0' | b'1') {
        return integer(2, 2, 2);
    }
    let mut length = whole;
    let fraction = at(whole) == b'.';
    if fraction {
        length += 1;
        length += digits(length);
    }
    let mut exponent = false;
    if matches!(at(length), b'e' | b'E') {
        let sign = usize::from(matches!(at(length + 1), b'+' | b'-'));
        let n = digits((length + 1 + sign).min(text.len()));
        if n > 0 {
            exponent = true;
            length += 1 + sign + n;
        }
    }
    if fraction || exponent {
        let after = span(&text[length..], |c| {
            c.is_ascii_alphanumeric() || matches!(c, '_' | '.')
        });
        let all = &text[..length + after];
        let value = all
            .parse()
            .map_err(|_| format!("'{all}' is not a number"))?;
        return Ok((Tok::Float(value), length));
    }
    let alone = !(at(whole + 1).is_ascii_alphanumeric() || at(whole + 1) == b'_');
    if matches!(at(whole), b'f' | b'b') && alone {
        let n = text[..whole].parse().map_err(|_| "no such label")?;
        return Ok((Tok::Local(n, at(whole) == b'f'), whole + 1));
    }
    if at(0) == b'0' && whole > 1 {
        integer(whole, 1, 8)
    } else {
        integer(whole, 0, 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toks(text: &str) -> Vec<Tok<'_>> {
        let line = line(text, &mut false).unwrap();
        line.tokens.into_iter().map(|t| t.tok).collect()
    }

    #[test]
    fn numbers() {
        use Tok::{Float, Int, Local};
        let text = "10 0x1F 0b101 017 1.5 .5 2e3 1.e-2 1f 12b 0b 0";
        let want = [
            Int(10),
            Int(31),
            Int(5),
            Int(15),
            Float(1.5),
            Float(0.5),
            Float(2000.0),
            Float(0.01),
            Local(1, true),
            Local(12, false),
            Local(0, false),
            Int(0),
        ];
        assert_eq!(toks(text), want);
        for bad in ["12ab", "0x", "0xg", "08", "0b12", "1.5x"] {
            assert!(line(bad, &mut false).is_err(), "{bad}");
        }
        assert_eq!(toks("18446744073709551615"), [Int(u64::MAX)]);
        let above = "18446744073709551616";
        assert_eq!(toks(above), [Tok::Big(above)]);
    }

    #[test]
    fn comments() {
        assert!(toks("# a line").is_empty());
        assert_eq!(toks("a // b"), [Tok::Word("a")]);
        assert_eq!(toks("a ; b"), [Tok::Word("a")]);
        assert_eq!(toks("a /* b */ c"), [Tok::Word("a"), Tok::Word("c")]);
        let mut open = false;
        assert_eq!(line("a /* b", &mut open).unwrap().tokens.len(), 1);
        assert!(open);
        assert!(line("c", &mut open).unwrap().tokens.is_empty());
        assert_eq!(line("*/ d", &mut open).unwrap().tokens[0].column, 4);
        assert!(!open);
    }
}
