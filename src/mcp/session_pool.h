// session_pool.h: the sessions of a server, as its threads share them
//
// Functions need the pool's lock unless they say otherwise.
#ifndef AT_MCP_SESSION_POOL_H
#define AT_MCP_SESSION_POOL_H

#include <jansson.h>
#include <pthread.h>
#include <stdint.h>

#include "base/limits.h"
#include "mcp/connection.h"
#include "mcp/outputs.h"
#include "mcp/sessions.h"
#include "mcp/tool.h"
#include "sys/waiters.h"

enum { AT_SESSION_HANDLE_LEN = 10 }; // characters with 32 values each: 50 bits

struct at_lock;

struct at_session {
    struct at_connection connection; // used by the session's current call
    struct at_outputs outputs;
    struct at_sessions *pool; // borrowed; NULL: none; never changes

    // Guarded by the pool's lock.
    struct at_session *next;
    bool in_use;               // a call uses it, or it is being closed
    struct at_cancel *running; // token of the current call; borrowed, or NULL
    struct at_lock *lease;     // owned; of the device
    char lease_name[AT_SERIAL_ROOM];        // one for all serials of the device
    char handle[AT_SESSION_HANDLE_LEN + 1]; // "": never connected
    char device[AT_SERIAL_ROOM];            // the last serial
    char app_name[AT_SERIAL_ROOM];          // the last package
    char lane[AT_MCP_LANE_ROOM];            // lane of its calls
    uint64_t peer;                          // peer that connected it
    bool current;          // meant by calls of its lane that name no session
    enum at_code end_code; // AT_OK: it has not ended
    char end_reason[200];  // "expired after 30 min…"
    int64_t began_ns;
    int64_t used_ns;
};

struct at_sessions {
    struct at_sessions_opts opts;
    pthread_mutex_t lock;        // guards all below
    struct at_session *first;    // owned; the newest comes first
    struct at_waiters waiters;   // until a session is left or ends
    char lane[AT_MCP_LANE_ROOM]; // latest connect of an unshared peer
    bool watched;                // the watching thread runs
    bool ended;
    int wake_fds[2];
    pthread_t watcher;
};

// A session of no pool, for one client; needs no lock.
struct at_session *at_session_new(at_open_device_fn *open);
void at_session_free(struct at_session *session); // NULL is allowed; no lock
// Take the lease again if its file was removed. Fails with AT_EBUSY if another
// process now has the device. For the call that uses the session; takes the
// lock.
AT_CHECKED bool at_session_hold(const struct at_op *op,
                                struct at_session *session, struct at_err *err);
// Close the device, clear the outputs and release the lease; takes the lock.
void at_session_forget(struct at_session *session);

// Return true if it has a handle and has not ended.
bool at_session_is_open(const struct at_session *session);
// Fail with the reason why the session has ended.
bool at_session_fail_ended(const struct at_session *session,
                           struct at_err *err);
// Make the session unusable for that reason; a call that uses it is cancelled.
void at_session_end(struct at_session *session, enum at_code code,
                    const char *fmt, ...) AT_PRINTF(3, 4);

struct at_session *at_sessions_find(struct at_sessions *pool,
                                    struct at_str handle);
// The open session on a device.
struct at_session *at_sessions_on(struct at_sessions *pool,
                                  struct at_str device);
// Make a new session. NULL with AT_ELIMIT if too many are in use.
struct at_session *at_sessions_add(struct at_sessions *pool,
                                   const struct at_tool_caller *caller,
                                   struct at_err *err);
// End sessions that were idle for too long, and close ended ones that are not
// in use. Unlocks the pool in the meantime.
void at_sessions_sweep(struct at_sessions *pool);

// Wait until a session is left, ends or releases its device; check again then.
// Unlocks the pool in the meantime.
AT_CHECKED bool at_sessions_wait(const struct at_op *op,
                                 struct at_sessions *pool, struct at_err *err);
// End a call's use of the session.
void at_session_release(struct at_session *session);

#endif
