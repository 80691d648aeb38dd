// tokens.c: the caller's own name and role, and the tokens of all clients
#include "base/wipe.h"
#include "server/audit.h"
#include "server/handlers.h"
#include "server/server_priv.h"
#include "wire/json.h"

void
at_serve_me(struct at_server_call *call)
{
    at_server_reply_json(call->reply, 200,
                         json_pack("{s:s, s:s, s:b}", "name", call->by, "role",
                                   at_access_names[call->role], "needsToken",
                                   at_callers_need_token(call->server)));
}

static int64_t
now_ms(const struct at_server_call *call)
{
    return call->opts->store->ops->now_ms(call->opts->store);
}

void
at_serve_tokens(struct at_server_call *call)
{
    struct at_store_db *store = call->opts->store;
    struct at_store_query query = {.kind = AT_STORE_TOKEN,
                                   .limit = AT_TOKENS_MAX};
    struct at_store_list list;
    struct at_err err = AT_ERR_INIT;
    if (!store->ops->list(store, &query, &list, &err)) {
        at_server_reply_failure(call->reply, &err);
        return;
    }
    json_t *tokens = json_array();
    for (size_t i = list.count; i > 0; i--)
        json_array_append_new(tokens,
                              at_token_json(&list.docs[i - 1], now_ms(call)));
    at_store_list_deinit(&list);
    at_server_reply_json(call->reply, 200,
                         json_pack("{s:o}", "tokens", tokens));
}

// The first token closes the server, so it must be able to make others.
static bool
check_first(struct at_server_call *call, enum at_access role,
            struct at_err *err)
{
    return role == AT_ACCESS_ADMIN || at_callers_need_token(call->server) ||
           at_fail(err, AT_EBUSY,
                   "the first token must have the role admin: from then on "
                   "all clients need a token");
}

// The reply to a name that is taken, a first or a last token: 409.
static void
reply_failure(struct at_server_call *call, const struct at_err *err)
{
    if (err->code == AT_EBUSY)
        at_server_reply_problem(call->reply, 409, err->msg);
    else
        at_server_reply_failure(call->reply, err);
}

static bool
read_wish(struct at_server_call *call, struct at_token_wish *out,
          struct at_err *err)
{
    const json_t *body = call->request->json;
    const json_t *days = json_object_get(body, "days");
    *out = (struct at_token_wish){
        .name = at_json_get_str(body, "name"),
        .role = at_access_find(at_json_get_str(body, "role")),
        .days = json_integer_value(days),
        .by = call->by,
    };
    if (days && !json_is_null(days) &&
        (!json_is_integer(days) || out->days <= 0)) {
        at_fail(err, AT_EUSAGE, "'days' must be a number from 1 to %d",
                AT_TOKEN_DAYS_MAX);
        at_err_field(err, "days");
        return false;
    }
    return true;
}

void
at_serve_token_add(struct at_server_call *call)
{
    struct at_token_wish wish;
    struct at_store_doc doc;
    struct at_err err = AT_ERR_INIT;
    char token[AT_TOKEN_LEN + 1];
    if (!read_wish(call, &wish, &err) || !check_first(call, wish.role, &err) ||
        !at_token_add(call->opts->store, &wish, token, &doc, &err)) {
        reply_failure(call, &err);
        return;
    }
    json_t *json = at_token_json(&doc, now_ms(call));
    at_json_set_text(json, "token", token);
    at_audit_change(call, "added", AT_STORE_TOKEN, doc.id, 0, doc.revision);
    call->reply->cache = "no-store";
    at_server_reply_json(call->reply, 201, json);
    at_wipe(token, sizeof(token));
    at_store_doc_deinit(&doc);
}

// Without an admin only the command line could add tokens.
static bool
check_last(struct at_server_call *call, const struct at_store_doc *doc,
           struct at_err *err)
{
    struct at_tokens *tokens = call->server->tokens;
    struct at_str role = at_json_get_str(doc->json, "role");
    if (call->opts->token.len > 0 || at_access_find(role) != AT_ACCESS_ADMIN)
        return true;
    return at_tokens_refresh(tokens, err) &&
           (at_tokens_with(tokens, AT_ACCESS_ADMIN, now_ms(call)) > 1 ||
            at_fail(err, AT_EBUSY,
                    "'%s' is the last token with the role admin: add another "
                    "one first, or run mobile-tester-agent tokens remove %s",
                    doc->id, doc->id));
}

void
at_serve_token_remove(struct at_server_call *call)
{
    struct at_store_db *store = call->opts->store;
    struct at_store_doc doc = {0};
    struct at_err err = AT_ERR_INIT;
    struct at_str name = call->request->params[0];
    // A damaged one can be removed too.
    if (!store->ops->get(store, AT_STORE_TOKEN, name, &doc, NULL))
        at_str_cut(doc.id, sizeof(doc.id), name);
    if (check_last(call, &doc, &err) && at_token_remove(store, name, &err)) {
        call->reply->status = 204;
        at_audit_removed(call, AT_STORE_TOKEN, &doc);
    } else {
        reply_failure(call, &err);
    }
    at_store_doc_deinit(&doc);
}
