//! Expressions of numbers, symbols and labels.

use std::collections::HashMap;

use super::lex::{Error, Line, Tok};

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// The value; of a label its offset from the start of the code.
    pub value: i64,
    /// A label moves with the code.
    pub label: bool,
    /// See [`Value::late`].
    late: bool,
    /// The statement that defines it.
    statement: usize,
}

/// All names, and where assembling is.
#[derive(Debug, Default)]
pub struct Symbols {
    names: HashMap<String, Symbol>,
    /// Numeric labels in the order of the text: number, symbol.
    locals: Vec<(u64, Symbol)>,
    /// Whether all labels are known, so that a name without meaning is a mistake.
    pub complete: bool,
    /// Offset of the statement from the start of the code.
    pub here: i64,
    /// Index of the statement.
    pub statement: usize,
}

impl Symbols {
    /// The symbol called `name`.
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.names.get(name).copied()
    }

    /// Whether `name` is defined by a statement before this one.
    pub fn is_defined_before(&self, name: &str) -> bool {
        self.get(name).is_some_and(|s| s.statement < self.statement)
    }

    /// The names of all labels with their offsets.
    pub fn labels(&self) -> impl Iterator<Item = (&str, u64)> {
        let labels = self.names.iter().filter(|(_, s)| s.label);
        labels.map(|(name, s)| (name.as_str(), s.value as u64))
    }

    fn symbol(&self, value: i64, label: bool) -> Symbol {
        Symbol {
            value,
            label,
            late: label,
            statement: self.statement,
        }
    }

    /// Defines a label here; an error when the name is taken.
    pub fn define_label(&mut self, name: &str) -> Result<(), String> {
        let symbol = self.symbol(self.here, true);
        match self.names.get(name) {
            Some(old) if old.statement != self.statement => {
                Err(format!("'{name}' is defined twice"))
            }
            _ => {
                self.names.insert(name.to_owned(), symbol);
                Ok(())
            }
        }
    }

    /// Defines a numeric label here.
    pub fn define_local(&mut self, number: u64) {
        // In the second pass they are all there.
        if !self.complete {
            let symbol = self.symbol(self.here, true);
            self.locals.push((number, symbol));
        }
    }

    /// Gives `name` a value; an error when it is a label.
    pub fn set(&mut self, name: &str, value: Value) -> Result<(), String> {
        if self.names.get(name).is_some_and(|s| s.label) {
            return Err(format!("'{name}' is a label"));
        }
        let symbol = Symbol {
            late: value.late,
            ..self.symbol(value.int, value.base == 1)
        };
        self.names.insert(name.to_owned(), symbol);
        Ok(())
    }

    /// The nearest numeric label behind or ahead of this statement.
    fn local(&self, number: u64, ahead: bool) -> Option<Symbol> {
        let mut all = self.locals.iter().filter(|(n, _)| *n == number);
        let found = if ahead {
            all.find(|(_, s)| s.statement > self.statement)
        } else {
            all.rfind(|(_, s)| s.statement <= self.statement)
        };
        found.map(|(_, s)| *s)
    }
}

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Value<'a> {
    pub int: i64,
    /// A floating-point number, which stands alone except for its sign.
    pub float: Option<f64>,
    /// How often the (unknown) address of the code is in it.
    pub base: i32,
    /// Whether a label or a symbol that is defined later takes part: then it is never an inline
    /// constant, because the instruction's size must be known before the value.
    pub late: bool,
    /// The first symbol in it that has no meaning.
    pub undefined: Option<&'a str>,
    /// The name that is all there is.
    pub word: Option<&'a str>,
}

impl Value<'_> {
    pub fn int(int: i64) -> Self {
        Value {
            int,
            ..Value::default()
        }
    }
}

/// Reads the tokens of one line.
#[derive(Clone, Debug)]
pub struct Cursor<'a, 'l> {
    line: &'l Line<'a>,
    pub at: usize,
}

impl<'a, 'l> Cursor<'a, 'l> {
    pub fn new(line: &'l Line<'a>) -> Self {
        Cursor { line, at: 0 }
    }

    /// The `n`th token from here.
    pub fn peek(&self, n: usize) -> Option<Tok<'a>> {
        self.line.tokens.get(self.at + n).map(|t| t.tok)
    }

    /// The comment of LLVM's behind the token that was taken last.
    pub fn note(&self) -> &'a str {
        let last = self.at.checked_sub(1);
        let token = last.and_then(|i| self.line.tokens.get(i));
        token.map_or("", |t| t.note)
    }

    /// The column here.
    pub fn column(&self) -> usize {
        let token = self.line.tokens.get(self.at);
        token.map_or(self.line.end, |t| t.column)
    }

    pub fn next(&mut self) -> Option<Tok<'a>> {
        let token = self.peek(0)?;
        self.at += 1;
        Some(token)
    }

    pub fn is(&self, mark: &str) -> bool {
        matches!(self.peek(0), Some(Tok::Mark(m)) if m == mark)
    }

    /// Takes `mark` when it is next.
    pub fn take(&mut self, mark: &str) -> bool {
        let is = self.is(mark);
        self.at += usize::from(is);
        is
    }

    /// Takes `mark`, which must be next.
    pub fn expect(&mut self, mark: &str) -> Result<(), Error> {
        if self.take(mark) {
            return Ok(());
        }
        Err(self.fail(format!("expected '{mark}'{}", self.but_got())))
    }

    /// `, not X`: the next token.
    pub fn but_got(&self) -> String {
        match self.peek(0) {
            None => " at the end of the line".into(),
            Some(t) => format!(", not {}", describe(t)),
        }
    }

    pub fn done(&self) -> bool {
        self.at >= self.line.tokens.len()
    }

    pub fn fail(&self, message: impl Into<String>) -> Error {
        Error::new(self.column(), message)
    }
}

/// A token for messages.
pub fn describe(tok: Tok) -> String {
    match tok {
        Tok::Word(w) => format!("'{w}'"),
        Tok::Int(n) => format!("{n}"),
        Tok::Big(text) => text.into(),
        Tok::Float(f) => format!("{f:?}"),
        Tok::Str(s) => format!("\"{s}\""),
        Tok::Local(n, ahead) => format!("{n}{}", if ahead { 'f' } else { 'b' }),
        Tok::Mark(m) => format!("'{m}'"),
    }
}

/// Binding strength of a binary operator (GNU as: shifts and products first, then bits, sums, comparisons);
/// LLVM's, as its assembler has them for this target.
fn strength(mark: &str) -> Option<u8> {
    Some(match mark {
        "*" | "/" | "%" | "<<" | ">>" => 6,
        "|" | "^" | "&" => 5,
        "+" | "-" => 4,
        "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=" => 3,
        "&&" => 2,
        "||" => 1,
        _ => return None,
    })
}

/// Parses an expression.
pub fn expression<'a>(c: &mut Cursor<'a, '_>, symbols: &Symbols) -> Result<Value<'a>, Error> {
    binary(c, symbols, true, 1, 0)
}

/// Parses an expression that `|` ends, since it closes an absolute value, unless `bars` are operators.
pub fn expression_within<'a>(
    c: &mut Cursor<'a, '_>,
    symbols: &Symbols,
    bars: bool,
) -> Result<Value<'a>, Error> {
    binary(c, symbols, bars, 1, 0)
}

/// Nesting that is certainly a mistake.
const DEEPEST: usize = 100;

fn binary<'a>(
    c: &mut Cursor<'a, '_>,
    symbols: &Symbols,
    bars: bool,
    least: u8,
    depth: usize,
) -> Result<Value<'a>, Error> {
    let mut left = unary(c, symbols, depth)?;
    while let Some(Tok::Mark(mark)) = c.peek(0) {
        let Some(power) = strength(mark).filter(|&p| p >= least) else {
            break;
        };
        if matches!(mark, "|" | "||") && !bars {
            break;
        }
        let column = c.column();
        c.at += 1;
        let right = binary(c, symbols, bars, power + 1, depth + 1)?;
        left = combine(mark, left, right).map_err(|m| Error::new(column, m))?;
    }
    Ok(left)
}

fn unary<'a>(c: &mut Cursor<'a, '_>, symbols: &Symbols, depth: usize) -> Result<Value<'a>, Error> {
    if depth > DEEPEST {
        return Err(c.fail("the expression is nested too deeply"));
    }
    let column = c.column();
    let Some(tok) = c.next() else {
        return Err(Error::new(
            column,
            "a value is missing at the end of the line",
        ));
    };
    let known = |s: Symbol| Value {
        base: i32::from(s.label),
        late: s.late || s.statement > symbols.statement,
        ..Value::int(s.value)
    };
    Ok(match tok {
        Tok::Int(n) => Value::int(n as i64),
        Tok::Big(text) => {
            let message = format!("{text} does not fit into 64 bits");
            return Err(Error::new(column, message));
        }
        Tok::Float(f) => Value {
            float: Some(f),
            ..Value::default()
        },
        Tok::Word(".") => Value {
            base: 1,
            late: true,
            ..Value::int(symbols.here)
        },
        Tok::Word(word) => Value {
            word: Some(word),
            ..match symbols.get(word) {
                Some(s) => known(s),
                None => Value {
                    undefined: Some(word),
                    late: true,
                    ..Value::default()
                },
            }
        },
        Tok::Local(number, ahead) => match symbols.local(number, ahead) {
            Some(s) => known(s),
            None if symbols.complete => {
                let side = if ahead { "below" } else { "above" };
                return Err(Error::new(
                    column,
                    format!("there is no label {number} {side}"),
                ));
            }
            None => Value {
                late: true,
                base: 1,
                ..Value::default()
            },
        },
        Tok::Mark("(") => {
            let value = binary(c, symbols, true, 1, depth + 1)?;
            c.expect(")")?;
            Value {
                word: None,
                ..value
            }
        }
        Tok::Mark("+") => unary(c, symbols, depth + 1)?,
        Tok::Mark(mark @ ("-" | "~" | "!")) => {
            let v = unary(c, symbols, depth + 1)?;
            if let (Some(f), "-") = (v.float, mark) {
                return Ok(Value {
                    float: Some(-f),
                    ..v
                });
            }
            let zero = Value::default();
            let all = Value::int(-1);
            match mark {
                "-" => combine("-", zero, v),
                "~" => combine("^", all, v),
                _ => combine("!", zero, v),
            }
            .map_err(|m| Error::new(column, m))?
        }
        other => {
            let got = describe(other);
            return Err(Error::new(column, format!("expected a value, not {got}")));
        }
    })
}

/// `a mark b`. Sums may hold labels, everything else only numbers.
fn combine<'a>(mark: &str, a: Value<'a>, b: Value<'a>) -> Result<Value<'a>, String> {
    if a.float.is_some() || b.float.is_some() {
        return Err("floating-point numbers have no operators but a sign".into());
    }
    let base = match mark {
        "+" => a.base + b.base,
        "-" => a.base - b.base,
        // Two addresses can be compared: the one of the code is in both.
        "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=" if a.base == b.base => 0,
        // What is not defined yet may turn out to be a number.
        _ if a.base != 0 || b.base != 0 => {
            return Err("a label can only take part in sums and differences".into());
        }
        _ => 0,
    };
    let (x, y) = (a.int, b.int);
    let pending = a.undefined.is_some() || b.undefined.is_some();
    let int = match mark {
        "+" => x.wrapping_add(y),
        "-" => x.wrapping_sub(y),
        "*" => x.wrapping_mul(y),
        "/" | "%" if y == 0 && pending => 0,
        "/" | "%" if y == 0 => return Err("division by zero".into()),
        "/" => x.wrapping_div(y),
        "%" => x.wrapping_rem(y),
        "<<" | ">>" if !(0..64).contains(&y) => return Err(format!("shift by {y} bits")),
        "<<" => x << y,
        // As LLVM for this target: a logical shift.
        ">>" => ((x as u64) >> y) as i64,
        "|" => x | y,
        "^" => x ^ y,
        "&" => x & y,
        // A comparison that holds is all ones; a conjunction 1.
        "==" => -i64::from(x == y),
        "!=" | "<>" => -i64::from(x != y),
        "<" => -i64::from(x < y),
        "<=" => -i64::from(x <= y),
        ">" => -i64::from(x > y),
        ">=" => -i64::from(x >= y),
        "&&" => i64::from(x != 0 && y != 0),
        "||" => i64::from(x != 0 || y != 0),
        _ => i64::from(y == 0),
    };
    Ok(Value {
        int,
        float: None,
        base,
        late: a.late || b.late,
        undefined: a.undefined.or(b.undefined),
        word: None,
    })
}
