// sync.c: which sources an app has, and one question to all of them
#include "device/android/framework/sync.h"

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
    NULL,
};

// A source on its channel, and what it is asked for by readings.
struct followed {
    struct at_channel *channel;
    bool reads;                    // a reading was posted and has not ended
    uint64_t key;                  // of that
    int64_t asked_ns;              // when it was posted
    struct at_channel_reading got; // the newest that has ended; owned
    char told[240];                // the newest line about it
};

struct at_sync {
    const struct at_sync_source *const *sources;
    struct at_source_ground ground;
    bool follows;
    bool shows_web;
    int64_t input_ns; // when the newest input was sent
    struct at_wake told;
    bool told_ready;
    size_t count;
    struct followed followed[AT_SYNC_SOURCES_MAX];
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
drop(struct followed *it)
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

// Without a descriptor or a thread the app is used without its sources.
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
        sync->followed[sync->count++] = (struct followed){.channel = channel};
}

// A source that had nothing to offer may have it after a new start of the app.
static void
drop_over(struct at_sync *sync)
{
    size_t kept = 0;
    for (size_t i = 0; i < sync->count; i++) {
        if (at_channel_is_over(sync->followed[i].channel))
            drop(&sync->followed[i]);
        else
            sync->followed[kept++] = sync->followed[i];
    }
    sync->count = kept;
}

static const struct at_sync_source *
source_of(const struct followed *it)
{
    return at_channel_source(it->channel);
}

static bool
has_source(const struct at_sync *sync, const struct at_sync_source *source)
{
    for (size_t i = 0; i < sync->count; i++) {
        if (source_of(&sync->followed[i]) == source)
            return true;
    }
    return false;
}

static void
start_all(struct at_sync *sync)
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

void
at_sync_follow(struct at_sync *sync, const struct at_sync_app *app)
{
    if (!app || !is_followed(sync, app))
        let_go(sync);
    if (!app || is_disabled("AGENTEST_DISABLE_FRAMEWORK_SYNC"))
        return;
    sync->follows = true;
    snprintf(sync->ground.package, sizeof(sync->ground.package), "%s",
             app->package);
    snprintf(sync->ground.framework, sizeof(sync->ground.framework), "%s",
             app->framework);
    drop_over(sync);
    start_all(sync);
}

typedef bool is_ended_fn(struct at_channel *channel);

static bool
all_ended(const struct at_sync *sync, is_ended_fn *is_ended)
{
    for (size_t i = 0; i < sync->count; i++) {
        if (!is_ended(sync->followed[i].channel))
            return false;
    }
    return true;
}

// Wait until it holds for all channels, or op ends. False: op was cancelled.
static bool
await_all(const struct at_op *op, struct at_sync *sync, is_ended_fn *is_ended,
          struct at_err *err)
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
    if (sync)
        (void)!await_all(op, sync, at_channel_has_met, NULL);
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
    bool ok = await_all(op, sync, at_channel_is_done, err);
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

static bool
serves(const struct followed *it, const struct at_overlay_wish *wish)
{
    const struct at_sync_source *source = source_of(it);
    return source->read && source->serves(wish);
}

// Does what began then still show what the wish is about?
static bool
holds(const struct at_sync *sync, const struct followed *it,
      const struct at_overlay_wish *wish, int64_t began_ns, uint64_t key)
{
    return key == wish->key && began_ns > sync->input_ns &&
           at_now_ns() - began_ns < source_of(it)->holds_ms * AT_NS_PER_MS;
}

// Take over what has ended meanwhile.
static void
take_reading(struct followed *it)
{
    struct at_channel_reading got;
    at_channel_take_reading(it->channel, &got);
    if (!got.ended)
        return;
    at_overlay_free(it->got.overlay);
    it->got = got;
}

// Ask, unless the answer is here or on its way. Returns whether one is on its
// way.
static bool
post_read(struct at_sync *sync, struct followed *it,
          const struct at_overlay_wish *wish)
{
    take_reading(it);
    if (it->got.ended && holds(sync, it, wish, it->got.began_ns, it->got.key))
        return false;
    if (it->reads && !at_channel_is_done(it->channel) &&
        holds(sync, it, wish, it->asked_ns, it->key))
        return true;
    at_overlay_free(it->got.overlay);
    it->got = (struct at_channel_reading){.ended = false};
    it->asked_ns = at_now_ns();
    it->key = wish->key;
    it->reads = at_channel_post_read(it->channel, wish);
    return it->reads;
}

// Wait for one source, as long as its row says.
static void
await_reading(const struct at_op *op, struct at_sync *sync, struct followed *it,
              int64_t began_ns)
{
    struct at_op sub = at_op_sub(op, began_ns, source_of(it)->read_ms);
    while (!at_channel_is_done(it->channel) &&
           at_op_wait_fd(&sub, at_wake_fd(&sync->told), POLLIN, NULL))
        at_wake_clear(&sync->told);
    it->reads = !at_channel_is_done(it->channel);
    take_reading(it);
}

static void
tell_merged(struct followed *it, const struct at_overlay_merged *merged)
{
    struct at_buf line = AT_BUF_INIT(1024);
    at_buf_add_fmt(&line, "%s%s%zu labels, %zu elements", it->got.overlay->told,
                   it->got.overlay->told[0] ? " → " : "", merged->labelled,
                   merged->added);
    if (strcmp(at_buf_text(&line), it->told) != 0) {
        at_str_cut(it->told, sizeof(it->told), at_buf_str(&line));
        at_channel_add_line(it->channel, it->told);
    }
    at_buf_deinit(&line);
}

// Sources that are needed for the first time may just be attaching.
static void
start_needed(const struct at_op *op, struct at_sync *sync,
             const struct at_overlay_wish *wish)
{
    struct at_op sub = at_op_sub(op, at_now_ns(), AT_SYNC_MEET_MS);
    if (wish->web_count == 0 || sync->shows_web)
        return;
    sync->shows_web = true;
    start_all(sync);
    (void)!await_all(&sub, sync, at_channel_has_met, NULL);
}

// What was asked for another screen may only come now.
static bool
is_meant(const struct followed *it, const struct at_overlay_wish *wish)
{
    return it->got.overlay && it->got.key == wish->key &&
           it->got.began_ns >= it->asked_ns;
}

void
at_sync_complete(const struct at_op *op, struct at_sync *sync,
                 struct at_tree *tree)
{
    struct at_overlay_wish wish;
    struct at_overlay_merged merged;
    bool posted[AT_SYNC_SOURCES_MAX] = {false};
    if (!sync || !sync->follows || !at_overlay_wish_of(tree, &wish))
        return;
    start_needed(op, sync, &wish);
    int64_t began_ns = at_now_ns();
    for (size_t i = 0; i < sync->count; i++) {
        struct followed *it = &sync->followed[i];
        posted[i] = serves(it, &wish) && post_read(sync, it, &wish);
    }
    for (size_t i = 0; i < sync->count; i++) {
        struct followed *it = &sync->followed[i];
        if (posted[i])
            await_reading(op, sync, it, began_ns);
        if (!serves(it, &wish) || !is_meant(it, &wish))
            continue;
        at_overlay_merge(tree, it->got.overlay, &merged);
        tell_merged(it, &merged);
    }
}

size_t
at_sync_attached(struct at_sync *sync, const char *out[AT_SYNC_SOURCES_MAX])
{
    size_t count = 0;
    for (size_t i = 0; sync && i < sync->count; i++) {
        if (at_channel_is_attached(sync->followed[i].channel))
            out[count++] = source_of(&sync->followed[i])->name;
    }
    return count;
}

void
at_sync_lines(struct at_sync *sync, struct at_argv *out)
{
    for (size_t i = 0; sync && i < sync->count; i++)
        at_channel_lines(sync->followed[i].channel, out);
}
