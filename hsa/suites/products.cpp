// Times matrix products of ggml on a backend against those of its CPU backend with one thread, in one run. Each case's
// first launch, in which its kernels are compiled, counts apart; then it runs on both until a second has passed on each,
// at least twice, and the shortest counts. A line for each case, and the geometric mean of the ratios.
//
//     products [BACKEND [SUBSTRING]]    of the cases those whose line has the substring

#include <ggml-alloc.h>
#include <ggml-backend.h>
#include <ggml.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

struct Case {
    ggml_type type;
    int64_t m, n, k;
};

struct Ran {
    double first, best;
    std::vector<float> result;
};

static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Weights of the type, m rows of k, from numbers between -1 and 1.
static std::vector<char> weights(const Case &c, std::mt19937 &random) {
    std::uniform_real_distribution<float> numbers(-1, 1);
    std::vector<float> values(c.m * c.k);
    for (float &v : values)
        v = numbers(random);
    std::vector<char> bytes(ggml_row_size(c.type, c.k) * c.m);
    std::vector<float> importance(c.k, 1);
    ggml_quantize_chunk(c.type, values.data(), bytes.data(), 0, c.m, c.k, importance.data());
    return bytes;
}

static Ran run(ggml_backend_t backend, const Case &c, const std::vector<char> &a, const std::vector<float> &b) {
    ggml_context *context = ggml_init({ggml_tensor_overhead() * 8 + ggml_graph_overhead(), nullptr, true});
    ggml_tensor *left = ggml_new_tensor_2d(context, c.type, c.k, c.m);
    ggml_tensor *right = ggml_new_tensor_2d(context, GGML_TYPE_F32, c.k, c.n);
    ggml_tensor *product = ggml_mul_mat(context, left, right);
    ggml_cgraph *graph = ggml_new_graph(context);
    ggml_build_forward_expand(graph, product);
    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(context, backend);
    ggml_backend_tensor_set(left, a.data(), 0, a.size());
    ggml_backend_tensor_set(right, b.data(), 0, b.size() * sizeof(float));
    auto once = [&] {
        double start = now();
        ggml_backend_graph_compute(backend, graph);
        ggml_backend_synchronize(backend);
        return now() - start;
    };
    Ran ran{once(), INFINITY, {}};
    double begin = now();
    for (int i = 0; i < 2 || (now() - begin < 1 && i < 1000); i++)
        ran.best = std::fmin(ran.best, once());
    ran.result.resize(c.m * c.n);
    ggml_backend_tensor_get(product, ran.result.data(), 0, ran.result.size() * sizeof(float));
    ggml_backend_buffer_free(buffer);
    ggml_free(context);
    return ran;
}

int main(int count, char **arguments) {
    const char *name = count > 1 ? arguments[1] : "ROCm0", *part = count > 2 ? arguments[2] : "";
    ggml_backend_load_all();
    ggml_backend_t device = ggml_backend_init_by_name(name, nullptr);
    ggml_backend_t host = ggml_backend_init_by_type(GGML_BACKEND_DEVICE_TYPE_CPU, nullptr);
    if (!device || !host) {
        fprintf(stderr, "no backend %s\n", name);
        return 2;
    }
    ggml_backend_reg_t registry = ggml_backend_dev_backend_reg(ggml_backend_get_device(host));
    auto threads = (ggml_backend_set_n_threads_t)ggml_backend_reg_get_proc_address(registry, "ggml_backend_set_n_threads");
    threads(host, 1);
    const ggml_type types[] = {GGML_TYPE_F32, GGML_TYPE_F16, GGML_TYPE_BF16, GGML_TYPE_Q4_0, GGML_TYPE_Q5_1, GGML_TYPE_Q8_0,
        GGML_TYPE_Q2_K, GGML_TYPE_Q4_K, GGML_TYPE_Q6_K, GGML_TYPE_IQ2_XXS, GGML_TYPE_IQ4_NL, GGML_TYPE_MXFP4};
    std::mt19937 random(1);
    double logs = 0;
    int cases = 0, wrong = 0;
    printf("%-28s %10s %10s %10s %7s %9s\n", "case", "host ms", "device ms", "first ms", "ratio", "error");
    for (ggml_type type : types)
        for (int64_t n : {1, 4, 32, 256}) {
            Case c{type, 1024, n, 2048};
            char line[64];
            snprintf(line, sizeof line, "%s m=%d n=%d k=%d", ggml_type_name(type), (int)c.m, (int)c.n, (int)c.k);
            if (!strstr(line, part))
                continue;
            std::vector<char> a = weights(c, random);
            std::vector<float> b(c.n * c.k);
            for (float &v : b)
                v = std::uniform_real_distribution<float>(-1, 1)(random);
            Ran on_host = run(host, c, a, b), on_device = run(device, c, a, b);
            // As test-backend-ops compares products: the squares of the differences by those of the values, 5e-4 at most.
            double squares = 0, differences = 0;
            for (size_t i = 0; i < on_host.result.size(); i++) {
                squares += std::pow(on_host.result[i], 2);
                differences += std::pow(on_host.result[i] - on_device.result[i], 2);
            }
            double error = differences / squares, ratio = on_device.best / on_host.best;
            wrong += !(error <= 5e-4);
            logs += std::log(ratio);
            cases++;
            printf("%-28s %10.3f %10.3f %10.1f %7.1f %9.1e\n", line, on_host.best * 1e3, on_device.best * 1e3,
                on_device.first * 1e3, ratio, error);
            fflush(stdout);
        }
    printf("%d cases, %d wrong; the geometric mean of the ratios is %.2f\n", cases, wrong, std::exp(logs / cases));
    return wrong != 0;
}
