//! Fields that are written by name: counters, messages, hardware registers, modes, patterns.

use super::args::{Arg, Kind, ModValue, Part, PartValue};
use super::clrx::names;
use super::lex::Error;
use super::taking::Args;
use crate::syntax::{
    GPR_IDX, HWREGS, MESSAGES, MSG_GS_DONE, Name, counters, message_has_stream, message_ops,
};

/// The number that a part of a call is: a name of `tables`, or an integer.
fn part(a: &Args, part: &Part, tables: &[&[Name]], most: i64) -> Result<u16, Error> {
    let PartValue::Value(v) = &part.value else {
        return Err(Error::new(part.column, "expected a name or a number"));
    };
    if let Some(name) = v.word {
        let same = |n: &&&Name| {
            if a.is_clrx() {
                names::is_spelling(n.name, name)
            } else {
                n.name == name
            }
        };
        let all = || tables.iter().copied().flatten();
        let found = all()
            .filter(|n| n.gens.has(a.generation))
            .find(|n| same(&n));
        if let Some(known) = found {
            return Ok(known.value);
        }
        if all().any(|n| same(&&n)) {
            let message = format!("{} has no {name}", a.generation);
            return Err(Error::new(part.column, message));
        }
    }
    let n = a.known_number(v, part.column)?;
    if !(0..=most).contains(&n) {
        let message = format!("{n} is out of range: 0 to {most}");
        return Err(Error::new(part.column, message));
    }
    Ok(n as u16)
}

/// `hwreg(HW_REG_MODE, offset, size)`, or SIMM16.
pub fn hwreg(a: &Args) -> Result<u16, Error> {
    if let Some(Arg {
        kind: Kind::Value(..),
        ..
    }) = a.peek()
    {
        return a.imm16(0);
    }
    let arg = a.plain("hwreg(...)")?;
    let parts = match &arg.kind {
        Kind::Call("hwreg", parts) if matches!(parts.len(), 1 | 3) => parts,
        _ => return Err(a.mismatch(arg, "hwreg(register) or hwreg(register, offset, size)")),
    };
    let id = if a.is_clrx() {
        part(a, &parts[0], &[HWREGS, names::HWREGS], 63)
    } else {
        part(a, &parts[0], &[HWREGS], 63)
    }?;
    let (mut offset, mut size) = (0, 32);
    if let [_, o, s] = &parts[..] {
        offset = part(a, o, &[], 31)?;
        size = part(a, s, &[], 32)?;
        if size == 0 {
            return Err(Error::new(s.column, "a field of no bits"));
        }
    }
    Ok(id | offset << 6 | (size - 1) << 11)
}

/// `vmcnt(0) & lgkmcnt(1)`, or SIMM16.
pub fn waitcnt(a: &Args) -> Result<u16, Error> {
    if let Some(Arg {
        kind: Kind::Value(..),
        ..
    }) = a.peek()
    {
        let arg = a.plain("counters")?;
        return Ok(a.number(arg)? as u16);
    }
    let counters = counters(a.generation);
    let mut simm16 = counters.iter().fold(0, |all, c| c.set(all, c.max()));
    let mut seen: Vec<&str> = Vec::new();
    loop {
        let arg = a.plain("vmcnt(n), expcnt(n) or lgkmcnt(n)")?;
        let Kind::Call(name, parts) = &arg.kind else {
            return Err(a.mismatch(arg, "vmcnt(n), expcnt(n) or lgkmcnt(n)"));
        };
        let (base, saturates) = match name.strip_suffix("_sat") {
            Some(base) => (base, true),
            None => (*name, false),
        };
        let (Some(counter), [value]) = (counters.iter().find(|c| c.name == base), &parts[..])
        else {
            return Err(a.mismatch(arg, "vmcnt(n), expcnt(n) or lgkmcnt(n)"));
        };
        if seen.contains(&base) {
            return Err(Error::new(arg.column, format!("{base} is given twice")));
        }
        seen.push(base);
        let most = counter.max();
        let n = part(
            a,
            value,
            &[],
            if saturates { i64::MAX } else { most.into() },
        );
        // A large number wraps in 16 bits, so saturate before.
        let n = match (n, saturates, &value.value) {
            (Ok(_), true, PartValue::Value(v)) => v.int.min(most.into()) as u16,
            (n, ..) => n?,
        };
        simm16 = counter.set(simm16, n);
        if a.peek().is_none() {
            return Ok(simm16);
        }
    }
}

/// `sendmsg(message, operation, stream)`, or SIMM16.
pub fn sendmsg(a: &Args) -> Result<u16, Error> {
    if let Some(Arg {
        kind: Kind::Value(..),
        ..
    }) = a.peek()
    {
        return a.imm16(0);
    }
    let arg = a.plain("sendmsg(...)")?;
    let parts = match &arg.kind {
        Kind::Call("sendmsg", parts) if (1..=3).contains(&parts.len()) => parts,
        _ => return Err(a.mismatch(arg, "sendmsg(message, operation, stream)")),
    };
    let named = matches!(&parts[0].value, PartValue::Value(v) if v.undefined.is_some());
    let message = if a.is_clrx() {
        part(a, &parts[0], &[MESSAGES, names::MESSAGES], 15)
    } else {
        part(a, &parts[0], &[MESSAGES], 15)
    }?;
    let ops = match message_ops(message) {
        // CLRX has all operations for both of the geometry shader's messages.
        ops if a.is_clrx() && !ops.is_empty() => message_ops(MSG_GS_DONE),
        ops => ops,
    };
    let fail = |at: &Part, what: &str| Err(Error::new(at.column, what));
    if named && ops.is_empty() && parts.len() > 1 {
        return fail(&parts[1], "this message has no operation");
    }
    if named && !ops.is_empty() && parts.len() == 1 && !a.is_clrx() {
        return fail(&parts[0], "this message needs an operation");
    }
    let operation = match parts.get(1) {
        Some(p) => part(a, p, &[ops], 7)?,
        None => 0,
    };
    if named && !ops.is_empty() && !ops.iter().any(|op| op.value == operation) {
        return fail(
            parts.get(1).unwrap_or(&parts[0]),
            "this message has no such operation",
        );
    }
    let stream = match parts.get(2) {
        Some(p) if named && !message_has_stream(message, operation) => {
            return fail(p, "this message has no stream");
        }
        Some(p) => part(a, p, &[], 3)?,
        None => 0,
    };
    Ok(message | operation << 4 | stream << 8)
}

/// `gpr_idx(SRC0,DST)`, or a number up to 15.
pub fn gpr_idx(a: &Args) -> Result<u16, Error> {
    let arg = a.plain("gpr_idx(...)")?;
    let parts = match &arg.kind {
        Kind::Value(..) => {
            let n = a.number(arg)?;
            // CLRX has all bits of the field.
            let most = if a.is_clrx() { 255 } else { 15 };
            if !(0..=most).contains(&n) {
                let message = format!("{n} is out of range: 0 to {most}");
                return Err(Error::new(arg.column, message));
            }
            return Ok(n as u16);
        }
        Kind::Call("gpr_idx", parts) => parts,
        _ => return Err(a.mismatch(arg, "gpr_idx(SRC0,SRC1,SRC2,DST)")),
    };
    let mut mode = 0;
    for p in parts {
        let name = match &p.value {
            PartValue::Value(v) => v.word.unwrap_or_default(),
            PartValue::Str(_) => "",
        };
        let Some(bit) = GPR_IDX.iter().position(|n| *n == name) else {
            return Err(Error::new(p.column, "expected SRC0, SRC1, SRC2 or DST"));
        };
        if mode >> bit & 1 != 0 {
            return Err(Error::new(p.column, format!("{name} is given twice")));
        }
        mode |= 1 << bit;
    }
    Ok(mode)
}

/// The offset of `ds_swizzle_b32`: `offset:swizzle(...)` or a number.
pub fn swizzle(a: &Args) -> Result<u16, Error> {
    let Some(m) = a.modifier("offset")? else {
        return Ok(0);
    };
    let ModValue::Call(call, parts) = &m.value else {
        return Ok(a.int("offset", 0, 0xffff)?.unwrap_or_default() as u16);
    };
    let fail = |column: usize, what: &str| Err(Error::new(column, what));
    let mode = match parts.first() {
        Some(Part {
            value: PartValue::Value(v),
            ..
        }) => v.word.unwrap_or_default(),
        _ => "",
    };
    let arity = match mode {
        "QUAD_PERM" => 5,
        "BROADCAST" => 3,
        _ => 2,
    };
    if *call != "swizzle" || parts.len() != arity {
        return fail(
            m.column,
            "expected swizzle(QUAD_PERM,a,b,c,d), swizzle(BITMASK_PERM,\"mask\"), \
             swizzle(BROADCAST,size,lane), swizzle(SWAP,size) or swizzle(REVERSE,size)",
        );
    }
    let number = |i: usize, most: i64| part(a, &parts[i], &[], most);
    // Groups are powers of two, of lanes up to a half wave.
    let group = |least: u16, most: u16| {
        let n = number(1, 32)?;
        if n.is_power_of_two() && (least..=most).contains(&n) {
            return Ok(n);
        }
        let message = format!("the group is a power of two from {least} to {most}");
        Err(Error::new(parts[1].column, message))
    };
    // AND, OR and XOR masks of 5 bits.
    let masks = |and: u16, or: u16, xor: u16| and | or << 5 | xor << 10;
    Ok(match mode {
        "QUAD_PERM" => {
            let mut pattern = 0x8000;
            for i in 0..4 {
                pattern |= number(1 + i, 3)? << (2 * i);
            }
            pattern
        }
        "BROADCAST" => {
            let size = group(2, 32)?;
            let lane = number(2, i64::from(size) - 1)?;
            masks(32 - size, lane, 0)
        }
        "SWAP" => masks(31, 0, group(1, 16)?),
        "REVERSE" => masks(31, 0, group(2, 32)? - 1),
        "BITMASK_PERM" => {
            let PartValue::Str(text) = parts[1].value else {
                return fail(parts[1].column, "expected a string of 5 characters");
            };
            if text.len() != 5 {
                return fail(parts[1].column, "expected a string of 5 characters");
            }
            let (mut and, mut or, mut xor) = (0, 0, 0);
            for (i, c) in text.bytes().rev().enumerate() {
                match c {
                    b'0' => {}
                    b'1' => or |= 1 << i,
                    b'p' => and |= 1 << i,
                    b'i' => (and, xor) = (and | 1 << i, xor | 1 << i),
                    _ => return fail(parts[1].column, "the mask consists of 0, 1, p and i"),
                }
            }
            masks(and, or, xor)
        }
        _ => return fail(parts[0].column, "there is no such mode of swizzling"),
    })
}
