// calls.c: one call, and a helper that was lost on the way
#include "device/android/helper/calls.h"

#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum {
    REPAIR_MS = 20000,       // to bring it up again, at most
    REPAIR_EVERY_MS = 60000, // one that dies each time is left alone
    DOUBT_MS = 1000,
    BUSY_MS = 2000, // of a touch that nobody waits for: the next input's turn
    END_MS = 2500,  // to end in order in the middle of one
};

// A call on its way, and how it went beside its error.
struct exchange {
    const struct at_helper_call *call;
    struct at_str body; // written
    struct at_helper_reply *reply;
    json_t **out_json; // NULL: nobody wants it
    bool lost;         // this helper is gone
    bool touched;      // something of the request may have been done
};

static bool
parse_answer(struct exchange *ex, struct at_err *err)
{
    const struct at_helper_reply *reply = ex->reply;
    struct at_helper_refusal refusal = {true, false};
    json_t *json;

    ex->touched = true; // until the answer says otherwise
    if (!reply->is_json)
        return reply->status == 200 ||
               at_fail(err, AT_EPROTO, "the helper answers %d without JSON",
                       reply->status);
    json = at_json_parse(at_buf_str(&reply->body), err);
    if (!json)
        return false;
    bool ok = at_helper_read_ok(json, &refusal, err);
    ex->touched = refusal.touched;
    ex->lost = refusal.lost;
    // A step that failed says so in its results: no "error" of the whole.
    if (!ok && ex->call->any_json && reply->status == 200)
        ok = true;
    if (ok && ex->out_json)
        *ex->out_json = json;
    else
        json_decref(json);
    return ok;
}

// The helper goes on with what it was asked, and its inputs wait for each
// other.
static void
note_left(struct at_helper *helper, const struct at_helper_call *call)
{
    helper->busy_ns = at_now_ns() + call->touch_ms * AT_NS_PER_MS;
}

// Whose time was it? The caller's may go on elsewhere.
static bool
name_timeout(const struct at_op *op, struct at_helper *helper,
             const struct at_helper_call *call, struct at_err *err)
{
    helper->doubtful = true;
    if (!at_op_check(op, err)) {
        note_left(helper, call);
        return false;
    }
    return at_fail(err, AT_EDEVICE,
                   "the helper does not answer %s within %d ms", call->path,
                   (int)call->max_ms);
}

// err is not NULL.
static bool
ask_once(const struct at_op *op, struct at_helper *helper, struct exchange *ex,
         struct at_err *err)
{
    const struct at_helper_call *call = ex->call;
    struct at_op mine = at_op_sub(op, at_now_ns(), call->max_ms);
    struct at_helper_ask ask = {call->method, call->path, ex->body, false};

    ex->lost = false;
    at_buf_deinit(&ex->reply->body);
    *ex->reply = (struct at_helper_reply)AT_HELPER_REPLY_INIT(call->max_bytes);
    if (at_helper_link_call(&mine, &helper->link, &ask, ex->reply, err)) {
        helper->doubtful = false;
        return parse_answer(ex, err);
    }
    ex->touched = ex->reply->sent;
    if (err->code == AT_ETIMEOUT)
        return name_timeout(op, helper, call, err);
    if (err->code == AT_ECANCELED && ex->touched)
        note_left(helper, call);
    // A port that refuses is a helper that has ended.
    ex->lost =
        err->code == AT_ENODEV || (!ex->reply->sent && err->code == AT_EDEVICE);
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
    struct at_helper_reply reply = AT_HELPER_REPLY_INIT(0);
    struct at_err why = AT_ERR_INIT;
    json_t *json = NULL;
    struct exchange ex = {.call = &call, .reply = &reply, .out_json = &json};
    bool ok = ask_once(op, helper, &ex, &why) &&
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
    *err = helper->why;
    if (err->code == AT_ETIMEOUT) // ours, not the caller's
        err->code = AT_ENODEV;
    return false;
}

// err is not NULL.
static bool
launch_again(const struct at_op *op, struct at_helper *helper,
             struct at_err *err)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), REPAIR_MS);
    struct at_helper_came came = {.stage = AT_HELPER_STAGE_INSTALL};

    helper->doubtful = helper->gone = false;
    helper->busy_ns = 0;
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
    at_err_add(&helper->why, "the one that ran was lost");
    return fail_down(helper, err);
}

// why: how it was lost. err is not NULL.
static bool
repair(const struct at_op *op, struct at_helper *helper,
       const struct at_err *why, struct at_err *err)
{
    int64_t now_ns = at_now_ns();
    bool recent = helper->repaired_ns > 0 &&
                  now_ns - helper->repaired_ns < REPAIR_EVERY_MS * AT_NS_PER_MS;

    if (helper->attached) {
        *err = *why;
        return false;
    }
    if (recent) {
        helper->down = true;
        if (helper->why.code == AT_OK) {
            helper->why = *why;
            at_err_context(&helper->why, "helper: lost");
        }
        return fail_down(helper, err);
    }
    helper->repaired_ns = now_ns;
    helper->why = *why;
    at_helper_take_down(helper, 0);
    return launch_again(op, helper, err);
}

// It would be in the middle of that touch for longer than the next input waits.
static bool
leave_touch(const struct at_op *op, struct at_helper *helper,
            struct at_err *err)
{
    at_helper_take_down(helper, END_MS);
    return launch_again(op, helper, err);
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
    if (helper->busy_ns - at_now_ns() > BUSY_MS * AT_NS_PER_MS)
        return leave_touch(op, helper, err);
    if (helper->doubtful &&
        !at_helper_ask_status(op, helper, DOUBT_MS, &status, &why))
        return at_op_check(op, err) && repair(op, helper, &why, err);
    return true;
}

// err is not NULL.
static bool
call_up(const struct at_op *op, struct at_helper *helper, struct exchange *ex,
        struct at_err *err)
{
    if (!ensure_up(op, helper, err))
        return false;
    if (ask_once(op, helper, ex, err))
        return true;
    helper->touched = ex->touched && !ex->call->reads;
    if (!ex->lost || !at_op_check(op, NULL))
        return false;
    helper->gone = true;
    if (helper->touched)
        return false;
    struct at_err why = *err;
    if (!repair(op, helper, &why, err))
        return false;
    bool ok = ask_once(op, helper, ex, err);
    helper->touched = !ok && ex->touched && !ex->call->reads;
    return ok;
}

bool
at_helper_call(const struct at_op *op, struct at_helper *helper,
               const struct at_helper_call *call, struct at_helper_reply *reply,
               json_t **out_json, struct at_err *err)
{
    struct at_buf body = AT_BUF_INIT(AT_HELPER_REQUEST_MAX_BYTES);
    struct at_helper_reply mine = AT_HELPER_REPLY_INIT(0);
    struct at_err why = AT_ERR_INIT;
    bool ok = true;

    if (reply)
        *reply = mine;
    if (out_json)
        *out_json = NULL;
    if (call->body && !at_json_write(call->body, &body))
        ok = at_fail(&why, AT_ELIMIT,
                     "a request of more than %zu bytes: the helper takes no "
                     "more; type the text in parts",
                     AT_HELPER_REQUEST_MAX_BYTES);
    struct exchange ex = {.call = call,
                          .body = at_buf_str(&body),
                          .reply = reply ? reply : &mine,
                          .out_json = out_json};
    ok = ok && call_up(op, helper, &ex, &why);
    json_decref(call->body);
    at_buf_deinit(&body);
    at_buf_deinit(&mine.body);
    if (!ok && err)
        *err = why;
    return ok;
}
