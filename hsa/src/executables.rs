//! Code objects that are loaded, the executables that they belong to, and their symbols.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, RwLock};

use gcn_jit::runtime::LoadedProgram;

use crate::agent::Agent;

/// A code object in memory.
#[derive(Debug)]
pub struct Loaded {
    /// It, in the device's memory.
    pub program: LoadedProgram,
    /// The agent that runs it.
    pub agent: &'static Agent,
    /// Bytes that it has there.
    pub bytes: u64,
    /// Where its constants are, relative to its base: programs do not write there by themselves.
    pub constants: Vec<Range<u64>>,
    /// The file.
    pub file: Arc<[u8]>,
    /// What it belongs to, and its own handle.
    pub executable: u64,
    pub handle: u64,
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
    /// Handles of the symbols, and which have a name: libraries ask for tens of thousands.
    pub symbols: Vec<u64>,
    pub by_name: HashMap<Arc<str>, Vec<u64>>,
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

/// What is known of code.
#[derive(Debug, Default)]
pub struct Code {
    /// Files that were given, by readers' handles.
    pub readers: Registry<Arc<[u8]>>,
    /// Executables.
    pub executables: Registry<Executable>,
    /// Symbols of executables.
    pub symbols: Registry<Arc<Symbol>>,
    /// Kernels by the addresses that packets have. Queues only read it, for as long as it takes to look.
    kernels: RwLock<BTreeMap<u64, (Arc<Loaded>, usize)>>,
}

impl Code {
    /// The kernel at an address.
    pub fn kernel(&self, object: u64) -> Option<(Arc<Loaded>, usize)> {
        let kernels = self.kernels.read().unwrap_or_else(|e| e.into_inner());
        kernels.get(&object).cloned()
    }

    /// Enters the kernels of a code object.
    pub fn add_kernels(&self, loaded: &Arc<Loaded>) {
        let mut kernels = self.kernels.write().unwrap_or_else(|e| e.into_inner());
        for (i, k) in loaded.program.kernels.iter().enumerate() {
            let at = loaded.program.base.wrapping_add(k.descriptor);
            kernels.insert(at, (Arc::clone(loaded), i));
        }
    }

    /// Takes them out.
    pub fn remove_kernels(&self, loaded: &Loaded) {
        let mut kernels = self.kernels.write().unwrap_or_else(|e| e.into_inner());
        for k in &loaded.program.kernels {
            kernels.remove(&loaded.program.base.wrapping_add(k.descriptor));
        }
    }
}

/// A symbol.
#[derive(Debug)]
pub struct Symbol {
    /// Where it is.
    pub loaded: Arc<Loaded>,
    /// Its name.
    pub name: Arc<str>,
    /// Of a kernel its descriptor's, which packets have.
    pub address: u64,
    /// Of a variable its length.
    pub bytes: u64,
    /// Its number, if it is a kernel.
    pub kernel: Option<usize>,
}

/// The symbols of a code object. From version 3 on the name of a kernel is that of its descriptor.
pub fn symbols(loaded: &Arc<Loaded>) -> Vec<Symbol> {
    let p = &loaded.program;
    let suffix = if p.version >= 3 { ".kd" } else { "" };
    let kernels = p.kernels.iter().enumerate().map(|(i, k)| Symbol {
        loaded: Arc::clone(loaded),
        name: format!("{}{suffix}", k.name).into(),
        address: p.base.wrapping_add(k.descriptor),
        bytes: 0,
        kernel: Some(i),
    });
    let variables = p.variables.iter().filter(|v| !v.name.ends_with(".kd"));
    let variables = variables.map(|v| Symbol {
        loaded: Arc::clone(loaded),
        name: v.name.as_str().into(),
        address: p.base.wrapping_add(v.vaddr),
        bytes: v.size,
        kernel: None,
    });
    kernels.chain(variables).collect()
}
