/* A packet is executed when its header is written and the queue's write index counts it, whichever comes last. */
#include "hsa_min.h"

int main(void)
{
    start();
    struct queue *q = new_queue(gpu);
    handle done = new_signal(1);
    struct barrier packet = {.header = AND | 1 << 8, .completion = done};
    uint16_t header = packet.header;

    /* The header first. */
    __atomic_store_n((uint16_t *)q->packets, header, __ATOMIC_RELEASE);
    hsa_signal_store_screlease(q->doorbell, 0);
    CHECK(hsa_signal_wait_scacquire(done, LT, 1, 20000000, 0) == 1);
    CHECK(hsa_queue_load_read_index_scacquire(q) == 0);
    memcpy(q->packets, &packet, sizeof packet);
    CHECK(hsa_queue_add_write_index_relaxed(q, 1) == 0);
    hsa_signal_store_screlease(q->doorbell, 0);
    wait_for(done);
    CHECK(hsa_queue_load_read_index_scacquire(q) == 1);

    /* The index first. */
    hsa_signal_store_relaxed(done, 1);
    CHECK(hsa_queue_add_write_index_relaxed(q, 1) == 1);
    hsa_signal_store_screlease(q->doorbell, 1);
    memcpy(q->packets + 66, (uint8_t *)&packet + 2, sizeof packet - 2);
    CHECK(hsa_signal_wait_scacquire(done, LT, 1, 20000000, 0) == 1);
    CHECK(hsa_queue_load_read_index_scacquire(q) == 1);
    __atomic_store_n((uint16_t *)(q->packets + 64), header, __ATOMIC_RELEASE);
    hsa_signal_store_screlease(q->doorbell, 1);
    wait_for(done);
    OK(hsa_queue_destroy(q));
    puts("right");
    return 0;
}
