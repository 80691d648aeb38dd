// fetch_curl.h: the exchanges of scripts' http requests, by libcurl
//
// A library of its own (at-maestro-fetch), for programs that link libcurl.
#ifndef AT_MAESTRO_SCRIPT_FETCH_CURL_H
#define AT_MAESTRO_SCRIPT_FETCH_CURL_H

#include "maestro/script/fetch.h"

struct at_maestro_curl;

// local: scripts may also reach this machine and its link. ca_file: as in
// net/https.h; borrowed.
struct at_maestro_curl *at_maestro_curl_new(bool local, const char *ca_file);
void at_maestro_curl_free(struct at_maestro_curl *curl); // NULL is allowed

// For at_maestro_script_opts; borrowed.
const struct at_maestro_fetcher *at_maestro_curl_fetcher(
    const struct at_maestro_curl *curl);

#endif
