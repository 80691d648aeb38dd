// https_env.c: a way by the variables of the environment
#include "base/curl_env.h"
#include "net/https.h"

void
at_https_way_env(const char *(*get)(void *user, const char *name), void *user,
                 const char *url, struct at_https_way *way)
{
    way->proxy = at_curl_env_proxy(get, user, url);
    way->no_proxy = at_curl_env_no_proxy(get, user);
    way->ca_file = at_curl_env_ca_file(get, user);
}
