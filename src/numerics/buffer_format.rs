//! Texel formats: what DATA_FORMAT and NUM_FORMAT of a buffer or image say about bits in memory, and
//! the conversions to and from registers (CLRX GcnMemHandling, "MUBUF/MTBUF format conversion" and
//! "Image resource format").
//!
//! # Loads
//!
//! Normalized and scaled values become floats, rounded once, to nearest even. With D16 the value is
//! rounded toward zero to f16, and integers saturate: so Mesa's radv and radeonsi describe the texture
//! unit (`nir_rounding_mode_rtz` and `integer_dest_saturates` where they let it return 16 bits); AMD's
//! text says only that data "is converted to 16 bits". Floats of 16 or 32 bits that are returned in
//! their own width keep all bits, NaN payloads too. What the format lacks is zero.
//!
//! # Stores
//!
//! Floats are clamped to the format's range (NaN gives 0) and rounded to nearest even, which is what
//! CLRX says of conversions while writing. Integers saturate. Floats of fewer bits round to nearest
//! even, so too large ones become infinite; in the unsigned ones of 10 and 11 bits all negative
//! values become zero. Which formats can be written is in CLRX's tables (BufW, ImgW).

use self::Component::{B16, B32};
use super::{F16, F32, Format, Mode, Round, convert, f32_from_f16, from_f64};
use crate::isa::Gen;

/// What registers have of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// A dword.
    B32,
    /// 16 bits (D16).
    B16,
}

impl Component {
    /// The float 1.0.
    pub const fn float_one(self) -> u32 {
        match self {
            B32 => F32.one() as u32,
            B16 => F16.one() as u32,
        }
    }
}

/// How components lie in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Packing {
    /// 32 bits, one per register.
    Dwords,
    /// 16 bits, one per register (gfx8). Bits 31:16 are not read; loads clear them.
    Halves,
    /// 16 bits, two per register, the first in bits 15:0 (gfx9). A half that is left over is kept, or zero with SRAM ECC.
    Packed,
    /// 16 bits, in bits 31:16 of one register; bits 15:0 are kept, or zero with SRAM ECC.
    High,
}

impl Packing {
    /// That of D16 instructions (LLVM BUFInstructions, MIMGInstructions: "unpacked D16").
    pub fn d16(generation: Gen) -> Packing {
        if generation.is_gfx9() {
            Packing::Packed
        } else {
            Packing::Halves
        }
    }

    /// Registers that `count` components take.
    pub fn registers(self, count: u8) -> u8 {
        match self {
            Packing::Packed => count.div_ceil(2),
            Packing::Dwords | Packing::Halves | Packing::High => count,
        }
    }

    /// Whether a load of `count` components keeps a part of its registers.
    pub fn keeps(self, count: u8) -> bool {
        match self {
            Packing::Packed => !count.is_multiple_of(2),
            Packing::High => true,
            Packing::Dwords | Packing::Halves => false,
        }
    }

    /// What registers have of a component.
    pub fn component(self) -> Component {
        match self {
            Packing::Dwords => B32,
            Packing::Packed | Packing::Halves | Packing::High => B16,
        }
    }
}

/// How a component's bits are a number: NUM_FORMAT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// 0 to the largest integer are 0.0 to 1.0.
    Unorm,
    /// Minus the largest to the largest integer are -1.0 to 1.0; so is the smallest -1.0.
    Snorm,
    /// Unsigned integers as floats.
    Uscaled,
    /// Signed integers as floats.
    Sscaled,
    /// Unsigned integers.
    Uint,
    /// Signed integers.
    Sint,
    /// The smallest to the largest integer are -1.0 to 1.0 in equal steps, none of them 0 (gfx6, gfx7).
    SnormOgl,
    /// Floats.
    Float,
    /// As unorm, but three components on the curve of sRGB (images).
    Srgb,
}

impl Number {
    /// A buffer's NUM_FORMAT (LLVM SIDefines; CLRX GcnMemHandling).
    fn buffer(generation: Gen, code: u8) -> Option<Number> {
        Some(match code {
            0 => Number::Unorm,
            1 => Number::Snorm,
            2 => Number::Uscaled,
            3 => Number::Sscaled,
            4 => Number::Uint,
            5 => Number::Sint,
            6 if generation.is_legacy() => Number::SnormOgl,
            7 => Number::Float,
            _ => return None,
        })
    }

    /// An image's NUM_FORMAT. The biased formats (10 to 13) are not told apart by any manual.
    fn image(generation: Gen, code: u8) -> Option<Number> {
        match code {
            9 => Some(Number::Srgb),
            _ => Number::buffer(generation, code),
        }
    }

    /// Whether components are integers in registers.
    const fn is_integer(self) -> bool {
        matches!(self, Number::Uint | Number::Sint)
    }

    const fn is_signed(self) -> bool {
        matches!(
            self,
            Number::Snorm | Number::Sscaled | Number::Sint | Number::SnormOgl
        )
    }
}

/// One DATA_FORMAT.
struct Layout {
    code: u8,
    /// Bits of the components, from the lowest bit on. (In the name they stand from the highest.)
    bits: [u8; 4],
    /// Bytes of a texel.
    bytes: u8,
    numbers: Numbers,
    writable: bool,
}

/// Which number formats a data format goes with (LLVM's table of unified formats, SIDefines, lists the
/// pairs that exist).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// All but floats.
    Fixed,
    /// All but floats and the signed ones: a component has one bit.
    Unsigned,
    /// All but sRGB.
    All,
    /// Integers and floats.
    Wide,
    /// Unorm and uint.
    Depth,
    /// Floats: the first component; the second is an integer.
    FloatAndStencil,
    /// Floats with one exponent for all.
    SharedExponent,
}

const fn layout(code: u8, bits: [u8; 4], bytes: u8, numbers: Numbers) -> Layout {
    Layout {
        code,
        bits,
        bytes,
        numbers,
        writable: true,
    }
}

const fn read_only(code: u8, bits: [u8; 4], bytes: u8, numbers: Numbers) -> Layout {
    Layout {
        writable: false,
        ..layout(code, bits, bytes, numbers)
    }
}

/// The formats of buffers and images.
const COMMON: &[Layout] = &[
    layout(1, [8, 0, 0, 0], 1, Numbers::Fixed),
    layout(2, [16, 0, 0, 0], 2, Numbers::All),
    layout(3, [8, 8, 0, 0], 2, Numbers::Fixed),
    layout(4, [32, 0, 0, 0], 4, Numbers::Wide),
    layout(5, [16, 16, 0, 0], 4, Numbers::All),
    // 10_11_11 and 11_11_10.
    layout(6, [11, 11, 10, 0], 4, Numbers::All),
    layout(7, [10, 11, 11, 0], 4, Numbers::All),
    // 10_10_10_2 and 2_10_10_10.
    layout(8, [2, 10, 10, 10], 4, Numbers::Fixed),
    layout(9, [10, 10, 10, 2], 4, Numbers::Fixed),
    layout(10, [8, 8, 8, 8], 4, Numbers::Fixed),
    layout(11, [32, 32, 0, 0], 8, Numbers::Wide),
    layout(12, [16, 16, 16, 16], 8, Numbers::All),
    layout(13, [32, 32, 32, 0], 12, Numbers::Wide),
    layout(14, [32, 32, 32, 32], 16, Numbers::Wide),
];

/// The further formats of images. Compressed, subsampled and one-bit texels, and FMASK, are not here.
const IMAGE: &[Layout] = &[
    // 5_6_5, 1_5_5_5, 5_5_5_1, 4_4_4_4.
    layout(16, [5, 6, 5, 0], 2, Numbers::Fixed),
    layout(17, [5, 5, 5, 1], 2, Numbers::Unsigned),
    layout(18, [1, 5, 5, 5], 2, Numbers::Unsigned),
    layout(19, [4, 4, 4, 4], 2, Numbers::Fixed),
    // 8_24, 24_8, X24_8_32: depth and stencil.
    read_only(20, [24, 8, 0, 0], 4, Numbers::Depth),
    read_only(21, [8, 24, 0, 0], 4, Numbers::Depth),
    read_only(22, [32, 8, 0, 0], 8, Numbers::FloatAndStencil),
    // 5_9_9_9, 4_4, 6_5_5.
    read_only(34, [9, 9, 9, 0], 4, Numbers::SharedExponent),
    read_only(57, [4, 4, 0, 0], 1, Numbers::Fixed),
    read_only(58, [5, 5, 6, 0], 2, Numbers::Fixed),
];

/// The format of a buffer's or image's elements.
#[derive(Clone, Copy)]
pub struct TexelFormat {
    layout: &'static Layout,
    number: Number,
}

impl TexelFormat {
    /// The format of a V# or of an MTBUF instruction. `None` is data format 0: nothing is bound there,
    /// so loads give zeros and stores go nowhere.
    ///
    /// # Errors
    /// A text for pairs that do not exist.
    pub fn buffer(generation: Gen, data: u8, number: u8) -> Result<Option<TexelFormat>, String> {
        TexelFormat::find(
            [COMMON, &[]],
            data,
            Number::buffer(generation, number),
            number,
        )
    }

    /// The format of a T#; see [`TexelFormat::buffer`].
    ///
    /// # Errors
    /// A text for pairs that do not exist, and for the formats that are not converted.
    pub fn image(generation: Gen, data: u8, number: u8) -> Result<Option<TexelFormat>, String> {
        TexelFormat::find(
            [COMMON, IMAGE],
            data,
            Number::image(generation, number),
            number,
        )
    }

    fn find(
        tables: [&'static [Layout]; 2],
        data: u8,
        number: Option<Number>,
        code: u8,
    ) -> Result<Option<TexelFormat>, String> {
        if data == 0 {
            return Ok(None);
        }
        let layout = tables.into_iter().flatten().find(|l| l.code == data);
        let format = layout
            .zip(number)
            .map(|(layout, number)| TexelFormat { layout, number });
        match format {
            Some(format) if format.exists() => Ok(Some(format)),
            _ => Err(format!("data format {data} with number format {code}")),
        }
    }

    fn exists(self) -> bool {
        let float = self.number == Number::Float;
        let srgb = self.number == Number::Srgb;
        let bytes = self.layout.bits.iter().all(|b| matches!(b, 0 | 8));
        match self.layout.numbers {
            Numbers::Fixed => !float && (!srgb || bytes),
            Numbers::Unsigned => !float && !srgb && !self.number.is_signed(),
            Numbers::All => !srgb,
            Numbers::Wide => float || self.number.is_integer(),
            Numbers::Depth => matches!(self.number, Number::Unorm | Number::Uint),
            Numbers::FloatAndStencil | Numbers::SharedExponent => float,
        }
    }

    /// Bytes of an element: 1, 2, 4, 8, 12 or 16.
    pub const fn bytes(self) -> u32 {
        self.layout.bytes as u32
    }

    /// The constant one as components have it: a float or an integer.
    pub const fn one(self, component: Component) -> u32 {
        if self.number.is_integer() {
            1
        } else {
            component.float_one()
        }
    }

    /// The components of an element, from its bits, as registers have them (those of 16 bits zero-extended). Those that
    /// the format lacks are zero.
    pub fn unpack(self, element: [u32; 4], component: Component) -> [u32; 4] {
        if self.layout.numbers == Numbers::SharedExponent {
            let exponent = (element[0] >> 27) as i32 - 15 - 9;
            let value = |i: u32| {
                let v = (element[0] >> (9 * i) & 0x1ff) as f64 * 2f64.powi(exponent);
                float(v, component)
            };
            return [value(0), value(1), value(2), 0];
        }
        let mut components = [0; 4];
        let mut position = 0;
        for (i, (out, bits)) in components.iter_mut().zip(self.layout.bits).enumerate() {
            if bits == 0 {
                break;
            }
            let raw = element[position as usize / 32] >> (position % 32) & mask(bits);
            position += bits as u32;
            *out = load(self.component(i), raw, bits, component);
        }
        components
    }

    /// The bits of an element with these components; see [`TexelFormat::unpack`].
    ///
    /// # Errors
    /// A text when the format can only be read.
    pub fn pack(self, components: [u32; 4], component: Component) -> Result<[u32; 4], String> {
        let mut element = [0; 4];
        let mut position = 0;
        for (i, (value, bits)) in components.into_iter().zip(self.layout.bits).enumerate() {
            if bits == 0 {
                break;
            }
            let raw = if self.layout.writable {
                store(self.component(i), value, bits, component)
            } else {
                None
            };
            let raw = raw.ok_or_else(|| {
                format!(
                    "a store in data format {} as {:?}",
                    self.layout.code, self.number
                )
            })?;
            element[position as usize / 32] |= raw << (position % 32);
            position += bits as u32;
        }
        Ok(element)
    }

    /// How component `i` is a number.
    fn component(self, i: usize) -> Number {
        match (self.layout.numbers, self.number, i) {
            (Numbers::FloatAndStencil, _, 1) => Number::Uint,
            (_, Number::Srgb, 3) => Number::Unorm,
            (_, number, _) => number,
        }
    }
}

/// The largest unsigned integer of `bits` bits.
const fn mask(bits: u8) -> u32 {
    u32::MAX >> (32 - bits as u32)
}

/// `raw` as signed integer of `bits` bits.
const fn signed(raw: u32, bits: u8) -> i32 {
    let unused = 32 - bits as u32;
    (raw << unused) as i32 >> unused
}

/// The floats of 10 and 11 bits: as f16 without sign, and with fewer bits of fraction.
const fn small_float(bits: u8) -> Format {
    Format {
        fraction: bits as u32 - 5,
        exponent: 5,
    }
}

/// A loaded value that is a float. `v` differs from the exact value by less than makes a difference
/// in either format.
fn float(v: f64, component: Component) -> u32 {
    match component {
        B32 => from_f64(F32, v, Mode::DEFAULT) as u32,
        B16 => from_f64(F16, v, Mode::DEFAULT.rounding(Round::Zero)) as u32,
    }
}

/// A loaded component.
fn load(number: Number, raw: u32, bits: u8, component: Component) -> u32 {
    let toward_zero = Mode::DEFAULT.rounding(Round::Zero);
    let int = signed(raw, bits);
    match number {
        Number::Unorm => float(raw as f64 / mask(bits) as f64, component),
        Number::Snorm => {
            let v = int as f64 / mask(bits - 1) as f64;
            float(v.max(-1.0), component)
        }
        Number::SnormOgl => float((2 * int + 1) as f64 / mask(bits) as f64, component),
        Number::Uscaled => float(raw as f64, component),
        Number::Sscaled => float(int as f64, component),
        Number::Uint => match component {
            B32 => raw,
            B16 => raw.min(u16::MAX as u32),
        },
        Number::Sint => match component {
            B32 => int as u32,
            B16 => int.clamp(i16::MIN as i32, i16::MAX as i32) as u16 as u32,
        },
        Number::Float => match (bits, component) {
            (32, B32) | (16, B16) => raw,
            (32, B16) => convert(F32, F16, raw as u64, Mode::DEFAULT, toward_zero) as u32,
            (16, B32) => f32_from_f16(raw as u16, Mode::DEFAULT),
            (_, B16) => convert(
                small_float(bits),
                F16,
                raw as u64,
                Mode::DEFAULT,
                toward_zero,
            ) as u32,
            (_, B32) => convert(
                small_float(bits),
                F32,
                raw as u64,
                Mode::DEFAULT,
                Mode::DEFAULT,
            ) as u32,
        },
        Number::Srgb => float(f32::from_bits(SRGB[raw as usize & 255]) as f64, component),
    }
}

/// The bits of a stored component; `None` for numbers that are only read.
fn store(number: Number, value: u32, bits: u8, component: Component) -> Option<u32> {
    let as_f32 = || match component {
        B32 => value,
        B16 => f32_from_f16(value as u16, Mode::DEFAULT),
    };
    // Products of an f32 and an integer of up to 24 bits are exact.
    let scaled = |low: f64, largest: u32| {
        let v = f32::from_bits(as_f32()) as f64;
        if v.is_nan() {
            0.0
        } else {
            (v.clamp(low, 1.0) * largest as f64).round_ties_even()
        }
    };
    Some(match number {
        Number::Unorm => scaled(0.0, mask(bits)) as u32,
        Number::Snorm => scaled(-1.0, mask(bits - 1)) as i32 as u32 & mask(bits),
        Number::Uint => match component {
            B32 => value.min(mask(bits)),
            B16 => (value & 0xffff).min(mask(bits)),
        },
        Number::Sint => {
            let v = match component {
                B32 => value as i32,
                B16 => value as u16 as i16 as i32,
            };
            let largest = mask(bits - 1) as i32;
            v.clamp(-largest - 1, largest) as u32 & mask(bits)
        }
        Number::Float => match (bits, component) {
            (32, _) => as_f32(),
            (16, B16) => value & 0xffff,
            (16, B32) => convert(F32, F16, value as u64, Mode::DEFAULT, Mode::DEFAULT) as u32,
            _ => {
                let v = as_f32() as u64;
                if F32.is_negative(v) && !F32.is_nan(v) {
                    0
                } else {
                    let small = small_float(bits);
                    let raw = convert(F32, small, v, Mode::DEFAULT, Mode::DEFAULT);
                    small.abs(raw) as u32
                }
            }
        },
        Number::Uscaled | Number::Sscaled | Number::SnormOgl | Number::Srgb => return None,
    })
}

/// sRGB bytes as linear f32: c / 12.92 up to 0.04045, then ((c + 0.055) / 1.055)^2.4 (IEC 61966-2-1),
/// each rounded to nearest once. A table, as the host's power function may differ from machine to
/// machine.
#[rustfmt::skip]
const SRGB: [u32; 256] = [
    0x00000000, 0x399f22b4, 0x3a1f22b4, 0x3a6eb40e, 0x3a9f22b4, 0x3ac6eb61, 0x3aeeb40e, 0x3b0b3e5d,
    0x3b1f22b4, 0x3b33070a, 0x3b46eb61, 0x3b5b518e, 0x3b70f18f, 0x3b83e1c6, 0x3b8fe616, 0x3b9c87fd,
    0x3ba9c9b6, 0x3bb7ad6f, 0x3bc6354a, 0x3bd56360, 0x3be539c1, 0x3bf5ba71, 0x3c0373b6, 0x3c0c6153,
    0x3c15a705, 0x3c1f45be, 0x3c293e6b, 0x3c3391f7, 0x3c3e4149, 0x3c494d44, 0x3c54b6c9, 0x3c607eb4,
    0x3c6ca5df, 0x3c792d22, 0x3c830aa9, 0x3c89af9f, 0x3c9085dc, 0x3c978dc6, 0x3c9ec7c2, 0x3ca63433,
    0x3cadd37d, 0x3cb5a602, 0x3cbdac21, 0x3cc5e63a, 0x3cce54ac, 0x3cd6f7d5, 0x3cdfd010, 0x3ce8ddba,
    0x3cf2212d, 0x3cfb9ac3, 0x3d02a56a, 0x3d0798dd, 0x3d0ca7e6, 0x3d11d2af, 0x3d171964, 0x3d1c7c30,
    0x3d21fb3c, 0x3d2796b2, 0x3d2d4ebb, 0x3d332381, 0x3d39152b, 0x3d3f23e4, 0x3d454fd2, 0x3d4b991d,
    0x3d51ffec, 0x3d588468, 0x3d5f26b6, 0x3d65e6fd, 0x3d6cc563, 0x3d73c20e, 0x3d7add24, 0x3d810b65,
    0x3d84b793, 0x3d88732e, 0x3d8c3e48, 0x3d9018f4, 0x3d940344, 0x3d97fd49, 0x3d9c0715, 0x3da020ba,
    0x3da44a4a, 0x3da883d6, 0x3daccd6f, 0x3db12727, 0x3db5910f, 0x3dba0b38, 0x3dbe95b3, 0x3dc33090,
    0x3dc7dbe0, 0x3dcc97b4, 0x3dd1641d, 0x3dd6412b, 0x3ddb2eee, 0x3de02d76, 0x3de53cd4, 0x3dea5d18,
    0x3def8e51, 0x3df4d090, 0x3dfa23e5, 0x3dff885e, 0x3e027f06, 0x3e05427f, 0x3e080ea2, 0x3e0ae377,
    0x3e0dc104, 0x3e10a753, 0x3e13966a, 0x3e168e51, 0x3e198f0f, 0x3e1c98ac, 0x3e1fab30, 0x3e22c6a1,
    0x3e25eb07, 0x3e29186a, 0x3e2c4ed0, 0x3e2f8e42, 0x3e32d6c5, 0x3e362862, 0x3e39831f, 0x3e3ce703,
    0x3e405417, 0x3e43ca60, 0x3e4749e6, 0x3e4ad2af, 0x3e4e64c3, 0x3e520029, 0x3e55a4e7, 0x3e595305,
    0x3e5d0a89, 0x3e60cb7a, 0x3e6495df, 0x3e6869be, 0x3e6c471f, 0x3e702e07, 0x3e741e7e, 0x3e78188b,
    0x3e7c1c33, 0x3e8014bf, 0x3e822039, 0x3e84308b, 0x3e8645b8, 0x3e885fc3, 0x3e8a7eb0, 0x3e8ca281,
    0x3e8ecb3b, 0x3e90f8df, 0x3e932b72, 0x3e9562f6, 0x3e979f6f, 0x3e99e0e0, 0x3e9c274c, 0x3e9e72b6,
    0x3ea0c321, 0x3ea31890, 0x3ea57307, 0x3ea7d288, 0x3eaa3716, 0x3eaca0b6, 0x3eaf0f68, 0x3eb18332,
    0x3eb3fc15, 0x3eb67a14, 0x3eb8fd34, 0x3ebb8576, 0x3ebe12de, 0x3ec0a56e, 0x3ec33d2a, 0x3ec5da14,
    0x3ec87c30, 0x3ecb2380, 0x3ecdd008, 0x3ed081ca, 0x3ed338c9, 0x3ed5f508, 0x3ed8b68a, 0x3edb7d52,
    0x3ede4963, 0x3ee11abf, 0x3ee3f169, 0x3ee6cd65, 0x3ee9aeb5, 0x3eec955b, 0x3eef815c, 0x3ef272b8,
    0x3ef56974, 0x3ef86593, 0x3efb6716, 0x3efe6e00, 0x3f00bd2b, 0x3f02460c, 0x3f03d1a5, 0x3f055ff7,
    0x3f06f104, 0x3f0884cd, 0x3f0a1b54, 0x3f0bb499, 0x3f0d509f, 0x3f0eef65, 0x3f1090ef, 0x3f12353d,
    0x3f13dc50, 0x3f15862a, 0x3f1732cc, 0x3f18e237, 0x3f1a946e, 0x3f1c4970, 0x3f1e0140, 0x3f1fbbde,
    0x3f21794d, 0x3f23398c, 0x3f24fc9f, 0x3f26c285, 0x3f288b41, 0x3f2a56d2, 0x3f2c253c, 0x3f2df67f,
    0x3f2fca9c, 0x3f31a194, 0x3f337b6a, 0x3f35581d, 0x3f3737b0, 0x3f391a24, 0x3f3aff7a, 0x3f3ce7b2,
    0x3f3ed2cf, 0x3f40c0d2, 0x3f42b1bc, 0x3f44a58e, 0x3f469c49, 0x3f4895ef, 0x3f4a9280, 0x3f4c91ff,
    0x3f4e946c, 0x3f5099c9, 0x3f52a216, 0x3f54ad56, 0x3f56bb88, 0x3f58ccaf, 0x3f5ae0cc, 0x3f5cf7df,
    0x3f5f11ea, 0x3f612eef, 0x3f634eee, 0x3f6571e9, 0x3f6797e0, 0x3f69c0d5, 0x3f6becca, 0x3f6e1bbf,
    0x3f704db5, 0x3f7282ae, 0x3f74baab, 0x3f76f5ae, 0x3f7933b6, 0x3f7b74c6, 0x3f7db8de, 0x3f800000,
];

#[cfg(test)]
mod tests;
