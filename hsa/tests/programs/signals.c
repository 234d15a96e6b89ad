/* Signals between threads: values, waits with time limits, handlers, several at once. */
#include "hsa_min.h"

#include <pthread.h>
#include <time.h>

enum { TURNS = 20000 };
static handle ping, pong;

static void *other(void *unused)
{
    for (int64_t i = 1; i <= TURNS; i++) {
        hsa_signal_wait_scacquire(ping, EQ, i, FOREVER, 1);
        hsa_signal_store_screlease(pong, i);
    }
    return unused;
}

static handle counted, ended;

/* Is called as long as the signal is above 0, and counts it down. */
static bool handler(int64_t value, void *data)
{
    int *calls = data;
    CHECK(value == 3 - *calls);
    ++*calls;
    hsa_signal_subtract_screlease(counted, 1);
    if (value > 1)
        return true;
    hsa_signal_store_screlease(ended, 0);
    return false;
}

static void *later(void *signal)
{
    struct timespec t = {0, 20000000};
    nanosleep(&t, NULL);
    hsa_signal_store_screlease((handle)signal, 5);
    return NULL;
}

static uint64_t ticks(void)
{
    uint64_t t;
    OK(hsa_system_get_info(2, &t));
    return t;
}

int main(void)
{
    start();
    handle s = new_signal(6);
    hsa_signal_add_relaxed(s, 4);
    CHECK(hsa_signal_load_scacquire(s) == 10);
    hsa_signal_subtract_screlease(s, 3);
    hsa_signal_and_relaxed(s, 6);
    CHECK(hsa_signal_load_scacquire(s) == 6);
    hsa_signal_or_relaxed(s, 9);
    hsa_signal_xor_acq_rel(s, 1);
    CHECK(hsa_signal_load_scacquire(s) == 14);
    CHECK(hsa_signal_exchange_scacq_screl(s, -1) == 14);
    CHECK(hsa_signal_cas_scacq_screl(s, 0, 9) == -1);
    CHECK(hsa_signal_cas_scacq_screl(s, -1, 9) == -1);
    CHECK(hsa_signal_load_scacquire(s) == 9);
    hsa_signal_silent_store_relaxed(s, 8);
    CHECK(hsa_signal_wait_scacquire(s, NE, 9, FOREVER, 0) == 8);

    uint64_t begin = ticks();
    CHECK(hsa_signal_wait_scacquire(s, LT, 8, 30000000, 1) == 8);
    uint64_t took = ticks() - begin;
    CHECK(took >= 30000000 && took < 5000000000);

    ping = new_signal(0);
    pong = new_signal(0);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, other, NULL) == 0);
    for (int64_t i = 1; i <= TURNS; i++) {
        hsa_signal_store_screlease(ping, i);
        CHECK(hsa_signal_wait_scacquire(pong, GTE, i, FOREVER, 0) == i);
    }
    pthread_join(thread, NULL);

    int calls = 0;
    counted = new_signal(0);
    ended = new_signal(1);
    OK(hsa_amd_signal_async_handler(counted, GTE, 1, handler, &calls));
    CHECK(hsa_signal_wait_scacquire(ended, EQ, 0, 10000000, 0) == 1 && calls == 0);
    hsa_signal_store_screlease(counted, 3);
    wait_for(ended);
    CHECK(calls == 3 && hsa_signal_load_scacquire(counted) == 0);

    handle two[2] = {new_signal(0), new_signal(0)};
    uint32_t conditions[2] = {EQ, GTE};
    int64_t values[2] = {1, 5}, seen = 0;
    CHECK(hsa_amd_signal_wait_any(2, two, conditions, values, 10000000, 0, &seen) == UINT32_MAX);
    CHECK(pthread_create(&thread, NULL, later, (void *)two[1]) == 0);
    CHECK(hsa_amd_signal_wait_any(2, two, conditions, values, FOREVER, 0, &seen) == 1 && seen == 5);
    pthread_join(thread, NULL);
    OK(hsa_signal_destroy(s));
    CHECK(hsa_signal_destroy(s) == 0x1006);
    puts("right");
    return 0;
}
