// shared_apply.c: the messages of the streams, as changes of the host's file
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "bus/message.h"
#include "store/shared_priv.h"
#include "store/sqlite_apply.h"
#include "store/sqlite_priv.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"

#define AT_LOG_MODULE "pool"

static const struct at_str doc_prefix =
    AT_STR_ROW("$KV." AT_STORE_SHARED_BUCKET ".");
enum { EVENTS_TOLD_PENDING_MAX = 256 };

static const struct at_str event_prefix = AT_STR_ROW("agentest.");

// The changes of a batch, for the listeners.
struct news {
    struct {
        enum at_store_kind kind;
        int64_t revision;
        uint64_t sequence;
        char id[AT_STORE_KEY_MAX + 1];
    } * rows;
    size_t count;
};

bool
at_shared_wait(struct at_shared *shared, int lane, uint64_t sequence,
               int64_t max_ms, struct at_err *err)
{
    struct at_op op = {at_now_ns() + max_ms * AT_NS_PER_MS, NULL};
    bool ok = true;
    pthread_mutex_lock(&shared->lock);
    if (sequence > shared->lanes[lane].wanted)
        shared->lanes[lane].wanted = sequence;
    while (ok && (shared->lanes[lane].applied < sequence ||
                  shared->visible != shared->target))
        ok = at_waiters_wait_locked(&op, &shared->waiters, &shared->lock, err);
    pthread_mutex_unlock(&shared->lock);
    return ok;
}

bool
at_shared_hear(struct at_shared *shared, uint64_t sequence, int64_t max_ms,
               struct at_err *err)
{
    struct at_op op = {at_now_ns() + max_ms * AT_NS_PER_MS, NULL};
    struct at_shared_lane *lane = &shared->lanes[AT_SHARED_DOCS];
    bool ok = true;
    pthread_mutex_lock(&shared->lock);
    if (sequence > lane->wanted)
        lane->wanted = sequence;
    while (ok && lane->applied < sequence)
        ok = at_waiters_wait_locked(&op, &shared->waiters, &shared->lock, err);
    pthread_mutex_unlock(&shared->lock);
    return ok;
}

void
at_shared_note_hole(struct at_shared *shared, int lane)
{
    pthread_mutex_lock(&shared->lock);
    shared->lanes[lane].has_holes = true;
    pthread_mutex_unlock(&shared->lock);
}

bool
at_shared_catch_up(struct at_shared *shared, int lane, const char *subject,
                   int round, uint64_t *out_sequence, struct at_err *err)
{
    enum { ROUND_MS = 5, QUICK_ROUNDS = 3 };
    const struct at_op op = {AT_NEVER_NS, NULL};
    const char *stream =
        lane == AT_SHARED_DOCS ? AT_STORE_SHARED_DOCS : AT_STORE_SHARED_EVENTS;
    struct at_err why = AT_ERR_INIT;
    struct at_bus_last last;
    *out_sequence = 0;
    if (round > QUICK_ROUNDS)
        (void)!at_op_wait_until(
            &op, at_now_ns() + round * ROUND_MS * AT_NS_PER_MS, NULL);
    if (!at_bus_last(shared->bus, stream, subject, &last, &why))
        return why.code == AT_ENOTFOUND || at_err_pass(err, &why);
    *out_sequence = last.sequence;
    return at_shared_wait(shared, lane, last.sequence, AT_SHARED_WAIT_MS, err);
}

static void
ignore(struct at_shared *shared, const struct at_bus_received *message,
       const char *why)
{
    pthread_mutex_lock(&shared->lock);
    bool is_first = shared->ignored++ == 0;
    pthread_mutex_unlock(&shared->lock);
    if (is_first)
        at_log_warn("a message of the pool is ignored: %s: %.*s", why,
                    AT_STR_ARG(at_utf8_head(message->subject, 128)));
}

static bool
find_kind(struct at_str name, enum at_store_kind *out)
{
    for (int kind = 0; kind < AT_STORE_KINDS; kind++) {
        if (at_str_is(name, at_sqlite_kinds[kind])) {
            *out = (enum at_store_kind)kind;
            return true;
        }
    }
    return false;
}

// True for messages whose writer waits in this process, to tell of its change.
static bool
has_writer(struct at_shared *shared, struct at_str writer)
{
    struct at_str nonce;
    int64_t number;
    if (!at_str_next(&writer, '.', &nonce) ||
        !at_str_is(nonce, shared->nonce) ||
        !at_str_to_i64(writer, 1, INT64_MAX, &number))
        return false;
    bool has_left = false;
    pthread_mutex_lock(&shared->lock);
    for (size_t i = 0; i < AT_SHARED_ORPHANS; i++)
        has_left |= shared->orphans[i] == (uint64_t)number;
    pthread_mutex_unlock(&shared->lock);
    return !has_left;
}

static void
add_news(struct news *news, enum at_store_kind kind, const char *id,
         int64_t revision, uint64_t sequence)
{
    news->rows[news->count].kind = kind;
    news->rows[news->count].revision = revision;
    news->rows[news->count].sequence = sequence;
    at_str_cut(news->rows[news->count].id, sizeof(news->rows[0].id),
               at_str(id));
    news->count++;
}

// A node that was killed may repeat one of its last messages, which was
// replaced since: see bus/publish.c.
static bool
put_doc(struct at_shared *shared, struct at_store_db *db,
        enum at_store_kind kind, const struct at_bus_received *message,
        const struct at_store_doc *doc, struct at_err *err)
{
    bool is_older;
    if (!at_sqlite_apply_find_older(db, kind, doc, message->expected, &is_older,
                                    err))
        return false;
    if (!is_older)
        return at_sqlite_apply_put(db, kind, doc, message->sequence, err);
    ignore(shared, message, "its node has repeated it");
    at_shared_note_hole(shared, AT_SHARED_DOCS);
    return true;
}

// A document of a key; an unreadable one counts as removed. has: the file has
// the message from another process that shares it, whose listeners are not
// ours.
static bool
apply_doc(struct at_shared *shared, struct at_store_db *db, bool has,
          const struct at_bus_received *message, struct news *news,
          struct at_err *err)
{
    struct at_str key = at_str_skip(message->subject, doc_prefix.len);
    struct at_store_doc doc = {.updated_ms = message->time_ms};
    struct at_bus_doc value = {0};
    enum at_store_kind kind;
    struct at_str name;
    if (!at_str_starts(message->subject, doc_prefix) ||
        !at_bus_key_read(key, &name, doc.id) || !find_kind(name, &kind) ||
        !at_store_check_id(at_str(doc.id), NULL))
        return true; // the clock, or of a newer program
    if (message->mark == AT_BUS_PLAIN &&
        !at_bus_doc_read(message->data, &value))
        ignore(shared, message, "it is not a document");
    at_shared_race_note(shared, message);
    if (!has_writer(shared, message->writer))
        add_news(news, kind, doc.id, value.revision, message->sequence);
    if (!value.json)
        return has || at_sqlite_apply_remove(db, kind, at_str(doc.id), err);
    doc.revision = value.revision;
    doc.json = value.json;
    doc.created_ms = value.created_ms > 0 ? value.created_ms : message->time_ms;
    bool ok = has || put_doc(shared, db, kind, message, &doc, err);
    at_bus_doc_deinit(&value);
    return ok;
}

static void
set_applied(struct at_shared_lane *lane, const struct at_bus_received *last)
{
    struct at_shared *shared = lane->shared;
    int64_t now_ns = at_now_ns();
    pthread_mutex_lock(&shared->lock);
    lane->applied = last->sequence;
    lane->pending = last->pending;
    if (lane->which == AT_SHARED_DOCS) {
        shared->heard_ns = now_ns;
        if (last->pending == 0)
            at_shared_clock_note(&shared->clock, last->time_ms, now_ns);
    }
    at_waiters_wake_locked(&shared->waiters);
    pthread_mutex_unlock(&shared->lock);
}

// Waiting writers go first: a listener may need a lock that one holds.
static void
tell(struct at_shared *shared, const struct news *news, uint64_t sequence)
{
    pthread_mutex_lock(&shared->lock);
    uint64_t told = shared->told;
    if (sequence > told)
        shared->told = sequence;
    pthread_mutex_unlock(&shared->lock);
    for (size_t i = 0; i < news->count; i++) {
        const struct at_store_change change = {
            news->rows[i].kind, news->rows[i].id, news->rows[i].revision};
        if (news->rows[i].sequence > told)
            at_store_tell(&shared->base, &change);
    }
}

static bool
report(const struct at_err *err)
{
    at_log_warn("cannot follow the pool: %s", err->msg);
    return false;
}

static bool
take_docs(void *user, const struct at_bus_received *messages, size_t count)
{
    struct at_shared_lane *lane = user;
    struct at_shared *shared = lane->shared;
    struct at_projection *file = at_shared_use_target(shared);
    struct news news = {.rows =
                            at_realloc_array(NULL, count, sizeof(*news.rows))};
    struct at_err err = AT_ERR_INIT;
    uint64_t applied;
    bool ok = at_sqlite_apply_begin(file->db, lane->name, &applied, &err);
    if (ok) {
        for (size_t i = 0; ok && i < count; i++)
            ok = apply_doc(shared, file->db, messages[i].sequence <= applied,
                           &messages[i], &news, &err);
        ok = at_sqlite_apply_end(file->db, lane->name,
                                 messages[count - 1].sequence, ok, &err);
    }
    at_shared_unuse(shared, file);
    if (ok) {
        set_applied(lane, &messages[count - 1]);
        tell(shared, &news, messages[count - 1].sequence);
    }
    free(news.rows);
    return ok || report(&err);
}

enum step { STEP_FAIL, STEP_NEXT, STEP_NO_RUN };

static enum step
apply_event(struct at_shared *shared, struct at_store_db *db,
            const struct at_bus_received *message, struct at_err *err)
{
    struct at_str key = at_str_skip(message->subject, event_prefix.len);
    struct at_err why = AT_ERR_INIT;
    char run[AT_BUS_ID_MAX + 1];
    struct at_str name;
    int64_t index;
    if (!at_str_starts(message->subject, event_prefix) ||
        !at_bus_key_read(key, &name, run) || !at_str_is(name, "event")) {
        ignore(shared, message, "it is not of a run");
        return STEP_NEXT;
    }
    if (message->mark != AT_BUS_PLAIN)
        return at_sqlite_apply_drop(db, at_str(run), err) ? STEP_NEXT
                                                          : STEP_FAIL;
    if (!at_bus_event_id_read(message->id, at_str(run), &index) ||
        message->data.len > AT_STORE_EVENT_MAX_BYTES ||
        !at_utf8_valid(message->data)) {
        ignore(shared, message, "it is not an event");
        return STEP_NEXT;
    }
    if (at_sqlite_apply_event(db, at_str(run), index, message->sequence,
                              message->data, &why))
        return STEP_NEXT;
    if (why.code == AT_ENOTFOUND)
        return STEP_NO_RUN;
    if (why.code == AT_EBUSY) {
        ignore(shared, message, why.msg);
        at_shared_note_hole(shared, AT_SHARED_EVENTS);
        return STEP_NEXT;
    }
    at_err_pass(err, &why);
    return STEP_FAIL;
}

// An event can arrive before its run's document, which is in another stream, or
// after the run was removed. Wait for the document; false: come again.
static bool
wait_for_run(struct at_shared *shared, const struct at_bus_received *message,
             bool *out_is_gone)
{
    enum { DOCS_MS = 1000 };
    struct at_str run =
        at_str_skip(message->subject, sizeof("agentest.event.") - 1);
    char subject[AT_SHARED_SUBJECT_MAX];
    struct at_err err = AT_ERR_INIT;
    struct at_bus_last last;
    snprintf(subject, sizeof(subject), "%.*srun.%.*s", AT_STR_ARG(doc_prefix),
             AT_STR_ARG(at_str_head(run, AT_STORE_KEY_MAX)));
    *out_is_gone = false;
    if (!at_bus_last(shared->bus, AT_STORE_SHARED_DOCS, subject, &last, &err)) {
        *out_is_gone = err.code == AT_ENOTFOUND;
        return *out_is_gone;
    }
    *out_is_gone = last.mark != AT_BUS_PLAIN;
    return *out_is_gone || at_shared_hear(shared, last.sequence, DOCS_MS, NULL);
}

// True for events that this process has added: whoever added one knows it.
static bool
is_own_event(const struct at_shared *shared, struct at_str id, size_t run_len)
{
    struct at_str index, nonce;
    id = at_str_skip(id, run_len + 1);
    return at_str_next(&id, '.', &index) && at_str_next(&id, '.', &nonce) &&
           at_str_is(nonce, shared->nonce);
}

// No one follows old runs, so events are told only near the stream's
// end.
static void
tell_event(struct at_shared *shared, const struct at_bus_received *message)
{
    struct at_str key = at_str_skip(message->subject, event_prefix.len);
    char run[AT_BUS_ID_MAX + 1];
    struct at_str name;
    int64_t index;
    if (message->pending < EVENTS_TOLD_PENDING_MAX &&
        message->mark == AT_BUS_PLAIN && at_bus_key_read(key, &name, run) &&
        at_bus_event_id_read(message->id, at_str(run), &index) &&
        !is_own_event(shared, message->id, strlen(run)))
        at_store_tell_event(&shared->base, run, index, message->data);
}

// Apply messages from *at until one lacks its run.
static enum step
apply_events(struct at_shared_lane *lane, const struct at_bus_received *all,
             size_t count, size_t *at, struct at_err *err)
{
    struct at_projection *file = at_shared_use_target(lane->shared);
    enum step step = STEP_NEXT;
    size_t begin = *at;
    uint64_t applied;
    bool ok = at_sqlite_apply_begin(file->db, lane->name, &applied, err);
    if (ok) {
        while (*at < count && step == STEP_NEXT) {
            if (all[*at].sequence > applied)
                step = apply_event(lane->shared, file->db, &all[*at], err);
            *at += step == STEP_NEXT;
        }
        uint64_t sequence = *at > 0 ? all[*at - 1].sequence : applied;
        ok = at_sqlite_apply_end(file->db, lane->name, sequence,
                                 step != STEP_FAIL, err);
    }
    at_shared_unuse(lane->shared, file);
    for (size_t i = begin; ok && i < *at; i++) {
        if (all[i].sequence > applied)
            tell_event(lane->shared, &all[i]);
    }
    if (ok && *at > begin)
        set_applied(lane, &all[*at - 1]);
    return ok ? step : STEP_FAIL;
}

static bool
take_events(void *user, const struct at_bus_received *messages, size_t count)
{
    struct at_shared_lane *lane = user;
    struct at_err err = AT_ERR_INIT;
    size_t at = 0, waited_at = SIZE_MAX;
    while (at < count) {
        bool is_gone = false;
        switch (apply_events(lane, messages, count, &at, &err)) {
        case STEP_FAIL:
            return report(&err);
        case STEP_NO_RUN:
            // Its document has come and cannot be read.
            if (at == waited_at)
                is_gone = true;
            else if (!wait_for_run(lane->shared, &messages[at], &is_gone))
                return false;
            waited_at = at;
            at += is_gone;
            break;
        case STEP_NEXT:
            break;
        }
    }
    set_applied(lane, &messages[count - 1]);
    return true;
}

static uint64_t
has(void *user)
{
    struct at_shared_lane *lane = user;
    pthread_mutex_lock(&lane->shared->lock);
    uint64_t applied = lane->applied;
    pthread_mutex_unlock(&lane->shared->lock);
    return applied;
}

static void
idle(void *user, uint64_t sequence)
{
    struct at_shared_lane *lane = user;
    pthread_mutex_lock(&lane->shared->lock);
    if (sequence > lane->applied) {
        lane->applied = sequence;
        at_waiters_wake_locked(&lane->shared->waiters);
    }
    lane->pending = 0;
    pthread_mutex_unlock(&lane->shared->lock);
}

bool
at_shared_follow(struct at_shared_lane *lane, struct at_err *err)
{
    const bool is_docs = lane->which == AT_SHARED_DOCS;
    const struct at_bus_following following = {
        .stream = is_docs ? AT_STORE_SHARED_DOCS : AT_STORE_SHARED_EVENTS,
        .has = has,
        .take = is_docs ? take_docs : take_events,
        .idle = idle,
        .user = lane,
    };
    return at_bus_follow(lane->shared->bus, &following, &lane->follower, err);
}
