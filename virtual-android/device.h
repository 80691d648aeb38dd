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
struct va_ports;

enum va_profile { VA_PROFILE_ZERO, VA_PROFILE_REALISTIC };

struct va_device_opts {
    const char *serial;      // "emulator-5554"
    const char *const *apps; // app JSON files, up to NULL
    enum va_profile profile;
    int32_t width_px;       // 1080 where 0
    int32_t height_px;      // 2400 where 0
    int api_level;          // 34 where 0
    bool no_sqlite3;        // no `sqlite3` program, as on most phones
    const char *avd;        // its name; NULL: one of the serial's own
    int64_t boot_ms;        // it is still starting for so long
    struct va_files *files; // borrowed
    struct va_ports *ports; // borrowed: sockets registered as the device's
};

AT_CHECKED bool va_device_new(const struct va_device_opts *opts,
                              struct va_device **out, struct at_err *err);
void va_device_free(struct va_device *device);
struct va_files *va_device_files(struct va_device *device);
struct va_ports *va_device_ports(struct va_device *device); // ports.h

// How long the named thing takes under the profile in force: "dump" 900,
// "tap" 70, "text" 70, "key" 70, "swipe" 70 + duration, "screenshot" 250, …
// and of the helper "helper-input" 25, "helper-idle" 180, "helper-tree" 80 …
int64_t va_device_latency_ms(struct va_device *device, const char *what);
void va_device_set_profile(struct va_device *device, enum va_profile profile);

// Start again: online, but without sys.boot_completed and a package manager
// for so long. Apps and their state stay.
void va_device_boot(struct va_device *device, int64_t ms);
bool va_device_is_booted(struct va_device *device);

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
struct va_installed {
    const char *package;
    const char *apk_path;
    const char *version; // "" where the file does not tell it
    const char *signer;  // who signed it, in hex; "" for nobody
    int64_t version_code;
    bool launcher; // it can be started from the launcher
};
void va_device_add_package(struct va_device *device,
                           const struct va_installed *installed);
// false where there is none, or it is the system's.
bool va_device_remove_package(struct va_device *device, const char *package);

// For the console: network conditions as last set, for tests to read back.
void va_device_set_condition(struct va_device *device, const char *name,
                             const char *value);
// "" where never set; copied into buf.
void va_device_condition(struct va_device *device, const char *name, char *buf,
                         size_t cap);

// Another clock than the monotonic one, in ms: for tests. Call before use.
void va_device_use_clock(struct va_device *device, int64_t (*clock)(void *arg),
                         void *arg);
int64_t va_device_uptime_ms(struct va_device *device);
void va_device_size(struct va_device *device, int32_t *out_width_px,
                    int32_t *out_height_px, int32_t *out_density);
int va_device_api_level(struct va_device *device);
bool va_device_has_sqlite3(struct va_device *device);

// Fingers and keys, taking effect at once.
void va_device_tap(struct va_device *device, struct at_point at);
void va_device_swipe(struct va_device *device, struct at_point from,
                     struct at_point to, int64_t duration_ms);
// What one finger of several does between its down and its up.
struct va_finger {
    struct at_point from;
    struct at_point to;
    int32_t travel_px; // the farthest that it was from where it began
};
enum { VA_FINGERS_MAX = 10 };
struct va_touch {
    const struct va_finger *fingers;
    size_t count; // 1 to VA_FINGERS_MAX
    int64_t duration_ms;
    bool rests; // before it lifts: nothing rolls on
};
// A touch that lasts (down.c), by an input device's number: what apps inject
// has none, `input` uses the touchscreen's. touch is copied; a ticket is given
// back. It stays down until it is lifted, cancelled or lasts no longer, or
// until another one begins, which cancels it.
enum { VA_INJECTED_ID = 0, VA_TOUCHSCREEN_ID = 2 };
uint64_t va_device_touch_down(struct va_device *device, int device_id,
                              const struct va_touch *touch);
// From now on it is lifted at its time, whatever becomes of the caller.
void va_device_touch_lasts(struct va_device *device, uint64_t ticket);
// false: it was down no longer, and nothing was done.
bool va_device_touch_up(struct va_device *device, uint64_t ticket);
void va_device_touch_cancel(struct va_device *device, uint64_t ticket);
// "DOWN", "MOVE", "UP" or "CANCEL" of a finger, as separate commands send it.
void va_device_motion(struct va_device *device, const char *what,
                      struct at_point at);
// What is down, in the words of `dumpsys input`.
void va_device_touches(struct va_device *device, struct at_buf *out);
void va_device_key(struct va_device *device, int code, bool long_press);
// text is ASCII. Without a focused field it goes nowhere, as on a device.
void va_device_type(struct va_device *device, struct at_str text);

// The front window as uiautomator's XML; false where there is no root.
bool va_device_dump(struct va_device *device, bool compressed,
                    struct at_buf *out);
// How long the screen has not changed; -1 while something animates for ever.
int64_t va_device_quiet_ms(struct va_device *device);
// The screen, 4 bytes RGBA a pixel; the caller owns it and frees it.
unsigned char *va_device_draw(struct va_device *device);

// Name and value of what `getprop`, `setprop` and `settings` see. get: a copy
// that the caller owns, or NULL. each: in the order of names.
char *va_device_get(struct va_device *device, const char *space,
                    const char *name);
// A NULL value removes it.
void va_device_put(struct va_device *device, const char *space,
                   const char *name, const char *value);
void va_device_list(struct va_device *device, const char *space,
                    struct at_buf *out, const char *fmt_start,
                    const char *fmt_middle, const char *fmt_end);

struct va_package { // a copy; free with va_packages_free()
    char *name;
    char *label;
    char *version;
    char *apk_path;
    char *launcher; // its activity, ".MainActivity"
    char *signer;   // "" where nothing is known
    int64_t version_code;
    int64_t installed_ms;
    int uid;
    int pid; // 0: not running
    bool system;
    bool debuggable;
    char **permissions; // asked for, up to NULL
    bool *granted;      // one for each
};

// All packages, or the one named; *out_count may be 0.
struct va_package *va_device_packages(struct va_device *device,
                                      const char *only, size_t *out_count);
void va_packages_free(struct va_package *packages, size_t count);

struct va_front {       // what is in front, in the words of dumpsys
    char package[256];  // of the window
    char activity[256]; // full class name, or the window's title
    char app[256];      // whose activity is resumed
    char app_activity[256];
    unsigned window_id;
    bool is_activity; // false: a dialog of the system
    bool keyboard;
    bool screen_on;
    bool secure; // it lets nobody take pictures
    char field_package[256];
    char toast[512]; // "" where none shows
    char toast_package[256];
};

void va_device_front(struct va_device *device, struct va_front *out);

// Start an app. activity may be NULL (its launcher). false: no such app or
// activity. *out_warm says whether it ran already.
bool va_device_launch(struct va_device *device, const char *package,
                      const char *activity, bool *out_warm);
// Open a link that an app's "links" name by its beginning; its package.
bool va_device_open_link(struct va_device *device, const char *uri,
                         char *package, size_t cap);
void va_device_home(struct va_device *device);
bool va_device_stop(struct va_device *device, const char *package);
bool va_device_clear(struct va_device *device, const char *package);
bool va_device_grant(struct va_device *device, const char *package,
                     const char *permission, bool granted);
// A line of the shell's own, as `log` writes it.
void va_device_log(struct va_device *device, char priority, const char *tag,
                   const char *text);

struct va_logline;
// Call each for the log's lines from number on; the next number to ask for.
uint64_t va_device_each_log(struct va_device *device, uint64_t number,
                            void (*each)(void *arg,
                                         const struct va_logline *line),
                            void *arg);
void va_device_clear_log(struct va_device *device);

#endif
