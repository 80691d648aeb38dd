// client_errors.h: errors that the web page reports, as lines of the log; pure
#ifndef AT_SERVER_CLIENT_ERRORS_H
#define AT_SERVER_CLIENT_ERRORS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "agent/guards/secrets.h"
#include "base/buf.h"
#include "base/str.h"

enum {
    AT_CLIENT_ERRORS_BURST = 10,          // lines at once
    AT_CLIENT_ERRORS_PAUSE_MS = 6 * 1000, // then one in this time
    AT_CLIENT_ERROR_LINE_MAX_BYTES = 1900,
};

struct at_client_errors {
    pthread_mutex_t lock; // guards the following members
    int64_t next_ns;      // when all of the burst is available again
    uint64_t dropped;     // since the last line
};

void at_client_errors_init(struct at_client_errors *errors);
void at_client_errors_deinit(struct at_client_errors *errors);
// Return true if another line may be written now. *out_dropped is the number of
// reports that were refused since the last one.
bool at_client_errors_admit(struct at_client_errors *errors, int64_t now_ns,
                            uint64_t *out_dropped);

// A report; every text is from the network.
struct at_client_error {
    struct at_str message;
    struct at_str stack;
    struct at_str page; // address, without its query
    struct at_str version;
};
// Append the report as one line of at most AT_CLIENT_ERROR_LINE_MAX_BYTES, a
// JSON object: secrets and the server's token masked (before texts are cut),
// control and hidden characters replaced.
void at_client_error_write(const struct at_client_error *error,
                           const struct at_secrets *secrets,
                           struct at_str token, struct at_buf *out);

#endif
