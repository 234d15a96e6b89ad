//! Accesses to typed elements of buffers and images (MUBUF and MTBUF with a format, MIMG), as a
//! micro-operation's constant operand.

use super::AtomicOp;
use crate::isa::{Mimg, Mtbuf, Mubuf, Row};
pub use crate::numerics::buffer_format::Packing;

/// What is done with an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TexelAct {
    /// Load with conversion.
    Load,
    /// Store with conversion.
    Store,
    /// Load of the element's dwords as they are.
    LoadRaw,
    /// The same, 8- and 16-bit elements sign-extended.
    LoadRawSigned,
    /// Store of dwords as they are.
    StoreRaw,
    /// Sizes of an image's level.
    Info,
    /// Atomic, without conversion.
    Atomic,
}

/// Where the element lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum TexelPlace {
    /// In a buffer.
    Buffer {
        idxen: bool,
        offen: bool,
        addr64: bool,
        offset: u16,
        /// Format of MTBUF: DFMT, and NFMT above its four bits.
        format: u8,
    },
    /// In an image.
    Image {
        dmask: u8,
        da: bool,
        r128: bool,
        a16: bool,
        /// The level's number follows the coordinates.
        mip: bool,
        /// First address register.
        vaddr: u8,
    },
}

/// An access to one element per lane: the `imm` of [`super::Uop::Texels`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TexelOp {
    /// 0 MUBUF, 1 MTBUF, 2 MIMG.
    pub encoding: u8,
    /// Row of the encoding's table.
    pub row: u8,
    /// What is done.
    pub act: TexelAct,
    /// Which read-modify-write an atomic does.
    pub atomic: AtomicOp,
    /// How components lie in registers.
    pub packing: Packing,
    /// Components in registers (of an atomic: dwords of all its operands).
    pub count: u8,
    /// Address registers among the operands. An image has all four that exist: how many count, its T#
    /// tells.
    pub address: u8,
    /// Registers that get results.
    pub results: u8,
    /// Where the element lies.
    pub place: TexelPlace,
}

impl TexelOp {
    /// The instruction's row.
    pub fn row(&self) -> Option<&'static Row> {
        let rows = [Mubuf::ROWS, Mtbuf::ROWS, Mimg::ROWS];
        rows.get(self.encoding as usize)?.get(self.row as usize)
    }

    /// As a node's `imm`.
    pub fn pack(self) -> u64 {
        let place = match self.place {
            TexelPlace::Buffer {
                idxen,
                offen,
                addr64,
                offset,
                format,
            } => {
                idxen as u64
                    | (offen as u64) << 1
                    | (addr64 as u64) << 2
                    | (offset as u64) << 3
                    | (format as u64) << 15
            }
            TexelPlace::Image {
                dmask,
                da,
                r128,
                a16,
                mip,
                vaddr,
            } => {
                dmask as u64
                    | (da as u64) << 4
                    | (r128 as u64) << 5
                    | (a16 as u64) << 6
                    | (mip as u64) << 7
                    | (vaddr as u64) << 8
            }
        };
        self.encoding as u64
            | (self.row as u64) << 2
            | (self.act as u64) << 10
            | (self.atomic as u64) << 13
            | (self.packing as u64) << 18
            | (self.count as u64) << 20
            | (self.address as u64) << 23
            | (self.results as u64) << 26
            | place << 32
    }

    /// From a node's `imm`.
    pub fn unpack(imm: u64) -> TexelOp {
        let bits = |at: u32, n: u32| (imm >> at & ((1 << n) - 1)) as u8;
        let bit = |at: u32| imm >> at & 1 != 0;
        use TexelAct::*;
        let act = [
            Load,
            Store,
            LoadRaw,
            LoadRawSigned,
            StoreRaw,
            Info,
            Atomic,
            Atomic,
        ];
        let packing = [
            Packing::Dwords,
            Packing::Halves,
            Packing::Packed,
            Packing::High,
        ];
        let encoding = bits(0, 2);
        TexelOp {
            encoding,
            row: bits(2, 8),
            act: act[bits(10, 3) as usize],
            atomic: AtomicOp::from_bits(bits(13, 5)),
            packing: packing[bits(18, 2) as usize],
            count: bits(20, 3),
            address: bits(23, 3),
            results: bits(26, 3),
            place: if encoding == 2 {
                TexelPlace::Image {
                    dmask: bits(32, 4),
                    da: bit(36),
                    r128: bit(37),
                    a16: bit(38),
                    mip: bit(39),
                    vaddr: bits(40, 8),
                }
            } else {
                TexelPlace::Buffer {
                    idxen: bit(32),
                    offen: bit(33),
                    addr64: bit(34),
                    offset: (imm >> 35) as u16 & 0xfff,
                    format: bits(47, 7),
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_lossless() {
        let buffer = TexelPlace::Buffer {
            idxen: true,
            offen: false,
            addr64: true,
            offset: 0xabc,
            format: 0x5e,
        };
        let image = TexelPlace::Image {
            dmask: 9,
            da: true,
            r128: false,
            a16: true,
            mip: true,
            vaddr: 250,
        };
        for (encoding, place) in [(0, buffer), (1, buffer), (2, image)] {
            let op = TexelOp {
                encoding,
                row: 77,
                act: TexelAct::Atomic,
                atomic: AtomicOp::CondXchg,
                packing: Packing::Packed,
                count: 4,
                address: 3,
                results: 5,
                place,
            };
            assert_eq!(TexelOp::unpack(op.pack()), op);
        }
    }
}
