// target.h: which element an action is meant for, as the helper is told; pure
#ifndef AT_DEVICE_ANDROID_HELPER_TARGET_H
#define AT_DEVICE_ANDROID_HELPER_TARGET_H

#include "device/android/helper/helper_types.h"
#include "wire/json.h"

enum { AT_HELPER_LOOK_MS = 4000 }; // until a target stands still

// Add the member "target" to an action that has a node.
void at_helper_set_target(json_t *object,
                          const struct at_helper_action *action);

// Return what a code of the helper's refuses: "TARGET_GONE" …
enum at_refusal at_helper_refusal(struct at_str code);

#endif
