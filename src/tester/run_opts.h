// run_opts.h: what a run works with, from its worker to its tools
#ifndef AT_TESTER_RUN_OPTS_H
#define AT_TESTER_RUN_OPTS_H

#include "agent/config.h"
#include "agent/guards/secrets.h"
#include "agent/recipe/recipe.h"
#include "agent/run/event.h"
#include "agent/scenario.h"
#include "base/op.h"
#include "device/device.h"
#include "device/platform.h"

// Gets every event of a run, in order, from the run's thread. The recorder
// numbers and masks them, and adds the begin and the end of the run.
struct at_run_sink {
    void (*event)(void *user, const struct at_run_event *event);
    // Ask a person to approve a guarded action, and wait. Return false if it is
    // refused or op ends. NULL: no person can be asked.
    bool (*approve)(void *user, const struct at_op *op, struct at_str what);
    // A picture of the screen with its secrets covered; may be NULL.
    void (*picture)(void *user, struct at_str png);
    void *user;
};

struct at_start_changes;

struct at_run_opts {
    struct at_scenario *scenario;          // gets expectations if it has none
    const struct at_tester_config *config; // from the time of the request
    struct at_device *device;              // taken over
    const struct at_platform *platform;    // the device's
    struct at_device **device_back; // gets it at the end; NULL: it is freed
    // The changes of the start on the device, which the caller undoes. NULL:
    // they are undone at the end.
    struct at_start_changes *changes;
    // An earlier part of the run has started the app: it is only brought to the
    // front.
    bool goes_on;
    // Steps that are left out: the run begins with the next one, on the device
    // as it is.
    size_t skipped;
    const struct at_profile *profile; // NULL: only what a recording can play
    const struct at_profile *second;  // asked about steps that passed; or NULL
    struct at_secrets *secrets;       // borrowed; may be NULL
    const struct at_recipe *recipe;   // recording to play; NULL: none
    struct at_recipe_place place;     // device and app of a new recording
    int64_t patience_ms; // least wait of a replay; 0: AT_RECIPE_PATIENCE_MS
    const char *folder;  // folder of screenshots and video; exists
    const char *hints;   // about the app, for the model; or NULL
    const struct at_run_sink *sink;
};

#endif
