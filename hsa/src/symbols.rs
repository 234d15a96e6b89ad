//! Symbols of executables: kernels and variables (`hsa_executable_symbol_info_t`).

use std::ffi::c_void;

use gcn_jit::loader::Kernel;

use crate::agents::agent;
use crate::border::{Text, api, give};
use crate::code::executable;
use crate::executables::Symbol;
use crate::runtime::{Runtime, runtime};
use crate::status::Status;
use crate::value::Value;

impl Symbol {
    fn info(&self, attribute: u32) -> Option<Value> {
        let kernel = self.kernel.map(|i| &self.loaded.program.kernels[i]);
        let of_kernel = |f: fn(&Kernel) -> u32| kernel.map(|k| Value::U32(f(k)));
        let of_variable = |value: Value| kernel.is_none().then_some(value);
        Some(match attribute {
            // TYPE: variable, kernel; NAME_LENGTH, NAME without a zero; MODULE_NAME_LENGTH, MODULE_NAME
            0 => Value::U32(kernel.is_some() as u32),
            1 => Value::U32(self.name.len() as u32),
            2 => Value::Text(self.name.to_string(), self.name.len()),
            3 => Value::U32(0),
            4 => Value::Zeros(0),
            // LINKAGE: program; IS_DEFINITION; AGENT
            5 => Value::U32(1),
            17 => Value::bool(true),
            20 => Value::U64(self.loaded.agent.handle),
            // VARIABLE_ALLOCATION: agent; _SEGMENT: global; _ALIGNMENT, _SIZE, _IS_CONST, _ADDRESS
            6 | 7 => of_variable(Value::U32(0))?,
            8 => of_variable(Value::U32(1 << self.address.trailing_zeros().min(12)))?,
            9 => of_variable(Value::U32(self.bytes as u32))?,
            10 => {
                let at = self.address.wrapping_sub(self.loaded.program.base);
                let is_const = self.loaded.constants.iter().any(|r| r.contains(&at));
                of_variable(Value::bool(is_const))?
            }
            21 => of_variable(Value::U64(self.address))?,
            // KERNEL_OBJECT; _KERNARG_SEGMENT_SIZE, _ALIGNMENT; _GROUP_SEGMENT_SIZE, _PRIVATE_SEGMENT_SIZE,
            // _DYNAMIC_CALLSTACK, _CALL_CONVENTION
            22 => kernel.map(|_| Value::U64(self.address))?,
            11 => of_kernel(|k| k.kernarg_size as u32)?,
            12 => of_kernel(|k| k.kernarg_align as u32)?,
            13 => of_kernel(|k| k.lds_size)?,
            14 => of_kernel(|k| k.private_size)?,
            15 => kernel.map(|k| Value::bool(k.dynamic_stack))?,
            18 => of_kernel(|_| 0)?,
            // Functions that are called indirectly are not symbols: INDIRECT_FUNCTION_OBJECT and the rest.
            _ => return None,
        })
    }
}

/// The symbol of a name, of an agent or, for 0, of any.
fn find(runtime: &Runtime, handle: u64, name: &str, agent: u64) -> Result<u64, Status> {
    let handles = executable(runtime, handle, |e| Ok(e.by_name.get(name).cloned()))?;
    let handles = handles.unwrap_or_default();
    let symbols = runtime.code.symbols.lock();
    let is_meant = |h: &u64| {
        let s = symbols.get(h);
        s.is_some_and(|s| agent == 0 || s.loaded.agent.handle == agent)
    };
    handles
        .into_iter()
        .find(is_meant)
        .ok_or(Status::INVALID_SYMBOL_NAME)
}

/// What is called with an executable and one of its symbols.
pub type EachSymbol = Option<unsafe extern "C" fn(u64, u64, *mut c_void) -> u32>;
/// What is called with an executable, an agent and one of its symbols.
pub type EachAgentSymbol = Option<unsafe extern "C" fn(u64, u64, u64, *mut c_void) -> u32>;

/// Calls `f` with the symbols of an executable, without a lock; until one call does not give success.
fn each(handle: u64, agent: u64, mut f: impl FnMut(u64) -> u32) -> Result<(), Status> {
    let runtime = runtime()?;
    let mut handles = executable(runtime, handle, |e| Ok(e.symbols.clone()))?;
    let symbols = runtime.code.symbols.lock();
    handles.retain(|h| {
        symbols
            .get(h)
            .is_some_and(|s| agent == 0 || s.loaded.agent.handle == agent)
    });
    drop(symbols);
    match handles.into_iter().map(&mut f).find(|&status| status != 0) {
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
        let found = runtime.code.symbols.lock().get(&symbol).cloned();
        let found = found.ok_or(Status::INVALID_EXECUTABLE_SYMBOL)?;
        // SAFETY: the caller's.
        unsafe { found.info(attribute).ok_or(Status::INVALID_ARGUMENT)?.give(value) }
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
