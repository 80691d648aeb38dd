// schedules.c: when suites and scenarios start by themselves
#include <stdio.h>

#include "server/audit.h"
#include "server/documents.h"
#include "server/handlers.h"
#include "tester/schedule/schedule_doc.h"
#include "wire/json.h"

static json_t *
entry_json(struct at_store_db *store, const struct at_store_doc *doc)
{
    struct at_store_doc shown = *doc;
    shown.json = at_schedule_show(store, doc);
    json_t *json = at_document_json(&shown);
    json_decref(shown.json);
    return json;
}

static json_t *
entry(struct at_server_call *call, const struct at_store_doc *doc)
{
    return entry_json(call->opts->store, doc);
}

void
at_serve_schedules(struct at_server_call *call)
{
    struct at_store_query query = {
        .kind = AT_STORE_SCHEDULE,
        .before = at_request_query(call->request, "before"),
        .limit = (size_t)at_request_query_i64(call->request, "limit", 100),
    };
    at_documents_reply(call, "schedules", &query, entry);
}

static void
reply(struct at_server_call *call, unsigned status,
      const struct at_store_doc *doc)
{
    at_document_reply(call, status, doc, entry(call, doc));
}

// Fail unless what would start exists: it may be removed later.
static bool
check_exists(struct at_store_db *store, const json_t *json,
             enum at_store_kind kind, const char *member, struct at_err *err)
{
    struct at_store_doc doc = {0};
    struct at_str id = at_json_get_str(json, member);
    if (id.len == 0)
        return true;
    bool ok = store->ops->get(store, kind, id, &doc, err);
    at_store_doc_deinit(&doc);
    if (!ok && err->code == AT_ENOTFOUND) {
        err->code = AT_EUSAGE;
        at_err_field(err, member);
    }
    return ok;
}

static json_t *
take(struct at_server_call *call, struct at_err *err)
{
    struct at_store_db *store = call->opts->store;
    json_t *json = at_schedule_take(call->request->json, err);
    if (json && check_exists(store, json, AT_STORE_SUITE, "suite", err) &&
        check_exists(store, json, AT_STORE_SCENARIO, "scenario", err))
        return json;
    json_decref(json);
    return NULL;
}

void
at_serve_schedule_add(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store = call->opts->store;
    struct at_store_doc doc = {.json = take(call, &err)};
    if (doc.json && store->ops->put(store, AT_STORE_SCHEDULE, 0, &doc, &err)) {
        at_document_added(call, AT_STORE_SCHEDULE, "schedules", &doc);
        reply(call, 201, &doc);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    at_store_doc_deinit(&doc);
}

void
at_serve_schedule(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    if (!at_document_find(call, AT_STORE_SCHEDULE, &doc))
        return;
    reply(call, 200, &doc);
    at_store_doc_deinit(&doc);
}

void
at_serve_schedule_put(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_doc doc = {0};
    int64_t expected;
    if (!at_document_find(call, AT_STORE_SCHEDULE, &doc))
        return;
    if (at_document_expected(call, &doc, &expected)) {
        json_decref(doc.json);
        doc.json = take(call, &err);
        if (!doc.json)
            at_server_reply_failure(call->reply, &err);
        else if (at_document_put(call, AT_STORE_SCHEDULE, expected, &doc))
            reply(call, 200, &doc);
    }
    at_store_doc_deinit(&doc);
}

void
at_serve_schedule_remove(struct at_server_call *call)
{
    char removed[AT_STORE_KEY_MAX + 1];
    at_document_remove(call, AT_STORE_SCHEDULE, removed);
    if (removed[0])
        at_firings_drop(call->opts->store, removed, 0);
}
