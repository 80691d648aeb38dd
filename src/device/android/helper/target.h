// target.h: description of an action's target for the helper
//
// Pure.
#ifndef AT_DEVICE_ANDROID_HELPER_TARGET_H
#define AT_DEVICE_ANDROID_HELPER_TARGET_H

#include "device/android/helper/helper_types.h"
#include "wire/json.h"

enum { AT_HELPER_LOOK_MS = 4000 }; // wait for a target to stop moving

// Add the member "target" to an action that has a node.
void at_helper_set_target(json_t *object,
                          const struct at_helper_action *action);

// Return the refusal for a code of the helper: "TARGET_GONE" …
enum at_refusal at_helper_refusal(struct at_str code);

#endif
