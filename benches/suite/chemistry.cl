// One long straight piece of code: how fast 16 species react in 45 reactions (a + b to p + q and back).
// K is how often molecules react when they meet, N the power of the temperature in it, E the energy that
// it takes and H the energy that it frees. Each third reaction needs a third molecule.
#define REACTION(a, b, p, q, K, N, E, H) { \
    float forward = K * exp(N * log_t - E * per_t); \
    float back = forward / exp(H * per_t); \
    float speed = forward * c[a] * c[b] - back * c[p] * c[q]; \
    if ((a + b) % 3 == 0) { \
        float pressure = third * forward; \
        speed *= pressure / (1.0f + pressure); \
    } \
    change[a] -= speed; change[b] -= speed; change[p] += speed; change[q] += speed; }

// Amount s of cell i is at s * n + i, of what is there and of its change.
__kernel void chemistry(__global const float *temperatures, __global const float *amounts, __global float *changes, uint n)
{
    uint i = get_global_id(0);
    float t = 300.0f + 2000.0f * temperatures[i];
    float log_t = log(t), per_t = 1.0f / t;
    float c[16], change[16], third = 0.0f;
    #pragma unroll
    for (uint s = 0; s < 16; s++) {
        c[s] = amounts[s * n + i];
        change[s] = 0.0f;
        third += c[s];
    }
    REACTION(0, 3, 7, 2, 1.00f, -0.5f, 200.0f, -700.0f)
    REACTION(1, 8, 10, 13, 1.37f, 0.2f, 373.0f, -389.0f)
    REACTION(2, 13, 13, 8, 1.74f, -0.2f, 546.0f, -78.0f)
    REACTION(3, 2, 0, 3, 2.11f, 0.5f, 719.0f, 233.0f)
    REACTION(4, 7, 3, 14, 2.48f, 0.1f, 892.0f, 544.0f)
    REACTION(5, 12, 6, 9, 2.85f, -0.3f, 1065.0f, -645.0f)
    REACTION(6, 1, 9, 4, 3.22f, 0.4f, 1238.0f, -334.0f)
    REACTION(7, 6, 12, 15, 3.59f, 0.0f, 1411.0f, -23.0f)
    REACTION(8, 11, 15, 10, 3.96f, -0.4f, 1584.0f, 288.0f)
    REACTION(9, 0, 2, 5, 4.33f, 0.3f, 1757.0f, 599.0f)
    REACTION(10, 5, 5, 0, 4.70f, -0.1f, 1930.0f, -590.0f)
    REACTION(11, 10, 8, 11, 5.07f, -0.5f, 203.0f, -279.0f)
    REACTION(12, 15, 11, 6, 5.44f, 0.2f, 376.0f, 32.0f)
    REACTION(13, 4, 14, 1, 5.81f, -0.2f, 549.0f, 343.0f)
    REACTION(14, 9, 1, 12, 6.18f, 0.5f, 722.0f, 654.0f)
    REACTION(15, 14, 4, 7, 6.55f, 0.1f, 895.0f, -535.0f)
    REACTION(0, 4, 7, 3, 6.92f, -0.3f, 1068.0f, -224.0f)
    REACTION(1, 9, 10, 14, 7.29f, 0.4f, 1241.0f, 87.0f)
    REACTION(2, 14, 13, 9, 7.66f, 0.0f, 1414.0f, 398.0f)
    REACTION(3, 3, 0, 4, 8.03f, -0.4f, 1587.0f, 709.0f)
    REACTION(4, 8, 3, 15, 8.40f, 0.3f, 1760.0f, -480.0f)
    REACTION(5, 13, 6, 10, 8.77f, -0.1f, 1933.0f, -169.0f)
    REACTION(6, 2, 9, 5, 9.14f, -0.5f, 206.0f, 142.0f)
    REACTION(7, 7, 12, 0, 9.51f, 0.2f, 379.0f, 453.0f)
    REACTION(8, 12, 15, 11, 9.88f, -0.2f, 552.0f, 764.0f)
    REACTION(9, 1, 2, 6, 10.25f, 0.5f, 725.0f, -425.0f)
    REACTION(10, 6, 5, 1, 10.62f, 0.1f, 898.0f, -114.0f)
    REACTION(11, 11, 8, 12, 10.99f, -0.3f, 1071.0f, 197.0f)
    REACTION(12, 0, 11, 7, 11.36f, 0.4f, 1244.0f, 508.0f)
    REACTION(13, 5, 14, 2, 11.73f, 0.0f, 1417.0f, -681.0f)
    REACTION(14, 10, 1, 13, 12.10f, -0.4f, 1590.0f, -370.0f)
    REACTION(15, 15, 4, 8, 12.47f, 0.3f, 1763.0f, -59.0f)
    REACTION(0, 5, 7, 4, 12.84f, -0.1f, 1936.0f, 252.0f)
    REACTION(1, 10, 10, 15, 13.21f, -0.5f, 209.0f, 563.0f)
    REACTION(2, 15, 13, 10, 13.58f, 0.2f, 382.0f, -626.0f)
    REACTION(3, 4, 0, 5, 13.95f, -0.2f, 555.0f, -315.0f)
    REACTION(4, 9, 3, 0, 14.32f, 0.5f, 728.0f, -4.0f)
    REACTION(5, 14, 6, 11, 14.69f, 0.1f, 901.0f, 307.0f)
    REACTION(6, 3, 9, 6, 15.06f, -0.3f, 1074.0f, 618.0f)
    REACTION(7, 8, 12, 1, 15.43f, 0.4f, 1247.0f, -571.0f)
    REACTION(8, 13, 15, 12, 15.80f, 0.0f, 1420.0f, -260.0f)
    REACTION(9, 2, 2, 7, 16.17f, -0.4f, 1593.0f, 51.0f)
    REACTION(10, 7, 5, 2, 16.54f, 0.3f, 1766.0f, 362.0f)
    REACTION(11, 12, 8, 13, 16.91f, -0.1f, 1939.0f, 673.0f)
    REACTION(12, 1, 11, 8, 17.28f, -0.5f, 212.0f, -516.0f)
    #pragma unroll
    for (uint s = 0; s < 16; s++)
        changes[s * n + i] = change[s];
}
