// Control flow, calls and private memory.

#define NOINLINE __attribute__((noinline))

// A dense switch, as a table or a tree, inside a loop.
__kernel void state_machine(__global const uchar *program, uint length, __global uint *out)
{
    size_t i = get_global_id(0);
    uint acc = i, other = 1;
    for (uint pc = 0; pc < length; pc++) {
        uint op = program[(i * 3 + pc) % length];
        switch (op & 15) {
        case 0: acc += 3; break;
        case 1: acc ^= other; break;
        case 2: other += acc; break;
        case 3: acc = acc << 5 | acc >> 27; break;
        case 4: other = ~other; // On to the next.
        case 5: acc -= other; break;
        case 6: if (acc & 1) pc++; break;
        case 7: acc *= 5; break;
        case 8: { uint t = acc; acc = other; other = t; break; }
        case 11: acc >>= other & 7; break;
        case 12: if (acc % 3 == 0) continue; other++; break;
        case 13: acc += op; // On to the next.
        default: other ^= op << 8; break;
        }
        acc += pc;
    }
    out[2 * i] = acc;
    out[2 * i + 1] = other;
}

// Loops in loops, each work-item leaving at another place.
__kernel void nested_loops(__global uint *out)
{
    uint i = get_global_id(0), sum = 0, rounds = 0;
    for (uint a = 0; a < 6; a++) {
        if ((a ^ i) % 5 == 0)
            continue;
        for (uint b = a; b < a + i % 7; b++) {
            if (b * a > i)
                break;
            uint c = i;
            do {
                sum += c * b;
                if (sum % 11 == 10)
                    goto out_of_two;
                c -= 3 + a;
                rounds++;
            } while ((int)c > 0 && rounds < 60);
            if (rounds >= 60)
                goto done;
        }
        sum ^= a << 9;
    out_of_two:
        sum += 1;
    }
done:
    out[2 * i] = sum;
    out[2 * i + 1] = rounds;
}

// The number of steps to 1, between 0 and more than a hundred in one wave.
__kernel void collatz(__global uint *out)
{
    uint i = get_global_id(0), n = i + 1, steps = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        steps++;
    }
    out[i] = steps;
}

// A loop that is entered at two places.
__kernel void two_entries(__global const uint *in, __global uint *out)
{
    size_t i = get_global_id(0);
    uint v = in[i], n = v % 13, sum = 0;
    if (v & 16)
        goto middle;
top:
    sum = sum * 3 + n;
    if (sum % 7 == 3)
        goto bottom;
middle:
    sum += 5;
    if (n == 0)
        goto end;
    n--;
    if (v >> n & 1)
        goto top;
    sum ^= 0x55;
bottom:
    if (n > 2) {
        n -= 2;
        goto middle;
    }
end:
    out[i] = sum;
}

// Arrays in private memory, read and written at computed places.
__kernel void private_arrays(__global const uchar *in, __global uint *out)
{
    size_t i = get_global_id(0);
    uchar stack[16];
    ushort counts[8];
    ulong wide[5];
    uint depth = 0;
    for (uint k = 0; k < 8; k++)
        counts[k] = 0;
    for (uint k = 0; k < 5; k++)
        wide[k] = (ulong)i << 20 | k;
    for (uint k = 0; k < 20; k++) {
        uchar v = in[i * 20 + k];
        counts[v & 7]++;
        wide[v % 5] = wide[v % 5] * 33 + v;
        if (v & 0x80 && depth < 16)
            stack[depth++] = v;
        else if (depth)
            counts[stack[--depth] & 7] += 16;
    }
    ulong sum = depth;
    for (uint k = 0; k < 8; k++)
        sum = sum * 7 + counts[k];
    for (uint k = 0; k < 5; k++)
        sum = sum * 11 ^ wide[k];
    while (depth)
        sum = sum * 13 + stack[--depth];
    out[2 * i] = sum;
    out[2 * i + 1] = sum >> 32;
}

NOINLINE uint gcd(uint a, uint b)
{
    while (b) {
        uint t = a % b;
        a = b;
        b = t;
    }
    return a;
}

NOINLINE uint totient(uint n)
{
    uint count = 0;
    for (uint k = 1; k <= n; k++)
        count += gcd(n, k) == 1;
    return count;
}

NOINLINE uint totients(uint n)
{
    return n < 2 ? 1 : totient(n) + totient(n - 1);
}

// Calls three deep, some of them only in some work-items.
__kernel void call_chain(__global uint *out)
{
    uint i = get_global_id(0);
    out[i] = i % 3 == 1 ? totients(i % 16) : gcd(i * 6, 84);
}

// More arguments than registers hold.
NOINLINE ulong many(uint a, ushort b, ulong c, uchar d, int e, long f, uint4 g, short h, ulong4 k,
                    char l, uint8 m, ulong n, int o, uint p, short4 q)
{
    ulong r = a;
    r = r * 3 + b;
    r = r * 3 + c;
    r = r * 3 + d;
    r = r * 3 + e;
    r = r * 3 + f;
    r = r * 3 + g.x + 5 * g.y + 7 * g.z + 9 * g.w;
    r = r * 3 + h;
    r = r * 3 + k.x + 5 * k.y + 7 * k.z + 9 * k.w;
    r = r * 3 + l;
    r = r * 3 + m.s0 + 5 * m.s3 + 7 * m.s5 + 9 * m.s7;
    r = r * 3 + n;
    r = r * 3 + o;
    r = r * 3 + p;
    r = r * 3 + q.x + 5 * q.y + 7 * q.z + 9 * q.w;
    return r;
}

__kernel void many_arguments(__global const uint *in, __global ulong *out)
{
    size_t i = get_global_id(0);
    __global const uint *v = in + i;
    out[i] = many(v[0], v[1], v[2] * 0x100000001ul, v[3], v[4], (long)(int)v[5],
                  (uint4)(v[6], v[7], v[8], v[9]), v[10],
                  (ulong4)(v[11], v[12], v[13], v[14]), v[15],
                  (uint8)(v[16], v[17], v[18], v[19], v[20], v[21], v[22], v[23]), v[24], v[25],
                  v[26], (short4)(v[27], v[28], v[29], v[30]));
}

typedef struct {
    uint id;
    uchar tag;
    ushort parts[3];
    ulong total;
} record_t;

NOINLINE record_t changed(record_t r, uint by)
{
    r.id += by;
    r.parts[by % 3] ^= r.tag;
    r.total = r.total * r.id + r.parts[r.id % 3];
    r.tag++;
    return r;
}

// Structures into and out of functions, and one as a kernel argument.
__kernel void structures(record_t start, __global record_t *out)
{
    size_t i = get_global_id(0);
    record_t r = start;
    for (uint k = 0; k < i % 9; k++)
        r = changed(r, k + i);
    out[i] = r;
}

// Which work-items take part is known only while it runs: a vote by leaving.
__kernel void early_return(__global const uint *in, __global uint *out)
{
    size_t i = get_global_id(0);
    uint v = in[i];
    if (v % 3 == 0)
        return;
    out[i] = 1;
    for (uint k = 0; k < 10; k++) {
        if (v >> k & 1)
            return;
        out[i] += k + 1;
    }
    out[i] = 1000;
}
