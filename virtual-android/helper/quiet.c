// quiet.c: see quiet.h
#include "virtual-android/helper/quiet.h"

#include <string.h>

#include "base/limits.h"
#include "sys/clock.h"
#include "virtual-android/helper/tree_compare.h"

enum { PARTS = 3 }; // the early tree is read after the first part

struct waiting {
    struct vd_api *api;
    const struct vd_idle *idle;
    const struct vd_tree_options *options;
    uint64_t seq;
    struct vd_dump *dump;
    int64_t began_ms;
    int64_t from_ms; // start of the present quiet time
    int64_t deadline_ms;
    int64_t read_ms; // the newest tree
    int64_t took_ms;
    struct at_buf early; // tree to compare with, if paired; owned
    bool had_early;
    bool paired; // it is the last of this quiet time
    const char *trees;
    struct vd_difference difference;
};

void
vd_dump_deinit(struct vd_dump *dump)
{
    at_buf_deinit(&dump->tree);
}

bool
vd_dump_read(struct vd_api *api, const struct vd_tree_options *options,
             struct vd_dump *io)
{
    int64_t began_ns = at_now_ns();
    at_buf_deinit(&io->tree);
    io->tree = (struct at_buf)AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    io->refusal = (struct vd_refusal){.code = VD_NOT_REFUSED};
    struct vd_writer w = {.out = &io->tree};
    io->has_tree = vd_put_tree(api, options, &w, &io->refusal);
    io->count++;
    io->last_ns = at_now_ns() - began_ns;
    io->all_ns += io->last_ns;
    return io->has_tree || io->refusal.code != VD_NOT_REFUSED;
}

static bool
read_tree(struct waiting *wait)
{
    wait->read_ms = vd_idle_now_ms(wait->api);
    bool ok = vd_dump_read(wait->api, wait->options, wait->dump);
    wait->took_ms = vd_idle_now_ms(wait->api) - wait->read_ms;
    return ok;
}

static bool
is_newest(const struct waiting *wait)
{
    return wait->dump->count > 0 &&
           vd_idle_last_ms(wait->api, wait->idle, wait->seq) <= wait->read_ms;
}

// Keep the newest tree, which the next one is compared with.
static void
keep_early(struct waiting *wait)
{
    at_buf_deinit(&wait->early);
    wait->early = (struct at_buf)AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    wait->had_early = wait->dump->has_tree;
    if (wait->had_early)
        at_buf_add_str(&wait->early, at_buf_str(&wait->dump->tree));
}

static bool
read_early(struct waiting *wait)
{
    wait->paired = is_newest(wait);
    if (wait->paired)
        keep_early(wait);
    return read_tree(wait);
}

static int64_t
part(const struct waiting *wait, int64_t parts)
{
    return wait->idle->quiet_ms * parts / PARTS;
}

// When the next early tree is due, if it is not silent before.
static int64_t
early_ms(const struct waiting *wait)
{
    int64_t last_ms = vd_idle_last_ms(wait->api, wait->idle, wait->seq);
    int64_t from_ms = last_ms > wait->from_ms ? last_ms : wait->from_ms;
    if (wait->dump->count == 0) {
        int64_t latest_ms = wait->began_ms + wait->idle->quiet_ms;
        int64_t due_ms = from_ms + part(wait, 1);
        return due_ms < latest_ms ? due_ms : latest_ms;
    }
    if (last_ms > wait->read_ms)
        return from_ms + part(wait, PARTS - 1);
    if (wait->paired || !vd_idle_is_told(wait->api, wait->seq))
        return INT64_MAX;
    int64_t apart_ms = wait->read_ms + part(wait, 1);
    int64_t ms = from_ms + wait->idle->quiet_ms - wait->took_ms;
    return ms > apart_ms ? ms : apart_ms;
}

static bool
knows(const uint64_t *words, size_t count, uint64_t word)
{
    for (size_t i = 0; i < count; i++) {
        if (words[i] == word)
            return true;
    }
    return false;
}

// Return true if every differing word ticks: it differed twice in a row,
// possibly in different waits.
static bool
ticks(struct waiting *wait)
{
    struct vd_quiet_memory *memory = &wait->api->quiet;
    const struct vd_difference *now = &wait->difference;
    bool all = now->word_count > 0;
    if (!all)
        memory->ticking_count = 0;
    for (size_t i = 0; i < now->word_count; i++) {
        uint64_t word = now->words[i];
        bool known = knows(memory->ticking, memory->ticking_count, word);
        bool again = knows(memory->suspects, memory->suspect_count, word);
        if (again && !known && memory->ticking_count < VD_TICKING_MAX)
            memory->ticking[memory->ticking_count++] = word;
        all = all && (known || again);
    }
    memory->suspect_count = now->word_count;
    memcpy(memory->suspects, now->words, now->word_count * sizeof(*now->words));
    return all;
}

// Two trees at nearly the same moment prove nothing.
static bool
is_apart(const struct waiting *wait, int64_t now_ms)
{
    return wait->dump->count > 0 && wait->idle->quiet_ms > 0 &&
           now_ms - wait->read_ms >= part(wait, 1);
}

static void
judge_pair(struct waiting *wait)
{
    struct at_str now =
        wait->dump->has_tree ? at_buf_str(&wait->dump->tree) : AT_STR("");
    struct at_str before =
        wait->had_early ? at_buf_str(&wait->early) : AT_STR("");
    vd_difference_deinit(&wait->difference);
    vd_trees_compare(before, now, &wait->difference);
    pthread_mutex_lock(&wait->api->learned);
    bool tick = wait->difference.part && ticks(wait);
    pthread_mutex_unlock(&wait->api->learned);
    wait->trees = !wait->difference.part ? "equal"
                  : tick                 ? "ticking"
                                         : "differ";
}

static bool
compare(struct waiting *wait, int64_t now_ms)
{
    bool apart = is_apart(wait, now_ms);
    if (apart)
        keep_early(wait);
    if ((apart || !wait->dump->has_tree || !is_newest(wait)) &&
        !read_tree(wait))
        return false;
    if (apart)
        judge_pair(wait);
    return true;
}

// Return true if a part of the tree is still to come and no earlier wait for it
// was in vain.
static bool
is_late(struct waiting *wait, bool over)
{
    struct vd_difference late = {0};
    uint64_t name = wait->dump->has_tree
                        ? vd_tree_late(at_buf_str(&wait->dump->tree), &late)
                        : 0;
    pthread_mutex_lock(&wait->api->learned);
    bool waits = name != 0 && name != wait->api->quiet.endured;
    if (name == 0 || (waits && over))
        wait->api->quiet.endured = name;
    pthread_mutex_unlock(&wait->api->learned);
    if (waits && over) {
        vd_difference_deinit(&wait->difference);
        wait->difference = late;
    } else {
        vd_difference_deinit(&late);
    }
    return waits;
}

static void
finish(struct waiting *wait, int64_t ended_ms, bool late, bool rests,
       struct vd_writer *w)
{
    int64_t last_ms = vd_idle_last_ms(wait->api, wait->idle, wait->seq);
    if (last_ms < wait->began_ms)
        last_ms = wait->began_ms;
    bool silent = last_ms + wait->idle->quiet_ms <= ended_ms;
    const char *reason = !silent ? "timeout"
                         : rests ? "events_quiet"
                         : late  ? "tree_late"
                                 : "trees_differ";
    vd_idle_put(wait->api, reason, ended_ms - wait->began_ms, wait->seq, w);
    if (wait->trees)
        vd_put_text(w, "trees", at_str(wait->trees));
    vd_put_difference(w, &wait->difference);
}

// The end of a quiet time, or of all. Sets *out_ended unless another has to
// follow. Returns false if the process was killed.
static bool
judge(struct waiting *wait, struct vd_writer *w, bool *out_ended)
{
    int64_t now_ms = vd_idle_now_ms(wait->api);
    bool proven = wait->paired && is_newest(wait);
    wait->paired = false;
    *out_ended = false;
    if (proven) {
        judge_pair(wait);
    } else if (!is_apart(wait, now_ms) && wait->idle->quiet_ms > 0 &&
               now_ms < wait->deadline_ms) {
        // This thread came too late to read an early one.
        bool ok = is_newest(wait) || read_tree(wait);
        wait->from_ms = wait->read_ms;
        return ok;
    } else if (!compare(wait, now_ms)) {
        return false;
    }
    bool over = vd_idle_now_ms(wait->api) >= wait->deadline_ms;
    bool late = is_late(wait, over);
    bool differ = wait->trees && strcmp(wait->trees, "differ") == 0;
    bool rests = !wait->dump->has_tree || (!differ && !late);
    if (!rests && !over) {
        wait->from_ms = wait->read_ms;
        return true;
    }
    finish(wait, now_ms, late, rests, w);
    *out_ended = true;
    return true;
}

bool
vd_quiet_wait(struct vd_api *api, const struct vd_idle *idle,
              const struct vd_tree_options *options, uint64_t seq,
              struct vd_writer *w, struct vd_dump *dump)
{
    int64_t began_ms = vd_idle_now_ms(api);
    struct waiting wait = {.api = api,
                           .idle = idle,
                           .options = options,
                           .seq = seq,
                           .dump = dump,
                           .began_ms = began_ms,
                           .from_ms = began_ms,
                           .deadline_ms = began_ms + idle->timeout_ms};
    bool ended = false;
    bool ok = true;
    while (ok && !ended) {
        int64_t due_ms = early_ms(&wait);
        const struct vd_silence silence = {
            .idle = idle,
            .seq = seq,
            .began_ms = began_ms,
            .from_ms = wait.from_ms,
            .end_ms = due_ms < wait.deadline_ms ? due_ms : wait.deadline_ms,
            .known_ms = due_ms == INT64_MAX ? wait.read_ms : INT64_MAX};
        bool silent;
        ok = vd_idle_until(api, &silence, &silent);
        if (!ok)
            break;
        if (silent || vd_idle_now_ms(api) >= wait.deadline_ms)
            ok = judge(&wait, w, &ended);
        else if (vd_idle_now_ms(api) >= early_ms(&wait))
            ok = read_early(&wait);
    }
    at_buf_deinit(&wait.early);
    vd_difference_deinit(&wait.difference);
    return ok;
}
