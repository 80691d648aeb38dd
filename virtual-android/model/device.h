// device.h: the virtual device: options, time, faults, conditions
//
// A single mutex guards it: every vd_device_*() call takes it and blocks on
// nothing else. Commands wait outside of the lock, by the latency profile, for
// operations that take time on a real device (a dump, a tap).
#ifndef VIRTUAL_ANDROID_MODEL_DEVICE_H
#define VIRTUAL_ANDROID_MODEL_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct vd_device;
struct vd_files;
struct vd_listener;
struct vd_ports;

enum vd_profile { VD_PROFILE_ZERO, VD_PROFILE_REALISTIC };

struct vd_device_opts {
    const char *serial;      // "emulator-5554"
    const char *const *apps; // app JSON files, up to NULL
    enum vd_profile profile;
    int32_t width_px;           // 1080 where 0
    int32_t height_px;          // 2400 where 0
    int api_level;              // 34 where 0
    bool no_sqlite3;            // no `sqlite3` program, as on most phones
    const char *avd;            // its name; NULL: made from the serial
    int64_t boot_ms;            // it is starting for this long
    struct vd_files *files;     // borrowed
    struct vd_ports *ports;     // borrowed: sockets registered as the device's
    struct vd_runtime *runtime; // borrowed; NULL: nothing can be run
    const struct vd_listener *listener; // access/access.h; NULL: none
};

AT_CHECKED bool vd_device_new(const struct vd_device_opts *opts,
                              struct vd_device **out, struct at_err *err);
void vd_device_free(struct vd_device *device);
struct vd_files *vd_device_files(struct vd_device *device);
struct vd_ports *vd_device_ports(struct vd_device *device); // ports.h

// Return how long `what` takes under the current profile (clock.c): "dump",
// "tap" and so on, and for the helper "helper-input", "helper-tree" and so on.
int64_t vd_device_latency_ms(struct vd_device *device, const char *what);
void vd_device_set_profile(struct vd_device *device, enum vd_profile profile);

// Restart: online, but for ms without sys.boot_completed and a package manager.
// Apps and their state stay.
void vd_device_boot(struct vd_device *device, int64_t ms);
bool vd_device_is_booted(struct vd_device *device);

// Faults for tests (faults.c has their names), set by the console's `virtual
// fault NAME [COUNT]` and --fault NAME[=COUNT]. The code that misbehaves takes
// one count each time; COUNT 0 clears.
AT_CHECKED bool vd_device_set_fault(struct vd_device *device, const char *name,
                                    int64_t count, struct at_err *err);
bool vd_device_take_fault(struct vd_device *device, const char *name);
// The count that is left, without taking one.
int64_t vd_device_fault_left(struct vd_device *device, const char *name);

// Network conditions as the console has set them, for tests to read back.
void vd_device_set_condition(struct vd_device *device, const char *name,
                             const char *value);
// Copy the condition into buf; "" if it was never set.
void vd_device_condition(struct vd_device *device, const char *name, char *buf,
                         size_t cap);

// Replace the monotonic clock, in ms, for tests. Call it before use.
void vd_device_use_clock(struct vd_device *device, int64_t (*clock)(void *arg),
                         void *arg);
int64_t vd_device_uptime_ms(struct vd_device *device);
// Convert a time of the device's clock to uptime.
int64_t vd_device_ms_to_uptime(struct vd_device *device, int64_t ms);
void vd_device_size(struct vd_device *device, int32_t *out_width_px,
                    int32_t *out_height_px, int32_t *out_density);
int vd_device_api_level(struct vd_device *device);
bool vd_device_has_sqlite3(struct vd_device *device);

#endif
