// audit.h: notes what a client did
//
// The one call for all handlers that run or change something. After a handler
// that has not called it, a request that may have changed something is noted by
// its route's name, so none is missing.
#ifndef AT_SERVER_AUDIT_H
#define AT_SERVER_AUDIT_H

#include "server/call.h"

struct at_route;

// Note that the client did it ("changed") to the document.
void at_audit(struct at_server_call *call, const char *what,
              enum at_store_kind kind, const char *id);
// The same with the document's revisions; 0: it was, or is, not there.
void at_audit_change(struct at_server_call *call, const char *what,
                     enum at_store_kind kind, const char *id, int64_t before,
                     int64_t after);
// Note that the client removed the document.
void at_audit_removed(struct at_server_call *call, enum at_store_kind kind,
                      const struct at_store_doc *doc);
// The same with the revision that the document has now.
void at_audit_stored(struct at_server_call *call, const char *what,
                     enum at_store_kind kind, const char *id);
// Note a request that was answered, unless its handler has done so.
void at_audit_rest(struct at_server_call *call, const struct at_route *route);

#endif
