//! Code objects and executables.

use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::ops::Range;
use std::os::fd::FromRawFd as _;
use std::sync::Arc;

use gcn_jit::error::LoadError;
use gcn_jit::loader::CodeObject;
use gcn_jit::loader::outline::Outline;
use gcn_jit::runtime::lazy::Source;

use crate::agents::gpu;
use crate::border::{Text, api, give};
use crate::cards::Card;
use crate::executables::{Executable, Loaded};
use crate::runtime::{Runtime, runtime};
use crate::status::Status;
use crate::store::Stored;
use crate::value::Value;

/// Whether the optional features that a code object is made for are those of a card (LLVM AMDGPUUsage, "ELF Header";
/// in version 2 they are part of the target's name).
fn has_features(file: &[u8], card: &Card) -> bool {
    let field = |at: usize| file.get(at..at + 4).and_then(|b| b.try_into().ok());
    let flags = field(48).map_or(0, u32::from_le_bytes);
    let wanted = match file.get(8) {
        // Version 3: a bit for each that is on.
        Some(1) => [0x100, 0x200].map(|bit| Some(flags & bit != 0)),
        // Version 4 and later: unsupported, any, off, on.
        Some(2..) => [8, 10].map(|shift| match flags >> shift & 3 {
            2 => Some(false),
            3 => Some(true),
            _ => None,
        }),
        _ => [None; 2],
    };
    let fits = |name: &str, on: bool| {
        !card
            .features
            .contains(&format!(":{name}{}", if on { '-' } else { '+' }))
    };
    let mut both = ["xnack", "sramecc"].iter().zip(wanted);
    both.all(|(name, wanted)| wanted.is_none_or(|on| fits(name, on)))
}

/// Lets kernels write to all but code: AMD's runtime has a code object in the GPU's memory, and HIP's own kernel copies to
/// `__constant__` variables there. Gives where they could not write by the file.
fn let_kernels_write(object: &mut CodeObject) -> Vec<Range<u64>> {
    let constants = object.segments.iter().filter(|s| !s.writable);
    let constants = constants.map(|s| s.vaddr..s.vaddr + s.size).collect();
    for s in &mut object.segments {
        s.writable |= !s.executable;
    }
    constants
}

/// Loads a code object for an agent.
fn load(
    runtime: &'static Runtime,
    executable: u64,
    agent: u64,
    file: Arc<Stored>,
) -> Result<Arc<Loaded>, Status> {
    let (agent, card) = gpu(agent)?;
    if !file.starts_with(b"\x7fELF") {
        return Err(Status::INVALID_CODE_OBJECT);
    }
    let say = |e: LoadError| {
        eprintln!("gcn-jit-hsa: {e}");
        match e {
            LoadError::Target(_) => Status::INCOMPATIBLE_ARGUMENTS,
            _ => Status::INVALID_CODE_OBJECT,
        }
    };
    let mut outline = Outline::parse(&file, card.target).map_err(say)?;
    let constants = let_kernels_write(&mut outline.object);
    if !has_features(&file, card) {
        return Err(Status::INCOMPATIBLE_ARGUMENTS);
    }
    // What does not say runs as on this card: rocBLAS' code for gfx906 joins halves of registers by `v_or_b32`, which
    // loads of 16 bits clear on MI50 and MI60 (ROCm/Tensile pull request 1153).
    outline.object.ecc = card.features.contains(":sramecc+");
    let source = Arc::clone(&file) as Arc<dyn Source>;
    let program = runtime.device.load_lazily(source, outline).map_err(say)?;
    let loaded = Loaded::new(program, agent, constants, executable);
    file.rest();
    Ok(Arc::new(loaded))
}

/// An executable, and what it is made of.
pub fn executable<R>(
    runtime: &Runtime,
    handle: u64,
    f: impl FnOnce(&mut Executable) -> Result<R, Status>,
) -> Result<R, Status> {
    let mut all = runtime.code.executables.lock();
    f(all.get_mut(&handle).ok_or(Status::INVALID_EXECUTABLE)?)
}

fn create(profile: u32) -> Result<u64, Status> {
    if profile > 1 {
        return Err(Status::INVALID_ARGUMENT);
    }
    Ok(runtime()?.code.executables.add(Executable {
        profile,
        frozen: false,
        loaded: Vec::new(),
    }))
}

/// The part of a file from `offset` on, of `bytes` bytes or to its end.
pub fn read(file: i32, offset: u64, bytes: Option<u64>) -> Result<Arc<Stored>, Status> {
    /// Larger than any code object.
    const MOST: u64 = 1 << 32;
    if file < 0 {
        return Err(Status::INVALID_FILE);
    }
    // SAFETY: it is not closed here, and the caller has it open: if not, reading fails.
    let file = ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(file) });
    let all = file.metadata().map_err(|_| Status::INVALID_FILE)?.len();
    let rest = all.checked_sub(offset).ok_or(Status::INVALID_FILE)?;
    let bytes = bytes.unwrap_or(rest);
    if bytes > rest || bytes > MOST {
        return Err(Status::INVALID_FILE);
    }
    let stored = Stored::read(&file, offset, bytes as usize);
    stored.map(Arc::new).map_err(|_| Status::INVALID_FILE)
}

api! {
    /// A reader of a code object in memory, which is copied.
    fn hsa_code_object_reader_create_from_memory(code: *const c_void, bytes: usize, reader: *mut u64) {
        let runtime = runtime()?;
        if code.is_null() || bytes == 0 || reader.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        let data = unsafe { std::slice::from_raw_parts(code.cast::<u8>(), bytes) };
        let stored = Stored::copy(data).map_err(|_| Status::OUT_OF_RESOURCES)?;
        // SAFETY: the caller's.
        unsafe { give(reader, runtime.code.readers.add(Arc::new(stored))) }
    }

    /// A reader of a code object in a file, which is read at once.
    fn hsa_code_object_reader_create_from_file(file: i32, reader: *mut u64) {
        let runtime = runtime()?;
        if reader.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(reader, runtime.code.readers.add(read(file, 0, None)?)) }
    }

    /// Ends a reader. What was loaded stays.
    fn hsa_code_object_reader_destroy(reader: u64) {
        let found = runtime()?.code.readers.lock().remove(&reader);
        found.map(|_| ()).ok_or(Status::INVALID_CODE_OBJECT_READER)
    }

    /// Makes an executable, which is empty.
    fn hsa_executable_create_alt(profile: u32, rounding: u32, options: Text, executable: *mut u64) {
        let _ = options;
        if rounding > 2 || executable.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(executable, create(profile)?) }
    }

    /// As `hsa_executable_create_alt`, frozen or not.
    fn hsa_executable_create(profile: u32, state: u32, options: Text, executable: *mut u64) {
        let _ = options;
        if state > 1 || executable.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        let made = create(profile)?;
        self::executable(runtime()?, made, |e| {
            e.frozen = state == 1;
            Ok(())
        })?;
        // SAFETY: the caller's.
        unsafe { give(executable, made) }
    }

    /// Loads a code object into an executable, for an agent.
    fn hsa_executable_load_agent_code_object(
        executable: u64, agent: u64, reader: u64, options: Text, loaded: *mut u64,
    ) {
        let _ = options;
        let runtime = runtime()?;
        let is_open = |e: &mut Executable| {
            if e.frozen {
                Err(Status::FROZEN_EXECUTABLE)
            } else {
                Ok(())
            }
        };
        self::executable(runtime, executable, is_open)?;
        let file = runtime.code.readers.lock().get(&reader).cloned();
        let file = file.ok_or(Status::INVALID_CODE_OBJECT_READER)?;
        let made = load(runtime, executable, agent, file)?;
        self::executable(runtime, executable, |e| {
            e.loaded.push(Arc::clone(&made));
            Ok(())
        })?;
        runtime.code.add(&made);
        if !loaded.is_null() {
            // SAFETY: the caller's.
            unsafe { give(loaded, made.handle)? };
        }
        Ok(())
    }

    /// Ends the loading: nothing is left to be resolved.
    fn hsa_executable_freeze(executable: u64, options: Text) {
        let _ = options;
        self::executable(runtime()?, executable, |e| {
            if std::mem::replace(&mut e.frozen, true) {
                return Err(Status::FROZEN_EXECUTABLE);
            }
            Ok(())
        })
    }

    /// Ends an executable, and frees its memory when no kernel of it runs any more.
    fn hsa_executable_destroy(executable: u64) {
        let code = &runtime()?.code;
        let found = code.executables.lock().remove(&executable);
        let found = found.ok_or(Status::INVALID_EXECUTABLE)?;
        found.loaded.iter().for_each(|l| code.remove(l));
        Ok(())
    }

    /// What an executable says of itself (`hsa_executable_info_t`).
    fn hsa_executable_get_info(executable: u64, attribute: u32, value: *mut c_void) {
        let (profile, frozen) = self::executable(runtime()?, executable, |e| Ok((e.profile, e.frozen)))?;
        let found = match attribute {
            // PROFILE; STATE: unfrozen, frozen; DEFAULT_FLOAT_ROUNDING_MODE: near
            1 => profile,
            2 => frozen as u32,
            3 => 2,
            _ => return Err(Status::INVALID_ARGUMENT),
        };
        // SAFETY: the caller's.
        unsafe { Value::U32(found).give(value) }
    }

    /// Whether an executable is valid: what is loaded is.
    fn hsa_executable_validate(executable: u64, result: *mut u32) {
        self::executable(runtime()?, executable, |_| Ok(()))?;
        // SAFETY: the caller's.
        unsafe { give(result, 0) }
    }

    /// As `hsa_executable_validate`.
    fn hsa_executable_validate_alt(executable: u64, options: Text, result: *mut u32) {
        let _ = options;
        self::executable(runtime()?, executable, |_| Ok(()))?;
        // SAFETY: the caller's.
        unsafe { give(result, 0) }
    }
}
