// crash.h: has the app under test left the screen, or died?
//
// A reading shows the app in one of the states below. DEATH_SHOWN and LEFT
// mean that it is gone from the screen, which "Close app" and the Home key do
// as well; that it has died is then decided by the device's log. Where the log
// cannot be read a crash dialog decides, and where the log has no crash, or
// there is no dialog, whether the app's process is gone.
#ifndef AT_FLOW_APP_CRASH_H
#define AT_FLOW_APP_CRASH_H

#include "flow/app/app.h"

enum at_app_state {
    AT_APP_UNSEEN,      // no reading is current
    AT_APP_FRONT,       // its own window is in front
    AT_APP_COVERED,     // another window is
    AT_APP_DEATH_SHOWN, // a crash or ANR dialog is in front
    AT_APP_LEFT,        // the launcher is in front instead
};

enum at_app_state at_app_state(const struct at_app *app,
                               const struct at_tree *tree);
// The same for any package; package is not "".
enum at_app_state at_package_state(const char *package,
                                   const struct at_tree *tree);
// Return the state in the newest tree, if it is current.
enum at_app_state at_app_state_now(const struct at_app *app);
bool at_app_state_is_gone(enum at_app_state state);

// Read the log for a crash of package since mark, whatever the screen shows.
bool at_app_log_has_crash(const struct at_op *op, struct at_app *app,
                          const char *package, const char *mark,
                          struct at_crash *out);
// Has package died since mark? out->found says so. Reads the log and the
// process only where the newest tree shows that it is gone. That a process is
// missing counts for the app under test only, or beside a crash dialog: others
// may end when they leave the screen.
AT_CHECKED bool at_app_find_crash(const struct at_op *op, struct at_app *app,
                                  const char *package, const char *mark,
                                  struct at_crash *out, struct at_err *err);
// Fails with AT_ECRASH: what died, exception, message, the app's first frames,
// and what the newest tree shows instead, if it is current.
bool at_app_fail_crash(const struct at_app *app, const char *package,
                       const struct at_crash *crash, struct at_err *err);

#endif
