// session_watch.h: a thread that watches sessions between their calls
//
// While no call comes in, another process may ask for a device, or a session
// may expire.
#ifndef AT_MCP_SESSION_WATCH_H
#define AT_MCP_SESSION_WATCH_H

#include "base/err.h"
#include "mcp/sessions.h"

// Start the thread, or make it notice a new lease. Needs the pool's lock.
AT_CHECKED bool at_session_watch_start(struct at_sessions *pool,
                                       struct at_err *err);
// Takes the pool's lock.
void at_session_watch_stop(struct at_sessions *pool);

#endif
