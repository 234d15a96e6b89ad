//! Macros: parameters, arguments, and the text that they make.

use crate::asm::args::integer;
use crate::asm::expr::{Cursor, Symbols, expression};
use crate::asm::lex::{self, Error, in_name};

/// A macro.
#[derive(Debug)]
pub struct Macro {
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub body: String,
    /// Where the body starts, and how many columns are before it.
    pub place: super::Place,
    pub column: usize,
    /// How often it was called: `\+`.
    pub count: std::cell::Cell<u64>,
}

/// A parameter.
#[derive(Debug, Default)]
pub struct Parameter {
    pub name: String,
    /// What it is where no argument is given.
    pub default: Argument,
    /// An argument must be given.
    pub required: bool,
    /// It takes the rest of the line.
    pub rest: bool,
}

/// An argument: its tokens.
pub type Argument = Vec<Token>;

/// A token of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    kind: Kind,
    /// What stands in a parameter's place: of a string what is between the quotes.
    text: String,
    /// How it was written, where that is something else.
    source: Option<Box<str>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Space,
    Comma,
    Equal,
    /// Blanks around it do not end an argument.
    Operator,
    Open,
    Close,
    /// In quotes.
    Str,
    /// A name; what else there is, is `Other`.
    Name,
    Other,
}

impl Token {
    fn new(kind: Kind, text: impl Into<String>) -> Token {
        let (text, source) = (text.into(), None);
        Token { kind, text, source }
    }

    /// One that stands for another text than that which was written.
    fn standing_for(kind: Kind, text: String, source: &str) -> Token {
        let source = Some(source.into());
        Token { kind, text, source }
    }

    /// What stands in a parameter's place.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// As it was written.
    pub fn written(&self) -> &str {
        self.source.as_deref().unwrap_or(&self.text)
    }
}

/// Operators that bind what stands around them in spite of blanks (LLVM's `isOperator`), longer ones first.
const OPERATORS: [&str; 22] = [
    "==", "||", "&&", "!=", "<=", "<<", "<>", ">=", ">>", "+", "-", "~", "/", "*", "|", "^", "&",
    "!", "<", ">", "=", ".",
];

/// Reads the tokens of a line behind a macro's name.
struct Reader<'t, 's> {
    rest: &'t str,
    /// The column, from 1.
    column: usize,
    /// While `.altmacro` holds, what its expressions know.
    alternative: Option<&'s Symbols>,
}

impl<'t, 's> Reader<'t, 's> {
    /// One of a text that starts in `column`.
    fn new(rest: &'t str, column: usize, alternative: Option<&'s Symbols>) -> Self {
        Reader {
            rest,
            column,
            alternative,
        }
    }

    fn skip(&mut self, bytes: usize) {
        self.column += self.rest[..bytes].chars().count();
        self.rest = &self.rest[bytes..];
    }

    /// The next token, blanks among them, and its length in bytes.
    fn peek(&self) -> Result<Option<(Token, usize)>, Error> {
        let Some(first) = self.rest.chars().next() else {
            return Ok(None);
        };
        let span = |like: &dyn Fn(char) -> bool| {
            let end = self.rest.find(|c| !like(c));
            end.unwrap_or(self.rest.len())
        };
        let second = self.rest.chars().nth(1).unwrap_or(' ');
        let (kind, length) = if first.is_whitespace() {
            (Kind::Space, span(&char::is_whitespace))
        } else if first == '"' {
            let mut escaped = false;
            let closing = self.rest.char_indices().skip(1).find(|&(_, c)| {
                let closes = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                closes
            });
            let Some((end, _)) = closing else {
                return Err(self.fail("a string without its closing quote"));
            };
            let text = self.rest[1..end].to_owned();
            let token = Token::standing_for(Kind::Str, text, &self.rest[..=end]);
            return Ok(Some((token, end + 1)));
        } else if first.is_ascii_digit() || (first == '.' && second.is_ascii_digit()) {
            (
                Kind::Other,
                span(&|c| c.is_ascii_alphanumeric() || c == '.'),
            )
        } else if in_name(first) && (first != '.' || in_name(second)) {
            (Kind::Name, span(&in_name))
        } else if let Some(op) = OPERATORS.iter().find(|op| self.rest.starts_with(**op)) {
            let kind = if *op == "=" {
                Kind::Equal
            } else {
                Kind::Operator
            };
            (kind, op.len())
        } else {
            let kind = match first {
                ',' => Kind::Comma,
                '(' => Kind::Open,
                ')' => Kind::Close,
                _ => Kind::Other,
            };
            (kind, first.len_utf8())
        };
        let text = match kind {
            Kind::Space => " ",
            _ => &self.rest[..length],
        };
        Ok(Some((Token::new(kind, text), length)))
    }

    fn kind(&self) -> Result<Option<Kind>, Error> {
        Ok(self.peek()?.map(|(t, _)| t.kind))
    }

    fn next(&mut self) -> Result<Option<Token>, Error> {
        let Some((token, length)) = self.peek()? else {
            return Ok(None);
        };
        self.skip(length);
        Ok(Some(token))
    }

    /// Takes a token of this kind, if it is next.
    fn take(&mut self, kind: Kind) -> Result<bool, Error> {
        let is = self.kind()? == Some(kind);
        if is {
            self.next()?;
        }
        Ok(is)
    }

    fn blanks(&mut self) -> Result<(), Error> {
        self.take(Kind::Space).map(drop)
    }

    /// Takes a name.
    fn name(&mut self) -> Result<Option<String>, Error> {
        self.blanks()?;
        if self.kind()? != Some(Kind::Name) {
            return Ok(None);
        }
        Ok(self.next()?.map(|t| t.text))
    }

    fn fail(&self, message: impl Into<String>) -> Error {
        Error::new(self.column, message)
    }

    /// Whether `name =` comes next.
    fn is_keyword(&self) -> Result<bool, Error> {
        let mut ahead = Reader::new(self.rest, self.column, self.alternative);
        if ahead.name()?.is_none() {
            return Ok(false);
        }
        ahead.blanks()?;
        Ok(ahead.kind()? == Some(Kind::Equal))
    }

    /// While `.altmacro` holds, `%expression` is its value, and `<text>` is the text, in which a `!` takes the character
    /// behind it as it is.
    fn alternative(&mut self) -> Result<Option<Token>, Error> {
        let Some(symbols) = self.alternative else {
            return Ok(None);
        };
        if self.rest.starts_with('%') {
            let all = self.rest;
            let text = " ".repeat(self.column) + &self.rest[1..];
            let line = lex::line(&text, &mut false, symbols.dialect)?;
            let mut c = Cursor::new(&line);
            let value = integer(&expression(&mut c, symbols)?, self.column + 1)?;
            // The cursor's column is where the rest begins.
            let taken = c.column() - self.column;
            let bytes = all.chars().take(taken).map(char::len_utf8).sum();
            self.skip(bytes);
            let token = Token::standing_for(Kind::Other, value.to_string(), &all[..bytes]);
            return Ok(Some(token));
        }
        // `<>` and its kin are operators.
        if !self.rest.starts_with('<')
            || ["<>", "<<", "<="]
                .iter()
                .any(|op| self.rest.starts_with(op))
        {
            return Ok(None);
        }
        let mut text = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '>' => {
                    let token = Token::standing_for(Kind::Other, text, &self.rest[..=at]);
                    self.skip(at + 1);
                    return Ok(Some(token));
                }
                '!' => text.extend(chars.next().map(|(_, c)| c)),
                c => text.push(c),
            }
        }
        Ok(None)
    }

    /// The value of a parameter, which takes the rest of the line where it is the last and is declared so.
    fn value(&mut self, rest: bool) -> Result<Argument, Error> {
        match self.alternative()? {
            Some(token) => Ok(vec![token]),
            None if rest => Ok(self.remainder()),
            None => self.argument(),
        }
    }

    /// An argument: blanks end it, but for those in parentheses and around operators.
    fn argument(&mut self) -> Result<Argument, Error> {
        let mut argument = Argument::new();
        let mut depth = 0u32;
        loop {
            if self.kind()? == Some(Kind::Equal) {
                return Err(self.fail("unexpected '=' in an argument"));
            }
            if depth == 0 {
                if self.kind()? == Some(Kind::Comma) {
                    break;
                }
                let blank = self.take(Kind::Space)?;
                if matches!(self.kind()?, Some(Kind::Operator | Kind::Equal)) {
                    argument.extend(self.next()?);
                    self.blanks()?;
                    continue;
                }
                if blank {
                    break;
                }
            }
            let Some(token) = self.next()? else {
                break;
            };
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                Kind::Space | Kind::Comma | Kind::Equal | Kind::Operator => {}
                Kind::Str | Kind::Name | Kind::Other => {}
            }
            argument.push(token);
        }
        if depth != 0 {
            return Err(self.fail("parentheses in an argument that do not match"));
        }
        Ok(argument)
    }

    /// The text up to a comma that is no string's, and that behind it.
    fn halves(&mut self) -> Result<Option<(String, String)>, Error> {
        let all = self.rest;
        while let Some(kind) = self.kind()? {
            if kind == Kind::Comma {
                let before = all[..all.len() - self.rest.len()].trim();
                return Ok(Some((before.to_owned(), self.rest[1..].trim().to_owned())));
            }
            self.next()?;
        }
        Ok(None)
    }

    /// What is left, as one token.
    fn remainder(&mut self) -> Argument {
        let text = std::mem::take(&mut self.rest).trim();
        let token = (!text.is_empty()).then(|| Token::new(Kind::Other, text));
        token.into_iter().collect()
    }
}

impl Macro {
    /// Reads what stands behind `.macro`, whose body is still to come. The text starts in `column`.
    pub fn head(text: &str, column: usize) -> Result<Macro, Error> {
        let mut r = Reader::new(text, column, None);
        let Some(name) = r.name()? else {
            return Err(r.fail("expected the macro's name"));
        };
        let mut parameters: Vec<Parameter> = Vec::new();
        r.blanks()?;
        r.take(Kind::Comma)?;
        r.blanks()?;
        while r.kind()?.is_some() {
            if let Some(last) = parameters.last().filter(|p| p.rest) {
                let message = format!(
                    "'{}' takes the rest of the line, so it must be last",
                    last.name
                );
                return Err(r.fail(message));
            }
            let column = r.column;
            let Some(name) = r.name()? else {
                return Err(r.fail("expected a parameter's name"));
            };
            if parameters.iter().any(|p| p.name == name) {
                return Err(Error::new(
                    column,
                    format!("two parameters are called '{name}'"),
                ));
            }
            let mut parameter = Parameter {
                name,
                ..Parameter::default()
            };
            r.blanks()?;
            while r.kind()? == Some(Kind::Other) && r.rest.starts_with(':') {
                r.next()?;
                match r.name()?.as_deref() {
                    Some("req") => parameter.required = true,
                    Some("vararg") => parameter.rest = true,
                    _ => return Err(r.fail("expected 'req' or 'vararg'")),
                }
                r.blanks()?;
            }
            if r.take(Kind::Equal)? {
                r.blanks()?;
                parameter.default = r.argument()?;
            }
            parameters.push(parameter);
            r.blanks()?;
            r.take(Kind::Comma)?;
            r.blanks()?;
        }
        Ok(Macro {
            name,
            parameters,
            body: String::new(),
            place: super::Place::default(),
            column: 0,
            count: Default::default(),
        })
    }

    /// The arguments in `text`, which starts in `column`: one for each parameter. `alternative` is what the expressions
    /// of `.altmacro` know while that holds.
    pub fn arguments(
        &self,
        text: &str,
        column: usize,
        alternative: Option<&Symbols>,
    ) -> Result<Vec<Argument>, Error> {
        let mut r = Reader::new(text, column, alternative);
        let mut arguments = vec![Argument::new(); self.parameters.len()];
        let mut by_name = false;
        r.blanks()?;
        let mut position = 0;
        loop {
            let start = r.column;
            let mut at = position;
            if r.is_keyword()? {
                let name = r.name()?.unwrap_or_default();
                r.blanks()?;
                r.take(Kind::Equal)?;
                r.blanks()?;
                by_name = true;
                let named = self.parameters.iter().position(|p| p.name == name);
                let Some(named) = named else {
                    let message = format!("'{}' has no parameter '{name}'", self.name);
                    return Err(Error::new(start, message));
                };
                at = named;
            } else if by_name {
                let message = "an argument without a name behind one with a name";
                return Err(Error::new(start, message));
            }
            // Where the parameter that takes the rest stands is what counts.
            let rest = self.parameters.get(position).is_some_and(|p| p.rest);
            let value = r.value(rest)?;
            if !value.is_empty() {
                let Some(argument) = arguments.get_mut(at) else {
                    let message = format!("'{}' has no parameters", self.name);
                    return Err(Error::new(start, message));
                };
                *argument = value;
            }
            if r.rest.is_empty() {
                break;
            }
            r.take(Kind::Comma)?;
            r.blanks()?;
            position += 1;
            if position >= self.parameters.len() {
                let n = position;
                let message = format!(
                    "'{}' has {n} parameters, and here are more arguments",
                    self.name
                );
                return Err(r.fail(message));
            }
        }
        for (argument, parameter) in arguments.iter_mut().zip(&self.parameters) {
            if argument.is_empty() {
                if parameter.required {
                    let message =
                        format!("'{}' needs its parameter '{}'", self.name, parameter.name);
                    return Err(Error::new(r.column, message));
                }
                argument.clone_from(&parameter.default);
            }
        }
        Ok(arguments)
    }

    /// The text of a call; `call` is its number. Unless `.altmacro` holds, only what has a backslash is replaced.
    pub fn text(&self, arguments: &[Argument], call: usize, alternative: bool) -> String {
        let names: Vec<&str> = self.parameters.iter().map(|p| p.name.as_str()).collect();
        Substitution {
            names: &names,
            arguments,
            call: Some(call),
            round: self.count.get(),
            alternative,
        }
        .of(&self.body)
    }
}

/// The argument that is this text.
pub fn argument(text: String) -> Argument {
    vec![Token::new(Kind::Other, text)]
}

/// The texts before and behind the first comma.
pub fn halves(text: &str, column: usize) -> Result<(String, String), Error> {
    let mut r = Reader::new(text, column, None);
    let missing = Error::new(column, "expected two texts with a comma between them");
    r.halves()?.ok_or(missing)
}

/// Any number of arguments, behind `.irp` and its kin; `alternative` as for [`Macro::arguments`].
pub fn any_arguments(
    text: &str,
    column: usize,
    alternative: Option<&Symbols>,
) -> Result<Vec<Argument>, Error> {
    let mut r = Reader::new(text, column, alternative);
    let mut arguments = Vec::new();
    r.blanks()?;
    loop {
        let argument = r.value(false)?;
        // LLVM keeps an empty one only where another follows.
        let end = r.rest.is_empty();
        if !(argument.is_empty() && end) {
            arguments.push(argument);
        }
        if end {
            return Ok(arguments);
        }
        r.take(Kind::Comma)?;
        r.blanks()?;
    }
}

/// The characters of an argument of one token.
pub fn characters(whole: &Argument) -> Option<Vec<Argument>> {
    let [token] = &whole[..] else {
        return None;
    };
    let each = |c: char| argument(c.into());
    Some(token.written().chars().map(each).collect())
}

/// What replaces names in a macro's body, or in that of a repetition.
pub struct Substitution<'a> {
    pub names: &'a [&'a str],
    pub arguments: &'a [Argument],
    /// The number of the call, for `\@`.
    pub call: Option<usize>,
    /// The round, for `\+`.
    pub round: u64,
    /// Names need no backslash, and `&` ends one.
    pub alternative: bool,
}

impl Substitution<'_> {
    /// `body` with all of it replaced.
    pub fn of(&self, body: &str) -> String {
        let mut out = String::with_capacity(body.len());
        let mut rest = body;
        while let Some(at) = rest.find('\\') {
            self.plain(&rest[..at], &mut out);
            rest = &rest[at + 1..];
            let first = rest.chars().next();
            match (first, self.call) {
                (Some('@'), Some(call)) => {
                    out.push_str(&call.to_string());
                    rest = &rest[1..];
                }
                (Some('+'), _) => {
                    out.push_str(&self.round.to_string());
                    rest = &rest[1..];
                }
                _ if rest.starts_with("()") => rest = &rest[2..],
                _ => {
                    let name;
                    (name, rest) = self.name(rest);
                    if !self.put(name, &mut out) {
                        out.push('\\');
                        out.push_str(name);
                    }
                }
            }
        }
        self.plain(rest, &mut out);
        out
    }

    /// A text in which nothing has a backslash.
    fn plain(&self, text: &str, out: &mut String) {
        if !self.alternative {
            return out.push_str(text);
        }
        let mut rest = text;
        while let Some(start) = rest.find(is_of_name) {
            out.push_str(&rest[..start]);
            let end = rest[start..].find(|c| !is_of_name(c));
            let (word, behind) = rest[start..].split_at(end.unwrap_or(rest.len() - start));
            rest = behind;
            if self.put(word, out) {
                rest = rest.strip_prefix('&').unwrap_or(rest);
            } else {
                out.push_str(word);
            }
        }
        out.push_str(rest);
    }

    /// The name at the start of a text, and what is behind it.
    fn name<'t>(&self, text: &'t str) -> (&'t str, &'t str) {
        let end = text.find(|c| !is_of_name(c)).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let end = if self.alternative { "&" } else { "" };
        (name, rest.strip_prefix(end).unwrap_or(rest))
    }

    /// Writes the argument of that name, if there is one.
    fn put(&self, name: &str, out: &mut String) -> bool {
        let Some(at) = self.names.iter().position(|n| *n == name) else {
            return false;
        };
        for token in self.arguments.get(at).into_iter().flatten() {
            out.push_str(&token.text);
        }
        true
    }
}

/// Whether a parameter's name may have this character.
fn is_of_name(c: char) -> bool {
    in_name(c) && c != '@'
}
