//! A code object without what takes time and space to read: its segments' contents and its metadata. Libraries load
//! thousands of kernels of which a program uses a few.

use std::ops::Range;

use super::{CodeObject, Kernel, descriptor};
use crate::error::LoadError;

/// What is known of an ELF file without its metadata.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The code object, without kernels, symbols, variables and what it prints; its segments have no contents.
    pub object: CodeObject,
    /// Where in the file each segment has its contents.
    pub contents: Vec<Range<usize>>,
    /// The kernels and variables that the host may name, in the order of the file.
    pub named: Vec<Named>,
}

/// A kernel or a variable that the host may name.
#[derive(Clone, Debug)]
pub struct Named {
    /// Where in the file its name is.
    pub name: Range<usize>,
    /// Of a kernel its descriptor, relative to the load base.
    pub vaddr: u64,
    /// Of a variable its length in bytes.
    pub size: u64,
    /// Whether it is a kernel.
    pub is_kernel: bool,
}

impl Outline {
    /// A kernel as its descriptor alone has it: without arguments. `file` is the file.
    ///
    /// # Errors
    /// When its descriptor makes no sense.
    pub fn kernel(&self, file: &[u8], named: &Named) -> Result<Kernel, LoadError> {
        let read = |vaddr: u64, out: &mut [u8]| {
            let mut both = self.object.segments.iter().zip(&self.contents);
            let found = both.find_map(|(s, at)| {
                let start = vaddr.checked_sub(s.vaddr).filter(|start| *start < s.size)?;
                let start = usize::try_from(start).ok()?;
                let contents = file.get(at.clone())?;
                contents.get(start..start.checked_add(out.len())?)
            });
            found.map(|bytes| out.copy_from_slice(bytes)).is_some()
        };
        let name = file.get(named.name.clone()).unwrap_or_default();
        let name = String::from_utf8_lossy(name);
        descriptor::kernel_by(&self.object, &name, named.vaddr, read)
    }
}
