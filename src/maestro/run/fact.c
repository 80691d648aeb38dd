#include "maestro/run/fact.h"

#include <stdlib.h>

#include "base/quote.h"
#include "maestro/run/checks.h"
#include "maestro/run/fact_words.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum { POLL_MS = 200 };

const char *
at_maestro_fact_app(struct at_maestro_call *call, struct at_err *err)
{
    struct at_str id = call->command->app_id;
    if (id.len > 0)
        return at_arena_dup(&call->arena, id).ptr;
    at_maestro_fail_hard(call->run);
    at_fail(err, AT_EUSAGE, "no app is named: add appId to the flow or to %s",
            call->command->name);
    return NULL;
}

bool
at_maestro_fact_matches(const struct at_maestro_pattern *pattern,
                        struct at_str value, bool *out_matches,
                        struct at_err *err)
{
    enum at_maestro_match match = at_maestro_pattern_text(pattern, value);
    *out_matches = match == AT_MAESTRO_MATCHES;
    return match != AT_MAESTRO_TOO_HARD ||
           at_maestro_pattern_fail(pattern, err);
}

bool
at_maestro_fact_compare(const struct at_maestro_fact *fact,
                        const struct at_maestro_pattern *pattern,
                        struct at_str value, bool *out_holds,
                        struct at_err *err)
{
    *out_holds = (!fact->equals.ptr || at_str_eq(value, fact->equals)) &&
                 (!fact->contains.ptr || at_str_has(value, fact->contains));
    return !*out_holds || !pattern ||
           at_maestro_fact_matches(pattern, value, out_holds, err);
}

void
at_maestro_fact_quote(const struct at_maestro_call *call, struct at_str text,
                      struct at_buf *out)
{
    struct at_buf start = AT_BUF_INIT(2 * sizeof(struct at_quoted));
    at_maestro_scope_mask(call->run->opts->scope, text, &start);
    at_buf_add_text(out, AT_QUOTED(at_buf_str(&start)));
    at_buf_deinit(&start);
}

// Compile the pattern once for all looks; *out is NULL without one.
static bool
compile(struct at_maestro_call *call,
        const struct at_maestro_fact_search *search,
        struct at_maestro_pattern **out, struct at_err *err)
{
    struct at_buf part = AT_BUF_INIT(search->pattern.len + 16);
    struct at_str source = search->pattern;
    bool ok = true;
    *out = NULL;
    if (search->pattern.ptr && search->is_part) {
        at_buf_add_fmt(&part, ".*(?:%.*s).*", AT_STR_ARG(search->pattern));
        source = at_arena_dup(&call->arena, at_buf_str(&part));
    }
    if (source.ptr)
        ok = at_maestro_pattern_new(source, out, err);
    if (ok && *out && at_maestro_pattern_is_quoted(*out))
        ok = at_fail(err, AT_EUSAGE, "'%.*s' is not a valid regular expression",
                     AT_STR_ARG(search->pattern));
    at_buf_deinit(&part);
    return ok;
}

static bool
fail(struct at_maestro_call *call, const struct at_buf *found,
     struct at_err *err)
{
    struct at_buf words = AT_BUF_INIT(AT_MAESTRO_TEXT_MAX_BYTES);
    at_maestro_fact_write(call->command, &words);
    char *safe = at_maestro_masked(call->run, at_buf_str(&words));
    at_fail(err, AT_EASSERT, "Assertion is false: %s%s%.*s", safe,
            found->len > 0 ? "; " : "", AT_STR_ARG(at_buf_str(found)));
    free(safe);
    at_buf_deinit(&words);
    return false;
}

// A file that isn't there yet may come; what the caller got wrong stays so.
static bool
may_change(const struct at_err *why)
{
    return why->code == AT_EDEVICE;
}

// A line of the log that must not be there stays there.
static bool
has_come(const struct at_maestro_call *call, const struct at_buf *found)
{
    return call->command->kind == AT_MAESTRO_ASSERT_LOG &&
           call->command->fact.absent && found->len > 0;
}

struct looking {
    at_maestro_fact_look *look;
    struct at_maestro_pattern *pattern;
    int64_t end_ns;
};

// Look until *out_holds or the time is over. Return false if the last look
// could not read.
static bool
look_until(struct at_maestro_call *call, const struct looking *by,
           struct at_buf *found, bool *out_holds, struct at_err *err)
{
    bool read;
    bool again;
    do {
        at_buf_clear(found);
        read = by->look(call, by->pattern, found, out_holds, err);
        int64_t next_ns = at_now_ns() + POLL_MS * AT_NS_PER_MS;
        again = !(read && *out_holds) && (read || may_change(err)) &&
                next_ns <= by->end_ns && !has_come(call, found);
        if (again)
            read = again = at_op_wait_until(call->run->op, next_ns, err);
    } while (again);
    return read;
}

bool
at_maestro_fact_await(struct at_maestro_call *call,
                      const struct at_maestro_fact_search *search,
                      struct at_err *err)
{
    struct at_buf found = AT_BUF_INIT(AT_MAESTRO_FOUND_MAX);
    struct looking by = {.look = search->look};
    struct at_err why = AT_ERR_INIT;
    int64_t limit_ms;
    bool holds = false;
    if (!at_maestro_read_timeout(call, &limit_ms, err))
        return false;
    by.end_ns = at_now_ns() + limit_ms * AT_NS_PER_MS;
    bool read = compile(call, search, &by.pattern, &why) &&
                look_until(call, &by, &found, &holds, &why);
    bool ok = read && (holds || fail(call, &found, err));
    if (!read) {
        at_err_context(&why, "%s can't be checked", call->command->name);
        at_err_pass(err, &why);
    }
    at_maestro_pattern_free(by.pattern);
    at_buf_deinit(&found);
    return ok;
}
