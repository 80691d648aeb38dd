// requests.h: what the helper is asked, as JSON; pure
//
// Members that have the helper's own defaults are left out. Each returns a
// value that the caller owns, or NULL with AT_EUSAGE where the helper would
// not take it.
#ifndef AT_DEVICE_ANDROID_HELPER_REQUESTS_H
#define AT_DEVICE_ANDROID_HELPER_REQUESTS_H

#include "device/android/helper/helper.h"
#include "wire/json.h"

// ask may be NULL where at_helper_*() lets it.
json_t *at_helper_write_tree(const struct at_helper_tree_ask *ask);
json_t *at_helper_write_idle(const struct at_helper_idle_ask *ask,
                             struct at_err *err);
json_t *at_helper_write_shot(const struct at_helper_shot_ask *ask,
                             struct at_err *err);

// The members of an action; where is_step, with its type.
json_t *at_helper_write_action(const struct at_helper_action *action,
                               bool is_step, struct at_err *err);
json_t *at_helper_write_step(const struct at_helper_step *step,
                             struct at_err *err);

// The path of an action's own endpoint.
const char *at_helper_action_path(enum at_helper_action_kind kind);
// How long the device itself needs for it, about.
int64_t at_helper_action_ms(const struct at_helper_action *action);

#endif
