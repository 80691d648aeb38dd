// avd.h: virtual devices in the emulator's files, and running emulators
#ifndef AT_DEVICE_ANDROID_AVD_H
#define AT_DEVICE_ANDROID_AVD_H

#include "base/buf.h"
#include "device/android/android.h"

struct at_avd {
    char name[128];
    char os[64]; // "API 34", "" if not known
};

struct at_avd_list {
    struct at_avd *avds; // owned, sorted by name
    size_t count;
};

// List the AVDs of $ANDROID_AVD_HOME, $ANDROID_USER_HOME/avd,
// $ANDROID_EMULATOR_HOME/avd, $ANDROID_SDK_HOME/.android/avd or ~/.android/avd:
// the first folder that is set and has one is used. Starts no process.
void at_avd_list_read(struct at_avd_list *out);
void at_avd_list_deinit(struct at_avd_list *list);
bool at_avd_is_listed(const struct at_avd_list *list, const char *name);
// Write "'a', 'b'", or a phrase for an empty list.
void at_avd_list_write(const struct at_avd_list *list, struct at_buf *out);

bool at_emulator_is(const char *serial); // "emulator-5554"
// Ask an emulator's console for its AVD: "" if it does not say.
void at_emulator_avd(const struct at_op *op, const char *serial, char out[128]);
// Find the running emulator of an AVD; false if it is not in the list.
bool at_emulator_find(const struct at_op *op,
                      const struct at_android_list *list, const char *avd,
                      char out_serial[128]);

#endif
