// forward.h: answers that another host of the pool has
//
// Files of a run stay on the host that did it, and a device belongs to one
// host. A request that came from another host is never passed on again, so
// there are no loops.
#ifndef AT_SERVER_FORWARD_H
#define AT_SERVER_FORWARD_H

#include "server/call.h"

// Answer with the files of a run from the host that has them. Returns false,
// without a reply, if that is this host, or not known.
AT_CHECKED bool at_forward_run(struct at_server_call *call,
                               const struct at_store_doc *run);
// Return true if that is another host, and the request may be passed on.
bool at_forward_is_elsewhere(const struct at_server_call *call,
                             struct at_str host);
// Answer with a picture of that host's device; "": false.
AT_CHECKED bool at_forward_device(struct at_server_call *call,
                                  struct at_str host);

#endif
