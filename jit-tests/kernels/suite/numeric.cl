// Numerical programs in single and double precision. Products and sums are not contracted, so that
// those of additions, multiplications and comparisons alone have one right result to the bit.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

#define PROGRAMS(T)                                                                             \
    /* Escape times of z = z * z + c. */                                                        \
    kernel void mandelbrot_##T(global uint *out, T left, T top, T step, uint limit) {           \
        const uint column = get_global_id(0), row = get_global_id(1);                           \
        const T cx = left + step * column, cy = top + step * row;                               \
        T x = 0, y = 0;                                                                         \
        uint k = 0;                                                                             \
        while (k < limit && x * x + y * y <= 4) {                                               \
            const T next = x * x - y * y + cx;                                                  \
            y = 2 * x * y + cy;                                                                 \
            x = next;                                                                           \
            k++;                                                                                \
        }                                                                                       \
        out[row * get_global_size(0) + column] = k;                                             \
    }                                                                                           \
                                                                                                \
    /* Steps of Jacobi's iteration on a square in local memory; its border is fixed. */         \
    kernel void jacobi_##T(global const T *in, global T *out, uint steps) {                     \
        local T cells[2][10][10];                                                               \
        const uint i = get_local_id(0), j = get_local_id(1);                                    \
        const T mine = in[j * 10 + i];                                                          \
        cells[0][j][i] = mine;                                                                  \
        cells[1][j][i] = mine;                                                                  \
        barrier(CLK_LOCAL_MEM_FENCE);                                                           \
        uint from = 0;                                                                          \
        for (uint s = 0; s < steps; s++, from ^= 1) {                                           \
            if (i > 0 && i < 9 && j > 0 && j < 9)                                               \
                cells[from ^ 1][j][i] = (cells[from][j - 1][i] + cells[from][j + 1][i] +        \
                                         cells[from][j][i - 1] + cells[from][j][i + 1]) *       \
                                        (T)0.25;                                                \
            barrier(CLK_LOCAL_MEM_FENCE);                                                       \
        }                                                                                       \
        out[j * 10 + i] = cells[from][j][i];                                                    \
    }                                                                                           \
                                                                                                \
    /* A sparse matrix (compressed rows) times a vector. */                                     \
    kernel void spmv_##T(global const uint *starts, global const uint *columns,                 \
                         global const T *values, global const T *x, global T *y, uint rows) {   \
        const uint row = get_global_id(0);                                                      \
        if (row >= rows)                                                                        \
            return;                                                                             \
        T sum = 0;                                                                              \
        for (uint k = starts[row]; k < starts[row + 1]; k++)                                    \
            sum += values[k] * x[columns[k]];                                                   \
        y[row] = sum;                                                                           \
    }                                                                                           \
                                                                                                \
    /* Forces between all pairs, with correctly rounded operations only: the force falls with   \
       the distance's fourth power, by way of 1 / r2 from an initial guess and Newton steps. */ \
    kernel void nbody_##T(global const T *positions, global T *forces, uint count) {            \
        const uint me = get_global_id(0);                                                       \
        const T px = positions[3 * me], py = positions[3 * me + 1], pz = positions[3 * me + 2]; \
        T fx = 0, fy = 0, fz = 0;                                                               \
        for (uint k = 0; k < count; k++) {                                                      \
            const T dx = positions[3 * k] - px, dy = positions[3 * k + 1] - py,                 \
                    dz = positions[3 * k + 2] - pz;                                             \
            const T r2 = dx * dx + dy * dy + dz * dz + (T)0.5;                                  \
            T inverse = 1;                                                                      \
            while (inverse * r2 > 1)                                                            \
                inverse *= (T)0.5;                                                              \
            for (uint n = 0; n < 3; n++)                                                        \
                inverse = inverse * (2 - r2 * inverse);                                         \
            const T s = inverse * inverse;                                                      \
            fx += dx * s;                                                                       \
            fy += dy * s;                                                                       \
            fz += dz * s;                                                                       \
        }                                                                                       \
        forces[3 * me] = fx;                                                                    \
        forces[3 * me + 1] = fy;                                                                \
        forces[3 * me + 2] = fz;                                                                \
    }                                                                                           \
                                                                                                \
    /* Prices of European options: call and put. */                                             \
    T normal_##T(T d) {                                                                         \
        return (T)0.5 * erfc(-d * (T)0.70710678118654752440);                                   \
    }                                                                                           \
    kernel void black_scholes_##T(global const T *price, global const T *strike,                \
                                  global const T *years, T rate, T volatility,                  \
                                  global T *call, global T *put) {                              \
        const uint i = get_global_id(0);                                                        \
        const T s = price[i], k = strike[i], t = years[i];                                      \
        const T spread = volatility * sqrt(t);                                                  \
        const T d1 = (log(s / k) + (rate + (T)0.5 * volatility * volatility) * t) / spread;     \
        const T d2 = d1 - spread;                                                               \
        const T discounted = k * exp(-rate * t);                                                \
        call[i] = s * normal_##T(d1) - discounted * normal_##T(d2);                             \
        put[i] = discounted * normal_##T(-d2) - s * normal_##T(-d1);                            \
    }                                                                                           \
                                                                                                \
    /* Fourier transform of 64 complex numbers per group: bit reversal, then butterflies. */    \
    kernel void fft_##T(global const T *in, global T *out) {                                    \
        local T re[64], im[64];                                                                 \
        const uint lid = get_local_id(0), base = 128 * get_group_id(0);                         \
        for (uint k = lid; k < 64; k += 32) {                                                   \
            uint reversed = 0;                                                                  \
            for (uint bit = 0; bit < 6; bit++)                                                  \
                reversed |= (k >> bit & 1) << (5 - bit);                                        \
            re[reversed] = in[base + 2 * k];                                                    \
            im[reversed] = in[base + 2 * k + 1];                                                \
        }                                                                                       \
        barrier(CLK_LOCAL_MEM_FENCE);                                                           \
        for (uint half_size = 1; half_size < 64; half_size *= 2) {                              \
            const uint at = lid % half_size, a = (lid - at) * 2 + at, b = a + half_size;        \
            T c;                                                                                \
            const T s = sincos((T)-3.14159265358979323846 * at / half_size, &c);                \
            const T br = re[b] * c - im[b] * s, bi = re[b] * s + im[b] * c;                     \
            re[b] = re[a] - br;                                                                 \
            im[b] = im[a] - bi;                                                                 \
            re[a] += br;                                                                        \
            im[a] += bi;                                                                        \
            barrier(CLK_LOCAL_MEM_FENCE);                                                       \
        }                                                                                       \
        for (uint k = lid; k < 64; k += 32) {                                                   \
            out[base + 2 * k] = re[k];                                                          \
            out[base + 2 * k + 1] = im[k];                                                      \
        }                                                                                       \
    }                                                                                           \
                                                                                                \
    /* LU decomposition in place of one 12 by 12 matrix per group, without pivots. */           \
    kernel void lu_##T(global T *matrices) {                                                    \
        global T *a = matrices + 144 * get_group_id(0);                                         \
        const uint i = get_local_id(0), j = get_local_id(1);                                    \
        for (uint k = 0; k < 12; k++) {                                                         \
            if (j == k && i > k)                                                                \
                a[12 * i + k] /= a[12 * k + k];                                                 \
            barrier(CLK_GLOBAL_MEM_FENCE);                                                      \
            if (i > k && j > k)                                                                 \
                a[12 * i + j] -= a[12 * i + k] * a[12 * k + j];                                 \
            barrier(CLK_GLOBAL_MEM_FENCE);                                                      \
        }                                                                                       \
    }                                                                                           \
                                                                                                \
    /* Points of a square that lie in the circle. */                                            \
    kernel void pi_##T(global uint *hits, uint rounds) {                                        \
        uint state = get_global_id(0) * 747796405u + 2891336453u, mine = 0;                     \
        for (uint k = 0; k < rounds; k++) {                                                     \
            state = state * 1664525u + 1013904223u;                                             \
            const T x = (T)(state >> 8) * (T)5.9604644775390625e-8;                             \
            state = state * 1664525u + 1013904223u;                                             \
            const T y = (T)(state >> 8) * (T)5.9604644775390625e-8;                             \
            mine += x * x + y * y < 1;                                                          \
        }                                                                                       \
        atomic_add(hits, mine);                                                                 \
    }

PROGRAMS(float)
PROGRAMS(double)
