#include "base/curl_env.h"

#include <stddef.h>

#include "base/str.h"

static const char *
first(at_curl_env_get *get, void *user, const char *const *names)
{
    for (; *names; names++) {
        const char *value = get(user, *names);
        if (at_str_trim(at_str(value)).len > 0)
            return value;
    }
    return NULL;
}

const char *
at_curl_env_ca_file(at_curl_env_get *get, void *user)
{
    static const char *const names[] = {"CURL_CA_BUNDLE", "SSL_CERT_FILE",
                                        NULL};
    return first(get, user, names);
}

const char *
at_curl_env_proxy(at_curl_env_get *get, void *user, const char *url)
{
    static const char *const plain[] = {"http_proxy", "HTTP_PROXY", "all_proxy",
                                        "ALL_PROXY", NULL};
    static const char *const tls[] = {"https_proxy", "HTTPS_PROXY", "all_proxy",
                                      "ALL_PROXY", NULL};
    bool is_plain =
        at_str_eq_nocase(at_str_head(at_str(url), 7), AT_STR("http://"));
    return first(get, user, is_plain ? plain : tls);
}

const char *
at_curl_env_no_proxy(at_curl_env_get *get, void *user)
{
    static const char *const names[] = {"no_proxy", "NO_PROXY", NULL};
    return first(get, user, names);
}
