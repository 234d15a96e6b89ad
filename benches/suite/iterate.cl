// Loops whose number of iterations the data decide.

// Iterations until z * z + c leaves the circle of radius 2, in f64.
__kernel void julia(__global uint *out, uint width, uint height, double re, double im, uint most)
{
    uint px = get_global_id(0), py = get_global_id(1);
    double x = 3.0 * px / width - 1.5, y = 3.0 * py / height - 1.5;
    uint n = 0;
    while (n < most && x * x + y * y <= 4.0) {
        double t = x * x - y * y + re;
        y = 2.0 * x * y + im;
        x = t;
        n++;
    }
    out[py * width + px] = n;
}

// Centre and radius of each sphere; the first is the ground.
__constant float4 SPHERES[6] = {
    (float4)(0.0f, -101.0f, 3.0f, 100.0f), (float4)(0.0f, 0.0f, 3.0f, 1.0f), (float4)(-1.8f, -0.3f, 2.6f, 0.7f),
    (float4)(1.6f, -0.4f, 2.2f, 0.6f),     (float4)(0.5f, 1.3f, 3.6f, 0.5f), (float4)(-0.7f, -0.8f, 1.6f, 0.2f),
};

// Follows a ray per pixel through mirrors, as often as it is reflected, but at most bounces times.
__kernel void spheres(__global float *out, uint width, uint height, uint bounces)
{
    uint px = get_global_id(0), py = get_global_id(1);
    float3 from = (float3)(0.0f, 0.0f, -1.0f);
    float3 along = normalize((float3)((2.0f * px - width) / width, (height - 2.0f * py) / width, 1.0f));
    float light = 0.0f, strength = 1.0f;
    for (uint bounce = 0; bounce < bounces; bounce++) {
        float nearest = INFINITY;
        uint hit = 0;
        for (uint s = 0; s < 6; s++) {
            float4 sphere = SPHERES[s];
            float3 to = sphere.xyz - from;
            float b = dot(to, along);
            float root = b * b - dot(to, to) + sphere.w * sphere.w;
            if (root < 0.0f)
                continue;
            float distance = b - sqrt(root);
            if (distance > 0.001f && distance < nearest) {
                nearest = distance;
                hit = s;
            }
        }
        if (nearest == INFINITY) {
            light += strength * (0.5f + 0.5f * along.y);
            break;
        }
        from += nearest * along;
        float3 normal = (from - SPHERES[hit].xyz) / SPHERES[hit].w;
        light += strength * 0.3f * fmax(dot(normal, (float3)(0.48f, 0.6f, -0.64f)), 0.0f);
        strength *= hit == 0 ? 0.3f : 0.7f;
        along -= 2.0f * dot(along, normal) * normal;
    }
    out[py * width + px] = light;
}

// The mean worth of an option over paths with random ends: pairs of numbers are drawn until one lies in
// the unit circle, which a logarithm makes normal.
#define MONTE_CARLO(NAME, T) \
__kernel void NAME(__global const uint *seeds, __global T *out, uint paths) \
{ \
    uint i = get_global_id(0), random = seeds[i] | 1; \
    T sum = 0; \
    for (uint p = 0; p < paths; p++) { \
        T x, y, s; \
        do { \
            random ^= random << 13; random ^= random >> 17; random ^= random << 5; \
            x = (T)(int)random / (T)2147483648; \
            random ^= random << 13; random ^= random >> 17; random ^= random << 5; \
            y = (T)(int)random / (T)2147483648; \
            s = x * x + y * y; \
        } while (s >= 1 || s == 0); \
        T normal = x * sqrt(-2 * log(s) / s); \
        T end = 100 * exp((T)0.3 * normal - (T)0.045); \
        sum += fmax(end - 100, (T)0); \
    } \
    out[i] = sum / paths; \
}
MONTE_CARLO(monte_carlo_f32, float)
MONTE_CARLO(monte_carlo_f64, double)
