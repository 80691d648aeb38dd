// adb_rig.h: a real adb server of the test's own, and virtual-android behind it
//
// The server knows only the devices named to it. HOME, TMPDIR and the SDK's
// folder lie in a temporary folder; the SDK's emulator is
// tests/stand-ins/emulator.
#ifndef AT_TESTS_UNIT_DEVICE_ANDROID_ADB_RIG_H
#define AT_TESTS_UNIT_DEVICE_ANDROID_ADB_RIG_H

#include <stdbool.h>
#include <stdint.h>

#include "tests/unit/rig.h"

enum { ADB_RIG_DEVICES_MAX = 4 };

struct adb_rig {
    char home[256];
    int port; // the server's port
    long server;
    long devices[ADB_RIG_DEVICES_MAX];
    int device_count;
};

struct adb_rig_device {
    char serial[64];
    int console_port; // adbd's is one above
};

// argv0: of the test program, beside whose folder virtual-android is. false:
// this machine has no adb program, or no virtual-android was built.
bool adb_rig_init(struct adb_rig *rig, const char *argv0);
void adb_rig_deinit(struct adb_rig *rig);

// Start a device with these options, up to NULL, and wait until it is online.
struct adb_rig_device adb_rig_start(struct adb_rig *rig,
                                    const char *const *options);
// One command of its console; aborts on a KO.
void adb_rig_console(const struct adb_rig_device *device, const char *words);

// An AVD's file in ~/.android/avd.
void adb_rig_add_avd(struct adb_rig *rig, const char *name, int api_level);
// The text of a file below home; free it. NULL: none.
char *adb_rig_read(struct adb_rig *rig, const char *name);

#endif
