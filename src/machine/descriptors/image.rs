//! T#: the image resource.

use super::DstSel;
use crate::isa::{Gen, Gens};

/// Shape of an image: TYPE of a T#.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageKind {
    /// One row.
    D1,
    /// Rows.
    D2,
    /// Slices of rows.
    D3,
    /// Faces of rows: six, or six times the number of cubes.
    Cube,
    /// Layers of one row.
    D1Array,
    /// Layers of rows.
    D2Array,
}

impl ImageKind {
    /// TYPE codes 8 to 13; 14 and 15 are multisampled, the others no images.
    const fn decode(code: u32) -> Option<ImageKind> {
        Some(match code {
            8 => ImageKind::D1,
            9 => ImageKind::D2,
            10 => ImageKind::D3,
            11 => ImageKind::Cube,
            12 => ImageKind::D1Array,
            13 => ImageKind::D2Array,
            _ => return None,
        })
    }

    /// Whether a coordinate chooses a layer or face.
    const fn layered(self) -> bool {
        matches!(
            self,
            ImageKind::Cube | ImageKind::D1Array | ImageKind::D2Array
        )
    }

    /// Coordinates of a texel in one layer.
    const fn dimensions(self) -> u8 {
        match self {
            ImageKind::D1 | ImageKind::D1Array => 1,
            ImageKind::D2 | ImageKind::D2Array | ImageKind::Cube => 2,
            ImageKind::D3 => 3,
        }
    }
}

/// An image resource, T# (CLRX GcnMemHandling, "Image resource format").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    /// First byte; the field counts 256 bytes.
    pub base: u64,
    /// Shape.
    pub kind: ImageKind,
    /// Texels per row of the largest level.
    pub width: u32,
    /// Rows of the largest level; 1 where the shape has none.
    pub height: u32,
    /// Slices of the largest level; 1 where the shape has none.
    pub depth: u32,
    /// Texels from row to row, if the T# says: one of 128 bits does not.
    pub pitch: Option<u32>,
    /// First layer or face of the view (BASE_ARRAY).
    pub first_layer: u32,
    /// Last layer or face of the view (LAST_ARRAY; on gfx9 DEPTH, as in Mesa's radeonsi).
    pub last_layer: u32,
    /// Largest level of the view.
    pub base_level: u32,
    /// Smallest level of the view.
    pub last_level: u32,
    /// DATA_FORMAT.
    pub data_format: u8,
    /// NUM_FORMAT.
    pub num_format: u8,
    /// DST_SEL_X to DST_SEL_W.
    pub dst_sel: DstSel,
    /// TILING_INDEX; SW_MODE on gfx9.
    pub tiling: u8,
    /// POW2_PAD (gfx6 to gfx8): sizes are padded to powers of two.
    pub pow2_pad: bool,
    /// Smallest level of the resource (gfx9, whose layers contain all their levels).
    pub max_mip: u32,
    /// COMPRESSION_EN: the texels are compressed (gfx8, gfx9).
    pub compressed: bool,
    generation: Gen,
}

/// A texel of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texel {
    /// X, Y, Z.
    pub at: [u32; 3],
    /// Layer or face of the view.
    pub layer: u32,
    /// Level, counted from the view's largest.
    pub level: u32,
}

/// The TILING_INDEX of linear images on gfx6 to gfx8 (CLRX GcnMemHandling, "Image addressing").
const LINEAR_TILING_INDEX: u8 = 8;
/// The SW_MODE of linear images on gfx9.
const LINEAR_SW_MODE: u8 = 0;

impl Image {
    /// The T# in eight SGPRs. With `r128` it has four (gfx6 to gfx8): the layers, the depth and the
    /// pitch that it lacks are those of one 2D image.
    ///
    /// # Errors
    /// A text when it describes no image with one sample per texel.
    pub fn decode(generation: Gen, words: [u32; 8], r128: bool) -> Result<Image, String> {
        let w = |i: usize| if r128 && i >= 4 { 0 } else { words[i] };
        let gfx9 = generation.is_gfx9();
        let kind = match w(3) >> 28 {
            code @ (14 | 15) => Err(format!("image type {code}: several samples per texel")),
            code => ImageKind::decode(code).ok_or_else(|| format!("image type {code}: no image")),
        }?;
        let pitch_bits = if gfx9 { 16 } else { 14 };
        let depth = w(4) & 0x1fff;
        let first_layer = w(5) & 0x1fff;
        Ok(Image {
            base: (w(0) as u64 | (w(1) as u64 & 0xff) << 32) << 8,
            kind,
            width: (w(2) & 0x3fff) + 1,
            height: match kind.dimensions() {
                1 => 1,
                _ => (w(2) >> 14 & 0x3fff) + 1,
            },
            depth: match kind {
                ImageKind::D3 => depth + 1,
                _ => 1,
            },
            pitch: (!r128).then_some((w(4) >> 13 & ((1 << pitch_bits) - 1)) + 1),
            first_layer: match kind {
                ImageKind::D3 => 0,
                _ => first_layer,
            },
            last_layer: match (kind.layered(), gfx9) {
                (false, _) => first_layer,
                (true, false) => w(5) >> 13 & 0x1fff,
                (true, true) => depth,
            },
            base_level: w(3) >> 12 & 15,
            last_level: w(3) >> 16 & 15,
            data_format: (w(1) >> 20 & 63) as u8,
            num_format: (w(1) >> 26 & 15) as u8,
            dst_sel: DstSel::decode(w(3)),
            tiling: (w(3) >> 20 & 31) as u8,
            pow2_pad: !gfx9 && w(3) >> 25 & 1 != 0,
            max_mip: if gfx9 { w(5) >> 28 } else { 0 },
            compressed: generation.has(Gens::COMPRESSED_IMAGES) && w(6) >> 21 & 1 != 0,
            generation,
        })
    }

    /// Number of coordinates in the address of a load, store or atomic: X, Y, Z as the shape has
    /// them, then the layer or face if the instruction has DA. A level follows them.
    pub fn coordinates(&self, da: bool) -> u8 {
        match self.kind {
            ImageKind::D3 => 3,
            _ => self.kind.dimensions() + da as u8,
        }
    }

    /// The texel at `coordinates` (as many as [`Image::coordinates`], then anything) of level `level`.
    /// An instruction without DA reaches the first layer only; a shape without layers ignores the
    /// coordinate that DA adds.
    pub fn at(&self, coordinates: [u32; 3], da: bool, level: u32) -> Texel {
        let n = self.kind.dimensions() as usize;
        let mut at = [0; 3];
        at[..n].copy_from_slice(&coordinates[..n]);
        let layer = if self.kind.layered() && da {
            coordinates[n]
        } else {
            0
        };
        Texel { at, layer, level }
    }

    /// Checks that texels can be addressed: how tiles, compressed texels and chains of levels lie in
    /// memory no manual tells.
    ///
    /// # Errors
    /// A text that names the layout.
    pub fn check_layout(&self) -> Result<(), String> {
        let (linear, field) = if self.generation.is_gfx9() {
            (LINEAR_SW_MODE, "SW_MODE")
        } else {
            (LINEAR_TILING_INDEX, "TILING_INDEX")
        };
        if self.tiling != linear {
            return Err(format!(
                "{field} {}: only linear images ({linear}) have a known layout",
                self.tiling
            ));
        }
        if self.compressed {
            return Err("a compressed image".to_owned());
        }
        if self.max_mip > 0 {
            return Err("a linear image with a chain of levels".to_owned());
        }
        Ok(())
    }

    /// Guest address of a texel of `bytes` bytes in a linear image, or `None` when it is outside of
    /// the view: then it reads as zero and is not written.
    ///
    /// Rows are `pitch` texels apart, layers and slices a whole number of rows. Without a pitch, rows
    /// have the alignment of linear images: 64 bytes, at least eight texels (addrlib, gfx6 to gfx8).
    ///
    /// # Errors
    /// A text for the levels after the first, whose place depends on paddings that no manual tells.
    pub fn address(&self, texel: Texel, bytes: u32) -> Result<Option<u64>, String> {
        let Texel {
            at: [x, y, z],
            layer,
            level,
        } = texel;
        if level > self.last_level.saturating_sub(self.base_level) {
            return Ok(None);
        }
        if self.base_level + level > 0 {
            return Err(format!(
                "level {} of a linear image",
                self.base_level + level
            ));
        }
        let layer = layer as u64 + self.first_layer as u64;
        let last = self.last_layer.max(self.first_layer) as u64;
        if x >= self.width || y >= self.height || z >= self.depth || layer > last {
            return Ok(None);
        }
        let pitch = match self.pitch {
            Some(pitch) => pitch,
            None => self.width.next_multiple_of((64 / bytes).max(8)),
        } as u64;
        let rows = if self.pow2_pad {
            self.height.next_power_of_two()
        } else {
            self.height
        } as u64;
        let row = (layer + z as u64) * rows + y as u64;
        let offset = (row * pitch + x as u64) * bytes as u64;
        Ok(Some(self.base.wrapping_add(offset)))
    }

    /// What IMAGE_GET_RESINFO returns for a level, counted from the view's largest: width, height,
    /// depth and the number of levels (AMD's text: "#mipLevels, depth, height, width").
    ///
    /// Layers take the place of the first dimension that the shape lacks (Mesa, `visit_image_size`);
    /// a cube counts faces. What the shape lacks is zero, and so are all sizes of a level that the
    /// view does not have, as Direct3D's resinfo demands, for which the instruction is made.
    pub fn info(&self, level: u32) -> [u32; 4] {
        let levels = self.last_level.saturating_sub(self.base_level) + 1;
        if level >= levels {
            return [0, 0, 0, levels];
        }
        let size = |n: u32| (n >> (self.base_level + level)).max(1);
        let (w, h, d) = (size(self.width), size(self.height), size(self.depth));
        let layers = self.last_layer.saturating_sub(self.first_layer) + 1;
        match self.kind {
            ImageKind::D1 => [w, 0, 0, levels],
            ImageKind::D2 => [w, h, 0, levels],
            ImageKind::D3 => [w, h, d, levels],
            ImageKind::Cube | ImageKind::D2Array => [w, h, layers, levels],
            ImageKind::D1Array => [w, layers, 0, levels],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A linear T#: base 0x12_3456_7800, 20 x 10, pitch 32, format 10 (8_8_8_8) uint, layers 2 to 5.
    fn words(generation: Gen, kind: u32) -> [u32; 8] {
        let tiling = if generation.is_gfx9() { 0 } else { 8 };
        let depth = if generation.is_gfx9() { 5 } else { 6 };
        [
            0x1234_5678,
            10 << 20 | 4 << 26,
            19 | 9 << 14,
            0xfac | tiling << 20 | kind << 28,
            depth | 31 << 13,
            2 | 5 << 13 & if generation.is_gfx9() { 0 } else { !0 },
            0,
            0,
        ]
    }

    fn image(generation: Gen, kind: u32) -> Image {
        Image::decode(generation, words(generation, kind), false).expect("an image")
    }

    fn texel(x: u32, y: u32, z: u32, layer: u32) -> Texel {
        Texel {
            at: [x, y, z],
            layer,
            level: 0,
        }
    }

    #[test]
    fn fields() {
        for g in Gen::GCN {
            let i = image(g, 13);
            assert_eq!(i.base, 0x12_3456_7800);
            assert_eq!((i.width, i.height, i.depth), (20, 10, 1));
            assert_eq!(i.pitch, Some(32));
            assert_eq!((i.first_layer, i.last_layer), (2, 5), "{g}");
            assert_eq!((i.data_format, i.num_format), (10, 4));
            assert_eq!(i.dst_sel, DstSel::IDENTITY);
            assert_eq!(i.check_layout(), Ok(()));
        }
        assert_eq!(image(Gen::Gfx8, 10).depth, 7);
        let mut long = words(Gen::Gfx9, 9);
        long[4] = 0xffff << 13;
        let decoded = |g| Image::decode(g, long, false).expect("an image").pitch;
        assert_eq!(decoded(Gen::Gfx9), Some(0x1_0000));
        assert_eq!(decoded(Gen::Gfx8), Some(0x4000));
    }

    #[test]
    fn addresses() {
        for g in Gen::GCN {
            let base = 0x12_3456_7800;
            let slice = 32 * 10;
            let d2 = image(g, 9);
            let at = |i: Image, t| i.address(t, 4).expect("linear");
            assert_eq!(
                at(d2, texel(3, 2, 0, 0)),
                Some(base + 4 * (2 * slice + 2 * 32 + 3))
            );
            assert_eq!(at(d2, texel(20, 0, 0, 0)), None);
            assert_eq!(at(d2, texel(0, 10, 0, 0)), None);
            assert_eq!(at(d2, texel(0, 0, 0, 1)), None);
            let array = image(g, 13);
            assert_eq!(
                at(array, texel(1, 0, 0, 3)),
                Some(base + 4 * (5 * slice + 1))
            );
            assert_eq!(at(array, texel(0, 0, 0, 4)), None);
            assert_eq!(at(array, texel(0, 0, 0, u32::MAX)), None);
            let volume = image(g, 10);
            assert_eq!(
                at(volume, texel(0, 1, 5, 0)),
                Some(base + 4 * (5 * slice + 32))
            );
            assert_eq!(at(volume, texel(0, 0, 7, 0)), None);
            let row = image(g, 8);
            assert_eq!(at(row, texel(7, 0, 0, 0)), Some(base + 4 * (2 * 32 + 7)));
        }
    }

    #[test]
    fn a_short_descriptor_aligns_rows() {
        let i = Image::decode(Gen::Gfx6, words(Gen::Gfx6, 9), true).expect("an image");
        assert_eq!((i.pitch, i.first_layer, i.last_layer), (None, 0, 0));
        // 20 texels of 4 bytes in rows of 32; of 16 bytes in rows of 24; of 1 byte in rows of 64.
        let row = |bytes| i.address(texel(0, 1, 0, 0), bytes).expect("linear");
        assert_eq!(row(4), Some(i.base + 4 * 32));
        assert_eq!(row(16), Some(i.base + 16 * 24));
        assert_eq!(row(1), Some(i.base + 64));
    }

    #[test]
    fn padded_to_powers_of_two() {
        let mut w = words(Gen::Gfx7, 13);
        w[3] |= 1 << 25;
        let i = Image::decode(Gen::Gfx7, w, false).expect("an image");
        let at = i.address(texel(0, 0, 0, 1), 4);
        assert_eq!(at, Ok(Some(i.base + 4 * 3 * 16 * 32)));
    }

    #[test]
    fn levels() {
        let mut w = words(Gen::Gfx8, 9);
        w[3] |= 2 << 16;
        let i = Image::decode(Gen::Gfx8, w, false).expect("an image");
        let at = |level| {
            let t = Texel {
                level,
                ..texel(0, 0, 0, 0)
            };
            i.address(t, 4)
        };
        assert!(at(0).is_ok_and(|a| a.is_some()));
        assert!(at(1).is_err());
        assert_eq!(at(3), Ok(None), "the view has no such level");
        assert_eq!(i.info(0), [20, 10, 0, 3]);
        assert_eq!(i.info(2), [5, 2, 0, 3]);
        assert_eq!(i.info(3), [0, 0, 0, 3]);
    }

    #[test]
    fn other_layouts_are_errors() {
        for g in Gen::GCN {
            let mut w = words(g, 9);
            w[3] ^= 1 << 20;
            let i = Image::decode(g, w, false).expect("an image");
            assert!(i.check_layout().is_err(), "{g}");
            for kind in [0, 1, 7, 14, 15] {
                assert!(Image::decode(g, words(g, kind), false).is_err());
            }
        }
        let mut w = words(Gen::Gfx9, 9);
        w[5] |= 1 << 28;
        let i = Image::decode(Gen::Gfx9, w, false).expect("an image");
        assert!(i.check_layout().is_err());
    }

    #[test]
    fn sizes_per_shape() {
        let info = |kind| image(Gen::Gfx7, kind).info(0);
        assert_eq!(info(8), [20, 0, 0, 1]);
        assert_eq!(info(9), [20, 10, 0, 1]);
        assert_eq!(info(10), [20, 10, 7, 1]);
        assert_eq!(info(11), [20, 10, 4, 1]);
        assert_eq!(info(12), [20, 4, 0, 1]);
        assert_eq!(info(13), [20, 10, 4, 1]);
    }

    #[test]
    fn coordinates_of_an_address() {
        let count = |kind, da| image(Gen::Gfx8, kind).coordinates(da);
        assert_eq!([8, 9, 10].map(|k| count(k, false)), [1, 2, 3]);
        assert_eq!([11, 12, 13].map(|k| count(k, true)), [3, 2, 3]);
        assert_eq!([11, 12, 13].map(|k| count(k, false)), [2, 1, 2]);
        let array = image(Gen::Gfx8, 12);
        assert_eq!(array.at([4, 9, 0], true, 0), texel(4, 0, 0, 9));
        assert_eq!(array.at([4, 9, 0], false, 0), texel(4, 0, 0, 0));
    }
}
