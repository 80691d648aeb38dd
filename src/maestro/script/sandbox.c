#include "maestro/script/sandbox.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "maestro/script/wire.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum { LOOK_EVERY_MS = 10 };

static size_t max_kib;
static _Atomic int64_t until_ms; // processor time; 0: without end

// macOS counts bytes where Linux counts KiB.
#ifdef __APPLE__
enum { MAXRSS_UNIT = 1024 };
#else
enum { MAXRSS_UNIT = 1 };
#endif

static int64_t
computed_ms(void)
{
    struct timespec used = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

static void *
watch(void *user)
{
    const struct at_op never = {AT_NEVER_NS, NULL};
    struct rusage usage;
    (void)user;
    for (;;) {
        int64_t until = atomic_load(&until_ms);
        if (getrusage(RUSAGE_SELF, &usage) == 0 &&
            (size_t)usage.ru_maxrss / MAXRSS_UNIT > max_kib)
            _exit(AT_SCRIPT_EXIT_MEMORY);
        if (until != 0 && computed_ms() > until)
            _exit(AT_SCRIPT_EXIT_TIME);
        (void)!at_op_wait_until(
            &never, at_now_ns() + LOOK_EVERY_MS * AT_NS_PER_MS, NULL);
    }
    return NULL;
}

bool
at_sandbox_watch(size_t max_bytes)
{
    pthread_t thread;
    max_kib = max_bytes / 1024;
    return pthread_create(&thread, NULL, watch, NULL) == 0 &&
           pthread_detach(thread) == 0;
}

void
at_sandbox_compute(int64_t ms)
{
    atomic_store(&until_ms, ms > 0 ? computed_ms() + ms : 0);
}

static void
limit(int resource, rlim_t most)
{
    struct rlimit value = {most, most};
    (void)setrlimit(resource, &value);
}

void
at_sandbox_limit(void)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, 4); // 0 to 3 are open, so there is none to come
}
