// numba-hip's LLVM wants zlib and zstd under the names and the symbols' version that ROCm's own builds give to them. These
// are Debian's under those names:
//   gcc -shared -fPIC -DZLIB -Wl,-soname,librocm_sysdeps_z.so.1 -Wl,--version-script,sysdeps.map sysdeps.c
//       -l:libz.so.1 -o librocm_sysdeps_z.so.1
//   gcc -shared -fPIC -Wl,-soname,librocm_sysdeps_zstd.so.1 -Wl,--version-script,sysdeps.map sysdeps.c
//       -l:libzstd.so.1 -o librocm_sysdeps_zstd.so.1

#define FORWARD(name)                                  \
    __asm__(".globl rocm_" #name "\n"                  \
            ".type rocm_" #name ", @function\n"        \
            "rocm_" #name ": jmp " #name "@PLT\n"      \
            ".symver rocm_" #name ", " #name "@AMDROCM_SYSDEPS_1.0")

#ifdef ZLIB
FORWARD(compress2);
FORWARD(compressBound);
FORWARD(crc32);
FORWARD(uncompress);
#else
FORWARD(ZSTD_CCtx_setParameter);
FORWARD(ZSTD_compress2);
FORWARD(ZSTD_compressBound);
FORWARD(ZSTD_createCCtx);
FORWARD(ZSTD_decompress);
FORWARD(ZSTD_freeCCtx);
FORWARD(ZSTD_getErrorName);
FORWARD(ZSTD_isError);
#endif
