// exporter.c: the queue of spans and its thread
#define AT_LOG_MODULE "traces"
#include "telemetry/exporter.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "metrics/metrics.h"
#include "net/https.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "sys/task.h"
#include "sys/wake.h"
#include "telemetry/otlp.h"

enum {
    DELAY_MS = 1000, // spans wait for others that long
    END_MS = 2000,
    BACKOFF_MS = 1000,
    BACKOFF_MAX_MS = 60000,
};
#define SPAN_MAX_BYTES (64 * AT_KIB)
#define QUEUE_MAX_BYTES (8 * AT_MIB)

static const struct at_metric_at only = {{0}};

struct at_exporter {
    const struct at_otlp_env *env; // borrowed
    struct at_https *https;
    struct at_cancel *cancel; // ends a request at the end
    struct at_argv headers;
    struct at_task task;
    struct at_wake wake; // the first span, a batch, or the end
    bool has_failed;     // it was logged; for the thread

    pthread_mutex_t lock;               // guards the rest
    char *spans[AT_EXPORTER_SPANS_MAX]; // owned JSON texts; a ring
    size_t first, count, bytes;
    bool is_full; // it was logged, and nothing was sent since
    bool ending;
};

void
at_exporter_add(struct at_exporter *exporter, const struct at_span *span)
{
    struct at_buf json = AT_BUF_INIT(SPAN_MAX_BYTES);
    bool ok = at_otlp_write_span(span, &json);
    bool wakes = false;
    bool is_news = false;
    pthread_mutex_lock(&exporter->lock);
    ok = ok && exporter->count < AT_EXPORTER_SPANS_MAX &&
         exporter->bytes + json.len <= QUEUE_MAX_BYTES;
    if (ok) {
        size_t at = (exporter->first + exporter->count) % AT_EXPORTER_SPANS_MAX;
        exporter->bytes += json.len;
        exporter->spans[at] = at_buf_take(&json);
        exporter->count++;
        wakes =
            exporter->count >= AT_EXPORTER_BATCH_MAX || exporter->count == 1;
    } else {
        is_news = !exporter->is_full;
        exporter->is_full = true;
    }
    pthread_mutex_unlock(&exporter->lock);
    if (is_news)
        at_log_warn("the queue of traces is full: spans are lost until the "
                    "collector takes more url=%s",
                    exporter->env->url);
    if (wakes)
        at_wake_post(&exporter->wake);
    if (!ok)
        at_metric_add(AT_METRIC_SPANS_DROPPED, only, 1);
    at_buf_deinit(&json);
}

// Take a batch out of the queue; return its size.
static size_t
take_locked(struct at_exporter *exporter, struct at_buf *body)
{
    size_t count = 0;
    at_otlp_write_head(exporter->env->resource, body);
    while (exporter->count > 0 && count < AT_EXPORTER_BATCH_MAX) {
        char *span = exporter->spans[exporter->first];
        if (count > 0)
            at_buf_add_char(body, ',');
        at_buf_add_text(body, span);
        exporter->bytes -= strlen(span);
        free(span);
        exporter->spans[exporter->first] = NULL;
        exporter->first = (exporter->first + 1) % AT_EXPORTER_SPANS_MAX;
        exporter->count--;
        count++;
    }
    at_otlp_write_tail(body);
    return count;
}

enum outcome { SENT, LATER, LOST };

static void
tell(struct at_exporter *exporter, const char *why)
{
    if (!exporter->has_failed)
        at_log_warn("traces are not exported: %s url=%s", why,
                    exporter->env->url);
    exporter->has_failed = true;
}

static enum outcome
judge(struct at_exporter *exporter, const struct at_https_answer *answer,
      int64_t *refused)
{
    static const int temporary[] = {429, 502, 503, 504};
    char why[64];
    if (answer->status >= 200 && answer->status < 300) {
        *refused = at_otlp_read_refused(at_buf_str(&answer->body));
        exporter->has_failed = false;
        pthread_mutex_lock(&exporter->lock);
        exporter->is_full = false;
        pthread_mutex_unlock(&exporter->lock);
        return SENT;
    }
    snprintf(why, sizeof(why), "the collector answers %d", answer->status);
    tell(exporter, why);
    for (size_t i = 0; i < AT_LEN(temporary); i++) {
        if (answer->status == temporary[i])
            return LATER;
    }
    return LOST;
}

// *pause_ms is set if the collector asks for a pause.
static enum outcome
post(struct at_exporter *exporter, struct at_str body, int64_t *refused,
     int64_t *pause_ms)
{
    struct at_op op = {at_now_ns() + exporter->env->timeout_ms * AT_NS_PER_MS,
                       exporter->cancel};
    struct at_https_request request = {
        .method = "POST",
        .url = exporter->env->url,
        .headers = &exporter->headers,
        .body = body,
        .max_bytes = 64 * AT_KIB,
        .way = exporter->env->way,
    };
    struct at_https_answer answer = {0};
    struct at_err err = AT_ERR_INIT;
    enum outcome outcome = LATER;
    int64_t seconds;
    if (at_https_send(&op, exporter->https, &request, &answer, &err))
        outcome = judge(exporter, &answer, refused);
    else
        tell(exporter, err.msg);
    if (at_str_to_i64(at_str(answer.retry_after), 0, BACKOFF_MAX_MS / 1000,
                      &seconds))
        *pause_ms = seconds * 1000;
    at_https_answer_deinit(&answer);
    return outcome;
}

// Wait until somebody wakes this thread, at most that long.
static void
rest(struct at_exporter *exporter, int64_t ms)
{
    struct at_op op = {ms < 0 ? AT_NEVER_NS : at_now_ns() + ms * AT_NS_PER_MS,
                       NULL};
    (void)!at_op_wait_fd(&op, at_wake_fd(&exporter->wake), POLLIN, NULL);
    at_wake_clear(&exporter->wake);
}

static size_t
queued(struct at_exporter *exporter)
{
    pthread_mutex_lock(&exporter->lock);
    size_t count = exporter->count;
    pthread_mutex_unlock(&exporter->lock);
    return count;
}

static bool
is_ending(struct at_exporter *exporter)
{
    pthread_mutex_lock(&exporter->lock);
    bool ending = exporter->ending;
    pthread_mutex_unlock(&exporter->lock);
    return ending;
}

static void
send_batch(struct at_exporter *exporter, struct at_str body, size_t count)
{
    int64_t backoff_ms = BACKOFF_MS;
    int64_t refused = 0;
    enum outcome outcome;
    for (;;) {
        int64_t pause_ms = backoff_ms;
        outcome = post(exporter, body, &refused, &pause_ms);
        if (outcome != LATER || is_ending(exporter))
            break;
        int64_t until_ns = at_now_ns() + pause_ms * AT_NS_PER_MS;
        while (!is_ending(exporter) && at_now_ns() < until_ns)
            rest(exporter, pause_ms);
        backoff_ms =
            backoff_ms * 2 < BACKOFF_MAX_MS ? backoff_ms * 2 : BACKOFF_MAX_MS;
    }
    uint64_t lost = outcome == SENT ? (uint64_t)refused : count;
    if (lost > count)
        lost = count;
    at_metric_add(AT_METRIC_SPANS_DROPPED, only, lost);
    at_metric_add(AT_METRIC_SPANS_SENT, only, count - lost);
}

// Wait for enough spans, or for the first one to have waited long enough.
static void
await_batch(struct at_exporter *exporter)
{
    size_t count = queued(exporter);
    while (count == 0 && !is_ending(exporter)) {
        rest(exporter, -1);
        count = queued(exporter);
    }
    int64_t until_ns = at_now_ns() + DELAY_MS * AT_NS_PER_MS;
    while (count < AT_EXPORTER_BATCH_MAX && !is_ending(exporter) &&
           at_now_ns() < until_ns) {
        rest(exporter, DELAY_MS);
        count = queued(exporter);
    }
}

static void
run(void *user)
{
    struct at_exporter *exporter = user;
    while (!is_ending(exporter) || queued(exporter) > 0) {
        struct at_buf body =
            AT_BUF_INIT(QUEUE_MAX_BYTES + AT_EXPORTER_BATCH_MAX + AT_MIB);
        await_batch(exporter);
        pthread_mutex_lock(&exporter->lock);
        size_t count = take_locked(exporter, &body);
        pthread_mutex_unlock(&exporter->lock);
        if (count > 0)
            send_batch(exporter, at_buf_str(&body), count);
        at_buf_deinit(&body);
    }
}

static void
free_all(struct at_exporter *exporter)
{
    for (size_t i = 0; i < AT_EXPORTER_SPANS_MAX; i++)
        free(exporter->spans[i]);
    at_https_free(exporter->https);
    at_cancel_free(exporter->cancel);
    at_argv_deinit(&exporter->headers);
    at_task_deinit(&exporter->task);
    at_wake_deinit(&exporter->wake);
    pthread_mutex_destroy(&exporter->lock);
    free(exporter);
}

struct at_exporter *
at_exporter_new(const struct at_otlp_env *env, struct at_err *err)
{
    struct at_exporter *exporter = at_alloc(sizeof(*exporter));
    exporter->env = env;
    exporter->https = at_https_new("mobile-tester-agent/" AT_VERSION);
    exporter->cancel = at_cancel_new(NULL, err);
    at_argv_add(&exporter->headers, "Content-Type: application/json");
    for (size_t i = 0; i < env->headers.count; i++)
        at_argv_add(&exporter->headers, at_argv_words(&env->headers)[i]);
    pthread_mutex_init(&exporter->lock, NULL);
    exporter->wake = (struct at_wake){{-1, -1}};
    if (exporter->cancel && at_wake_init(&exporter->wake, err) &&
        at_task_start(&exporter->task, "traces", run, exporter, err))
        return exporter;
    free_all(exporter);
    return NULL;
}

// The thread sends the rest. After END_MS its request is cancelled.
void
at_exporter_free(struct at_exporter *exporter)
{
    if (!exporter)
        return;
    struct at_op op = {at_now_ns() + END_MS * AT_NS_PER_MS, NULL};
    pthread_mutex_lock(&exporter->lock);
    exporter->ending = true;
    pthread_mutex_unlock(&exporter->lock);
    at_wake_post(&exporter->wake);
    (void)!at_task_wait_ended(&op, &exporter->task, NULL);
    at_cancel_fire(exporter->cancel);
    at_task_join(&exporter->task);
    free_all(exporter);
}
