// exchange.c: one request, and the state of the helper after it
#include "device/android/helper/exchange.h"

#include <stdio.h>

#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/request_watch.h"

enum {
    DOUBT_MS = 1000, // limit of /status, before any other request
    // Time an input waits for an earlier touch abandoned by its caller.
    TOUCH_WAIT_MS = 2000,
};

struct exchange {
    const struct at_helper_request *request;
    struct at_str body; // the request's body as text
    struct at_helper_reply *reply;
    json_t **out_json; // may be NULL
    bool is_about_it;  // about UiAutomation itself
};

static bool
parse_answer(struct at_helper *helper, struct exchange *ex, struct at_err *err)
{
    const struct at_helper_reply *reply = ex->reply;
    bool lost;
    json_t *json;
    if (!reply->is_json && reply->status == 200)
        return true;
    if (!reply->is_json) {
        at_fail(err, AT_EPROTO, "the helper answers %d without JSON",
                reply->status);
        return at_err_set_run(err, true);
    }
    json = at_json_parse(at_buf_str(&reply->body), err);
    if (!json)
        return at_err_set_run(err, true);
    bool ok = at_helper_read_ok(json, &lost, err);
    if (lost)
        helper->state = AT_HELPER_LOST;
    // The results of a step say which action failed; the step has no error.
    if (!ok && ex->request->any_json && reply->status == 200)
        ok = true;
    if (ok && ex->out_json)
        *ex->out_json = json;
    else
        json_decref(json);
    return ok;
}

// The helper still finishes the request, and later inputs wait for it.
static void
note_abandoned(struct at_helper *helper,
               const struct at_helper_request *request)
{
    helper->touch_until_ns = at_now_ns() + request->touch_ms * AT_NS_PER_MS;
}

// Separate the end of the caller's op from that of the request's time, after
// which another backend may be tried.
static bool
fail_timeout(const struct at_op *op, struct at_helper *helper,
             const struct at_helper_request *request, struct at_err *err)
{
    bool may_have_run = err->may_have_run;
    helper->state = AT_HELPER_DOUBTFUL;
    if (!at_op_check(op, err))
        note_abandoned(helper, request);
    else
        at_fail(err, AT_EDEVICE, "the helper does not answer %s within %d ms",
                request->path, (int)request->max_ms);
    return at_err_set_run(err, may_have_run);
}

static bool
exchange(const struct at_op *op, struct at_helper *helper, struct exchange *ex,
         struct at_err *err)
{
    const struct at_helper_request *request = ex->request;
    struct at_op mine = at_op_sub(op, at_now_ns(), request->max_ms);
    struct at_helper_link_request sent = {request->method, request->path,
                                          ex->body, false};
    at_buf_deinit(&ex->reply->body);
    *ex->reply =
        (struct at_helper_reply)AT_HELPER_REPLY_INIT(request->max_bytes);
    if (at_helper_link_exchange(&mine, &helper->link, &sent, ex->reply, err)) {
        helper->state = AT_HELPER_READY;
        return parse_answer(helper, ex, err);
    }
    if (err->code == AT_ETIMEOUT)
        return fail_timeout(op, helper, request, err);
    if (err->code == AT_ECANCELED && err->may_have_run)
        note_abandoned(helper, request);
    // A refused connection means that the helper has ended.
    if (err->code == AT_ENODEV ||
        (!err->may_have_run && err->code == AT_EDEVICE))
        helper->state = AT_HELPER_LOST;
    return false;
}

// err is not NULL.
static bool
ask_once(const struct at_op *op, struct at_helper *helper, struct exchange *ex,
         struct at_err *err)
{
    if (exchange(op, helper, ex, err))
        return true;
    return at_err_set_run(err, err->may_have_run && !ex->request->reads);
}

bool
at_helper_request_status(const struct at_op *op, struct at_helper *helper,
                         int64_t max_ms, struct at_helper_status *out,
                         struct at_err *err)
{
    struct at_helper_request request = {.method = "GET",
                                        .path = "/status",
                                        .max_ms = max_ms,
                                        .max_bytes = AT_HELPER_ANSWER_MAX_BYTES,
                                        .reads = true};
    struct at_helper_reply reply = AT_HELPER_REPLY_INIT(0);
    struct at_err why = AT_ERR_INIT;
    json_t *json = NULL;
    struct exchange ex = {
        .request = &request, .reply = &reply, .out_json = &json};
    bool ok = ask_once(op, helper, &ex, &why) &&
              at_helper_read_status(json, out, &why);
    json_decref(json);
    at_buf_deinit(&reply.body);
    return ok || at_err_pass(err, &why);
}

// Fail if the helper cannot take a request now.
static bool
check_state(const struct at_op *op, struct at_helper *helper,
            struct at_err *err)
{
    struct at_helper_status status;
    if (!helper->way) // in a test
        return true;
    if (helper->state == AT_HELPER_LOST ||
        (helper->launch && at_helper_launch_ended(helper->launch))) {
        helper->state = AT_HELPER_LOST;
        return at_fail(err, AT_ENODEV, "it has ended on the device");
    }
    if (helper->touch_until_ns - at_now_ns() > TOUCH_WAIT_MS * AT_NS_PER_MS) {
        helper->state = AT_HELPER_STUCK;
        return at_fail(err, AT_EBUSY, "it is in the middle of a long touch");
    }
    if (helper->state == AT_HELPER_READY ||
        at_helper_request_status(op, helper, DOUBT_MS, &status, err))
        return true;
    if (at_op_check(op, err))
        helper->state = AT_HELPER_LOST;
    return false;
}

static void
note_end(const struct at_helper_request *request, int64_t began_ns, bool ok,
         const struct at_err *why)
{
    char what[100];
    snprintf(what, sizeof(what), "helper %s %s", request->method,
             request->path);
    at_request_ended(at_str(what), began_ns, ok, why);
}

// It was given back for another program on the device. Nothing of the request
// was done.
static bool
is_released(const struct at_err *why)
{
    return why->code == AT_EBUSY &&
           at_str_has(at_str(why->msg), AT_STR("(RELEASED)"));
}

static bool
ask(const struct at_op *op, struct at_helper *helper, struct exchange *ex,
    struct at_err *err)
{
    if (!check_state(op, helper, err))
        return false;
    if (ask_once(op, helper, ex, err))
        return true;
    if (!is_released(err) || ex->is_about_it)
        return false;
    return at_helper_take_back(op, helper, err) &&
           ask_once(op, helper, ex, err);
}

static bool
run_request(const struct at_op *op, struct at_helper *helper,
            struct exchange *ex, struct at_err *err)
{
    const struct at_helper_request *request = ex->request;
    struct at_buf body = AT_BUF_INIT(AT_HELPER_REQUEST_MAX_BYTES);
    int64_t began_ns = at_now_ns();
    struct at_err why = AT_ERR_INIT;
    bool ok = true;
    if (request->body && !at_json_write(request->body, &body))
        ok = at_fail(&why, AT_ELIMIT,
                     "a request of more than %zu bytes: the helper takes no "
                     "more; type the text in parts",
                     AT_HELPER_REQUEST_MAX_BYTES);
    ex->body = at_buf_str(&body);
    ok = ok && ask(op, helper, ex, &why);
    json_decref(request->body);
    at_buf_deinit(&body);
    note_end(request, began_ns, ok, &why);
    return ok || at_err_pass(err, &why);
}

bool
at_helper_exchange(const struct at_op *op, struct at_helper *helper,
                   const struct at_helper_request *request,
                   struct at_helper_reply *reply, json_t **out_json,
                   struct at_err *err)
{
    struct at_helper_reply mine = AT_HELPER_REPLY_INIT(0);
    struct exchange ex = {.request = request,
                          .reply = reply ? reply : &mine,
                          .out_json = out_json};
    if (reply)
        *reply = mine;
    if (out_json)
        *out_json = NULL;
    bool ok = run_request(op, helper, &ex, err);
    at_buf_deinit(&mine.body);
    return ok;
}

bool
at_helper_exchange_once(const struct at_op *op, struct at_helper *helper,
                        const struct at_helper_request *request,
                        struct at_err *err)
{
    struct at_helper_reply reply = AT_HELPER_REPLY_INIT(0);
    struct exchange ex = {
        .request = request, .reply = &reply, .is_about_it = true};
    bool ok = run_request(op, helper, &ex, err);
    at_buf_deinit(&reply.body);
    return ok;
}
