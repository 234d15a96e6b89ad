// Which of two numbers is less, decided before s_quadmask and used behind it.
ulong quadmask(ulong) __asm("llvm.amdgcn.s.quadmask.i64");

kernel void k_quadmask(global int *out, int a, int b, ulong mask) {
    const bool less = a < b;
    out[1] = (int)quadmask(mask);
    out[0] = less ? 7 : 9;
}
