// health_login.c: status, login and OpenAPI endpoints
#include <stdio.h>

#include "base/alloc.h"
#include "base/sha256.h"
#include "http/fields.h"
#include "server/handlers.h"
#include "server/openapi.h"
#include "server/run_json.h"
#include "server/server_priv.h"
#include "wire/json.h"

void
at_serve_status(struct at_server_call *call)
{
    json_t *runs = json_array();
    struct at_runs_list list;
    at_runs_list_open(call->opts->runs, NULL, &list);
    for (size_t i = 0; i < list.count; i++)
        json_array_append_new(runs, at_run_open_json(&list.items[i]));
    at_runs_list_deinit(&list);
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:I, s:I, s:I}", "name",
                  "mobile-tester-agent", "version", AT_VERSION, "status", "ok",
                  "followers", (json_int_t)at_server_readers(call->server),
                  "requests", (json_int_t)at_server_requests(call->server),
                  "watched", (json_int_t)at_views_count(call->opts->views));
    at_json_set(json, "runs", runs);
    at_server_reply_json(call->reply, 200, json);
}

void
at_serve_openapi_moved(struct at_server_call *call)
{
    call->reply->status = 302;
    at_server_reply_header(call->reply, "Location", "/api/v1/openapi.json");
}

static void
set_cookie(struct at_server_call *call, struct at_str value, const char *more)
{
    char *text = at_strfmt(AT_LOGIN_COOKIE "=%.*s; Path=/; HttpOnly; "
                                           "SameSite=Strict%s",
                           AT_STR_ARG(value), more);
    call->reply->status = 204;
    at_server_reply_header(call->reply, "Set-Cookie", text);
    free(text);
}

static bool
find_caller(struct at_server_call *call, struct at_caller *out)
{
    struct at_str given = at_json_get_str(call->request->json, "token");
    struct at_str own = call->opts->token;
    *out =
        (struct at_caller){.name = AT_CALLER_ANYONE, .role = AT_ACCESS_ADMIN};
    if (!at_callers_need_token(call->server))
        return true;
    if (own.len == 0 || !at_secret_eq(given, own))
        return at_tokens_find(call->server->tokens, given, out);
    at_str_cut(out->name, sizeof(out->name), AT_STR(AT_CALLER_ADMIN));
    return true;
}

// EventSource cannot send a header, but it sends the cookie. A server without a
// token gives a cookie to every client that logs in.
void
at_serve_login(struct at_server_call *call)
{
    struct at_caller caller;
    char value[AT_LOGIN_CHARS + 1];
    if (!find_caller(call, &caller)) {
        at_server_reply_problem(call->reply, 401,
                                "this is not a token of the server");
        return;
    }
    at_logins_add(at_server_logins(call->server), &caller, value);
    set_cookie(call, at_str(value), "");
}

void
at_serve_logout(struct at_server_call *call)
{
    struct at_str cookie = call->request->headers[AT_REQUEST_COOKIE];
    at_logins_end(at_server_logins(call->server),
                  at_http_cookie(cookie, AT_LOGIN_COOKIE));
    set_cookie(call, (struct at_str){"", 0}, "; Max-Age=0");
}

void
at_serve_openapi(struct at_server_call *call)
{
    at_server_reply_json(call->reply, 200, at_openapi_json());
}
