//! Numbers and parts of a file, with bounds: whatever a header says, nothing outside the file is read.

/// The `N` bytes at `at`.
fn array<const N: usize>(bytes: &[u8], at: u64) -> Option<[u8; N]> {
    let at = usize::try_from(at).ok()?;
    let (head, _) = bytes.get(at..)?.split_first_chunk::<N>()?;
    Some(*head)
}

/// The 16-bit number at `at`.
pub(in crate::loader) fn u16_at(bytes: &[u8], at: u64) -> Option<u16> {
    array(bytes, at).map(u16::from_le_bytes)
}

/// The 32-bit number at `at`.
pub(in crate::loader) fn u32_at(bytes: &[u8], at: u64) -> Option<u32> {
    array(bytes, at).map(u32::from_le_bytes)
}

/// The 64-bit number at `at`.
pub(in crate::loader) fn u64_at(bytes: &[u8], at: u64) -> Option<u64> {
    array(bytes, at).map(u64::from_le_bytes)
}

/// The `size` bytes at `at`.
pub(in crate::loader) fn part(bytes: &[u8], at: u64, size: u64) -> Option<&[u8]> {
    let end = usize::try_from(at.checked_add(size)?).ok()?;
    bytes.get(usize::try_from(at).ok()?..end)
}

/// The string at `at` up to the zero that ends it.
pub(in crate::loader) fn text_at(bytes: &[u8], at: u64) -> Option<String> {
    let rest = bytes.get(usize::try_from(at).ok()?..)?;
    let end = rest.iter().position(|b| *b == 0)?;
    Some(String::from_utf8_lossy(&rest[..end]).into_owned())
}

/// Takes one thing after the other off the front.
#[derive(Clone, Debug)]
pub(in crate::loader) struct Reader<'a> {
    bytes: &'a [u8],
    at: u64,
}

impl<'a> Reader<'a> {
    /// From the first of `bytes` on.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    /// How many bytes have been read.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// The next 32-bit number.
    pub fn u32(&mut self) -> Option<u32> {
        let value = u32_at(self.bytes, self.at)?;
        self.at += 4;
        Some(value)
    }

    /// The next 64-bit number.
    pub fn u64(&mut self) -> Option<u64> {
        let value = u64_at(self.bytes, self.at)?;
        self.at += 8;
        Some(value)
    }

    /// The next `size` bytes.
    pub fn take(&mut self, size: u64) -> Option<&'a [u8]> {
        let out = part(self.bytes, self.at, size)?;
        self.at += size;
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_is_read() {
        let bytes = [1, 2, 3, 4, 5, 0, 7, 8];
        assert_eq!(u16_at(&bytes, 6), Some(0x0807));
        assert_eq!(u16_at(&bytes, 7), None);
        assert_eq!(u32_at(&bytes, 4), Some(0x0807_0005));
        assert_eq!(u32_at(&bytes, u64::MAX), None);
        assert_eq!(u64_at(&bytes, 0), Some(0x0807_0005_0403_0201));
        assert_eq!(u64_at(&bytes, 1), None);
        assert_eq!(part(&bytes, 6, 2), Some(&bytes[6..]));
        assert_eq!(part(&bytes, 6, 3), None);
        assert_eq!(part(&bytes, 2, u64::MAX), None);
        assert_eq!(text_at(&bytes, 3).as_deref(), Some("\u{4}\u{5}"));
        assert_eq!(text_at(&bytes, 6), None);
        let mut r = Reader::new(&bytes);
        assert_eq!(
            (r.u32(), r.take(3)),
            (Some(0x0403_0201), Some(&bytes[4..7]))
        );
        assert_eq!((r.u32(), r.u64(), r.at()), (None, None, 7));
    }
}
