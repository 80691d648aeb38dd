// bridge_state.h: the idling bridge's answer, passed on by the helper or
// `content query`
//
// Pure. The contract is android/idling-bridge/README.md.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_BRIDGE_BRIDGE_STATE_H
#define AT_DEVICE_ANDROID_FRAMEWORK_BRIDGE_BRIDGE_STATE_H

#include "base/err.h"
#include "base/str.h"
#include "device/sync.h"

enum { AT_BRIDGE_WIRE = 1 };

// A line that replaces the row if the app has no process.
#define AT_BRIDGE_STOPPED "it does not run"

struct at_bridge_row {
    int64_t wire; // a newer version is read as far as it is understood
    bool idle;
    struct at_str pending; // JSON; borrowed
    bool stopped;          // the app does not run: idle, and nothing is pending
};

// Find the row in what `content query` printed, among lines of other programs.
// AT_EUNSUPPORTED: no bridge; AT_EDEVICE: reading it is not permitted or fails
// here; AT_EPROTO: not a row of the contract.
AT_CHECKED bool at_bridge_row_find(struct at_str printed,
                                   struct at_bridge_row *out,
                                   struct at_err *err);
// Append the pending items: an idle app yields none, a busy app at least one.
// Resources that threw instead of answering are listed and not waited for.
AT_CHECKED bool at_bridge_row_read(const struct at_bridge_row *row,
                                   struct at_pending_list *out,
                                   struct at_err *err);
// Append that the app did not answer: it is busy.
void at_bridge_add_late(struct at_pending_list *out);

#endif
