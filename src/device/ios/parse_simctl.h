// parse_simctl.h: the output of `xcrun simctl`; pure
//
// Apple does not document it. The list exists in three versions: runtimes named
// "iOS 12.1" with `availability: "(available)"` (before Xcode 10.1),
// identifiers with isAvailable as "YES", and as true.
#ifndef AT_DEVICE_IOS_PARSE_SIMCTL_H
#define AT_DEVICE_IOS_PARSE_SIMCTL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

enum at_sim_family { AT_SIM_OTHER, AT_SIM_IPHONE, AT_SIM_IPAD };

struct at_sim {
    char udid[64];
    char name[128];
    char model[128];  // of its device type: "iPhone 15 Pro Max"
    char os[64];      // "iOS 18.1"
    char state[64];   // "Booted", "Shutdown", "Booting", "Creating" …
    char reason[256]; // why it is not available, "" if it is or if unknown
    bool available;   // its runtime is there
    bool is_ios;      // no watch, no TV
    enum at_sim_family family;
    int32_t version[3]; // of the runtime: 18, 1, 0
};

struct at_sim_list {
    struct at_sim *sims; // owned; in the order of the list
    size_t count;
};

// Read `simctl list devices -j` or `simctl list -j`. AT_EPROTO if it is
// neither, AT_ELIMIT above AT_SIMULATORS_MAX; *out is empty then.
AT_CHECKED bool at_simctl_parse_list(struct at_str text,
                                     struct at_sim_list *out,
                                     struct at_err *err);
void at_sim_list_deinit(struct at_sim_list *list);

bool at_sim_is_booted(const struct at_sim *sim);

// The error that simctl prints when a command fails.
struct at_simctl_error {
    char domain[128]; // "com.apple.CoreSimulator.SimError", "" without
    int64_t code;     // 405
    char text[512];   // simctl's own words, on one line
};

// Read it from stderr. A message without that frame ("Invalid device: X")
// becomes text.
void at_simctl_parse_error(struct at_str text, struct at_simctl_error *out);
// Read the state that an error is about ("Unable to boot device in current
// state: Booted"); false if it is about something else.
bool at_simctl_error_state(const struct at_simctl_error *error,
                           struct at_str *out_state);
// Return whether the error is about an app that is not installed.
bool at_simctl_error_no_app(const struct at_simctl_error *error);

// Read the process id in launch's output "com.example.app: 4711".
bool at_simctl_parse_pid(struct at_str text, struct at_str app_id,
                         int64_t *out_pid);
// Read the app's process id in `launchctl list`, 0 if it does not run.
int64_t at_launchctl_find_app(struct at_str text, struct at_str app_id);

#endif
