// parse_packages.h: package names, and what pm, cmd and ps say about them
#ifndef AT_DEVICE_ANDROID_PARSE_PACKAGES_H
#define AT_DEVICE_ANDROID_PARSE_PACKAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

// A package name: letters, digits, '_' and '.', a letter first, at most 223
// bytes. AT_EUSAGE says what a name looks like.
AT_CHECKED bool at_package_check(const char *package, struct at_err *err);

// Is package in the output of `pm list packages`? Writes the nearest names
// into near ("" where none is).
bool at_packages_find(struct at_str output, struct at_str package, char *near,
                      size_t near_cap);

// The component in the output of `cmd package resolve-activity --brief`; empty
// where it found none, or only the chooser between several.
struct at_str at_resolve_activity(struct at_str output);

// The first process id in the output of `pidof`, 0 where there is none.
int64_t at_pidof_parse(struct at_str output);

// Split the next process off the output of `ps`; false at the end.
bool at_ps_next(struct at_str *rest, int64_t *out_pid, struct at_str *out_name);

// The id of the process with that name in the output of `ps`, 0: none.
int64_t at_ps_find(struct at_str output, struct at_str name);

enum at_holder {
    AT_HOLDER_NONE,   // nothing known runs: it may just have ended
    AT_HOLDER_HELPER, // ours, or what is left of it
    AT_HOLDER_DUMP,   // a `uiautomator` command
    AT_HOLDER_OTHER,
};

// What holds the device's one UiAutomation, by the output of
// `ps -A -o PID,ARGS`: "Appium's UiAutomator2 server (process 123); …" with
// what to do, into buf ("" for NONE).
enum at_holder at_ps_find_automation(struct at_str output, char *buf,
                                     size_t cap);

// Waiting for it to let go, try after try; {0} before the first.
struct at_holder_wait {
    int64_t first_ns;
    int64_t since_ns; // when the present one was seen first
    enum at_holder holder;
};

// It was refused again, at now_ns, by holder. When to try next; 0: no more.
int64_t at_holder_wait_next(struct at_holder_wait *wait, enum at_holder holder,
                            int64_t now_ns);

#endif
