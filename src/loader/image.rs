//! A memory image that is put together of sections, for formats that have no segments.

use super::{CodeObject, Format, RelocValue, Relocation, Segment, target};
use crate::error::LoadError;
use crate::isa::Feature;
use crate::isa::target::TargetId;

/// Code that has no zeros in the file cannot be larger than it; this is for data that is all zero.
const MAX_ZEROS: u64 = 1 << 30;

impl CodeObject {
    /// An object for `target`, a target id, with nothing in it.
    pub(super) fn without_code(target: &str, format: Format) -> Result<CodeObject, LoadError> {
        const VERSION: u8 = 1;
        let generation = target::generation(target)?;
        let id = TargetId::parse(target).map_err(|_| LoadError::Target(target.to_owned()))?;
        let is_on = [id.xnack, id.sramecc].map(|f| f == Feature::On);
        let mut features = target::Features::of(id.processor, is_on);
        // What has not been said is as of old: off where there is a choice, but for XNACK, on which nothing depends here.
        if id.xnack == Feature::Any {
            features.xnack = Feature::Any;
        }
        let name = id.processor.to_owned();
        Ok(CodeObject::empty(
            name, generation, features, VERSION, format,
        ))
    }

    /// Puts a section behind what there is, and tells its address. `align` is a power of two or 0.
    pub(super) fn place(
        &mut self,
        name: &str,
        data: &[u8],
        size: u64,
        align: u64,
        (writable, executable): (bool, bool),
    ) -> Result<u64, LoadError> {
        let fail = |problem: String| LoadError::Field {
            field: format!("section {name}"),
            problem,
        };
        // Pages have rights of their own; and code is fetched in lines.
        let align = match align {
            0 => 1,
            align if align.is_power_of_two() && align <= 1 << 20 => align,
            align => return Err(fail(format!("an alignment of {align} bytes"))),
        };
        let align = align.max(4096);
        if size > MAX_ZEROS || size < data.len() as u64 {
            return Err(fail(format!("{size} bytes are not plausible")));
        }
        let end = self.segments.last().map_or(0, |s| s.vaddr + s.size);
        let vaddr = end.next_multiple_of(align);
        if vaddr + size > super::MAX_SPAN {
            return Err(fail("it does not fit behind the others".to_owned()));
        }
        if size > 0 {
            self.segments.push(Segment {
                vaddr,
                data: data.to_vec(),
                size,
                writable,
                executable,
            });
        }
        Ok(vaddr)
    }

    /// Notes that `value` is written at `offset`.
    pub(super) fn patch(&mut self, offset: u64, value: RelocValue) -> Result<(), LoadError> {
        let size = value.size() as u64;
        let inside = self
            .segment(offset)
            .is_some_and(|s| s.size - (offset - s.vaddr) >= size);
        if !inside {
            return Err(LoadError::Field {
                field: format!("relocation at {offset:#x}"),
                problem: "it is outside the loaded sections".to_owned(),
            });
        }
        self.relocations.push(Relocation { offset, value });
        Ok(())
    }
}
