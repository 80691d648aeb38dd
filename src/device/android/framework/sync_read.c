// sync_read.c: add the sources' elements and names to a reading's tree
#include "device/android/framework/sync_priv.h"

#include <poll.h>
#include <string.h>

#include "screen/fingerprint.h"
#include "screen/overlay_json.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/json.h"

static bool
serves(const struct at_followed *it, const struct at_overlay_query *query)
{
    const struct at_sync_source *source = at_followed_source(it);
    return source->read && source->serves(query);
}

// Return true if a reading begun then still matches the query.
static bool
holds(const struct at_sync *sync, const struct at_followed *it,
      const struct at_overlay_query *query, int64_t began_ns, uint64_t key)
{
    return key == query->key && began_ns > sync->input_ns &&
           at_now_ns() - began_ns <
               at_followed_source(it)->holds_ms * AT_NS_PER_MS;
}

// Take over a reading that has ended.
static void
take_reading(struct at_followed *it)
{
    struct at_channel_reading got;
    at_channel_take_reading(it->channel, &got);
    if (!got.ended)
        return;
    at_overlay_free(it->got.overlay);
    it->got = got;
    it->used = false;
}

static bool
post_anew(struct at_followed *it, const struct at_overlay_query *query)
{
    at_overlay_free(it->got.overlay);
    it->got = (struct at_channel_reading){.ended = false};
    it->asked_ns = at_now_ns();
    it->key = query->key;
    it->reads = at_channel_post_read(it->channel, query);
    it->was_attached = it->was_attached || it->reads;
    return it->reads;
}

// Post a reading, unless its result is here or on its way. Return true if one
// is on its way.
static bool
post_read(struct at_sync *sync, struct at_followed *it,
          const struct at_overlay_query *query)
{
    take_reading(it);
    if (query->patient && at_followed_source(it)->names_only)
        return post_anew(it, query);
    if (it->got.ended &&
        holds(sync, it, query, it->got.began_ns, it->got.key) &&
        !(it->used && at_followed_source(it)->holds_once))
        return false;
    if (it->reads && !at_channel_is_done(it->channel) &&
        holds(sync, it, query, it->asked_ns, it->key))
        return true;
    return post_anew(it, query);
}

// Wait for one source, as long as its row allows, or until it counts as silent.
static void
await_reading(const struct at_op *op, struct at_sync *sync,
              struct at_followed *it, const struct at_overlay_query *query,
              int64_t began_ns)
{
    const struct at_sync_source *source = at_followed_source(it);
    bool patient = query->patient && source->names_only;
    struct at_op sub =
        at_op_sub(op, began_ns,
                  at_scaled_ms(patient ? source->answer_ms : source->read_ms));
    while (!at_channel_is_done(it->channel) &&
           at_op_wait_fd(&sub, at_wake_fd(&sync->told), POLLIN, NULL))
        at_wake_clear(&sync->told);
    it->reads = !at_channel_is_done(it->channel);
    take_reading(it);
}

static void
describe(const struct at_overlay *overlay, const struct at_tree *tree,
         const struct at_overlay_merged *merged, struct at_buf *line)
{
    if (overlay->walked > 0) { // React's components were walked
        struct at_fingerprint print = at_tree_screen_fingerprint(tree);
        at_overlay_describe(overlay, merged, print.text, line);
    } else {
        at_buf_add_fmt(line, "%s%s%zu labels, %zu elements", overlay->told,
                       overlay->told[0] ? " → " : "", merged->labelled,
                       merged->added);
    }
}

static void
tell_merged(struct at_followed *it, const struct at_tree *tree,
            const struct at_overlay_merged *merged)
{
    struct at_buf line = AT_BUF_INIT(1024);
    describe(it->got.overlay, tree, merged, &line);
    if (strcmp(at_buf_text(&line), it->told) != 0) {
        at_str_cut(it->told, sizeof(it->told), at_buf_str(&line));
        at_channel_add_line(it->channel, it->told);
    }
    at_buf_deinit(&line);
}

static bool
is_met(const struct at_sync *sync, const struct at_overlay_query *query)
{
    for (size_t i = 0; i < sync->count; i++) {
        const struct at_followed *it = &sync->followed[i];
        if (serves(it, query) && !at_channel_has_met(it->channel))
            return false;
    }
    return true;
}

// Sources that are needed for the first time may still be attaching: wait for
// that once.
static void
start_needed(const struct at_op *op, struct at_sync *sync,
             const struct at_overlay_query *query)
{
    struct at_op sub =
        at_op_sub(op, at_now_ns(), at_scaled_ms(AT_SYNC_MEET_MS));
    if (query->web_count > 0 && !sync->shows_web) {
        sync->shows_web = true;
        sync->met = false;
        at_sync_start_all(sync);
    }
    if (sync->met || is_met(sync, query))
        return;
    sync->met = true;
    (void)!at_sync_await(&sub, sync, at_channel_has_met, NULL);
}

// Return true if the result is for this query: a reading of an earlier screen
// may end late.
static bool
is_meant(const struct at_followed *it, const struct at_overlay_query *query)
{
    return it->got.overlay && it->got.key == query->key &&
           it->got.began_ns >= it->asked_ns;
}

static void
add_gap(struct at_tree *tree, const struct at_sync_source *source,
        const char *why)
{
    *(source->names_only ? &tree->gaps.names : &tree->gaps.elements) =
        (struct at_unread){source->reads, source->name, why};
}

// Another app's window may be in front, which the sources know nothing about.
static bool
shows(const struct at_tree *tree, const char *package)
{
    const struct at_node *window = tree->root->first_child;
    while (window && !at_str_is(window->package, package))
        window = window->next;
    return window != NULL;
}

// Note the content that the source could not read. Return true if it has read
// anything else.
static bool
note_lacks(const struct at_sync *sync, const struct at_followed *it,
           struct at_tree *tree)
{
    bool given = false;
    bool shown = shows(tree, sync->ground.package);
    for (const struct at_overlay *one = it->got.overlay; one; one = one->next) {
        if (one->lacks && shown)
            add_gap(tree, at_followed_source(it), one->lacks);
        given = given || !one->lacks || one->count > 0;
    }
    return given;
}

// Merge a source's result into the tree.
static void
merge(const struct at_sync *sync, struct at_followed *it, struct at_tree *tree,
      bool *io_open, json_t *kept)
{
    struct at_overlay_merged merged;
    if (!note_lacks(sync, it, tree))
        return;
    it->has_given = true;
    at_overlay_put(tree, it->got.overlay, io_open, &merged);
    tell_merged(it, tree, &merged);
    if (!kept)
        return;
    json_t *list = at_overlay_json(it->got.overlay);
    json_array_extend(kept, list);
    json_decref(list);
}

// Return true if, as far as is known, the app has no such source. All other
// failures are those of an existing source.
static bool
has_none(enum at_code failed)
{
    return failed == AT_OK || failed == AT_ENODEV || failed == AT_EUNSUPPORTED;
}

// Return why a source has no result for this screen; NULL: it has nothing to
// add.
static const char *
why_unread(const struct at_followed *it, const struct at_overlay_query *query)
{
    if (it->got.ended && it->got.key == query->key &&
        it->got.began_ns >= it->asked_ns)
        return it->has_given ? "had something before and has nothing now"
                             : NULL;
    if (it->reads)
        return "has not answered in time";
    if (!at_channel_has_met(it->channel))
        return "is still being attached to";
    bool there =
        it->was_attached || !has_none(at_channel_failed_code(it->channel));
    return there ? "does not answer" : NULL;
}

static void
note_unread(const struct at_sync *sync, const struct at_followed *it,
            const struct at_overlay_query *query, struct at_tree *tree)
{
    const char *why = why_unread(it, query);
    if (why && shows(tree, sync->ground.package))
        add_gap(tree, at_followed_source(it), why);
}

static void
write_kept(json_t *kept, struct at_buf *out)
{
    if (json_array_size(kept) > 0 && !at_json_write(kept, out))
        at_buf_clear(out); // its refs are lost, the screen is not
    json_decref(kept);
}

void
at_sync_complete(const struct at_op *op, struct at_sync *sync,
                 const struct at_overlay_query *query, struct at_tree *tree,
                 struct at_buf *out_kept)
{
    bool posted[AT_SYNC_SOURCES_MAX] = {false};
    bool open = false;
    if (!sync || !sync->follows)
        return;
    start_needed(op, sync, query);
    json_t *kept = out_kept ? json_array() : NULL;
    int64_t began_ns = at_now_ns();
    for (size_t i = 0; i < sync->count; i++) {
        struct at_followed *it = &sync->followed[i];
        posted[i] = serves(it, query) && post_read(sync, it, query);
    }
    for (size_t i = 0; i < sync->count; i++) {
        struct at_followed *it = &sync->followed[i];
        if (posted[i])
            await_reading(op, sync, it, query, began_ns);
        if (!serves(it, query))
            continue;
        if (is_meant(it, query))
            merge(sync, it, tree, &open, kept);
        else
            note_unread(sync, it, query, tree);
        it->used = it->used || it->got.ended;
    }
    if (open)
        at_tree_finish(tree);
    if (kept)
        write_kept(kept, out_kept);
}
