// Private arrays, a stack of no fixed depth, and arguments that the emulator does not offer.
// build.sh makes the code objects.

// A store outside the array where `at` is not in 0 to 63; else the sum with one element replaced.
__kernel void overrun(__global int *out, int at, int v) {
  volatile int a[64];
  for (int i = 0; i < 64; i++) a[i] = i;
  a[at] = v;
  int s = 0;
  for (int i = 0; i < 64; i++) s += a[i];
  out[get_global_id(0)] = s;
}

// Each lane its own indices, which differ.
__kernel void divergent(__global uint *out, uint n) {
  uint a[32];
  uchar b[32];
  uint g = get_global_id(0);
  for (uint i = 0; i < 32; i++) { a[i] = g * i; b[i] = (uchar)(g + i); }
  uint x = g;
  for (uint k = 0; k < n; k++) {
    x = x * 1664525u + 1013904223u;
    uint j = (x >> 16) & 31;
    a[j] = a[j] ^ x ^ b[31 - j];
    b[j] = (uchar)(x >> 8);
    a[(k * 7) & 31] += x;
  }
  uint s = 0;
  for (uint i = 0; i < 32; i++) s = s * 31 + a[i] + b[i];
  out[g] = s;
}

// Calls itself n times.
__attribute__((noinline)) int deep(volatile __global int *p, int n) {
  volatile int pad[16];
  pad[n & 15] = n;
  if (n == 0) return p[0];
  int r = deep(p, n - 1);
  return r + pad[n & 15];
}

__kernel void recurse(__global int *out, int n) {
  out[get_global_id(0)] = deep(out + get_global_id(0), n);
}

#ifdef IMPLICIT
// What printf of HIP does first: it reads from the buffer for calls of the host.
__kernel void prints(__global ulong *out) {
  __constant ulong *hidden = (__constant ulong *)__builtin_amdgcn_implicitarg_ptr();
  __global ulong *calls = (__global ulong *)hidden[10];
  out[0] = calls[3];
}

__kernel void image(read_only image2d_t picture, sampler_t how, __global float4 *out) {
  out[0] = (float4)(1.0f);
}
#endif
