// clock.c: clocks and their text forms
#include "sys/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/civil.h"

enum { SCALE_MAX = 20, SCALED_MAX_MS = 3000 };

static int64_t scale = 1;

int64_t
at_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t
at_wall_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void
read_scale(void)
{
    const char *text = getenv("AGENTEST_TIME_SCALE");
    if (text && !at_str_to_i64(at_str(text), 1, SCALE_MAX, &scale))
        scale = 1;
}

int64_t
at_scaled_ms(int64_t ms)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_scale);
    int64_t scaled = ms * scale > SCALED_MAX_MS ? SCALED_MAX_MS : ms * scale;
    return scaled > ms ? scaled : ms;
}

static const char rfc3339[] = AT_CIVIL_RFC3339;
static const char run_name[] = "YYYYMMDD-hhmmss";

void
at_wall_write(int64_t wall_ms, char out[AT_RFC3339_MAX])
{
    at_civil_write(wall_ms, rfc3339, out);
}

void
at_wall_write_name(int64_t wall_ms, char out[AT_RFC3339_MAX])
{
    at_civil_write(wall_ms, run_name, out);
}

bool
at_wall_read(struct at_str text, int64_t *out_wall_ms)
{
    return at_civil_read(text, out_wall_ms);
}

bool
at_wall_read_day(struct at_str text, int64_t *out_wall_ms)
{
    return at_civil_read_day(text, out_wall_ms);
}

bool
at_wall_read_name(struct at_str text, int64_t *out_wall_ms)
{
    return at_civil_read_name(text, out_wall_ms);
}
