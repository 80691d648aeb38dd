// profile_url.c: the base address, without the path of a request
#include "agent/models/profile_url.h"

#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/host.h"

static bool
has_port(struct at_str host)
{
    const char *colon = NULL;
    for (size_t i = 0; i < host.len; i++) {
        if (host.ptr[i] == ':')
            colon = host.ptr + i;
        else if (host.ptr[i] == ']' || host.ptr[i] == '/')
            colon = NULL;
    }
    return colon != NULL;
}

// OLLAMA_HOST is the server's listening address: without a scheme, possibly
// without host or port, and possibly the address of all interfaces.
static char *
ollama_url(struct at_str value)
{
    struct at_str any = AT_STR("0.0.0.0");
    const char *host = "";
    if (at_str_starts(value, any)) {
        value = at_str_skip(value, any.len);
        host = "127.0.0.1";
    } else if (value.ptr[0] == ':') {
        host = "127.0.0.1";
    }
    return at_strfmt("http://%s%.*s%s", host, AT_STR_ARG(value),
                     has_port(value) ? "" : ":11434");
}

// Ends of addresses that were copied from a request, longer ones first.
static const struct {
    const char *provider;
    const char *end;
} ends[] = {
    {"anthropic", "/v1/messages"},
    {"anthropic", "/messages"},
    {"anthropic", "/v1"},
    {"openai", "/chat/completions"},
    {"openai", "/completions"},
    {"openai", "/models"},
    {"responses", "/responses"},
    {"responses", "/models"},
    {"gemini", "/v1beta/models"},
    {"gemini", "/v1beta"},
    {"gemini", "/v1"},
    {"ollama", "/api/chat"},
    {"ollama", "/api/generate"},
    {"ollama", "/api"},
    {"ollama", "/v1/chat/completions"},
    {"ollama", "/v1"},
};

static struct at_str
without_slashes(struct at_str url)
{
    while (url.len > 0 && url.ptr[url.len - 1] == '/')
        url.len--;
    return url;
}

static struct at_str
without_path(const char *provider, struct at_str url)
{
    ptrdiff_t model = at_str_find(url, AT_STR("/v1beta/models/"));
    if (strcmp(provider, "gemini") == 0 && model > 0)
        url = at_str_head(url, (size_t)model);
    url = without_slashes(url);
    for (size_t i = 0; i < AT_LEN(ends); i++) {
        struct at_str end = at_str(ends[i].end);
        if (strcmp(ends[i].provider, provider) == 0 && at_str_ends(url, end))
            return without_slashes(at_str_head(url, url.len - end.len));
    }
    return url;
}

char *
at_profile_url(const struct at_profile_row *row, struct at_str given)
{
    if (given.len == 0)
        given = at_str(row->base_url);
    bool has_scheme = at_str_has(given, AT_STR("://"));
    struct at_str url = without_path(row->provider, given);
    if (strcmp(row->provider, "ollama") == 0 && url.len > 0 && !has_scheme)
        return ollama_url(url);
    return at_strndup(url.len ? url.ptr : "", url.len);
}

// Return the host of an address that begins with scheme; "" if it has no host,
// or has a user name, which can disguise an address.
static struct at_str
host_of(struct at_str url, struct at_str scheme)
{
    if (!at_str_eq_nocase(at_str_head(url, scheme.len), scheme))
        return at_str("");
    url = at_str_skip(url, scheme.len);
    size_t len = 0;
    while (len < url.len && !strchr("/?#\\", url.ptr[len]))
        len++;
    struct at_str host = at_str_head(url, len);
    if (at_str_has(host, AT_STR("@")))
        return at_str("");
    size_t end = host.len;
    while (end > 0 && at_ascii_is_digit(host.ptr[end - 1]))
        end--;
    if (end > 0 && host.ptr[end - 1] == ':')
        host = at_str_head(host, end - 1);
    return host;
}

bool
at_profile_url_check(const struct at_profile *profile, struct at_err *err)
{
    struct at_str url = at_str(profile->base_url);
    struct at_str plain = host_of(url, AT_STR("http://"));
    const char *variables = profile->row->base_variables;
    if (host_of(url, AT_STR("https://")).len > 0)
        return true;
    if (plain.len == 0)
        return at_fail(err, AT_EUSAGE,
                       "the address of %s is not an http or https URL; set %s",
                       profile->row->id, variables);
    if (profile->allow_http || at_host_is_loopback(plain))
        return true;
    return at_fail(err, AT_EUSAGE,
                   "the address of %s is http, which would show key and "
                   "screens to the network on the way to \"%.*s\"; set %s to "
                   "an https URL, or AGENTEST_ALLOW_HTTP_MODELS=1",
                   profile->row->id, AT_STR_ARG(plain), variables);
}

static bool
is_host(struct at_str host)
{
    bool v6 = at_str_starts(host, AT_STR("["));
    for (size_t i = 0; i < host.len; i++) {
        char c = host.ptr[i];
        bool first = i == 0 || host.ptr[i - 1] == '.';
        bool fits = at_ascii_is_alnum(c) || (unsigned char)c >= 0x80 ||
                    c == '_' || (!first && strchr("-.", c)) ||
                    (v6 && strchr("[]:.%", c));
        if (!fits)
            return false;
    }
    return host.len > 0;
}

// Return true if what follows the host could: a port that exists, a path
// without blanks.
static bool
is_tail(struct at_str tail)
{
    int64_t port;
    size_t len = 0;
    while (len < tail.len && !strchr("/?#", tail.ptr[len]))
        len++;
    for (size_t i = len; i < tail.len; i++)
        if ((unsigned char)tail.ptr[i] <= ' ' || tail.ptr[i] == '\\')
            return false;
    return len == 0 ||
           (tail.ptr[0] == ':' &&
            at_str_to_i64(at_str_n(tail.ptr + 1, len - 1), 1, 65535, &port));
}

bool
at_profile_url_check_typed(const struct at_profile *profile, struct at_err *err)
{
    static const char *const schemes[] = {"https://", "http://"};
    struct at_str url = at_str(profile->base_url);
    for (size_t i = 0; i < AT_LEN(schemes); i++) {
        struct at_str scheme = at_str(schemes[i]);
        struct at_str host = host_of(url, scheme);
        if (!is_host(host) || !is_tail(at_str_skip(url, scheme.len + host.len)))
            continue;
        if (i == 0 || profile->allow_http || at_host_is_loopback(host))
            return true;
        return at_fail(err, AT_EUSAGE,
                       "http is for this machine only: on the way to '%.*s' "
                       "the network could read the key and the screens; use "
                       "https",
                       AT_STR_ARG(at_utf8_head(host, 100)));
    }
    return at_fail(err, AT_EUSAGE,
                   "'%.*s' is not an address: it begins with https://, or "
                   "http:// on this machine, then a host",
                   AT_STR_ARG(at_utf8_head(url, 100)));
}

bool
at_profile_url_is_local(const struct at_profile *profile)
{
    struct at_str url = at_str(profile->base_url);
    struct at_str host = host_of(url, AT_STR("http://"));
    if (host.len == 0)
        host = host_of(url, AT_STR("https://"));
    return host.len > 0 && at_host_is_loopback(host);
}
