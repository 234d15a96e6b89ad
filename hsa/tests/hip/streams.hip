// Streams: each in order, any number of them, also beside the default stream, which waits for the others.
#include "check.h"

constexpr unsigned N = 1000;
constexpr dim3 GROUPS(4), GROUP(256);

// Not commutative: the order of steps shows.
__global__ void step(unsigned *v, unsigned k) {
    if (item() < N) v[item()] = v[item()] * 3 + k;
}

__global__ void hold(unsigned *started, unsigned *go) {
    say(started, 1);
    wait_for(go, 1);
}

int main() {
    int least, greatest;
    OK(hipDeviceGetStreamPriorityRange(&least, &greatest));
    // More than HIP has queues for.
    constexpr int STREAMS = 6, STEPS = 20;
    hipStream_t streams[STREAMS];
    OK(hipStreamCreate(&streams[0]));
    OK(hipStreamCreate(&streams[1]));
    OK(hipStreamCreateWithFlags(&streams[2], hipStreamNonBlocking));
    OK(hipStreamCreateWithFlags(&streams[3], hipStreamNonBlocking));
    OK(hipStreamCreateWithPriority(&streams[4], hipStreamDefault, greatest));
    OK(hipStreamCreateWithPriority(&streams[5], hipStreamNonBlocking, least));
    unsigned flags;
    OK(hipStreamGetFlags(streams[2], &flags));
    SAME(flags, unsigned(hipStreamNonBlocking));

    std::vector<unsigned> start = randoms(N, 1);
    Device<unsigned> a(start), b(start), c(start), d(start), e(start), f(start);
    unsigned *all[STREAMS] = {a, b, c, d, e, f};
    for (int k = 0; k < STEPS; k++) {
        for (int s = 0; s < STREAMS; s++) {
            step<<<GROUPS, GROUP, 0, streams[s]>>>(all[s], k * STREAMS + s);
            LAUNCHED();
        }
    }
    for (int s = 0; s < STREAMS; s++) {
        OK(hipStreamSynchronize(streams[s]));
        OK(hipStreamQuery(streams[s]));
        std::vector<unsigned> got(N);
        OK(hipMemcpy(got.data(), all[s], N * 4, hipMemcpyDeviceToHost));
        ALL_SAME(got, [&](size_t i) {
            unsigned v = start[i];
            for (int k = 0; k < STEPS; k++) v = v * 3 + k * STREAMS + s;
            return v;
        });
    }

    // A stream that is busy, and another that is not held up by it.
    Pinned<unsigned> started(1), go(1);
    hold<<<1, 1, 0, streams[2]>>>(started, go);
    LAUNCHED();
    wait_for(started, 1);
    GIVES(hipStreamQuery(streams[2]), hipErrorNotReady);
    step<<<GROUPS, GROUP, 0, streams[3]>>>(d, 7);
    OK(hipStreamSynchronize(streams[3]));
    GIVES(hipStreamQuery(streams[2]), hipErrorNotReady);
    say(go, 1);
    OK(hipStreamSynchronize(streams[2]));
    OK(hipStreamQuery(streams[2]));

    // The default stream comes after what was given to blocking streams before, and before what is given to them after.
    b.write(start);
    *started = *go = 0;
    hold<<<1, 1, 0, streams[0]>>>(started, go);
    step<<<GROUPS, GROUP, 0, streams[0]>>>(b, 1);
    step<<<GROUPS, GROUP>>>(b, 2);
    step<<<GROUPS, GROUP, 0, streams[1]>>>(b, 3);
    LAUNCHED();
    wait_for(started, 1);
    GIVES(hipStreamQuery(streams[1]), hipErrorNotReady);
    say(go, 1);
    OK(hipStreamSynchronize(streams[1]));
    ALL_SAME(b.read(), [&](size_t i) { return ((start[i] * 3 + 1) * 3 + 2) * 3 + 3; });

    for (auto s : streams) OK(hipStreamDestroy(s));
    return right();
}
