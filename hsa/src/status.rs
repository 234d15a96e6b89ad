//! Status codes (`hsa_status_t` of `hsa.h` and `hsa_ext_amd.h`) and their texts.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString};
use std::sync::Mutex;

/// A status code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub u32);

macro_rules! statuses {
    ($($name:ident $code:literal $text:literal)*) => {
        impl Status {
            $(#[doc = $text] #[allow(dead_code)] pub const $name: Status = Status($code);)*
        }

        /// The name, without its prefix, and the text of each code.
        const TEXTS: &[(u32, &str, &CStr)] = &[$((
            $code,
            stringify!($name),
            // The literal has no zero in it except the one that is added.
            match CStr::from_bytes_with_nul(concat!($text, "\0").as_bytes()) {
                Ok(text) => text,
                Err(_) => c"",
            },
        )),*];
    };
}

statuses! {
    SUCCESS 0 "Success."
    INFO_BREAK 1 "A callback has ended the iteration."
    INVALID_MEMORY_POOL 40 "There is no such memory pool."
    MEMORY_APERTURE_VIOLATION 41 "A kernel has used an address outside of the segment's aperture."
    ILLEGAL_INSTRUCTION 42 "A kernel has executed an illegal or unsupported instruction."
    MEMORY_FAULT 43 "A kernel has accessed memory that it may not."
    CU_MASK_REDUCED 44 "Compute units stay disabled that a mask would have enabled."
    OUT_OF_REGISTERS 45 "A kernel has more registers than there are."
    RESOURCE_BUSY 46 "A resource is in use."
    NOT_SUPPORTED 47 "The system does not support that."
    ERROR 0x1000 "A general error."
    INVALID_ARGUMENT 0x1001 "An argument is not valid."
    INVALID_QUEUE_CREATION 0x1002 "The queue that is asked for is not supported."
    INVALID_ALLOCATION 0x1003 "The allocation is not valid."
    INVALID_AGENT 0x1004 "There is no such agent."
    INVALID_REGION 0x1005 "There is no such region."
    INVALID_SIGNAL 0x1006 "There is no such signal."
    INVALID_QUEUE 0x1007 "There is no such queue."
    OUT_OF_RESOURCES 0x1008 "There are not enough resources."
    INVALID_PACKET_FORMAT 0x1009 "A packet is malformed or not supported."
    RESOURCE_FREE 0x100a "A resource could not be freed."
    NOT_INITIALIZED 0x100b "The runtime is not initialized."
    REFCOUNT_OVERFLOW 0x100c "The runtime is initialized too often."
    INCOMPATIBLE_ARGUMENTS 0x100d "The arguments do not fit each other."
    INVALID_INDEX 0x100e "An index is out of range."
    INVALID_ISA 0x100f "There is no such instruction set."
    INVALID_CODE_OBJECT 0x1010 "The code object is malformed, or has no such kernel."
    INVALID_EXECUTABLE 0x1011 "There is no such executable."
    FROZEN_EXECUTABLE 0x1012 "The executable is frozen."
    INVALID_SYMBOL_NAME 0x1013 "There is no symbol of that name."
    VARIABLE_ALREADY_DEFINED 0x1014 "The variable is defined already."
    VARIABLE_UNDEFINED 0x1015 "A variable is not defined."
    EXCEPTION 0x1016 "A kernel has raised an exception."
    INVALID_ISA_NAME 0x1017 "There is no instruction set of that name."
    INVALID_CODE_SYMBOL 0x1018 "There is no such symbol of a code object."
    INVALID_EXECUTABLE_SYMBOL 0x1019 "There is no such symbol of an executable."
    INVALID_FILE 0x1020 "The file cannot be read."
    INVALID_CODE_OBJECT_READER 0x1021 "There is no such reader of a code object."
    INVALID_CACHE 0x1022 "There is no such cache."
    INVALID_WAVEFRONT 0x1023 "There is no such wavefront."
    INVALID_SIGNAL_GROUP 0x1024 "There is no such group of signals."
    INVALID_RUNTIME_STATE 0x1025 "The runtime is not in a state for that."
    FATAL 0x1026 "A fatal error."
}

/// The name of a status, for the trace.
pub fn names(status: Status) -> String {
    let found = TEXTS.iter().find(|t| t.0 == status.0);
    found.map_or_else(|| format!("{:#x}", status.0), |t| t.1.to_owned())
}

/// What went wrong last with each status that a queue has reported. Texts stay for good, as programs keep pointers
/// to them; a queue reports one.
static REPORTS: Mutex<BTreeMap<u32, &'static CStr>> = Mutex::new(BTreeMap::new());

/// Makes `text` what [`text`] says of `status`: of what a queue reports.
pub fn report(status: Status, text: &str) {
    let text = CString::new(text.replace('\0', "")).unwrap_or_default();
    let text: &'static CStr = Box::leak(text.into_boxed_c_str());
    let mut reports = REPORTS.lock().unwrap_or_else(|e| e.into_inner());
    reports.insert(status.0, text);
}

/// What a status says; after a queue has reported it, what exactly went wrong there.
pub fn text(status: u32) -> Option<&'static CStr> {
    let reports = REPORTS.lock().unwrap_or_else(|e| e.into_inner());
    let report = reports.get(&status).copied();
    report.or_else(|| TEXTS.iter().find(|t| t.0 == status).map(|t| t.2))
}
