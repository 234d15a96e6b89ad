//! Programs: code objects in guest memory.

use std::ffi::{CString, c_char, c_void};
use std::sync::Arc;

use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::LoadedProgram;

use crate::device::{open, result, text};
use crate::status::{Error, Sized32, call, give};
use crate::{gj_device, gj_status};

/// A code object in a device's memory.
pub struct gj_program {
    device: Arc<gj_device>,
    pub(crate) loaded: Arc<LoadedProgram>,
    /// One for each kernel of the program, in order.
    kernels: Box<[gj_kernel]>,
    symbols: Vec<Symbol>,
}

/// A kernel of a program, which it ends with.
pub struct gj_kernel {
    pub(crate) program: Arc<LoadedProgram>,
    pub(crate) index: usize,
}

struct Symbol {
    name: CString,
    kind: gj_symbol_kind,
    address: u64,
    bytes: u64,
    /// Of a kernel.
    kernel: Option<usize>,
}

/// What a symbol names.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum gj_symbol_kind {
    /// A kernel.
    GJ_SYMBOL_KERNEL = 1,
    /// A global variable, or a constant.
    GJ_SYMBOL_VARIABLE = 2,
}

/// A named thing of a program.
#[repr(C)]
pub struct gj_symbol {
    /// `sizeof(gj_symbol)`, set by the caller.
    pub size: u32,
    /// What it is.
    pub kind: gj_symbol_kind,
    /// Its name, for as long as the program is loaded.
    pub name: *const c_char,
    /// Guest address of a variable, or of a kernel's descriptor (`kernel_object` of a packet).
    pub address: u64,
    /// Bytes of a variable; 0 for kernels.
    pub bytes: u64,
    /// Of a kernel: bytes of the argument segment, hidden arguments included.
    pub kernarg: u64,
    /// Of a kernel: bytes of LDS that each work-group has, without dynamic ones.
    pub lds: u32,
    /// Of a kernel: bytes of private memory of each work-item.
    pub private_bytes: u32,
    /// Of a kernel: how many arguments `gj_launch` wants; 0 when the file does not tell.
    pub arguments: u32,
    /// Of a kernel: work-items that a work-group may have; 0 when the file does not tell.
    pub max_workgroup: u32,
}

// SAFETY: its kind is never read from C.
unsafe impl Sized32 for gj_symbol {}

/// Loads a code object: an ELF file, a clang offload bundle with one for the device's target, or, on a device with a
/// target, a raw program. The bytes are not used any more then.
///
/// # Safety
/// The device is open, `bytes` has `size` bytes, and `program` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_program_load(
    device: *mut gj_device,
    bytes: *const c_void,
    size: usize,
    program: *mut *mut gj_program,
) -> gj_status {
    call(device, || {
        // SAFETY: the caller's.
        let (device_, to) = unsafe { (open(device)?, result(program)?) };
        if bytes.is_null() {
            return Err(Error::argument("a null pointer for a code object"));
        }
        // SAFETY: the caller's.
        let bytes = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), size) };
        let object = CodeObject::parse(bytes, device_.target.as_deref())?;
        let loaded = Arc::new(device_.device.load(&object)?);
        let plain = |name: &str| CString::new(name.replace('\0', "")).unwrap_or_default();
        let kernels = loaded.kernels.iter().enumerate().map(|(i, k)| Symbol {
            name: plain(&k.name),
            kind: gj_symbol_kind::GJ_SYMBOL_KERNEL,
            address: loaded.base.wrapping_add(k.descriptor),
            bytes: 0,
            kernel: Some(i),
        });
        let variables = loaded.variables.iter().map(|v| Symbol {
            name: plain(&v.name),
            kind: gj_symbol_kind::GJ_SYMBOL_VARIABLE,
            address: loaded.base.wrapping_add(v.vaddr),
            bytes: v.size,
            kernel: None,
        });
        let symbols = kernels.chain(variables).collect();
        let kernels = (0..loaded.kernels.len()).map(|index| gj_kernel {
            program: Arc::clone(&loaded),
            index,
        });
        device_.programs().push(Arc::clone(&loaded));
        // SAFETY: `gj_device_open` gave it, and it is open: the program's share of it.
        let device = unsafe {
            Arc::increment_strong_count(device);
            Arc::from_raw(device)
        };
        *to = Box::into_raw(Box::new(gj_program {
            kernels: kernels.collect(),
            symbols,
            loaded,
            device,
        }));
        Ok(())
    })
}

/// Unloads a program, and frees its memory.
///
/// # Safety
/// It is null or loaded, and no other call uses it or its kernels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_program_unload(program: *mut gj_program) {
    if program.is_null() {
        return;
    }
    // SAFETY: `gj_program_load` gave it.
    let program = unsafe { Box::from_raw(program) };
    call(std::ptr::null(), || {
        let mut programs = program.device.programs();
        programs.retain(|p| !Arc::ptr_eq(p, &program.loaded));
        drop(programs);
        drop(program);
        Ok(())
    });
}

/// How many symbols a program has: its kernels, in the order of the file, and then its variables.
///
/// # Safety
/// It is loaded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_program_symbols(program: *const gj_program) -> usize {
    // SAFETY: the caller's.
    unsafe { program.as_ref() }.map_or(0, |p| p.symbols.len())
}

/// Symbol number `index` of a program.
///
/// # Safety
/// The program is loaded, and `symbol` a `gj_symbol` of the size that it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_program_symbol(
    program: *const gj_program,
    index: usize,
    symbol: *mut gj_symbol,
) -> gj_status {
    // SAFETY: the caller's.
    let program = unsafe { program.as_ref() };
    call(of(program), || {
        let program = program.ok_or_else(|| Error::argument("a null pointer for a program"))?;
        let s = program.symbols.get(index).ok_or_else(|| {
            let what = format!("symbol {index} of {}", program.symbols.len());
            Error::new(gj_status::GJ_ERR_NOT_FOUND, what)
        })?;
        if symbol.is_null() {
            return Err(Error::argument("a null pointer for a result"));
        }
        let k = s.kernel.map(|i| &program.loaded.kernels[i]);
        let explicit = k.map_or(0, |k| k.args.iter().filter(|a| !a.kind.is_hidden()).count());
        let made = gj_symbol {
            size: 0,
            kind: s.kind,
            name: s.name.as_ptr(),
            address: s.address,
            bytes: s.bytes,
            kernarg: k.map_or(0, |k| k.kernarg_size),
            lds: k.map_or(0, |k| k.lds_size),
            private_bytes: k.map_or(0, |k| k.private_size),
            arguments: explicit as u32,
            max_workgroup: k.and_then(|k| k.max_flat_workgroup_size).unwrap_or(0),
        };
        // SAFETY: the caller's.
        unsafe { give(made, symbol) }
    })
}

/// The device of a program, for messages.
fn of(program: Option<&gj_program>) -> *const gj_device {
    program.map_or(std::ptr::null(), |p| Arc::as_ptr(&p.device))
}

/// The kernel called `name`, which belongs to the program.
///
/// # Safety
/// The program is loaded, `name` is text, and `kernel` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_kernel_find(
    program: *mut gj_program,
    name: *const c_char,
    kernel: *mut *mut gj_kernel,
) -> gj_status {
    // SAFETY: the caller's.
    let program = unsafe { program.as_ref() };
    call(of(program), || {
        let program = program.ok_or_else(|| Error::argument("a null pointer for a program"))?;
        // SAFETY: the caller's.
        let (name, to) = unsafe { (text(name)?, result(kernel)?) };
        let name = name.ok_or_else(|| Error::argument("a null pointer for a name"))?;
        let index = program.loaded.kernel(name).ok_or_else(|| {
            let names: Vec<_> = program
                .loaded
                .kernels
                .iter()
                .map(|k| k.name.as_str())
                .collect();
            let names = names.join(", ");
            let what = format!("there is no kernel '{name}'; the program has: {names}");
            Error::new(gj_status::GJ_ERR_NOT_FOUND, what)
        })?;
        *to = (&raw const program.kernels[index]).cast_mut();
        Ok(())
    })
}
