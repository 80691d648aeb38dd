// run.h: one run of a scenario on one device, from its start to its report
//
// Blocks its thread until the run is over. The loop is agent/loop/strategy; the
// model is asked through tester/run/model, tools run on tester/tools/runner,
// everything that happens is told as events to the run's recorder.
#ifndef AT_TESTER_RUN_RUN_H
#define AT_TESTER_RUN_RUN_H

#include "agent/run/event.h"
#include "agent/recipe/recipe.h"
#include "agent/run/run_outcome.h"
#include "agent/scenario.h"
#include "agent/guards/secrets.h"
#include "agent/loop/strategy.h"
#include "base/op.h"
#include "device/device.h"
#include "agent/config.h"

// Gets every event of a run, in order, from the run's thread. Whoever records
// them numbers and masks them, and tells of the run's begin and end.
struct at_run_sink {
    void (*event)(void *user, const struct at_run_event *event);
    // Ask a person to approve a guarded action, and wait. False: refused, or op
    // has ended. NULL: nobody can be asked.
    bool (*approve)(void *user, const struct at_op *op, struct at_str what);
    // A picture of the screen, with what is secret covered; may be NULL.
    void (*picture)(void *user, struct at_str png);
    void *user;
};

struct at_start_changes;

struct at_run_opts {
    struct at_scenario *scenario;          // gets expectations if it has none
    const struct at_tester_config *config; // as it was when the run was asked
    struct at_device *device;              // taken over
    struct at_device **device_back; // gets it at the end; NULL: it is freed
    // What the start changes on the device; the caller undoes it. NULL: it is
    // undone at the end.
    struct at_start_changes *changes;
    // An earlier part of the run has started the app: it is only brought to the
    // front.
    bool goes_on;
    const struct at_profile *profile; // NULL: only what a recording can play
    const struct at_profile *second;  // asked about steps that passed; or NULL
    struct at_secrets *secrets;       // borrowed; may be NULL
    const struct at_recipe *recipe;   // to play; NULL: none
    struct at_recipe_place place;     // of this device and app, for a new one
    int64_t patience_ms; // least wait of a replay; 0: AT_RECIPE_PATIENCE_MS
    const char *folder;  // for screenshots and video; exists
    const char *hints;   // about the app, for the model; or NULL
    const struct at_run_sink *sink;
};

// Always fills *out. op: its cancel token stops the run within one action.
void at_tester_run(const struct at_op *op, const struct at_run_opts *opts,
                   struct at_run_outcome *out);

#endif
