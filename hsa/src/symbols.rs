//! Symbols of executables: kernels and variables (`hsa_executable_symbol_info_t`).

use std::ffi::c_void;
use std::sync::Arc;

use gcn_jit::loader::Kernel;

use crate::agents::agent;
use crate::border::{Text, api, give};
use crate::code::executable;
use crate::executables::{Loaded, Symbol};
use crate::runtime::{Runtime, runtime};
use crate::status::Status;
use crate::value::Value;

impl Symbol<'_> {
    fn info(&self, attribute: u32) -> Option<Value> {
        let named = self.named();
        let is_kernel = named.is_kernel;
        // Its descriptor says what programs ask for of each kernel; its arguments are in the metadata, which is long.
        let brief = |f: fn(&Kernel) -> Value| {
            let program = &self.loaded.program;
            let kernel = is_kernel.then(|| program.outline().kernel(program.file(), named))?;
            Some(f(&kernel.ok()?))
        };
        let of_kernel = |f: fn(&Kernel) -> u32| {
            let (program, kernel) = self.loaded.program.kernel_at(self.address()).ok()?;
            let kernel = program.kernels.get(kernel.filter(|_| is_kernel)?)?;
            Some(Value::U32(f(kernel)))
        };
        let of_variable = |value: Value| (!is_kernel).then_some(value);
        Some(match attribute {
            // TYPE: variable, kernel; NAME_LENGTH, NAME without a zero; MODULE_NAME_LENGTH, MODULE_NAME
            0 => Value::U32(is_kernel as u32),
            1 => Value::U32(self.name().len() as u32),
            2 => Value::Text(self.name().to_string(), self.name().len()),
            3 => Value::U32(0),
            4 => Value::Zeros(0),
            // LINKAGE: program; IS_DEFINITION; AGENT
            5 => Value::U32(1),
            17 => Value::bool(true),
            20 => Value::U64(self.loaded.agent.handle),
            // VARIABLE_ALLOCATION: agent; _SEGMENT: global; _ALIGNMENT, _SIZE, _IS_CONST, _ADDRESS
            6 | 7 => of_variable(Value::U32(0))?,
            8 => of_variable(Value::U32(1 << self.address().trailing_zeros().min(12)))?,
            9 => of_variable(Value::U32(named.size as u32))?,
            10 => {
                let mut constants = self.loaded.constants.iter();
                let is_const = constants.any(|r| r.contains(&named.vaddr));
                of_variable(Value::bool(is_const))?
            }
            21 => of_variable(Value::U64(self.address()))?,
            // KERNEL_OBJECT; _KERNARG_SEGMENT_SIZE, _ALIGNMENT; _GROUP_SEGMENT_SIZE, _PRIVATE_SEGMENT_SIZE,
            // _DYNAMIC_CALLSTACK, _CALL_CONVENTION
            22 => is_kernel.then(|| Value::U64(self.address()))?,
            11 => of_kernel(|k| k.kernarg_size as u32)?,
            12 => of_kernel(|k| k.kernarg_align as u32)?,
            13 => brief(|k| Value::U32(k.lds_size))?,
            14 => brief(|k| Value::U32(k.private_size))?,
            15 => brief(|k| Value::bool(k.dynamic_stack))?,
            18 => is_kernel.then_some(Value::U32(0))?,
            // Functions that are called indirectly are not symbols: INDIRECT_FUNCTION_OBJECT and the rest.
            _ => return None,
        })
    }
}

/// The symbol of a name, of an agent or, for 0, of any.
fn find(runtime: &Runtime, handle: u64, name: &str, agent: u64) -> Result<u64, Status> {
    executable(runtime, handle, |e| {
        let mut meant = e
            .loaded
            .iter()
            .filter(|l| agent == 0 || l.agent.handle == agent);
        let found = meant.find_map(|l| l.find(name));
        found.ok_or(Status::INVALID_SYMBOL_NAME)
    })
}

/// What is called with an executable and one of its symbols.
pub type EachSymbol = Option<unsafe extern "C" fn(u64, u64, *mut c_void) -> u32>;
/// What is called with an executable, an agent and one of its symbols.
pub type EachAgentSymbol = Option<unsafe extern "C" fn(u64, u64, u64, *mut c_void) -> u32>;

/// Calls `f` with the symbols of an executable, without a lock; until one call does not give success.
fn each(handle: u64, agent: u64, mut f: impl FnMut(u64) -> u32) -> Result<(), Status> {
    let loaded = executable(runtime()?, handle, |e| Ok(e.loaded.clone()))?;
    let is_meant = |l: &&Arc<Loaded>| agent == 0 || l.agent.handle == agent;
    let mut handles = loaded.iter().filter(is_meant).flat_map(|l| l.handles());
    match handles.find_map(|h| Some(f(h)).filter(|&status| status != 0)) {
        Some(status) => Err(Status(status)),
        None => Ok(()),
    }
}

api! {
    /// The symbol of a name, of an agent; null for any.
    fn hsa_executable_get_symbol_by_name(executable: u64, name: Text, agent: *const u64, symbol: *mut u64) {
        // SAFETY: the caller's.
        let name = unsafe { name.get() }?;
        // SAFETY: the caller's.
        let agent = unsafe { agent.as_ref() }.copied().unwrap_or(0);
        if symbol.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(symbol, find(runtime()?, executable, name, agent)?) }
    }

    /// The symbol of a name, of an agent. There are no modules with names.
    fn hsa_executable_get_symbol(
        executable: u64, module: Text, name: Text, agent: u64, convention: i32, symbol: *mut u64,
    ) {
        let _ = (module, convention);
        // SAFETY: the caller's.
        let name = unsafe { name.get() }?;
        if symbol.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(symbol, find(runtime()?, executable, name, agent)?) }
    }

    /// What a symbol says of itself.
    fn hsa_executable_symbol_get_info(symbol: u64, attribute: u32, value: *mut c_void) {
        let runtime = runtime()?;
        let found = runtime.code.symbol(symbol, |s| s.info(attribute));
        let found = found.ok_or(Status::INVALID_EXECUTABLE_SYMBOL)?;
        // SAFETY: the caller's.
        unsafe { found.ok_or(Status::INVALID_ARGUMENT)?.give(value) }
    }

    /// Calls a function with all symbols.
    fn hsa_executable_iterate_symbols(executable: u64, callback: EachSymbol, data: *mut c_void) {
        let callback = callback.ok_or(Status::INVALID_ARGUMENT)?;
        // SAFETY: the caller's.
        each(executable, 0, |s| unsafe { callback(executable, s, data) })
    }

    /// Calls a function with the symbols of an agent.
    fn hsa_executable_iterate_agent_symbols(
        executable: u64, agent: u64, callback: EachAgentSymbol, data: *mut c_void,
    ) {
        let callback = callback.ok_or(Status::INVALID_ARGUMENT)?;
        self::agent(agent)?;
        // SAFETY: the caller's.
        each(executable, agent, |s| unsafe { callback(executable, agent, s, data) })
    }

    /// Calls a function with the symbols that all agents share: there are none.
    fn hsa_executable_iterate_program_symbols(executable: u64, callback: EachSymbol, data: *mut c_void) {
        let _ = data;
        callback.ok_or(Status::INVALID_ARGUMENT)?;
        self::executable(runtime()?, executable, |_| Ok(()))
    }
}
