//! What AMD's debuggers look for in the library: `_amdgpu_r_debug`, as `r_debug` of `link.h` (40 bytes). It stays zero: its
//! version says that nothing is told of loaded code.

std::arch::global_asm!(
    ".pushsection .bss.gj_amdgpu_r_debug,\"aw\",@nobits",
    ".globl gj_amdgpu_r_debug",
    ".type gj_amdgpu_r_debug,@object",
    ".p2align 3",
    "gj_amdgpu_r_debug:",
    ".zero 40",
    ".size gj_amdgpu_r_debug, .-gj_amdgpu_r_debug",
    ".symver gj_amdgpu_r_debug,_amdgpu_r_debug@@ROCR_1",
    ".popsection",
);
