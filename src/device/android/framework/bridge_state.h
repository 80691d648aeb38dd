// bridge_state.h: what the idling bridge says, as `content query` prints it
//
// Pure. The contract is android/idling-bridge/README.md.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_BRIDGE_STATE_H
#define AT_DEVICE_ANDROID_FRAMEWORK_BRIDGE_STATE_H

#include "base/err.h"
#include "base/str.h"
#include "device/sync.h"

enum { AT_BRIDGE_WIRE = 1 };

// Append what is pending. What threw instead of answering is named and not
// waited for. AT_EUNSUPPORTED: there is no bridge, or one of another version;
// AT_EDEVICE: it may not be read; AT_EPROTO: it is not the contract's row.
AT_CHECKED bool at_bridge_state_read(struct at_str printed,
                                     struct at_pending_list *out,
                                     struct at_err *err);

#endif
