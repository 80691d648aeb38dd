// pool_pass.h: requests between the hosts of a pool, signed; pure
//
// A host that does not have a file asks the one that has it, and passes the
// answer on. Such a request has the header "X-Agentest-Pool: v1.TIME.HMAC" over
// its method, path, query, range and time (HMAC-SHA256 with the pool's key), so
// it cannot be changed or used later, and the key is never sent.
#ifndef AT_SERVER_POOL_PASS_H
#define AT_SERVER_POOL_PASS_H

#include <stdint.h>

#include "server/request.h"

enum {
    AT_POOL_PASS_MAX = 128,
    AT_POOL_PASS_MS = 60000, // how long it is good for, in both directions
    AT_POOL_KEY_MIN_BYTES = 16,
};

// Write the header's value. now_ms is the store's clock, on which all hosts
// agree.
void at_pool_pass_write(struct at_str key, const struct at_request *request,
                        int64_t now_ms, char out[AT_POOL_PASS_MAX]);
// Return true if the request has a valid one. An empty key allows none.
bool at_pool_pass_check(struct at_str key, const struct at_request *request,
                        int64_t now_ms);

#endif
