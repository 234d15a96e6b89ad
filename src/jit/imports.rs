//! The functions that generated code calls, in one table: every argument and result is 64 bits wide.
//! Generated code names them by their position in it; [`super::compile`] puts in the addresses that
//! they have in this process.
//!
//! Those that are hardly ever called are called by way of [`super::abi`]'s `preserving`: registers keep
//! what they have, so that code that does not call them has nothing to put aside; and a fault leaves
//! generated code at once.

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{
    AbiParam, ExtFuncData, ExternalName, FuncRef, Function, SigRef, Signature, UserExternalName,
};
use cranelift_codegen::isa::CallConv;

use super::host::HostLevel;
use super::panics::import;
use super::{buffer, controls, helpers, lane_calls, matrix, runs, scalar, share, texels};
use crate::ir::HashMap;

/// What a function gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gives {
    /// Zero, or something else after a fault. The context is its first argument.
    Status,
    /// Zero after a fault, or an address, which is then in the context, its first argument.
    Address,
    /// Nothing.
    Nothing,
    /// Nothing, and the function itself preserves all registers.
    Itself,
    /// A value. Registers are those of the System V convention, as with all below.
    Value,
    /// Nothing.
    Plain,
}

#[cfg(test)]
mod tests;

macro_rules! imports {
    ($($(#[doc = $doc:literal])+ $name:ident = $f:path, $args:tt $result:ident;)+) => {
        /// The functions as one compiled function refers to them.
        #[derive(Clone, Copy, Debug)]
        pub struct Helpers {
            /// What of the host's extensions they may use.
            pub level: HostLevel,
            $($(#[doc = $doc])+ pub $name: FuncRef,)+
        }

        impl Helpers {
            /// Makes the functions callable from `func`.
            pub fn declare(func: &mut Function, level: HostLevel) -> Helpers {
                let mut signatures = HashMap::default();
                let mut positions = 0..;
                Helpers {
                    level,
                    $($name: {
                        let position = positions.next().unwrap_or_default();
                        declare(func, &mut signatures, position, $args, Gives::$result)
                    },)+
                }
            }
        }

        /// Name and address of each function, by position.
        pub fn table() -> [(&'static str, usize); [$(stringify!($name)),+].len()] {
            #[allow(unsafe_code)] // Naked functions that save and restore registers.
            mod calls {
                use super::*;
                $(import!($name $f, $args, $result);)+
            }
            [$((stringify!($name), calls::$name())),+]
        }

        /// Name, arguments and result of each function, and the address of what calls a stand-in for it
        /// that leaves nothing in the registers that a function may change.
        #[cfg(test)]
        fn stand_ins() -> Vec<(&'static str, usize, Gives, usize)> {
            #[allow(unsafe_code)] // As in `table`.
            mod calls {
                use super::*;
                $(tests::stand_in!($name $f, $args, $result);)+
            }
            vec![$((stringify!($name), $args, Gives::$result, calls::$name())),+]
        }
    };
}

/// Declares the function at `position` in the table.
fn declare(
    func: &mut Function,
    signatures: &mut HashMap<(usize, usize, CallConv), SigRef>,
    position: u32,
    args: usize,
    result: Gives,
) -> FuncRef {
    let (convention, returns) = match result {
        Gives::Status | Gives::Address | Gives::Nothing | Gives::Itself => {
            (CallConv::PreserveAll, 0)
        }
        Gives::Value => (CallConv::SystemV, 1),
        Gives::Plain => (CallConv::SystemV, 0),
    };
    let key = (args, returns, convention);
    let signature = *signatures.entry(key).or_insert_with(|| {
        let mut signature = Signature::new(convention);
        signature.params = vec![AbiParam::new(I64); args];
        signature.returns = vec![AbiParam::new(I64); returns];
        func.import_signature(signature)
    });
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
    sload = helpers::sload, 5 Status;
    /// Scalar load through a V#.
    sbuf_load = scalar::sbuf_load, 7 Value;
    /// Scalar store.
    sstore = scalar::sstore, 8 Value;
    /// Scalar atomic.
    satomic = scalar::satomic, 9 Value;
    /// Shows the wave to who watches.
    watch = scalar::watch, 4 Value;
    /// Reads a clock.
    clock = scalar::clock, 4 Value;
    /// Interrupts the host.
    interrupt = scalar::interrupt, 1 Plain;
    /// Load from global memory.
    load = helpers::load, 7 Value;
    /// Store to global memory.
    store = helpers::store, 7 Value;
    /// Atomic on global memory.
    atomic = helpers::atomic, 8 Value;
    /// Load of all lanes from one address.
    load_same = runs::load_same, 6 Address;
    /// Load of all lanes from a run of addresses.
    load_run = runs::load_run, 7 Address;
    /// Store of all lanes to a run of addresses.
    store_run = runs::store_run, 7 Status;
    /// Whether the lanes of a register follow each other.
    has_fact = runs::has_fact, 3 Value;
    /// The same with AVX2.
    has_fact_eights = runs::has_fact_eights, 3 Value;
    /// The same with AVX-512.
    has_fact_wide = runs::has_fact_wide, 3 Value;
    /// Writes a register whose lanes follow each other.
    spread = runs::spread, 3 Nothing;
    /// The same with AVX2.
    spread_eights = runs::spread_eights, 3 Itself;
    /// The same with AVX-512.
    spread_wide = runs::spread_wide, 3 Itself;
    /// Writes a register with high halves.
    spread_high = runs::spread_high, 3 Nothing;
    /// The same with AVX2.
    spread_high_eights = runs::spread_high_eights, 3 Itself;
    /// The same with AVX-512.
    spread_high_wide = runs::spread_high_wide, 3 Itself;
    /// Load from LDS.
    lds_load = helpers::lds_load, 7 Value;
    /// Store to LDS.
    lds_store = helpers::lds_store, 7 Value;
    /// Atomic on LDS.
    lds_atomic = helpers::lds_atomic, 8 Value;
    /// Each lane reads the lane that it names.
    bpermute = helpers::bpermute, 7 Value;
    /// Each lane writes the lane that it names.
    permute = helpers::permute, 7 Value;
    /// Load through a V#.
    buf_load = buffer::buf_load, 10 Value;
    /// Load through a V# at one offset.
    buf_row = buffer::buf_row, 7 Address;
    /// Where a frame of private memory is.
    frame = buffer::frame, 5 Nothing;
    /// Store through a V#.
    buf_store = buffer::buf_store, 10 Value;
    /// Store through a V# at one offset.
    buf_store_rows = buffer::buf_store_rows, 7 Value;
    /// Atomic through a V#.
    buf_atomic = buffer::buf_atomic, 11 Value;
    /// Elements of a buffer or image.
    texels = texels::texels, 10 Value;
    /// Product of matrices.
    multiply = matrix::call::multiply, 6 Plain;
    /// GDS, and LDS beyond plain accesses.
    lds_share = share::lds_share, 8 Value;
    /// Lane function of 64 lanes.
    call = lane_calls::call, 6 Plain;
    /// Lane function of one value.
    call_scalar = lane_calls::call_scalar, 4 Value;
    /// Writes lanes of a vector register.
    write_lanes = lane_calls::write_lanes, 3 Plain;
    /// How the lanes' parts of steady loads lie.
    lies = lane_calls::lies, 4 Plain;
    /// Function of the whole scalar state.
    call_wave = lane_calls::call_wave, 5 Value;
    /// Size of the LDS.
    lds_size = lane_calls::lds_size, 2 Value;
    /// LDS_DIRECT.
    lds_direct = lane_calls::lds_direct, 2 Value;
    /// Sets MXCSR.
    set_csr = controls::set_csr_from_code, 1 Itself;
}
