// Bodies that attract each other, many steps, with the positions in LDS; and the same on the host.
#include "check.h"

#include <cmath>

constexpr unsigned N = 512, STEPS = 20;
constexpr float DT = 0.01f, SOFT = 0.05f;

__host__ __device__ inline void attract(float4 me, float4 other, float3 &a) {
    float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
    float d = x * x + y * y + z * z + SOFT;
    float f = other.w / (d * sqrtf(d));
    a.x += x * f, a.y += y * f, a.z += z * f;
}

__host__ __device__ inline void move(float4 &p, float3 &v, float3 a) {
    v.x += a.x * DT, v.y += a.y * DT, v.z += a.z * DT;
    p.x += v.x * DT, p.y += v.y * DT, p.z += v.z * DT;
}

__global__ void step(const float4 *from, float4 *to, float3 *velocities) {
    __shared__ float4 tile[128];
    float4 me = from[item()];
    float3 a = make_float3(0, 0, 0);
    for (unsigned t = 0; t < N; t += 128) {
        tile[threadIdx.x] = from[t + threadIdx.x];
        __syncthreads();
        for (unsigned i = 0; i < 128; i++) attract(me, tile[i], a);
        __syncthreads();
    }
    move(me, velocities[item()], a);
    to[item()] = me;
}

int main() {
    std::vector<unsigned> words = randoms(N * 4, 11);
    auto number = [&](unsigned i) { return float(words[i] % 20001) / 10000 - 1; };
    std::vector<float4> p(N), next(N);
    std::vector<float3> v(N, make_float3(0, 0, 0));
    for (unsigned i = 0; i < N; i++)
        p[i] = make_float4(number(4 * i), number(4 * i + 1), number(4 * i + 2), (number(4 * i + 3) + 1.5f) / N);
    Device<float4> p0(p), p1(N);
    Device<float3> velocities(v);
    for (unsigned k = 0; k < STEPS; k += 2) {
        step<<<N / 128, 128>>>(p0, p1, velocities);
        step<<<N / 128, 128>>>(p1, p0, velocities);
        LAUNCHED();
    }
    for (unsigned k = 0; k < STEPS; k++) {
        for (unsigned i = 0; i < N; i++) {
            float3 a = make_float3(0, 0, 0);
            for (unsigned j = 0; j < N; j++) attract(p[i], p[j], a);
            next[i] = p[i];
            move(next[i], v[i], a);
        }
        p = next;
    }
    std::vector<float4> got = p0.read();
    double moved = 0;
    for (unsigned i = 0; i < N; i++) {
        float x = number(4 * i), y = number(4 * i + 1), z = number(4 * i + 2);
        moved = std::fmax(moved, std::fabs(p[i].x - x) + std::fabs(p[i].y - y) + std::fabs(p[i].z - z));
        // The compilers may contract differently, and f32 has 24 bits.
        CHECK(std::fabs(got[i].x - p[i].x) < 1e-5 && std::fabs(got[i].y - p[i].y) < 1e-5 &&
              std::fabs(got[i].z - p[i].z) < 1e-5);
        SAME(got[i].w, p[i].w);
    }
    // They have moved much farther than that.
    CHECK(moved > 0.01);
    return right();
}
