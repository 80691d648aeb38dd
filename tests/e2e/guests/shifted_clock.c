// shifted_clock.c: preloaded into a program, lets its clock be off by
// AGENTEST_TEST_SHIFT_S seconds
//
// Only the time of day is off. The monotonic clock isn't, and waits until a
// time of day last as long as they would. Nothing here takes a lock: a process
// that is killed, or forked in the middle, leaves none behind.
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Monotonic times are far below, times of day above.
#define TIME_OF_DAY_MIN_S 1000000000

static time_t
shift_s(void)
{
    const char *text = getenv("AGENTEST_TEST_SHIFT_S");
    time_t seconds = 0;
    if (!text)
        return 0;
    bool is_back = *text == '-';
    for (text += is_back; *text >= '0' && *text <= '9'; text++)
        seconds = 10 * seconds + (*text - '0');
    return is_back ? -seconds : seconds;
}

static struct timespec
real_time(struct timespec until)
{
    if (until.tv_sec > TIME_OF_DAY_MIN_S)
        until.tv_sec -= shift_s();
    return until;
}

int
clock_gettime(clockid_t clock, struct timespec *out)
{
    int status = (int)syscall(SYS_clock_gettime, clock, out);
    if (status == 0 &&
        (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        out->tv_sec += shift_s();
    return status;
}

int
gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *out = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t
time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}

int
pthread_cond_timedwait(pthread_cond_t *restrict cond,
                       pthread_mutex_t *restrict lock,
                       const struct timespec *restrict until)
{
    int (*wait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    struct timespec real = real_time(*until);
    *(void **)&wait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    return wait(cond, lock, &real);
}

int
sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until)
{
    int (*wait)(sem_t *, const struct timespec *);
    struct timespec real = real_time(*until);
    *(void **)&wait = dlsym(RTLD_NEXT, "sem_timedwait");
    return wait(semaphore, &real);
}
