// Managed memory: host and kernels use the same addresses in turns.
#include "check.h"

struct Node {
    Node *next;
    unsigned value;
};

__global__ void fill(unsigned *v, unsigned n) {
    if (item() < n) v[item()] = item() * item();
}

// Follows addresses that the host has written, and turns the list around.
__global__ void reverse(Node **head, unsigned *sum) {
    Node *before = nullptr, *at = *head;
    *sum = 0;
    while (at) {
        *sum += at->value;
        at->value *= 2;
        Node *next = at->next;
        at->next = before;
        before = at;
        at = next;
    }
    *head = before;
}

__managed__ unsigned counter = 40;
__managed__ unsigned table[3] = {1, 2, 3};

__global__ void use_variables() {
    counter += 2;
    table[threadIdx.x] *= 10;
}

int main() {
    constexpr unsigned N = 3000;
    unsigned *v;
    OK(hipMallocManaged(reinterpret_cast<void **>(&v), N * 4, hipMemAttachGlobal));
    for (unsigned k = 0; k < 3; k++) {
        fill<<<(N + 63) / 64, 64>>>(v, N);
        LAUNCHED();
        OK(hipDeviceSynchronize());
        for (unsigned i = 0; i < N; i++) {
            SAME(v[i], i * i);
            v[i] = 0;
        }
    }

    constexpr unsigned NODES = 100;
    Node **head, *nodes;
    unsigned *sum;
    OK(hipMallocManaged(reinterpret_cast<void **>(&head), sizeof *head, hipMemAttachGlobal));
    OK(hipMallocManaged(reinterpret_cast<void **>(&nodes), NODES * sizeof *nodes, hipMemAttachGlobal));
    OK(hipMallocManaged(reinterpret_cast<void **>(&sum), sizeof *sum, hipMemAttachGlobal));
    unsigned wanted = 0;
    for (unsigned i = 0; i < NODES; i++) {
        nodes[i] = {i + 1 < NODES ? &nodes[i + 1] : nullptr, i * 7};
        wanted += i * 7;
    }
    *head = nodes;
    reverse<<<1, 1>>>(head, sum);
    LAUNCHED();
    OK(hipDeviceSynchronize());
    SAME(*sum, wanted);
    unsigned i = NODES;
    for (Node *at = *head; at; at = at->next) {
        i--;
        CHECK(at == &nodes[i]);
        SAME(at->value, i * 14);
    }
    SAME(i, 0u);

    counter += 100;
    use_variables<<<1, 3>>>();
    LAUNCHED();
    OK(hipDeviceSynchronize());
    // All lanes of the wave have read before one writes.
    SAME(counter, 142u);
    for (unsigned i = 0; i < 3; i++) SAME(table[i], (i + 1) * 10);

    for (void *p : {static_cast<void *>(v), static_cast<void *>(head), static_cast<void *>(nodes),
                    static_cast<void *>(sum)})
        OK(hipFree(p));
    return right();
}
