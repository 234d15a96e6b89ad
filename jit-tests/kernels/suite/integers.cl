// Integer arithmetic of every width. `W` is the unsigned type of at least 32
// bits in which wrapping around is defined.

#define PER_TYPE(T, U, W, BITS)                                                \
    __kernel void divide_##T(__global const T *as, __global const T *bs,       \
                             __global T *out)                                  \
    {                                                                          \
        size_t i = get_global_id(0);                                           \
        T a = as[i], b = bs[i];                                                \
        out += 11 * i;                                                         \
        out[0] = a / b;                                                        \
        out[1] = a % b;                                                        \
        out[2] = a / (T)7;                                                     \
        out[3] = a % (T)7;                                                     \
        out[4] = a / (T)10;                                                    \
        out[5] = a % (T)10;                                                    \
        out[6] = a / (T)64;                                                    \
        out[7] = a % (T)64;                                                    \
        out[8] = a / (T)100;                                                   \
        out[9] = a / (T)-3;                                                    \
        out[10] = a % (T)-3;                                                   \
    }                                                                          \
                                                                               \
    __kernel void builtins_##T(__global const T *as, __global const T *bs,     \
                               __global const T *cs, __global T *out)          \
    {                                                                          \
        size_t i = get_global_id(0);                                           \
        T a = as[i], b = bs[i], c = cs[i];                                     \
        out += 22 * i;                                                         \
        out[0] = (W)a * (W)b;                                                  \
        out[1] = mul_hi(a, b);                                                 \
        out[2] = mad_hi(a, b, c);                                              \
        out[3] = rotate(a, b);                                                 \
        out[4] = clz(a);                                                       \
        out[5] = popcount(a);                                                  \
        out[6] = abs(a);                                                       \
        /* The library's difference must not wrap around. */                   \
        out[7] = abs_diff((T)(a >> 1), (T)(b >> 1));                           \
        out[8] = add_sat(a, b);                                                \
        out[9] = sub_sat(a, b);                                                \
        out[10] = hadd(a, b);                                                  \
        out[11] = rhadd(a, b);                                                 \
        out[12] = min(a, b);                                                   \
        out[13] = max(a, b);                                                   \
        out[14] = clamp(a, min(b, c), max(b, c));                              \
        out[15] = select(a, b, c);                                             \
        out[16] = bitselect(a, b, c);                                          \
        out[17] = mad_sat(a, b, c);                                            \
        out[18] = (W)a << (b & (BITS - 1));                                    \
        out[19] = a >> (b & (BITS - 1));                                       \
        out[20] = (W)a - ((W)b + (W)c);                                        \
        out[21] = a < b ? a : c > b ? c : ~b;                                  \
    }

PER_TYPE(char, uchar, uint, 8)
PER_TYPE(uchar, uchar, uint, 8)
PER_TYPE(short, ushort, uint, 16)
PER_TYPE(ushort, ushort, uint, 16)
PER_TYPE(int, uint, uint, 32)
PER_TYPE(uint, uint, uint, 32)
PER_TYPE(long, ulong, ulong, 64)
PER_TYPE(ulong, ulong, ulong, 64)

// Operands of at most 24 bits.
__kernel void fixed24(__global const int *as, __global const int *bs,
                      __global const int *cs, __global int *out)
{
    size_t i = get_global_id(0);
    int a = as[i] >> 8, b = bs[i] >> 8, c = cs[i];
    uint ua = (uint)as[i] >> 8, ub = (uint)bs[i] >> 8;
    out += 4 * i;
    out[0] = mul24(a, b);
    out[1] = mad24(a, b, c);
    out[2] = mul24(ua, ub);
    out[3] = mad24(ua, ub, (uint)c);
}

// What programs do with single bits.
__kernel void bit_tricks(__global const uint *as, __global const uint *bs,
                         __global uint *out)
{
    size_t i = get_global_id(0);
    uint a = as[i], b = bs[i], r;
    uint offset = b & 31, width = b >> 5 & 31;
    out += 16 * i;
    // A field out of a word, unsigned and signed, and one into it.
    out[0] = a >> offset & ((1u << width) - 1);
    out[1] = width ? (int)(a << (32 - width)) >> (32 - width) : 0;
    uint mask = ((1u << width) - 1) << offset;
    out[2] = (a & ~mask) | ((b << offset) & mask);
    out[3] = (a & 0x00ffff00) >> 8;
    out[4] = (int)(a << 12) >> 20;
    // The bits in reverse.
    r = a;
    r = (r >> 1 & 0x55555555) | (r & 0x55555555) << 1;
    r = (r >> 2 & 0x33333333) | (r & 0x33333333) << 2;
    r = (r >> 4 & 0x0f0f0f0f) | (r & 0x0f0f0f0f) << 4;
    out[5] = r >> 24 | (r >> 8 & 0xff00) | (r & 0xff00) << 8 | r << 24;
    // The bytes in reverse, and a word from the middle of two.
    out[6] = a >> 24 | (a >> 8 & 0xff00) | (a & 0xff00) << 8 | a << 24;
    out[7] = (uint)(((ulong)a << 32 | b) >> 11);
    out[8] = (uint)(((ulong)a << 32 | b) >> offset);
    // Lowest bit: its value, without it, its number.
    out[9] = a & -a;
    out[10] = a & (a - 1);
    out[11] = a ? 31 - clz(a & -a) : 99;
    // Parity, Gray code, the next power of two.
    out[12] = popcount(a) & 1;
    out[13] = a ^ a >> 1;
    r = a - 1;
    for (uint s = 1; s < 32; s *= 2)
        r |= r >> s;
    out[14] = r + 1;
    // Bits of a and b in turn, 16 of each.
    r = 0;
    for (uint k = 0; k < 16; k++)
        r |= (a >> k & 1) << 2 * k | (b >> k & 1) << (2 * k + 1);
    out[15] = r;
}

// Additions and subtractions of 128 bits: the carry goes through four words.
__kernel void carries(__global const ulong *as, __global const ulong *bs,
                      __global ulong *out)
{
    size_t i = get_global_id(0), j = (i + 1) % get_global_size(0);
    ulong low = as[i] + bs[i];
    out += 4 * i;
    out[0] = low;
    out[1] = as[j] + bs[j] + (low < as[i]);
    out[2] = as[i] - bs[i];
    out[3] = as[j] - bs[j] - (as[i] < bs[i]);
}
