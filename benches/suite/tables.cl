// Look-ups in tables, at addresses that differ between lanes.

// Rounds of a block cipher after AES, with its table of bytes in LDS: substitute, shift rows, mix, add a key.
static uint mix(uint a, uint b, uint c, uint d, __local const uchar *box)
{
    uint x = box[a & 255] | box[b >> 8 & 255] << 8 | box[c >> 16 & 255] << 16 | (uint)box[d >> 24] << 24;
    uint twice = (x & 0x7f7f7f7f) << 1 ^ (x >> 7 & 0x01010101) * 0x1b;
    return twice ^ rotate(x ^ twice, 24u) ^ rotate(x, 16u) ^ rotate(x, 8u);
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void cipher(__global const uchar *table, __global const uint4 *blocks, __global uint4 *out, uint rounds)
{
    __local uchar box[256];
    box[get_local_id(0)] = table[get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint i = get_global_id(0);
    uint4 v = blocks[i];
    for (uint r = 1; r <= rounds; r++) {
        uint4 key = r * (uint4)(0x9e3779b9, 0x7f4a7c15, 0xf39cc060, 0x5cedc834);
        v = key ^ (uint4)(mix(v.x, v.y, v.z, v.w, box), mix(v.y, v.z, v.w, v.x, box),
                          mix(v.z, v.w, v.x, v.y, box), mix(v.w, v.x, v.y, v.z, box));
    }
    out[i] = v;
}

// CRC-32 of rows of bytes (byte k of row i is byte k * rows + i). Entries of the table
// are sums of those of its index's bits.
#define C1(i) (((i) & 1 ? 0x77073096u : 0) ^ ((i) & 2 ? 0xee0e612cu : 0) ^ ((i) & 4 ? 0x076dc419u : 0) \
    ^ ((i) & 8 ? 0x0edb8832u : 0) ^ ((i) & 16 ? 0x1db71064u : 0) ^ ((i) & 32 ? 0x3b6e20c8u : 0) \
    ^ ((i) & 64 ? 0x76dc4190u : 0) ^ ((i) & 128 ? 0xedb88320u : 0))
#define C4(i) C1(i), C1(i + 1), C1(i + 2), C1(i + 3)
#define C16(i) C4(i), C4(i + 4), C4(i + 8), C4(i + 12)
#define C64(i) C16(i), C16(i + 16), C16(i + 32), C16(i + 48)
__constant uint CRC[256] = { C64(0), C64(64), C64(128), C64(192) };

__kernel void crc32(__global const uint *words, __global uint *sums, uint rows, uint length)
{
    uint i = get_global_id(0);
    uint crc = ~0u;
    for (uint k = 0; k < length; k++) {
        uint byte = words[(k * rows + i) / 4] >> 8 * (i % 4);
        crc = crc >> 8 ^ CRC[(crc ^ byte) & 255];
    }
    sums[i] = ~crc;
}

// Powers of 2, and logarithms, in the field of 256 elements with the polynomial 0x11d.
__constant uchar EXP[256] = {
    1, 2, 4, 8, 16, 32, 64, 128, 29, 58, 116, 232, 205, 135, 19, 38, 76, 152, 45, 90, 180, 117, 234, 201,
    143, 3, 6, 12, 24, 48, 96, 192, 157, 39, 78, 156, 37, 74, 148, 53, 106, 212, 181, 119, 238, 193, 159, 35,
    70, 140, 5, 10, 20, 40, 80, 160, 93, 186, 105, 210, 185, 111, 222, 161, 95, 190, 97, 194, 153, 47, 94, 188,
    101, 202, 137, 15, 30, 60, 120, 240, 253, 231, 211, 187, 107, 214, 177, 127, 254, 225, 223, 163, 91, 182, 113, 226,
    217, 175, 67, 134, 17, 34, 68, 136, 13, 26, 52, 104, 208, 189, 103, 206, 129, 31, 62, 124, 248, 237, 199, 147,
    59, 118, 236, 197, 151, 51, 102, 204, 133, 23, 46, 92, 184, 109, 218, 169, 79, 158, 33, 66, 132, 21, 42, 84,
    168, 77, 154, 41, 82, 164, 85, 170, 73, 146, 57, 114, 228, 213, 183, 115, 230, 209, 191, 99, 198, 145, 63, 126,
    252, 229, 215, 179, 123, 246, 241, 255, 227, 219, 171, 75, 150, 49, 98, 196, 149, 55, 110, 220, 165, 87, 174, 65,
    130, 25, 50, 100, 200, 141, 7, 14, 28, 56, 112, 224, 221, 167, 83, 166, 81, 162, 89, 178, 121, 242, 249, 239,
    195, 155, 43, 86, 172, 69, 138, 9, 18, 36, 72, 144, 61, 122, 244, 245, 247, 243, 251, 235, 203, 139, 11, 22,
    44, 88, 176, 125, 250, 233, 207, 131, 27, 54, 108, 216, 173, 71, 142, 1,
};
__constant uchar LOG[256] = {
    0, 0, 1, 25, 2, 50, 26, 198, 3, 223, 51, 238, 27, 104, 199, 75, 4, 100, 224, 14, 52, 141, 239, 129,
    28, 193, 105, 248, 200, 8, 76, 113, 5, 138, 101, 47, 225, 36, 15, 33, 53, 147, 142, 218, 240, 18, 130, 69,
    29, 181, 194, 125, 106, 39, 249, 185, 201, 154, 9, 120, 77, 228, 114, 166, 6, 191, 139, 98, 102, 221, 48, 253,
    226, 152, 37, 179, 16, 145, 34, 136, 54, 208, 148, 206, 143, 150, 219, 189, 241, 210, 19, 92, 131, 56, 70, 64,
    30, 66, 182, 163, 195, 72, 126, 110, 107, 58, 40, 84, 250, 133, 186, 61, 202, 94, 155, 159, 10, 21, 121, 43,
    78, 212, 229, 172, 115, 243, 167, 87, 7, 112, 192, 247, 140, 128, 99, 13, 103, 74, 222, 237, 49, 197, 254, 24,
    227, 165, 153, 119, 38, 184, 180, 124, 17, 68, 146, 217, 35, 32, 137, 46, 55, 63, 209, 91, 149, 188, 207, 205,
    144, 135, 151, 178, 220, 252, 190, 97, 242, 86, 211, 171, 20, 42, 93, 158, 132, 60, 57, 83, 71, 109, 65, 162,
    31, 45, 67, 216, 183, 123, 164, 118, 196, 23, 73, 236, 127, 12, 111, 246, 108, 161, 59, 82, 41, 157, 85, 170,
    251, 96, 134, 177, 187, 204, 62, 90, 203, 89, 95, 176, 156, 169, 160, 81, 11, 245, 22, 235, 122, 117, 44, 215,
    79, 174, 213, 233, 230, 231, 173, 232, 116, 214, 244, 234, 168, 80, 88, 175,
};

static uint times(uint a, uint b)
{
    uint sum = LOG[a] + LOG[b];
    return a == 0 || b == 0 ? 0 : EXP[sum >= 255 ? sum - 255 : sum];
}

// Four bytes of Reed-Solomon parity for each message; byte k of message i is at k * count + i.
__kernel void parity(__global const uchar *messages, __global uint *out, uint count, uint length)
{
    uint i = get_global_id(0);
    uint p0 = 0, p1 = 0, p2 = 0, p3 = 0;
    for (uint k = 0; k < length; k++) {
        uint factor = messages[k * count + i] ^ p3;
        p3 = p2 ^ times(factor, 15);
        p2 = p1 ^ times(factor, 54);
        p1 = p0 ^ times(factor, 120);
        p0 = times(factor, 64);
    }
    out[i] = p0 | p1 << 8 | p2 << 16 | p3 << 24;
}
