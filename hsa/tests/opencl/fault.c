/* A kernel that writes behind its buffer ends the program, as AMD's runtime does with every fault, after a line
 * that says which kernel, buffer and lane. It is another process that ends so; from ROCm 7 on it goes on, and finds that
 * the kernel has not done what it should. */
#include "opencl.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *SOURCE = "kernel void stray(global int *x, int at) { x[get_global_id(0) + at] = 1; }\n";

/* The kernel with 64 work-items on 64 words, from word `at` on. */
static void run(int at)
{
    start();
    cl_kernel stray = kernel_of(build(SOURCE, ""), "stray");
    cl_mem x = buffer(CL_MEM_READ_WRITE, 256, NULL);
    int host[64];
    SET(stray, 0, x);
    SET(stray, 1, at);
    launch(stray, 64, 64);
    take(x, host, sizeof host);
    for (int i = 0; i < 64; i++)
        CHECK(host[i] == 1);
}

int main(void)
{
    char text[4096] = "";
    int ends[2], status;
    CHECK(pipe(ends) == 0);
    fflush(stdout);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        CHECK(dup2(ends[1], 2) == 2);
        run(10);
        _exit(0);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t n; (n = read(ends[0], text + length, sizeof text - 1 - length)) > 0;)
        length += n;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT) || (WIFEXITED(status) && WEXITSTATUS(status) == 1));
    /* 54 lanes have room: lane 54 is the first that has none. */
    const char *parts[] = {"kernel 'stray'", "write of 4 bytes", "0 bytes past the end", "(256 bytes)", "lane 54"};
    for (size_t i = 0; i < COUNT(parts); i++) {
        if (!strstr(text, parts[i]))
            printf("no '%s' in: %s\n", parts[i], text);
        CHECK(strstr(text, parts[i]));
    }
    run(0);
    return right();
}
