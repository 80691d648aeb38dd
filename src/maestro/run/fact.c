#include "maestro/run/fact.h"

#include "maestro/lookup/pattern.h"
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
at_maestro_fact_matches(struct at_str pattern, struct at_str value,
                        bool *out_matches, struct at_err *err)
{
    struct at_maestro_pattern *compiled;
    if (!at_maestro_pattern_new(pattern, &compiled, err))
        return false;
    enum at_maestro_match match = at_maestro_pattern_text(compiled, value);
    bool ok =
        match != AT_MAESTRO_TOO_HARD || at_maestro_pattern_fail(compiled, err);
    if (ok && at_maestro_pattern_is_quoted(compiled))
        ok = at_fail(err, AT_EUSAGE, "'%.*s' is not a valid regular expression",
                     AT_STR_ARG(pattern));
    *out_matches = match == AT_MAESTRO_MATCHES;
    at_maestro_pattern_free(compiled);
    return ok;
}

bool
at_maestro_fact_has(struct at_str pattern, struct at_str value, bool *out_has,
                    struct at_err *err)
{
    struct at_buf part = AT_BUF_INIT(pattern.len + 16);
    at_buf_add_fmt(&part, ".*(?:%.*s).*", AT_STR_ARG(pattern));
    bool ok = at_maestro_fact_matches(at_buf_str(&part), value, out_has, err);
    at_buf_deinit(&part);
    return ok;
}

bool
at_maestro_fact_compare(const struct at_maestro_fact *fact, struct at_str value,
                        bool *out_holds, struct at_err *err)
{
    *out_holds = (!fact->equals.ptr || at_str_eq(value, fact->equals)) &&
                 (!fact->contains.ptr || at_str_has(value, fact->contains));
    return !*out_holds || !fact->matches.ptr ||
           at_maestro_fact_matches(fact->matches, value, out_holds, err);
}

static bool
fail(struct at_maestro_call *call, const struct at_buf *found,
     struct at_err *err)
{
    struct at_buf words = AT_BUF_INIT(AT_ERR_MSG_MAX);
    at_maestro_fact_write(call->command, &words);
    at_fail(err, AT_EASSERT, "Assertion is false: %s%s%.*s",
            at_buf_text(&words), found->len > 0 ? "; " : "",
            AT_STR_ARG(at_buf_str(found)));
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

bool
at_maestro_fact_await(struct at_maestro_call *call, at_maestro_fact_look *look,
                      struct at_err *err)
{
    struct at_buf found = AT_BUF_INIT(AT_MAESTRO_FOUND_MAX);
    struct at_err why = AT_ERR_INIT;
    int64_t limit_ms;
    bool holds = false;
    bool read;
    bool again;
    if (!at_maestro_read_timeout(call, &limit_ms, err))
        return false;
    int64_t end_ns = at_now_ns() + limit_ms * AT_NS_PER_MS;
    do {
        at_buf_clear(&found);
        read = look(call, &found, &holds, &why);
        int64_t next_ns = at_now_ns() + POLL_MS * AT_NS_PER_MS;
        again = !(read && holds) && (read || may_change(&why)) &&
                next_ns <= end_ns && !has_come(call, &found);
        if (again)
            read = again = at_op_wait_until(call->run->op, next_ns, &why);
    } while (again);
    bool ok = read && (holds || fail(call, &found, err));
    if (!read) {
        at_err_context(&why, "%s can't be checked", call->command->name);
        at_err_pass(err, &why);
    }
    at_buf_deinit(&found);
    return ok;
}
