// platform.h: platform operations that do not need an open device
//
// device/android and device/ios each define one row, independently of each
// other. A program passes its rows to the front end. Every call may block until
// its op ends. A member that is NULL is not supported on that platform.
#ifndef AT_DEVICE_PLATFORM_H
#define AT_DEVICE_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/op.h"
#include "device/check.h"
#include "device/device.h"
#include "sys/proc.h"

struct at_device_entry {
    char id[128];     // adb serial, simulator UDID or AVD name
    char name[128];   // model or name; "" if unknown
    char kind[16];    // "device", "emulator", "simulator", "avd"
    char state[64];   // the platform's word: "device", "Booted" …
    char os[64];      // "Android 14", "iOS 18.1"; "" if unknown
    bool usable;      // can be opened
    bool bootable;    // can be started by `device boot`
    char remedy[256]; // how to make it usable; "" if it is
};

struct at_device_list {
    struct at_device_entry *entries; // owned
    size_t count;
};

void at_device_list_deinit(struct at_device_list *list);
// Append a zeroed entry, borrowed until the next call.
struct at_device_entry *at_device_list_add(struct at_device_list *list);

struct at_boot_opts {
    const char *device; // simulator selector or adb serial; NULL: unset
    const char *avd;    // AVD name; NULL: unset
    bool wait;          // wait until it is usable
    bool headless;
    const char *log_path; // output of a started emulator
    // Called with the reason of a wait; may be NULL.
    void (*progress)(void *user, const char *text);
    void *user;
};

struct at_build_opts {
    const char *project; // either project or workspace
    const char *workspace;
    const char *scheme;
    const char *configuration;
    const char *destination; // a simulator selector
    const char *derived_data;
};

struct at_build_result {
    char *app_path; // owned
    char *app_id;   // owned
};

enum { AT_PLATFORM_CHECKS_MAX = 24 };

// The context for tools run by a call. The listener receives each child
// process; may be NULL.
struct at_platform_call {
    const struct at_op *op;
    const struct at_proc_listener *listener;
};

struct at_pictures;
struct at_video;
struct at_video_opts;

struct at_platform {
    const char *name;       // "android", "ios"
    const char *app_suffix; // ".apk", ".app"
    // Return true if the toolchain is on this machine. Cheap; starts nothing.
    bool (*present)(void);
    // List all devices in any state, including those that could be booted.
    bool (*list)(const struct at_platform_call *call,
                 struct at_device_list *out, struct at_err *err);
    // Open the device identified by selector (NULL or "": the platform's
    // default). AT_ENODEV lists the devices; AT_ENOTOOL if a required program
    // is missing. The caller owns *out_device (at_device_free).
    bool (*open)(const struct at_platform_call *call, const char *selector,
                 struct at_device **out_device, struct at_err *err);
    // Open pictures of a device that is in use through our helper: see
    // device/pictures.h. AT_EUNSUPPORTED if it is not. The caller owns *out.
    bool (*pictures)(const struct at_op *op, const char *id,
                     struct at_pictures **out, struct at_err *err);
    // See at_video_open().
    bool (*video)(const struct at_op *op, const char *id,
                  const struct at_video_opts *opts, struct at_video **out,
                  struct at_err *err);
    // Start a device unless it is running, and write its id to out_id.
    bool (*boot)(const struct at_platform_call *call,
                 const struct at_boot_opts *opts, char out_id[128],
                 struct at_err *err);
    // Wait until an emulator can be opened that has just started on this
    // machine by its id; its port is the one for the platform's tools.
    bool (*adopt)(const struct at_platform_call *call, const char *id,
                  uint16_t port, struct at_err *err);
    bool (*shutdown)(const struct at_platform_call *call, const char *selector,
                     char out_id[128], struct at_err *err);
    bool (*erase)(const struct at_platform_call *call, const char *selector,
                  char out_id[128], struct at_err *err);
    // Read the app's id from a file or folder. The caller owns it.
    bool (*app_id)(const char *path, char **out_id, struct at_err *err);
    bool (*build)(const struct at_platform_call *call,
                  const struct at_build_opts *opts, struct at_build_result *out,
                  struct at_err *err);
    // Fill doctor's rows, at most AT_PLATFORM_CHECKS_MAX, without changing
    // anything.
    size_t (*check)(const struct at_platform_call *call, struct at_check *out);
};

#endif
