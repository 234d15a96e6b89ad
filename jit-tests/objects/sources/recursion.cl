// A stack that grows: recursion.
__attribute__((noinline)) int depth(int n, __global int *x) {
    volatile int local_[4];
    local_[n & 3] = n;
    return n <= 0 ? x[local_[0] & 7] : depth(n - 1, x) + local_[n & 3];
}
__kernel void recurse(__global int *x) { x[0] = depth(x[1], x); }
