//! The part of Python's literals that a NumPy header is written in: dictionaries with text as keys, lists,
//! tuples, text, `True`, `False` and numbers that are not negative.

use std::fmt;

/// A literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// `{'key': value}`.
    Dict(Vec<(String, Literal)>),
    /// `[a, b]`.
    List(Vec<Literal>),
    /// `(a, b)`, `(a,)`, `()`.
    Tuple(Vec<Literal>),
    /// `'text'` or `"text"`.
    Text(String),
    /// `True` or `False`.
    Bool(bool),
    /// `12`, or `12L` as Python 2 wrote it.
    Number(u64),
}

/// Brackets in brackets: fields may have fields.
const MAX_DEPTH: usize = 32;

impl Literal {
    /// The literal that `text` is.
    pub fn parse(text: &str) -> Result<Literal, String> {
        let mut reader = Reader { rest: text };
        let value = reader.value(MAX_DEPTH)?;
        match reader.next() {
            None => Ok(value),
            Some(c) => Err(format!("'{c}' after the end")),
        }
    }

    /// The value of `key` in a dictionary.
    pub fn entry(&self, key: &str) -> Option<&Literal> {
        match self {
            Literal::Dict(entries) => entries.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, items: &[Literal]| {
            for (i, item) in items.iter().enumerate() {
                write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
            }
            Ok(())
        };
        match self {
            Literal::Dict(_) => f.write_str("a dictionary"),
            Literal::List(items) => {
                f.write_str("[")?;
                list(f, items)?;
                f.write_str("]")
            }
            Literal::Tuple(items) => {
                f.write_str("(")?;
                list(f, items)?;
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
            Literal::Text(text) => write!(f, "'{text}'"),
            Literal::Bool(value) => f.write_str(if *value { "True" } else { "False" }),
            Literal::Number(n) => write!(f, "{n}"),
        }
    }
}

/// What is still to be read.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// The next character that is not a blank; it is not taken.
    fn next(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    /// Takes `c` if it comes next.
    fn takes(&mut self, c: char) -> bool {
        self.next();
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Takes the characters for which `keep` holds.
    fn word(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !keep(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn value(&mut self, depth: usize) -> Result<Literal, String> {
        let depth = depth.checked_sub(1).ok_or("brackets nest too deep")?;
        match self.next() {
            Some('{') => self
                .items('}', |r| {
                    let Literal::Text(key) = r.value(depth)? else {
                        return Err("a key that is not text".to_owned());
                    };
                    if r.takes(':') {
                        Ok((key, r.value(depth)?))
                    } else {
                        Err(format!("no ':' after '{key}'"))
                    }
                })
                .map(|(entries, _)| Literal::Dict(entries)),
            Some('[') => {
                let (items, _) = self.items(']', |r| r.value(depth))?;
                Ok(Literal::List(items))
            }
            Some('(') => {
                let (mut items, comma) = self.items(')', |r| r.value(depth))?;
                // Brackets around a single value make no tuple.
                match (items.len(), comma) {
                    (1, false) => Ok(items.remove(0)),
                    _ => Ok(Literal::Tuple(items)),
                }
            }
            Some(quote @ ('\'' | '"')) => self.text(quote),
            Some(c) if c.is_ascii_digit() => {
                let digits = self.word(|c| c.is_ascii_digit());
                self.rest = self.rest.strip_prefix('L').unwrap_or(self.rest);
                let number = digits.parse().map(Literal::Number);
                number.map_err(|_| format!("the number {digits:.30} is too large"))
            }
            Some(c) => match self.word(|c| c.is_alphanumeric() || c == '_') {
                "True" => Ok(Literal::Bool(true)),
                "False" => Ok(Literal::Bool(false)),
                "" => Err(format!("'{c}' begins no value")),
                word => Err(format!("'{word:.30}' is not a value")),
            },
            None => Err("the end comes too early".to_owned()),
        }
    }

    /// What stands between brackets, separated by commas, and whether a comma comes last.
    fn items<T>(
        &mut self,
        close: char,
        mut item: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<(Vec<T>, bool), String> {
        self.rest = &self.rest[1..];
        let (mut items, mut comma) = (Vec::new(), true);
        while !self.takes(close) {
            if !comma {
                return Err(format!("no ',' or '{close}' after a value"));
            }
            items.push(item(self)?);
            comma = self.takes(',');
        }
        Ok((items, comma))
    }

    fn text(&mut self, quote: char) -> Result<Literal, String> {
        self.rest = &self.rest[1..];
        let mut text = String::new();
        loop {
            text += self.word(|c| c != quote && c != '\\');
            let mut rest = self.rest.chars();
            // Names of fields are the only texts in which an escape can stand; it stays as it is written.
            match rest.next() {
                Some('\\') => {
                    text.push('\\');
                    text.extend(rest.next());
                    self.rest = rest.as_str();
                }
                Some(_) => {
                    self.rest = rest.as_str();
                    return Ok(Literal::Text(text));
                }
                None => return Err("a text does not end".to_owned()),
            }
        }
    }
}
