// One time step of an all-pairs gravity simulation.
//
// A position is (x, y, z, mass); a velocity is (x, y, z, unused). The
// softening term keeps the force finite when two bodies meet, and makes a
// body's pull on itself exactly zero without a special case.
__kernel void nbody(__global const float4 *positions,
                    __global const float4 *velocities,
                    __global float4 *new_positions,
                    __global float4 *new_velocities,
                    uint count, float time_step, float softening)
{
    uint i = get_global_id(0);
    if (i >= count)
        return;

    float4 p = positions[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (uint j = 0; j < count; j++) {
        float4 q = positions[j];
        float dx = q.x - p.x;
        float dy = q.y - p.y;
        float dz = q.z - p.z;
        float r2 = dx * dx + dy * dy + dz * dz + softening;
        float inv = native_rsqrt(r2);
        float s = q.w * inv * inv * inv;
        ax += dx * s;
        ay += dy * s;
        az += dz * s;
    }

    float4 v = velocities[i];
    v.x += ax * time_step;
    v.y += ay * time_step;
    v.z += az * time_step;
    p.x += v.x * time_step;
    p.y += v.y * time_step;
    p.z += v.z * time_step;
    new_velocities[i] = v;
    new_positions[i] = p;
}
