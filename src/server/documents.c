// documents.c: revisions as entity tags, pages
#include "server/documents.h"

#include <inttypes.h>
#include <stdio.h>

#include "http/fields.h"
#include "server/audit.h"
#include "sys/clock.h"
#include "tester/access/hidden.h"
#include "wire/json.h"

static void
write_tag(int64_t revision, char out[AT_SERVER_REPLY_TAG_MAX])
{
    snprintf(out, AT_SERVER_REPLY_TAG_MAX, "\"%" PRId64 "\"", revision);
}

static void
reply_none(struct at_server_call *call, enum at_store_kind kind,
           struct at_str id, struct at_err *err)
{
    static const char *const words[AT_STORE_KINDS] = {
        [AT_STORE_SCENARIO] = "scenario",   [AT_STORE_RUN] = "run",
        [AT_STORE_SCHEDULE] = "schedule",   [AT_STORE_WEBHOOK] = "webhook",
        [AT_STORE_DELIVERY] = "delivery",   [AT_STORE_SUITE] = "suite",
        [AT_STORE_SUITE_RUN] = "suite run",
    };
    if (err->code == AT_ENOTFOUND || err->code == AT_EUSAGE) {
        at_fail(err, AT_ENOTFOUND, "there is no %s '%.*s'", words[kind],
                AT_STR_ARG(at_utf8_head(id, AT_STORE_KEY_MAX)));
    }
    at_server_reply_failure(call->reply, err);
}

bool
at_document_get_by_id(struct at_server_call *call, enum at_store_kind kind,
                      struct at_str id, struct at_store_doc *out)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store = call->opts->store;
    if (store->ops->get(store, kind, id, out, &err))
        return true;
    reply_none(call, kind, id, &err);
    return false;
}

bool
at_document_get(struct at_server_call *call, enum at_store_kind kind,
                struct at_store_doc *out)
{
    return at_document_get_by_id(call, kind, call->request->params[0], out);
}

bool
at_document_find(struct at_server_call *call, enum at_store_kind kind,
                 struct at_store_doc *out)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store = call->opts->store;
    struct at_str id = call->request->params[0];
    if (store->ops->get(store, kind, id, out, &err))
        return true;
    if (err.code == AT_EIO && out->id[0]) {
        out->json =
            json_pack("{s:o}", AT_STORE_DAMAGED, at_json_text(at_str(err.msg)));
        return true;
    }
    reply_none(call, kind, id, &err);
    return false;
}

static void
set_time(json_t *json, const char *name, int64_t wall_ms)
{
    char text[AT_RFC3339_MAX];
    at_wall_write(wall_ms, text);
    at_json_set_text(json, name, text);
}

json_t *
at_document_json(const struct at_store_doc *doc)
{
    json_t *json = json_copy(doc->json);
    at_json_set_text(json, "id", doc->id);
    at_json_set(json, "revision", json_integer(doc->revision));
    set_time(json, "createdAt", doc->created_ms);
    set_time(json, "updatedAt", doc->updated_ms);
    return json;
}

void
at_document_reply(struct at_server_call *call, unsigned status,
                  const struct at_store_doc *doc, json_t *json)
{
    at_server_reply_json(call->reply, status, json);
    write_tag(doc->revision, call->reply->tag);
}

bool
at_document_expected(struct at_server_call *call,
                     const struct at_store_doc *doc, int64_t *out)
{
    char tag[AT_SERVER_REPLY_TAG_MAX];
    struct at_str wanted = call->request->headers[AT_REQUEST_IF_MATCH];
    const json_t *revision = json_object_get(call->request->json, "revision");
    *out = -1;
    write_tag(doc->revision, tag);
    if (wanted.ptr && !at_http_tag_listed(wanted, at_str(tag))) {
        at_server_reply_problem(call->reply, 412,
                                "somebody has changed it since it was read");
        return false;
    }
    if (json_is_integer(revision) &&
        json_integer_value(revision) != doc->revision) {
        at_server_reply_problem(call->reply, 409,
                                "somebody has changed it since it was read");
        return false;
    }
    if (wanted.ptr || json_is_integer(revision))
        *out = doc->revision;
    return true;
}

bool
at_document_put(struct at_server_call *call, enum at_store_kind kind,
                int64_t expected, struct at_store_doc *doc)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store = call->opts->store;
    struct at_vault *vault = at_env_vault(call->opts->env);
    if (at_hidden_put(vault, store, kind, expected, doc, &err)) {
        at_audit_change(call, "changed", kind, doc->id, doc->revision - 1,
                        doc->revision);
        return true;
    }
    if (err.code == AT_EBUSY)
        at_server_reply_problem(call->reply, 412,
                                "somebody has changed it since it was read");
    else
        at_server_reply_failure(call->reply, &err);
    return false;
}

void
at_document_added(struct at_server_call *call, enum at_store_kind kind,
                  const char *list, const struct at_store_doc *doc)
{
    char path[128];
    snprintf(path, sizeof(path), "/api/v1/%s/%s", list, doc->id);
    at_server_reply_header(call->reply, "Location", path);
    at_audit_change(call, "added", kind, doc->id, 0, doc->revision);
}

void
at_document_remove(struct at_server_call *call, enum at_store_kind kind,
                   char *removed)
{
    struct at_store_doc doc = {0};
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store = call->opts->store;
    int64_t expected;
    if (removed)
        removed[0] = '\0';
    if (!at_document_find(call, kind, &doc))
        return;
    if (!at_document_expected(call, &doc, &expected)) {
        ; // the reply says it
    } else if (store->ops->remove(store, kind, at_str(doc.id), &err)) {
        if (removed)
            at_str_cut(removed, AT_STORE_KEY_MAX + 1, at_str(doc.id));
        call->reply->status = 204;
        at_audit_removed(call, kind, &doc);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    at_store_doc_deinit(&doc);
}

void
at_documents_reply(struct at_server_call *call, const char *name,
                   const struct at_store_query *query,
                   json_t *(*fn)(struct at_server_call *call,
                                 const struct at_store_doc *doc))
{
    struct at_store_list list = {0};
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store = call->opts->store;
    if (!store->ops->list(store, query, &list, &err)) {
        at_server_reply_failure(call->reply, &err);
        return;
    }
    json_t *page = json_object();
    json_t *entries = json_array();
    for (size_t i = 0; i < list.count; i++)
        json_array_append_new(entries, fn(call, &list.docs[i]));
    at_json_set(page, name, entries);
    at_json_set(page, "more", json_boolean(list.more));
    if (list.more && list.count > 0)
        at_json_set_text(page, "next", list.docs[list.count - 1].id);
    at_store_list_deinit(&list);
    at_server_reply_json(call->reply, 200, page);
}
