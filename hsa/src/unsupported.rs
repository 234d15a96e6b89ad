//! Functions that there are because consumers are linked against them, and that only return an error: images,
//! queues of the host program's own, code that must be
//! finalized, and what older versions had.

use crate::status::Status;

macro_rules! unsupported {
    ($($name:ident)*) => {$(
        // Arguments are in registers and on the caller's stack: who looks at none of them needs not know them.
        extern "C" fn $name() -> u32 {
            crate::border::call(stringify!($name), &[], || Err(Status::ERROR))
        }
        crate::border::export!($name);
    )*};
}

unsupported! {
    hsa_amd_coherency_get_type
    hsa_amd_coherency_set_type
    hsa_amd_image_create
    hsa_amd_image_get_info_max_dim
    hsa_amd_memory_migrate
    hsa_amd_queue_intercept_create
    hsa_amd_queue_intercept_register
    hsa_amd_runtime_queue_create_register
    hsa_amd_spm_acquire
    hsa_amd_spm_release
    hsa_amd_spm_set_dest_buffer
    hsa_code_object_deserialize
    hsa_code_object_destroy
    hsa_code_object_get_info
    hsa_code_object_get_symbol
    hsa_code_object_get_symbol_from_name
    hsa_code_object_iterate_symbols
    hsa_code_object_serialize
    hsa_code_symbol_get_info
    hsa_executable_agent_global_variable_define
    hsa_executable_global_variable_define
    hsa_executable_load_code_object
    hsa_executable_load_program_code_object
    hsa_executable_readonly_variable_define
    hsa_ext_image_clear
    hsa_ext_image_copy
    hsa_ext_image_create
    hsa_ext_image_create_with_layout
    hsa_ext_image_data_get_info
    hsa_ext_image_data_get_info_with_layout
    hsa_ext_image_destroy
    hsa_ext_image_export
    hsa_ext_image_get_capability
    hsa_ext_image_get_capability_with_layout
    hsa_ext_image_import
    hsa_ext_program_add_module
    hsa_ext_program_create
    hsa_ext_program_destroy
    hsa_ext_program_finalize
    hsa_ext_program_get_info
    hsa_ext_program_iterate_modules
    hsa_ext_sampler_create
    hsa_ext_sampler_create_v2
    hsa_ext_sampler_destroy
    hsa_signal_group_create
    hsa_signal_group_destroy
    hsa_signal_group_wait_any_relaxed
    hsa_signal_group_wait_any_scacquire
    hsa_soft_queue_create
}
