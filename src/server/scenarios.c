// scenarios.c: scenarios that people have written, with their changes
#include <stdio.h>

#include "server/audit.h"
#include "server/documents.h"
#include "server/draft.h"
#include "server/handlers.h"
#include "server/scenario_doc.h"
#include "wire/json.h"

json_t *
at_scenario_doc_json(const struct at_store_doc *doc)
{
    json_t *json = at_document_json(doc);
    at_json_set(json, "missing", at_draft_missing(json));
    if (json_object_get(json, AT_STORE_DAMAGED)) {
        at_json_set_text(json, "goal", "");
        at_json_set_text(json, "packageName", "");
        at_json_set(json, "steps", json_array());
    }
    return json;
}

void
at_scenario_doc_reply(struct at_server_call *call, unsigned status,
                      const struct at_store_doc *doc)
{
    json_t *json = at_scenario_doc_json(doc);
    at_scenario_doc_show(call->opts->store, json);
    at_scenario_doc_show_problems(json);
    at_document_reply(call, status, doc, json);
}

static json_t *
entry(struct at_server_call *call, const struct at_store_doc *doc)
{
    (void)call;
    return at_scenario_doc_json(doc);
}

void
at_serve_scenarios(struct at_server_call *call)
{
    const struct at_request *request = call->request;
    static const char *const unread[] = {"flow.files", NULL};
    struct at_store_query query = {
        .except = unread,
        .kind = AT_STORE_SCENARIO,
        .text = at_request_query(request, "text"),
        .tag = at_request_query(request, "tag"),
        .verdict = at_request_query(request, "verdict"),
        .before = at_request_query(request, "before"),
        .limit = (size_t)at_request_query_i64(request, "limit", 100),
    };
    at_documents_reply(call, "scenarios", &query, entry);
}

bool
at_scenario_doc_add(struct at_store_db *store, const json_t *json,
                    struct at_store_doc *out, struct at_err *err)
{
    *out = (struct at_store_doc){.json = at_scenario_doc_draft(json, err)};
    if (!out->json)
        return false;
    json_object_del(out->json, "id");
    return store->ops->put(store, AT_STORE_SCENARIO, 0, out, err);
}

// Answer with a new document and its location.
static void
add(struct at_server_call *call, const json_t *json)
{
    struct at_store_doc doc = {0};
    struct at_err err = AT_ERR_INIT;
    if (at_scenario_doc_add(call->opts->store, json, &doc, &err)) {
        at_document_added(call, AT_STORE_SCENARIO, "scenarios", &doc);
        at_scenario_doc_reply(call, 201, &doc);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    at_store_doc_deinit(&doc);
}

void
at_serve_scenario_add(struct at_server_call *call)
{
    add(call, call->request->json);
}

void
at_serve_scenario(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    if (!at_document_get(call, AT_STORE_SCENARIO, &doc))
        return;
    at_scenario_doc_reply(call, 200, &doc);
    at_store_doc_deinit(&doc);
}

static void
replace(struct at_server_call *call, struct at_store_doc *doc, int64_t expected)
{
    struct at_err err = AT_ERR_INIT;
    json_t *json = at_scenario_doc_draft(call->request->json, &err);
    if (!json) {
        at_server_reply_failure(call->reply, &err);
        return;
    }
    at_json_set_text(json, "id", doc->id);
    json_decref(doc->json);
    doc->json = json;
    if (at_document_put(call, AT_STORE_SCENARIO, expected, doc))
        at_scenario_doc_reply(call, 200, doc);
}

void
at_serve_scenario_put(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    int64_t expected;
    if (!at_document_get(call, AT_STORE_SCENARIO, &doc))
        return;
    if (at_document_expected(call, &doc, &expected))
        replace(call, &doc, expected);
    at_store_doc_deinit(&doc);
}

void
at_serve_scenario_remove(struct at_server_call *call)
{
    at_document_remove(call, AT_STORE_SCENARIO, NULL);
}

void
at_serve_scenario_duplicate(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    if (!at_document_get(call, AT_STORE_SCENARIO, &doc))
        return;
    json_t *copy = json_copy(doc.json);
    struct at_buf name = AT_BUF_INIT(AT_MIB);
    struct at_str title = at_json_get_str(copy, "name");
    if (title.len == 0)
        title = at_json_get_str(copy, "goal");
    at_buf_add_fmt(&name, "%.*s (copy)", AT_STR_ARG(at_utf8_head(title, 150)));
    at_json_set_text(copy, "name", at_buf_text(&name));
    add(call, copy);
    at_buf_deinit(&name);
    json_decref(copy);
    at_store_doc_deinit(&doc);
}
