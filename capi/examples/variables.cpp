// Variables of a program, pointers that host and kernels share, and memory of the host that a kernel writes:
// counter.hsaco is given as the argument.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "gcn_jit.h"

namespace {

struct Close {
    void operator()(gj_device *device) const { gj_device_close(device); }
    void operator()(gj_program *program) const { gj_program_unload(program); }
};

using Device = std::unique_ptr<gj_device, Close>;
using Program = std::unique_ptr<gj_program, Close>;

void check(const Device &device, gj_status status)
{
    if (status == GJ_OK)
        return;
    std::string text(gj_last_error(device.get(), nullptr, 0) + 1, '\0');
    gj_last_error(device.get(), &text[0], text.size());
    throw std::runtime_error(std::string(gj_status_name(status)) + ": " + text.c_str());
}

gj_argument pointer(uint64_t address)
{
    gj_argument a{};
    a.kind = GJ_ARG_POINTER;
    a.address = address;
    return a;
}

gj_argument value(const uint32_t &number)
{
    gj_argument a{};
    a.kind = GJ_ARG_VALUE;
    a.value = &number;
    a.bytes = sizeof number;
    return a;
}

void run(const Device &device, const Program &program, const char *name, const std::vector<gj_argument> &arguments)
{
    gj_kernel *kernel;
    check(device, gj_kernel_find(program.get(), name, &kernel));
    gj_launch_info info{};
    info.size = sizeof info;
    info.global[0] = info.local[0] = 64;
    info.arguments = arguments.data();
    info.argument_count = static_cast<uint32_t>(arguments.size());
    check(device, gj_launch(device.get(), kernel, &info, nullptr));
}

int all(const char *file)
{
    std::ifstream in(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};

    gj_device_options options{};
    options.size = sizeof options;
    options.target = "gfx900";
    options.flags = GJ_HOST_ADDRESSES;
    gj_device *opened;
    if (gj_device_open(&options, &opened) != GJ_OK)
        throw std::runtime_error("no device");
    const Device device(opened);
    gj_program *loaded;
    check(device, gj_program_load(device.get(), bytes.data(), bytes.size(), &loaded));
    const Program program(loaded);

    // The host's own memory, at its own address.
    std::vector<float> out(4);
    uint64_t at;
    check(device, gj_map(device.get(), out.data(), out.size() * sizeof(float), GJ_READ_WRITE, &at));
    const uint32_t by = 3;
    run(device, program, "count", {value(by), pointer(at)});
    check(device, gj_unmap(device.get(), at));
    std::printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);

    // A variable of the program: a pointer to it in memory is followed by a kernel.
    uint64_t counter = 0;
    for (size_t i = 0; i < gj_program_symbols(program.get()); i++) {
        gj_symbol symbol{};
        symbol.size = sizeof symbol;
        check(device, gj_program_symbol(program.get(), i, &symbol));
        if (symbol.kind == GJ_SYMBOL_VARIABLE && std::strcmp(symbol.name, "counter") == 0)
            counter = symbol.address;
    }
    uint64_t where;
    check(device, gj_alloc(device.get(), sizeof counter, 0, nullptr, &where));
    *reinterpret_cast<uint64_t *>(where) = counter;
    run(device, program, "follow", {pointer(where)});
    std::printf("%u\n", *static_cast<uint32_t *>(gj_host_pointer(device.get(), counter, 4)));
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    try {
        return argc == 2 ? all(argv[1]) : 2;
    } catch (const std::exception &e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
