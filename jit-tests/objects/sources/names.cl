// Names that YAML takes for other things, types with commas, images and samplers.
typedef struct { int a; float b[3]; } Pair;
__kernel __attribute__((work_group_size_hint(8, 4, 2), vec_type_hint(float4)))
void yes(__global const float *restrict y, __global volatile float *no, float n, int on, __constant int *off) {
    no[0] = y[0] * n + on + off[1];
}
__kernel void null(__global int *true_, Pair nan, long4 inf, uchar _1e3) {
    true_[0] = nan.a + inf.x + _1e3;
}
