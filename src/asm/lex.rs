//! Lines to tokens, without comments.

use super::dialect::Dialect;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tok<'a> {
    /// A name: letters, digits, `_`, `.`, `$`, `@`, no digit first.
    Word(&'a str),
    Int(u64),
    /// An integer above `u64` (a checksum behind `.file`), or another word that begins with a digit, as written.
    Big(&'a str),
    Float(f64),
    /// A float whose type a letter behind it says: `h`, `s` or `l`.
    FloatOf(f64, FloatType),
    /// Between quotes, escapes as they stand.
    Str(&'a str),
    /// `1f`, `1b`: the numeric label and whether it is ahead.
    Local(u64, bool),
    /// An operator or separator.
    Mark(&'static str),
}

/// Of how many bits a float is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatType {
    Half,
    Single,
    Double,
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

/// Those of CLRX's language, which `//`, a division, is one of.
const CLRX_MARKS: [&str; 38] = [
    "<=@", ">=@", ">>>", "<<", ">>", "==", "!=", "<>", "<=", ">=", "<@", ">@", "&&", "||", "%%",
    "//", "(", ")", "[", "]", ",", ":", "+", "-", "*", "/", "%", "|", "&", "^", "~", "=", "!", "<",
    ">", "@", "?", "\\",
];

/// The tokens of `line`; `in_comment` is whether a `/*` is open before it, and after it. In CLRX's language it is one
/// statement, and its comments are blanks already.
pub fn line<'a>(text: &'a str, in_comment: &mut bool, dialect: Dialect) -> Result<Line<'a>, Error> {
    let clrx = dialect == Dialect::Clrx;
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
        if !clrx && (rest.starts_with("//") || first == ';' || hash) {
            break;
        }
        let column = columns.of(at);
        let read = if clrx { clrx_token } else { token };
        let (tok, length) = read(rest).map_err(|m| Error::new(column, m))?;
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
    if begins_name(first) {
        let length = span(text, in_name);
        return Ok((Tok::Word(&text[..length]), length));
    }
    if first == '"' {
        return string(text);
    }
    match MARKS.into_iter().find(|m| text.starts_with(m)) {
        Some(mark) => Ok((Tok::Mark(mark), mark.len())),
        None => Err(format!("unexpected character '{first}'")),
    }
}

/// As [`token`], in CLRX's language.
fn clrx_token(text: &str) -> Result<(Tok<'_>, usize), String> {
    let first = text.chars().next().unwrap_or(' ');
    let second = text[first.len_utf8()..].chars().next().unwrap_or(' ');
    // Two directives begin as numbers do.
    let word = text.get(..6).filter(|w| {
        [".32bit", ".64bit"]
            .iter()
            .any(|d| d.eq_ignore_ascii_case(w))
    });
    if let Some(word) = word.filter(|_| !text[6..].starts_with(in_name)) {
        return Ok((Tok::Word(word), 6));
    }
    if first.is_ascii_digit() || (first == '.' && second.is_ascii_digit()) {
        return clrx_number(text);
    }
    // A name may have the path to its scope in front.
    let path = text.strip_prefix("::").map_or(0, |_| 2);
    if text[path..].starts_with(begins_name) {
        let mut length = path;
        loop {
            length += span(&text[length..], |c| in_name(c) && c != '@');
            let more = text[length..].strip_prefix("::");
            if !more.is_some_and(|more| more.starts_with(begins_name)) {
                return Ok((Tok::Word(&text[..length]), length));
            }
            length += 2;
        }
    }
    match first {
        '"' => string(text),
        '\'' => {
            let rest = &text[1..];
            let (value, length) = character(rest)?;
            if !rest[length..].starts_with('\'') {
                return Err("a character without its closing quote".into());
            }
            Ok((Tok::Int(value.into()), length + 2))
        }
        _ => match CLRX_MARKS.into_iter().find(|m| text.starts_with(m)) {
            Some(mark) => Ok((Tok::Mark(mark), mark.len())),
            None => Err(format!("unexpected character '{first}'")),
        },
    }
}

/// The byte that the character or escape at the start of `text` stands for, and its length.
pub fn character(text: &str) -> Result<(u8, usize), String> {
    let first = text.chars().next().ok_or("a character is missing")?;
    if first != '\\' {
        let byte = u8::try_from(u32::from(first));
        let byte = byte.map_err(|_| format!("'{first}' is not a character of one byte"))?;
        return Ok((byte, first.len_utf8()));
    }
    let second = text[1..].chars().next().ok_or("an escape is missing")?;
    let simple = match second {
        'a' => 7,
        'b' => 8,
        't' => b'\t',
        'n' => b'\n',
        'v' => 11,
        'f' => 12,
        'r' => b'\r',
        'x' => {
            let digits = span(&text[2..], |c| c.is_ascii_hexdigit());
            // As in C, the last digits count.
            let last = &text[2 + digits.saturating_sub(2)..2 + digits];
            let value = u8::from_str_radix(last, 16);
            let value = value.map_err(|_| "\\x without hexadecimal digits".to_owned())?;
            return Ok((value, 2 + digits));
        }
        '0'..='7' => {
            let digits = span(&text[1..], |c| ('0'..='7').contains(&c)).min(3);
            let value = u32::from_str_radix(&text[1..1 + digits], 8).unwrap_or_default();
            return Ok((value as u8, 1 + digits));
        }
        other if other.is_ascii() => other as u8,
        other => return Err(format!("there is no escape '\\{other}'")),
    };
    Ok((simple, 2))
}

/// The string at the start of `text`.
fn string(text: &str) -> Result<(Tok<'_>, usize), String> {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Ok((Tok::Str(&text[1..i]), i + 1)),
            _ => {}
        }
    }
    Err("a string without its closing quote".into())
}

/// Whether a name may begin with `c`.
pub fn begins_name(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '$')
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
        // A zero in front makes an octal number.
        if at(0) == b'0' && at(1) != b'.' {
            return Err(format!("'{}' is not a number", &text[..length]));
        }
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

/// As [`number`], in CLRX's language: floats may have a letter for their type behind them, and may be hexadecimal. A word
/// that is no number is kept (`8_8`, the name of a format).
fn clrx_number(text: &str) -> Result<(Tok<'_>, usize), String> {
    let word = span(text, |c| c.is_ascii_alphanumeric() || c == '_');
    if let Some(digits) = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .filter(|_| text[word..].starts_with('.') || text[..word].contains(['p', 'P']))
    {
        let (value, length) = hexadecimal(digits)?;
        return Ok(typed(value, text, 2 + length));
    }
    let decimal = |c: char| c.is_ascii_digit();
    let mut length = span(text, decimal);
    let whole = length;
    if text[length..].starts_with('.') {
        length += 1;
        length += span(&text[length..], decimal);
    }
    let exponent = text[length..].strip_prefix(['e', 'E']);
    let exponent = exponent.map(|e| e.strip_prefix(['+', '-']).unwrap_or(e));
    if let Some(e) = exponent.filter(|e| e.starts_with(decimal)) {
        length = text.len() - e.len();
        length += span(e, decimal);
    }
    if length > whole {
        let value = text[..length].parse();
        let value = value.map_err(|_| format!("'{}' is not a number", &text[..length]))?;
        return Ok(typed(value, text, length));
    }
    if text[..word].contains('_') {
        return Ok((Tok::Big(&text[..word]), word));
    }
    number(text)
}

/// A float and the letter behind it that says its type.
fn typed(value: f64, text: &str, length: usize) -> (Tok<'_>, usize) {
    let rest = &text[length..];
    let alone = !rest.chars().nth(1).is_some_and(in_name);
    let ty = match rest.chars().next() {
        Some('h' | 'H') if alone => FloatType::Half,
        Some('s' | 'S') if alone => FloatType::Single,
        Some('l' | 'L') if alone => FloatType::Double,
        _ => return (Tok::Float(value), length),
    };
    (Tok::FloatOf(value, ty), length + 1)
}

/// `1a2.4b5p5`: a hexadecimal float behind its `0x`, and its length.
fn hexadecimal(text: &str) -> Result<(f64, usize), String> {
    let hex = |c: char| c.is_ascii_hexdigit();
    let whole = span(text, hex);
    let mut length = whole;
    let mut fraction = 0;
    if text[length..].starts_with('.') {
        fraction = span(&text[length + 1..], hex);
        length += 1 + fraction;
    }
    let fail = || "a hexadecimal float that is not a number".to_owned();
    let (mut value, mut scale) = (0.0f64, 0i32);
    for digit in text[..length].chars().filter_map(|c| c.to_digit(16)) {
        // What is beyond the 53 bits of the number is only counted.
        if value < (1u64 << 52) as f64 {
            value = value * 16.0 + f64::from(digit);
        } else {
            scale += 4;
        }
    }
    scale -= 4 * i32::try_from(fraction).map_err(|_| fail())?;
    if let Some(e) = text[length..].strip_prefix(['p', 'P']) {
        let unsigned = e.strip_prefix(['+', '-']).unwrap_or(e);
        let digits = span(unsigned, |c| c.is_ascii_digit());
        let sign = e.len() - unsigned.len();
        let exponent: i32 = e[..sign + digits].parse().map_err(|_| fail())?;
        scale = scale.saturating_add(exponent);
        length += 1 + sign + digits;
    }
    if whole + fraction == 0 {
        return Err(fail());
    }
    // Two steps, so that a small number is not lost on the way.
    let half = scale.clamp(-2200, 2200) / 2;
    let rest = scale.clamp(-2200, 2200) - half;
    Ok((value * 2f64.powi(half) * 2f64.powi(rest), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line<'a>(text: &'a str, open: &mut bool) -> Result<Line<'a>, Error> {
        super::line(text, open, Dialect::Llvm)
    }

    fn toks(text: &str) -> Vec<Tok<'_>> {
        let line = line(text, &mut false).unwrap();
        line.tokens.into_iter().map(|t| t.tok).collect()
    }

    #[test]
    fn clrx() {
        use FloatType::{Double, Half, Single};
        use Tok::{Big, Float, FloatOf, Int, Local, Mark, Word};
        let toks = |text| {
            let line = super::line(text, &mut false, Dialect::Clrx).unwrap();
            line.tokens.into_iter().map(|t| t.tok).collect::<Vec<_>>()
        };
        let text = "1.5h -.5s 2e3l 1. 0x1.8p3 0x10p-1s 10_11 0x1f 3f";
        let want = [
            FloatOf(1.5, Half),
            Mark("-"),
            FloatOf(0.5, Single),
            FloatOf(2000.0, Double),
            Float(1.0),
            Float(12.0),
            FloatOf(8.0, Single),
            Big("10_11"),
            Int(31),
            Local(3, true),
        ];
        assert_eq!(toks(text), want);
        let text = r"'a' '\n' '\x41' '\101' '\''";
        assert_eq!(toks(text), [97, 10, 65, 65, 39].map(Int));
        let text = "a//b>>>::c::d%%.e <@ x?y:z";
        let want = [
            Word("a"),
            Mark("//"),
            Word("b"),
            Mark(">>>"),
            Word("::c::d"),
            Mark("%%"),
            Word(".e"),
            Mark("<@"),
            Word("x"),
            Mark("?"),
            Word("y"),
            Mark(":"),
            Word("z"),
        ];
        assert_eq!(toks(text), want);
        for bad in ["'ab'", "'", "0x.p1", "1.5h2 '", "\"a"] {
            assert!(
                super::line(bad, &mut false, Dialect::Clrx).is_err(),
                "{bad}"
            );
        }
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
