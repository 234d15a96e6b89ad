//! The text of `print` back to IR, so that tests can state it. Operations and their forms come from
//! the table of micro-operations; [`super::verify`] checks types.

use std::collections::HashMap;
use std::str::FromStr;

use super::liveness::{VgprSet, read_by};
use super::print::{TYPES, default_entries};
use super::{
    Block, EntryPoint, Fact, Facts, Func, Goto, Guard, Node, Order, Reg, Sig, Term, Ty, Uop, Val,
};
use crate::isa::{EXEC_LO, VCC_LO};
use crate::machine::wave::ACC;

/// Text that is not IR.
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
    value.map_err(|_| format!("'{text}' is not a number"))
}

/// A number that fits.
fn small<T: TryFrom<u64>>(text: &str) -> Parsed<T> {
    let fitted = T::try_from(number(text)?);
    fitted.map_err(|_| format!("{text} is too large"))
}

fn block_number(text: &str) -> Parsed<usize> {
    let digits = text.strip_prefix("block");
    small(digits.ok_or_else(|| format!("'{text}' is not a block"))?)
}

fn reg(text: &str) -> Option<Reg> {
    match text {
        "exec" => Some(Reg::Q(EXEC_LO)),
        "vcc" => Some(Reg::Q(VCC_LO)),
        "scc" => Some(Reg::Scc),
        _ if text.starts_with("base of ") => vgpr(text.strip_prefix("base of ")?).map(Reg::Base),
        _ => text.strip_prefix('s')?.parse().ok().map(Reg::S),
    }
}

/// `v7` or `a7`.
fn vgpr(text: &str) -> Option<u16> {
    let (first, n) = match text.strip_prefix('a') {
        Some(n) => (ACC, n),
        None => (0, text.strip_prefix('v')?),
    };
    Some(first + u16::from(n.parse::<u8>().ok()?))
}

/// `stride -4 Rising stale`.
fn fact(text: &str) -> Parsed<Fact> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let wrong = || format!("'{text}' says nothing of a register");
    let (stride, order, stale) = match words[..] {
        ["stride", stride, order] => (stride, order, false),
        ["stride", stride, order, "stale"] => (stride, order, true),
        _ => return Err(wrong()),
    };
    let orders = [Order::Any, Order::Rising, Order::SameSign];
    let order = orders.into_iter().find(|o| format!("{o:?}") == order);
    let stride: i32 = stride.parse().map_err(|_| wrong())?;
    Ok(Fact {
        stride: stride as u32,
        order: order.ok_or_else(wrong)?,
        stale,
    })
}

/// `@0x1000 full block1 masked block0`, behind `enter`.
fn entry_point(text: &str) -> Parsed<EntryPoint> {
    let mut words = text.split_whitespace();
    let pc = words.next().and_then(|w| w.strip_prefix('@'));
    let mut point = EntryPoint {
        pc: number(pc.unwrap_or_default())?,
        full: None,
        masked: None,
    };
    while let Some(word) = words.next() {
        let block = Some(block_number(words.next().unwrap_or_default())?);
        match word {
            "full" => point.full = block,
            "masked" => point.masked = block,
            _ => return Err(format!("'{word}' where the function is entered")),
        }
    }
    Ok(point)
}

/// What precedes `separator` and what follows it, without blanks.
fn split<'t>(text: &'t str, separator: &str) -> Option<(&'t str, &'t str)> {
    let (a, b) = text.split_once(separator)?;
    Some((a.trim(), b.trim()))
}

/// `block0 @0x1000 entry insts 5 scalar 3`.
fn head(text: &str) -> Parsed<(usize, Block)> {
    let mut words = text.split_whitespace();
    let index = block_number(words.next().unwrap_or_default())?;
    let mut block = Block {
        pc: 0,
        full: false,
        entry: false,
        facts: Facts::new(),
        facts_out: Facts::new(),
        guards: vec![],
        reads: VgprSet::default(),
        nodes: vec![],
        outs: vec![],
        term: Term::End(0),
        instructions: 0,
        lane_counts: vec![],
        scalar_instructions: 0,
        accesses: false,
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_default();
        match word {
            "entry" => block.entry = true,
            "full" => block.full = true,
            "insts" => block.instructions = small(value())?,
            "scalar" => block.scalar_instructions = small(value())?,
            _ => match word.strip_prefix('@') {
                Some(pc) => block.pc = number(pc)?,
                None => return Err(format!("'{word}' in the head of a block")),
            },
        }
    }
    Ok((index, block))
}

/// The block that is being read.
struct Reader {
    block: Block,
    ended: bool,
    /// Whether the text says what it reads.
    reads: bool,
    /// Values by what the text calls them.
    names: HashMap<String, Val>,
}

impl Reader {
    fn value(&self, text: &str) -> Parsed<Val> {
        let name = text.trim().strip_prefix('%').unwrap_or_default();
        let known = self.names.get(name).copied();
        known.ok_or_else(|| format!("'{}' is not a value so far", text.trim()))
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
        if self.facts(text)? {
            return Ok(());
        }
        match split(text, "=") {
            None => self.node(None, text),
            Some((result, op)) if result.starts_with('%') => self.node(Some(result), op),
            Some((register, v)) => {
                let r = reg(register).ok_or_else(|| format!("'{register}' is not a register"))?;
                self.block.outs.push((r, self.value(v)?));
                Ok(())
            }
        }
    }

    /// A line about what is known of vector registers, if it is one.
    fn facts(&mut self, text: &str) -> Parsed<bool> {
        if let Some(registers) = text.strip_prefix("reads") {
            self.reads = true;
            for word in registers.split_whitespace() {
                if word == "all" {
                    self.block.reads = VgprSet::ALL;
                } else {
                    let r =
                        vgpr(word).ok_or_else(|| format!("'{word}' is not a vector register"))?;
                    self.block.reads.insert(r);
                }
            }
        } else if let Some(guard) = text.strip_prefix("guard ") {
            let (cond, high) = match split(guard, " ") {
                Some((cond, high)) => (cond, Some(self.high(high)?)),
                None => (guard, None),
            };
            let cond = self.value(cond)?;
            self.block.guards.push(Guard { cond, high });
        } else if let Some((r, f)) = split(text, " becomes ")
            && let Some(r) = vgpr(r)
        {
            self.block.facts_out.insert(r, fact(f)?);
        } else if let Some((r, f)) = split(text, ":")
            && let Some(r) = vgpr(r)
        {
            self.block.facts.insert(r, fact(f)?);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// `v3 high of %5 + 8`.
    fn high(&self, text: &str) -> Parsed<(u16, Val, u64)> {
        let parts = split(text, " high of ").and_then(|(r, of)| Some((vgpr(r)?, split(of, "+")?)));
        let (r, (base, stride)) = parts.ok_or_else(|| format!("'{text}' is not a high half"))?;
        Ok((r, self.value(base)?, number(stride)?))
    }

    /// `block1`, or `block1 full %5 else block2`. Addresses come last, when all blocks are there.
    fn goto(&self, text: &str) -> Parsed<Goto> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (full, exec, masked) = match words[..] {
            [full, "full", exec, "else", masked] => (full, Some(self.value(exec)?), masked),
            _ => (text, None, text),
        };
        Ok(Goto {
            pc: 0,
            full: block_number(full)?,
            masked: block_number(masked)?,
            exec,
        })
    }

    fn term(&self, text: &str) -> Parsed<Option<Term>> {
        let (word, rest) = split(text, " ").unwrap_or((text, ""));
        Ok(Some(match word {
            "jump" => Term::Jump(self.goto(rest)?),
            "indirect" => {
                let mut parts = rest.split(',').map(str::trim);
                let target = self.value(parts.next().unwrap_or_default())?;
                let to: Parsed<Vec<Goto>> = parts.map(|g| self.goto(g)).collect();
                Term::Indirect(target, to?)
            }
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
                    then: self.goto(then)?,
                    otherwise: self.goto(otherwise)?,
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
                let (_, ty, vec) = *known.ok_or_else(|| format!("'{ty}' is not a type"))?;
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
            counted: false,
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
            if let Some(point) = line.strip_prefix("enter ") {
                func.entries.push(entry_point(point).map_err(fail)?);
                continue;
            }
            let Some(text) = line.strip_suffix(':') else {
                let Some(reader) = &mut reader else {
                    return Err(fail("no block has begun".to_owned()));
                };
                reader.line(line).map_err(fail)?;
                continue;
            };
            let (index, block) = head(text).map_err(fail)?;
            func.finish(reader.take()).map_err(fail)?;
            if index != func.blocks.len() {
                return Err(fail(format!("block {} is expected", func.blocks.len())));
            }
            reader = Some(Reader {
                block,
                ended: false,
                reads: false,
                names: HashMap::new(),
            });
        }
        let finished = func.finish(reader);
        finished.map_err(|what| ParseError { line: last, what })?;
        func.link();
        Ok(func)
    }
}

impl Func {
    /// Adds the block that was read.
    fn finish(&mut self, reader: Option<Reader>) -> Parsed<()> {
        match reader {
            Some(r) if !r.ended => Err("the block before has no end".to_owned()),
            Some(mut r) => {
                if !r.reads {
                    r.block.reads = read_by(&r.block.nodes);
                }
                self.blocks.push(r.block);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Fills in what follows from all blocks.
    fn link(&mut self) {
        if self.entries.is_empty() {
            self.entries = default_entries(&self.blocks);
        }
        let addresses: Vec<u64> = self.blocks.iter().map(|b| b.pc).collect();
        // What leads to no block is for the verifier.
        let resolve = |g: &mut Goto| g.pc = addresses.get(g.full).copied().unwrap_or_default();
        for b in &mut self.blocks {
            match &mut b.term {
                Term::Jump(g) => resolve(g),
                Term::Branch {
                    then, otherwise, ..
                } => {
                    resolve(then);
                    resolve(otherwise);
                }
                Term::Indirect(_, to) => to.iter_mut().for_each(resolve),
                Term::End(_) | Term::Barrier(_) | Term::Step(_) => {}
            }
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
        let point = |pc, i| EntryPoint {
            pc,
            full: Some(i),
            masked: Some(i),
        };
        assert_eq!(func.entries, [point(0x1000, 0), point(0x1030, 2)]);
        assert_eq!(crate::ir::verify(&func), Ok(()));
    }

    #[test]
    fn facts() {
        let text = "\
enter @0x1010 full block3
enter @0x1000 full block1
block0 @0x1000:
    jump block2
block1 @0x1000 entry full insts 1:
    v0: stride 1 SameSign
    v7: stride -4 Any stale
    reads v0 v7
    %0:s32 = read.base #0x7
    %1:v32 = affine %0 #0xfffffffc
    %2:s64 = read.q #0x7e
    %3:s1 = read.scc #0x0
    %4:s64 = const #0x5
    base of v2 = %0
    v2 becomes stride 0 Any stale
    v7 becomes stride -4 Any stale
    guard %3
    guard %3 v2 high of %4 + 8
    branch %3, block3 full %2 else block2, block2
block2 @0x1010 entry:
    reads all
    end 0x1014
block3 @0x1010 entry full:
    end 0x1014
";
        let func: Func = text.parse().unwrap();
        assert_eq!(func.to_string(), text);
        assert_eq!(crate::ir::verify(&func), Ok(()));
        let stale = Fact {
            stride: 4u32.wrapping_neg(),
            order: Order::Any,
            stale: true,
        };
        assert_eq!(func.blocks[1].facts[&7], stale);
        assert_eq!(func.entries[0].masked, None);
        // Without the lines about entries the blocks' heads count.
        let (_, blocks) = text.split_at(text.find("block0 ").unwrap());
        let heads: Func = blocks.parse().unwrap();
        assert_eq!(heads.to_string(), blocks);
        assert_eq!(heads.entries[1].masked, Some(2));
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
            ("%0:s33 = const #1", "line 2: 's33' is not a type"),
            ("%0:s32 = const #x", "line 2: 'x' is not a number"),
            ("%0:s32 = not %1", "line 2: '%1' is not a value so far"),
            ("const #1", "line 2: 'const' has a result"),
            (
                "%0:s32 = exec.change",
                "line 2: 'exec.change' has no result",
            ),
            ("s4 = 5", "line 2: '5' is not a value so far"),
            ("v4 = %5", "line 2: 'v4' is not a register"),
            ("jump 5", "line 2: '5' is not a block"),
            (
                "v4: stride 4 Falling",
                "line 2: 'stride 4 Falling' says nothing of a register",
            ),
            ("reads s4", "line 2: 's4' is not a vector register"),
            (
                "jump block1 full %5 else block0",
                "line 2: '%5' is not a value so far",
            ),
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
