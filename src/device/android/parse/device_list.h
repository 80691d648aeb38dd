// device_list.h: the adb server's devices, a remedy for each state, and the
// choice of one
#ifndef AT_DEVICE_ANDROID_PARSE_DEVICE_LIST_H
#define AT_DEVICE_ANDROID_PARSE_DEVICE_LIST_H

#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

// A device of the adb server's list, with its state and, unless it is usable,
// what to do about it.
struct at_android_entry {
    char serial[128];
    char state[64]; // "device", "offline", "unauthorized", "no permissions", …
    char model[128];  // "" if the server does not know it
    char remedy[256]; // "" if state is "device"
};

struct at_android_list {
    struct at_android_entry *entries; // owned
    size_t count;
};

void at_android_list_deinit(struct at_android_list *list);

// Read the answer to host:devices-l, at most AT_ANDROID_DEVICES_MAX entries.
// out is set anew; free it with at_android_list_deinit().
void at_android_list_read(struct at_str text, struct at_android_list *out);

// Choose the entry with that serial or, if serial is empty, the first usable
// one. AT_ENODEV lists the devices and says what to do.
AT_CHECKED bool at_android_select(const struct at_android_list *list,
                                  struct at_str serial, size_t *out_index,
                                  struct at_err *err);
// Choose the only usable entry. AT_EMANYDEV lists them if there are several.
AT_CHECKED bool at_android_select_only(const struct at_android_list *list,
                                       size_t *out_index, struct at_err *err);
// Count the usable entries.
size_t at_android_count_usable(const struct at_android_list *list);

#endif
