// audit.c: entries of the audit, and how many are kept
#define AT_LOG_MODULE "audit"
#include "tester/access/audit.h"

#include <stdatomic.h>

#include "base/limits.h"
#include "base/quote.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "wire/json.h"

enum { PRUNE_EVERY = 500 };

const char *const at_audit_kinds[AT_STORE_KINDS] = {
    [AT_STORE_SCENARIO] = "scenario",  [AT_STORE_RUN] = "run",
    [AT_STORE_RECIPE] = "recording",   [AT_STORE_PROFILE] = "model",
    [AT_STORE_SETTING] = "settings",   [AT_STORE_EXPECT] = "expectations",
    [AT_STORE_PROPOSAL] = "proposal",  [AT_STORE_SUITE] = "suite",
    [AT_STORE_SUITE_RUN] = "suiteRun", [AT_STORE_SCHEDULE] = "schedule",
    [AT_STORE_FIRING] = "firing",      [AT_STORE_WEBHOOK] = "webhook",
    [AT_STORE_DELIVERY] = "delivery",  [AT_STORE_TOKEN] = "token",
    [AT_STORE_AUDIT] = "audit",        [AT_STORE_SECRET] = "secret",
    [AT_STORE_HOST] = "host",          [AT_STORE_DEVICE] = "device",
};

static void
set_line(json_t *json, const char *name, struct at_str text)
{
    struct at_buf line = AT_BUF_INIT(AT_KIB);
    at_line_write(at_utf8_head(text, AT_AUDIT_TEXT_MAX_BYTES), &line);
    if (line.len > 0)
        at_json_set(json, name, at_json_text(at_buf_str(&line)));
    at_buf_deinit(&line);
}

static void
set_revision(json_t *json, const char *name, int64_t revision)
{
    if (revision > 0)
        at_json_set(json, name, json_integer((json_int_t)revision));
}

// The name of a document, for people; "": its id is its name.
static struct at_str
label_of(const json_t *json)
{
    struct at_str name = at_str_trim(at_json_get_str(json, "name"));
    return name.len > 0 ? name : at_str_trim(at_json_get_str(json, "goal"));
}

// Find the target of an entry. What belongs to a scenario has its id, and is
// called as it is.
static bool
find_target(struct at_store_db *store, enum at_store_kind kind,
            struct at_str target, struct at_store_doc *out)
{
    if (kind == AT_STORE_RECIPE || kind == AT_STORE_PROPOSAL ||
        kind == AT_STORE_EXPECT)
        kind = AT_STORE_SCENARIO;
    *out = (struct at_store_doc){0};
    return target.len > 0 && store->ops->get(store, kind, target, out, NULL);
}

static void
set_label(json_t *json, struct at_store_db *store,
          const struct at_audit_entry *entry)
{
    struct at_store_doc doc = {0};
    if (!entry->was)
        (void)!find_target(store, entry->kind, entry->target, &doc);
    set_line(json, "label", label_of(entry->was ? entry->was : doc.json));
    at_store_doc_deinit(&doc);
}

void
at_audit_write(struct at_store_db *store, const struct at_audit_entry *entry)
{
    static atomic_uint written;
    struct at_store_doc doc = {.json = json_object()};
    struct at_err err = AT_ERR_INIT;
    set_line(doc.json, "what", at_str(entry->what));
    set_line(doc.json, "kind", at_str(at_audit_kinds[entry->kind]));
    set_line(doc.json, "target", entry->target);
    set_label(doc.json, store, entry);
    set_line(doc.json, "name", at_str(entry->name));
    set_line(doc.json, "address", at_str(entry->address));
    if (entry->role != AT_ACCESS_NONE)
        at_json_set_text(doc.json, "role", at_access_names[entry->role]);
    set_revision(doc.json, "before", entry->before);
    set_revision(doc.json, "after", entry->after);
    if (!store->ops->put(store, AT_STORE_AUDIT, 0, &doc, &err) ||
        (atomic_fetch_add(&written, 1) % PRUNE_EVERY == 0 &&
         !at_audit_prune(store, AT_AUDIT_MAX, &err)))
        at_log_error("%s", err.msg);
    at_store_doc_deinit(&doc);
}

// Documents of other kinds are made and removed as settings change.
static bool
can_be_removed(enum at_store_kind kind)
{
    return kind == AT_STORE_SCENARIO || kind == AT_STORE_RUN ||
           kind == AT_STORE_SUITE || kind == AT_STORE_SUITE_RUN ||
           kind == AT_STORE_SCHEDULE || kind == AT_STORE_WEBHOOK ||
           kind == AT_STORE_TOKEN || kind == AT_STORE_SECRET;
}

// Say what has become of the target since.
static void
set_now(json_t *json, struct at_store_db *store)
{
    struct at_str target = at_json_get_str(json, "target");
    struct at_str name = at_json_get_str(json, "kind");
    int kind = 0;
    while (kind < AT_STORE_KINDS && !at_str_is(name, at_audit_kinds[kind]))
        kind++;
    struct at_store_doc now;
    if (kind == AT_STORE_KINDS || target.len == 0)
        return;
    if (find_target(store, (enum at_store_kind)kind, target, &now)) {
        if (label_of(now.json).len > 0)
            set_line(json, "label", label_of(now.json));
    } else if (can_be_removed((enum at_store_kind)kind)) {
        at_json_set(json, "removed", json_true());
    }
    at_store_doc_deinit(&now);
}

json_t *
at_audit_json(struct at_store_db *store, const struct at_store_doc *doc)
{
    char at[AT_RFC3339_MAX];
    json_t *json = json_copy(doc->json);
    at_wall_write(doc->created_ms, at);
    at_json_set_text(json, "id", doc->id);
    at_json_set_text(json, "at", at);
    at_json_set(json, "by", at_json_text(at_json_get_str(json, "name")));
    json_object_del(json, "name");
    set_now(json, store);
    return json;
}

// Remove a page of entries. A host that does the same may be faster.
struct prune {
    struct at_store_db *store;
    size_t keep; // of those to come
};

static bool
keep_or_remove(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct prune *prune = user;
    struct at_err why = AT_ERR_INIT;
    if (prune->keep > 0) {
        prune->keep--;
        return true;
    }
    return prune->store->ops->remove(prune->store, AT_STORE_AUDIT,
                                     at_str(doc->id), &why) ||
           why.code == AT_ENOTFOUND || at_err_pass(err, &why);
}

bool
at_audit_prune(struct at_store_db *store, size_t keep, struct at_err *err)
{
    const struct at_store_query all = {.kind = AT_STORE_AUDIT};
    struct prune prune = {store, keep};
    return at_store_each(store, &all, keep_or_remove, &prune, err);
}
