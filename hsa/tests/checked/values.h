// What the programs of this folder have beside those of `hip/`.
#pragma once

#include "../hip/check.h"

#include <tuple>

// Memory of the device that begins with zeros, or with what a function gives for indices.
template <class T> class Array {
  public:
    explicit Array(size_t count) : Array(count, [](size_t) { return T(); }) {}

    template <class F> Array(size_t count, F value) : memory(values(count, value)) {}

    T *get() const { return memory; }

    std::vector<T> read() const { return memory.read(); }

  private:
    template <class F> static std::vector<T> values(size_t count, F value) {
        std::vector<T> v(count);
        for (size_t i = 0; i < count; i++) v[i] = T(value(i));
        return v;
    }

    Device<T> memory;
};
