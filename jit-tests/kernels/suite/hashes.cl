// Checksums and digests, one message per work-item.

// CRC-32 of IEEE 802.3, a bit at a time.
__kernel void crc32(__global const uchar *text, uint length, __global uint *out)
{
    uint i = get_global_id(0);
    uint crc = ~0u;
    for (uint k = 0; k < length; k++) {
        crc ^= text[i * length + k];
        for (uint bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
    out[i] = ~crc;
}

// FNV-1a of 64 bits, of strings that end with a zero byte, through a table of
// where they begin.
__kernel void fnv1a(__global const uchar *text, __global const ushort *starts, __global ulong *out)
{
    size_t i = get_global_id(0);
    ulong hash = 0xcbf29ce484222325;
    for (__global const uchar *p = text + starts[i]; *p; p++)
        hash = (hash ^ *p) * 0x100000001b3;
    out[i] = hash;
}

__constant uint md5_sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
    0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
    0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
    0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
    0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
    0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
    0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

__constant uchar md5_shifts[16] = { 7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21 };

// MD5 of one padded block of 64 bytes each.
__kernel void md5(__global const uint *blocks, __global uint *out)
{
    size_t i = get_global_id(0);
    __global const uint *m = blocks + 16 * i;
    uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
    for (uint k = 0; k < 64; k++) {
        uint f, g;
        if (k < 16) {
            f = (b & c) | (~b & d);
            g = k;
        } else if (k < 32) {
            f = (d & b) | (~d & c);
            g = 5 * k + 1;
        } else if (k < 48) {
            f = b ^ c ^ d;
            g = 3 * k + 5;
        } else {
            f = c ^ (b | ~d);
            g = 7 * k;
        }
        f += a + md5_sines[k] + m[g & 15];
        a = d;
        d = c;
        c = b;
        b += rotate(f, (uint)md5_shifts[k / 16 * 4 + (k & 3)]);
    }
    vstore4((uint4)(a, b, c, d) + (uint4)(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476), i, out);
}

// SHA-1 of one padded block each, with a ring of 16 words for the schedule.
__kernel void sha1(__global const uchar *blocks, __global uint *out)
{
    size_t i = get_global_id(0);
    uint w[16], h[5] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 };
    for (uint k = 0; k < 16; k++)
        w[k] = as_uint(vload4(16 * i + k, blocks).wzyx);
    uint a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (uint k = 0; k < 80; k++) {
        if (k >= 16)
            w[k & 15] = rotate(w[(k + 13) & 15] ^ w[(k + 8) & 15] ^ w[(k + 2) & 15] ^ w[k & 15], 1u);
        uint f;
        switch (k / 20) {
        case 0: f = ((b & c) | (~b & d)) + 0x5a827999; break;
        case 1: f = (b ^ c ^ d) + 0x6ed9eba1; break;
        case 2: f = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc; break;
        default: f = (b ^ c ^ d) + 0xca62c1d6; break;
        }
        f += rotate(a, 5u) + e + w[k & 15];
        e = d;
        d = c;
        c = rotate(b, 30u);
        b = a;
        a = f;
    }
    out += 5 * i;
    out[0] = h[0] + a;
    out[1] = h[1] + b;
    out[2] = h[2] + c;
    out[3] = h[3] + d;
    out[4] = h[4] + e;
}

// Pseudo-random numbers: xorshift64* and PCG32, from seeds that differ.
__kernel void generators(__global ulong *out)
{
    size_t i = get_global_id(0);
    ulong star = 0x9e3779b97f4a7c15 * (i + 1), pcg = i;
    for (uint k = 0; k < 16; k++) {
        star ^= star >> 12;
        star ^= star << 25;
        star ^= star >> 27;
        pcg = pcg * 6364136223846793005 + (2 * i + 1);
    }
    uint mixed = ((pcg >> 18) ^ pcg) >> 27;
    out[2 * i] = star * 0x2545f4914f6cdd1d;
    out[2 * i + 1] = rotate(mixed, (uint)(32 - (pcg >> 59)));
}
