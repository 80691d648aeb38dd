// launch.h: brings the app under test to the front and waits for it
#ifndef AT_FLOW_APP_LAUNCH_H
#define AT_FLOW_APP_LAUNCH_H

#include "flow/app/app.h"
#include "flow/wait/idle.h"

enum { AT_APP_FRAMEWORK_MS = 300 }; // after the app has settled

// The framework of the app, if known.
struct at_app_framework {
    struct at_framework found; // primary "": unknown
    struct at_err why;         // reason, if unknown
};

// Launch the app and wait until its window is in front and has settled.
// *out_idle has the outcome of the wait. A screen that does not settle is not a
// failure here (the contract still returns the tree), and neither is a dialog
// in front of the app. An app that never comes to the front is a failure
// (AT_EDEVICE, or AT_ECRASH with the crash). out_framework may be NULL; it is
// determined while the app starts, and its own sources (device/sync.h) are
// attached afterwards. Neither can fail the launch, nor delay it by more than
// AT_APP_FRAMEWORK_MS, plus a second if React Native names unlabelled elements.
AT_CHECKED bool at_app_launch(const struct at_op *op, struct at_app *app,
                              struct at_idle_result *out_idle,
                              struct at_app_framework *out_framework,
                              struct at_err *err);
// Do the same with a link, which the app opens.
AT_CHECKED bool at_app_open_link(const struct at_op *op, struct at_app *app,
                                 const char *link,
                                 struct at_idle_result *out_idle,
                                 struct at_err *err);
// Force-stop the app, then launch it.
AT_CHECKED bool at_app_reset(const struct at_op *op, struct at_app *app,
                             struct at_idle_result *out_idle,
                             struct at_err *err);

#endif
