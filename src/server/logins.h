// logins.h: logins, and a rate limit for tokens
//
// Each login has its own cookie, which ends with its logout, its token and the
// server. The answer to a wrong token is delayed: all clients together get ten
// such answers per second, and while too many of them wait, no token is
// checked. Any thread may call.
#ifndef AT_SERVER_LOGINS_H
#define AT_SERVER_LOGINS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/sha256.h"
#include "base/str.h"
#include "tester/access/tokens.h"

enum {
    AT_LOGINS_MAX = 256,       // beyond that the oldest is dropped
    AT_LOGINS_OF_ONE_MAX = 64, // the same for the logins of one token
    AT_LOGIN_CHARS = 2 * AT_SHA256_BYTES,
    AT_LOGIN_PAUSE_MS = 100,   // time between two answers to wrong tokens
    AT_LOGIN_QUEUE_MS = 10000, // maximum delay; then logins are refused
};

struct at_logins {
    pthread_mutex_t lock; // guards the following members
    struct at_login {
        char value[AT_LOGIN_CHARS + 1]; // "": none
        struct at_caller caller;
        uint64_t number; // grows with each login
    } rows[AT_LOGINS_MAX];
    uint64_t count;  // total number of logins
    int64_t next_ns; // earliest time of the next answer to a wrong token
};

void at_logins_init(struct at_logins *logins);
void at_logins_deinit(struct at_logins *logins);

// Create a cookie for this client.
void at_logins_add(struct at_logins *logins, const struct at_caller *caller,
                   char out[AT_LOGIN_CHARS + 1]);
// Find the client whose login has this cookie. Its token may have been revoked.
bool at_logins_find(struct at_logins *logins, struct at_str cookie,
                    struct at_caller *out);
// End the login with this cookie, if it exists.
void at_logins_end(struct at_logins *logins, struct at_str cookie);

// Return the time at which the answer to a wrong token may be sent.
int64_t at_logins_punish(struct at_logins *logins, int64_t now_ns);
// Return true if too many wrong tokens wait, so none may be checked.
bool at_logins_crowded(struct at_logins *logins, int64_t now_ns);

#endif
