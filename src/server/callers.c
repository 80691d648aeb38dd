// callers.c: recognise a client, look up its token, compare roles
#define AT_LOG_MODULE "server"
#include "server/callers.h"

#include <arpa/inet.h>
#include <string.h>

#include "http/fields.h"
#include "server/pool_pass.h"
#include "server/server_priv.h"
#include "sys/clock.h"
#include "sys/log.h"

enum { REFRESH_MS = 1000 };

static struct at_caller
caller(const char *name)
{
    struct at_caller out = {.role = AT_ACCESS_ADMIN};
    at_str_cut(out.name, sizeof(out.name), at_str(name));
    return out;
}

bool
at_callers_need_token(struct at_server *server)
{
    return atomic_load(&server->closed);
}

static struct at_str
bearer(struct at_str authorization)
{
    struct at_str scheme = AT_STR("Bearer ");
    if (!at_str_eq_nocase(at_str_head(authorization, scheme.len), scheme))
        return (struct at_str){0};
    return at_str_trim(at_str_skip(authorization, scheme.len));
}

// Logins outlive neither their token nor the time without tokens.
static enum at_caller_state
read_login(struct at_exchange *exchange)
{
    struct at_server *server = exchange->server;
    struct at_str cookies = exchange->request.headers[AT_REQUEST_COOKIE];
    struct at_caller *out = &exchange->caller;
    if (!at_logins_find(&server->logins,
                        at_http_cookie(cookies, AT_LOGIN_COOKIE), out) ||
        strcmp(out->name, AT_CALLER_ANYONE) == 0)
        return AT_CALLER_STRANGER;
    return out->hash[0] ? AT_CALLER_CLAIMS : AT_CALLER_KNOWN;
}

static void
read_address(struct at_exchange *exchange)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        exchange->base.connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *address = info ? info->client_addr : NULL;
    const void *bytes = NULL;
    if (address && address->sa_family == AF_INET)
        bytes = &((const struct sockaddr_in *)(const void *)address)->sin_addr;
    else if (address && address->sa_family == AF_INET6)
        bytes =
            &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
    if (!bytes || !inet_ntop(address->sa_family, bytes, exchange->address,
                             sizeof(exchange->address)))
        exchange->address[0] = '\0';
}

// Another host asks for what is here, for a client that it has admitted.
static bool
is_from_pool(const struct at_exchange *exchange)
{
    const struct at_server_opts *opts = &exchange->server->opts;
    const struct at_route *route = exchange->route;
    return exchange->request.headers[AT_REQUEST_POOL].len > 0 && route &&
           route->flags & AT_ROUTE_POOL &&
           at_pool_pass_check(opts->pool_key, &exchange->request,
                              opts->store->ops->now_ms(opts->store));
}

void
at_caller_read(struct at_exchange *exchange)
{
    struct at_server *server = exchange->server;
    const struct at_http_policy *policy = &server->exchanges.policy;
    struct at_str given = exchange->request.headers[AT_REQUEST_AUTHORIZATION];
    read_address(exchange);
    exchange->caller_state = AT_CALLER_KNOWN;
    if (is_from_pool(exchange)) {
        exchange->caller = caller("another host");
        exchange->caller.role = AT_ACCESS_READ;
        return;
    }
    if (!at_callers_need_token(server)) {
        exchange->caller = caller(AT_CALLER_ANYONE);
    } else if (policy->token.len > 0 && at_http_token_given(policy, given)) {
        exchange->caller = caller(AT_CALLER_ADMIN);
    } else if (at_token_is_one(bearer(given))) {
        exchange->caller = (struct at_caller){0};
        exchange->caller_state = AT_CALLER_CLAIMS;
    } else {
        exchange->caller_state = read_login(exchange);
    }
}

static bool
find_claimed(struct at_exchange *exchange)
{
    struct at_tokens *tokens = exchange->server->tokens;
    if (exchange->caller.hash[0]) // a login, or a handler that runs again
        return at_tokens_check(tokens, &exchange->caller);
    struct at_str given = exchange->request.headers[AT_REQUEST_AUTHORIZATION];
    return at_tokens_find(tokens, bearer(given), &exchange->caller);
}

static void
refuse_role(struct at_exchange *exchange)
{
    enum at_access needs = exchange->route->role;
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    at_buf_add_fmt(
        &text, "this needs the role %s; the token '%s' has the role %s",
        at_access_names[needs ? needs : AT_ACCESS_ADMIN], exchange->caller.name,
        at_access_names[exchange->caller.role]);
    at_server_reply_problem(&exchange->reply, 403, at_buf_text(&text));
    at_buf_deinit(&text);
}

bool
at_caller_admit(struct at_exchange *exchange)
{
    const struct at_route *route = exchange->route;
    bool open = route->flags & AT_ROUTE_OPEN;
    if (open)
        return true;
    bool known = exchange->caller_state == AT_CALLER_CLAIMS
                     ? find_claimed(exchange)
                     : exchange->caller_state == AT_CALLER_KNOWN &&
                           at_caller_stays(exchange);
    if (!known) {
        at_server_reply_problem(&exchange->reply, 401, AT_STRANGER_TEXT);
        return false;
    }
    if (at_access_may(exchange->caller.role, route->role))
        return true;
    refuse_role(exchange);
    return false;
}

bool
at_caller_stays(const struct at_exchange *exchange)
{
    struct at_server *server = exchange->server;
    const struct at_caller *own = &exchange->caller;
    if (own->hash[0])
        return at_tokens_have(
            server->tokens, own,
            server->opts.store->ops->now_ms(server->opts.store));
    return strcmp(own->name, AT_CALLER_ANYONE) != 0 ||
           !at_callers_need_token(server);
}

void
at_callers_note(struct at_server *server, const struct at_store_change *change)
{
    if (change->kind != AT_STORE_TOKEN)
        return;
    if (change->revision > 0)
        atomic_store(&server->closed, true);
    atomic_store(&server->tokens_changed, true);
    at_http_exchanges_wake(&server->exchanges);
}

void
at_callers_tick(struct at_server *server)
{
    struct at_err err = AT_ERR_INIT;
    int64_t now_ns = at_now_ns();
    bool changed = atomic_exchange(&server->tokens_changed, false);
    if (!changed && now_ns < server->tokens_due_ns)
        return;
    server->tokens_due_ns = now_ns + REFRESH_MS * AT_NS_PER_MS;
    if (!at_tokens_refresh(server->tokens, &err))
        at_log_warn("tokens: %s", err.msg);
    if (at_tokens_count(server->tokens) > 0)
        atomic_store(&server->closed, true);
}
