// webhooks.c: webhooks, and what came of their deliveries
#include <stdio.h>

#include "base/alloc.h"
#include "base/curl_env.h"
#include "server/audit.h"
#include "server/documents.h"
#include "server/handlers.h"
#include "sys/clock.h"
#include "tester/access/hidden.h"
#include "tester/webhook/send.h"
#include "wire/json.h"

enum { DELIVERIES_SCANNED = 1000 };

// Return a document as shown, with its id and times.
static json_t *
framed(const struct at_store_doc *doc, json_t *shown)
{
    struct at_store_doc copy = *doc;
    copy.json = shown;
    json_t *json = at_document_json(&copy);
    json_decref(shown);
    return json;
}

static struct at_vault *
vault_of(const struct at_server_call *call)
{
    return at_env_vault(call->opts->env);
}

static json_t *
entry(struct at_server_call *call, const struct at_store_doc *doc)
{
    return framed(doc, at_webhook_show(vault_of(call), doc));
}

void
at_serve_webhooks(struct at_server_call *call)
{
    struct at_store_query query = {
        .kind = AT_STORE_WEBHOOK,
        .before = at_request_query(call->request, "before"),
        .limit = (size_t)at_request_query_i64(call->request, "limit", 100),
    };
    at_documents_reply(call, "webhooks", &query, entry);
}

static void
reply(struct at_server_call *call, unsigned status,
      const struct at_store_doc *doc)
{
    at_document_reply(call, status, doc, entry(call, doc));
}

void
at_serve_webhook_add(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store = call->opts->store;
    struct at_vault *vault = vault_of(call);
    struct at_store_doc doc = {
        .json = at_webhook_take(vault, call->request->json, NULL, &err)};
    if (doc.json &&
        at_hidden_put(vault, store, AT_STORE_WEBHOOK, 0, &doc, &err)) {
        at_document_added(call, AT_STORE_WEBHOOK, "webhooks", &doc);
        reply(call, 201, &doc);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    at_store_doc_deinit(&doc);
}

void
at_serve_webhook(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    if (!at_document_find(call, AT_STORE_WEBHOOK, &doc))
        return;
    reply(call, 200, &doc);
    at_store_doc_deinit(&doc);
}

void
at_serve_webhook_put(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_doc doc = {0};
    int64_t expected;
    if (!at_document_find(call, AT_STORE_WEBHOOK, &doc))
        return;
    if (at_document_expected(call, &doc, &expected)) {
        json_t *json =
            at_webhook_take(vault_of(call), call->request->json, &doc, &err);
        json_decref(doc.json);
        doc.json = json;
        if (!doc.json)
            at_server_reply_failure(call->reply, &err);
        else if (at_document_put(call, AT_STORE_WEBHOOK, expected, &doc))
            reply(call, 200, &doc);
    }
    at_store_doc_deinit(&doc);
}

void
at_serve_webhook_remove(struct at_server_call *call)
{
    at_document_remove(call, AT_STORE_WEBHOOK, NULL);
}

// Send a message at once, and only once.
static void
send_test(struct at_server_call *call, const struct at_webhook *webhook)
{
    char id[AT_STORE_ID_LEN + 1];
    struct at_https *https = at_webhook_https_new();
    struct at_webhook_answer answer;
    int64_t now_ms = call->opts->store->ops->now_ms(call->opts->store);
    int64_t began_ns = at_now_ns();
    json_t *data = json_pack("{s:s}", "message", "A test of this webhook");
    at_store_new_id(id);
    const struct at_webhook_message message = {id, AT_WEBHOOK_TEST, now_ms,
                                               now_ms, data};
    const char *ca_file = at_curl_env_ca_file(at_env_variable, call->opts->env);
    bool ok =
        at_webhook_send(&call->op, https, ca_file, webhook, &message, &answer);
    json_t *json =
        json_pack("{s:b, s:I}", "ok", ok, "durationMs",
                  (json_int_t)((at_now_ns() - began_ns) / AT_NS_PER_MS));
    if (answer.status > 0)
        at_json_set(json, "status", json_integer(answer.status));
    if (answer.excerpt[0])
        at_json_set_text(json, "answer", answer.excerpt);
    if (answer.error[0])
        at_json_set_text(json, "error", answer.error);
    at_server_reply_json(call->reply, 200, json);
    json_decref(data);
    at_https_free(https);
}

void
at_serve_webhook_test(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_doc doc = {0};
    struct at_webhook webhook = {0};
    if (!at_document_get(call, AT_STORE_WEBHOOK, &doc))
        return;
    if (at_webhook_read(vault_of(call), &doc, &webhook, &err)) {
        at_audit(call, "tested", AT_STORE_WEBHOOK, doc.id);
        send_test(call, &webhook);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    at_webhook_deinit(&webhook);
    at_store_doc_deinit(&doc);
}

static json_t *
delivery_entry(const struct at_store_doc *doc, bool with_data)
{
    return framed(doc, at_delivery_show(doc, with_data));
}

// The store has no index of webhooks, and deliveries are few.
void
at_serve_deliveries(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store = call->opts->store;
    struct at_str webhook = at_request_query(call->request, "webhook");
    size_t limit = (size_t)at_request_query_i64(call->request, "limit", 100);
    const struct at_store_query query = {
        .kind = AT_STORE_DELIVERY,
        .state = at_request_query(call->request, "state"),
        .before = at_request_query(call->request, "before"),
        .limit = webhook.len > 0 ? DELIVERIES_SCANNED : limit,
    };
    struct at_store_list list = {0};
    if (!store->ops->list(store, &query, &list, &err)) {
        at_server_reply_failure(call->reply, &err);
        return;
    }
    json_t *entries = json_array();
    size_t i = 0;
    for (; i < list.count && json_array_size(entries) < limit; i++) {
        const struct at_store_doc *doc = &list.docs[i];
        if (webhook.len == 0 ||
            at_str_eq(webhook, at_json_get_str(doc->json, "webhook")))
            json_array_append_new(entries, delivery_entry(doc, false));
    }
    bool more = list.more || i < list.count;
    json_t *page = json_pack("{s:o, s:b}", "deliveries", entries, "more", more);
    if (more && i > 0)
        at_json_set_text(page, "next", list.docs[i - 1].id);
    at_store_list_deinit(&list);
    at_server_reply_json(call->reply, 200, page);
}

void
at_serve_delivery(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    if (!at_document_find(call, AT_STORE_DELIVERY, &doc))
        return;
    at_document_reply(call, 200, &doc, delivery_entry(&doc, true));
    at_store_doc_deinit(&doc);
}
