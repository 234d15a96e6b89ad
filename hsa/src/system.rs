//! Queries of the system (`hsa_system_info_t`, `hsa_amd_system_info_t`).

use std::ffi::{CStr, c_char, c_void};

use crate::agents::agent;
use crate::border::{api, give};
use crate::clock::told;
use crate::extensions::LOADER;
use crate::runtime::runtime;
use crate::status::{self, Status};
use crate::value::Value;

fn info(attribute: u32) -> Option<Value> {
    static BUILD: &CStr = c"gcn-jit";
    Some(match attribute {
        // VERSION_MAJOR, _MINOR; TIMESTAMP, _FREQUENCY; SIGNAL_MAX_WAIT
        0 | 1 => Value::U16(1),
        2 => Value::U64(told()),
        3 => Value::U64(1_000_000_000),
        4 => Value::U64(u64::MAX),
        // ENDIANNESS: little; MACHINE_MODEL: large
        5 => Value::U32(0),
        6 => Value::U32(1),
        // EXTENSIONS: a bit for each of the standard ones, none of which there is
        7 => Value::Zeros(128),
        // BUILD_VERSION; SVM_SUPPORTED, SVM_ACCESSIBLE_BY_DEFAULT (as without XNACK), MWAITX_ENABLED
        0x200 => Value::U64(BUILD.as_ptr() as u64),
        0x201 => Value::bool(runtime().is_ok_and(|r| r.shared.is_supported())),
        0x202 | 0x203 => Value::bool(false),
        // DMABUF_SUPPORTED, VIRTUAL_MEM_API_SUPPORTED, XNACK_ENABLED
        0x204 | 0x205 => Value::bool(true),
        0x206 => Value::bool(false),
        // EXT_VERSION_MAJOR, _MINOR: of the interface of ROCm 7.2
        0x207 => Value::U16(1),
        0x208 => Value::U16(15),
        _ => return None,
    })
}

/// The name of each extension that the headers have, supported or not.
fn name(extension: u16) -> Option<&'static CStr> {
    Some(match extension {
        0 => c"HSA_EXTENSION_FINALIZER",
        1 => c"HSA_EXTENSION_IMAGES",
        2 => c"HSA_EXTENSION_PERFORMANCE_COUNTERS",
        3 => c"HSA_EXTENSION_PROFILING_EVENTS",
        0x200 => c"HSA_EXTENSION_AMD_PROFILER",
        LOADER => c"HSA_EXTENSION_AMD_LOADER",
        0x202 => c"HSA_EXTENSION_AMD_AQLPROFILE",
        0x203 => c"HSA_EXTENSION_AMD_PC_SAMPLING",
        _ => return None,
    })
}

/// Whether there is version `major`.`minor` of an extension.
fn has(extension: u16, major: u16, minor: u16) -> bool {
    extension == LOADER && major == 1 && minor <= 3
}

api! {
    /// What a status says; after a queue has reported it, what exactly went wrong there.
    fn hsa_status_string(status: u32, text: *mut *const c_char) {
        let found = status::text(status).ok_or(Status::INVALID_ARGUMENT)?;
        // SAFETY: the caller's.
        unsafe { give(text, found.as_ptr()) }
    }

    /// What the system says of itself.
    fn hsa_system_get_info(attribute: u32, value: *mut c_void) {
        runtime()?;
        // SAFETY: the caller's.
        unsafe { info(attribute).ok_or(Status::INVALID_ARGUMENT)?.give(value) }
    }

    /// Whether there is an extension.
    fn hsa_system_extension_supported(extension: u16, major: u16, minor: u16, result: *mut bool) {
        runtime()?;
        // SAFETY: the caller's.
        unsafe { give(result, has(extension, major, minor)) }
    }

    /// Whether there is an extension, and which minor version.
    fn hsa_system_major_extension_supported(extension: u16, major: u16, minor: *mut u16, result: *mut bool) {
        runtime()?;
        // SAFETY: the caller's.
        unsafe {
            give(minor, 3)?;
            give(result, has(extension, major, 0))
        }
    }

    /// The name of an extension.
    fn hsa_extension_get_name(extension: u16, text: *mut *const c_char) {
        runtime()?;
        let found = name(extension).ok_or(Status::INVALID_ARGUMENT)?;
        // SAFETY: the caller's.
        unsafe { give(text, found.as_ptr()) }
    }

    /// What would be logged, packets of the library's own, there is not.
    fn hsa_amd_enable_logging(flags: *const u8, file: *mut c_void) {
        let _ = (flags, file);
        runtime().map(|_| ())
    }

    /// Agents have no extensions.
    fn hsa_agent_extension_supported(extension: u16, agent: u64, major: u16, minor: u16, result: *mut bool) {
        let _ = (extension, major, minor);
        self::agent(agent)?;
        // SAFETY: the caller's.
        unsafe { give(result, false) }
    }

    /// Agents have no extensions.
    fn hsa_agent_major_extension_supported(
        extension: u16, agent: u64, major: u16, minor: *mut u16, result: *mut bool,
    ) {
        let _ = (extension, major);
        self::agent(agent)?;
        // SAFETY: the caller's.
        unsafe {
            give(minor, 0)?;
            give(result, false)
        }
    }
}
