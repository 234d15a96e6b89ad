//! The functions that generated code calls, in one table: every argument and result is 64 bits wide.
//! Generated code names them by their position in it; [`super::compile`] puts in the addresses that
//! they have in this process.

use cranelift_codegen::ir::types::{I64, Type};
use cranelift_codegen::ir::{
    AbiParam, ExtFuncData, ExternalName, FuncRef, Function, Signature, UserExternalName,
};
use cranelift_codegen::isa::CallConv;

use super::host::HostLevel;
use super::{buffer, helpers, lane_calls, runs, scalar, share, texels};

macro_rules! imports {
    ($($(#[doc = $doc:literal])+ $name:ident = $f:path, $args:literal $(-> $result:ident)?;)+) => {
        /// The functions as one compiled function refers to them.
        #[derive(Clone, Copy, Debug)]
        pub struct Helpers {
            /// What of the host's extensions they may use.
            pub level: HostLevel,
            $($(#[doc = $doc])+ pub $name: FuncRef,)+
        }

        impl Helpers {
            /// Makes the functions, which are called by `convention`, callable from `func`.
            pub fn declare(func: &mut Function, convention: CallConv, level: HostLevel) -> Helpers {
                let mut positions = 0..;
                Helpers {
                    level,
                    $($name: {
                        let results: &[Type] = &[$($result)?];
                        let position = positions.next().unwrap_or_default();
                        declare(func, convention, position, $args, results)
                    },)+
                }
            }
        }

        /// Name and address of each function, by position.
        pub fn table() -> [(&'static str, usize); [$(stringify!($name)),+].len()] {
            [$((stringify!($name), $f as *const u8 as usize)),+]
        }
    };
}

/// Declares the function at `position` in the table.
fn declare(
    func: &mut Function,
    convention: CallConv,
    position: u32,
    args: usize,
    results: &[Type],
) -> FuncRef {
    let mut signature = Signature::new(convention);
    signature.params = vec![AbiParam::new(I64); args];
    signature.returns = results.iter().map(|t| AbiParam::new(*t)).collect();
    let signature = func.import_signature(signature);
    let name = UserExternalName::new(0, position);
    let name = func.declare_imported_user_function(name);
    func.import_function(ExtFuncData {
        name: ExternalName::user(name),
        signature,
        colocated: false,
        patchable: false,
    })
}

imports! {
    /// Scalar load.
    sload = helpers::sload, 5 -> I64;
    /// Scalar load through a V#.
    sbuf_load = scalar::sbuf_load, 7 -> I64;
    /// Scalar store.
    sstore = scalar::sstore, 8 -> I64;
    /// Scalar atomic.
    satomic = scalar::satomic, 9 -> I64;
    /// Load from global memory.
    load = helpers::load, 7 -> I64;
    /// Store to global memory.
    store = helpers::store, 7 -> I64;
    /// Atomic on global memory.
    atomic = helpers::atomic, 8 -> I64;
    /// Load of all lanes from one address.
    load_same = runs::load_same, 6 -> I64;
    /// Load of all lanes from a run of addresses.
    load_run = runs::load_run, 7 -> I64;
    /// Store of all lanes to a run of addresses.
    store_run = runs::store_run, 7 -> I64;
    /// Whether the lanes of a register follow each other.
    has_fact = runs::has_fact, 3 -> I64;
    /// The same with AVX-512.
    has_fact_wide = runs::has_fact_wide, 3 -> I64;
    /// Writes a register whose lanes follow each other.
    spread = runs::spread, 3;
    /// The same with AVX-512.
    spread_wide = runs::spread_wide, 3;
    /// Writes a register with high halves.
    spread_high = runs::spread_high, 3;
    /// Load from LDS.
    lds_load = helpers::lds_load, 7 -> I64;
    /// Store to LDS.
    lds_store = helpers::lds_store, 7 -> I64;
    /// Atomic on LDS.
    lds_atomic = helpers::lds_atomic, 8 -> I64;
    /// Each lane reads the lane that it names.
    bpermute = helpers::bpermute, 7 -> I64;
    /// Each lane writes the lane that it names.
    permute = helpers::permute, 7 -> I64;
    /// Load through a V#.
    buf_load = buffer::buf_load, 10 -> I64;
    /// Store through a V#.
    buf_store = buffer::buf_store, 10 -> I64;
    /// Atomic through a V#.
    buf_atomic = buffer::buf_atomic, 11 -> I64;
    /// Elements of a buffer or image.
    texels = texels::texels, 10 -> I64;
    /// GDS, and LDS beyond plain accesses.
    lds_share = share::lds_share, 8 -> I64;
    /// Lane function of 64 lanes.
    call = lane_calls::call, 6;
    /// Lane function of one value.
    call_scalar = lane_calls::call_scalar, 4 -> I64;
    /// Writes lanes of a vector register.
    write_lanes = lane_calls::write_lanes, 3;
    /// Function of the whole scalar state.
    call_wave = lane_calls::call_wave, 5 -> I64;
    /// Size of the LDS.
    lds_size = lane_calls::lds_size, 1 -> I64;
    /// LDS_DIRECT.
    lds_direct = lane_calls::lds_direct, 2 -> I64;
    /// Sets MXCSR.
    set_csr = helpers::set_csr_from_code, 1;
}
