// bridge_state.h: what the idling bridge says, as the helper or `content query`
// passes it on
//
// Pure. The contract is android/idling-bridge/README.md.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_BRIDGE_BRIDGE_STATE_H
#define AT_DEVICE_ANDROID_FRAMEWORK_BRIDGE_BRIDGE_STATE_H

#include "base/err.h"
#include "base/str.h"
#include "device/sync.h"

enum { AT_BRIDGE_WIRE = 1 };

// A line of its own that stands for a row where the app has no process.
#define AT_BRIDGE_STOPPED "it does not run"

struct at_bridge_row {
    int64_t wire; // a newer one than ours is read as far as it is understood
    bool idle;
    struct at_str pending; // JSON; borrowed
    bool stopped;          // the app does not run: idle, and nothing is pending
};

// Find the row in what `content query` printed, among lines of other programs.
// AT_EUNSUPPORTED: there is no bridge; AT_EDEVICE: it may not or cannot be read
// here; AT_EPROTO: it is not the contract's row.
AT_CHECKED bool at_bridge_row_find(struct at_str printed,
                                   struct at_bridge_row *out,
                                   struct at_err *err);
// Append what is pending: nothing of an idle app is waited for, and of one that
// is not idle at least one thing is. What threw instead of answering is named
// and not waited for.
AT_CHECKED bool at_bridge_row_read(const struct at_bridge_row *row,
                                   struct at_pending_list *out,
                                   struct at_err *err);
// Append that the app did not answer: it is busy.
void at_bridge_add_late(struct at_pending_list *out);

#endif
