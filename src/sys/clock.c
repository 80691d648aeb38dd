// clock.c: clocks and their text forms
#include "sys/clock.h"

#include <time.h>

#include "base/civil.h"

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
