// audit.c: entries of the audit by requests, and their list
#include "server/audit.h"

#include "server/documents.h"
#include "server/handlers.h"
#include "server/routes.h"
#include "tester/access/audit.h"

static void
note(struct at_server_call *call, struct at_audit_entry entry)
{
    entry.name = call->by;
    entry.role = call->role;
    entry.address = call->address;
    call->audited = true;
    at_audit_write(call->opts->store, &entry);
}

void
at_audit_change(struct at_server_call *call, const char *what,
                enum at_store_kind kind, const char *id, int64_t before,
                int64_t after)
{
    note(call, (struct at_audit_entry){.what = what,
                                       .kind = kind,
                                       .target = at_str(id),
                                       .before = before,
                                       .after = after});
}

void
at_audit_removed(struct at_server_call *call, enum at_store_kind kind,
                 const struct at_store_doc *doc)
{
    note(call, (struct at_audit_entry){.what = "removed",
                                       .kind = kind,
                                       .target = at_str(doc->id),
                                       .was = doc->json,
                                       .before = doc->revision});
}

void
at_audit(struct at_server_call *call, const char *what, enum at_store_kind kind,
         const char *id)
{
    at_audit_change(call, what, kind, id, 0, 0);
}

void
at_audit_stored(struct at_server_call *call, const char *what,
                enum at_store_kind kind, const char *id)
{
    struct at_store_db *store = call->opts->store;
    struct at_store_doc doc = {0};
    (void)!store->ops->get(store, kind, at_str(id), &doc, NULL);
    at_audit_change(call, what, kind, id,
                    doc.revision > 0 ? doc.revision - 1 : 0, doc.revision);
    at_store_doc_deinit(&doc);
}

// The kind of the documents below a path: its part after "/v1/".
static enum at_store_kind
kind_of(const struct at_route *route)
{
    static const struct {
        const char *path;
        enum at_store_kind kind;
    } rows[] = {
        {"/v1/scenarios", AT_STORE_SCENARIO},
        {"/v1/runs", AT_STORE_RUN},
        {"/run-test", AT_STORE_RUN},
        {"/stop-test", AT_STORE_RUN},
        {"/v1/sample", AT_STORE_RUN},
        {"/v1/suites", AT_STORE_SUITE},
        {"/v1/suite-runs", AT_STORE_SUITE_RUN},
        {"/v1/schedules", AT_STORE_SCHEDULE},
        {"/v1/webhooks", AT_STORE_WEBHOOK},
        {"/v1/deliveries", AT_STORE_DELIVERY},
        {"/v1/tokens", AT_STORE_TOKEN},
        {"/v1/secrets", AT_STORE_SECRET},
        {"/v1/hosts", AT_STORE_HOST},
        {"/v1/devices", AT_STORE_DEVICE},
        {"/v1/profiles", AT_STORE_PROFILE},
        {"/v1/providers", AT_STORE_PROFILE},
    };
    struct at_str path = at_str(route->path);
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        struct at_str head = at_str(rows[i].path);
        struct at_str rest = at_str_skip(path, head.len);
        if (at_str_starts(path, head) && (rest.len == 0 || rest.ptr[0] == '/'))
            return rows[i].kind;
    }
    return AT_STORE_SETTING;
}

void
at_audit_rest(struct at_server_call *call, const struct at_route *route)
{
    char id[AT_STORE_KEY_MAX + 1];
    bool may_change = !at_str_is(at_str(route->method), "GET") &&
                      !(route->flags & AT_ROUTE_QUIET);
    unsigned status = call->reply->status;
    if (call->audited || !may_change || status < 200 || status > 299)
        return;
    at_str_cut(id, sizeof(id), call->request->params[0]);
    at_audit(call, route->name, kind_of(route), id);
}

static json_t *
entry(struct at_server_call *call, const struct at_store_doc *doc)
{
    return at_audit_json(call->opts->store, doc);
}

void
at_serve_audit(struct at_server_call *call)
{
    const struct at_request *request = call->request;
    const struct at_store_query query = {
        .kind = AT_STORE_AUDIT,
        .text = at_request_query(request, "by"),
        .before = at_request_query(request, "before"),
        .limit = (size_t)at_request_query_i64(request, "limit", 100),
    };
    at_documents_reply(call, "entries", &query, entry);
}
