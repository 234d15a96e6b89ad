//! Elements of buffers and images in registers: what MUBUF's and MTBUF's format instructions and MIMG
//! share (CLRX GcnMemHandling, "MUBUF/MTBUF format conversion").

use super::Cx;
use super::space::{self, Place};
use crate::machine::descriptors::DstSel;
use crate::machine::memory::BadAccess;
use crate::machine::wave::Wave;
pub(super) use crate::numerics::buffer_format::Packing;
use crate::numerics::buffer_format::TexelFormat;

impl Packing {
    /// Writes lane `lane` of the registers from `vdata`.
    pub(super) fn write(self, w: &mut Wave, cx: &Cx, vdata: u16, lane: usize, components: &[u32]) {
        for (i, &c) in components.iter().enumerate() {
            let i = i as u8;
            let register = match self {
                Packing::Packed => i / 2,
                Packing::Dwords | Packing::Halves | Packing::High => i,
            };
            let v = &mut w.v_mut(vdata + u16::from(register)).0[lane];
            *v = match self {
                Packing::Dwords | Packing::Halves => c,
                Packing::Packed if i.is_multiple_of(2) => cx.kept(*v) & 0xffff_0000 | c,
                Packing::Packed => *v & 0xffff | c << 16,
                Packing::High => cx.kept(*v) & 0xffff | c << 16,
            };
        }
    }

    /// Reads `count` components of lane `lane` from the registers from `vdata`; the others are zero.
    pub(super) fn read(self, w: &Wave, vdata: u16, lane: usize, count: u8) -> [u32; 4] {
        let v = |register: u8| w.v(vdata + u16::from(register)).0[lane];
        let mut components = [0; 4];
        for (i, c) in (0..count).zip(&mut components) {
            *c = match self {
                Packing::Dwords => v(i),
                Packing::Halves => v(i) & 0xffff,
                Packing::Packed => v(i / 2) >> (16 * (i % 2)) & 0xffff,
                Packing::High => v(i) >> 16,
            };
        }
        components
    }
}

/// How the elements of a buffer or image are converted.
#[derive(Clone, Copy)]
pub(super) struct Conversion {
    /// `None` where nothing is bound.
    pub format: Option<TexelFormat>,
    pub sel: DstSel,
    pub packing: Packing,
}

impl Conversion {
    /// The four components of an element.
    ///
    /// What is out of range reads as zero, "except for components with V#.dst_sel = SEL_1 that return
    /// 1" (AMD's RDNA texts, on buffers; GCN's say only that reads return zero).
    pub fn load(self, element: Option<[u32; 4]>) -> [u32; 4] {
        let component = self.packing.component();
        let one = self
            .format
            .map_or(component.float_one(), |format| format.one(component));
        let components = match (self.format, element) {
            (Some(format), Some(element)) => format.unpack(element, component),
            _ => [0; 4],
        };
        self.sel.load(components, one)
    }

    /// The bits of an element with these components (those that the instruction does not supply are
    /// zero); `None` where nothing is bound.
    ///
    /// # Errors
    /// A text when the format can only be read.
    pub fn store(self, components: [u32; 4]) -> Result<Option<[u32; 4]>, String> {
        let component = self.packing.component();
        let pack = |format: TexelFormat| format.pack(self.sel.store(components), component);
        self.format.map(pack).transpose()
    }
}

/// Places of an element's dwords, or of all of it when it is smaller.
pub(super) struct Parts {
    places: [Place; 4],
    bytes: u32,
}

impl Parts {
    /// The parts of an element of `bytes` bytes; `None` when one is out of range: elements are
    /// range-checked "all or nothing" (AMD's RDNA texts, on format instructions and atomics).
    pub fn new(bytes: u32, at: impl Fn(u32) -> Option<Place>) -> Option<Parts> {
        let mut places = [Place::Lds(None); 4];
        for (i, place) in (0..bytes.div_ceil(4)).zip(&mut places) {
            *place = at(4 * i)?;
        }
        Some(Parts { places, bytes })
    }

    fn each(&self) -> impl Iterator<Item = (usize, Place)> {
        let n = self.bytes.div_ceil(4) as usize;
        self.places.into_iter().take(n).enumerate()
    }

    /// The element's bits.
    ///
    /// # Errors
    /// See [`space::load`].
    pub fn load(&self, cx: &mut Cx) -> Result<[u32; 4], BadAccess> {
        let mut element = [0; 4];
        for (i, at) in self.each() {
            element[i] = space::load(cx, at, self.bytes.min(4))?[0];
        }
        Ok(element)
    }

    /// Writes the element.
    ///
    /// # Errors
    /// See [`space::store`].
    pub fn store(&self, cx: &mut Cx, element: [u32; 4]) -> Result<(), BadAccess> {
        for (i, at) in self.each() {
            space::store(cx, at, self.bytes.min(4), [element[i], 0, 0, 0])?;
        }
        Ok(())
    }
}
