//! Buffer addressing, MUBUF and MTBUF. What the range check compares:
//!
//! | | gfx6, gfx7 | gfx8 | gfx9 and later | source |
//! |---|---|---|---|---|
//! | records (index, and offset with the stride) | stride not 0 | and swizzled | and IDXEN | the comment of Mesa's `si_make_buffer_descriptor` |
//! | else bytes: the place in the buffer with NUM_RECORDS less SOFFSET | x | x | x | CLRX GcnMemHandling, "Buffer addressing" |
//! | the start of each dword; of formats and atomics all at once | x | x | x | AMD's Vega ISA, "Range checking" |
//! | sums of the offset in 32 bits and more, so that what starts outside stays outside | x | x | x | LLVM SIISelLowering, `allowsMisalignedMemoryAccessesImpl`; for the instruction's offset, `splitBufferOffsets` there |
//! | nothing with ADDR64 | x | | | LLVM AMDGPUUsage; CLRX |
//!
//! Private memory is in `private`.

use super::*;

/// Bytes of memory.
const BYTES: usize = 1 << 14;

/// A V# and an instruction's operands, fields as they are named in the manual.
#[derive(Clone, Copy, Debug)]
struct Access {
    generation: Gen,
    base: u64,
    stride: u64,
    swizzle: bool,
    num_records: u64,
    element_size: u32,
    index_stride: u32,
    add_tid: bool,
    data_format: u64,
    idxen: bool,
    offen: bool,
    addr64: bool,
    offset: u64,
    soffset: u64,
}

impl Access {
    /// The address of the part of the access that begins `part` bytes behind its start, of a lane with these
    /// VGPRs for index and offset or, with ADDR64, address; none when it is out of range.
    fn address(&self, lane: u64, vgprs: [u32; 2], part: u64) -> Option<u64> {
        let a = self;
        if a.addr64 {
            let vgpr_address = u64::from(vgprs[0]) | u64::from(vgprs[1]) << 32;
            return Some(
                a.base
                    .wrapping_add(vgpr_address)
                    .wrapping_add(a.offset + a.soffset + part),
            );
        }
        let gfx9 = !matches!(a.generation, Gen::Gfx6 | Gen::Gfx7 | Gen::Gfx8);
        let legacy = matches!(a.generation, Gen::Gfx6 | Gen::Gfx7);
        // From gfx8 on DATA_FORMAT holds more bits of the stride then.
        let stride = if a.add_tid && !legacy {
            a.stride + (a.data_format << 14)
        } else {
            a.stride
        };
        let [first, second] = vgprs.map(u64::from);
        let index = if a.idxen { first } else { 0 } + if a.add_tid { lane } else { 0 };
        let index = index & 0xffff_ffff; // A VGPR and the lane.
        let vgpr_offset = match (a.offen, a.idxen) {
            (false, _) => 0,
            (true, false) => first,
            (true, true) => second,
        };
        let offset = a.offset + vgpr_offset + part;
        let element_size = if gfx9 { 4 } else { 2 << a.element_size };
        let index_stride = 8 << a.index_stride;
        let buffer_offset = if a.swizzle {
            offset % element_size
                + element_size * (index % index_stride)
                + index_stride
                    * (index / index_stride * stride + offset / element_size * element_size)
        } else {
            index * stride + offset
        };
        let counts_records = stride != 0
            && match a.generation {
                Gen::Gfx6 | Gen::Gfx7 => true,
                Gen::Gfx8 => a.swizzle,
                _ => a.idxen,
            };
        let outside = if counts_records {
            index >= a.num_records || ((a.idxen || a.add_tid) && offset >= stride)
        } else {
            // No less than nothing is left behind SOFFSET.
            buffer_offset + a.soffset >= a.num_records
        };
        (!outside).then(|| a.base + a.soffset + buffer_offset)
    }

    /// The V#, and around its fields what has nothing to do with addresses.
    fn words(&self, r: &mut Source<'_>) -> [u32; 4] {
        let a = self;
        let swizzles = u32::from(a.swizzle) << 31 | (r.below(2) as u32) << 30;
        let word3 = (r.bits() as u32 & 0x7fff)
            | (a.data_format as u32) << 15
            | a.element_size << 19
            | a.index_stride << 21
            | u32::from(a.add_tid) << 23;
        let high = (a.base >> 32) as u32 | (a.stride as u32) << 16 | swizzles;
        [a.base as u32, high, a.num_records as u32, word3]
    }
}

/// What an instruction does with its parts: it loads or stores `registers` dwords, or less than one.
#[derive(Clone, Copy, Debug)]
struct Kind {
    name: &'static str,
    /// Bytes of a part: 1, 2 or 4.
    unit: usize,
    registers: usize,
    stores: bool,
    signed: bool,
    /// All parts are in range or none.
    whole: bool,
}

const fn load(name: &'static str, unit: usize, registers: usize) -> Kind {
    Kind {
        name,
        unit,
        registers,
        stores: false,
        signed: false,
        whole: false,
    }
}

const fn store(name: &'static str, unit: usize, registers: usize) -> Kind {
    Kind {
        stores: true,
        ..load(name, unit, registers)
    }
}

impl Kind {
    const fn signed(self) -> Kind {
        Kind {
            signed: true,
            ..self
        }
    }

    /// All parts are in range or none.
    const fn whole(self) -> Kind {
        Kind {
            whole: true,
            ..self
        }
    }
}

const KINDS: &[Kind] = &[
    load("buffer_load_ubyte", 1, 1),
    load("buffer_load_sbyte", 1, 1).signed(),
    load("buffer_load_ushort", 2, 1),
    load("buffer_load_sshort", 2, 1).signed(),
    load("buffer_load_dword", 4, 1),
    load("buffer_load_dwordx2", 4, 2),
    load("buffer_load_dwordx3", 4, 3),
    load("buffer_load_dwordx4", 4, 4),
    store("buffer_store_byte", 1, 1),
    store("buffer_store_short", 2, 1),
    store("buffer_store_dword", 4, 1),
    store("buffer_store_dwordx2", 4, 2),
    store("buffer_store_dwordx3", 4, 3),
    store("buffer_store_dwordx4", 4, 4),
    load("tbuffer_load_format_x", 4, 1).whole(),
    load("tbuffer_load_format_xy", 4, 2).whole(),
    load("tbuffer_load_format_xyzw", 4, 4).whole(),
    store("tbuffer_store_format_xy", 4, 2).whole(),
    store("tbuffer_store_format_xyzw", 4, 4).whole(),
];

/// The places in memory of a lane's parts; none for those out of range.
fn places(access: &Access, kind: Kind, lane: usize, vgprs: [u32; 2]) -> Vec<Option<u64>> {
    let part = |i| {
        let at = access.address(lane as u64, vgprs, (i * kind.unit) as u64)?;
        // gfx6 has aligned accesses only.
        Some(match access.generation {
            Gen::Gfx6 => at & !(kind.unit as u64 - 1),
            _ => at,
        })
    };
    let places: Vec<_> = (0..kind.registers).map(part).collect();
    if kind.whole && places.contains(&None) {
        vec![None; kind.registers]
    } else {
        places
    }
}

/// What the instruction leaves.
fn model(access: &Access, kind: Kind, base: u64, state: &State) -> Ended {
    let mut s = state.clone();
    for lane in 0..64 {
        if !state.active(lane) {
            continue;
        }
        let vgprs = [2, 3].map(|v| state.wave.vgprs[v].0[lane]);
        for (i, at) in places(access, kind, lane, vgprs).into_iter().enumerate() {
            let register = 8 + i;
            let Some(at) = at else {
                if !kind.stores {
                    *s.v(register, lane) = 0;
                }
                continue;
            };
            let outside = Err(Some(lane as u8));
            let Some(at) = at.checked_sub(base) else {
                return outside;
            };
            let at = at as usize;
            if at >= BYTES || at + kind.unit > BYTES {
                return outside;
            }
            let bytes = at..at + kind.unit;
            if kind.stores {
                let data = s.v(register, lane).to_le_bytes();
                s.memory[bytes].copy_from_slice(&data[..kind.unit]);
            } else {
                let mut data = [0; 4];
                data[..kind.unit].copy_from_slice(&s.memory[bytes]);
                let empty = 32 - 8 * kind.unit as u32;
                let data = u32::from_le_bytes(data);
                *s.v(register, lane) = if kind.signed {
                    ((data << empty) as i32 >> empty) as u32
                } else {
                    data
                };
            }
        }
    }
    Ok(s)
}

/// An index or offset for each lane.
fn numbers(r: &mut Source<'_>, most: u64) -> Vgpr {
    let uniform = r.below(most) as u32;
    let step = r.pick(&[1, 2, 4, 4, 8, 12, 16u32]);
    match r.below(8) {
        0..=2 => each(|lane| step * lane as u32),
        3 => each(|lane| uniform.wrapping_sub(step * lane as u32)),
        4 => each(|_| uniform),
        5 | 6 => each(|_| r.below(most) as u32),
        _ => each(|_| match r.below(12) {
            // As hand-written code switches lanes off.
            0 | 1 => 0u32.wrapping_sub(r.pick(&[1, 2, 4, 8, 12, 16])),
            2 => (1u32 << 31).wrapping_sub(r.pick(&[0, 0, 4, 8])),
            3 => r.bits() as u32,
            _ => r.below(most) as u32,
        }),
    }
}

/// A V# in the midst of memory, with registers for the instruction.
fn operands(
    r: &mut Source<'_>,
    (machine, filled): (&Machine<'_>, &State),
    form: &Access,
    soffset: Option<u64>,
) -> (Access, State) {
    let soffset = soffset.unwrap_or_else(|| match r.below(6) {
        0 => 0,
        1 => 1 << r.below(14),
        2 => r.below(1 << 12),
        _ => 4 * r.below(512),
    });
    let stride = match r.below(6) {
        0 | 1 => 0,
        2 => r.below(1 << 10),
        _ => r.pick(&[1, 4, 8, 12, 16, 16, 32, 36, 256]),
    };
    let add_tid = !form.addr64 && r.one_in(3);
    let mut a = Access {
        base: machine.base + r.below(1 << 10) * 4,
        stride,
        swizzle: r.one_in(2),
        num_records: match r.below(6) {
            0 => r.pick(&[0xffff_ffff, 0xffff_fffe, 0xffff_f000, 1 << 31]),
            1 => r.below(1 << 13),
            2 => stride * r.below(70),
            3 => soffset + r.below(1 << 11),
            _ => r.below(80),
        },
        element_size: r.below(4) as u32,
        index_stride: r.below(4) as u32,
        add_tid,
        data_format: if !add_tid {
            r.below(16)
        } else if r.one_in(8) {
            r.below(3)
        } else {
            0
        },
        soffset,
        ..*form
    };
    if r.one_in(6) {
        a.base += r.below(4);
    }
    let mut state = filled.clone();
    let (most_index, most_offset) = (r.pick(&[8, 70, 300]), r.pick(&[16, 64, 400, 3000]));
    let (index, offset) = (numbers(r, most_index), numbers(r, most_offset));
    let v = &mut state.wave.vgprs;
    match (a.addr64, a.idxen, a.offen) {
        (true, ..) => {
            // Anywhere in memory, wherever the V# begins.
            a.base = match r.below(3) {
                0 => 0,
                1 => machine.base,
                _ => r.bits() & 0xffff_ffff_ffff,
            };
            let at = each(|lane| 4096 + offset.0[lane] % 8192);
            let full = |lane: usize| {
                let to = machine.base + u64::from(at.0[lane]);
                to.wrapping_sub(a.base)
            };
            v[2] = each(|lane| full(lane) as u32);
            v[3] = each(|lane| (full(lane) >> 32) as u32);
        }
        (false, true, true) => (v[2], v[3]) = (index, offset),
        (false, true, false) => v[2] = index,
        (false, false, true) => v[2] = offset,
        (false, false, false) => {}
    }
    state.set_exec(exec(r));
    let words = a.words(r);
    state.wave.sgpr[4..8].copy_from_slice(&words);
    state.wave.sgpr[3] = a.soffset as u32;
    (a, state)
}

/// The ways to address, of which each instruction is compiled with some.
fn form(r: &mut Source<'_>, generation: Gen) -> (Access, String, Option<u64>) {
    let way = r.below(5);
    let legacy = matches!(generation, Gen::Gfx6 | Gen::Gfx7);
    let addr64 = legacy && way == 4;
    let a = Access {
        generation,
        base: 0,
        stride: 0,
        swizzle: false,
        num_records: 0,
        element_size: 0,
        index_stride: 0,
        add_tid: false,
        data_format: 0,
        idxen: !addr64 && matches!(way, 0 | 1),
        offen: !addr64 && matches!(way, 1 | 2 | 4),
        addr64,
        offset: match r.below(3) {
            0 => 0,
            1 => r.below(64),
            _ => r.below(4096),
        },
        soffset: 0,
    };
    // A register, or an inline constant.
    let (soffset, known) = match r.below(3) {
        0 => {
            let n = r.below(65);
            (n.to_string(), Some(n))
        }
        _ => ("s3".to_owned(), None),
    };
    let vaddr = match (a.addr64 || a.idxen && a.offen, a.idxen || a.offen) {
        (true, _) => "v[2:3]",
        (false, true) => "v2",
        (false, false) => "off",
    };
    let mut text = format!("{vaddr}, s[4:7], {soffset}");
    for (on, word) in [(a.idxen, "idxen"), (a.offen, "offen"), (a.addr64, "addr64")] {
        if on {
            text += &format!(" {word}");
        }
    }
    if a.offset != 0 {
        text += &format!(" offset:{}", a.offset);
    }
    (a, text, known)
}

/// The instruction's text: of typed ones the format has as many dwords as the instruction loads or stores, and
/// holds integers.
fn text(kind: Kind, operands: &str) -> String {
    let data = match kind.registers {
        1 => "v8".to_owned(),
        n => format!("v[8:{}]", 7 + n),
    };
    let format = match (kind.whole, kind.registers) {
        (false, _) => String::new(),
        // 32, 32_32, 32_32_32_32 of UINT: data format, number format << 4.
        (true, n) => {
            let data_format = [4, 11, 0, 14][n - 1];
            format!(" format:{}", data_format | 4 << 4)
        }
    };
    format!("{} {data}, {operands}{format}", kind.name)
}

fn check(generation: Gen) {
    let r = &mut source(1, generation);
    let (mut moved, mut all) = (0, 0);
    let jits = compilers();
    for round in 0..times(1) {
        for (number, kind) in KINDS.iter().enumerate() {
            // gfx6 has no three dwords.
            if generation == Gen::Gfx6 && kind.registers == 3 {
                continue;
            }
            for _ in 0..3 {
                let (form, operands_text, soffset) = form(r, generation);
                let text = text(*kind, &operands_text);
                let jit = &jits[(number + round as usize) % jits.len()];
                let machine = Machine::new(generation, &text, BYTES, jit);
                let filled = State::random(r, BYTES);
                for _ in 0..40 {
                    let (access, state) = operands(r, (&machine, &filled), &form, soffset);
                    let expected = model(&access, *kind, machine.base, &state);
                    machine.check(&state, &expected, || format!("{access:x?}"));
                    moved += u64::from(expected.as_ref().is_ok_and(|s| *s != state));
                    all += 1;
                }
            }
        }
    }
    // The others fault, or all their lanes are out of range.
    assert!(moved > all / 3, "{moved} of {all}");
}

#[test]
fn gfx6() {
    check(Gen::Gfx6);
}

#[test]
fn gfx7() {
    check(Gen::Gfx7);
}

#[test]
fn gfx8() {
    check(Gen::Gfx8);
}

#[test]
fn gfx9() {
    check(Gen::Gfx9);
}

#[test]
fn gfx906() {
    check(Gen::Gfx906);
}

#[test]
fn gfx908() {
    check(Gen::Gfx908);
}

#[test]
fn gfx90a() {
    check(Gen::Gfx90a);
}

#[test]
fn gfx942() {
    check(Gen::Gfx942);
}

/// An offset that wraps around comes back in.
#[cfg(debug_assertions)]
#[test]
fn offsets_that_wrap_around_are_found() {
    crate::models::is_found(gcn_jit::fuzz::plant::Fault::BufferWrap, || {
        check(Gen::Gfx908)
    });
}
