// What the programs of this folder share. They call AMD's libraries with many types and sizes, compare with what the
// host's C++ library makes of the same numbers, and print a line for each case: "function<type> size: right", or what
// was wrong. Numbers are whole and small enough for sums to be exact in every type and order.
#pragma once

#include "check.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>

// A type as a value, for generic lambdas.
template <class T> struct Type {
    using type = T;
};

// A lambda for each type.
template <class... T, class F> void each(F f) { (f(Type<T>()), ...); }

template <class T> std::string type_name() {
    if constexpr (std::is_integral_v<T>) return (std::is_signed_v<T> ? "i" : "u") + std::to_string(sizeof(T) * 8);
    else if constexpr (std::is_floating_point_v<T> || sizeof(T) == 2) return "f" + std::to_string(sizeof(T) * 8);
    else return "record" + std::to_string(sizeof(T));
}

template <class T> std::string shown(const T &value) {
    if constexpr (std::is_arithmetic_v<T>) return std::to_string(value);
    else if constexpr (sizeof(T) == 2) return std::to_string(float(value));
    else return "other";
}

// How many cases were wrong.
inline unsigned wrongs = 0;

inline void told(const std::string &name, const std::string &wrong) {
    wrongs += !wrong.empty();
    std::cout << name << ": " << (wrong.empty() ? "right" : "wrong, " + wrong) << std::endl;
}

template <class T> std::string named(const std::string &function, size_t size) {
    return function + "<" + type_name<T>() + "> " + std::to_string(size);
}

// Nothing if two arrays are the same to the bit, else where they are not.
template <class T> std::string differs(const std::vector<T> &got, const std::vector<T> &wanted) {
    if (got.size() != wanted.size()) return std::to_string(got.size()) + ", not " + std::to_string(wanted.size());
    for (size_t i = 0; i < got.size(); i++)
        if (std::memcmp(&got[i], &wanted[i], sizeof(T)) != 0)
            return "[" + std::to_string(i) + "] is " + shown(got[i]) + ", not " + shown(wanted[i]);
    return "";
}

// Results of one case, gathered until it ends.
template <class T> class Case {
  public:
    Case(const std::string &function, size_t size) : name(named<T>(function, size)) {}
    Case(const Case &) = delete;
    ~Case() { told(name, wrong); }

    template <class U> void same(const std::vector<U> &got, const std::vector<U> &wanted) {
        if (wrong.empty()) wrong = differs(got, wanted);
    }

    // One value, for which the arrays may be too long.
    template <class U> void first(const Device<U> &got, U wanted) {
        U one;
        OK(hipMemcpy(&one, got, sizeof one, hipMemcpyDeviceToHost));
        same(std::vector<U>{one}, std::vector<U>{wanted});
    }

    // As many as are wanted, from the array's beginning.
    template <class U> void begins(const Device<U> &got, const std::vector<U> &wanted) {
        std::vector<U> some = got.read();
        CHECK(wanted.size() <= some.size());
        some.resize(wanted.size());
        same(some, wanted);
    }

  private:
    std::string name, wrong;
};

// Whole numbers from 0, which every type has; negative ones too where `below` is not 0.
template <class T> std::vector<T> numbers(size_t count, unsigned seed, int range, int below = 0) {
    std::vector<T> all(count);
    seed = seed * 2654435761u + 12345;
    for (auto &value : all) {
        int k = int(next_random(seed) >> 4) % range - below;
        if constexpr (std::is_arithmetic_v<T>) value = T(k);
        else value = T(float(k));
    }
    return all;
}

// All bits, and no NaN: floats of every exponent.
template <class T> std::vector<T> any_bits(size_t count, unsigned seed) {
    std::vector<T> all(count);
    seed = seed * 2654435761u + 54321;
    for (auto &value : all) {
        do {
            unsigned char bytes[sizeof(T)];
            for (auto &b : bytes) b = next_random(seed) >> 11;
            std::memcpy(&value, bytes, sizeof(T));
        } while (!(value == value) || value == T(0));
    }
    return all;
}

// Sorted offsets from 0 to `count`: segments of all sizes, with empty ones.
inline std::vector<unsigned> segments(size_t count, unsigned parts, unsigned seed) {
    std::vector<unsigned> offsets = {0, unsigned(count)};
    seed = seed * 2654435761u + 777;
    while (offsets.size() < parts + 1) {
        unsigned at = next_random(seed) % (count + 1);
        offsets.push_back(at);
        if (at % 5 == 0 && offsets.size() < parts + 1) offsets.push_back(at);
    }
    std::sort(offsets.begin(), offsets.end());
    return offsets;
}

// Calls a function twice, as these libraries want it: for the size of temporary memory, and with it.
template <class F> void stored(F call) {
    size_t bytes = 0;
    OK(call(nullptr, bytes));
    Device<char> storage(std::max<size_t>(bytes, 1));
    OK(call(static_cast<char *>(storage), bytes));
    OK(hipDeviceSynchronize());
}

// The last statement of main.
inline int ended() {
    OK(hipDeviceSynchronize());
    return wrongs != 0;
}
