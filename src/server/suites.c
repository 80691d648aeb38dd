// suites.c: stored suites
#include <stdio.h>

#include "base/hex.h"
#include "server/audit.h"
#include "server/documents.h"
#include "server/handlers.h"
#include "server/suite_json.h"
#include "tester/suite/suite.h"
#include "wire/json.h"

enum { COMMIT_MIN = 7, COMMIT_MAX = 64 }; // digits of a SHA

// The members that a suite can have.
static const char *const members[] = {
    "name",   "scenarios",  "tags",     "devices", "profiles",
    "repeat", "retryInfra", "failFast", "data",    "priority"};

// Return the suite of the body; NULL if the reply is set.
static json_t *
read_body(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    if (!at_suite_check(call->request->json, &err)) {
        at_server_reply_failure(call->reply, &err);
        return NULL;
    }
    json_t *suite = json_object();
    for (size_t i = 0; i < AT_LEN(members); i++) {
        json_t *value = json_object_get(call->request->json, members[i]);
        if (value && !json_is_null(value))
            json_object_set(suite, members[i], value);
    }
    return suite;
}

// The latest run of the suite, without its cases.
static json_t *
last_run(struct at_store_db *store, const char *suite)
{
    const struct at_store_query query = {
        .kind = AT_STORE_SUITE_RUN, .scenario = at_str(suite), .limit = 1};
    struct at_store_list list;
    json_t *json = NULL;
    if (store->ops->list(store, &query, &list, NULL)) {
        if (list.count > 0)
            json = at_suite_run_entry(store, &list.docs[0]);
        at_store_list_deinit(&list);
    }
    return json;
}

static json_t *
suite_json(struct at_server_call *call, const struct at_store_doc *doc)
{
    json_t *json = at_document_json(doc);
    json_t *last = last_run(call->opts->store, doc->id);
    if (last)
        at_json_set(json, "last", last);
    return json;
}

void
at_serve_suites(struct at_server_call *call)
{
    const struct at_request *request = call->request;
    struct at_store_query query = {
        .kind = AT_STORE_SUITE,
        .text = at_request_query(request, "text"),
        .before = at_request_query(request, "before"),
        .limit = (size_t)at_request_query_i64(request, "limit", 100),
    };
    at_documents_reply(call, "suites", &query, suite_json);
}

static void
reply_suite(struct at_server_call *call, unsigned status,
            const struct at_store_doc *doc)
{
    at_document_reply(call, status, doc, suite_json(call, doc));
}

void
at_serve_suite_add(struct at_server_call *call)
{
    struct at_store_db *store = call->opts->store;
    struct at_store_doc doc = {.json = read_body(call)};
    struct at_err err = AT_ERR_INIT;
    if (!doc.json)
        return;
    if (store->ops->put(store, AT_STORE_SUITE, 0, &doc, &err)) {
        at_document_added(call, AT_STORE_SUITE, "suites", &doc);
        reply_suite(call, 201, &doc);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    at_store_doc_deinit(&doc);
}

void
at_serve_suite(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    if (!at_document_get(call, AT_STORE_SUITE, &doc))
        return;
    reply_suite(call, 200, &doc);
    at_store_doc_deinit(&doc);
}

static void
replace(struct at_server_call *call, struct at_store_doc *doc, int64_t expected)
{
    json_t *json = read_body(call);
    if (!json)
        return;
    json_decref(doc->json);
    doc->json = json;
    if (at_document_put(call, AT_STORE_SUITE, expected, doc))
        reply_suite(call, 200, doc);
}

void
at_serve_suite_put(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    int64_t expected;
    if (!at_document_get(call, AT_STORE_SUITE, &doc))
        return;
    if (at_document_expected(call, &doc, &expected))
        replace(call, &doc, expected);
    at_store_doc_deinit(&doc);
}

void
at_serve_suite_remove(struct at_server_call *call)
{
    at_document_remove(call, AT_STORE_SUITE, NULL);
}

// Keep the commit that is tested, for webhooks, with the run's options.
static bool
take_commit(struct at_server_call *call, json_t *suite)
{
    json_t *commit = json_object_get(call->request->json, "commit");
    struct at_str text = at_json_str(commit);
    bool ok = !commit || (text.len >= COMMIT_MIN && text.len <= COMMIT_MAX);
    for (size_t i = 0; i < text.len; i++)
        ok = ok && at_hex_digit(text.ptr[i]) >= 0;
    if (!ok)
        at_server_reply_problem(call->reply, 400,
                                "'commit' must be the SHA of a commit");
    else if (commit)
        json_object_set(suite, "commit", commit);
    return ok;
}

void
at_serve_suite_run_add(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    struct at_err err = AT_ERR_INIT;
    char id[AT_STORE_ID_LEN + 1];
    if (!at_document_get(call, AT_STORE_SUITE, &doc))
        return;
    at_json_set_text(doc.json, "id", doc.id);
    const struct at_suite_order order = {doc.json, call->by};
    if (!take_commit(call, doc.json)) {
        at_store_doc_deinit(&doc);
        return;
    }
    if (at_suite_start(&call->op, call->opts->runs, &order, id, &err)) {
        at_audit(call, "ran", AT_STORE_SUITE_RUN, id);
        at_suite_run_reply(call, 201, id);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    at_store_doc_deinit(&doc);
}
