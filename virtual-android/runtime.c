#include "virtual-android/runtime.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/http1.h"

enum { WAITING_MAX = 64, POST_MS = 5000, SOURCE_MAX_BYTES = 64 * 1024 };

struct post {
    struct post *next;
    int port;
    char *source; // owned
};

struct vd_runtime {
    pthread_mutex_t lock; // guards what follows
    pthread_cond_t more;
    struct post *first; // owned; waiting to be sent
    size_t waiting;
    bool stopping;
    bool started;
    pthread_t thread;
    struct at_cancel *cancel; // owned; fired when it stops
};

struct vd_runtime *
vd_runtime_new(void)
{
    struct vd_runtime *runtime = at_alloc(sizeof(*runtime));
    pthread_mutex_init(&runtime->lock, NULL);
    pthread_cond_init(&runtime->more, NULL);
    runtime->cancel = at_cancel_new(NULL, NULL);
    return runtime;
}

static void
free_post(struct post *post)
{
    free(post->source);
    free(post);
}

// Read the answer completely, so the runtime has run the source before the next
// one is sent.
static void
send_post(struct vd_runtime *runtime, const struct post *post)
{
    struct at_op op = {at_now_ns() + POST_MS * AT_NS_PER_MS, runtime->cancel};
    struct at_buf text = AT_BUF_INIT(SOURCE_MAX_BYTES + 4 * AT_KIB);
    struct at_conn *conn;
    char endpoint[40];
    char ignored[1024];
    size_t len = 1;
    const struct at_http1_request request = {.method = "POST",
                                             .target = "/",
                                             .host = "127.0.0.1",
                                             .content_type = "text/javascript",
                                             .body = at_str(post->source),
                                             .last = true};
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%d", post->port);
    if (at_http1_write(&text, &request) &&
        at_conn_open(&op, endpoint, &conn, NULL)) {
        if (at_conn_write(&op, conn, text.data, text.len, NULL))
            while (len > 0 && at_conn_read(&op, conn, ignored, sizeof(ignored),
                                           &len, NULL))
                continue;
        at_conn_free(conn);
    }
    at_buf_deinit(&text);
}

// NULL: it stops.
static struct post *
take(struct vd_runtime *runtime)
{
    pthread_mutex_lock(&runtime->lock);
    while (!runtime->first && !runtime->stopping)
        pthread_cond_wait(&runtime->more, &runtime->lock);
    struct post *post = runtime->stopping ? NULL : runtime->first;
    if (post) {
        runtime->first = post->next;
        runtime->waiting--;
    }
    pthread_mutex_unlock(&runtime->lock);
    return post;
}

static void *
run(void *arg)
{
    struct vd_runtime *runtime = arg;
    struct post *post;
    while ((post = take(runtime))) {
        send_post(runtime, post);
        free_post(post);
    }
    return NULL;
}

void
vd_runtime_free(struct vd_runtime *runtime)
{
    if (!runtime)
        return;
    pthread_mutex_lock(&runtime->lock);
    runtime->stopping = true;
    pthread_cond_signal(&runtime->more);
    pthread_mutex_unlock(&runtime->lock);
    if (runtime->cancel)
        at_cancel_fire(runtime->cancel);
    if (runtime->started)
        pthread_join(runtime->thread, NULL);
    while (runtime->first) {
        struct post *post = runtime->first;
        runtime->first = post->next;
        free_post(post);
    }
    at_cancel_free(runtime->cancel);
    pthread_cond_destroy(&runtime->more);
    pthread_mutex_destroy(&runtime->lock);
    free(runtime);
}

static void
append(struct vd_runtime *runtime, struct post *post)
{
    struct post **slot = &runtime->first;
    while (*slot)
        slot = &(*slot)->next;
    *slot = post;
    runtime->waiting++;
}

bool
vd_runtime_run(struct vd_runtime *runtime, const char *address,
               const char *source)
{
    const struct at_str head = AT_STR("http://127.0.0.1:");
    struct at_str text = at_str(address);
    int64_t port;
    if (!at_str_starts(text, head) ||
        !at_str_to_i64(at_str_skip(text, head.len), 1, UINT16_MAX, &port) ||
        at_str(source).len > SOURCE_MAX_BYTES)
        return false;
    pthread_mutex_lock(&runtime->lock);
    if (!runtime->started)
        runtime->started =
            pthread_create(&runtime->thread, NULL, run, runtime) == 0;
    bool ok = runtime->started && runtime->waiting < WAITING_MAX;
    if (ok) {
        struct post *post = at_alloc(sizeof(*post));
        post->port = (int)port;
        post->source = at_strdup(source);
        append(runtime, post);
        pthread_cond_signal(&runtime->more);
    }
    pthread_mutex_unlock(&runtime->lock);
    return ok;
}
