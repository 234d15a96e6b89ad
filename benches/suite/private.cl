// Arrays that belong to one work-item, with indices known only when it runs: private memory.

static uint rotate_right(uint x, uint n) { return rotate(x, 32 - n); }

// A hash after SHA-256 of messages that differ in length: item i has lengths[i] bytes at text + i * most.
__kernel void digest(__global const uchar *text, __global const uint *lengths, __global uint *digests, uint most)
{
    uint item = get_global_id(0);
    uint length = lengths[item];
    __global const uchar *message = text + item * most;
    uint state[8], w[64];
    for (uint i = 0; i < 8; i++)
        state[i] = 0x6a09e667 * (2 * i + 1);
    // A one and the length follow the message.
    for (uint start = 0; start < length + 9; start += 64) {
        for (uint i = 0; i < 16; i++)
            w[i] = 0;
        uint end = min(start + 64, length);
        for (uint at = start; at < end; at++)
            w[(at & 63) / 4] |= (uint)message[at] << (24 - 8 * (at & 3));
        if (length >= start && length < start + 64)
            w[(length & 63) / 4] |= 0x80u << (24 - 8 * (length & 3));
        if (length + 9 <= start + 64)
            w[15] = 8 * length;
        #pragma unroll 1
        for (uint i = 16; i < 64; i++) {
            uint a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (rotate_right(a, 7) ^ rotate_right(a, 18) ^ (a >> 3))
                 + (rotate_right(b, 17) ^ rotate_right(b, 19) ^ (b >> 10));
        }
        uint v[8];
        for (uint i = 0; i < 8; i++)
            v[i] = state[i];
        #pragma unroll 1
        for (uint i = 0; i < 64; i++) {
            uint a = v[0], e = v[4];
            uint t = v[7] + (rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25))
                   + ((e & v[5]) ^ (~e & v[6])) + 0x428a2f98 * (2 * i + 1) + w[i];
            uint u = (rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22))
                   + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
            v[7] = v[6]; v[6] = v[5]; v[5] = e; v[4] = v[3] + t;
            v[3] = v[2]; v[2] = v[1]; v[1] = a; v[0] = t + u;
        }
        for (uint i = 0; i < 8; i++)
            state[i] += v[i];
    }
    for (uint i = 0; i < 8; i++)
        digests[item * 8 + i] = state[i];
}

// The Fourier transform of 64 complex numbers per work-item, radix 4. Number k of item i is at k * n + i.
__kernel void fft(__global const float *real, __global const float *imaginary,
                  __global float *real_out, __global float *imaginary_out, uint n)
{
    uint item = get_global_id(0);
    float2 v[64];
    #pragma unroll 1
    for (uint i = 0; i < 64; i++)
        v[i] = (float2)(real[i * n + item], imaginary[i * n + item]);
    #pragma unroll 1
    for (uint span = 16; span > 0; span /= 4) {
        #pragma unroll 1
        for (uint i = 0; i < 16; i++) {
            uint k = i & (span - 1), at = 4 * (i - k) + k;
            float2 a = v[at], b = v[at + span], c = v[at + 2 * span], d = v[at + 3 * span];
            float2 even = a + c, odd = a - c, sum = b + d;
            // (b - d) times -i
            float2 turned = (float2)(b.y - d.y, d.x - b.x);
            float2 parts[4] = { even + sum, odd + turned, even - sum, odd - turned };
            float angle = -1.5707963f / span * k;
            for (uint j = 0; j < 4; j++) {
                float sine = native_sin(j * angle), cosine = native_cos(j * angle);
                float2 p = parts[j];
                v[at + j * span] = (float2)(p.x * cosine - p.y * sine, p.x * sine + p.y * cosine);
            }
        }
    }
    #pragma unroll 1
    for (uint i = 0; i < 64; i++) {
        // The digits of the index in base 4, in the other order.
        uint from = i / 16 | i & 12 | (i & 3) * 16;
        real_out[i * n + item] = v[from].x;
        imaginary_out[i * n + item] = v[from].y;
    }
}
