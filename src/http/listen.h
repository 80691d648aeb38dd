// listen.h: opens a listening socket at "[HOST:]PORT"
#ifndef AT_HTTP_LISTEN_H
#define AT_HTTP_LISTEN_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"

enum { AT_HTTP_ADDRESS_MAX = 128 };

struct at_http_listen {
    int fd; // owned by the caller
    bool loopback;
    char address[AT_HTTP_ADDRESS_MAX]; // HOST:PORT as bound, for a URL
};

// HOST is a name or an address, IPv6 in brackets; the default is 127.0.0.1.
AT_CHECKED bool at_http_listen(struct at_str address,
                               struct at_http_listen *out, struct at_err *err);

#endif
