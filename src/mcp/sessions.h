// sessions.h: the sessions of a server: handles, leases, an end
//
// A session is named by a handle that nobody can guess. It holds the lease of
// its device (sys/lock.h) until it ends: after AT_SESSION_IDLE_MS without a
// call, as the least recently used of AT_SESSIONS_MAX, when its client connects
// to the device anew, or when somebody takes the device over. All functions
// may be called from any thread.
#ifndef AT_MCP_SESSIONS_H
#define AT_MCP_SESSIONS_H

#include <jansson.h>

#include "mcp/session.h"
#include "mcp/tool.h"

struct at_sessions;

struct at_sessions_opts {
    at_session_open *open;
    const char *program; // borrowed; who holds the leases, for people
    int64_t idle_ms;     // 0: AT_SESSION_IDLE_MS
    size_t max;          // 0: AT_SESSIONS_MAX
};

struct at_sessions *at_sessions_new(const struct at_sessions_opts *opts);
// Once no call runs any more. NULL is allowed.
void at_sessions_free(struct at_sessions *pool);

// For struct at_tool_env: its context is the pool, that of a call the session
// which the arguments "session" and "deviceId" name. Without them a peer alone
// in the process has its latest one; other peers have the only open one.
extern const struct at_tool_scope at_sessions_scope;

// The open sessions, the newest first: an array of {session, deviceId,
// packageName, ageSeconds}. Owned by the caller.
json_t *at_sessions_list(struct at_sessions *pool);

// Use a session outside of a tool's call; waits until nobody else does. Fails
// with what became of it. Borrowed until it is left.
AT_CHECKED bool at_sessions_use(const struct at_op *op,
                                struct at_sessions *pool, struct at_str handle,
                                struct at_session **out_session,
                                struct at_err *err);
void at_sessions_leave(struct at_session *session);

#endif
