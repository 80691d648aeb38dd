// adb_devices.h: the adb server's list of devices, as text
//
// Reads the answers to host:devices and host:devices-l, and what `adb devices`
// prints. Whatever is not a device's line (a heading, a warning of the server,
// stray output) is passed over; a line that is odd never hides the others.
#ifndef AT_WIRE_ADB_DEVICES_H
#define AT_WIRE_ADB_DEVICES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

// What names a device by its transport, as in the list: "transport_id:3".
#define AT_ADB_TRANSPORT_NAME "transport_id:"

// Everything is borrowed from the text; what the line lacks is empty.
struct at_adb_entry {
    struct at_str serial;
    struct at_str state; // "device", "offline", "no permissions (…)", …
    struct at_str path;  // "usb:1-3"
    struct at_str product;
    struct at_str model; // anything but letters and digits is '_'
    struct at_str device;
    int64_t transport_id; // 0: not given
};

// Split off the lines up to and with the next device's; false at the end.
bool at_adb_devices_next(struct at_str *rest, struct at_adb_entry *out);

#endif
