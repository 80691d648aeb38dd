// parse_simctl.h: parsers for the output of `xcrun simctl`
//
// Pure. Apple does not document the format. The list exists in three versions:
// runtimes named "iOS 12.1" with `availability: "(available)"` (before Xcode
// 10.1), identifiers with isAvailable as "YES", and as true.
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
    char model[128];  // device type: "iPhone 15 Pro Max"
    char os[64];      // "iOS 18.1"
    char state[64];   // "Booted", "Shutdown", "Booting", "Creating" …
    char reason[256]; // why it is unavailable; "" if unknown
    bool available;   // its runtime is installed
    bool is_ios;      // neither a watch nor a TV
    enum at_sim_family family;
    int32_t version[3]; // runtime version: 18, 1, 0
};

struct at_sim_list {
    struct at_sim *sims; // owned; in list order
    size_t count;
};

// Parse `simctl list devices -j` or `simctl list -j`. AT_EPROTO for other
// output, AT_ELIMIT above AT_SIMULATORS_MAX; *out is then empty.
AT_CHECKED bool at_simctl_parse_list(struct at_str text,
                                     struct at_sim_list *out,
                                     struct at_err *err);
void at_sim_list_deinit(struct at_sim_list *list);

bool at_sim_is_booted(const struct at_sim *sim);

// The error printed by a failed simctl command.
struct at_simctl_error {
    char domain[128]; // "com.apple.CoreSimulator.SimError", "" if absent
    int64_t code;     // 405
    char text[512];   // simctl's own message, on one line
};

// Parse stderr. A message without a domain ("Invalid device: X") becomes text.
void at_simctl_parse_error(struct at_str text, struct at_simctl_error *out);
// Get the state named in an error ("Unable to boot device in current state:
// Booted"). Return false for other errors.
bool at_simctl_error_state(const struct at_simctl_error *error,
                           struct at_str *out_state);
// Return true if the error is about an app that is not installed.
bool at_simctl_error_no_app(const struct at_simctl_error *error);

// Parse the process id in launch's output "com.example.app: 4711".
bool at_simctl_parse_pid(struct at_str text, struct at_str app_id,
                         int64_t *out_pid);
// Return the app's process id in `launchctl list`, 0 if it is not running.
int64_t at_launchctl_find_app(struct at_str text, struct at_str app_id);

#endif
