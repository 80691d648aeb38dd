// calls.c: one call, and a helper that was lost on the way
#include "device/android/helper/calls.h"

#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum {
    REPAIR_MS = 20000,       // to bring it up again, at most
    REPAIR_EVERY_MS = 60000, // one that dies each time is left alone
    DOUBT_MS = 1000,
};

// How an exchange went, beside its error.
struct outcome {
    bool lost;    // this helper is gone
    bool touched; // something of the request may have been done
};

static bool
parse_answer(const struct at_helper_reply *reply, bool any_json,
             struct outcome *out, json_t **out_json, struct at_err *err)
{
    struct at_helper_refusal refusal = {true, false};
    json_t *json;

    if (!reply->is_json)
        return reply->status == 200 ||
               at_fail(err, AT_EPROTO, "the helper answers %d without JSON",
                       reply->status);
    json = at_json_parse(at_buf_str(&reply->body), err);
    if (!json)
        return false;
    bool ok = at_helper_read_ok(json, &refusal, err);
    out->touched = refusal.touched;
    out->lost = refusal.lost;
    // A step that failed says so in its results: no "error" of the whole.
    if (!ok && any_json && reply->status == 200)
        ok = true;
    if (ok && out_json)
        *out_json = json;
    else
        json_decref(json);
    return ok;
}

// Whose time was it? The caller's may go on elsewhere.
static bool
name_timeout(const struct at_op *op, struct at_helper *helper,
             const struct at_helper_call *call, struct at_err *err)
{
    helper->doubtful = true;
    if (!at_op_check(op, err))
        return false;
    return at_fail(err, AT_EDEVICE,
                   "the helper does not answer %s within %d ms", call->path,
                   (int)call->max_ms);
}

static bool
ask_once(const struct at_op *op, struct at_helper *helper,
         const struct at_helper_call *call, struct at_str body,
         struct at_helper_reply *reply, struct outcome *out, json_t **out_json,
         struct at_err *err)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), call->max_ms);
    struct at_helper_ask ask = {call->method, call->path, body, false};

    *out = (struct outcome){false, false};
    *reply = (struct at_helper_reply)AT_HELPER_REPLY_INIT(call->max_bytes);
    if (at_helper_link_call(&mine, &helper->link, &ask, reply, err)) {
        helper->doubtful = false;
        return parse_answer(reply, call->any_json, out, out_json, err);
    }
    out->touched = reply->sent;
    if (err->code == AT_ETIMEOUT)
        return name_timeout(op, helper, call, err);
    // A port that refuses is a helper that has ended.
    out->lost =
        err->code == AT_ENODEV || (!reply->sent && err->code == AT_EDEVICE);
    return false;
}

bool
at_helper_ask_status(const struct at_op *op, struct at_helper *helper,
                     int64_t max_ms, struct at_helper_status *out,
                     struct at_err *err)
{
    struct at_helper_call call = {.method = "GET",
                                  .path = "/status",
                                  .max_ms = max_ms,
                                  .max_bytes = AT_HELPER_ANSWER_MAX_BYTES};
    struct at_helper_reply reply;
    struct outcome outcome;
    struct at_err why = AT_ERR_INIT;
    json_t *json = NULL;
    bool ok = ask_once(op, helper, &call, AT_STR(""), &reply, &outcome, &json,
                       &why) &&
              at_helper_read_status(json, out, &why);

    json_decref(json);
    at_buf_deinit(&reply.body);
    if (!ok && err)
        *err = why;
    return ok;
}

static bool
fail_down(struct at_helper *helper, struct at_err *err)
{
    if (err)
        *err = helper->why;
    at_err_context(err, "helper: lost");
    return false;
}

// why: how it was lost.
static bool
repair(const struct at_op *op, struct at_helper *helper,
       const struct at_err *why, struct at_err *err)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), REPAIR_MS);
    struct at_helper_came came = {.stage = AT_HELPER_STAGE_INSTALL};
    int64_t now_ns = at_now_ns();
    bool recent = helper->repaired_ns > 0 &&
                  now_ns - helper->repaired_ns < REPAIR_EVERY_MS * AT_NS_PER_MS;

    if (helper->attached) {
        *err = *why;
        return false;
    }
    if (recent) {
        helper->down = true;
        if (helper->why.code == AT_OK)
            helper->why = *why;
        return fail_down(helper, err);
    }
    helper->repaired_ns = now_ns;
    helper->why = *why;
    at_helper_take_down(helper, 0);
    helper->doubtful = helper->gone = false;
    helper->down = !at_helper_bring_up(&mine, helper, &came, &helper->why);
    if (!helper->down) {
        helper->why.code = AT_OK;
        return true;
    }
    // One that the caller had no time for may be brought up by the next call.
    if (!at_op_check(op, err)) {
        helper->repaired_ns = 0;
        return false;
    }
    return fail_down(helper, err);
}

// Is there a helper to be asked? One that is gone is brought up again.
static bool
ensure_up(const struct at_op *op, struct at_helper *helper, struct at_err *err)
{
    struct at_helper_status status;
    struct at_err why = AT_ERR_INIT;

    if (helper->attached)
        return true;
    if (helper->down || !helper->launch) {
        why = helper->why;
        return repair(op, helper, &why, err);
    }
    if (helper->gone || at_helper_launch_ended(helper->launch)) {
        at_fail(&why, AT_ENODEV, "it has ended on the device");
        return repair(op, helper, &why, err);
    }
    if (helper->doubtful &&
        !at_helper_ask_status(op, helper, DOUBT_MS, &status, &why))
        return at_op_check(op, err) && repair(op, helper, &why, err);
    return true;
}

// body is written; err is not NULL.
static bool
call_up(const struct at_op *op, struct at_helper *helper,
        const struct at_helper_call *call, struct at_str body,
        struct at_helper_reply *reply, json_t **out_json, struct at_err *err)
{
    struct outcome outcome;

    if (!ensure_up(op, helper, err))
        return false;
    if (ask_once(op, helper, call, body, reply, &outcome, out_json, err))
        return true;
    helper->touched = outcome.touched && !call->reads;
    if (!outcome.lost || !at_op_check(op, NULL))
        return false;
    helper->gone = true;
    if (helper->touched)
        return false;
    struct at_err why = *err;
    if (!repair(op, helper, &why, err))
        return false;
    at_buf_deinit(&reply->body);
    bool ok = ask_once(op, helper, call, body, reply, &outcome, out_json, err);
    helper->touched = !ok && outcome.touched && !call->reads;
    return ok;
}

bool
at_helper_call(const struct at_op *op, struct at_helper *helper,
               const struct at_helper_call *call, struct at_helper_reply *reply,
               json_t **out_json, struct at_err *err)
{
    struct at_buf body = AT_BUF_INIT(AT_HELPER_REQUEST_MAX_BYTES);
    struct at_helper_reply mine;
    struct at_err why = AT_ERR_INIT;
    struct at_helper_reply *to = reply ? reply : &mine;
    bool ok = true;

    *to = (struct at_helper_reply)AT_HELPER_REPLY_INIT(0);
    if (out_json)
        *out_json = NULL;
    if (call->body && !at_json_write(call->body, &body))
        ok = at_fail(&why, AT_ELIMIT,
                     "a request of more than %zu bytes: the helper takes no "
                     "more; type the text in parts",
                     AT_HELPER_REQUEST_MAX_BYTES);
    ok = ok && call_up(op, helper, call, at_buf_str(&body), to, out_json, &why);
    json_decref(call->body);
    at_buf_deinit(&body);
    if (!reply)
        at_buf_deinit(&mine.body);
    if (!ok && err)
        *err = why;
    return ok;
}
