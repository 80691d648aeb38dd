// fact_request.c: assertRequest
#include "maestro/run/fact.h"
#include "sys/clock.h"

enum {
    MEET_MS = 3000, // for sources to attach
    ASK_MS = 300,   // for one answer; an app that is busy takes all of it
    SHOWN = 5,      // requests in a failure's message
};

// "POST https://example.com/cart"
static bool
is_wanted(const struct at_maestro_fact *fact,
          const struct at_maestro_pattern *url, struct at_str text,
          bool *out_wanted, struct at_err *err)
{
    struct at_str method;
    *out_wanted = false;
    if (!at_str_next(&text, ' ', &method) ||
        (fact->method.ptr && !at_str_eq_nocase(method, fact->method)))
        return true;
    return at_maestro_fact_matches(url, text, out_wanted, err);
}

static void
write_newest(const struct at_maestro_call *call,
             const struct at_requests *requests, struct at_buf *found)
{
    size_t first = requests->count > SHOWN ? requests->count - SHOWN : 0;
    at_buf_add_text(found, requests->count > 0 ? "the newest ones are "
                                               : "it has made none so far");
    for (size_t i = first; i < requests->count; i++) {
        at_buf_add_text(found, i > first ? ", " : "");
        at_maestro_fact_quote(call, at_str(requests->texts[i]), found);
    }
}

static bool
look(struct at_maestro_call *call, const struct at_maestro_pattern *url,
     struct at_buf *found, bool *out_holds, struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    struct at_sync_report report;
    struct at_op op = at_op_sub(run->op, at_now_ns(), ASK_MS);
    const struct at_requests *requests = &report.still.requests;
    if (!at_device_sync_wait(&op, at_maestro_device(call), &report, err))
        return false;
    if (!requests->told)
        return at_fail(err, AT_EDEVICE,
                       "no part of the app tells its requests: that takes a "
                       "debug build of React Native with Metro, or a page in "
                       "a debuggable WebView");
    *out_holds = false;
    for (size_t i = 0; i < requests->count && !*out_holds; i++) {
        if (!is_wanted(&call->command->fact, url, at_str(requests->texts[i]),
                       out_holds, err))
            return false;
    }
    write_newest(call, requests, found);
    return true;
}

bool
at_maestro_assert_request(struct at_maestro_call *call, struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    const struct at_maestro_fact_search search = {
        .look = look, .pattern = call->command->fact.url, .is_part = true};
    const char *package = at_maestro_fact_app(call, err);
    if (!package)
        return false;
    if (!at_str_is(at_str(package), at_app_package(run->app)))
        at_app_set_package(run->app, package);
    at_app_follow(run->app, NULL);
    struct at_op op = at_op_sub(run->op, at_now_ns(), MEET_MS);
    at_device_sync_meet(&op, at_maestro_device(call));
    return at_maestro_fact_await(call, &search, err);
}
