// The kernel that somebody tries first: arguments, work-group and work-item ids.
__kernel void scale(__global const float *x, __global float *y, float a) {
    uint i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
    y[i] = a * x[i];
}
