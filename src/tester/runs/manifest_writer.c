// manifest_writer.c: the thread that keeps a manifest up to date
#include <pthread.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "tester/runs/manifest.h"

#define AT_LOG_MODULE "report"

enum {
    REST_PARTS = 20,  // pause, in multiples of the last write's time
    REST_MIN_MS = 50, // several events of one action are written once
};

struct at_manifest_writer {
    struct at_manifest *manifest; // borrowed
    pthread_t thread;
    struct at_cancel *ended; // owned
    pthread_mutex_t lock;    // guards the two below
    pthread_cond_t changed;
    bool is_stale;
    bool ending;
};

// Wait until there is something to write; false: the end has come.
static bool
await_event(struct at_manifest_writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    while (!writer->is_stale && !writer->ending)
        pthread_cond_wait(&writer->changed, &writer->lock);
    bool goes_on = !writer->ending;
    writer->is_stale = false;
    pthread_mutex_unlock(&writer->lock);
    return goes_on;
}

static void *
write_manifests(void *user)
{
    struct at_manifest_writer *writer = user;
    const struct at_op until_ended = {AT_NEVER_NS, writer->ended};
    bool told = false;
    bool goes_on = true;
    while (goes_on && await_event(writer)) {
        struct at_err err = AT_ERR_INIT;
        int64_t began_ns = at_now_ns();
        if (!at_manifest_write(writer->manifest, &err) && !told) {
            told = true;
            at_log_warn("no manifest: %s run=%s", err.msg,
                        writer->manifest->record->id);
        }
        int64_t now_ns = at_now_ns();
        int64_t rest_ns = (now_ns - began_ns) * REST_PARTS;
        if (rest_ns < REST_MIN_MS * AT_NS_PER_MS)
            rest_ns = REST_MIN_MS * AT_NS_PER_MS;
        goes_on = at_op_wait_until(&until_ended, now_ns + rest_ns, NULL);
    }
    return NULL;
}

static void
free_writer(struct at_manifest_writer *writer)
{
    pthread_cond_destroy(&writer->changed);
    pthread_mutex_destroy(&writer->lock);
    at_cancel_free(writer->ended);
    free(writer);
}

struct at_manifest_writer *
at_manifest_start(struct at_manifest *manifest, struct at_err *err)
{
    struct at_cancel *ended = at_cancel_new(NULL, err);
    if (!ended)
        return NULL;
    struct at_manifest_writer *writer = at_alloc(sizeof(*writer));
    writer->manifest = manifest;
    writer->ended = ended;
    writer->is_stale = true;
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->changed, NULL);
    int failed = pthread_create(&writer->thread, NULL, write_manifests, writer);
    if (failed == 0)
        return writer;
    at_fail_sys(err, AT_EIO, failed,
                "cannot start the thread that writes the manifest");
    free_writer(writer);
    return NULL;
}

void
at_manifest_touch(struct at_manifest_writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    writer->is_stale = true;
    pthread_cond_signal(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
}

void
at_manifest_stop(struct at_manifest_writer *writer)
{
    if (!writer)
        return;
    at_cancel_fire(writer->ended);
    pthread_mutex_lock(&writer->lock);
    writer->ending = true;
    pthread_cond_signal(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    pthread_join(writer->thread, NULL);
    free_writer(writer);
}
