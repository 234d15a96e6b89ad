// Libraries that wheels want under the names and the symbols' versions that ROCm's own builds give to them. These are
// Debian's under those names, for the functions that numba-hip's LLVM and JAX's plugin call: gcc -shared -fPIC -DNAME
// -Wl,-soname,librocm_sysdeps_name.so.N,--version-script,sysdeps.map sysdeps.c -l:libname.so.N

#define FORWARD_AS(name, version)                      \
    __asm__(".globl rocm_" #name "\n"                  \
            ".type rocm_" #name ", @function\n"        \
            "rocm_" #name ": jmp " #name "@PLT\n"      \
            ".symver rocm_" #name ", " #name "@" version)
#define FORWARD(name) FORWARD_AS(name, "AMDROCM_SYSDEPS_1.0")

#ifdef Z
FORWARD(compress2);
FORWARD(compressBound);
FORWARD(crc32);
FORWARD(uncompress);
#endif

#ifdef ZSTD
FORWARD(ZSTD_CCtx_setParameter);
FORWARD(ZSTD_compress2);
FORWARD(ZSTD_compressBound);
FORWARD(ZSTD_createCCtx);
FORWARD(ZSTD_decompress);
FORWARD(ZSTD_freeCCtx);
FORWARD(ZSTD_getErrorName);
FORWARD(ZSTD_isError);
#endif

#ifdef DRM
FORWARD(drmCommandWriteRead);
FORWARD(drmIoctl);
FORWARD(drmSyncobjCreate);
FORWARD(drmSyncobjDestroy);
#endif

#ifdef DRM_AMDGPU
FORWARD(amdgpu_bo_cpu_map);
FORWARD(amdgpu_bo_export);
FORWARD(amdgpu_bo_free);
FORWARD(amdgpu_bo_import);
FORWARD(amdgpu_bo_query_info);
FORWARD(amdgpu_bo_set_metadata);
FORWARD(amdgpu_bo_va_op);
FORWARD(amdgpu_device_deinitialize);
FORWARD(amdgpu_device_get_fd);
FORWARD(amdgpu_device_initialize);
FORWARD(amdgpu_get_marketing_name);
FORWARD(amdgpu_query_gpu_info);
#endif

#ifdef NUMA
FORWARD_AS(mbind, "AMDROCM_SYSDEPS_1.0_libnuma_1.1");
FORWARD_AS(numa_available, "AMDROCM_SYSDEPS_1.0_libnuma_1.1");
FORWARD_AS(numa_max_node, "AMDROCM_SYSDEPS_1.0_libnuma_1.1");
FORWARD_AS(numa_node_size64, "AMDROCM_SYSDEPS_1.0_libnuma_1.1");
FORWARD_AS(numa_bitmask_alloc, "AMDROCM_SYSDEPS_1.0_libnuma_1.2");
FORWARD_AS(numa_bitmask_free, "AMDROCM_SYSDEPS_1.0_libnuma_1.2");
FORWARD_AS(numa_bitmask_setbit, "AMDROCM_SYSDEPS_1.0_libnuma_1.2");
#endif
