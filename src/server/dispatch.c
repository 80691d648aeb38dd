// dispatch.c: checks a request and chooses its handler
#include "base/limits.h"
#include "http/fields.h"
#include "server/audit.h"
#include "server/handlers.h"
#include "server/path.h"
#include "server/server_priv.h"
#include "sys/clock.h"
#include "wire/json.h"

static void
refuse(struct at_exchange *exchange, unsigned status, const char *text)
{
    at_exchange_refuse(&exchange->base, status, text);
}

// Return true for all paths outside of the API.
static bool
is_of_page(const struct at_exchange *exchange, struct at_str path)
{
    struct at_str params[AT_ROUTE_PARAMS_MAX];
    bool api = at_path_match(AT_STR("/api/{rest...}"), path, params) ||
               at_path_match(AT_STR("/v1/{rest...}"), path, params) ||
               at_str_is(path, "/api") || at_str_is(path, "/v1");
    return !api && at_str_is(exchange->request.method, "GET") &&
           at_dashboard_exists(&exchange->server->opts.web);
}

static bool
check_asker(struct at_exchange *exchange, struct at_str path)
{
    struct at_http_asker asker = at_http_exchange_asker(&exchange->base);
    asker.opens_page = is_of_page(exchange, path);
    struct at_http_refusal refusal =
        at_http_check_asker(&exchange->server->exchanges.policy, &asker);
    if (refusal.status != 0)
        refuse(exchange, refusal.status, refusal.text);
    return refusal.status == 0;
}

static void
refuse_method(struct at_exchange *exchange, const char *method,
              const char *allow)
{
    if (at_str_is(at_str(method), "OPTIONS")) {
        exchange->reply.status = 204;
        at_http_exchange_set_stage(&exchange->base, AT_HTTP_REFUSED);
    } else {
        refuse(exchange, 405, "the path has other methods, see Allow");
    }
    at_server_reply_header(&exchange->reply, "Allow", allow);
}

static bool
gives_token(const struct at_exchange *exchange)
{
    const struct at_route *route = exchange->route;
    return exchange->request.headers[AT_REQUEST_AUTHORIZATION].ptr ||
           (route && route->serve == at_serve_login);
}

// If a token were checked while others are delayed, its quick answer would
// reveal whether it is correct.
static bool
is_crowded(const struct at_exchange *exchange)
{
    struct at_server *server = exchange->server;
    return at_callers_need_token(server) && gives_token(exchange) &&
           at_logins_crowded(&server->logins, at_now_ns());
}

static void
refuse_stranger(struct at_exchange *exchange)
{
    if (gives_token(exchange))
        exchange->held_until_ns =
            at_logins_punish(&exchange->server->logins, at_now_ns());
    refuse(exchange, 401, AT_STRANGER_TEXT);
}

void
at_exchange_judge(struct at_exchange *exchange, const char *method,
                  struct at_str path)
{
    struct at_buf allow = AT_BUF_INIT(AT_KIB);
    struct at_request *request = &exchange->request;
    if (!check_asker(exchange, path))
        return;
    exchange->route =
        at_route_find(request->method, request->path, request->params, &allow);
    if (!exchange->route && allow.len == 0 && is_of_page(exchange, path))
        exchange->route = at_route_find(request->method, AT_STR("/"),
                                        request->params, &allow);
    bool open = exchange->route && exchange->route->flags & AT_ROUTE_OPEN;
    at_caller_read(exchange);
    if (exchange->too_many_parameters)
        refuse(exchange, 400, "too many parameters: no request takes so many");
    else if (is_crowded(exchange))
        refuse(exchange, 429,
               "wrong tokens come too fast: try again in ten seconds");
    else if (!open && exchange->caller_state == AT_CALLER_STRANGER)
        refuse_stranger(exchange);
    else if (!exchange->route && allow.len > 0)
        refuse_method(exchange, method, at_buf_text(&allow));
    else if (!exchange->route)
        refuse(exchange, 404,
               "there is no such path; GET /api/v1/openapi.json has all");
    at_buf_deinit(&allow);
}

static bool
is_text(const struct at_request *request)
{
    bool ok = at_utf8_valid(request->path);
    for (size_t i = 0; ok && i < request->query_count; i++)
        ok = at_utf8_valid(request->query[i].name) &&
             at_utf8_valid(request->query[i].value);
    return ok;
}

// A page of another site can send a form without permission, but not JSON.
static bool
check_body(struct at_exchange *exchange, struct at_server_call *call)
{
    struct at_request *request = &exchange->request;
    bool wanted = exchange->route->flags & AT_ROUTE_BODY;
    struct at_str type = request->headers[AT_REQUEST_CONTENT_TYPE];
    if (request->body.len == 0 && !wanted)
        return true;
    if (request->body.len == 0)
        at_fail(&call->body_err, AT_EUSAGE, "the body is empty");
    else if (!at_str_eq_nocase(at_http_media_type(type),
                               AT_STR("application/json")))
        at_server_reply_problem(
            &exchange->reply, 415,
            "Content-Type must be application/json; with curl: -H "
            "'Content-Type: application/json'");
    else
        request->json = at_json_parse(request->body, &call->body_err);
    if (!request->json && call->body_err.code != AT_OK &&
        !(exchange->route->flags & AT_ROUTE_CONTRACT))
        at_server_reply_problem(&exchange->reply, 400, call->body_err.msg);
    return exchange->reply.status == 0;
}

static bool
check_query(struct at_exchange *exchange)
{
    struct at_err err = AT_ERR_INIT;
    bool any = exchange->route->flags & (AT_ROUTE_CONTRACT | AT_ROUTE_PAGE);
    if (!is_text(&exchange->request))
        at_fail(&err, AT_EUSAGE, "the address is not UTF-8");
    else if (any || at_request_check_query(&exchange->request,
                                           exchange->route->query, &err))
        return true;
    at_server_reply_failure(&exchange->reply, &err);
    return false;
}

static void
hold(struct at_exchange *exchange, int64_t now_ns)
{
    struct at_server *server = exchange->server;
    int64_t until_ns = at_logins_punish(&server->logins, now_ns);
    pthread_mutex_lock(&server->exchanges.lock);
    exchange->held_until_ns = until_ns;
    pthread_mutex_unlock(&server->exchanges.lock);
}

void
at_exchange_work(void *user)
{
    struct at_exchange *exchange = user;
    struct at_server *server = exchange->server;
    bool waits = exchange->route->flags & AT_ROUTE_WAITS;
    int64_t now_ns = at_now_ns();
    struct at_op always = {AT_NEVER_NS, server->cancel};
    struct at_server_call call = {
        .op = waits ? always
                    : at_op_sub(&always, now_ns, AT_SERVER_SLOW_CALL_MAX_MS),
        .server = server,
        .opts = &server->opts,
        .request = &exchange->request,
        .reply = &exchange->reply,
        .wait_until_ns = &exchange->wait_until_ns,
        .address = exchange->address,
        .body_err = AT_ERR_INIT,
    };
    bool admitted = at_caller_admit(exchange);
    call.by = exchange->caller.name;
    call.role = exchange->caller.role;
    if (admitted && check_query(exchange) && check_body(exchange, &call)) {
        exchange->route->serve(&call);
        at_audit_rest(&call, exchange->route);
    }
    if (exchange->reply.status == 401 && gives_token(exchange)) // a wrong one
        hold(exchange, now_ns);
    if (!exchange->reply.parked)
        at_server_reply_finish(&exchange->reply, &exchange->request);
}
