// What JAX's plugin calls of AMD's profiler, which Debian does not have: each call says that it failed
// (ROCPROFILER_STATUS_ERROR), so that nothing is profiled.
//   gcc -shared -fPIC -Wl,-soname,librocprofiler-sdk.so.1 rocprofiler.c -o librocprofiler-sdk.so.1

#define FAILS(name)                   \
    int rocprofiler_##name(void);     \
    int rocprofiler_##name(void) {    \
        return 1;                     \
    }

FAILS(assign_callback_thread)
FAILS(configure_buffer_tracing_service)
FAILS(configure_callback_tracing_service)
FAILS(configure_external_correlation_id_request_service)
FAILS(context_is_valid)
FAILS(create_buffer)
FAILS(create_callback_thread)
FAILS(create_context)
FAILS(flush_buffer)
FAILS(force_configure)
FAILS(get_timestamp)
FAILS(iterate_callback_tracing_kind_operations)
FAILS(iterate_callback_tracing_kinds)
FAILS(query_available_agents)
FAILS(query_callback_tracing_kind_name)
FAILS(query_callback_tracing_kind_operation_name)
FAILS(start_context)
FAILS(stop_context)

const char *rocprofiler_get_status_string(int status);
const char *rocprofiler_get_status_string(int status) {
    return status ? "there is no profiler" : "success";
}
