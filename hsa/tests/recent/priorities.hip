// Streams of all priorities: what they are asked for is what they have, each is in order, and all come to their end.
#include "check.h"

constexpr unsigned N = 1024, ROUNDS = 25;

__global__ void step(unsigned *v, unsigned k) { v[item()] = v[item()] * 5 + k; }

int main() {
    int least = 9, greatest = 9;
    OK(hipDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK(least > greatest);
    struct Row {
        hipStream_t stream;
        Device<unsigned> *v;
        int priority;
    };
    std::vector<Row> rows;
    for (int priority = greatest; priority <= least; priority++) {
        for (int twice = 0; twice < 2; twice++) {
            Row row = {nullptr, new Device<unsigned>(std::vector<unsigned>(N, unsigned(rows.size()))), priority};
            OK(hipStreamCreateWithPriority(&row.stream, hipStreamNonBlocking, priority));
            int has = 9;
            OK(hipStreamGetPriority(row.stream, &has));
            SAME(has, priority);
            rows.push_back(row);
        }
    }
    for (unsigned k = 0; k < ROUNDS; k++)
        for (auto &row : rows) step<<<4, 256, 0, row.stream>>>(*row.v, k);
    LAUNCHED();
    for (size_t r = 0; r < rows.size(); r++) {
        OK(hipStreamSynchronize(rows[r].stream));
        unsigned want = unsigned(r);
        for (unsigned k = 0; k < ROUNDS; k++) want = want * 5 + k;
        ALL_SAME(rows[r].v->read(), [&](size_t) { return want; });
        OK(hipStreamDestroy(rows[r].stream));
        delete rows[r].v;
    }
    return right();
}
