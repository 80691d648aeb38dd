// hosts.c: the hosts of the pool, and draining
#include "server/audit.h"
#include "server/handlers.h"
#include "tester/runs/hosts.h"
#include "wire/json.h"

static void
reply_hosts(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    json_t *hosts = at_hosts_json(&call->op, call->opts->runs, &err);
    if (hosts)
        at_server_reply_json(call->reply, 200,
                             json_pack("{s:o}", "hosts", hosts));
    else
        at_server_reply_failure(call->reply, &err);
}

void
at_serve_hosts(struct at_server_call *call)
{
    reply_hosts(call);
}

static void
drain(struct at_server_call *call, bool draining)
{
    struct at_str id = call->request->params[0];
    struct at_err err = AT_ERR_INIT;
    if (!at_hosts_drain(call->opts->runs, id, draining, &err)) {
        at_server_reply_failure(call->reply, &err);
        return;
    }
    char name[AT_STORE_KEY_MAX + 1];
    at_str_cut(name, sizeof(name), id);
    at_audit(call, draining ? "drained" : "resumed", AT_STORE_HOST, name);
    reply_hosts(call);
}

void
at_serve_host_drain(struct at_server_call *call)
{
    drain(call, true);
}

void
at_serve_host_resume(struct at_server_call *call)
{
    drain(call, false);
}
