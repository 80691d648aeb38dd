// launch.h: bring the app under test to the front and wait for it
#ifndef AT_FLOW_APP_LAUNCH_H
#define AT_FLOW_APP_LAUNCH_H

#include "flow/app/app.h"
#include "flow/wait/idle.h"

enum { AT_APP_FRAMEWORK_MS = 300 }; // to find it out, after the app has settled

// The framework the app is made with, as far as it could be found out.
struct at_app_framework {
    struct at_framework found; // primary "": it could not
    struct at_err why;         // the reason for that
};

// Launch the app and wait until its window is in front and has settled.
// *out_idle says how the wait ended; a screen that did not settle is not a
// failure here (the contract still returns the tree), nor is a dialog in
// front of the app; an app that never came to the front is (AT_EDEVICE, or
// AT_ECRASH with the crash). out_framework may be NULL; it is asked for while
// the app starts. Its own sources (device/sync.h) are attached to then. Both
// never fail the launch nor make it more than AT_APP_FRAMEWORK_MS longer, and a
// second where React Native names what has no label.
AT_CHECKED bool at_app_launch(const struct at_op *op, struct at_app *app,
                              struct at_idle_result *out_idle,
                              struct at_app_framework *out_framework,
                              struct at_err *err);
// The same by a link, which the app opens.
AT_CHECKED bool at_app_open_link(const struct at_op *op, struct at_app *app,
                                 const char *link,
                                 struct at_idle_result *out_idle,
                                 struct at_err *err);
// Force-stop, then launch.
AT_CHECKED bool at_app_reset(const struct at_op *op, struct at_app *app,
                             struct at_idle_result *out_idle,
                             struct at_err *err);

#endif
