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
    char serial[128];  // "transport_id:3" where several have the same serial
    char named[128];   // serial to use then; "" otherwise
    char same_as[128]; // the serial by which this device is in the list already
    char state[64]; // "device", "offline", "unauthorized", "no permissions", …
    char model[128];  // "" if the server does not know it
    char remedy[256]; // "" if state is "device"
};

// A device's identity: "SERIAL BOOT-ID", since Android 8 with the nanosecond of
// its start, because containers on one kernel share a boot id.
enum { AT_IDENTITY_MAX = 160 };
#define AT_IDENTITY_COMMAND                                                    \
    "getprop ro.serialno; getprop ro.boot.serialno; "                          \
    "echo init=$(getprop ro.boottime.init); "                                  \
    "cat /proc/sys/kernel/random/boot_id"

struct at_android_list {
    struct at_android_entry *entries; // owned
    size_t count;
};

void at_android_list_deinit(struct at_android_list *list);

// Read the answer to host:devices-l, at most AT_ANDROID_DEVICES_MAX entries.
// Overwrites out; free it with at_android_list_deinit().
void at_android_list_read(struct at_str text, struct at_android_list *out);

// Read the output of AT_IDENTITY_COMMAND; "" if a part of it is missing.
void at_identity_parse(struct at_str output, char out[AT_IDENTITY_MAX]);
// Return true if a device may be listed twice, the second time by a network
// serial.
bool at_android_may_repeat(const struct at_android_list *list);
// Set same_as by the entries' identities ("": unknown). The first one that is
// not on the network represents the device.
void at_android_merge(struct at_android_list *list,
                      const char (*ids)[AT_IDENTITY_MAX]);

// Choose the entry with that serial or, if serial is empty, the first usable
// one. AT_ENODEV lists the devices and says what to do.
AT_CHECKED bool at_android_select(const struct at_android_list *list,
                                  struct at_str serial, size_t *out_index,
                                  struct at_err *err);
// Choose the only usable entry. AT_EMANYDEV lists them if there are several.
AT_CHECKED bool at_android_select_only(const struct at_android_list *list,
                                       size_t *out_index, struct at_err *err);
size_t at_android_count_usable(const struct at_android_list *list);

#endif
