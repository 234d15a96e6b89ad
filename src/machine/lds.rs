//! Local data share: the memory that the waves of a work-group have in common.

use std::cell::Cell;

/// The LDS of one work-group, zero at first.
///
/// Accesses are plain, in compiled code too, so one thread alone may run waves that share it: a
/// reference to it stays on its thread, since the dwords are cells.
///
/// ```compile_fail
/// let lds = gcn_jit::machine::lds::Lds::new(64);
/// std::thread::scope(|s| s.spawn(|| lds.size()));
/// ```
#[derive(Debug, Default)]
pub struct Lds {
    /// With [`PADDING`] behind.
    dwords: Vec<Cell<u32>>,
    size: u32,
    asked: u32,
}

/// Dwords behind the last one that may be read, and are not used: bytes are loaded as the dwords that begin
/// with them.
const PADDING: usize = 1;

impl Lds {
    /// LDS of `size` bytes (rounded up to dwords in storage, not in bounds).
    pub fn new(size: u32) -> Lds {
        let mut dwords = Vec::new();
        dwords.resize_with(size.div_ceil(4) as usize + PADDING, Cell::default);
        Lds {
            dwords,
            size,
            asked: size,
        }
    }

    /// The same, of which the work-group has asked for `asked` bytes: the rest is there because the card allocates more.
    pub fn asked_for(mut self, asked: u32) -> Lds {
        self.asked = asked.min(self.size);
        self
    }

    /// Bytes that the work-group has asked for.
    pub fn asked(&self) -> u32 {
        self.asked
    }

    /// Size in bytes.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Its dwords; a last one that [`Lds::size`] cuts is among them.
    pub fn dwords(&self) -> &[Cell<u32>] {
        &self.dwords[..self.size.div_ceil(4) as usize]
    }

    /// Zeroes the contents, for the next work-group.
    pub fn clear(&mut self) {
        for d in &mut self.dwords {
            *d.get_mut() = 0;
        }
    }

    /// Whether the `n` bytes at `addr` are all inside.
    #[inline]
    fn inside(&self, addr: u32, n: usize) -> bool {
        u64::from(addr) + n as u64 <= u64::from(self.size)
    }

    /// The `N` bytes at `addr`, or `None` when they are not all inside.
    #[inline]
    pub fn read<const N: usize>(&self, addr: u32) -> Option<[u8; N]> {
        if !self.inside(addr, N) {
            return None;
        }
        let mut out = [0; N];
        let (first, byte) = (addr as usize / 4, addr as usize % 4);
        if byte == 0 && N.is_multiple_of(4) {
            for (out, d) in out.chunks_exact_mut(4).zip(&self.dwords[first..]) {
                out.copy_from_slice(&d.get().to_le_bytes());
            }
        } else {
            for (i, out) in out.iter_mut().enumerate() {
                let d = self.dwords[first + (byte + i) / 4].get();
                *out = d.to_le_bytes()[(byte + i) % 4];
            }
        }
        Some(out)
    }

    /// Writes `N` bytes at `addr`; `None`, with nothing written, when they are not all inside.
    #[inline]
    pub fn write<const N: usize>(&self, addr: u32, data: [u8; N]) -> Option<()> {
        if !self.inside(addr, N) {
            return None;
        }
        let (first, byte) = (addr as usize / 4, addr as usize % 4);
        if byte == 0 && N.is_multiple_of(4) {
            for (data, d) in data.chunks_exact(4).zip(&self.dwords[first..]) {
                let v = u32::from_le_bytes([data[0], data[1], data[2], data[3]]);
                d.set(v);
            }
        } else {
            for (i, data) in data.iter().enumerate() {
                let shift = 8 * ((byte + i) % 4);
                let d = &self.dwords[first + (byte + i) / 4];
                d.set(d.get() & !(0xff << shift) | u32::from(*data) << shift);
            }
        }
        Some(())
    }

    /// Replaces the dword at `addr` (low two bits ignored) by `f` of it; gives the old value, or
    /// `None` outside.
    #[inline]
    pub fn update_u32(&self, addr: u32, f: impl FnOnce(u32) -> u32) -> Option<u32> {
        if (addr & !3) as u64 + 4 > self.size as u64 {
            return None;
        }
        let d = &self.dwords[addr as usize / 4];
        let old = d.get();
        d.set(f(old));
        Some(old)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_lie_little_endian_whatever_the_alignment() {
        let mut lds = Lds::new(16);
        assert_eq!(lds.write(0, 0x4433_2211_u32.to_le_bytes()), Some(()));
        assert_eq!(lds.write(3, [0xaa, 0xbb]), Some(()));
        assert_eq!(lds.read(0), Some([0x11, 0x22, 0x33, 0xaa, 0xbb, 0, 0, 0]));
        assert_eq!(lds.read(2), Some([0x33, 0xaa, 0xbb]));
        assert_eq!(lds.update_u32(4, |v| v + 1), Some(0xbb));
        assert_eq!(lds.read(4), Some([0xbc, 0]));
        lds.clear();
        assert_eq!(lds.read(0), Some([0; 16]));
    }

    #[test]
    fn accesses_past_the_end_do_nothing() {
        let lds = Lds::new(6);
        assert_eq!(lds.read::<2>(4), Some([0, 0]));
        assert_eq!(lds.read::<4>(4), None);
        assert_eq!(lds.write(3, [1; 4]), None);
        assert_eq!(lds.read::<1>(u32::MAX), None);
        assert_eq!(lds.update_u32(4, |_| 1), None);
        assert_eq!(lds.read(0), Some([0; 6]));
    }
}
