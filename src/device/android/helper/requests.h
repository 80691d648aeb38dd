// requests.h: writes requests to the helper as JSON; pure
//
// Members with the helper's own default are left out. Each function returns a
// value that the caller owns, or NULL with AT_EUSAGE if the helper would not
// accept it.
#ifndef AT_DEVICE_ANDROID_HELPER_REQUESTS_H
#define AT_DEVICE_ANDROID_HELPER_REQUESTS_H

#include "device/android/helper/helper.h"
#include "wire/json.h"

// options may be NULL as in helper.h.
json_t *at_helper_write_tree(const struct at_helper_tree_options *options);
json_t *at_helper_write_idle(const struct at_helper_idle_options *options,
                             struct at_err *err);
json_t *at_helper_write_shot(const struct at_helper_shot_options *options,
                             struct at_err *err);
json_t *at_helper_write_frame(const struct at_helper_frame_options *options,
                              struct at_err *err);

// Write the members of an action; is_step adds its type.
json_t *at_helper_write_action(const struct at_helper_action *action,
                               bool is_step, struct at_err *err);
json_t *at_helper_write_step(const struct at_helper_step *step,
                             struct at_err *err);

// Return the path of the action's own endpoint.
const char *at_helper_action_path(enum at_helper_action_kind kind);
// Return about how long the device needs for the action.
int64_t at_helper_action_ms(const struct at_helper_action *action);

#endif
