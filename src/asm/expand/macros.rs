//! Macros: parameters, arguments, and the text that they make.

use crate::asm::lex::{Error, in_name};

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
    /// A string without its quotes.
    text: String,
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
    /// Its text, of a string what is between the quotes.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// As it was written.
    pub fn written(&self) -> String {
        match self.kind {
            Kind::Str => format!("\"{}\"", self.text),
            _ => self.text.clone(),
        }
    }
}

/// Operators that bind what stands around them in spite of blanks (LLVM's `isOperator`), longer ones first.
const OPERATORS: [&str; 22] = [
    "==", "||", "&&", "!=", "<=", "<<", "<>", ">=", ">>", "+", "-", "~", "/", "*", "|", "^", "&",
    "!", "<", ">", "=", ".",
];

/// Reads the tokens of a line behind a macro's name.
struct Reader<'t> {
    rest: &'t str,
    /// The column, from 1.
    column: usize,
}

impl Reader<'_> {
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
            let kind = Kind::Str;
            return Ok(Some((Token { kind, text }, end + 1)));
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
        let text = self.rest[..length].to_owned();
        let text = if kind == Kind::Space {
            " ".into()
        } else {
            text
        };
        Ok(Some((Token { kind, text }, length)))
    }

    fn kind(&self) -> Result<Option<Kind>, Error> {
        Ok(self.peek()?.map(|(t, _)| t.kind))
    }

    fn next(&mut self) -> Result<Option<Token>, Error> {
        let Some((token, length)) = self.peek()? else {
            return Ok(None);
        };
        self.column += self.rest[..length].chars().count();
        self.rest = &self.rest[length..];
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
        let mut ahead = Reader {
            rest: self.rest,
            column: self.column,
        };
        if ahead.name()?.is_none() {
            return Ok(false);
        }
        ahead.blanks()?;
        Ok(ahead.kind()? == Some(Kind::Equal))
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
        let text = std::mem::take(&mut self.rest).trim().to_owned();
        let kind = Kind::Other;
        let empty = text.is_empty();
        (!empty)
            .then_some(Token { kind, text })
            .into_iter()
            .collect()
    }
}

impl Macro {
    /// Reads what stands behind `.macro`, whose body is still to come. The text starts in `column`.
    pub fn head(text: &str, column: usize) -> Result<Macro, Error> {
        let mut r = Reader { rest: text, column };
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

    /// The arguments in `text`, which starts in `column`: one for each parameter.
    pub fn arguments(&self, text: &str, column: usize) -> Result<Vec<Argument>, Error> {
        let mut r = Reader { rest: text, column };
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
            let value = if rest { r.remainder() } else { r.argument()? };
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

    /// The text of a call; `call` is its number.
    pub fn text(&self, arguments: &[Argument], call: usize) -> String {
        let names: Vec<&str> = self.parameters.iter().map(|p| p.name.as_str()).collect();
        substituted(&self.body, &names, arguments, Some(call), self.count.get())
    }
}

/// The argument that is this text.
pub fn argument(text: String) -> Argument {
    let kind = Kind::Other;
    vec![Token { kind, text }]
}

/// The texts before and behind the first comma.
pub fn halves(text: &str, column: usize) -> Result<(String, String), Error> {
    let mut r = Reader { rest: text, column };
    let missing = Error::new(column, "expected two texts with a comma between them");
    r.halves()?.ok_or(missing)
}

/// Any number of arguments, behind `.irp` and its kin.
pub fn any_arguments(text: &str, column: usize) -> Result<Vec<Argument>, Error> {
    let mut r = Reader { rest: text, column };
    let mut arguments = Vec::new();
    r.blanks()?;
    loop {
        let argument = r.argument()?;
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
pub fn characters(argument: &Argument) -> Option<Vec<Argument>> {
    let [token] = &argument[..] else {
        return None;
    };
    let each = |c: char| {
        let (kind, text) = (Kind::Other, c.to_string());
        vec![Token { kind, text }]
    };
    Some(token.written().chars().map(each).collect())
}

/// `body` with arguments for `\name`, the number of the `call` for `\@`, and the round for `\+`.
pub fn substituted(
    body: &str,
    names: &[&str],
    arguments: &[Argument],
    call: Option<usize>,
    round: u64,
) -> String {
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let first = rest.chars().next();
        match (first, call) {
            (Some('@'), Some(call)) => {
                out.push_str(&call.to_string());
                rest = &rest[1..];
            }
            (Some('+'), _) => {
                out.push_str(&round.to_string());
                rest = &rest[1..];
            }
            _ if rest.starts_with("()") => rest = &rest[2..],
            _ => {
                let like = |c: char| in_name(c) && c != '@';
                let end = rest.find(|c| !like(c)).unwrap_or(rest.len());
                let (name, behind) = rest.split_at(end);
                rest = behind;
                match names.iter().position(|n| *n == name) {
                    None => {
                        out.push('\\');
                        out.push_str(name);
                    }
                    Some(i) => {
                        for token in arguments.get(i).into_iter().flatten() {
                            out.push_str(&token.text);
                        }
                    }
                }
            }
        }
    }
    out.push_str(rest);
    out
}
