// logins.h: logins, and the rate at which tokens may be tried
//
// Each login has a cookie of its own, which ends with its logout and with the
// server. A wrong token is answered late: all wrong ones together get ten
// answers a second, and while too many wait, no token is looked at. Any thread
// may call.
#ifndef AT_SERVER_LOGINS_H
#define AT_SERVER_LOGINS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/sha256.h"
#include "base/str.h"

enum {
    AT_LOGINS_MAX = 64, // a further one drops the oldest
    AT_LOGIN_CHARS = 2 * AT_SHA256_BYTES,
    AT_LOGIN_PAUSE_MS = 100,   // between the answers to wrong tokens
    AT_LOGIN_QUEUE_MS = 10000, // of such answers; beyond it all are refused
};

struct at_logins {
    pthread_mutex_t lock; // guards all below
    char values[AT_LOGINS_MAX][AT_LOGIN_CHARS + 1];
    size_t count;    // of all that were made
    int64_t next_ns; // when the next wrong token may be answered
};

void at_logins_init(struct at_logins *logins);
void at_logins_deinit(struct at_logins *logins);

// Make a new cookie.
void at_logins_add(struct at_logins *logins, char out[AT_LOGIN_CHARS + 1]);
// Return true if the cookie is that of a login.
bool at_logins_has(struct at_logins *logins, struct at_str cookie);
// End the login with this cookie, if there is one.
void at_logins_end(struct at_logins *logins, struct at_str cookie);

// Return the time at which the answer to a wrong token may leave.
int64_t at_logins_punish(struct at_logins *logins, int64_t now_ns);
// Return true if so many wrong tokens wait that none may be looked at.
bool at_logins_crowded(struct at_logins *logins, int64_t now_ns);

#endif
