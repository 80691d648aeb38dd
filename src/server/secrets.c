// secrets.c: stored secrets of scenarios; values are written, never read
#include "server/audit.h"
#include "server/handlers.h"
#include "tester/access/vault.h"
#include "wire/json.h"

static struct at_vault *
vault_of(const struct at_server_call *call)
{
    return at_env_vault(call->opts->env);
}

void
at_serve_secrets(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    json_t *secrets = at_vault_json(vault_of(call), &err);
    if (!secrets) {
        at_server_reply_failure(call->reply, &err);
        return;
    }
    bool usable = at_vault_check(vault_of(call), &err);
    json_t *json =
        json_pack("{s:o, s:b}", "secrets", secrets, "usable", usable);
    if (!usable)
        at_json_set(json, "why", at_json_text(at_str(err.msg)));
    at_server_reply_json(call->reply, 200, json);
}

static void
reply_one(struct at_server_call *call, const char *id)
{
    struct at_err err = AT_ERR_INIT;
    json_t *secrets = at_vault_json(vault_of(call), &err);
    for (size_t i = 0; i < json_array_size(secrets); i++) {
        json_t *one = json_array_get(secrets, i);
        if (at_str_is(at_json_get_str(one, "name"), id))
            at_server_reply_json(call->reply, 200, json_incref(one));
    }
    if (call->reply->status == 0) // somebody has removed it
        at_server_reply_problem(call->reply, 409, "it was removed");
    json_decref(secrets);
}

void
at_serve_secret_put(struct at_server_call *call)
{
    struct at_vault_change change;
    struct at_err err = AT_ERR_INIT;
    struct at_vault *vault = vault_of(call);
    const json_t *value = json_object_get(call->request->json, "value");
    if (!at_vault_check(vault, &err)) {
        at_server_reply_problem(call->reply, 409, err.msg);
        return;
    }
    struct at_str text =
        at_str_n(json_string_value(value), json_string_length(value));
    if (!at_vault_set(vault, call->request->params[0], text, call->by, &change,
                      &err)) {
        if (err.code == AT_EBUSY)
            at_server_reply_problem(call->reply, 409, err.msg);
        else
            at_server_reply_failure(call->reply, &err);
        return;
    }
    at_audit_change(call, change.before > 0 ? "changed" : "added",
                    AT_STORE_SECRET, change.id, change.before, change.after);
    reply_one(call, change.id);
}

void
at_serve_secret_remove(struct at_server_call *call)
{
    struct at_vault_change change;
    struct at_err err = AT_ERR_INIT;
    if (at_vault_remove(vault_of(call), call->request->params[0], &change,
                        &err)) {
        call->reply->status = 204;
        at_audit_change(call, "removed", AT_STORE_SECRET, change.id,
                        change.before, 0);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
}
