// packages.h: package names, and the output of pm, cmd and ps
#ifndef AT_DEVICE_ANDROID_PARSE_PACKAGES_H
#define AT_DEVICE_ANDROID_PARSE_PACKAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

// Check a package name: letters, digits, '_' and '.', a letter first, at most
// 223 bytes. AT_EUSAGE describes a valid name.
AT_CHECKED bool at_package_check(const char *package, struct at_err *err);

// Return true if package is in the output of `pm list packages`. Writes the
// nearest names into near, which may be empty.
bool at_packages_find(struct at_str output, struct at_str package, char *near,
                      size_t near_cap);

// Append the permissions that the manifest of package asks for, by the output
// of `dumpsys package`.
void at_requested_permissions(struct at_str output, struct at_str package,
                              struct at_argv *out);

// Append up to max names in the output of `pm list packages`: "a.b, c.d and 3
// more". Invalid names are skipped.
void at_packages_write(struct at_str output, size_t max, struct at_buf *out);

enum at_resolved {
    AT_RESOLVED_UNKNOWN, // no answer: `cmd` needs API 24
    AT_RESOLVED_NONE,
    AT_RESOLVED_ONE,
    AT_RESOLVED_CHOOSER, // several: an activity of the system offers them
};

// Judge the output of `cmd package resolve-activity --brief` for package.
// *out_component is the activity of AT_RESOLVED_ONE, else empty.
enum at_resolved at_resolve_activity(struct at_str output,
                                     struct at_str package,
                                     struct at_str *out_component);

// Return the first component of package in the output of `cmd package
// query-activities --brief`; *out_count is how many there are.
struct at_str at_query_activities(struct at_str output, struct at_str package,
                                  size_t *out_count);

// Return the first process id in the output of `pidof`, or 0.
int64_t at_pidof_parse(struct at_str output);

// Split the next process off the output of `ps`; false at the end.
bool at_ps_next(struct at_str *rest, int64_t *out_pid, struct at_str *out_name);

// Return the id of the process with that name in the output of `ps`, or 0.
int64_t at_ps_find(struct at_str output, struct at_str name);

enum at_holder {
    AT_HOLDER_NONE,   // no known program runs: the holder may just have ended
    AT_HOLDER_HELPER, // ours, or a remainder of it
    AT_HOLDER_DUMP,   // a `uiautomator` command
    AT_HOLDER_OTHER,
};

// Name the program that holds the device's one UiAutomation, by the output of
// `ps -A -o PID,ARGS`: "Appium's UiAutomator2 server (process 123); …" with a
// remedy, into buf ("" for NONE).
enum at_holder at_ps_find_automation(struct at_str output, char *buf,
                                     size_t cap);

// The state of retrying until the holder ends; {0} before the first try.
struct at_holder_wait {
    int64_t first_ns;
    int64_t since_ns; // when the present holder was first seen
    enum at_holder holder;
};

// Note that a try at now_ns failed because of holder. Returns when to try next;
// 0: do not.
int64_t at_holder_wait_next(struct at_holder_wait *wait, enum at_holder holder,
                            int64_t now_ns);

#endif
