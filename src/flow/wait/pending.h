// pending.h: what an app is doing, in words
//
// Pure. The texts come from the app and are data: they are cleaned here once
// more, and bounded.
#ifndef AT_FLOW_WAIT_PENDING_H
#define AT_FLOW_WAIT_PENDING_H

#include "base/buf.h"
#include "device/sync.h"

enum { AT_PENDING_TEXT = 640 }; // room for what at_pending_write() writes

// Add the items of more that list does not have yet. What does not fit is
// counted.
void at_pending_add(struct at_pending_list *list,
                    const struct at_pending_list *more);
// Append the endless items, or the others, each source's together and equal
// ones counted: "hermes: 2 timers ≤ 500 ms, 1 fetch https://example.com/cart;
// dart_vm: 1 frame". Nothing if there is none.
void at_pending_write(const struct at_pending_list *list, bool endless,
                      struct at_buf *out);

#endif
