//! Code objects that are in memory, and are read when one of their kernels runs: libraries load thousands of kernels, of
//! which a program uses a few.

use std::sync::{Arc, OnceLock, Weak};

use rustc_hash::FxHashMap;

use super::load::{Image, LoadedProgram};
use crate::error::LoadError;
use crate::loader::CodeObject;
use crate::loader::outline::Outline;
use crate::machine::memory::{Memory, Pages};
use crate::machine::program::Program;
use crate::machine::programs::Later;

/// Where the bytes of a file are, which stay.
pub trait Source: std::fmt::Debug + Send + Sync {
    /// The file.
    fn bytes(&self) -> &[u8];

    /// Pages with the same bytes.
    fn pages(&self) -> Option<Pages<'_>>;
}

/// What has been read.
#[derive(Debug)]
struct Read {
    program: LoadedProgram,
    /// Its kernels by the guest addresses of their descriptors.
    kernels: FxHashMap<u64, usize>,
}

/// A code object in guest memory that is read when it is needed.
///
/// Its memory is as it is to be from the beginning on: nobody who reads or copies there can tell the difference.
/// Dropping it gives the memory back.
#[derive(Debug)]
pub struct LazyProgram {
    memory: Arc<Memory>,
    image: Image,
    outline: Outline,
    program: OnceLock<Result<Read, LoadError>>,
    // Behind the memory that has its pages.
    source: Arc<dyn Source>,
}

impl LazyProgram {
    pub(super) fn place(
        memory: &Arc<Memory>,
        source: Arc<dyn Source>,
        outline: Outline,
    ) -> Result<Arc<LazyProgram>, LoadError> {
        let file = source.bytes();
        let contents = outline.contents.iter();
        let contents = contents.map(|at| file.get(at.clone()).unwrap_or_default());
        let pages = source.pages().map(|pages| (pages, &outline.contents[..]));
        let image = Image::place(memory, &outline.object, contents, pages)?;
        let made = Arc::new(LazyProgram {
            memory: Arc::clone(memory),
            image,
            outline,
            program: OnceLock::new(),
            source,
        });
        let later = Arc::downgrade(&made) as Weak<dyn Later>;
        let at = made.base()..made.base() + made.image.len;
        memory.programs().add_later(at, later);
        Ok(made)
    }

    /// Guest address at which the object's address 0 lies.
    pub fn base(&self) -> u64 {
        self.image.owned.base()
    }

    /// What is known of it without reading all of it.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// The file.
    pub fn file(&self) -> &[u8] {
        self.source.bytes()
    }

    /// The program, which is read the first time.
    ///
    /// # Errors
    /// What is wrong with it beyond its outline, each time.
    pub fn get(&self) -> Result<&LoadedProgram, &LoadError> {
        self.read().map(|read| &read.program)
    }

    /// The program, and which of its kernels has its descriptor at a guest address.
    ///
    /// # Errors
    /// As [`LazyProgram::get`].
    pub fn kernel_at(&self, at: u64) -> Result<(&LoadedProgram, Option<usize>), &LoadError> {
        let read = self.read()?;
        Ok((&read.program, read.kernels.get(&at).copied()))
    }

    fn read(&self) -> Result<&Read, &LoadError> {
        let read = || {
            let target = &self.outline.object.target;
            let mut object = CodeObject::parse(self.source.bytes(), Some(target))?;
            // It may have been said since which card it is for.
            object.ecc = self.outline.object.ecc;
            let program = LoadedProgram::of(&self.memory, &self.image, &object)?;
            let kernels = program.kernels.iter().enumerate();
            let kernels = kernels.map(|(i, k)| (program.base.wrapping_add(k.descriptor), i));
            let kernels = kernels.collect();
            Ok(Read { program, kernels })
        };
        self.program.get_or_init(read).as_ref()
    }
}

impl Later for LazyProgram {
    fn program(&self) -> Option<Arc<Program>> {
        Some(Arc::clone(&self.get().ok()?.program))
    }
}

impl Drop for LazyProgram {
    fn drop(&mut self) {
        self.memory.programs().remove_later(self.base());
    }
}
