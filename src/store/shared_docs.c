// shared_docs.c: documents of a pool, changed by compare-and-set
#include <inttypes.h>
#include <stdio.h>

#include "base/limits.h"
#include "bus/message.h"
#include "store/shared_priv.h"
#include "store/sqlite_apply.h"
#include "store/sqlite_priv.h"

#define SUBJECT "$KV." AT_STORE_SHARED_BUCKET

uint64_t
at_shared_new_writer(struct at_shared *shared, char out[AT_SHARED_ID_MAX])
{
    uint64_t number = atomic_fetch_add(&shared->sent, 1) + 1;
    snprintf(out, AT_SHARED_ID_MAX, "%s.%" PRIu64, shared->nonce, number);
    return number;
}

void
at_shared_subject(const char *prefix, struct at_str id,
                  char out[AT_SHARED_SUBJECT_MAX])
{
    struct at_buf subject = AT_BUF_INIT(AT_KIB);
    at_bus_key_write(at_str(prefix), id, &subject);
    at_str_cut(out, AT_SHARED_SUBJECT_MAX, at_buf_str(&subject));
    at_buf_deinit(&subject);
}

static void
doc_subject(enum at_store_kind kind, struct at_str id,
            char out[AT_SHARED_SUBJECT_MAX])
{
    char prefix[AT_SHARED_SUBJECT_MAX];
    snprintf(prefix, sizeof(prefix), SUBJECT ".%s", at_sqlite_kinds[kind]);
    at_shared_subject(prefix, id, out);
}

// A change on its way.
struct change {
    struct at_shared *shared;
    enum at_store_kind kind;
    struct at_str id;
    char subject[AT_SHARED_SUBJECT_MAX];
    struct at_sqlite_place place; // as this host knows it
    uint64_t floor; // sequence of a newer message without a document
};

static void
change_init(struct change *change, struct at_store_db *db,
            enum at_store_kind kind, struct at_str id)
{
    *change = (struct change){
        .shared = (struct at_shared *)db, .kind = kind, .id = id};
    doc_subject(kind, id, change->subject);
}

static bool
read_place(struct change *change, struct at_err *err)
{
    struct at_projection *file = at_shared_use(change->shared);
    bool ok = at_sqlite_doc_place(file->db, change->kind, change->id,
                                  &change->place, err);
    at_shared_unuse(change->shared, file);
    return ok;
}

static void
tell(const struct change *change, int64_t revision)
{
    char id[AT_STORE_KEY_MAX + 1];
    at_str_cut(id, sizeof(id), change->id);
    const struct at_store_change told = {change->kind, id, revision};
    at_store_tell(&change->shared->base, &told);
}

// The message may be stored after all, now or later: its listeners are told in
// both cases, in one of them without need.
static void
give_up(const struct change *change, uint64_t number)
{
    struct at_shared *shared = change->shared;
    pthread_mutex_lock(&shared->lock);
    shared->orphans[shared->orphan_count++ % AT_SHARED_ORPHANS] = number;
    pthread_mutex_unlock(&shared->lock);
    tell(change, change->place.revision);
}

// Servers compare "no message at all" when they store. A host alone writes of
// its devices.
static bool
may_be_raced(const struct change *change, const struct at_bus_message *message)
{
    return message->expected > 0 && change->kind != AT_STORE_DEVICE;
}

// Return false with AT_EBUSY if another writer of the same revision has won.
static bool
publish_and_win(const struct change *change,
                const struct at_bus_message *message, uint64_t *out_sequence,
                struct at_err *err)
{
    struct at_shared *shared = change->shared;
    struct at_shared_race race = {.subject = message->subject,
                                  .writer = message->writer};
    bool won = true;
    at_shared_race_begin(shared, &race);
    bool ok = at_bus_publish(shared->bus, message, out_sequence, err) &&
              (!may_be_raced(change, message) ||
               at_shared_race_won(shared, &race, *out_sequence,
                                  message->wait_ms, &won, err));
    at_shared_race_end(shared, &race);
    return ok &&
           (won || at_fail(err, AT_EBUSY,
                           "'%s' was changed by another host at the same time",
                           message->subject));
}

static bool
publish(struct change *change, struct at_str data, enum at_bus_mark mark,
        struct at_err *err)
{
    char writer[AT_SHARED_ID_MAX];
    uint64_t known = change->place.sequence;
    struct at_bus_message message = {
        .stream = AT_STORE_SHARED_DOCS,
        .subject = change->subject,
        .data = data,
        .mark = mark,
        .place = change->subject + sizeof(SUBJECT),
        .writer = writer,
        .expected = known > change->floor ? known : change->floor,
        .wait_ms = change->kind == AT_STORE_RUN ? AT_SHARED_RUN_WAIT_MS
                                                : AT_SHARED_WAIT_MS,
    };
    uint64_t sequence;
    struct at_err why = AT_ERR_INIT;
    uint64_t number = at_shared_new_writer(change->shared, writer);
    if (!publish_and_win(change, &message, &sequence, &why)) {
        if (why.code != AT_EBUSY)
            give_up(change, number);
        return at_err_pass(err, &why);
    }
    change->place.sequence = sequence;
    // It is stored, whatever becomes of this host's file.
    struct change shown = *change;
    if (at_shared_wait(change->shared, AT_SHARED_DOCS, sequence,
                       AT_SHARED_WAIT_MS, NULL) &&
        mark == AT_BUS_PLAIN && read_place(&shown, NULL) &&
        shown.place.sequence < sequence)
        at_shared_note_hole(change->shared, AT_SHARED_DOCS);
    return true;
}

// After a refusal, which may mean a document that was removed: the key then has
// a newer message all the same.
static bool
catch_up(struct change *change, int round, struct at_err *err)
{
    return at_shared_catch_up(change->shared, AT_SHARED_DOCS, change->subject,
                              round, &change->floor, err);
}

static bool
check_revision(struct change *change, int64_t expected, struct at_err *err)
{
    return expected < 0 || expected == change->place.revision ||
           at_fail(err, AT_EBUSY,
                   "%s '%.*s' has changed: it has revision %lld, not %lld; "
                   "read it again",
                   at_sqlite_kinds[change->kind], AT_STR_ARG(change->id),
                   (long long)change->place.revision, (long long)expected);
}

static bool
put_once(struct change *change, struct at_store_doc *doc, struct at_err *err)
{
    struct at_buf value = AT_BUF_INIT(AT_STORE_DOC_MAX_BYTES);
    const struct at_bus_doc out = {
        .revision = change->place.revision + 1,
        .created_ms = change->place.revision > 0 ? change->place.created_ms : 0,
        .json = doc->json,
    };
    bool ok = (at_bus_doc_write(&out, &value) &&
               value.len < AT_STORE_DOC_MAX_BYTES - AT_KIB) ||
              at_fail(err, AT_ELIMIT, "%s '%s' is longer than %zu bytes",
                      at_sqlite_kinds[change->kind], doc->id,
                      AT_STORE_DOC_MAX_BYTES - AT_KIB);
    ok = ok && publish(change, at_buf_str(&value), AT_BUS_PLAIN, err);
    at_buf_deinit(&value);
    return ok;
}

// The times are the server's, which the file has.
static void
fill(struct change *change, struct at_store_doc *doc)
{
    doc->revision = change->place.revision + 1;
    doc->created_ms = change->place.created_ms;
    if (read_place(change, NULL) && change->place.revision > 0) {
        doc->created_ms = change->place.created_ms;
        doc->updated_ms = change->place.updated_ms;
    } else {
        doc->updated_ms =
            change->shared->base.ops->now_ms(&change->shared->base);
    }
}

bool
at_shared_put(struct at_store_db *db, enum at_store_kind kind, int64_t expected,
              struct at_store_doc *doc, struct at_err *err)
{
    struct change change;
    struct at_err why = AT_ERR_INIT;
    if (!doc->id[0])
        at_store_new_id(doc->id);
    if (!at_store_check_id(at_str(doc->id), err))
        return false;
    change_init(&change, db, kind, at_str(doc->id));
    for (int i = 0; i < AT_SHARED_TRIES; i++) {
        if (!read_place(&change, err))
            return false;
        // A revision that the file does not have yet is another host's.
        if (expected > change.place.revision && i == 0 &&
            !(catch_up(&change, 0, err) && read_place(&change, err)))
            return false;
        if (!check_revision(&change, expected, err))
            return false;
        if (put_once(&change, doc, &why)) {
            fill(&change, doc);
            tell(&change, doc->revision);
            return true;
        }
        if (why.code != AT_EBUSY || !catch_up(&change, i, &why))
            break;
    }
    return at_err_pass(err, &why);
}

// The events go with their run: other hosts drop theirs with the document.
static void
purge_events(struct at_shared *shared, struct at_str run)
{
    char subject[AT_SHARED_SUBJECT_MAX];
    struct at_err err = AT_ERR_INIT;
    at_shared_subject("agentest.event", run, subject);
    (void)!at_bus_purge(shared->bus, AT_STORE_SHARED_EVENTS, subject, &err);
}

bool
at_shared_remove(struct at_store_db *db, enum at_store_kind kind,
                 struct at_str id, struct at_err *err)
{
    struct change change;
    struct at_err why = AT_ERR_INIT;
    change_init(&change, db, kind, id);
    for (int i = 0; i < AT_SHARED_TRIES; i++) {
        if (!read_place(&change, err))
            return false;
        if (change.place.revision == 0)
            return at_sqlite_fail_absent(kind, id, err);
        if (publish(&change, at_str(""), AT_BUS_REMOVED, &why)) {
            if (kind == AT_STORE_RUN)
                purge_events(change.shared, id);
            tell(&change, 0);
            return true;
        }
        if (why.code != AT_EBUSY || !catch_up(&change, i, &why))
            break;
    }
    return at_err_pass(err, &why);
}

enum { TIME_MS = 2000 };

bool
at_shared_publish_place(struct at_shared *shared, int64_t max_ms,
                        uint64_t *out_sequence, struct at_err *err)
{
    char writer[AT_SHARED_ID_MAX];
    const struct at_bus_message message = {
        .stream = AT_STORE_SHARED_DOCS,
        .subject = SUBJECT ".clock",
        .data = AT_STR("{}"),
        .place = "clock",
        .writer = writer,
        .any = true,
        .wait_ms = max_ms,
    };
    at_shared_new_writer(shared, writer);
    return at_bus_publish(shared->bus, &message, out_sequence, err);
}

bool
at_shared_ask_time(struct at_shared *shared, struct at_err *err)
{
    uint64_t sequence;
    return at_shared_publish_place(shared, TIME_MS, &sequence, err);
}

// Earlier writes of others are before our own message.
bool
at_shared_confirm(struct at_store_db *db, struct at_err *err)
{
    struct at_shared *shared = (struct at_shared *)db;
    uint64_t sequence;
    return at_shared_publish_place(shared, TIME_MS, &sequence, err) &&
           at_shared_wait(shared, AT_SHARED_DOCS, sequence, TIME_MS, err);
}
