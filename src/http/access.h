// access.h: decides who may ask a server over HTTP; pure
//
// Of a head that is read only one meaning may be possible, a page of another
// site must not ask (Host, Origin), and who asks may need a token.
#ifndef AT_HTTP_ACCESS_H
#define AT_HTTP_ACCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct at_http_policy {
    struct at_str token; // empty: none is needed
    bool any_host;       // bound beyond loopback, to unknown host names
    bool own_pages;      // only the server's own pages may ask
};

// Of a request's head. A header that is absent has ptr NULL.
struct at_http_asker {
    struct at_str host;
    struct at_str origin;
    struct at_str fetch_site; // Sec-Fetch-Site
    bool opens_page;          // a GET of the web page: a link may lead to it
    size_t header_count;
    bool ambiguous; // a header that is read comes twice
};

// status 0: nothing speaks against it. text is static.
struct at_http_refusal {
    unsigned status;
    const char *text;
};

struct at_http_refusal at_http_check_asker(const struct at_http_policy *policy,
                                           const struct at_http_asker *asker);
// Returns true if Authorization is "Bearer" and the policy's token, or if no
// token is needed.
bool at_http_token_given(const struct at_http_policy *policy,
                         struct at_str authorization);

// Returns true for "localhost", "127.0.0.1" or "[::1]", with any port or none.
bool at_http_host_local(struct at_str host);

// The media type of a Content-Type without its parameters.
struct at_str at_http_media_type(struct at_str value);
// Returns true if an Accept takes type, which is of family ("text/*").
bool at_http_accepts(struct at_str accept, const char *type,
                     const char *family);

#endif
