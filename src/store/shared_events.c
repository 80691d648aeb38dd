// shared_events.c: events of a pool's runs, each once and in order
#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "store/shared_priv.h"
#include "store/sqlite_apply.h"

static bool
read_place(struct at_shared *shared, struct at_str run,
           struct at_sqlite_place *out, struct at_err *err)
{
    struct at_projection *file = at_shared_use(shared);
    bool ok = at_sqlite_event_place(file->db, run, out, err);
    at_shared_unuse(shared, file);
    return ok;
}

static bool
publish(struct at_shared *shared, struct at_str run,
        struct at_bus_message *message, struct at_err *err)
{
    struct at_sqlite_place last;
    uint64_t sequence;
    message->stream = AT_STORE_SHARED_EVENTS;
    message->wait_ms = AT_SHARED_RUN_WAIT_MS;
    if (!at_bus_publish(shared->bus, message, &sequence, err))
        return false;
    if (at_shared_wait(shared, AT_SHARED_EVENTS, sequence, AT_SHARED_WAIT_MS,
                       NULL) &&
        message->mark == AT_BUS_PLAIN && read_place(shared, run, &last, NULL) &&
        last.sequence < sequence)
        at_shared_note_hole(shared, AT_SHARED_EVENTS);
    return true;
}

static bool
fail_index(struct at_str run, int64_t index, int64_t last, struct at_err *err)
{
    return at_fail(err, AT_EBUSY,
                   "event %lld of run '%.*s' is not the next one: %lld is the "
                   "last",
                   (long long)index, AT_STR_ARG(at_utf8_head(run, 64)),
                   (long long)last);
}

static bool
add_event(struct at_shared *shared, struct at_str run, int64_t index,
          struct at_bus_message *message, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_sqlite_place last;
    uint64_t floor = 0;
    for (int i = 0; i < AT_SHARED_TRIES; i++) {
        if (!read_place(shared, run, &last, err))
            return false;
        // An index that the file does not have yet is another host's.
        if (index > last.revision + 1 && i == 0 &&
            !(at_shared_catch_up(shared, AT_SHARED_EVENTS, message->subject, 0,
                                 &floor, err) &&
              read_place(shared, run, &last, err)))
            return false;
        if (index != last.revision + 1)
            return fail_index(run, index, last.revision, err);
        message->expected = last.sequence > floor ? last.sequence : floor;
        if (publish(shared, run, message, &why))
            return true;
        if (why.code != AT_EBUSY ||
            !at_shared_catch_up(shared, AT_SHARED_EVENTS, message->subject, i,
                                &floor, &why))
            break;
    }
    return at_err_pass(err, &why);
}

bool
at_shared_add_event(struct at_store_db *db, struct at_str run, int64_t index,
                    struct at_str json, struct at_err *err)
{
    struct at_shared *shared = (struct at_shared *)db;
    char subject[AT_SHARED_SUBJECT_MAX];
    if (json.len > AT_STORE_EVENT_MAX_BYTES)
        return at_fail(err, AT_ELIMIT, "an event has up to %zu bytes",
                       AT_STORE_EVENT_MAX_BYTES);
    at_shared_subject("agentest.event", run, subject);
    char writer[AT_SHARED_ID_MAX];
    char *place = at_strfmt("%.*s.%" PRId64, AT_STR_ARG(run), index);
    at_shared_new_writer(shared, writer);
    struct at_bus_message message = {.subject = subject,
                                     .data = json,
                                     .place = place,
                                     .writer = writer,
                                     .is_first_only = true};
    bool ok = add_event(shared, run, index, &message, err);
    free(place);
    return ok;
}

// A message that replaces them: every host learns of it in order.
bool
at_shared_drop_events(struct at_store_db *db, struct at_str run,
                      struct at_err *err)
{
    struct at_shared *shared = (struct at_shared *)db;
    char subject[AT_SHARED_SUBJECT_MAX], writer[AT_SHARED_ID_MAX];
    struct at_err why = AT_ERR_INIT;
    struct at_sqlite_place last;
    if (!read_place(shared, run, &last, &why))
        return why.code == AT_ENOTFOUND || at_err_pass(err, &why);
    if (last.revision == 0)
        return true;
    at_shared_subject("agentest.event", run, subject);
    at_shared_new_writer(shared, writer);
    struct at_bus_message message = {.subject = subject,
                                     .mark = AT_BUS_ROLLED,
                                     .place = "drop",
                                     .writer = writer,
                                     .any = true};
    return publish(shared, run, &message, err);
}
