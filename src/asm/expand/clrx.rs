//! Macros and repetitions of CLRX's language, where they differ from LLVM's (CLRX ClrxAsmPseudoOps: `.macro`, `.irp`,
//! `.for`, `.altmacro`).

use super::Operands;
use super::lines::Head;
use super::macros::{Argument, Macro, argument};
use crate::asm::args::integer;
use crate::asm::dialect::Dialect;
use crate::asm::expr::{Cursor, Symbols, expression};
use crate::asm::lex::{self, Error, begins_name, in_name};

/// Whether a character can begin or end an argument; the others bind what stands around them.
fn stands(c: char) -> bool {
    c.is_ascii_alphanumeric() || "$._()%*-[]\\".contains(c)
}

/// Whether blanks between two characters part what they belong to.
fn part(before: char, after: char) -> bool {
    match (stands(before), stands(after)) {
        (true, true) => true,
        (false, false) => before != after,
        (true, false) | (false, true) => false,
    }
}

/// `text` with no more blanks than make a difference, for `.ifc`.
pub fn condensed(text: &str) -> String {
    let mut out = String::new();
    let (mut blank, mut quoted) = (false, false);
    for c in text.chars() {
        if c.is_whitespace() && !quoted {
            blank = true;
            continue;
        }
        if blank
            && out
                .chars()
                .next_back()
                .is_some_and(|before| part(before, c))
        {
            out.push(' ');
        }
        blank = false;
        quoted ^= c == '"';
        out.push(c);
    }
    out
}

/// Reads arguments.
struct Reader<'t, 's> {
    rest: &'t str,
    /// The column, from 1.
    column: usize,
    symbols: Option<&'s Symbols>,
    /// Whether they are those of `.altmacro`.
    alternative: bool,
}

impl Reader<'_, '_> {
    fn skip(&mut self, bytes: usize) {
        self.column += self.rest[..bytes].chars().count();
        self.rest = &self.rest[bytes..];
    }

    fn blanks(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        self.skip(blanks);
    }

    fn fail(&self, message: &str) -> Error {
        Error::new(self.column, message)
    }

    /// An argument. Blanks end it, but for those around operators.
    fn argument(&mut self) -> Result<String, Error> {
        let sign = if self.alternative { "%" } else { "\\%" };
        if let (Some(symbols), true) = (self.symbols, self.rest.starts_with(sign)) {
            self.skip(sign.len());
            return self.evaluated(symbols);
        }
        let first = self.rest.chars().next().unwrap_or(' ');
        if self.alternative && matches!(first, '<' | '\'' | '"') {
            return self.bracketed(if first == '<' { '>' } else { first });
        }
        if first == '"' {
            return self.quoted();
        }
        let mut out = String::new();
        let mut blank = false;
        while let Some(c) = self.rest.chars().next() {
            if c == ',' || c == '"' {
                break;
            }
            if c.is_whitespace() {
                blank = true;
            } else {
                let before = out.chars().next_back();
                if blank && before.is_some_and(|before| part(before, c)) {
                    break;
                }
                blank = false;
                out.push(c);
            }
            self.skip(c.len_utf8());
        }
        Ok(out)
    }

    /// The number that an expression is, up to a comma or the end.
    fn evaluated(&mut self, symbols: &Symbols) -> Result<String, Error> {
        let text = " ".repeat(self.column - 1) + self.rest;
        let line = lex::line(&text, &mut false, symbols.dialect)?;
        let mut c = Cursor::new(&line);
        let column = c.column();
        let n = integer(&expression(&mut c, symbols)?, column)?;
        // The cursor's column is where the rest begins.
        let taken = c.column() - self.column;
        let bytes: usize = self.rest.chars().take(taken).map(char::len_utf8).sum();
        self.skip(bytes);
        Ok(n.to_string())
    }

    /// A text in quotes, without them.
    fn quoted(&mut self) -> Result<String, Error> {
        let mut escaped = false;
        for (i, c) in self.rest.char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    let text = self.rest[1..i].to_owned();
                    self.skip(i + 1);
                    return Ok(text);
                }
                _ => {}
            }
        }
        Err(self.fail("a string without its closing quote"))
    }

    /// A text up to `close`, in which `!` takes the next character as it is.
    fn bracketed(&mut self, close: char) -> Result<String, Error> {
        let mut out = String::new();
        let mut escaped = false;
        for (i, c) in self.rest.char_indices().skip(1) {
            match c {
                c if escaped => {
                    escaped = false;
                    out.push(c);
                }
                '!' => escaped = true,
                c if c == close => {
                    self.skip(i + c.len_utf8());
                    return Ok(out);
                }
                c => out.push(c),
            }
        }
        Err(self.fail("a text in quotes without its end"))
    }
}

/// The arguments of a call, in `text`, which starts in `column`: one for each parameter, by place.
pub fn arguments(
    called: &Macro,
    text: &str,
    column: usize,
    symbols: &Symbols,
    alternative: bool,
) -> Result<Vec<Argument>, Error> {
    let mut r = Reader {
        rest: text,
        column,
        symbols: Some(symbols),
        alternative,
    };
    let mut arguments = Vec::new();
    r.blanks();
    for p in &called.parameters {
        let mut text = String::new();
        loop {
            text.push_str(&r.argument()?);
            r.blanks();
            let more = r.rest.starts_with(',');
            if !p.rest {
                break;
            }
            if r.rest.is_empty() {
                break;
            }
            if !more {
                return Err(r.fail("expected a comma between the arguments"));
            }
            r.skip(1);
            r.blanks();
            text.push(',');
        }
        if r.rest.starts_with(',') {
            r.skip(1);
            r.blanks();
        }
        arguments.push(match text.is_empty() {
            true if p.required => {
                let message = format!("'{}' needs its parameter '{}'", called.name, p.name);
                return Err(Error::new(r.column, message));
            }
            true => p.default.clone(),
            false => argument(text),
        });
    }
    if !r.rest.is_empty() {
        let n = called.parameters.len();
        let message = match n {
            0 => format!("'{}' has no parameters", called.name),
            n => format!(
                "'{}' has {n} parameters, and here are more arguments",
                called.name
            ),
        };
        return Err(r.fail(&message));
    }
    Ok(arguments)
}

/// Any number of arguments, behind `.irp` and its kin.
pub fn any_arguments(text: &str, column: usize) -> Result<Vec<Argument>, Error> {
    let mut r = Reader {
        rest: text,
        column,
        symbols: None,
        alternative: false,
    };
    let mut arguments = Vec::new();
    r.blanks();
    while !r.rest.is_empty() {
        arguments.push(argument(r.argument()?));
        r.blanks();
        if r.rest.starts_with(',') {
            r.skip(1);
            r.blanks();
        }
    }
    if arguments.is_empty() {
        arguments.push(Argument::new());
    }
    Ok(arguments)
}

/// The characters behind `.irpc`: blanks are none, and quotes around all of them.
pub fn characters(text: &str) -> Vec<Argument> {
    let text = text.trim();
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    let each = inner.unwrap_or(text).chars();
    let characters = each.filter(|c| inner.is_some() || !c.is_whitespace());
    let mut all: Vec<Argument> = characters.map(|c| argument(c.to_string())).collect();
    if all.is_empty() {
        all.push(Argument::new());
    }
    all
}

/// The name at the start of `text`, and what stands behind it and a comma, if there is one.
pub fn name_and_rest(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c| !in_name(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let rest = rest.trim_start();
    (!name.is_empty()).then(|| (name, rest.strip_prefix(',').unwrap_or(rest)))
}

/// What stands behind `.for`, `name=start, condition, next`: the statement that begins it, the condition, and the
/// statement that ends each round.
pub fn counting(operands: &Operands) -> Result<(String, String, String), Error> {
    let text = operands.text();
    let fail = || {
        operands.fail("expected a name, '=' and its first value, a condition, and its next value")
    };
    let (name, rest) = text.split_once('=').ok_or_else(fail)?;
    let name = name.trim();
    if !name.starts_with(begins_name) || !name.chars().all(in_name) {
        return Err(fail());
    }
    let mut parts = vec![String::new()];
    let mut depth = 0i32;
    for c in rest.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        match (c, parts.last_mut()) {
            (',', _) if depth == 0 => parts.push(String::new()),
            (c, Some(last)) => last.push(c),
            (_, None) => {}
        }
    }
    let [start, condition, next] = &parts[..] else {
        return Err(fail());
    };
    if parts.iter().any(|p| p.trim().is_empty()) {
        return Err(fail());
    }
    let end = format!("\n{name} = {}\n", next.trim());
    Ok((
        format!("{name} = {}", start.trim()),
        condition.trim().to_owned(),
        end,
    ))
}

/// The text of a call while `.altmacro` holds: parameters are replaced without a backslash, too, and the names behind
/// `local` become those of this call. `locals` is how many of them there are in all.
pub fn alternative_text(
    called: &Macro,
    arguments: &[Argument],
    call: usize,
    locals: &mut usize,
) -> String {
    let mut names: Vec<(String, String)> = Vec::new();
    for (p, argument) in called.parameters.iter().zip(arguments) {
        let value = argument.iter().map(|t| t.text()).collect();
        names.push((p.name.clone(), value));
    }
    let mut out = String::with_capacity(called.body.len());
    for line in called.body.split_inclusive('\n') {
        // `\\()` in front of the labels' colons means nothing.
        let plain = line.replace("\\()", "");
        let head = Head::of(&plain, Dialect::Clrx);
        if head.word.eq_ignore_ascii_case("local") {
            // All before the word are labels.
            let rest: String = plain.chars().skip(head.rest_at).collect();
            for name in rest
                .split([',', ' ', '\t', '\n', '\r'])
                .filter(|n| !n.is_empty())
            {
                names.push((name.to_owned(), format!(".LL{locals}")));
                *locals += 1;
            }
            let labels: String = plain.chars().take(head.word_at).collect();
            replace(&labels, &names, call, &mut out);
            out.push('\n');
            continue;
        }
        replace(line, &names, call, &mut out);
    }
    out
}

/// Appends `line` with each of `names` replaced, the last one of a name first, and the number of the `call` for `\\@`.
fn replace(line: &str, names: &[(String, String)], call: usize, out: &mut String) {
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let slash = first == '\\';
        let behind = rest.strip_prefix('\\').unwrap_or(rest);
        if slash && let Some(behind) = behind.strip_prefix('@') {
            out.push_str(&call.to_string());
            rest = behind;
            continue;
        }
        if slash && let Some(behind) = behind.strip_prefix("()") {
            rest = behind;
            continue;
        }
        let like = |c: char| in_name(c) && c != '@';
        let end = behind.find(|c| !like(c)).unwrap_or(behind.len());
        let (word, more) = behind.split_at(end);
        match names.iter().rfind(|(name, _)| name == word) {
            Some((_, value)) => out.push_str(value),
            None if word.is_empty() && !slash => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
            None => out.push_str(&rest[..rest.len() - more.len()]),
        }
        rest = more;
    }
}
