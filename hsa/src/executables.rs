//! Code objects that are loaded, the executables that they belong to, and their symbols.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, RwLock};

use gcn_jit::loader::outline::Named;
use gcn_jit::runtime::lazy::LazyProgram;

use crate::agent::Agent;
use crate::store::Stored;

/// A code object in memory.
#[derive(Debug)]
pub struct Loaded {
    /// It, in the device's memory; read when one of its kernels runs.
    pub program: Arc<LazyProgram>,
    /// The agent that runs it.
    pub agent: &'static Agent,
    /// Bytes that it has there.
    pub bytes: u64,
    /// Where its constants are, relative to its base: programs do not write there by themselves.
    pub constants: Vec<Range<u64>>,
    /// What it belongs to, and its own handle.
    pub executable: u64,
    pub handle: u64,
    /// The handle of its first symbol; those of the others follow.
    pub symbols: u64,
    /// Its symbols by name, and those of kernels by address: libraries have tens of thousands.
    by_name: Vec<u32>,
    by_address: Vec<u32>,
}

impl Loaded {
    /// `program` as code of `agent`.
    pub fn new(
        program: Arc<LazyProgram>,
        agent: &'static Agent,
        constants: Vec<Range<u64>>,
        executable: u64,
    ) -> Loaded {
        let outline = program.outline();
        let (named, file) = (&outline.named, program.file());
        let name = |i: &u32| file.get(named[*i as usize].name.clone());
        // Of one name the first in the file comes first.
        let mut by_name: Vec<u32> = (0..named.len() as u32).collect();
        by_name.sort_by_key(name);
        let kernels = (0..named.len() as u32).filter(|i| named[*i as usize].is_kernel);
        let mut by_address: Vec<u32> = kernels.collect();
        by_address.sort_by_key(|i| named[*i as usize].vaddr);
        let ends = outline.object.segments.iter().map(|s| s.vaddr + s.size);
        let bytes = ends.max().unwrap_or(0);
        Loaded {
            symbols: next_of(named.len() as u64),
            handle: next(),
            by_name,
            by_address,
            bytes,
            program,
            agent,
            constants,
            executable,
        }
    }

    fn named(&self) -> &[Named] {
        &self.program.outline().named
    }

    /// The handles of its symbols.
    pub fn handles(&self) -> Range<u64> {
        self.symbols..self.symbols + self.named().len() as u64
    }

    /// The handle of the symbol of a name. From version 3 on that of a kernel is its descriptor's.
    pub fn find(&self, name: &str) -> Option<u64> {
        let file = self.program.file();
        let of = |i: &u32| {
            let at = self.named()[*i as usize].name.clone();
            file.get(at).unwrap_or_default()
        };
        let first = self.by_name.partition_point(|i| of(i) < name.as_bytes());
        let found = self.by_name.get(first)?;
        (of(found) == name.as_bytes()).then_some(self.symbols + u64::from(*found))
    }

    /// Whether a kernel's descriptor is at a guest address.
    fn has_kernel(&self, at: u64) -> bool {
        let vaddr = at.wrapping_sub(self.program.base());
        let of = |i: &u32| self.named()[*i as usize].vaddr;
        self.by_address.binary_search_by_key(&vaddr, of).is_ok()
    }
}

/// An executable: code objects that are loaded together.
#[derive(Debug)]
pub struct Executable {
    /// `hsa_profile_t`
    pub profile: u32,
    /// Whether nothing can be loaded any more.
    pub frozen: bool,
    /// In the order in which they were loaded.
    pub loaded: Vec<Arc<Loaded>>,
}

/// Things by handles that are given once.
#[derive(Debug)]
pub struct Registry<T> {
    all: Mutex<BTreeMap<u64, T>>,
}

impl<T> Default for Registry<T> {
    fn default() -> Self {
        Registry {
            all: Mutex::default(),
        }
    }
}

/// The next handle, of any kind: handles of one kind are none of another.
static NEXT: AtomicU64 = AtomicU64::new(0x1_0000);

/// The next handle.
pub fn next() -> u64 {
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl<T> Registry<T> {
    /// All of them.
    pub fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, T>> {
        self.all.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Adds one; gives its handle.
    pub fn add(&self, value: T) -> u64 {
        let handle = next();
        self.lock().insert(handle, value);
        handle
    }
}

/// The first of the next `n` handles.
fn next_of(n: u64) -> u64 {
    NEXT.fetch_add(n, Ordering::Relaxed)
}

/// Loaded code by some number.
type ByNumber = RwLock<BTreeMap<u64, Arc<Loaded>>>;

/// What is known of code.
#[derive(Debug, Default)]
pub struct Code {
    /// Files that were given, by readers' handles.
    pub readers: Registry<Arc<Stored>>,
    /// Executables.
    pub executables: Registry<Executable>,
    /// Loaded code by the handle of its first symbol.
    symbols: ByNumber,
    /// The same by its address, for packets. Queues only read it, for as long as it takes to look.
    loaded: ByNumber,
}

/// The one with the largest number that is at most `number`.
fn before(all: &ByNumber, number: u64) -> Option<Arc<Loaded>> {
    let all = all.read().unwrap_or_else(|e| e.into_inner());
    all.range(..=number).next_back().map(|(_, l)| Arc::clone(l))
}

impl Code {
    /// The code whose kernel is at an address.
    pub fn kernel(&self, object: u64) -> Option<Arc<Loaded>> {
        before(&self.loaded, object).filter(|l| l.has_kernel(object))
    }

    /// What `f` makes of the symbol of a handle. Programs ask millions of times.
    pub fn symbol<R>(&self, handle: u64, f: impl FnOnce(Symbol<'_>) -> R) -> Option<R> {
        let all = self.symbols.read().unwrap_or_else(|e| e.into_inner());
        let (_, loaded) = all.range(..=handle).next_back()?;
        loaded.handles().contains(&handle).then(|| {
            let index = (handle - loaded.symbols) as usize;
            f(Symbol { loaded, index })
        })
    }

    /// Enters the kernels and symbols of a code object.
    pub fn add(&self, loaded: &Arc<Loaded>) {
        let of = [
            (&self.symbols, loaded.symbols),
            (&self.loaded, loaded.program.base()),
        ];
        for (all, number) in of {
            let mut all = all.write().unwrap_or_else(|e| e.into_inner());
            // Without symbols two have the same number of the next one.
            if !loaded.handles().is_empty() {
                all.insert(number, Arc::clone(loaded));
            }
        }
    }

    /// Takes them out.
    pub fn remove(&self, loaded: &Loaded) {
        let of = [
            (&self.symbols, loaded.symbols),
            (&self.loaded, loaded.program.base()),
        ];
        for (all, number) in of {
            let mut all = all.write().unwrap_or_else(|e| e.into_inner());
            if all.get(&number).is_some_and(|l| l.handle == loaded.handle) {
                all.remove(&number);
            }
        }
    }
}

/// A symbol.
#[derive(Debug)]
pub struct Symbol<'a> {
    /// Where it is.
    pub loaded: &'a Loaded,
    /// Which of its symbols.
    pub index: usize,
}

impl Symbol<'_> {
    /// What the file says of it.
    pub fn named(&self) -> &Named {
        &self.loaded.named()[self.index]
    }

    /// Its name.
    pub fn name(&self) -> Cow<'_, str> {
        let name = self.loaded.program.file().get(self.named().name.clone());
        String::from_utf8_lossy(name.unwrap_or_default())
    }

    /// Of a kernel its descriptor's, which packets have.
    pub fn address(&self) -> u64 {
        self.loaded.program.base().wrapping_add(self.named().vaddr)
    }
}
