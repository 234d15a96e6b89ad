//! What the programs are made of: a few operations, each of which is some instructions, and, in [`super::model`], what these do.

use crate::asm::parse_inst;
use crate::fuzz::code::{CODE, Item, Words};
use crate::isa::Gen;

/// The register with the lane's number; nothing writes it.
pub(super) const LANE: u8 = 0;
/// What no operation reads except the one that writes it.
pub(super) const SPARE: u8 = 45;
/// Vector registers of a wave.
pub(super) const VGPRS: u32 = 48;

/// What an access to a buffer moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// The mnemonic behind `buffer_load_` or `buffer_store_`, or all of an atomic's.
    pub name: &'static str,
    /// Bytes of a part: 1, 2, or 4.
    pub unit: u32,
    /// Parts.
    pub parts: u8,
    /// Where less than a dword lies in its register.
    pub place: Place,
}

/// Where less than a dword lies in its register, and what becomes of the rest of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// It is extended to the whole register: with zeros, or with its sign.
    Whole { signed: bool },
    /// In the lower half; the other one stays.
    Low,
    /// In the upper half; the other one stays.
    High,
}

const fn kind(name: &'static str, unit: u32, parts: u8, place: Place) -> Kind {
    Kind {
        name,
        unit,
        parts,
        place,
    }
}

const WHOLE: Place = Place::Whole { signed: false };
const SIGNED: Place = Place::Whole { signed: true };

/// Loads of dwords, the smallest first.
pub(super) const LOADS: [Kind; 4] = [
    kind("dword", 4, 1, WHOLE),
    kind("dwordx2", 4, 2, WHOLE),
    kind("dwordx3", 4, 3, WHOLE),
    kind("dwordx4", 4, 4, WHOLE),
];
/// Loads of less.
pub(super) const SMALL_LOADS: [Kind; 8] = [
    kind("ubyte", 1, 1, WHOLE),
    kind("sbyte", 1, 1, SIGNED),
    kind("ushort", 2, 1, WHOLE),
    kind("sshort", 2, 1, SIGNED),
    kind("short_d16", 2, 1, Place::Low),
    kind("short_d16_hi", 2, 1, Place::High),
    kind("ubyte_d16", 1, 1, Place::Low),
    kind("ubyte_d16_hi", 1, 1, Place::High),
];
/// Stores of less.
pub(super) const SMALL_STORES: [Kind; 4] = [
    kind("byte", 1, 1, Place::Low),
    kind("short", 2, 1, Place::Low),
    kind("byte_d16_hi", 1, 1, Place::High),
    kind("short_d16_hi", 2, 1, Place::High),
];

/// An access to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Access {
    pub kind: Kind,
    pub data: u8,
    pub vaddr: u8,
    /// First register of the descriptor.
    pub buffer: u8,
    pub idxen: bool,
    pub offen: bool,
    pub offset: u16,
    /// A scalar register, or none for 0.
    pub soffset: Option<u8>,
}

impl Access {
    fn operands(&self) -> String {
        let last = self.data + self.kind.parts - 1;
        let data = match self.kind.parts {
            1 => format!("v{last}"),
            _ => format!("v[{}:{last}]", self.data),
        };
        let vaddr = match (self.idxen, self.offen) {
            (false, false) => "off".to_owned(),
            (true, true) => format!("v[{}:{}]", self.vaddr, self.vaddr + 1),
            _ => format!("v{}", self.vaddr),
        };
        let soffset = self.soffset.map_or("0".to_owned(), |s| format!("s{s}"));
        let mut text = format!(
            "{data}, {vaddr}, s[{}:{}], {soffset}",
            self.buffer,
            self.buffer + 3
        );
        for (is, name) in [(self.idxen, " idxen"), (self.offen, " offen")] {
            text += if is { name } else { "" };
        }
        match self.offset {
            0 => text,
            n => text + &format!(" offset:{n}"),
        }
    }
}

/// The lanes that are not switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mask {
    /// Those whose numbers are below a scalar register.
    Below(u8),
    /// Those of a mask in a pair of scalar registers.
    Of(u8),
    /// Those that are both.
    Both(u8, u8),
}

/// Operations on integers, bit by bit the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Math {
    Xor,
    /// The product of the low 24 bits is added.
    Mad24,
    /// Four products of signed bytes are added.
    Dot4,
}

/// A product of matrices of signed bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Product {
    pub name: &'static str,
    /// Rows, and columns.
    pub size: u8,
    /// Bytes of A and of B in a lane.
    pub bytes: u8,
    /// Products at once.
    pub blocks: u8,
}

impl Product {
    /// Registers of the sums.
    pub fn sums(&self) -> u8 {
        (u32::from(self.size) * u32::from(self.size) * u32::from(self.blocks) / 64) as u8
    }
}

/// Those of i8. Which generation has them, its assembler says.
pub(super) const PRODUCTS: [Product; 4] = [
    product("v_mfma_i32_4x4x4i8", 4, 4, 16),
    product("v_mfma_i32_16x16x16i8", 16, 4, 1),
    product("v_mfma_i32_32x32x8i8", 32, 4, 1),
    product("v_mfma_i32_16x16x32_i8", 16, 8, 1),
];

const fn product(name: &'static str, size: u8, bytes: u8, blocks: u8) -> Product {
    Product {
        name,
        size,
        bytes,
        blocks,
    }
}

/// One operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// An instruction that changes nothing here: a wait, a priority.
    Idle(&'static str),
    Barrier,
    /// `dst` = lane x `times` + `plus`; `times` is at most 64.
    Lanes {
        dst: u8,
        times: u8,
        plus: u32,
    },
    /// `dst` = `src` in the lanes of a mask, `off` in the others.
    Select {
        dst: u8,
        src: u8,
        mask: Mask,
        off: u32,
    },
    Load(Access),
    Store(Access),
    /// BUFFER_ATOMIC_ADD of a dword.
    Add(Access),
    /// Dwords from `data` on to the LDS at the address in `at`, and from there.
    Write {
        at: u8,
        data: u8,
        dwords: u8,
        offset: u16,
    },
    Read {
        at: u8,
        data: u8,
        dwords: u8,
        offset: u16,
    },
    /// `reg` ^= `by`.
    Flip {
        reg: u8,
        by: u32,
    },
    Math {
        math: Math,
        dst: u8,
        a: u8,
        b: u8,
    },
    /// Sums of a product, in accumulation registers from 0 on, to which another one's are added unless they are the `first`.
    Product {
        product: Product,
        a: u8,
        b: u8,
        first: bool,
    },
    /// `dst` = an accumulation register.
    Sum {
        dst: u8,
        from: u8,
    },
    /// The base of a descriptor goes so many bytes on, or back.
    Advance {
        buffer: u8,
        by: u32,
        back: bool,
    },
    /// EXEC: a pair of scalar registers, or all lanes.
    Exec(Option<u8>),
    /// So many rounds, counted in a scalar register.
    Loop {
        counter: u8,
        rounds: u8,
        body: Vec<Op>,
    },
}

fn tuple(first: u8, n: u8) -> String {
    match n {
        1 => format!("v{first}"),
        _ => format!("v[{first}:{}]", first + n - 1),
    }
}

/// Makes items of operations.
pub(super) struct Writer {
    pub generation: Gen,
    pub items: Vec<Item>,
    labels: u32,
}

impl Writer {
    pub fn new(generation: Gen) -> Writer {
        Writer {
            generation,
            items: vec![],
            labels: 0,
        }
    }

    fn line(&mut self, text: &str) -> Option<()> {
        let (_, words) = parse_inst(self.generation, text, CODE).ok()?;
        self.items.push(Item::Inst(Words::new(&words)));
        Some(())
    }

    fn lines(&mut self, texts: &[String]) -> Option<()> {
        texts.iter().try_for_each(|text| self.line(text))
    }

    /// The instructions of one; tells whether the generation has them, and adds none where it has not.
    pub fn push(&mut self, op: &Op) -> bool {
        let before = self.items.len();
        let done = self.op(op).is_some();
        if !done {
            self.items.truncate(before);
        }
        done
    }

    fn op(&mut self, op: &Op) -> Option<()> {
        match op {
            Op::Idle(text) => self.line(text),
            Op::Barrier => self.line("s_barrier"),
            Op::Lanes { dst, times, plus } => match (times.is_power_of_two(), plus) {
                (true, 0) => self.line(&format!(
                    "v_lshlrev_b32_e32 v{dst}, {}, v{LANE}",
                    times.trailing_zeros()
                )),
                _ => self.lines(&[
                    format!("v_mov_b32_e32 v{dst}, {plus:#x}"),
                    format!("v_mad_u32_u24 v{dst}, v{LANE}, {times}, v{dst}"),
                ]),
            },
            Op::Select {
                dst,
                src,
                mask,
                off,
            } => self.select(*dst, *src, *mask, *off),
            Op::Load(a) => self.line(&format!("buffer_load_{} {}", a.kind.name, a.operands())),
            Op::Store(a) => self.line(&format!("buffer_store_{} {}", a.kind.name, a.operands())),
            Op::Add(a) => self.line(&format!("buffer_atomic_add {}", a.operands())),
            Op::Write {
                at,
                data,
                dwords,
                offset,
            } => self.line(&format!(
                "ds_write_b{} v{at}, {} offset:{offset}",
                32 * u32::from(*dwords),
                tuple(*data, *dwords)
            )),
            Op::Read {
                at,
                data,
                dwords,
                offset,
            } => self.line(&format!(
                "ds_read_b{} {}, v{at} offset:{offset}",
                32 * u32::from(*dwords),
                tuple(*data, *dwords)
            )),
            Op::Flip { reg, by } => self.line(&format!("v_xor_b32_e32 v{reg}, {by:#x}, v{reg}")),
            Op::Math { math, dst, a, b } => self.line(&match math {
                Math::Xor => format!("v_xor_b32_e32 v{dst}, v{a}, v{b}"),
                Math::Mad24 => format!("v_mad_u32_u24 v{dst}, v{a}, v{b}, v{dst}"),
                Math::Dot4 => format!("v_dot4_i32_i8 v{dst}, v{a}, v{b}, v{dst}"),
            }),
            Op::Product {
                product,
                a,
                b,
                first,
            } => {
                let sums = format!("a[0:{}]", product.sums() - 1);
                let n = product.bytes / 4;
                let (a, b) = (tuple(*a, n), tuple(*b, n));
                let with = if *first { "0" } else { &sums };
                self.line(&format!("{} {sums}, {a}, {b}, {with}", product.name))
            }
            Op::Sum { dst, from } => self.line(&format!("v_accvgpr_read_b32 v{dst}, a{from}")),
            Op::Advance { buffer, by, back } => {
                let (low, high) = (buffer, buffer + 1);
                let [first, second] = if *back {
                    ["s_sub_u32", "s_subb_u32"]
                } else {
                    ["s_add_u32", "s_addc_u32"]
                };
                self.lines(&[
                    format!("{first} s{low}, s{low}, {by:#x}"),
                    format!("{second} s{high}, s{high}, 0"),
                ])
            }
            Op::Exec(None) => self.line("s_mov_b64 exec, -1"),
            Op::Exec(Some(s)) => self.line(&format!("s_mov_b64 exec, s[{s}:{}]", s + 1)),
            Op::Loop {
                counter,
                rounds,
                body,
            } => {
                self.line(&format!("s_movk_i32 s{counter}, {rounds}"))?;
                self.labels += 1;
                let label = self.labels;
                self.items.push(Item::Label(label));
                body.iter().try_for_each(|op| self.op(op))?;
                self.lines(&[
                    format!("s_sub_u32 s{counter}, s{counter}, 1"),
                    format!("s_cmp_lg_u32 s{counter}, 0"),
                ])?;
                let (_, words) = parse_inst(self.generation, "s_cbranch_scc1 0", CODE).ok()?;
                let word = words[0];
                self.items.push(Item::Branch { word, label });
                Some(())
            }
        }
    }

    fn select(&mut self, dst: u8, src: u8, mask: Mask, off: u32) -> Option<()> {
        // A small negative number is a part of the instruction, anything else comes from a register.
        let inline = off as i32;
        let off = if (-16..0).contains(&inline) {
            inline.to_string()
        } else {
            self.line(&format!("v_mov_b32_e32 v{SPARE}, {off:#x}"))?;
            format!("v{SPARE}")
        };
        match mask {
            Mask::Of(s) => self.line(&format!(
                "v_cndmask_b32_e64 v{dst}, {off}, v{src}, s[{s}:{}]",
                s + 1
            )),
            Mask::Below(s) => self.lines(&[
                format!("v_cmp_gt_u32_e32 vcc, s{s}, v{LANE}"),
                format!("v_cndmask_b32_e32 v{dst}, {off}, v{src}, vcc"),
            ]),
            Mask::Both(s, pair) => self.lines(&[
                format!("v_cmp_gt_u32_e32 vcc, s{s}, v{LANE}"),
                format!("s_and_b64 vcc, vcc, s[{pair}:{}]", pair + 1),
                format!("v_cndmask_b32_e32 v{dst}, {off}, v{src}, vcc"),
            ]),
        }
    }
}
