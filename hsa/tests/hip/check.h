// What the programs of this folder share: they check themselves, print "right" at their end, or what was wrong.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <vector>

[[noreturn]] inline void wrong_at(const char *file, int line) {
    std::cout << " (" << file << ":" << line << ")" << std::endl;
    // Not exit(): kernels may still run.
    std::_Exit(1);
}

// The program ends here unless it is so.
#define CHECK(what)                                                                                                    \
    do {                                                                                                               \
        if (!(what)) {                                                                                                 \
            std::cout << "not so: " #what;                                                                             \
            wrong_at(__FILE__, __LINE__);                                                                              \
        }                                                                                                              \
    } while (0)

// A call of HIP ends with this status.
#define GIVES(call, wanted)                                                                                            \
    do {                                                                                                               \
        hipError_t status_ = (call);                                                                                   \
        if (status_ != (wanted)) {                                                                                     \
            std::cout << #call " gave " << hipGetErrorName(status_) << ", not " << hipGetErrorName(wanted);            \
            wrong_at(__FILE__, __LINE__);                                                                              \
        }                                                                                                              \
    } while (0)

#define OK(call) GIVES(call, hipSuccess)

// Kernel launches return nothing.
#define LAUNCHED() OK(hipGetLastError())

// Two numbers are the same.
#define SAME(got, wanted)                                                                                              \
    do {                                                                                                               \
        auto got_ = (got);                                                                                             \
        auto wanted_ = (wanted);                                                                                       \
        if (got_ != wanted_) {                                                                                         \
            std::cout << #got " is " << +got_ << ", not " << +wanted_;                                                 \
            wrong_at(__FILE__, __LINE__);                                                                              \
        }                                                                                                              \
    } while (0)

// Two arrays are the same; `wanted` is called with indices.
#define ALL_SAME(got, wanted)                                                                                          \
    do {                                                                                                               \
        const auto &array_ = (got);                                                                                    \
        for (size_t i_ = 0; i_ < array_.size(); i_++) {                                                                \
            auto wanted_ = (wanted)(i_);                                                                               \
            if (!(array_[i_] == wanted_)) {                                                                            \
                std::cout << #got "[" << i_ << "] is " << +array_[i_] << ", not " << +wanted_;                         \
                wrong_at(__FILE__, __LINE__);                                                                          \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)

// Memory of the current device.
template <class T> class Device {
  public:
    explicit Device(size_t count) : count(count) { OK(hipMalloc(&pointer, count * sizeof(T))); }
    Device(const std::vector<T> &from) : Device(from.size()) { write(from); }
    Device(const Device &) = delete;
    ~Device() { OK(hipFree(pointer)); }

    operator T *() const { return pointer; }

    void write(const std::vector<T> &from) const {
        CHECK(from.size() == count);
        OK(hipMemcpy(pointer, from.data(), count * sizeof(T), hipMemcpyHostToDevice));
    }

    std::vector<T> read() const {
        std::vector<T> to(count);
        OK(hipMemcpy(to.data(), pointer, count * sizeof(T), hipMemcpyDeviceToHost));
        return to;
    }

  private:
    T *pointer = nullptr;
    size_t count;
};

// Memory of the host that kernels can access by the same address.
template <class T> class Pinned {
  public:
    explicit Pinned(size_t count, unsigned flags = hipHostMallocDefault) {
        OK(hipHostMalloc(reinterpret_cast<void **>(&pointer), count * sizeof(T), flags));
        for (size_t i = 0; i < count; i++) pointer[i] = T();
    }
    Pinned(const Pinned &) = delete;
    ~Pinned() { OK(hipHostFree(pointer)); }

    operator T *() const { return pointer; }

  private:
    T *pointer = nullptr;
};

// Words that host and kernels tell each other something with.
__host__ __device__ inline unsigned look(unsigned *word) {
#ifdef __HIP_DEVICE_COMPILE__
    return __hip_atomic_load(word, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM);
#else
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
#endif
}

__host__ __device__ inline void say(unsigned *word, unsigned value) {
#ifdef __HIP_DEVICE_COMPILE__
    __hip_atomic_store(word, value, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM);
#else
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
#endif
}

__host__ __device__ inline void wait_for(unsigned *word, unsigned value) {
    while (look(word) != value) {
    }
}

// Numbers that look random (xorshift, Marsaglia 2003).
__host__ __device__ inline unsigned next_random(unsigned &state) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

inline std::vector<unsigned> randoms(size_t count, unsigned seed) {
    std::vector<unsigned> all(count);
    for (auto &word : all) word = next_random(seed);
    return all;
}

__device__ inline unsigned item() { return blockIdx.x * blockDim.x + threadIdx.x; }

// The last statement of main.
inline int right() {
    OK(hipDeviceSynchronize());
    std::cout << "right" << std::endl;
    return 0;
}
