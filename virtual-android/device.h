// device.h: the virtual device's state: screen, apps, properties, log, time
//
// One mutex guards it all: every va_device_*() call takes it, none blocks on
// anything else. What takes time on a real device (a dump, a tap) is waited
// for by the command, outside the lock, as the latency profile says.
#ifndef VIRTUAL_ANDROID_DEVICE_H
#define VIRTUAL_ANDROID_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "screen/tree.h" // at_point, at_rect

struct va_device;
struct va_files;

enum va_profile { VA_PROFILE_ZERO, VA_PROFILE_REALISTIC };

struct va_device_opts {
    const char *serial;      // "emulator-5554"
    const char *const *apps; // app JSON files, up to NULL
    enum va_profile profile;
    int32_t width_px;       // 1080 where 0
    int32_t height_px;      // 2400 where 0
    int api_level;          // 34 where 0
    bool no_sqlite3;        // no `sqlite3` program, as on most phones
    struct va_files *files; // borrowed
};

AT_CHECKED bool va_device_new(const struct va_device_opts *opts,
                              struct va_device **out, struct at_err *err);
void va_device_free(struct va_device *device);
struct va_files *va_device_files(struct va_device *device);

// How long the named thing takes under the profile in force: "dump" 900,
// "tap" 70, "text" 70, "key" 70, "swipe" 70 + duration, "screenshot" 250, …
int64_t va_device_latency_ms(struct va_device *device, const char *what);
void va_device_set_profile(struct va_device *device, enum va_profile profile);

const char *va_device_prop(struct va_device *device, const char *name);

// Misbehaviour for tests, set by the console's `virtual fault NAME [COUNT]`
// and --fault NAME[=COUNT]; the code concerned takes one count each time.
// COUNT 0 clears. The names and what each does stand in faults.c;
// va_fault_find() gives a row's number for an array of counts.
AT_CHECKED bool va_device_set_fault(struct va_device *device, const char *name,
                                    int64_t count, struct at_err *err);
bool va_device_take_fault(struct va_device *device, const char *name);
// The count left, without taking one.
int64_t va_device_fault_left(struct va_device *device, const char *name);

// An APK was installed (already parsed by the caller) or removed.
bool va_device_has_package(struct va_device *device, const char *package);
void va_device_add_package(struct va_device *device, const char *package,
                           const char *apk_path, int64_t version_code);
bool va_device_remove_package(struct va_device *device, const char *package);

// For the console: network conditions as last set, for tests to read back.
void va_device_set_condition(struct va_device *device, const char *name,
                             const char *value);
// "" where never set; copied into buf.
void va_device_condition(struct va_device *device, const char *name, char *buf,
                         size_t cap);

#endif
