// start.h: the state of the app and the device in which a scenario begins; pure
#ifndef AT_AGENT_START_H
#define AT_AGENT_START_H

#include <stdbool.h>
#include <jansson.h>

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"

enum at_reset {
    AT_RESET_RESTART,   // stop the app and launch it; it keeps its data
    AT_RESET_NONE,      // bring it to the front as it is
    AT_RESET_DATA,      // clear its data first: the user is logged out
    AT_RESET_REINSTALL, // remove it and install its APK first
};

enum at_orientation {
    AT_ORIENTATION_ANY, // leave the device as it is
    AT_ORIENTATION_PORTRAIT,
    AT_ORIENTATION_LANDSCAPE,
};

// Texts are owned, never NULL; "" is unset.
struct at_scenario_start {
    enum at_reset reset;
    enum at_orientation orientation;
    char *apk;               // a path, relative to the program's folder
    char *deep_link;         // opened once the app is in front
    char *locale;            // language of the app: "de-DE"
    struct at_argv grant;    // permissions
    struct at_argv revoke;   // permissions
    struct at_argv setup;    // steps before the scenario's own
    struct at_argv teardown; // steps after them
};

void at_start_init(struct at_scenario_start *start);
void at_start_deinit(struct at_scenario_start *start); // twice is allowed
// Copy into a start that owns nothing yet.
void at_start_dup(const struct at_scenario_start *start,
                  struct at_scenario_start *out);

// Read the members "reset", "apk", "permissions", "deepLink", "locale",
// "orientation", "setup" and "teardown" of a scenario into an initialised
// *out; all are optional. AT_EUSAGE names the member and what is valid.
AT_CHECKED bool at_start_read(const json_t *scenario,
                              struct at_scenario_start *out,
                              struct at_err *err);
// Set the members that differ from the default.
void at_start_write(const struct at_scenario_start *start, json_t *scenario);
// Append the settings that a recording depends on; nothing for a default start.
void at_start_write_key(const struct at_scenario_start *start,
                        struct at_buf *out);

const char *at_orientation_name(enum at_orientation orientation);

#endif
