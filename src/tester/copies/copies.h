// copies.h: copies of runs' files in S3, made once a run has ended
//
// One thread. A run that ended gets into its queue; runs whose folders are here
// without a mark of a copy are looked for at the start, and whenever the queue
// was full, so nothing is forgotten. While the storage fails, it tries again
// with growing pauses.
#ifndef AT_TESTER_COPIES_COPIES_H
#define AT_TESTER_COPIES_COPIES_H

#include "agent/models/profile.h"
#include "base/err.h"
#include "base/op.h"
#include "store/store.h"

struct at_copies;

struct at_copies_opts {
    const char *url;           // as in s3.h
    at_variable_fn *get;       // variables
    void *user;                // for get
    struct at_store_db *store; // borrowed, as the following
    const char *reports;
};

enum { AT_COPIES_QUEUE_MAX = 10000 };

// AT_EUSAGE: the address or an account's variable is wrong.
AT_CHECKED bool at_copies_new(const struct at_copies_opts *opts,
                              struct at_copies **out, struct at_err *err);
// For at_store_listen().
void at_copies_changed(void *copies, const struct at_store_change *change);
// host: the name of this one; borrowed.
AT_CHECKED bool at_copies_start(struct at_copies *copies, const char *host,
                                struct at_err *err);
// End the thread; NULL is allowed, also for the next one.
void at_copies_stop(struct at_copies *copies);
void at_copies_free(struct at_copies *copies);

// Bring the files that a host had of a run back into this host's folder of
// reports. AT_ENOTFOUND: there is no copy. Any thread may call.
AT_CHECKED bool at_copies_fetch(const struct at_op *op,
                                struct at_copies *copies, const char *run,
                                const char *host, struct at_err *err);

#endif
