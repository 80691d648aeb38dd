// serving.h: mobile-tester-agent as a server, from its options to its end
#ifndef AT_PROGRAMS_SERVING_H
#define AT_PROGRAMS_SERVING_H

#include "base/err.h"
#include "base/str.h"
#include "programs/tester_home.h"

// All is borrowed.
struct at_serving_opts {
    struct at_tester_home *home;
    const char *argv0;
    const char *http;         // "[HOST:]PORT"; NULL: the usual one
    const char *web;          // folder of the page; NULL: the program's
    struct at_str token;      // clients need it; empty: none
    struct at_str pool_key;   // shared with the other hosts; empty: none
    int64_t drain_ms;         // time for runs after SIGTERM
    const char *artifacts_s3; // bucket for copies of files; NULL: none
    const char *host;         // its name in a pool; NULL: the machine's
    const char *url;          // its address for other hosts; NULL: none
    bool is_pool;
    int64_t lease_ms;
    const char *sync; // Firestore's project; NULL: none
    int64_t sync_every_ms;
};

// Serve until a signal ends it, and write the program's exit status. False if
// it could not begin.
AT_CHECKED bool at_serving_run(const struct at_serving_opts *opts,
                               int *out_status, struct at_err *err);

#endif
