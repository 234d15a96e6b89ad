//! Instruction sets: one for each GPU, whose handle is the agent's (`hsa_isa_info_t`, `hsa_wavefront_info_t`).

use std::ffi::c_void;

use crate::agents::{self, gpu};
use crate::border::{Text, api, give};
use crate::cards::Card;
use crate::runtime::runtime;
use crate::status::Status;
use crate::value::{EachHandle, Value, each};

/// The full name of a card's instruction set.
pub fn name(card: &Card) -> String {
    format!("amdgcn-amd-amdhsa--{}{}", card.target, card.features)
}

fn isa(handle: u64) -> Result<&'static Card, Status> {
    runtime()?;
    gpu(handle).map(|g| g.1).map_err(|_| Status::INVALID_ISA)
}

fn info(card: &Card, attribute: u32) -> Option<Value> {
    let flags = |flags: &[bool]| {
        Value::Text(
            flags.iter().map(|&f| f as u8 as char).collect(),
            flags.len(),
        )
    };
    Some(match attribute {
        // NAME_LENGTH, which counts the zero; NAME
        0 => Value::U32(name(card).len() as u32 + 1),
        1 => Value::String(name(card)),
        // CALL_CONVENTION_COUNT, and of it: WAVEFRONT_SIZE, WAVEFRONTS_PER_COMPUTE_UNIT
        2 => Value::U32(1),
        3 => Value::U32(64),
        4 => Value::U32(40),
        // MACHINE_MODELS: small, large; PROFILES: base, full
        5 => flags(&[false, true]),
        6 => flags(&[true, false]),
        // DEFAULT_FLOAT_ROUNDING_MODES and the base profile's: default, zero, near; FAST_F16_OPERATION
        7 | 8 => flags(&[false, false, true]),
        9 => Value::bool(true),
        // WORKGROUP_MAX_DIM, _MAX_SIZE; GRID_MAX_DIM, _MAX_SIZE; FBARRIER_MAX_SIZE
        12 => Value::U16s([1024; 3]),
        13 => Value::U32(1024),
        14 => Value::U32s(vec![u32::MAX; 3]),
        16 => Value::U64(u64::MAX),
        17 => Value::U32(32),
        _ => return None,
    })
}

api! {
    /// Calls a function with the instruction set of a GPU.
    fn hsa_agent_iterate_isas(agent: u64, callback: EachHandle, data: *mut c_void) {
        let agent = agents::agent(agent)?;
        let handles = agent.card.map(|_| agent.handle);
        // SAFETY: the caller's.
        unsafe { each(handles, callback, data) }
    }

    /// The instruction set of a name, of one of the GPUs.
    fn hsa_isa_from_name(text: Text, isa: *mut u64) {
        // SAFETY: the caller's.
        let text = unsafe { text.get() }?;
        let agents = runtime()?.agents.iter();
        let mut found = agents.filter(|a| a.card.is_some_and(|c| name(c) == text));
        let found = found.next().ok_or(Status::INVALID_ISA_NAME)?;
        // SAFETY: the caller's.
        unsafe { give(isa, found.handle) }
    }

    /// What an instruction set says of itself.
    fn hsa_isa_get_info_alt(isa: u64, attribute: u32, value: *mut c_void) {
        let found = info(self::isa(isa)?, attribute);
        // SAFETY: the caller's.
        unsafe { found.ok_or(Status::INVALID_ARGUMENT)?.give(value) }
    }

    /// As `hsa_isa_get_info_alt`, for the one calling convention.
    fn hsa_isa_get_info(isa: u64, attribute: u32, index: u32, value: *mut c_void) {
        let found = info(self::isa(isa)?, attribute).ok_or(Status::INVALID_ARGUMENT)?;
        if index != 0 {
            return Err(Status::INVALID_INDEX);
        }
        // SAFETY: the caller's.
        unsafe { found.give(value) }
    }

    /// Exceptions of instructions are not reported: neither policy is supported.
    fn hsa_isa_get_exception_policies(isa: u64, profile: u32, mask: *mut u16) {
        self::isa(isa)?;
        if profile > 1 {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(mask, 0) }
    }

    /// How floating-point operations round: to the nearest, even by default.
    fn hsa_isa_get_round_method(isa: u64, float: u32, flush: u32, method: *mut u32) {
        self::isa(isa)?;
        if float > 2 || flush > 2 {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(method, 1) }
    }

    /// Calls a function with the one kind of wavefront that an instruction set has.
    fn hsa_isa_iterate_wavefronts(isa: u64, callback: EachHandle, data: *mut c_void) {
        self::isa(isa)?;
        // SAFETY: the caller's.
        unsafe { each([isa], callback, data) }
    }

    /// What a wavefront says of itself: its size.
    fn hsa_wavefront_get_info(wavefront: u64, attribute: u32, value: *mut c_void) {
        self::isa(wavefront).map_err(|_| Status::INVALID_WAVEFRONT)?;
        match attribute {
            // SAFETY: the caller's.
            0 => unsafe { Value::U32(64).give(value) },
            _ => Err(Status::INVALID_ARGUMENT),
        }
    }

    /// Whether code for one instruction set runs on an agent with another.
    fn hsa_isa_compatible(code: u64, agent: u64, result: *mut bool) {
        let same = name(isa(code)?) == name(isa(agent)?);
        // SAFETY: the caller's.
        unsafe { give(result, same) }
    }
}
