// idle_result.c: formats and combines the results of waits
#include "flow/wait/idle.h"

#include <string.h>

#include "base/buf.h"

static const char *const outcome_names[] = {
    [AT_IDLE_SETTLED] = "settled",     [AT_IDLE_LOADING] = "loading",
    [AT_IDLE_CHANGING] = "changing",   [AT_IDLE_TIMED_OUT] = "timed_out",
    [AT_IDLE_CANCELLED] = "cancelled", [AT_IDLE_APP_GONE] = "app_gone",
};

const char *
at_idle_outcome_name(enum at_idle_outcome outcome)
{
    return outcome_names[outcome];
}

void
at_idle_add_asked(struct at_idle_result *result, const char *name)
{
    for (size_t i = 0; i < result->asked_count; i++) {
        if (strcmp(result->asked[i], name) == 0)
            return;
    }
    if (result->asked_count < AT_SYNC_SOURCES_MAX)
        result->asked[result->asked_count++] = name;
}

void
at_idle_write_waited(const struct at_idle_result *result, struct at_buf *out)
{
    if (result->app_waited[0])
        at_buf_add_fmt(out, "%s (%lld ms)", result->app_waited,
                       (long long)(result->app_waited_ns / AT_NS_PER_MS));
}

// Put the earlier text first.
static void
add_before(char text[AT_PENDING_TEXT], const char *earlier)
{
    struct at_buf both = AT_BUF_INIT(2 * AT_PENDING_TEXT + 2);
    at_buf_add_fmt(&both, "%s%s%s", earlier, *earlier && *text ? "; " : "",
                   text);
    at_str_cut(text, AT_PENDING_TEXT, at_buf_str(&both));
    at_buf_deinit(&both);
}

void
at_idle_add(struct at_idle_result *newest, const struct at_idle_result *earlier)
{
    newest->readings += earlier->readings;
    newest->waited_ns += earlier->waited_ns;
    newest->app_waited_ns += earlier->app_waited_ns;
    if (!newest->loading[0])
        memcpy(newest->loading, earlier->loading, sizeof(newest->loading));
    add_before(newest->app_waited, earlier->app_waited);
    if (newest->asked_count == 0) {
        memcpy(newest->app_still, earlier->app_still,
               sizeof(newest->app_still));
        memcpy(newest->app_endless, earlier->app_endless,
               sizeof(newest->app_endless));
    }
    for (size_t i = 0; i < earlier->asked_count; i++)
        at_idle_add_asked(newest, earlier->asked[i]);
}
