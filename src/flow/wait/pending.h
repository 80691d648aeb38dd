// pending.h: an app's unfinished work, in words
//
// Pure. The texts come from the app and are data: they are cleaned once more
// here, and limited in size.
#ifndef AT_FLOW_WAIT_PENDING_H
#define AT_FLOW_WAIT_PENDING_H

#include "base/buf.h"
#include "device/sync.h"

enum { AT_PENDING_TEXT = 640 }; // size of the text by at_pending_write()

// Add the items of more that list lacks. Items beyond its capacity are only
// counted.
void at_pending_add(struct at_pending_list *list,
                    const struct at_pending_list *more);
// Append the endless items, or the others, grouped by source and with equal
// ones counted: "hermes: 2 timers ≤ 500 ms, 1 fetch https://example.com/cart;
// dart_vm: 1 frame". May append nothing.
void at_pending_write(const struct at_pending_list *list, bool endless,
                      struct at_buf *out);

#endif
