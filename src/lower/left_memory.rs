//! The memory instructions that compiled code leaves to the interpreter: none that executes. Each ends
//! in a fault, in any case or in some form, and the interpreter says which.

const ALWAYS: &str = "always";
const GDS: &str = "synchronisation through GDS is not executed";
const FILTER: &str = "images are not filtered";

/// Row (a `*` at the end stands for any rest of the name), which of its encodings, and why they are not
/// executed. All other rows of SMEM, DS, FLAT, MUBUF, MTBUF and MIMG are compiled in all forms, but for
/// those with registers that the kernel does not have, which are faults too.
pub const MEMORY_LEFT_TO_INTERPRETER: &[(&str, &str, &str)] = &[
    ("DS_GWS_*", ALWAYS, GDS),
    ("DS_ORDERED_COUNT", ALWAYS, GDS),
    ("DS_CONDXCHG32_RTN_B128", ALWAYS, "no manual defines it"),
    (
        "DS_READ_ADDTID_B32",
        "on the GDS",
        "M0 has the address and the GDS's place in the same bits",
    ),
    (
        "DS_WRITE_ADDTID_B32",
        "on the GDS",
        "M0 has the address and the GDS's place in the same bits",
    ),
    ("IMAGE_SAMPLE*", ALWAYS, FILTER),
    ("IMAGE_GATHER*", ALWAYS, FILTER),
    ("IMAGE_GET_LOD", ALWAYS, FILTER),
];
