// shelf.h: what a session's client was given last, kept to be read again
//
// A session keeps one of each kind as long as it is open. All functions may
// be called from any thread and never wait for a call that uses the session.
#ifndef AT_MCP_SHELF_H
#define AT_MCP_SHELF_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/str.h"

struct at_session;
struct at_sessions;

enum at_shelf_kind {
    AT_SHELF_TREE,       // compact text
    AT_SHELF_SCREENSHOT, // PNG of full size
    AT_SHELF_TRACE,      // JSON
    AT_SHELF_COUNT,
};

// Where clients read it: AT_SESSION_URI("%s", "tree").
#define AT_SESSION_URI(session, name) "agentest://session/" session "/" name

// Keep bytes instead of what was there. False where they are not kept: more
// than AT_SHELF_MAX_BYTES, or a session that nobody can name.
bool at_shelf_put(struct at_session *session, enum at_shelf_kind kind,
                  struct at_str bytes);

void at_shelf_clear(struct at_session *session);

// Append what an open session has to out. False where there is none.
bool at_shelf_get(struct at_sessions *pool, struct at_str handle,
                  enum at_shelf_kind kind, struct at_buf *out);

// Tell of each open session, the oldest first, with what it has: bit 1 << kind.
typedef void at_shelf_tell(void *user, const char *handle, unsigned has);
void at_shelf_each(struct at_sessions *pool, at_shelf_tell *tell, void *user);

#endif
