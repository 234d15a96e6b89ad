//! The functions that generated code calls, in one table: every argument and result is 64 bits wide.

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{AbiParam, FuncRef, Function};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, ModuleError};

use super::{buffer, helpers, lane_calls, runs};

macro_rules! imports {
    ($($(#[doc = $doc:literal])+ $name:ident = $f:path, $args:literal $(-> $result:ident)?;)+) => {
        /// The functions as one compiled function refers to them.
        #[derive(Clone, Copy, Debug)]
        pub struct Helpers {
            $($(#[doc = $doc])+ pub $name: FuncRef,)+
        }

        /// The functions as a module knows them.
        #[derive(Clone, Copy, Debug)]
        pub struct Imports {
            $($name: FuncId,)+
        }

        impl Imports {
            /// Tells `builder` the addresses.
            pub fn symbols(builder: &mut JITBuilder) {
                $(builder.symbol(concat!("gcn_", stringify!($name)), $f as *const u8);)+
            }

            /// Declares the functions in `module`.
            ///
            /// # Errors
            /// As [`Module::declare_function`]; never, since the names are distinct.
            pub fn declare(module: &mut JITModule) -> Result<Imports, Box<ModuleError>> {
                Ok(Imports {
                    $($name: {
                        let mut sig = module.make_signature();
                        sig.params.extend([AbiParam::new(I64); $args]);
                        $(sig.returns.push(AbiParam::new($result));)?
                        let name = concat!("gcn_", stringify!($name));
                        module.declare_function(name, Linkage::Import, &sig).map_err(Box::new)?
                    },)+
                })
            }

            /// Makes the functions callable from `func`.
            pub fn in_func(&self, module: &mut JITModule, func: &mut Function) -> Helpers {
                Helpers {
                    $($name: module.declare_func_in_func(self.$name, func),)+
                }
            }
        }
    };
}

imports! {
    /// Scalar load.
    sload = helpers::sload, 5 -> I64;
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
    /// Writes a register whose lanes follow each other.
    spread = runs::spread, 3;
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
    /// Lane function of 64 lanes.
    call = lane_calls::call, 6;
    /// Lane function of one value.
    call_scalar = lane_calls::call_scalar, 4 -> I64;
    /// Sets MXCSR.
    set_csr = helpers::set_csr_from_code, 1;
}
