// recordings.h: recordings of runs in the store, and in scenarios that come and
// go as files
//
// A recipe of the store is {"scenarioId": hash of the scenario, "name",
// "recording", "made": {"run","at"}, "accepted": {"by","at"}}. A run that had
// to change it leaves a proposal, {"scenarioId","name","recording","base": the
// recording that it changes,"made","why"}, which takes effect only once a
// person has accepted it. There is one for each place; the newest counts.
#ifndef AT_TESTER_RUNS_RECORDINGS_H
#define AT_TESTER_RUNS_RECORDINGS_H

#include <jansson.h>

#include "agent/recipe/recipe.h"
#include "agent/scenario.h"
#include "base/err.h"
#include "store/store.h"

// Keep the recording in the JSON of a scenario ("recording"), if any, to play
// it without a model. The recording of another scenario's text is AT_EUSAGE.
AT_CHECKED bool at_recording_keep(struct at_store_db *store, const json_t *json,
                                  const struct at_scenario *scenario,
                                  struct at_err *err);
struct at_recording_run {
    const struct at_recipe *made;
    const char *name;   // name of the scenario; may be NULL
    const char *run;    // id
    const char *healed; // why the model took over from a recording; NULL: it
                        // did not
    int64_t now_ms;
};

// Keep the recording that a run has made for its scenario and the place where
// it was made. It becomes a proposal if the model took over, or if it does not
// prove all that the present recording proves (*out_proposed). One with the
// same calls changes nothing but the app's version.
AT_CHECKED bool at_recording_keep_run(struct at_store_db *store,
                                      const struct at_recording_run *run,
                                      bool *out_proposed, struct at_err *err);
// Read the recording of the scenario that fits the place best
// (at_recipe_fits()). Return false if none fits. *out is initialised either
// way.
bool at_recording_load(struct at_store_db *store,
                       const struct at_scenario *scenario,
                       const struct at_recipe_place *place,
                       struct at_recipe *out);
// Get the newest recording of the scenario; NULL if it has none. Owned by the
// caller. Fails if the store cannot be read.
AT_CHECKED bool at_recording_find(struct at_store_db *store,
                                  const struct at_scenario *scenario,
                                  json_t **out, struct at_err *err);

bool at_recording_exists(struct at_store_db *store,
                         const struct at_scenario *scenario);

// Return the recording of the scenario with its origin and proposal:
// {"recording","made","accepted","proposal":{"id","recording","made","why",
// "changes"}}; see at_recipe_changes(). Among several places the one with a
// proposal wins, then the newest. Owned by the caller; NULL with AT_ENOTFOUND.
json_t *at_recording_show(struct at_store_db *store,
                          const struct at_scenario *scenario,
                          struct at_err *err);
// Return the recording that a run has made itself, which may be a proposal yet.
// Owned by the caller; NULL with AT_ENOTFOUND: it has made none, or a later run
// has replaced it.
json_t *at_recording_of_run(struct at_store_db *store,
                            const struct at_scenario *scenario, const char *run,
                            struct at_err *err);
// "changes" of a proposal's JSON. Owned by the caller.
json_t *at_proposal_changes(const json_t *proposal);

// A choice about a proposal. Texts are borrowed.
struct at_recording_choice {
    bool accept;
    const char *by;  // person who has chosen, in words
    const char *run; // run that made the proposal; NULL: any
};

// Accept or reject the proposal of the scenario that at_recording_show() shows;
// the log contains `by`. AT_ENOTFOUND: no recording; AT_EBUSY: no such proposal
// waits.
AT_CHECKED bool at_recording_choose(struct at_store_db *store,
                                    const struct at_scenario *scenario,
                                    const struct at_recording_choice *choice,
                                    struct at_err *err);
// The same for a proposal that was read from the store.
AT_CHECKED bool at_proposal_choose(struct at_store_db *store,
                                   const struct at_store_doc *proposal,
                                   const struct at_recording_choice *choice,
                                   struct at_err *err);
// Remove the recordings and proposals of all places. AT_ENOTFOUND: nothing was
// stored.
AT_CHECKED bool at_recording_remove(struct at_store_db *store,
                                    const struct at_scenario *scenario,
                                    struct at_err *err);

#endif
