// curl_env.h: the variables of proxies and certificates, as curl names them
//
// The only list of these names. Each function returns get()'s text, or NULL if
// no variable has a value; blanks are not a value.
#ifndef AT_BASE_CURL_ENV_H
#define AT_BASE_CURL_ENV_H

// Read a variable; NULL or "" if it is not set.
typedef const char *at_curl_env_get(void *user, const char *name);

// Certificates to trust, a file: CURL_CA_BUNDLE, SSL_CERT_FILE.
const char *at_curl_env_ca_file(at_curl_env_get *get, void *user);
// https_proxy or http_proxy by the address's scheme, then all_proxy, also in
// capitals.
const char *at_curl_env_proxy(at_curl_env_get *get, void *user,
                              const char *url);
// Hosts to reach directly: no_proxy, also in capitals.
const char *at_curl_env_no_proxy(at_curl_env_get *get, void *user);

#endif
