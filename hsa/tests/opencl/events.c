/* Events: their times in order, lists of them on queues without order, callbacks, user events, markers. */
#include "opencl.h"
#include <pthread.h>
#include <time.h>

enum { N = 1024 };

static const char *SOURCE =
    "kernel void step(global int *x, int mul, int add) { size_t i = get_global_id(0); x[i] = x[i] * mul + add; }\n"
    "kernel void sum(global const int *x, global const int *y, global int *z)\n"
    "{ size_t i = get_global_id(0); z[i] = x[i] + y[i]; }\n";

static cl_kernel step, sum;

static cl_event do_step(cl_command_queue q, cl_mem x, int mul, int add, cl_uint n, const cl_event *after)
{
    size_t all = N;
    cl_event event;
    SET(step, 0, x);
    SET(step, 1, mul);
    SET(step, 2, add);
    OK(clEnqueueNDRangeKernel(q, step, 1, NULL, &all, NULL, n, after, &event));
    return event;
}

static cl_ulong time_of(cl_event event, cl_profiling_info what)
{
    cl_ulong t;
    OK(clGetEventProfilingInfo(event, what, sizeof t, &t, NULL));
    return t;
}

static cl_int state_of(cl_event event)
{
    cl_int state;
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL));
    return state;
}

static void times(cl_mem x)
{
    cl_event events[3];
    static int host[N];
    events[0] = do_step(queue, x, 0, 1, 0, NULL);
    OK(clEnqueueReadBuffer(queue, x, CL_FALSE, 0, sizeof host, host, 0, NULL, &events[1]));
    events[2] = do_step(queue, x, 2, 0, 0, NULL);
    OK(clFinish(queue));
    cl_ulong last = 0;
    for (int i = 0; i < 3; i++) {
        cl_ulong queued = time_of(events[i], CL_PROFILING_COMMAND_QUEUED);
        cl_ulong submitted = time_of(events[i], CL_PROFILING_COMMAND_SUBMIT);
        cl_ulong started = time_of(events[i], CL_PROFILING_COMMAND_START);
        cl_ulong ended = time_of(events[i], CL_PROFILING_COMMAND_END);
        CHECK(queued <= submitted && submitted <= started && started < ended);
        CHECK(last <= started && ended - queued < 60000000000);
        last = ended;
        OK(clReleaseEvent(events[i]));
    }
    CHECK(host[0] == 1 && host[N - 1] == 1);
}

/* x and y go ten steps each without regard for each other; their sum waits for both. */
static void no_order(cl_mem x, cl_mem y, cl_mem z)
{
    cl_int error;
    /* Runtimes may have queues with an order alone: the lists hold there, too. */
    cl_command_queue_properties properties;
    OK(clGetDeviceInfo(device, CL_DEVICE_QUEUE_PROPERTIES, sizeof properties, &properties, NULL));
    properties &= CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    cl_command_queue q = clCreateCommandQueue(context, device, properties, &error);
    OK(error);
    static int host[N];
    int a = 1, b = 2;
    cl_event ends[2] = {do_step(q, x, 0, a, 0, NULL), do_step(q, y, 0, b, 0, NULL)};
    for (int i = 0; i < 10; i++) {
        ends[0] = do_step(q, x, 3, i, 1, &ends[0]);
        ends[1] = do_step(q, y, 2, -i, 1, &ends[1]);
        a = a * 3 + i;
        b = b * 2 - i;
    }
    cl_event done;
    size_t all = N;
    SET(sum, 0, x);
    SET(sum, 1, y);
    SET(sum, 2, z);
    OK(clEnqueueNDRangeKernel(q, sum, 1, NULL, &all, NULL, 2, ends, &done));
    OK(clEnqueueReadBuffer(q, z, CL_TRUE, 0, sizeof host, host, 1, &done, NULL));
    for (int i = 0; i < N; i++)
        CHECK(host[i] == a + b);

    /* A barrier orders what has no list. */
    do_step(q, x, 0, 5, 0, NULL);
    OK(clEnqueueBarrierWithWaitList(q, 0, NULL, NULL));
    do_step(q, x, 7, 1, 0, NULL);
    cl_event marker;
    OK(clEnqueueMarkerWithWaitList(q, 0, NULL, &marker));
    OK(clWaitForEvents(1, &marker));
    OK(clEnqueueReadBuffer(q, x, CL_TRUE, 0, sizeof host, host, 0, NULL, NULL));
    CHECK(host[0] == 36 && host[N - 1] == 36);
    OK(clReleaseCommandQueue(q));
}

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int called;
    cl_int state;
} callback = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void CL_CALLBACK called(cl_event event, cl_int state, void *data)
{
    (void)event;
    pthread_mutex_lock(&callback.lock);
    callback.called += *(int *)data;
    callback.state = state;
    pthread_cond_signal(&callback.changed);
    pthread_mutex_unlock(&callback.lock);
}

/* Two queues of two contexts' worth of work wait for one event of the user's. */
static void user_events(cl_mem x, cl_mem y)
{
    cl_int error;
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
    OK(error);
    cl_event gate = clCreateUserEvent(context, &error);
    OK(error);
    static int host[N];
    OK(clFinish(queue));
    cl_event a = do_step(queue, x, 0, 11, 1, &gate);
    cl_event b = do_step(other, y, 0, 12, 1, &gate);
    OK(clFlush(queue));
    OK(clFlush(other));
    int one = 1;
    OK(clSetEventCallback(a, CL_COMPLETE, called, &one));
    struct timespec some = {0, 50000000};
    nanosleep(&some, NULL);
    CHECK(state_of(a) > CL_COMPLETE && state_of(b) > CL_COMPLETE && callback.called == 0);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    FAILS(CL_INVALID_OPERATION, clSetUserEventStatus(gate, CL_COMPLETE));
    cl_event both[2] = {a, b};
    OK(clWaitForEvents(2, both));
    CHECK(state_of(a) == CL_COMPLETE && state_of(b) == CL_COMPLETE);
    pthread_mutex_lock(&callback.lock);
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 20;
    while (!callback.called)
        CHECK(pthread_cond_timedwait(&callback.changed, &callback.lock, &end) == 0);
    CHECK(callback.called == 1 && callback.state == CL_COMPLETE);
    pthread_mutex_unlock(&callback.lock);
    take(x, host, sizeof host);
    CHECK(host[3] == 11);
    take(y, host, sizeof host);
    CHECK(host[N - 1] == 12);

    /* What waits for an event that failed fails too. */
    gate = clCreateUserEvent(context, &error);
    OK(error);
    a = do_step(other, y, 0, 13, 1, &gate);
    OK(clFlush(other));
    OK(clSetUserEventStatus(gate, -5));
    FAILS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &a));
    CHECK(state_of(a) < 0);
    take(y, host, sizeof host);
    CHECK(host[0] == 12);
    OK(clReleaseCommandQueue(other));
}

int main(void)
{
    start();
    cl_program program = build(SOURCE, "");
    step = kernel_of(program, "step");
    sum = kernel_of(program, "sum");
    cl_mem x = buffer(CL_MEM_READ_WRITE, N * 4, NULL), y = buffer(CL_MEM_READ_WRITE, N * 4, NULL);
    cl_mem z = buffer(CL_MEM_READ_WRITE, N * 4, NULL);
    times(x);
    no_order(x, y, z);
    user_events(x, y);
    return right();
}
