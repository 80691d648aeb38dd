// crash.h: detects that an app has left the screen or died
//
// A reading shows the app in one of the states below. DEATH_SHOWN and LEFT mean
// that it is gone from the screen, but "Close app" and the Home key have the
// same effect, so the device's log decides whether it has died. If the log
// cannot be read, a crash dialog is sufficient. Without a crash in the log, or
// without a dialog, the app has died if its process is gone.
#ifndef AT_FLOW_APP_CRASH_H
#define AT_FLOW_APP_CRASH_H

#include "flow/app/app.h"

enum at_app_state {
    AT_APP_UNSEEN,      // unknown: the newest reading is outdated
    AT_APP_FRONT,       // its own window is in front
    AT_APP_COVERED,     // another window is in front
    AT_APP_DEATH_SHOWN, // a crash or ANR dialog is in front
    AT_APP_LEFT,        // the launcher is in front instead
};

enum at_app_state at_app_state(const struct at_app *app,
                               const struct at_tree *tree);
// Return the state of any package, which is not "".
enum at_app_state at_package_state(const char *package,
                                   const struct at_tree *tree);
// Return the state in the newest tree, if it is current.
enum at_app_state at_app_state_now(const struct at_app *app);
bool at_app_state_is_gone(enum at_app_state state);

// Read the log for a crash of package since mark, independent of the screen.
bool at_app_log_has_crash(const struct at_op *op, struct at_app *app,
                          const char *package, const char *mark,
                          struct at_crash *out);
// Set out->found to whether package has died since mark. Reads the log and the
// process only if the newest tree shows that it is gone. A missing process only
// counts for the app under test, or with a crash dialog: other apps may end
// when they leave the screen.
AT_CHECKED bool at_app_find_crash(const struct at_op *op, struct at_app *app,
                                  const char *package, const char *mark,
                                  struct at_crash *out, struct at_err *err);
// Fail with AT_ECRASH: the app, exception, message, its first frames, and what
// the newest tree shows now, if it is current.
bool at_app_fail_crash(const struct at_app *app, const char *package,
                       const struct at_crash *crash, struct at_err *err);

#endif
