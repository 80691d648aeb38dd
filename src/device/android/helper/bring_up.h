// bring_up.h: starts a helper on the device, stage by stage, and ends it
#ifndef AT_DEVICE_ANDROID_HELPER_BRING_UP_H
#define AT_DEVICE_ANDROID_HELPER_BRING_UP_H

#include "device/android/helper/exchange.h"

// Place the file that the helper's way has found, launch it and wait until it
// answers. What a failed start may have left is tried once more.
AT_CHECKED bool at_helper_bring_up(const struct at_op *op,
                                   struct at_helper *helper,
                                   struct at_helper_open_result *result,
                                   struct at_err *err);

// Get the first answer of a helper whose service and token are set, and check
// that it is of this program's version.
AT_CHECKED bool at_helper_meet(const struct at_op *op, struct at_helper *helper,
                               struct at_helper_open_result *result,
                               struct at_err *err);

// Write the program that holds the device's UiAutomation and a remedy to buf
// ("" if unknown), and set helper->holder.
void at_helper_find_holder(const struct at_op *op, struct at_helper *helper,
                           char *buf, size_t cap);

// End it within ms, on the device too if this program has launched it.
void at_helper_take_down(struct at_helper *helper, int64_t ms);

#endif
