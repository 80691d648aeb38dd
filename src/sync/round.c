// round.c: compares both sides, and does what the plan says
#define AT_LOG_MODULE "sync"
#include "sync/round.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "metrics/metrics.h"
#include "server/draft.h"
#include "sync/content.h"
#include "sync/plan.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "wire/json.h"

enum { ALL_EVERY = 10, OVERLAP_MS = 60000 };
#define MEMORY_ID "firestore-sync" // a document of AT_STORE_SETTING

// The work of a round.
struct work {
    const struct at_op *op;
    struct at_sync_round *round;
    json_t *here;             // {id: {"json","revision","createdMs"}}
    struct at_store_doc then; // {"place","scenarios":{id:{"here","there"}}}
    bool changed;             // then has to be stored
};

void
at_sync_round_init(struct at_sync_round *round, struct at_store_db *store,
                   struct at_firestore *firestore)
{
    *round = (struct at_sync_round){.store = store,
                                    .firestore = firestore,
                                    .there = json_object(),
                                    .all = true};
}

void
at_sync_round_deinit(struct at_sync_round *round)
{
    json_decref(round->there);
    *round = (struct at_sync_round){0};
}

static json_t *
known(const struct work *work)
{
    return json_object_get(work->then.json, "scenarios");
}

// The memory of another project is not ours.
static bool
read_memory(struct work *work, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_store_db *store = work->round->store;
    const char *place = at_firestore_place(work->round->firestore);
    bool ok = store->ops->get(store, AT_STORE_SETTING, AT_STR(MEMORY_ID),
                              &work->then, &why);
    if (!ok && why.code != AT_ENOTFOUND)
        return at_err_pass(err, &why);
    if (!ok || !at_str_is(at_json_get_str(work->then.json, "place"), place) ||
        !known(work)) {
        json_decref(work->then.json);
        work->then.json = json_pack("{s:s, s:{}}", "place", place, "scenarios");
    }
    return true;
}

static bool
write_memory(struct work *work, struct at_err *err)
{
    struct at_store_db *store = work->round->store;
    int64_t revision = work->then.revision;
    at_str_cut(work->then.id, sizeof(work->then.id), AT_STR(MEMORY_ID));
    return !work->changed ||
           store->ops->put(store, AT_STORE_SETTING, revision, &work->then, err);
}

static void
remember(struct work *work, const char *id, const json_t *here,
         const json_t *there)
{
    char mine[AT_SYNC_HASH_LEN + 1], theirs[AT_SYNC_HASH_LEN + 1];
    at_sync_hash(here, mine);
    at_sync_hash(there, theirs);
    json_t *row = json_pack("{s:s, s:s}", "here", mine, "there", theirs);
    work->changed |= !json_equal(row, json_object_get(known(work), id));
    at_json_set(known(work), id, row);
}

static void
forget(struct work *work, const char *id)
{
    work->changed = true;
    json_object_del(known(work), id);
}

static bool
add_here(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct work *work = user;
    (void)err;
    if (!json_object_get(doc->json, AT_STORE_DAMAGED))
        at_json_set(work->here, doc->id,
                    json_pack("{s:O, s:I, s:I}", "json", doc->json, "revision",
                              (json_int_t)doc->revision, "createdMs",
                              (json_int_t)doc->created_ms));
    return true;
}

static bool
list_here(struct work *work, struct at_err *err)
{
    const struct at_store_query query = {.kind = AT_STORE_SCENARIO};
    return at_store_each(work->round->store, &query, add_here, work, err);
}

// The newest "updatedAt" that was seen, and a little earlier: clocks differ.
static bool
find_since(const json_t *there, char out[AT_RFC3339_MAX])
{
    int64_t newest_ms = 0, ms;
    const char *id;
    const json_t *row;
    json_object_foreach((json_t *)(uintptr_t)there, id, row)
    {
        const json_t *fields = json_object_get(row, "fields");
        if (at_wall_read(at_json_get_str(fields, "updatedAt"), &ms) &&
            ms > newest_ms)
            newest_ms = ms;
    }
    at_wall_write(newest_ms - OVERLAP_MS, out);
    return newest_ms > 0;
}

// Removed documents are only noticed by listing all; so are those that were
// changed without a new "updatedAt".
static bool
list_there(struct work *work, struct at_err *err)
{
    struct at_sync_round *round = work->round;
    char since[AT_RFC3339_MAX];
    bool more = false;
    bool all = round->all || round->rounds >= ALL_EVERY ||
               !find_since(round->there, since);
    if (!all && !at_firestore_changes(work->op, round->firestore, since,
                                      round->there, &more, err))
        return false;
    round->rounds++;
    if (!all && !more)
        return true;
    json_t *there = json_object();
    if (!at_firestore_list(work->op, round->firestore, there, err)) {
        json_decref(there);
        return false;
    }
    json_decref(round->there);
    round->there = there;
    round->rounds = 0;
    round->all = false;
    return true;
}

static const json_t *
here_of(const struct work *work, const char *id)
{
    return json_object_get(json_object_get(work->here, id), "json");
}

static const json_t *
there_of(const struct work *work, const char *id)
{
    return json_object_get(json_object_get(work->round->there, id), "fields");
}

static const char *
update_time(const struct work *work, const char *id)
{
    return json_string_value(
        json_object_get(json_object_get(work->round->there, id), "updateTime"));
}

static enum at_sync_action
plan(const struct work *work, const char *id)
{
    char mine[AT_SYNC_HASH_LEN + 1], theirs[AT_SYNC_HASH_LEN + 1];
    const json_t *then = json_object_get(known(work), id);
    const json_t *here = here_of(work, id);
    const json_t *there = there_of(work, id);
    struct at_sync_side one = {
        .then = json_string_value(json_object_get(then, "here"))};
    struct at_sync_side two = {
        .then = json_string_value(json_object_get(then, "there"))};
    if (here) {
        at_sync_hash(here, mine);
        one.now = mine;
    }
    if (there) {
        at_sync_hash(there, theirs);
        two.now = theirs;
    }
    return at_sync_plan(&one, &two,
                        here && there && at_sync_alike(here, there));
}

// Store the merge of both sides. AT_EBUSY: it was changed here since.
static bool
pull(struct work *work, const char *id, struct at_err *err)
{
    struct at_store_db *store = work->round->store;
    const json_t *there = there_of(work, id);
    const json_t *row = json_object_get(work->here, id);
    json_t *merged = at_sync_merge(here_of(work, id), there);
    struct at_store_doc doc = {.json = at_draft_read(merged, err)};
    at_str_cut(doc.id, sizeof(doc.id), at_str(id));
    bool ok =
        doc.json &&
        store->ops->put(store, AT_STORE_SCENARIO,
                        json_integer_value(json_object_get(row, "revision")),
                        &doc, err);
    if (ok)
        remember(work, id, doc.json, there);
    json_decref(doc.json);
    json_decref(merged);
    return ok;
}

static bool
push(struct work *work, const char *id, struct at_err *err)
{
    const json_t *row = json_object_get(work->here, id);
    const json_t *here = here_of(work, id);
    bool is_new = there_of(work, id) == NULL;
    json_t *document = at_sync_document(
        here,
        is_new ? json_integer_value(json_object_get(row, "createdMs")) : 0,
        at_wall_now_ms());
    char *time = is_new ? NULL : at_strdup(update_time(work, id));
    bool ok =
        at_firestore_put(work->op, work->round->firestore,
                         &(struct at_firestore_change){id, document, time},
                         work->round->there, err);
    if (ok && there_of(work, id))
        remember(work, id, here, there_of(work, id));
    free(time);
    json_decref(document);
    return ok;
}

static bool
remove_here(struct work *work, const char *id, struct at_err *err)
{
    struct at_store_db *store = work->round->store;
    struct at_store_doc doc = {0};
    const json_t *row = json_object_get(work->here, id);
    bool ok = store->ops->get(store, AT_STORE_SCENARIO, at_str(id), &doc, err);
    if (ok &&
        doc.revision != json_integer_value(json_object_get(row, "revision")))
        ok = at_fail(err, AT_EBUSY, "scenario '%s' was changed", id);
    ok = ok && store->ops->remove(store, AT_STORE_SCENARIO, at_str(id), err);
    at_store_doc_deinit(&doc);
    if (ok)
        forget(work, id);
    return ok;
}

static bool
remove_there(struct work *work, const char *id, struct at_err *err)
{
    if (!at_firestore_remove(work->op, work->round->firestore, id,
                             update_time(work, id), err))
        return false;
    json_object_del(work->round->there, id);
    forget(work, id);
    return true;
}

// This version becomes a scenario of its own, which the next round pushes.
static bool
keep_both(struct work *work, const char *id, struct at_err *err)
{
    struct at_store_db *store = work->round->store;
    const json_t *here = here_of(work, id);
    struct at_str name = at_json_get_str(here, "name");
    struct at_buf title = AT_BUF_INIT(AT_MIB);
    struct at_store_doc copy = {.json = json_deep_copy(here)};
    if (name.len == 0)
        name = at_json_get_str(here, "goal");
    at_buf_add_fmt(&title, "%.*s (conflict: this server's version)",
                   AT_STR_ARG(at_utf8_head(name, 150)));
    at_json_set(copy.json, "name", at_json_text(at_buf_str(&title)));
    bool ok = store->ops->put(store, AT_STORE_SCENARIO, 0, &copy, err);
    if (ok && !pull(work, id, err)) { // changed again: the next round decides
        (void)store->ops->remove(store, AT_STORE_SCENARIO, at_str(copy.id),
                                 NULL);
        ok = false;
    }
    if (ok) {
        at_metric_add(AT_METRIC_SYNC_CONFLICTS, (struct at_metric_at){{0}}, 1);
        at_log_warn("a scenario was changed here and in Firestore: both are "
                    "kept scenario=%s copy=%s",
                    id, copy.id);
    }
    at_buf_deinit(&title);
    json_decref(copy.json);
    return ok;
}

static bool
adopt(struct work *work, const char *id, struct at_err *err)
{
    (void)err;
    remember(work, id, here_of(work, id), there_of(work, id));
    return true;
}

static bool
forget_both(struct work *work, const char *id, struct at_err *err)
{
    (void)err;
    forget(work, id);
    return true;
}

static bool (*const actions[AT_SYNC_ACTIONS])(struct work *work, const char *id,
                                              struct at_err *err) = {
    [AT_SYNC_ADOPT] = adopt,
    [AT_SYNC_FORGET] = forget_both,
    [AT_SYNC_PULL] = pull,
    [AT_SYNC_PUSH] = push,
    [AT_SYNC_REMOVE_HERE] = remove_here,
    [AT_SYNC_REMOVE_THERE] = remove_there,
    [AT_SYNC_KEEP_BOTH] = keep_both,
};

// All ids of both sides and of the last time.
static json_t *
all_ids(const struct work *work)
{
    const json_t *const lists[] = {work->here, work->round->there, known(work)};
    json_t *ids = json_object();
    for (size_t i = 0; i < AT_LEN(lists); i++) {
        const char *id;
        const json_t *row;
        json_object_foreach((json_t *)(uintptr_t)lists[i], id, row)
            at_json_set(ids, id, json_true());
    }
    return ids;
}

static bool
check_removals(const struct work *work, json_t *ids, struct at_err *err)
{
    size_t removals = 0;
    const char *id;
    json_t *row;
    json_object_foreach(ids, id, row)
    {
        enum at_sync_action action = plan(work, id);
        removals +=
            action == AT_SYNC_REMOVE_HERE || action == AT_SYNC_REMOVE_THERE;
    }
    return !at_sync_is_purge(removals, json_object_size(known(work))) ||
           at_fail(err, AT_EUSAGE,
                   "%zu of %zu scenarios are gone on one side: nothing is "
                   "removed; if that is meant, remove them on the other side "
                   "too",
                   removals, json_object_size(known(work)));
}

// Somebody who was quicker, or a scenario that the other side does not take,
// does not hold up the rest.
static bool
act(struct work *work, const char *id, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    enum at_sync_action action = plan(work, id);
    if (!actions[action] || actions[action](work, id, &why))
        return true;
    if (why.code == AT_EBUSY)
        work->round->all = true;
    else if (why.code == AT_EUSAGE || why.code == AT_EPROTO)
        at_log_warn("a scenario is not in step: %s scenario=%s", why.msg, id);
    else
        return at_err_pass(err, &why);
    return true;
}

static bool
act_all(struct work *work, struct at_err *err)
{
    json_t *ids = all_ids(work);
    bool ok = check_removals(work, ids, err);
    const char *id;
    json_t *row;
    json_object_foreach(ids, id, row) ok = ok && act(work, id, err);
    json_decref(ids);
    return ok;
}

bool
at_sync_round(const struct at_op *op, struct at_sync_round *round,
              struct at_err *err)
{
    struct work work = {.op = op, .round = round, .here = json_object()};
    struct at_err why = AT_ERR_INIT;
    bool ok = read_memory(&work, err) && list_there(&work, err) &&
              list_here(&work, err) && act_all(&work, err);
    // Remember completed actions even if the rest failed.
    if (work.then.json && !write_memory(&work, &why)) {
        round->all = true;
        ok = ok && (why.code == AT_EBUSY || at_err_pass(err, &why));
    }
    if (!ok)
        round->all = true;
    json_decref(work.here);
    at_store_doc_deinit(&work.then);
    return ok;
}
