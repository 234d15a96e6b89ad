//! The text of `print` back to IR, so that tests can state it. Operations and their forms come from
//! the table of micro-operations; [`super::verify`] checks types.

use std::collections::HashMap;
use std::str::FromStr;

use super::print::TYPES;
use super::{Block, Func, Node, Reg, Sig, Term, Ty, Uop, Val};
use crate::isa::{EXEC_LO, VCC_LO};

/// Text that is no IR.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ParseError {
    /// From 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

type Parsed<T> = Result<T, String>;

fn number(text: &str) -> Parsed<u64> {
    let value = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    value.map_err(|_| format!("'{text}' is no number"))
}

/// A number that fits.
fn small<T: TryFrom<u64>>(text: &str) -> Parsed<T> {
    let fitted = T::try_from(number(text)?);
    fitted.map_err(|_| format!("{text} is too large"))
}

fn block_number(text: &str) -> Parsed<usize> {
    let digits = text.strip_prefix("block");
    small(digits.ok_or_else(|| format!("'{text}' is no block"))?)
}

fn reg(text: &str) -> Option<Reg> {
    match text {
        "exec" => Some(Reg::Q(EXEC_LO)),
        "vcc" => Some(Reg::Q(VCC_LO)),
        "scc" => Some(Reg::Scc),
        _ => text.strip_prefix('s')?.parse().ok().map(Reg::S),
    }
}

/// What precedes `separator` and what follows it, without blanks.
fn split<'t>(text: &'t str, separator: &str) -> Option<(&'t str, &'t str)> {
    let (a, b) = text.split_once(separator)?;
    Some((a.trim(), b.trim()))
}

/// `block0 @0x1000 entry insts 5 scalar 3`; whether it is an entry.
fn head(text: &str) -> Parsed<(usize, Block, bool)> {
    let mut words = text.split_whitespace();
    let index = block_number(words.next().unwrap_or_default())?;
    let mut block = Block {
        pc: 0,
        nodes: vec![],
        outs: vec![],
        term: Term::End(0),
        instructions: 0,
        lane_counts: vec![],
        scalar_instructions: 0,
    };
    let mut entry = false;
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_default();
        match word {
            "entry" => entry = true,
            "insts" => block.instructions = small(value())?,
            "scalar" => block.scalar_instructions = small(value())?,
            _ => match word.strip_prefix('@') {
                Some(pc) => block.pc = number(pc)?,
                None => return Err(format!("'{word}' in the head of a block")),
            },
        }
    }
    Ok((index, block, entry))
}

/// The block that is being read.
struct Reader {
    block: Block,
    ended: bool,
    /// Values by what the text calls them.
    names: HashMap<String, Val>,
}

impl Reader {
    fn value(&self, text: &str) -> Parsed<Val> {
        let name = text.trim().strip_prefix('%').unwrap_or_default();
        let known = self.names.get(name).copied();
        known.ok_or_else(|| format!("'{}' is no value so far", text.trim()))
    }

    /// A line within a block.
    fn line(&mut self, text: &str) -> Parsed<()> {
        if self.ended {
            return Err("the block has ended".to_owned());
        }
        if let Some(term) = self.term(text)? {
            self.block.term = term;
            self.ended = true;
            return Ok(());
        }
        if let Some((value, n)) = text.strip_prefix("lanes ").and_then(|t| split(t, " x ")) {
            self.block.lane_counts.push((self.value(value)?, small(n)?));
            return Ok(());
        }
        match split(text, "=") {
            None => self.node(None, text),
            Some((result, op)) if result.starts_with('%') => self.node(Some(result), op),
            Some((register, v)) => {
                let r = reg(register).ok_or_else(|| format!("'{register}' is no register"))?;
                self.block.outs.push((r, self.value(v)?));
                Ok(())
            }
        }
    }

    fn term(&self, text: &str) -> Parsed<Option<Term>> {
        let (word, rest) = split(text, " ").unwrap_or((text, ""));
        Ok(Some(match word {
            "jump" => Term::Jump(block_number(rest)?),
            "indirect" => Term::Indirect(self.value(rest)?),
            "end" => Term::End(number(rest)?),
            "barrier" => Term::Barrier(number(rest)?),
            "step" => Term::Step(number(rest)?),
            "branch" => {
                let parts: Vec<&str> = rest.split(',').map(str::trim).collect();
                let [cond, then, otherwise] = parts[..] else {
                    return Err("a branch has a condition and two blocks".to_owned());
                };
                Term::Branch {
                    cond: self.value(cond)?,
                    then: block_number(then)?,
                    otherwise: block_number(otherwise)?,
                }
            }
            _ => return Ok(None),
        }))
    }

    /// `%3:v32` and `add %1, %2 #0x0 @0x1000`.
    fn node(&mut self, result: Option<&str>, text: &str) -> Parsed<()> {
        let (text, pc) = match split(text, "@") {
            Some((text, pc)) => (text, number(pc)?),
            None => (text, 0),
        };
        let (text, imm) = match split(text, "#") {
            Some((text, imm)) => (text, number(imm)?),
            None => (text, 0),
        };
        let (name, args) = split(text, " ").unwrap_or((text.trim(), ""));
        let op = Uop::ALL.iter().copied().find(|op| op.text() == name);
        let op = op.ok_or_else(|| format!("there is no operation '{name}'"))?;
        let args = args.split(',').filter(|a| !a.trim().is_empty());
        let args = args.map(|a| self.value(a)).collect::<Parsed<_>>()?;
        let v = Val(self.block.nodes.len() as u32);
        let (ty, vec) = match (result, op.result()) {
            (None, Sig::None) => (Ty::None, false),
            (None, _) => return Err(format!("'{name}' has a result")),
            (Some(_), Sig::None) => return Err(format!("'{name}' has no result")),
            (Some(result), _) => {
                let (name, ty) = split(result, ":").unwrap_or((result, ""));
                let known = TYPES.iter().find(|t| t.0 == ty);
                let (_, ty, vec) = *known.ok_or_else(|| format!("'{ty}' is no type"))?;
                let name = name.strip_prefix('%').unwrap_or(name);
                if self.names.insert(name.to_owned(), v).is_some() {
                    return Err(format!("%{name} is there already"));
                }
                (ty, vec)
            }
        };
        self.block.nodes.push(Node {
            op,
            ty,
            vec,
            args,
            imm,
            pc,
        });
        Ok(())
    }
}

impl FromStr for Func {
    type Err = ParseError;

    /// Reads what printing a function gives. Values may have any names.
    fn from_str(text: &str) -> Result<Func, ParseError> {
        let mut func = Func {
            blocks: vec![],
            entries: vec![],
        };
        let mut reader: Option<Reader> = None;
        let mut last = 0;
        for (i, line) in text.lines().enumerate() {
            let line = line.split(';').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            last = i + 1;
            let fail = |what| ParseError { line: last, what };
            let Some(text) = line.strip_suffix(':') else {
                let Some(reader) = &mut reader else {
                    return Err(fail("no block has begun".to_owned()));
                };
                reader.line(line).map_err(fail)?;
                continue;
            };
            let (index, block, entry) = head(text).map_err(fail)?;
            func.finish(reader.take()).map_err(fail)?;
            if index != func.blocks.len() {
                return Err(fail(format!("block {} is expected", func.blocks.len())));
            }
            if entry {
                func.entries.push(index);
            }
            reader = Some(Reader {
                block,
                ended: false,
                names: HashMap::new(),
            });
        }
        let finished = func.finish(reader);
        finished.map_err(|what| ParseError { line: last, what })?;
        Ok(func)
    }
}

impl Func {
    /// Adds the block that was read.
    fn finish(&mut self, reader: Option<Reader>) -> Parsed<()> {
        match reader {
            Some(r) if !r.ended => Err("the block before has no end".to_owned()),
            Some(r) => {
                self.blocks.push(r.block);
                Ok(())
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fails(text: &str) -> String {
        text.parse::<Func>().expect_err("is refused").to_string()
    }

    #[test]
    fn all_forms() {
        let text = "\
block0 @0x1000 entry insts 4 scalar 2:
    %0:s64 = read.q #0x7e @0x1000
    %1:v32 = read.v #0x3
    %2:v64 = zext %1
    %3:s32 = const #0x0
    store %2, %0, %3, %1 #0x14
    %5:vtuple = load %2, %0, %3 #0x24 @0x1010
    %6:v32 = proj %5 #0x1
    write.v %6, %0 #0xff
    %8:s1 = cmp.32 %3, %3
    exec.change #0x0
    lanes %0 x 2
    s4 = %3
    vcc = %0
    exec = %0
    scc = %8
    branch %8, block1, block2
block1 @0x1020:
    %0:s64 = const #0xffffffffffffffff
    indirect %0
block2 @0x1030 entry:
    end 0x1034
block3 @0x1040:
    barrier 0x1044
block4 @0x1050:
    step 0x1050
block5 @0x1060:
    jump block0
";
        let func: Func = text.parse().unwrap();
        assert_eq!(func.to_string(), text);
        assert_eq!(func.entries, [0, 2]);
        assert_eq!(crate::ir::verify(&func), Ok(()));
    }

    #[test]
    fn names_and_comments() {
        let text = "; A constant.\nblock0 entry: ; first\n  %x:s32 = const #5\n\n  s7=%x\n  end 8";
        let func: Func = text.parse().unwrap();
        assert_eq!(
            func.to_string(),
            "block0 @0x0 entry:\n    %0:s32 = const #0x5\n    s7 = %0\n    end 0x8\n"
        );
    }

    #[test]
    fn mistakes() {
        for (body, what) in [
            ("%0:s32 = konst #1", "line 2: there is no operation 'konst'"),
            ("%0:s33 = const #1", "line 2: 's33' is no type"),
            ("%0:s32 = const #x", "line 2: 'x' is no number"),
            ("%0:s32 = not %1", "line 2: '%1' is no value so far"),
            ("const #1", "line 2: 'const' has a result"),
            (
                "%0:s32 = exec.change",
                "line 2: 'exec.change' has no result",
            ),
            ("s4 = 5", "line 2: '5' is no value so far"),
            ("v4 = %5", "line 2: 'v4' is no register"),
            ("jump 5", "line 2: '5' is no block"),
            (
                "branch %5, block1",
                "line 2: a branch has a condition and two blocks",
            ),
            ("end 0\nend 0", "line 3: the block has ended"),
            ("exec.change", "line 2: the block before has no end"),
            ("end 0\nblock2:\nend 0", "line 3: block 1 is expected"),
            (
                "%0:s1 = const\n%0:s1 = const",
                "line 3: %0 is there already",
            ),
        ] {
            assert_eq!(fails(&format!("block0:\n{body}")), what);
        }
        assert_eq!(fails("end 0"), "line 1: no block has begun");
        assert_eq!(fails("block0 big:"), "line 1: 'big' in the head of a block");
        assert_eq!(
            fails("block0 insts 4294967296:"),
            "line 1: 4294967296 is too large"
        );
    }
}
