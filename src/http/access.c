// access.c: the reasons to refuse a client, one after the other
#include "http/access.h"

#include "base/limits.h"
#include "base/sha256.h"

enum { BAD_REQUEST = 400, FORBIDDEN = 403, HEAD_TOO_LARGE = 431 };

bool
at_http_host_local(struct at_str host)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    for (size_t i = 0; i < AT_LEN(names); i++) {
        struct at_str name = at_str(names[i]);
        struct at_str rest = at_str_skip(host, name.len);
        int64_t port;
        if (!at_str_eq_nocase(at_str_head(host, name.len), name))
            continue;
        if (rest.len == 0)
            return true;
        if (rest.ptr[0] == ':' &&
            at_str_to_i64(at_str_skip(rest, 1), 0, 65535, &port))
            return true;
    }
    return false;
}

static bool
origin_local(struct at_str origin)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < AT_LEN(schemes); i++) {
        if (at_str_starts(origin, at_str(schemes[i])))
            return at_http_host_local(
                at_str_skip(origin, at_str(schemes[i]).len));
    }
    return false;
}

// Two ports of one machine are two servers that do not trust each other.
static bool
origin_own(struct at_str origin, struct at_str host)
{
    ptrdiff_t at = at_str_find(origin, AT_STR("://"));
    return host.len > 0 && at > 0 &&
           at_str_eq_nocase(at_str_skip(origin, (size_t)at + 3), host);
}

static bool
is_foreign(const struct at_http_policy *policy,
           const struct at_http_asker *asker)
{
    if (!policy->own_pages)
        return asker->origin.ptr && !origin_local(asker->origin);
    return asker->origin.ptr && !origin_own(asker->origin, asker->host);
}

static bool
is_sent_by_other_page(const struct at_http_policy *policy,
                      const struct at_http_asker *asker)
{
    return policy->own_pages && asker->fetch_site.ptr && !asker->opens_page &&
           !at_str_is(asker->fetch_site, "same-origin") &&
           !at_str_is(asker->fetch_site, "none");
}

struct at_http_refusal
at_http_check_asker(const struct at_http_policy *policy,
                    const struct at_http_asker *asker)
{
    if (asker->header_count > AT_HTTP_HEADERS_MAX)
        return (struct at_http_refusal){HEAD_TOO_LARGE, "too many headers"};
    if (asker->ambiguous)
        return (struct at_http_refusal){BAD_REQUEST, "a header comes twice"};
    if (!policy->any_host && !at_http_host_local(asker->host))
        return (struct at_http_refusal){
            FORBIDDEN, "Host must be localhost, 127.0.0.1 or [::1]"};
    if (is_foreign(policy, asker))
        return (struct at_http_refusal){
            FORBIDDEN, policy->own_pages ? "Origin must be this server's own"
                                         : "Origin must be of this machine"};
    if (is_sent_by_other_page(policy, asker))
        return (struct at_http_refusal){
            FORBIDDEN, "a page of another site sent this (Sec-Fetch-Site)"};
    return (struct at_http_refusal){0};
}

bool
at_http_token_given(const struct at_http_policy *policy,
                    struct at_str authorization)
{
    struct at_str scheme = AT_STR("Bearer ");
    struct at_str given = at_str_trim(at_str_skip(authorization, scheme.len));
    bool bearer =
        at_str_eq_nocase(at_str_head(authorization, scheme.len), scheme);
    return policy->token.len == 0 ||
           (at_secret_eq(given, policy->token) && bearer);
}

struct at_str
at_http_media_type(struct at_str value)
{
    struct at_str type = {0};
    at_str_next(&value, ';', &type);
    return at_str_trim(type);
}

bool
at_http_accepts(struct at_str accept, const char *type, const char *family)
{
    struct at_str part;
    if (!accept.ptr)
        return true;
    while (at_str_next(&accept, ',', &part)) {
        struct at_str range = at_http_media_type(part);
        if (at_str_eq_nocase(range, at_str(type)) ||
            at_str_eq_nocase(range, at_str(family)) || at_str_is(range, "*/*"))
            return true;
    }
    return false;
}
