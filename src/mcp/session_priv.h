// session_priv.h: what a session and the pool of sessions know of each other
#ifndef AT_MCP_SESSION_PRIV_H
#define AT_MCP_SESSION_PRIV_H

#include <pthread.h>
#include <stdint.h>

#include "base/limits.h"
#include "mcp/session.h"
#include "mcp/sessions.h"
#include "mcp/shelf.h"
#include "mcp/tool.h"

enum {
    SERIAL_ROOM = 128,
    HANDLE_LEN = 10, // of 32 characters each: 50 bits
};

struct at_lock;

struct at_session {
    at_session_open *open;

    // Touched by whoever uses the session.
    struct at_app *app;       // owned; NULL: not open, or lost
    struct at_device *before; // owned; of the session that this one replaces
    char serial[SERIAL_ROOM]; // "": none was open yet
    char *package;            // owned; NULL: no app is connected
    char backend[8];          // "": the device's own choice

    // Guarded by the pool's lock.
    struct at_sessions *pool; // borrowed; NULL: none; never changes
    struct at_session *next;
    bool in_use;                 // whoever set it uses the session
    struct at_cancel *running;   // of the call that uses it; borrowed, or NULL
    struct at_lock *lease;       // owned; of the device
    char handle[HANDLE_LEN + 1]; // "": never connected, nobody can name it
    char device[SERIAL_ROOM];    // serial, package: as they were last
    char app_name[SERIAL_ROOM];
    char lane[AT_MCP_LANE_ROOM]; // where its calls run
    uint64_t peer;               // that connected it
    bool current;                // for the calls of its lane that name none
    enum at_code gone_code;      // AT_OK: it is open
    char gone[200];              // what became of it: "expired after…"
    int64_t began_ns;
    int64_t used_ns;
    struct at_buf shelf[AT_SHELF_COUNT]; // owned; see mcp/shelf.h
};

struct at_sessions {
    struct at_sessions_opts opts;
    pthread_mutex_t lock;        // guards all below, and what it says above
    struct at_session *first;    // owned; the newest in front
    char lane[AT_MCP_LANE_ROOM]; // of the newest connect of a peer that is
                                 // alone
    bool keeping;                // the keeper's thread runs
    bool ended;
    int wake_fds[2];
    pthread_t keeper;
};

// Is it open under a handle?
bool at_session_is_open(const struct at_session *session);

// All with the lock held.
struct at_session *at_sessions_find(struct at_sessions *pool,
                                    struct at_str handle);
// The open session on a device.
struct at_session *at_sessions_on(struct at_sessions *pool,
                                  struct at_str device);
// A new session of the pool, in use. NULL with AT_ELIMIT.
struct at_session *at_sessions_add(struct at_sessions *pool,
                                   const struct at_tool_caller *caller,
                                   struct at_err *err);
// Not usable any more, for that reason; a call that uses it ends.
void at_session_end(struct at_session *session, enum at_code code,
                    const char *fmt, ...) AT_PRINTF(3, 4);
// Fails with what became of a session.
bool at_session_fail_gone(const struct at_session *session, struct at_err *err);
// End what is idle for too long, close what has ended and is not in use. Lets
// the lock go meanwhile.
void at_sessions_sweep(struct at_sessions *pool);

// For the session's user, who connects it: it has the device's lease and a
// handle afterwards. Other sessions on the device end, if they may.
AT_CHECKED bool at_sessions_claim(const struct at_op *op,
                                  struct at_session *session, bool steal,
                                  struct at_err *err);
void at_sessions_unclaim(struct at_session *session);

// The thread that hears who asks for a lease and ends idle sessions. With the
// lock held; keep: start it or make it look again.
AT_CHECKED bool at_sessions_keep(struct at_sessions *pool, struct at_err *err);
// Without the lock.
void at_sessions_keep_end(struct at_sessions *pool);

#endif
