// device_list.h: the adb server's devices with what to do, and choosing one
#ifndef AT_DEVICE_ANDROID_DEVICE_LIST_H
#define AT_DEVICE_ANDROID_DEVICE_LIST_H

#include "device/android/android.h"

// Entries of the answer to host:devices-l, at most AT_ANDROID_DEVICES_MAX. out
// is set anew; free it with at_android_list_deinit().
void at_android_list_read(struct at_str text, struct at_android_list *out);

// The entry to use: the one with that serial, or, where serial is empty, the
// first usable one. AT_ENODEV says what is there and what to do about it.
AT_CHECKED bool at_android_select(const struct at_android_list *list,
                                  struct at_str serial, size_t *out_index,
                                  struct at_err *err);

#endif
