//! Expressions of numbers, symbols and labels.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use super::clrx::scopes::Scopes;
use super::clrx::settings::Settings;
use super::dialect::Dialect;
use super::lex::{self, Error, FloatType, Line, Tok};
use super::object::functions;
use super::object::reference::{How, Places, near};
use super::register::Alias;
use crate::isa::target::TargetId;

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// The value; of a label its offset from the start of its section.
    pub value: i64,
    /// A label moves with the code.
    pub label: bool,
    /// The section of a label.
    pub section: usize,
    /// See [`Value::late`].
    late: bool,
    /// The statement that defines it.
    statement: usize,
    /// Whether it is set, so that it may be set again, even to a label.
    set: bool,
}

/// What LLVM counts of each kernel that it assembles, for `.amdhsa_next_free_vgpr`: one more than the highest register.
const NEXT_FREE_VGPR: &str = ".amdgcn.next_free_vgpr";
const NEXT_FREE_SGPR: &str = ".amdgcn.next_free_sgpr";

/// All names, and where assembling is.
#[derive(Debug, Default)]
pub struct Symbols {
    names: HashMap<String, Symbol>,
    /// The language of the text.
    pub dialect: Dialect,
    /// CLRX: what is assembled for.
    pub settings: Settings,
    /// CLRX: the scopes that names are in.
    pub scopes: Scopes,
    /// CLRX: the first values that names are set to, which they have above that.
    first: HashMap<String, Symbol>,
    /// CLRX: names that stand for an expression (`.eqv`), by their full names.
    formulas: HashMap<String, String>,
    /// CLRX: the same of the pass before, for what is above their definitions.
    below: HashMap<String, String>,
    /// CLRX: names that stand for an operand, by their full names.
    aliases: HashMap<String, Alias>,
    /// CLRX: how many such expressions were evaluated in which statement.
    evaluated: Cell<(usize, u32)>,
    /// CLRX: the next number of `.enum` in each scope.
    pub counters: HashMap<String, i64>,
    /// Numeric labels in the order of the text: number, symbol.
    locals: Vec<(u64, Symbol)>,
    /// Whether all labels are known, so that a name without meaning is a mistake.
    pub complete: bool,
    /// Where the statement is: its offset from the start of its section, plus that section's address.
    pub here: i64,
    /// The section of the statement.
    pub section: usize,
    /// Index of the statement.
    pub statement: usize,
    /// One more than the highest scalar and the highest vector register named so far.
    pub used: Cell<[i64; 2]>,
    /// What is assembled for, whose version is that of symbols.
    pub target: Option<TargetId>,
    /// Where sections and the like are, when an object file is made.
    pub places: Option<Places>,
    /// Names that may stay without a definition.
    pub weak: HashSet<String>,
    /// Global names of default visibility: another file may define them, so that only their slots in the global offset
    /// table say where they are.
    pub preemptible: HashSet<String>,
    /// Names whose addresses are taken from the global offset table, in the order of its slots.
    pub got: RefCell<Vec<String>>,
}

impl Symbols {
    /// The symbol called `name`.
    pub fn get(&self, name: &str) -> Option<Symbol> {
        match self.dialect {
            Dialect::Llvm => self.names.get(name).copied(),
            Dialect::Clrx => self.names.get(&self.full(name)?).copied(),
        }
    }

    /// CLRX: the full name of what is called `name` here. What is defined above counts before what is defined below.
    fn full(&self, name: &str) -> Option<String> {
        let other =
            |full: &str| self.aliases.contains_key(full) || self.formulas.contains_key(full);
        let above = |full: &str| {
            let symbol = self.names.get(full);
            other(full) || symbol.is_some_and(|s| s.statement <= self.statement)
        };
        let found = self.scopes.find(name, &above);
        let below = |full: &str| self.names.contains_key(full) || self.below.contains_key(full);
        found.or_else(|| self.scopes.find(name, &below))
    }

    /// The name under which a definition of `name` is kept.
    fn place(&self, name: &str) -> String {
        match self.dialect {
            Dialect::Llvm => name.to_owned(),
            Dialect::Clrx => self.scopes.place(name),
        }
    }

    /// What a definition of `name` here is of, to be said in any scope.
    pub fn global(&self, name: &str) -> String {
        match self.dialect {
            Dialect::Llvm => name.to_owned(),
            Dialect::Clrx => format!("::{}", self.place(name)),
        }
    }

    /// CLRX: whether `name` stands for anything.
    pub fn has(&self, name: &str) -> bool {
        let full = self.full(name);
        full.is_some_and(|f| match self.names.get(&f) {
            Some(symbol) => symbol.statement <= self.statement,
            None => self.formulas.contains_key(&f) || self.aliases.contains_key(&f),
        })
    }

    /// CLRX: whether a statement above this one gives `name` a meaning that it has in the open scope.
    pub fn is_taken_above(&self, name: &str) -> bool {
        let full = self.place(name);
        let symbol = self.names.get(&full);
        symbol.is_some_and(|s| s.statement < self.statement)
            || self.aliases.contains_key(&full)
            || self.formulas.contains_key(&full)
    }

    /// CLRX: the operand that `name` stands for.
    pub fn alias(&self, name: &str) -> Option<Alias> {
        if self.aliases.is_empty() {
            return None;
        }
        self.aliases.get(&self.full(name)?).copied()
    }

    /// CLRX: lets `name` stand for an operand.
    pub fn set_alias(&mut self, name: &str, alias: Alias) -> Result<(), String> {
        let full = self.place(name);
        if self.names.get(&full).is_some_and(|s| !s.set) {
            return Err(format!("'{name}' is a label"));
        }
        self.names.remove(&full);
        self.aliases.insert(full, alias);
        Ok(())
    }

    /// CLRX: lets `name` stand for an expression, which is evaluated where the name is used.
    pub fn set_formula(&mut self, name: &str, text: &str) -> Result<(), String> {
        let full = self.place(name);
        let symbol = self.names.get(&full);
        let above = symbol.is_some_and(|s| s.statement < self.statement);
        if above || self.formulas.contains_key(&full) {
            return Err(format!("'{name}' is defined already"));
        }
        self.formulas.insert(full, text.to_owned());
        Ok(())
    }

    /// CLRX: forgets `name`; whether it is there no more.
    pub fn forget(&mut self, name: &str) -> bool {
        let Some(full) = self.full(name) else {
            return true;
        };
        let symbol = self.names.get(&full).copied();
        if symbol.is_some_and(|s| !s.set) {
            return false;
        }
        self.formulas.remove(&full);
        self.aliases.remove(&full);
        self.names.remove(&full);
        true
    }

    /// The names of all labels with their sections and the offsets in them.
    pub fn labels(&self) -> impl Iterator<Item = (&str, usize, u64)> {
        // In CLRX's language a name that is set to a label is none.
        let clrx = self.dialect == Dialect::Clrx;
        let is_label = move |s: &Symbol| s.label && !(clrx && s.set);
        let labels = self.names.iter().filter(move |(_, s)| is_label(s));
        labels.map(|(name, s)| (name.as_str(), s.section, s.value as u64))
    }

    /// The address of a section, 0 until it is known.
    pub fn base(&self, section: usize) -> i64 {
        self.places.as_ref().map_or(0, |p| p.base(section))
    }

    /// Begins a pass: what is counted is not yet.
    pub fn start(&mut self) {
        self.statement = 0;
        self.used.set([0; 2]);
        self.scopes.start();
        self.below = std::mem::take(&mut self.formulas);
        self.aliases.clear();
        self.counters.clear();
        for (name, symbol) in &self.first {
            self.names.insert(name.clone(), *symbol);
        }
        if let Some(target) = self.target {
            let [major, minor, stepping] = target.version();
            self.predefine(".amdgcn.gfx_generation_number", major);
            self.predefine(".amdgcn.gfx_generation_minor", minor);
            self.predefine(".amdgcn.gfx_generation_stepping", stepping);
        }
        if self.places.is_some() {
            self.predefine(NEXT_FREE_VGPR, 0);
            self.predefine(NEXT_FREE_SGPR, 0);
        }
    }

    fn predefine(&mut self, name: &str, value: i64) {
        let symbol = self.symbol(value, false);
        self.names.insert(name.to_owned(), symbol);
    }

    /// Adds the registers of the last statement to those of the kernel.
    pub fn count_registers(&mut self) {
        let used = self.used.replace([0; 2]);
        if self.places.is_none() || used == [0; 2] {
            return;
        }
        for (name, used) in [(NEXT_FREE_SGPR, used[0]), (NEXT_FREE_VGPR, used[1])] {
            let before = self.names.get(name).map_or(0, |s| s.value);
            let symbol = self.symbol(before.max(used), false);
            self.names.insert(name.to_owned(), symbol);
        }
    }

    /// Whether a statement above this one defines `name`.
    pub fn is_set_above(&self, name: &str) -> bool {
        self.get(name).is_some_and(|s| s.statement < self.statement)
    }

    /// Whether `name` was defined before this statement.
    pub fn is_defined_before(&self, name: &str) -> bool {
        let defined = self.names.get(name);
        defined.is_some_and(|s| s.statement <= self.statement)
    }

    /// Goes to a place in a section.
    pub fn move_to(&mut self, section: usize, offset: u64) {
        self.section = section;
        self.here = self.base(section) + offset as i64;
    }

    fn symbol(&self, value: i64, label: bool) -> Symbol {
        Symbol {
            value: value.wrapping_sub(if label { self.base(self.section) } else { 0 }),
            label,
            section: self.section,
            late: label,
            statement: self.statement,
            set: !label,
        }
    }

    /// Defines a label here; an error when the name is taken.
    pub fn define_label(&mut self, name: &str) -> Result<(), String> {
        let symbol = self.symbol(self.here, true);
        let full = self.place(name);
        if self.aliases.contains_key(&full) || self.formulas.contains_key(&full) {
            return Err(format!("'{name}' is defined twice"));
        }
        match self.names.get(&full) {
            Some(old) if old.statement != self.statement => {
                Err(format!("'{name}' is defined twice"))
            }
            _ => {
                self.names.insert(full, symbol);
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
        let full = self.place(name);
        let clrx = self.dialect == Dialect::Clrx;
        let taken = |s: &Symbol| s.label && !(clrx && s.set);
        if self.names.get(&full).is_some_and(taken) {
            return Err(format!("'{name}' is a label"));
        }
        if self.formulas.contains_key(&full) {
            return Err(format!("'{name}' is defined already"));
        }
        self.aliases.remove(&full);
        let label = value.base == 1;
        let symbol = Symbol {
            value: value
                .int
                .wrapping_sub(if label { self.base(value.section) } else { 0 }),
            label,
            section: value.section,
            late: value.late,
            statement: self.statement,
            set: true,
        };
        if clrx {
            self.first.entry(full.clone()).or_insert(symbol);
        }
        self.names.insert(full, symbol);
        Ok(())
    }

    /// What stands at the address `place` for `value`, an address or what is meant of it: a distance of 32 bits, unless
    /// it says otherwise.
    pub fn distance(&self, value: &Value, place: i64) -> Result<i64, String> {
        if let Some(name) = value.undefined {
            return Err(format!("'{name}' is not defined"));
        }
        if value.base != 1 || value.across {
            return Err("only an address can have an @ behind it".to_owned());
        }
        if let (Some(name), true) = (value.symbol, value.section != Places::GOT) {
            if value.section == Places::NOWHERE {
                return Err(format!(
                    "'{name}' is not defined; only @gotpcrel32 and .quad may name what is weak"
                ));
            }
            if self.preemptible.contains(name) {
                return Err(format!(
                    "'{name}' is global and may be defined elsewhere: @gotpcrel32 reaches it, or                      .hidden or .protected says that it is not"
                ));
            }
        }
        match value.how {
            Some(how) => how.resolve(value.int, place),
            None => near(value.int.wrapping_sub(place)),
        }
    }

    /// The literal of this statement's instruction that an address stands for, or a distance between sections. `None`
    /// for everything else.
    pub fn literal(&self, value: &Value) -> Result<Option<u32>, String> {
        if self.places.is_none() {
            return Ok(None);
        }
        // The literal is the second dword of every instruction that has one.
        let bits = if value.base != 0 || value.how.is_some() {
            self.distance(value, self.here.wrapping_add(4))?
        } else if value.across {
            near(value.int)?
        } else {
            return Ok(None);
        };
        Ok(Some(bits as u32))
    }

    /// The value of `name` with `how` behind it: where a slot of the global offset table is meant, its address.
    fn referred<'a>(&self, name: &'a str, how: How, value: Value<'a>) -> Value<'a> {
        let value = Value {
            how: Some(how),
            late: true,
            ..value
        };
        if !how.is_slot() || value.undefined.is_some() {
            return value;
        }
        let mut got = self.got.borrow_mut();
        let slot = got.iter().position(|n| n == name).unwrap_or_else(|| {
            got.push(name.to_owned());
            got.len() - 1
        });
        let start = self.places.as_ref().map_or(0, |p| p.got);
        Value {
            int: start + 8 * slot as i64,
            base: 1,
            section: Places::GOT,
            ..value
        }
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
    /// Its type, where that is written.
    pub float_type: Option<FloatType>,
    /// How often the (unknown) address of a section is in it.
    pub base: i32,
    /// That section.
    pub section: usize,
    /// Whether a distance between sections is in it, which is known at the very end.
    pub across: bool,
    /// What of an address is meant: `@rel32@lo` and the like.
    pub how: Option<How>,
    /// The symbol whose address it is, or lies at a distance from.
    pub symbol: Option<&'a str>,
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
        Tok::Float(f) | Tok::FloatOf(f, _) => format!("{f:?}"),
        Tok::Str(s) => format!("\"{s}\""),
        Tok::Local(n, ahead) => format!("{n}{}", if ahead { 'f' } else { 'b' }),
        Tok::Mark(m) => format!("'{m}'"),
    }
}

/// Binding strength of a binary operator, in CLRX's language (AsmExpression.cpp): `?` binds least.
fn clrx_strength(mark: &str) -> Option<u8> {
    Some(match mark {
        "*" | "/" | "//" | "%" | "%%" | "<<" | ">>" | ">>>" => 6,
        "|" | "^" | "&" | "!" => 5,
        "+" | "-" => 4,
        "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=" | "<@" | "<=@" | ">@" | ">=@" => 3,
        "&&" | "||" => 2,
        "?" => 1,
        _ => return None,
    })
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
        let clrx = symbols.dialect == Dialect::Clrx;
        let strength = if clrx { clrx_strength } else { strength };
        let Some(power) = strength(mark).filter(|&p| p >= least) else {
            break;
        };
        // A float stands alone: what follows is another operand.
        if left.float.is_some() || matches!(mark, "|" | "||") && !bars {
            break;
        }
        let column = c.column();
        c.at += 1;
        if mark == "?" {
            left = choice(c, symbols, bars, left, depth)?;
            continue;
        }
        let right = binary(c, symbols, bars, power + 1, depth + 1)?;
        // A `!` between two values.
        let mark = if mark == "!" { "|~" } else { mark };
        left = combine(mark, left, right).map_err(|m| Error::new(column, m))?;
    }
    Ok(left)
}

/// `condition ? a : b`, behind its `?`.
fn choice<'a>(
    c: &mut Cursor<'a, '_>,
    symbols: &Symbols,
    bars: bool,
    condition: Value<'a>,
    depth: usize,
) -> Result<Value<'a>, Error> {
    let column = c.column();
    let a = binary(c, symbols, bars, 1, depth + 1)?;
    c.expect(":")?;
    let b = binary(c, symbols, bars, 1, depth + 1)?;
    if condition.base != 0 || condition.across {
        return Err(Error::new(column, "a label is no condition"));
    }
    let taken = if condition.int != 0 { a } else { b };
    Ok(Value {
        late: condition.late || a.late || b.late,
        undefined: condition.undefined.or(taken.undefined),
        word: None,
        ..taken
    })
}

/// How a mistake begins that is in what a name stands for.
const WITHIN: &str = "in '";

/// Names that stand for expressions, in one statement: each may have others in it, many times.
const MOST_FORMULAS: u32 = 10_000;

/// The value of a name that stands for an expression.
fn formula<'a>(
    name: &'a str,
    text: &str,
    symbols: &Symbols,
    (column, depth): (usize, usize),
) -> Result<Value<'a>, Error> {
    let fail = |message: String| Error::new(column, message);
    // The innermost name is told.
    let within = |e: Error| {
        if e.message.starts_with(WITHIN) {
            fail(e.message)
        } else {
            fail(format!("{WITHIN}{name}': {}", e.message))
        }
    };
    let (statement, count) = symbols.evaluated.get();
    let count = if statement == symbols.statement {
        count + 1
    } else {
        1
    };
    symbols.evaluated.set((symbols.statement, count));
    if count > MOST_FORMULAS {
        return Err(fail(format!("'{name}' stands for too long an expression")));
    }
    let line = lex::line(text, &mut false, symbols.dialect).map_err(within)?;
    let mut c = Cursor::new(&line);
    let v = binary(&mut c, symbols, true, 1, depth + 1).map_err(within)?;
    if !c.done() {
        return Err(fail(format!(
            "in '{name}': expected its end{}",
            c.but_got()
        )));
    }
    Ok(Value {
        int: v.int,
        float: v.float,
        float_type: v.float_type,
        base: v.base,
        section: v.section,
        across: v.across,
        how: v.how,
        symbol: None,
        late: v.late,
        undefined: v.undefined.map(|_| name),
        word: Some(name),
    })
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
        section: s.section,
        late: s.late || s.statement > symbols.statement,
        ..Value::int(
            s.value
                .wrapping_add(if s.label { symbols.base(s.section) } else { 0 }),
        )
    };
    Ok(match tok {
        Tok::Int(n) => Value::int(n as i64),
        Tok::Big(text) => {
            let message = if text.bytes().all(|b| b.is_ascii_digit()) {
                format!("{text} does not fit into 64 bits")
            } else {
                format!("'{text}' is not a number")
            };
            return Err(Error::new(column, message));
        }
        Tok::Float(f) => Value {
            float: Some(f),
            ..Value::default()
        },
        Tok::FloatOf(f, ty) => Value {
            float: Some(f),
            float_type: Some(ty),
            ..Value::default()
        },
        Tok::Word(".") => Value {
            base: 1,
            section: symbols.section,
            late: true,
            ..Value::int(symbols.here)
        },
        Tok::Word(name) if symbols.dialect == Dialect::Clrx => match symbols.full(name) {
            None => Value {
                undefined: Some(name),
                word: Some(name),
                late: true,
                ..Value::default()
            },
            Some(full) => match (symbols.names.get(&full), symbols.formulas.get(&full)) {
                (_, Some(text)) => formula(name, text, symbols, (column, depth))?,
                (Some(s), None) => Value {
                    symbol: s.label.then_some(name),
                    word: Some(name),
                    ..known(*s)
                },
                (None, None) => match symbols.below.get(&full) {
                    Some(text) => Value {
                        late: true,
                        ..formula(name, text, symbols, (column, depth))?
                    },
                    None => {
                        let message = format!("'{name}' stands for an operand, not for a number");
                        return Err(Error::new(column, message));
                    }
                },
            },
        },
        Tok::Word(name) if functions::is_one(name) && c.is("(") => call(c, symbols, name, depth)?,
        Tok::Word(word) | Tok::Str(word) => {
            // What is behind a name says what of its address is meant.
            let (name, how) = match word.split_once('@') {
                Some((name, how)) if symbols.places.is_some() => (name, Some(how)),
                _ => (word, None),
            };
            let how = how.map(How::parse).transpose();
            let how = how.map_err(|m| Error::new(column, m))?;
            let value = match symbols.get(name) {
                Some(s) => Value {
                    symbol: s.label.then_some(name),
                    ..known(s)
                },
                // It has the address 0, unless the loader finds it elsewhere.
                None if symbols.weak.contains(name) && symbols.complete => Value {
                    base: 1,
                    section: Places::NOWHERE,
                    symbol: Some(name),
                    late: true,
                    ..Value::default()
                },
                None => Value {
                    undefined: Some(name),
                    late: true,
                    ..Value::default()
                },
            };
            let plain = how.is_none() && !matches!(tok, Tok::Str(_));
            let value = Value {
                word: plain.then_some(word),
                ..value
            };
            match how {
                Some(how) => symbols.referred(name, how, value),
                None => value,
            }
        }
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
            match (value.float, symbols.dialect) {
                // As with LLVM, where only operands are floats: what stands in an expression is its bits.
                (Some(f), Dialect::Llvm) => Value::int(f.to_bits() as i64),
                (Some(_), Dialect::Clrx) => {
                    let message = "a floating-point number in parentheses";
                    return Err(Error::new(column, message));
                }
                (None, _) => Value {
                    word: None,
                    ..value
                },
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

/// `name(a, b, ...)`.
fn call<'a>(
    c: &mut Cursor<'a, '_>,
    symbols: &Symbols,
    name: &str,
    depth: usize,
) -> Result<Value<'a>, Error> {
    let column = c.column();
    let Some(places) = &symbols.places else {
        let message = format!("the function '{name}' is for what describes kernels");
        return Err(Error::new(column, message));
    };
    let (mut values, mut late, mut undefined) = (Vec::new(), false, None);
    c.expect("(")?;
    loop {
        let column = c.column();
        let v = binary(c, symbols, true, 1, depth + 1)?;
        if v.float.is_some() || v.base != 0 || v.across || v.how.is_some() {
            return Err(Error::new(column, "expected a number"));
        }
        values.push(v.int);
        late |= v.late;
        undefined = undefined.or(v.undefined);
        if !c.take(",") {
            break;
        }
    }
    c.expect(")")?;
    let int = functions::call(places.generation, name, &values);
    Ok(Value {
        late,
        undefined,
        ..Value::int(int.map_err(|m| Error::new(column, m))?)
    })
}

/// `a mark b`. Sums may hold labels, everything else only numbers.
fn combine<'a>(mark: &str, a: Value<'a>, b: Value<'a>) -> Result<Value<'a>, String> {
    if a.float.is_some() || b.float.is_some() {
        return Err("floating-point numbers have no operators but a sign".into());
    }
    let how = match (a.how, b.how) {
        (Some(_), Some(_)) => return Err("only one of the names can have an @ behind it".into()),
        (how, other) => how.or(other),
    };
    if how.is_some() && (b.how.is_some() && mark != "+" || !matches!(mark, "+" | "-")) {
        return Err("a name with an @ behind it can only have a distance added".into());
    }
    let pending = a.undefined.is_some() || b.undefined.is_some();
    let base = match mark {
        "+" => a.base + b.base,
        "-" => a.base - b.base,
        // Two addresses can be compared: the one of the code is in both.
        "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=" | "<@" | "<=@" | ">@" | ">=@"
            if a.base == b.base =>
        {
            0
        }
        // What is not defined yet may turn out to be a number, or what makes one of a label.
        _ if !pending && (a.base != 0 || b.base != 0) => {
            return Err("a label can only take part in sums and differences".into());
        }
        _ => 0,
    };
    let (x, y) = (a.int, b.int);
    let int = match mark {
        "+" => x.wrapping_add(y),
        "-" => x.wrapping_sub(y),
        "*" => x.wrapping_mul(y),
        "/" | "%" | "//" | "%%" if y == 0 && pending => 0,
        "/" | "%" | "//" | "%%" if y == 0 => return Err("division by zero".into()),
        "/" => x.wrapping_div(y),
        "%" => x.wrapping_rem(y),
        "<<" | ">>" | ">>>" if !(0..64).contains(&y) => return Err(format!("shift by {y} bits")),
        "<<" => x << y,
        // As LLVM for this target: a logical shift.
        ">>" => ((x as u64) >> y) as i64,
        ">>>" => x >> y,
        "//" => (x as u64 / y as u64) as i64,
        "%%" => (x as u64 % y as u64) as i64,
        "|~" => x | !y,
        "<@" => -i64::from((x as u64) < y as u64),
        "<=@" => -i64::from(x as u64 <= y as u64),
        ">@" => -i64::from(x as u64 > y as u64),
        ">=@" => -i64::from(x as u64 >= y as u64),
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
        float_type: None,
        base,
        section: if a.base != 0 { a.section } else { b.section },
        across: a.across || b.across || a.base != 0 && b.base != 0 && a.section != b.section,
        how,
        symbol: if base == 1 {
            a.symbol.or(b.symbol)
        } else {
            None
        },
        late: a.late || b.late,
        undefined: a.undefined.or(b.undefined),
        word: None,
    })
}
