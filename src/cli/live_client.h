// live_client.h: finding, starting, asking and stopping a live process
#ifndef AT_CLI_LIVE_CLIENT_H
#define AT_CLI_LIVE_CLIENT_H

#include <jansson.h>

#include "base/err.h"
#include "base/op.h"
#include "cli/given.h"
#include "cli/live_place.h"
#include "cli/live_wire.h"
#include "cli/output.h"

struct at_live_client; // a connection, for one request

// Connect, and hear who is there. AT_ENODEV where nobody is: what a killed
// process left is cleared away then. AT_ETIMEOUT where one does not answer.
// The caller owns *out_client; NULL on failure.
AT_CHECKED bool at_live_connect(const struct at_op *op,
                                const struct at_live_place *place,
                                struct at_live_client **out_client,
                                struct at_err *err);
void at_live_client_free(struct at_live_client *client); // NULL is allowed
const struct at_live_hello *at_live_client_hello(
    const struct at_live_client *client);

struct at_live_start_opts {
    const struct at_live_place *place;
    const char *program; // argv[0] of this one
    int64_t ttl_ms;      // 0: as one that is replaced had it, else the default
};

// Connect to the live process of this version; start it where there is none,
// in the place of one of another version too. *out_started tells whether it is
// new.
AT_CHECKED bool at_live_start(const struct at_op *op,
                              const struct at_live_start_opts *opts,
                              struct at_live_client **out_client,
                              bool *out_started, struct at_err *err);

// What it says of itself: an object, owned by the caller; NULL with err.
json_t *at_live_status(const struct at_op *op, struct at_live_client *client,
                       struct at_err *err);

// End the live process of whatever version, in order where it answers and by a
// signal where it does not, and wait until it has. *out_pid is 0 where none
// ran.
AT_CHECKED bool at_live_stop(const struct at_op *op,
                             const struct at_live_place *place,
                             int64_t *out_pid, struct at_err *err);

// Run the command in the live process, where there is one for it: its
// envelope, owned by the caller; at least its "ok" and "error" where output has
// it already. NULL where this process is to run it: nothing was done then.
// Whatever the user may want to know of that becomes an event.
json_t *at_live_execute(const struct at_op *op, const struct at_given *given,
                        const char *program, struct at_output *output);

#endif
