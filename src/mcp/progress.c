// progress.c: when to send progress
//
// Only one thread sends, so values arrive in rising order.
#include "mcp/progress.h"

#include <pthread.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"
#include "mcp/rpc.h"
#include "sys/cancel.h"
#include "sys/clock.h"

struct at_progress {
    const json_t *token;   // borrowed
    struct at_sink sink;   // its user is borrowed
    struct at_cancel *end; // fired by stop
    pthread_t thread;
    pthread_mutex_t lock; // guards all below
    size_t index;
    size_t total; // 0: unknown
    unsigned repeats;
    char text[240];
    bool unsent; // the client does not know of the step yet
    int64_t sent_ns;
};

// Within a step the value approaches that of the next step but never reaches
// it.
static json_t *
params_locked(struct at_progress *p)
{
    double part = (double)p->repeats / ((double)p->repeats + 1.0);
    json_t *params = json_object();
    at_json_set(params, "progressToken", json_deep_copy(p->token));
    at_json_set(params, "progress", json_real((double)p->index + part));
    if (p->total > 0)
        at_json_set(params, "total", json_integer((json_int_t)p->total));
    if (p->text[0])
        at_json_set_text(params, "message", p->text);
    p->repeats++;
    p->unsent = false;
    p->sent_ns = at_now_ns();
    return params;
}

static void
send_if_due(struct at_progress *p)
{
    json_t *params = NULL;
    pthread_mutex_lock(&p->lock);
    int64_t silent_ms = (at_now_ns() - p->sent_ns) / AT_NS_PER_MS;
    if (silent_ms >= (p->unsent ? AT_PROGRESS_MIN_MS : AT_PROGRESS_MAX_MS))
        params = params_locked(p);
    pthread_mutex_unlock(&p->lock);
    if (!params)
        return;
    struct at_buf message = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    at_rpc_write_notification("notifications/progress", params, &message);
    at_sink_send(&p->sink, AT_SINK_NOTIFICATION, &message);
    json_decref(params);
}

static void *
repeat(void *arg)
{
    struct at_progress *p = arg;
    struct at_op op = {AT_NEVER_NS, p->end};
    for (;;) {
        int64_t until_ns = at_now_ns() + AT_PROGRESS_MIN_MS * AT_NS_PER_MS;
        if (!at_op_wait_until(&op, until_ns, NULL))
            return NULL;
        send_if_due(p);
    }
}

struct at_progress *
at_progress_start(const json_t *token, const struct at_sink *sink,
                  struct at_err *err)
{
    struct at_cancel *end = at_cancel_new(NULL, err);
    if (!end)
        return NULL;
    struct at_progress *p = at_alloc(sizeof(*p));
    p->token = token;
    p->sink = *sink;
    p->end = end;
    p->sent_ns = at_now_ns();
    pthread_mutex_init(&p->lock, NULL);
    int sys = pthread_create(&p->thread, NULL, repeat, p);
    if (sys == 0)
        return p;
    at_fail_sys(err, AT_EIO, sys, "cannot start a thread for progress");
    pthread_mutex_destroy(&p->lock);
    at_cancel_free(end);
    free(p);
    return NULL;
}

void
at_progress_stop(struct at_progress *progress)
{
    if (!progress)
        return;
    at_cancel_fire(progress->end);
    pthread_join(progress->thread, NULL);
    pthread_mutex_destroy(&progress->lock);
    at_cancel_free(progress->end);
    free(progress);
}

void
at_progress_step(struct at_progress *progress, size_t index, size_t total,
                 const char *text)
{
    if (!progress)
        return;
    pthread_mutex_lock(&progress->lock);
    if (index > progress->index) {
        progress->index = index;
        progress->repeats = 0;
    }
    progress->total = total;
    progress->unsent = true;
    at_str_cut(progress->text, sizeof(progress->text), at_str(text));
    pthread_mutex_unlock(&progress->lock);
}
