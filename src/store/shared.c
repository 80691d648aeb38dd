// shared.c: a pool's store: opening it, and what the host's file answers
#include "store/shared.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "store/measured.h"
#include "store/shared_priv.h"
#include "store/sqlite_priv.h"
#include "sys/clock.h"
#include "sys/random.h"

static const struct at_bus_stream streams[AT_SHARED_LANES] = {
    [AT_SHARED_DOCS] = {AT_STORE_SHARED_DOCS,
                        "$KV." AT_STORE_SHARED_BUCKET ".>", 1,
                        (int32_t)(AT_STORE_DOC_MAX_BYTES + AT_KIB)},
    [AT_SHARED_EVENTS] = {AT_STORE_SHARED_EVENTS, "agentest.event.>", -1,
                          (int32_t)(AT_STORE_EVENT_MAX_BYTES + AT_KIB)},
};

static bool
get(struct at_store_db *db, enum at_store_kind kind, struct at_str id,
    struct at_store_doc *out, struct at_err *err)
{
    struct at_shared *shared = (struct at_shared *)db;
    struct at_projection *file = at_shared_use(shared);
    bool ok = file->db->ops->get(file->db, kind, id, out, err);
    at_shared_unuse(shared, file);
    return ok;
}

static bool
list(struct at_store_db *db, const struct at_store_query *query,
     struct at_store_list *out, struct at_err *err)
{
    struct at_shared *shared = (struct at_shared *)db;
    struct at_projection *file = at_shared_use(shared);
    bool ok = file->db->ops->list(file->db, query, out, err);
    at_shared_unuse(shared, file);
    return ok;
}

static bool
outcomes(struct at_store_db *db, const struct at_store_outcomes *wanted,
         struct at_err *err)
{
    struct at_shared *shared = (struct at_shared *)db;
    struct at_projection *file = at_shared_use(shared);
    bool ok = file->db->ops->outcomes(file->db, wanted, err);
    at_shared_unuse(shared, file);
    return ok;
}

static bool
last_event(struct at_store_db *db, struct at_str run, int64_t *out_index,
           struct at_err *err)
{
    struct at_shared *shared = (struct at_shared *)db;
    struct at_projection *file = at_shared_use(shared);
    bool ok = file->db->ops->last_event(file->db, run, out_index, err);
    at_shared_unuse(shared, file);
    return ok;
}

static bool
events(struct at_store_db *db, const struct at_store_reading *wanted,
       struct at_err *err)
{
    struct at_shared *shared = (struct at_shared *)db;
    struct at_projection *file = at_shared_use(shared);
    bool ok = file->db->ops->events(file->db, wanted, err);
    at_shared_unuse(shared, file);
    return ok;
}

static bool
check(struct at_store_db *db, struct at_err *err)
{
    struct at_shared *shared = (struct at_shared *)db;
    struct at_projection *file = at_shared_use(shared);
    bool ok = file->db->ops->check(file->db, err);
    at_shared_unuse(shared, file);
    return ok;
}

// Nothing is known only if this host may not write and the pool is empty.
static int64_t
now_ms(struct at_store_db *db)
{
    struct at_shared *shared = (struct at_shared *)db;
    int64_t ms;
    pthread_mutex_lock(&shared->lock);
    bool known = at_shared_clock_now(&shared->clock, at_now_ns(), &ms);
    pthread_mutex_unlock(&shared->lock);
    return known ? ms : at_wall_now_ms();
}

static void
free_shared(struct at_store_db *db)
{
    struct at_shared *shared = (struct at_shared *)db;
    if (shared->bus)
        at_bus_interrupt(shared->bus);
    at_shared_end(shared);
    at_bus_free(shared->bus);
    pthread_mutex_destroy(&shared->lock);
    free(shared->path);
    free(shared);
}

static bool
put(struct at_store_db *db, enum at_store_kind kind, int64_t expected,
    struct at_store_doc *doc, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    (void)!at_shared_put(db, kind, expected, doc, &why);
    return at_store_measured(AT_STORE_PUT, began_ns, &why, err);
}

static bool
remove_doc(struct at_store_db *db, enum at_store_kind kind, struct at_str id,
           struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    (void)!at_shared_remove(db, kind, id, &why);
    return at_store_measured(AT_STORE_REMOVE, began_ns, &why, err);
}

static bool
add_event(struct at_store_db *db, struct at_str run, int64_t index,
          struct at_str json, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    (void)!at_shared_add_event(db, run, index, json, &why);
    return at_store_measured(AT_STORE_EVENT, began_ns, &why, err);
}

// The bus is asked apart.
static bool
writable(struct at_store_db *db, struct at_err *err)
{
    struct at_shared *shared = (struct at_shared *)db;
    struct at_projection *file = at_shared_use(shared);
    bool ok = file->db->ops->writable(file->db, err);
    at_shared_unuse(shared, file);
    return ok;
}

static const struct at_store_db_ops ops = {
    .put = put,
    .get = get,
    .list = list,
    .outcomes = outcomes,
    .remove = remove_doc,
    .add_event = add_event,
    .last_event = last_event,
    .drop_events = at_shared_drop_events,
    .events = events,
    .now_ms = now_ms,
    .confirm = at_shared_confirm,
    .check = check,
    .writable = writable,
    .free = free_shared,
};

static bool
prepare(struct at_shared *shared, struct at_err *err)
{
    struct at_bus_stream_state state;
    for (int i = 0; i < AT_SHARED_LANES; i++) {
        if (!at_bus_prepare(shared->bus, &streams[i], &state, err))
            return false;
        if (i == 0 || state.replicas < shared->replicas)
            shared->replicas = state.replicas;
    }
    return true;
}

// An account that may only read learns the time from others' messages.
static bool
open_all(struct at_shared *shared, const struct at_bus_opts *bus,
         struct at_err *err)
{
    if (!at_bus_open(bus, &shared->bus, err) || !prepare(shared, err))
        return false;
    struct at_err why = AT_ERR_INIT;
    if (!at_shared_ask_time(shared, &why) && why.code != AT_EUNSUPPORTED)
        return at_err_pass(err, &why);
    return at_shared_begin(shared, err) && at_shared_keep(shared, err);
}

bool
at_store_shared_open(const char *path, const struct at_bus_opts *bus,
                     struct at_store_db **out, struct at_err *err)
{
    struct at_shared *shared = at_alloc(sizeof(*shared));
    *shared = (struct at_shared){.base.ops = &ops, .path = at_strdup(path)};
    pthread_mutex_init(&shared->lock, NULL);
    at_random_hex(shared->nonce, AT_SHARED_NONCE_LEN);
    for (int i = 0; i < AT_SHARED_LANES; i++) {
        shared->lanes[i].shared = shared;
        shared->lanes[i].which = i;
    }
    *out = NULL;
    if (!open_all(shared, bus, err)) {
        free_shared(&shared->base);
        return false;
    }
    *out = &shared->base;
    return true;
}

void
at_store_shared_hurry(struct at_store_db *db)
{
    if (db->ops == &ops)
        at_bus_hurry(((struct at_shared *)db)->bus);
}

bool
at_store_shared_state(struct at_store_db *db, struct at_store_shared_state *out)
{
    struct at_shared *shared = (struct at_shared *)db;
    *out = (struct at_store_shared_state){0};
    if (db->ops != &ops)
        return false;
    at_bus_state(shared->bus, &out->bus);
    out->replicas = shared->replicas;
    pthread_mutex_lock(&shared->lock);
    for (int i = 0; i < AT_SHARED_LANES; i++)
        out->behind += shared->lanes[i].pending;
    out->rebuilds = shared->rebuilds;
    out->is_rebuilding = shared->is_rebuilding;
    out->ignored = shared->ignored;
    pthread_mutex_unlock(&shared->lock);
    return true;
}
