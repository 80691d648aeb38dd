// memory.h: devices on which the resident helper does not run
//
// A file in this user's state folder, helper-failures.json, prevents permanent
// failures from being retried at each connection. An entry applies to one build
// of a device's system and one jar; a device has only its latest entry.
#ifndef AT_DEVICE_ANDROID_HELPER_MEMORY_H
#define AT_DEVICE_ANDROID_HELPER_MEMORY_H

#include <stdint.h>

#include "base/err.h"

struct at_helper_failure {
    char serial[128];
    char build[256]; // ro.build.fingerprint; "" if it could not be asked
    char jar[65];    // its hash
    char why[256];
    int64_t slow; // consecutive timeouts; 0: it cannot run
};

// Return whether there is an entry for the device.
bool at_helper_memory_find(const char *serial, struct at_helper_failure *out);
// Replace the device's entry. A failure to write it costs a try the next time.
void at_helper_memory_keep(const struct at_helper_failure *failure);
void at_helper_memory_forget(const char *serial);

#endif
