//! Resource descriptors: what the SGPRs of a buffer or image instruction say (CLRX GcnMemHandling,
//! "Buffer resource format" and "Image resource format"; for what differs between generations Mesa's
//! radeonsi, `si_make_buffer_descriptor` and `si_make_texture_descriptor`).
//!
//! Both backends read descriptors here and nowhere else.

mod buffer;
mod image;

pub use buffer::{Buffer, BufferView};
pub use image::{Image, ImageKind, Texel};

/// Where each component of a loaded element comes from: DST_SEL of a descriptor.
///
/// Codes, one per component: 0 the constant zero, 1 the constant one, 4 to 7 the element's first to
/// fourth component. 2 and 3 are reserved and read as zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DstSel(pub [u8; 4]);

impl DstSel {
    /// Each component from the element's component of the same number: MTBUF, and all instructions
    /// that do not take the format from the descriptor.
    pub const IDENTITY: DstSel = DstSel([4, 5, 6, 7]);

    /// The lowest twelve bits of a descriptor's fourth word.
    pub const fn decode(word: u32) -> DstSel {
        DstSel([
            (word & 7) as u8,
            (word >> 3 & 7) as u8,
            (word >> 6 & 7) as u8,
            (word >> 9 & 7) as u8,
        ])
    }

    /// The components that a load returns, from the element's `components`; `one` is the constant one
    /// in their type.
    pub fn load(self, components: [u32; 4], one: u32) -> [u32; 4] {
        self.0.map(|sel| match sel {
            1 => one,
            4..=7 => components[sel as usize - 4],
            _ => 0,
        })
    }

    /// The element's components that a store writes, from the instruction's `components`.
    ///
    /// A store is the inverse of a load: a component goes where a load would take it from, so what is
    /// stored is loaded again whatever the selection. (CLRX gives DST_SEL for both directions in one
    /// sentence; read literally, a store through `X = B, Y = R, Z = G` would not come back.) Where two
    /// select the same component of the element the first one is stored; what none selects is zero.
    pub fn store(self, components: [u32; 4]) -> [u32; 4] {
        let mut element = [0; 4];
        for (sel, value) in self.0.iter().zip(components).rev() {
            if let 4..=7 = sel {
                element[*sel as usize - 4] = value;
            }
        }
        element
    }
}

#[cfg(test)]
mod tests {
    use super::DstSel;

    #[test]
    fn constants_and_components() {
        // X = W, Y = 0, Z = 1, W = X.
        let sel = DstSel::decode(7 | 1 << 6 | 4 << 9);
        assert_eq!(sel, DstSel([7, 0, 1, 4]));
        assert_eq!(sel.load([10, 20, 30, 40], 1), [40, 0, 1, 10]);
        assert_eq!(
            DstSel([2, 3, 4, 5]).load([10, 20, 30, 40], 1),
            [0, 0, 10, 20]
        );
    }

    #[test]
    fn stores_invert_loads() {
        // A rotation, which is not its own inverse.
        let sel = DstSel([5, 6, 7, 4]);
        let stored = sel.store([1, 2, 3, 4]);
        assert_eq!(stored, [4, 1, 2, 3]);
        assert_eq!(sel.load(stored, 1), [1, 2, 3, 4]);
        assert_eq!(DstSel([4, 4, 4, 1]).store([1, 2, 3, 4]), [1, 0, 0, 0]);
    }
}
