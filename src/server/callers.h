// callers.h: who sends a request, and whether they may
//
// The daemon's thread, which must not wait, knows the token of --token-file and
// logins; a worker looks up stored tokens, and checks the role in one place.
#ifndef AT_SERVER_CALLERS_H
#define AT_SERVER_CALLERS_H

#include <stdbool.h>
#include <stdint.h>

struct at_exchange;
struct at_server;
struct at_store_change;

enum at_caller_state {
    AT_CALLER_STRANGER,
    AT_CALLER_KNOWN,
    AT_CALLER_CLAIMS, // a stored token that a worker must look up
};

// Find out who sends the request, from its head.
void at_caller_read(struct at_exchange *exchange);
// Look up a stored token and check the role that the route needs. Returns false
// with an error in the reply. Called by workers, each time a handler runs.
bool at_caller_admit(struct at_exchange *exchange);
// Return true if the client may still follow what it follows. Does not wait.
bool at_caller_stays(const struct at_exchange *exchange);

// Note a change of the store, and read the tokens if any has changed or a
// second has passed: another process may have changed them.
void at_callers_note(struct at_server *server,
                     const struct at_store_change *change);
void at_callers_tick(struct at_server *server);
// Return true if clients need a token or a login.
bool at_callers_need_token(struct at_server *server);

#endif
