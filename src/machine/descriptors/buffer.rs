//! V#: the buffer resource.

use super::DstSel;
use crate::isa::Gen;

/// A buffer resource, V# (CLRX GcnMemHandling, "Buffer resource format").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// First byte, 48 bits.
    pub base: u64,
    /// Bytes per record, from the STRIDE field alone, 14 bits.
    pub stride: u32,
    /// Size, in bytes or records; see [`Buffer::counts_records`].
    pub num_records: u32,
    /// SWIZZLE_ENABLE: records are interleaved.
    pub swizzle: bool,
    word3: u32,
}

impl Buffer {
    /// The V# in four SGPRs.
    #[inline]
    pub const fn decode(words: [u32; 4]) -> Buffer {
        let [a, b, num_records, word3] = words;
        Buffer {
            base: a as u64 | (b as u64 & 0xffff) << 32,
            stride: b >> 16 & 0x3fff,
            num_records,
            swizzle: b >> 31 != 0,
            word3,
        }
    }

    /// ADD_TID_ENABLE: the lane's number is added to the index.
    #[inline]
    pub const fn add_tid(self) -> bool {
        self.word3 >> 23 & 1 != 0
    }

    /// Bytes per record as vector memory instructions see them: with ADD_TID_ENABLE, gfx8 and gfx9
    /// take the DATA_FORMAT field for stride bits 17:14 (Mesa, `ac_set_buf_desc_word3`).
    #[inline]
    pub const fn vector_stride(self, generation: Gen) -> u32 {
        if self.add_tid() && !generation.is_legacy() {
            self.stride | (self.data_format() as u32) << 14
        } else {
            self.stride
        }
    }

    /// Logarithm of INDEX_STRIDE: 8, 16, 32 or 64 records are interleaved.
    #[inline]
    pub const fn index_stride_log2(self) -> u32 {
        3 + (self.word3 >> 21 & 3)
    }

    /// Logarithm of the bytes that stay together when records are interleaved: 2, 4, 8 or 16. gfx9
    /// has no such field: 4 bytes (LLVM SIInstrInfo, `getScratchRsrcWords23`).
    #[inline]
    pub const fn element_size_log2(self, generation: Gen) -> u32 {
        if generation.is_gfx9() {
            2
        } else {
            1 + (self.word3 >> 19 & 3)
        }
    }

    /// DATA_FORMAT.
    #[inline]
    pub const fn data_format(self) -> u8 {
        (self.word3 >> 15 & 15) as u8
    }

    /// NUM_FORMAT.
    pub const fn num_format(self) -> u8 {
        (self.word3 >> 12 & 7) as u8
    }

    /// DST_SEL_X to DST_SEL_W.
    pub const fn dst_sel(self) -> DstSel {
        DstSel::decode(self.word3)
    }

    /// Whether NUM_RECORDS counts records for a vector memory instruction, else bytes; `stride` is
    /// [`Buffer::vector_stride`].
    ///
    /// The unit per generation is the one that Mesa's radeonsi states in `si_make_buffer_descriptor`:
    /// without a stride always bytes; with one, records on gfx6 and gfx7, on gfx8 only when the buffer
    /// is swizzled, on gfx9 only when the instruction has IDXEN. CLRX, which describes gfx6 first,
    /// goes by the stride alone.
    #[inline]
    pub const fn counts_records(self, generation: Gen, stride: u32, idxen: bool) -> bool {
        stride != 0
            && if generation.is_legacy() {
                true
            } else if generation.is_gfx9() {
                idxen
            } else {
                self.swizzle
            }
    }

    /// How an instruction without ADDR64 addresses the buffer.
    #[inline]
    pub const fn view(self, generation: Gen, idxen: bool, soffset: u32) -> BufferView {
        let stride = self.vector_stride(generation);
        let add_tid = self.add_tid();
        BufferView {
            base: self.base.wrapping_add(soffset as u64),
            stride,
            index_log2: self.index_stride_log2(),
            element_log2: self.element_size_log2(generation),
            swizzle: self.swizzle,
            add_tid,
            counts_records: self.counts_records(generation, stride, idxen),
            checks_private: !generation.is_gfx9(),
            indexed: idxen || add_tid,
            num_records: self.num_records,
            bytes: self.num_records.saturating_sub(soffset),
        }
    }
}

/// A buffer as one instruction sees it (CLRX GcnMemHandling, "Buffer addressing").
#[derive(Clone, Copy, Debug)]
pub struct BufferView {
    /// First byte, with SOFFSET.
    base: u64,
    stride: u32,
    index_log2: u32,
    element_log2: u32,
    swizzle: bool,
    /// The lane's number is added to the index.
    add_tid: bool,
    counts_records: bool,
    /// Private memory is checked too, whatever NUM_RECORDS is.
    checks_private: bool,
    /// The offset is checked against the stride too.
    indexed: bool,
    num_records: u32,
    /// Size of a buffer that counts bytes, without SOFFSET.
    bytes: u32,
}

impl BufferView {
    /// The first byte.
    #[inline(always)]
    pub const fn base(&self) -> u64 {
        self.base
    }

    /// Whether byte `b` of lane `n`'s record lies at `b / 4 * 256 + n * 4 + b % 4`, when the instruction
    /// gives no index: so private memory lies.
    #[inline(always)]
    pub const fn interleaves_lanes(&self) -> bool {
        self.swizzle
            && self.add_tid
            && self.stride == 0
            && self.index_log2 == 6
            && self.element_log2 == 2
    }

    /// Whether NUM_RECORDS is as large as for private memory, of which its own size is the limit.
    #[inline(always)]
    pub const fn is_unlimited(&self) -> bool {
        self.num_records == u32::MAX && !self.counts_records
    }

    /// Whether the range check drops what lies at byte `offset`, as for [`BufferView::address`], of a lane's private
    /// memory, where this leads.
    ///
    /// Without a limit gfx9 drops nothing, and its sum of offsets wraps around at 32 bits, so that a VGPR may hold a
    /// negative one. Before, the range check is always made, and a negative VGPR offset fails it, though the sum with
    /// the instruction's offset be in range (LLVM, AMDGPUISelDAGToDAG, `SelectMUBUFScratchOffen`, and GCNSubtarget,
    /// `privateMemoryResourceIsRangeChecked`).
    #[inline(always)]
    pub const fn drops_private(&self, lane: u32, offset: u64) -> bool {
        if self.is_unlimited() {
            self.checks_private && offset >= self.bytes as u64
        } else {
            self.address(self.index(0, lane), offset).is_none()
        }
    }

    /// First byte and length of a buffer in which offsets alone count, and they as bytes.
    pub const fn plain(&self) -> Option<(u64, u32)> {
        if self.swizzle || self.add_tid || self.counts_records || self.indexed {
            None
        } else {
            Some((self.base, self.bytes))
        }
    }

    /// The index of a lane: its VGPR (0 without IDXEN) and perhaps its number.
    #[inline(always)]
    pub const fn index(&self, vgpr: u32, lane: u32) -> u32 {
        if self.add_tid {
            vgpr.wrapping_add(lane)
        } else {
            vgpr
        }
    }

    /// Byte `offset` of record `index`, from the buffer's start, before any check. No sum wraps around: indices have
    /// 32 bits, strides 18, and offsets little more than 32.
    #[inline(always)]
    const fn within(&self, index: u32, offset: u64) -> u64 {
        let (index, stride) = (index as u64, self.stride as u64);
        if !self.swizzle {
            return index * stride + offset;
        }
        // Groups of INDEX_STRIDE records; in a group, element by element, that of each record.
        let group = (index >> self.index_log2) * stride;
        let element = offset >> self.element_log2 << self.element_log2;
        let record = (index & ((1 << self.index_log2) - 1)) << self.element_log2;
        ((group + element) << self.index_log2) + record + (offset - element)
    }

    /// Guest address of byte `offset` of record `index`, or `None` when it is out of range: then it
    /// reads as zero and is not written. The offset is the sum of the instruction's, the VGPR's, and where in the
    /// access the dword lies that is meant: it may have more than 32 bits, and does not wrap around. So an access that
    /// starts out of range is so as a whole (LLVM, SIISelLowering, `allowsMisalignedMemoryAccessesImpl`), and a negative
    /// VGPR offset is out of range, though the sum be in range in 32 bits (`splitBufferOffsets` there).
    ///
    /// Where NUM_RECORDS counts records, the index must be below it, and, when the instruction gives
    /// an index or the lane number is one, the offset below the stride. Else the byte's place in the
    /// buffer must be below NUM_RECORDS less SOFFSET.
    #[inline(always)]
    pub const fn address(&self, index: u32, offset: u64) -> Option<u64> {
        let within = self.within(index, offset);
        let inside = if self.counts_records {
            index < self.num_records && !(self.indexed && offset >= self.stride as u64)
        } else {
            within < self.bytes as u64
        };
        if inside {
            Some(self.base.wrapping_add(within))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A V# with base 0x1000, `stride`, `records`; `high` is or-ed into the second and fourth words.
    fn buffer(stride: u32, records: u32, high: [u32; 2]) -> Buffer {
        Buffer::decode([0x1000, stride << 16 | high[0], records, high[1]])
    }

    const SWIZZLE: u32 = 1 << 31;
    const ADD_TID: u32 = 1 << 23;

    #[test]
    fn fields() {
        let word3 = 4 | 5 << 3 | 6 << 6 | 7 << 9 | 5 << 12 | 10 << 15 | 2 << 19 | 1 << 21;
        let b = Buffer::decode([0x89ab_cdef, 0x7fff_4567, 99, word3]);
        assert_eq!(b.base, 0x4567_89ab_cdef);
        assert_eq!((b.stride, b.num_records, b.swizzle), (0x3fff, 99, false));
        assert_eq!((b.num_format(), b.data_format()), (5, 10));
        assert_eq!(b.dst_sel(), DstSel::IDENTITY);
        assert_eq!((b.index_stride_log2(), b.add_tid()), (4, false));
        let sizes = Gen::GCN.map(|g| 1 << b.element_size_log2(g));
        assert_eq!(sizes, [8, 8, 8, 4, 4], "gfx9 has no ELEMENT_SIZE");
    }

    #[test]
    fn data_format_extends_the_stride_with_add_tid() {
        let b = buffer(4, 0, [0, ADD_TID | 9 << 15]);
        let strides = Gen::GCN.map(|g| b.vector_stride(g));
        let long = 4 | 9 << 14;
        assert_eq!(strides, [4, 4, long, long, long]);
        let plain = buffer(4, 0, [0, 9 << 15]);
        assert_eq!(Gen::GCN.map(|g| plain.vector_stride(g)), [4; 5]);
    }

    #[test]
    fn unit_of_num_records() {
        let units = |b: Buffer, idxen| Gen::GCN.map(|g| b.counts_records(g, b.stride, idxen));
        for idxen in [false, true] {
            assert_eq!(units(buffer(0, 1, [0, 0]), idxen), [false; 5]);
            assert_eq!(units(buffer(0, 1, [SWIZZLE, 0]), idxen), [false; 5]);
        }
        let (raw, swizzled) = (buffer(8, 1, [0, 0]), buffer(8, 1, [SWIZZLE, 0]));
        assert_eq!(units(raw, false), [true, true, false, false, false]);
        assert_eq!(units(raw, true), [true, true, false, true, true]);
        assert_eq!(units(swizzled, false), [true, true, true, false, false]);
        assert_eq!(units(swizzled, true), [true; 5]);
    }

    #[test]
    fn range_check_in_bytes() {
        let view = buffer(0, 16, [0, 0]).view(Gen::Gfx8, false, 4);
        assert_eq!(view.address(0, 11), Some(0x1000 + 4 + 11));
        assert_eq!(view.address(0, 12), None);
        let beyond = buffer(0, 16, [0, 0]).view(Gen::Gfx8, false, 20);
        assert_eq!(beyond.address(0, 0), None);
    }

    #[test]
    fn range_check_in_records() {
        let view = buffer(8, 3, [0, 0]).view(Gen::Gfx9, true, 0);
        assert_eq!(view.address(2, 7), Some(0x1000 + 23));
        assert_eq!(view.address(3, 0), None);
        assert_eq!(view.address(0, 8), None, "the offset is beyond the record");
        // Without an index the offset may leave the first record.
        let offset_only = buffer(8, 3, [0, 0]).view(Gen::Gfx7, false, 0);
        assert_eq!(offset_only.address(0, 40), Some(0x1000 + 40));
    }

    #[test]
    fn swizzled_addresses() {
        // Stride 16, 8 records per group, elements of 4 bytes (field 1).
        let b = buffer(16, 100, [SWIZZLE, 1 << 19]);
        for g in Gen::GCN {
            let view = b.view(g, true, 0);
            // Record 10 is record 2 of group 1; byte 6 is byte 2 of element 1:
            // 8 x (16 + 4) + 2 x 4 + 2.
            assert_eq!(view.address(10, 6), Some(0x1000 + 170), "{g}");
        }
        // Elements of 16 bytes, except on gfx9: 8 x 16 + 2 x 16 + 6 and 8 x (16 + 4) + 2 x 4 + 2.
        let b = buffer(16, 100, [SWIZZLE, 3 << 19]);
        let at = Gen::GCN.map(|g| b.view(g, true, 0).address(10, 6).unwrap_or(0) - 0x1000);
        assert_eq!(at, [166, 166, 166, 170, 170]);
    }

    #[test]
    fn the_lane_is_an_index() {
        let view = buffer(4, 64, [0, ADD_TID]).view(Gen::Gfx7, false, 0);
        assert_eq!(view.index(0, 5), 5);
        assert_eq!(view.address(5, 0), Some(0x1000 + 20));
        assert_eq!(
            view.address(5, 4),
            None,
            "the offset is checked as with IDXEN"
        );
        let plain = buffer(4, 64, [0, 0]).view(Gen::Gfx7, false, 0);
        assert_eq!(plain.index(7, 5), 7);
    }
}
