// sync.c: the sources of an app, and one question to all of them
#include "device/android/framework/sync_priv.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "sys/clock.h"

static const struct at_sync_source *const all_sources[] = {
    &at_source_hermes,
    &at_source_bridge,
    &at_source_dart,
    &at_source_webview,
    NULL,
};

struct at_sync *
at_sync_new(const struct at_source_ground *ground,
            const struct at_sync_source *const *sources)
{
    struct at_sync *sync = at_alloc(sizeof(*sync));
    sync->sources = sources ? sources : all_sources;
    sync->ground = *ground;
    return sync;
}

static void
drop(struct at_followed *it)
{
    at_channel_free(it->channel);
    at_overlay_free(it->got.overlay);
}

static void
let_go(struct at_sync *sync)
{
    for (size_t i = 0; i < sync->count; i++)
        drop(&sync->followed[i]);
    sync->count = 0;
    sync->follows = false;
    sync->shows_web = false;
    sync->met = false;
}

void
at_sync_free(struct at_sync *sync)
{
    if (!sync)
        return;
    let_go(sync);
    if (sync->told_ready)
        at_wake_deinit(&sync->told);
    free(sync);
}

static bool
is_disabled(const char *name)
{
    const char *value = getenv(name);
    return value && strcmp(value, "1") == 0;
}

static bool
is_followed(const struct at_sync *sync, const struct at_sync_app *app)
{
    return sync->follows && strcmp(sync->ground.package, app->package) == 0 &&
           strcmp(sync->ground.framework, app->framework) == 0;
}

// If no descriptor or thread is left, the app is used without its sources.
static void
start(struct at_sync *sync, const struct at_sync_source *source)
{
    if (!sync->told_ready)
        sync->told_ready = at_wake_init(&sync->told, NULL);
    if (!sync->told_ready || sync->count == AT_SYNC_SOURCES_MAX)
        return;
    struct at_channel *channel =
        at_channel_new(source, &sync->ground, &sync->told, NULL);
    if (channel)
        sync->followed[sync->count++] =
            (struct at_followed){.channel = channel};
}

const struct at_sync_source *
at_followed_source(const struct at_followed *it)
{
    return at_channel_source(it->channel);
}

typedef bool keeps_fn(struct at_followed *it, const struct at_sync_app *app);

// Drop the sources that keeps() rejects.
static void
sift(struct at_sync *sync, keeps_fn *keeps, const struct at_sync_app *app)
{
    size_t kept = 0;
    for (size_t i = 0; i < sync->count; i++) {
        struct at_followed *it = &sync->followed[i];
        if (keeps(it, app))
            sync->followed[kept++] = *it;
        else
            drop(it);
    }
    sync->count = kept;
}

// A source that had nothing to offer may have something after a restart of the
// app.
static bool
is_not_over(struct at_followed *it, const struct at_sync_app *app)
{
    (void)app;
    return !at_channel_is_over(it->channel);
}

static bool
still_applies(struct at_followed *it, const struct at_sync_app *app)
{
    return at_followed_source(it)->applies(app);
}

static bool
is_attached(struct at_followed *it, const struct at_sync_app *app)
{
    return still_applies(it, app) && at_channel_is_attached(it->channel);
}

static bool
has_source(const struct at_sync *sync, const struct at_sync_source *source)
{
    for (size_t i = 0; i < sync->count; i++) {
        if (at_followed_source(&sync->followed[i]) == source)
            return true;
    }
    return false;
}

void
at_sync_start_all(struct at_sync *sync)
{
    const struct at_sync_app app = {.package = sync->ground.package,
                                    .framework = sync->ground.framework,
                                    .shows_web = sync->shows_web};
    for (size_t i = 0; sync->sources[i]; i++) {
        const struct at_sync_source *source = sync->sources[i];
        if (!has_source(sync, source) && source->applies(&app))
            start(sync, source);
    }
}

// A screen may be read before the app's framework is known.
static bool
learns(const struct at_sync *sync, const struct at_sync_app *app)
{
    return sync->follows && strcmp(sync->ground.package, app->package) == 0 &&
           strcmp(sync->ground.framework, app->framework) != 0;
}

// Sources attached before the framework is known stay attached; the web source
// always does.
static void
drop_other(struct at_sync *sync, const struct at_sync_app *app)
{
    struct at_sync_app known = *app;
    known.shows_web = sync->shows_web;
    sift(sync, is_attached, &known);
    sync->met = false;
}

// The app was restarted: its pages are gone, and searched for when the first is
// seen again. Missing sources may exist now.
static void
begin_anew(struct at_sync *sync, const struct at_sync_app *app)
{
    sift(sync, still_applies, app);
    sync->shows_web = false;
    sync->met = false;
    for (size_t i = 0; i < sync->count; i++)
        at_channel_hurry(sync->followed[i].channel);
}

void
at_sync_follow(struct at_sync *sync, const struct at_sync_app *app)
{
    if (app && learns(sync, app))
        drop_other(sync, app);
    else if (app && is_followed(sync, app))
        begin_anew(sync, app);
    else
        let_go(sync);
    if (!app || is_disabled("AGENTEST_DISABLE_FRAMEWORK_SYNC"))
        return;
    sync->follows = true;
    snprintf(sync->ground.package, sizeof(sync->ground.package), "%s",
             app->package);
    snprintf(sync->ground.framework, sizeof(sync->ground.framework), "%s",
             app->framework);
    sift(sync, is_not_over, app);
    at_sync_start_all(sync);
}

static bool
all_ended(const struct at_sync *sync, at_is_ended_fn *is_ended)
{
    for (size_t i = 0; i < sync->count; i++) {
        if (!is_ended(sync->followed[i].channel))
            return false;
    }
    return true;
}

bool
at_sync_await(const struct at_op *op, struct at_sync *sync,
              at_is_ended_fn *is_ended, struct at_err *err)
{
    while (!all_ended(sync, is_ended)) {
        struct at_err why = AT_ERR_INIT;
        if (!at_op_wait_fd(op, at_wake_fd(&sync->told), POLLIN, &why))
            return why.code != AT_ECANCELED || at_err_pass(err, &why);
        at_wake_clear(&sync->told);
    }
    return true;
}

void
at_sync_meet(const struct at_op *op, struct at_sync *sync)
{
    // Earlier failures happened while the app was still starting.
    for (size_t i = 0; sync && i < sync->count; i++) {
        if (at_channel_has_met(sync->followed[i].channel))
            at_channel_hurry(sync->followed[i].channel);
    }
    if (sync)
        (void)!at_sync_await(op, sync, at_channel_has_met, NULL);
}

static void
add_list(struct at_pending_list *to, const struct at_pending_list *from)
{
    to->omitted += from->omitted;
    for (size_t i = 0; i < from->count; i++) {
        if (to->count < AT_SYNC_PENDING_MAX)
            to->items[to->count++] = from->items[i];
        else
            to->omitted++;
    }
}

static void
add_requests(struct at_requests *to, const struct at_requests *from)
{
    to->told = to->told || from->told;
    for (size_t i = 0; i < from->count && to->count < AT_SYNC_REQUESTS_MAX; i++)
        memcpy(to->texts[to->count++], from->texts[i], sizeof(to->texts[0]));
}

static void
add_answer(struct at_sync_report *report, struct at_channel *channel)
{
    struct at_channel_answer answer;
    at_channel_take_wait(channel, &answer);
    if (!answer.answered)
        return;
    report->asked[report->asked_count++] = at_channel_source(channel)->name;
    report->idle = report->idle && answer.idle;
    add_list(&report->waited, &answer.waited);
    add_list(&report->still, &answer.still);
    add_requests(&report->still.requests, &answer.still.requests);
}

bool
at_sync_wait(const struct at_op *op, struct at_sync *sync,
             struct at_sync_report *out, struct at_err *err)
{
    bool posted[AT_SYNC_SOURCES_MAX];
    int64_t began_ns = at_now_ns();
    *out = (struct at_sync_report){.idle = true};
    if (!sync || sync->count == 0)
        return true;
    for (size_t i = 0; i < sync->count; i++)
        posted[i] =
            at_channel_post_wait(sync->followed[i].channel, op->deadline_ns);
    for (size_t i = 0; i < sync->count; i++)
        sync->followed[i].was_attached |= posted[i];
    bool ok = at_sync_await(op, sync, at_channel_is_done, err);
    for (size_t i = 0; i < sync->count; i++) {
        if (posted[i])
            add_answer(out, sync->followed[i].channel);
    }
    out->waited_ns = at_now_ns() - began_ns;
    return ok;
}

void
at_sync_note_input(struct at_sync *sync)
{
    if (sync)
        sync->input_ns = at_now_ns();
}

size_t
at_sync_attached(struct at_sync *sync, const char *out[AT_SYNC_SOURCES_MAX])
{
    size_t count = 0;
    for (size_t i = 0; sync && i < sync->count; i++) {
        if (at_channel_answers(sync->followed[i].channel))
            out[count++] = at_followed_source(&sync->followed[i])->name;
    }
    return count;
}

size_t
at_sync_sources(struct at_sync *sync, const char *out[AT_SYNC_SOURCES_MAX])
{
    size_t count = 0;
    for (size_t i = 0; sync && i < sync->count; i++) {
        if (!at_channel_is_over(sync->followed[i].channel))
            out[count++] = at_followed_source(&sync->followed[i])->name;
    }
    return count;
}

void
at_sync_lines(struct at_sync *sync, struct at_argv *out)
{
    for (size_t i = 0; sync && i < sync->count; i++)
        at_channel_lines(sync->followed[i].channel, out);
}
