//! What the loader says of loaded code (`hsa_ven_amd_loader.h`).

use std::ffi::c_void;
use std::sync::Arc;

use crate::border::{api, give};
use crate::code::{executable, read};
use crate::executables::Loaded;
use crate::runtime::{Runtime, runtime};
use crate::status::Status;
use crate::value::{EachHandle, Value, each};

/// `HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_MEMORY`
const IN_MEMORY: u32 = 2;

/// A loaded segment (`hsa_ven_amd_loader_segment_descriptor_t`): each code object is one.
#[derive(Debug)]
#[repr(C)]
pub struct Segment {
    agent: u64,
    executable: u64,
    storage: u32,
    storage_base: *const u8,
    storage_bytes: usize,
    storage_offset: usize,
    base: u64,
    bytes: usize,
}

fn all(runtime: &Runtime) -> Vec<Arc<Loaded>> {
    let executables = runtime.code.executables.lock();
    executables
        .values()
        .flat_map(|e| e.loaded.iter().cloned())
        .collect()
}

fn holds(loaded: &Loaded, at: u64) -> bool {
    at.checked_sub(loaded.program.base())
        .is_some_and(|off| off < loaded.bytes)
}

fn info(loaded: &Loaded, attribute: u32) -> Option<Value> {
    let file = loaded.program.file();
    let uri = || {
        let (at, n) = (file.as_ptr(), file.len());
        format!("memory://{}#offset={at:p}&size={n}", std::process::id())
    };
    Some(match attribute {
        // EXECUTABLE, KIND: of an agent, AGENT
        1 => Value::U64(loaded.executable),
        2 => Value::U32(2),
        3 => Value::U64(loaded.agent.handle),
        // CODE_OBJECT_STORAGE_TYPE, _MEMORY_BASE, _MEMORY_SIZE
        4 => Value::U32(IN_MEMORY),
        5 => Value::U64(file.as_ptr() as u64),
        6 => Value::U64(file.len() as u64),
        // LOAD_DELTA, LOAD_BASE, LOAD_SIZE
        8 | 9 => Value::U64(loaded.program.base()),
        10 => Value::U64(loaded.bytes),
        // URI_LENGTH, URI
        11 => Value::U32(uri().len() as u32),
        12 => Value::Text(uri(), uri().len()),
        _ => return None,
    })
}

/// What is called with an executable and one of its code objects.
pub type EachLoaded = Option<unsafe extern "C" fn(u64, u64, *mut c_void) -> u32>;

api! {
    /// Where the host finds what kernels find at an address: there.
    fn hsa_ven_amd_loader_query_host_address(device: u64, host: *mut u64) {
        runtime()?;
        if device == 0 {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(host, device) }
    }

    /// All loaded segments, or how many there are.
    fn hsa_ven_amd_loader_query_segment_descriptors(segments: *mut Segment, count: *mut usize) {
        let loaded = all(runtime()?);
        if count.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        if segments.is_null() {
            // SAFETY: the caller's.
            return unsafe { give(count, loaded.len()) };
        }
        // SAFETY: the caller's.
        if unsafe { *count } != loaded.len() {
            return Err(Status::INCOMPATIBLE_ARGUMENTS);
        }
        for (i, l) in loaded.iter().enumerate() {
            let segment = Segment {
                agent: l.agent.handle,
                executable: l.executable,
                storage: IN_MEMORY,
                storage_base: l.program.file().as_ptr(),
                storage_bytes: l.program.file().len(),
                storage_offset: 0,
                base: l.program.base(),
                bytes: l.bytes as usize,
            };
            // SAFETY: the caller's: there is room for as many.
            unsafe { give(segments.add(i), segment)? };
        }
        Ok(())
    }

    /// The executable that an address belongs to.
    fn hsa_ven_amd_loader_query_executable(device: u64, executable: *mut u64) {
        let loaded = all(runtime()?);
        let found = loaded.iter().find(|l| holds(l, device));
        let found = found.ok_or(Status::INVALID_ARGUMENT)?;
        // SAFETY: the caller's.
        unsafe { give(executable, found.executable) }
    }

    /// Calls a function with the code objects of an executable.
    fn hsa_ven_amd_loader_executable_iterate_loaded_code_objects(
        executable: u64, callback: EachLoaded, data: *mut c_void,
    ) {
        let callback = callback.ok_or(Status::INVALID_ARGUMENT)?;
        let loaded = self::executable(runtime()?, executable, |e| Ok(e.loaded.clone()))?;
        for l in loaded {
            // SAFETY: the caller's.
            match unsafe { callback(executable, l.handle, data) } {
                0 => {}
                status => return Err(Status(status)),
            }
        }
        Ok(())
    }

    /// What a loaded code object says of itself.
    fn hsa_ven_amd_loader_loaded_code_object_get_info(loaded: u64, attribute: u32, value: *mut c_void) {
        let all = all(runtime()?);
        let found = all.iter().find(|l| l.handle == loaded);
        let found = info(found.ok_or(Status::INVALID_CODE_OBJECT)?, attribute);
        // SAFETY: the caller's.
        unsafe { found.ok_or(Status::INVALID_ARGUMENT)?.give(value) }
    }

    /// A reader of a code object in a part of a file.
    fn hsa_ven_amd_loader_code_object_reader_create_from_file_with_offset_size(
        file: i32, offset: usize, bytes: usize, reader: *mut u64,
    ) {
        let runtime = runtime()?;
        if reader.is_null() || bytes == 0 {
            return Err(Status::INVALID_ARGUMENT);
        }
        let data = read(file, offset as u64, Some(bytes as u64))?;
        // SAFETY: the caller's.
        unsafe { give(reader, runtime.code.readers.add(data)) }
    }

    /// Calls a function with all executables.
    fn hsa_ven_amd_loader_iterate_executables(callback: EachHandle, data: *mut c_void) {
        let all: Vec<u64> = runtime()?.code.executables.lock().keys().copied().collect();
        // SAFETY: the caller's.
        unsafe { each(all, callback, data) }
    }
}
