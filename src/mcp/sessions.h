// sessions.h: the sessions of a server: handles, leases, expiry
//
// A session is identified by a handle that cannot be guessed. It has the lease
// of its device (sys/lock.h) until it ends: after AT_SESSION_IDLE_MS without a
// call, as the least recently used of AT_SESSIONS_MAX, when its client
// reconnects to the device, or when another client takes the device over. All
// functions may be called from any thread.
#ifndef AT_MCP_SESSIONS_H
#define AT_MCP_SESSIONS_H

#include "mcp/connection.h"
#include "mcp/outputs.h"
#include "mcp/tool.h"

struct at_session;
struct at_sessions;

struct at_sessions_opts {
    at_open_device_fn *open;
    const char *program; // borrowed; names the holder of the leases to people
    int64_t idle_ms;     // 0: AT_SESSION_IDLE_MS
    size_t max;          // 0: AT_SESSIONS_MAX
};

struct at_sessions *at_sessions_new(const struct at_sessions_opts *opts);
// Free the pool once no call runs. NULL is allowed.
void at_sessions_free(struct at_sessions *pool);

// For struct at_tool_env: its context is the pool; that of a call is the
// session that the arguments "session" and "deviceId" name. Without them a
// peer that is the only one of the process has its latest session; other peers
// have the only open one.
extern const struct at_tool_scope at_sessions_scope;

// Use a session outside of a tool's call; waits until no call uses it. Fails
// with the reason if the session has ended. Borrowed until it is left.
AT_CHECKED bool at_sessions_use(const struct at_op *op,
                                struct at_sessions *pool, struct at_str handle,
                                struct at_session **out_session,
                                struct at_err *err);
void at_sessions_leave(struct at_session *session);

// Append an output of an open session to out. Return false if it does not
// exist. Never waits for a call that uses the session.
bool at_sessions_output(struct at_sessions *pool, struct at_str handle,
                        enum at_session_output kind, struct at_buf *out);
// Call each for every open session, the oldest first, with the kinds of its
// outputs: bits 1 << kind. Never waits for a call either.
typedef void at_sessions_each_fn(void *user, const char *handle,
                                 unsigned kinds);
void at_sessions_each(struct at_sessions *pool, at_sessions_each_fn *each,
                      void *user);

#endif
