// https_env.c: the variables of proxies and certificates, as curl names them
#include <strings.h>

#include "net/https.h"

static const char *
first(const char *(*get)(void *user, const char *name), void *user,
      const char *const *names)
{
    const char *value = NULL;
    for (; *names && !(value && value[0]); names++)
        value = get(user, *names);
    return value && value[0] ? value : NULL;
}

void
at_https_way_env(const char *(*get)(void *user, const char *name), void *user,
                 const char *url, struct at_https_way *way)
{
    static const char *const plain[] = {"http_proxy", "HTTP_PROXY", "all_proxy",
                                        "ALL_PROXY", NULL};
    static const char *const tls[] = {"https_proxy", "HTTPS_PROXY", "all_proxy",
                                      "ALL_PROXY", NULL};
    static const char *const none[] = {"no_proxy", "NO_PROXY", NULL};
    static const char *const ca[] = {"CURL_CA_BUNDLE", "SSL_CERT_FILE", NULL};
    bool is_plain = strncasecmp(url, "http://", 7) == 0;
    way->proxy = first(get, user, is_plain ? plain : tls);
    way->no_proxy = first(get, user, none);
    way->ca_file = first(get, user, ca);
}
