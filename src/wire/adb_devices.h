// adb_devices.h: the adb server's list of devices, as text
//
// Reads the answers to host:devices and host:devices-l, and the output of `adb
// devices`. Lines that do not describe a device (headings, warnings, stray
// output) are skipped, so an odd line never hides the others.
#ifndef AT_WIRE_ADB_DEVICES_H
#define AT_WIRE_ADB_DEVICES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

// Prefix of a transport id in the list: "transport_id:3".
#define AT_ADB_TRANSPORT_NAME "transport_id:"

// Strings are borrowed from the text; missing attributes are empty.
struct at_adb_entry {
    struct at_str serial;
    struct at_str state; // "device", "offline", "no permissions (…)", …
    struct at_str path;  // "usb:1-3"
    struct at_str product;
    struct at_str model; // characters other than letters and digits become '_'
    struct at_str device;
    int64_t transport_id; // 0: not present
};

// Consume the lines through the next device; return false at the end.
bool at_adb_devices_next(struct at_str *rest, struct at_adb_entry *out);

#endif
