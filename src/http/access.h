// access.h: decides which clients may send requests to an HTTP server; pure
//
// A header that the server reads must be unambiguous, a page of another site
// must not send requests (Host, Origin), and clients may need a token.
#ifndef AT_HTTP_ACCESS_H
#define AT_HTTP_ACCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct at_http_policy {
    struct at_str token; // empty: clients need no token
    bool any_host;       // bound beyond loopback, under unknown host names
    bool own_pages;      // only the server's own pages may send requests
};

// Facts from a request's head. ptr is NULL for an absent header.
struct at_http_asker {
    struct at_str host;
    struct at_str origin;
    struct at_str fetch_site; // Sec-Fetch-Site
    bool opens_page; // a GET of the web page, which may come from a link
    size_t header_count;
    bool ambiguous; // one of the headers that the server reads is repeated
};

// status 0: the request is allowed. text is static.
struct at_http_refusal {
    unsigned status;
    const char *text;
};

struct at_http_refusal at_http_check_asker(const struct at_http_policy *policy,
                                           const struct at_http_asker *asker);
// Return true if Authorization is "Bearer" with the policy's token, or if
// clients need no token.
bool at_http_token_given(const struct at_http_policy *policy,
                         struct at_str authorization);

// Return true for "localhost", "127.0.0.1" or "[::1]", with any port or none.
bool at_http_host_local(struct at_str host);

// Return the media type of a Content-Type, without its parameters.
struct at_str at_http_media_type(struct at_str value);
// Return true if an Accept header accepts type, or its family ("text/*").
bool at_http_accepts(struct at_str accept, const char *type,
                     const char *family);

#endif
