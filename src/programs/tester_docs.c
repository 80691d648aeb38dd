// tester_docs.c: open the store for a command, read it, print
#include "programs/tester_docs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/quote.h"
#include "programs/print.h"
#include "programs/tester.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "wire/json.h"

int
at_docs_start(const struct at_arguments *args)
{
    struct at_invocation invocation = {.args = args};
    struct at_err err = AT_ERR_INIT;
    at_log_init(getenv("AGENTEST_LOG"));
    bool ok = at_tester_home_open(args, &invocation.home, &err) &&
              args->command->run(&invocation, &err);
    at_tester_home_close(&invocation.home);
    return ok ? AT_TESTER_PASS : at_tester_fail(&err);
}

struct prefix {
    struct at_str begin;
    char id[AT_STORE_KEY_MAX + 1];
    size_t count;
};

static bool
match_prefix(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct prefix *prefix = user;
    (void)err;
    if (at_str_starts(at_str(doc->id), prefix->begin)) {
        at_str_cut(prefix->id, sizeof(prefix->id), at_str(doc->id));
        prefix->count++;
    }
    return true;
}

bool
at_docs_get(struct at_store_db *store, enum at_store_kind kind, const char *id,
            struct at_store_doc *out, struct at_err *err)
{
    struct at_store_query query = {.kind = kind};
    struct prefix prefix = {.begin = at_str(id)};
    static const char *const nouns[AT_STORE_KINDS] = {
        [AT_STORE_SCENARIO] = "scenario",
        [AT_STORE_RUN] = "run",
        [AT_STORE_PROPOSAL] = "proposed recording",
        [AT_STORE_SUITE] = "suite",
    };
    static const char *const lists[AT_STORE_KINDS] = {
        [AT_STORE_SCENARIO] = "scenarios list",
        [AT_STORE_RUN] = "runs list",
        [AT_STORE_PROPOSAL] = "recordings list",
    };
    const char *noun = nouns[kind];
    if (store->ops->get(store, kind, at_str(id), out, err))
        return true;
    if (err->code != AT_ENOTFOUND && err->code != AT_EUSAGE)
        return false;
    if (id[0] == '\0' ||
        !at_store_each(store, &query, match_prefix, &prefix, NULL) ||
        prefix.count == 0) {
        at_fail(err, AT_EUSAGE, "there is no %s '%s'", noun, id);
        if (lists[kind])
            at_err_add(err, "`%s` shows them", lists[kind]);
        return false;
    }
    if (prefix.count > 1)
        return at_fail(err, AT_EUSAGE,
                       "'%s' is ambiguous: %zu %ss start with it", id,
                       prefix.count, noun);
    return store->ops->get(store, kind, at_str(prefix.id), out, err);
}

static void
set_time(json_t *json, const char *name, int64_t wall_ms)
{
    char text[AT_RFC3339_MAX];
    at_wall_write(wall_ms, text);
    at_json_set_text(json, name, text);
}

json_t *
at_docs_json(const struct at_store_doc *doc)
{
    json_t *json = json_object();
    at_json_set_text(json, "id", doc->id);
    json_object_update(json, doc->json);
    at_json_set(json, "revision", json_integer(doc->revision));
    set_time(json, "createdAt", doc->created_ms);
    set_time(json, "updatedAt", doc->updated_ms);
    return json;
}

// The state of a list.
struct listing {
    const struct at_tester_home *home;
    at_docs_write_fn *write;
    json_t *array; // NULL: a line for each
};

static bool
list_one(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct listing *listing = user;
    if (listing->array) {
        json_array_append_new(listing->array, at_docs_json(doc));
        return true;
    }
    struct at_buf line = AT_BUF_INIT(4 * AT_KIB);
    bool ok = listing->write(listing->home, doc, &line, err);
    fputs(at_buf_text(&line), stdout);
    at_buf_deinit(&line);
    return ok;
}

bool
at_docs_list(struct at_invocation *invocation,
             const struct at_store_query *query, at_docs_write_fn *write,
             struct at_err *err)
{
    bool json = at_arguments_have(invocation->args, "--json");
    struct listing listing = {&invocation->home, write,
                              json ? json_array() : NULL};
    bool ok =
        at_store_each(invocation->home.store, query, list_one, &listing, err);
    if (ok && json)
        at_print_json(listing.array);
    json_decref(listing.array);
    return ok;
}

static bool
print_text(const struct at_tester_home *home, const struct at_store_doc *doc,
           at_docs_write_fn *write, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_MIB);
    bool ok = write(home, doc, &text, err);
    at_print_text(at_buf_str(&text));
    at_buf_deinit(&text);
    return ok;
}

bool
at_docs_show(struct at_invocation *invocation, enum at_store_kind kind,
             at_docs_write_fn *write, struct at_err *err)
{
    struct at_store_doc doc = {0};
    bool ok = at_docs_get(invocation->home.store, kind,
                          at_arguments_at(invocation->args, 0), &doc, err);
    if (ok && at_arguments_have(invocation->args, "--json")) {
        json_t *json = at_docs_json(&doc);
        at_print_json(json);
        json_decref(json);
    } else if (ok) {
        ok = print_text(&invocation->home, &doc, write, err);
    }
    at_store_doc_deinit(&doc);
    return ok;
}
