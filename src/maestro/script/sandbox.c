#include "maestro/script/sandbox.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "sys/cancel.h"
#include "sys/clock.h"

enum { LOOK_EVERY_MS = 10 };

static size_t max_kib;
static int end_status;

// macOS counts bytes where Linux counts KiB.
#ifdef __APPLE__
enum { MAXRSS_UNIT = 1024 };
#else
enum { MAXRSS_UNIT = 1 };
#endif

static void *
watch(void *user)
{
    const struct at_op never = {AT_NEVER_NS, NULL};
    struct rusage usage;
    (void)user;
    for (;;) {
        if (getrusage(RUSAGE_SELF, &usage) == 0 &&
            (size_t)usage.ru_maxrss / MAXRSS_UNIT > max_kib)
            _exit(end_status);
        (void)!at_op_wait_until(
            &never, at_now_ns() + LOOK_EVERY_MS * AT_NS_PER_MS, NULL);
    }
    return NULL;
}

bool
at_sandbox_watch_memory(size_t max_bytes, int status)
{
    pthread_t thread;
    max_kib = max_bytes / 1024;
    end_status = status;
    return pthread_create(&thread, NULL, watch, NULL) == 0 &&
           pthread_detach(thread) == 0;
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
