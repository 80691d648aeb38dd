// recordings.h: recordings of runs in the store, and in scenarios that come and
// go as files
//
// A document of the store is {"scenarioId": hash of the scenario, "recording",
// "made": {"run","at"}}. A run that made another recording than there was
// leaves that one as "previous": {"recording","made"}. If the model had to take
// over while it was played, "healed": {"run"} is there until a person has
// accepted or rejected the change.
#ifndef AT_TESTER_RECORDINGS_H
#define AT_TESTER_RECORDINGS_H

#include <jansson.h>

#include "agent/recipe.h"
#include "agent/scenario.h"
#include "base/err.h"
#include "store/store.h"

// Keep the recording that the JSON of a scenario may have ("recording"), so
// that it can be played without a model. True without one too. One of another
// scenario's text is AT_EUSAGE.
AT_CHECKED bool at_recording_keep(struct at_store_db *store, const json_t *json,
                                  const struct at_scenario *scenario,
                                  struct at_err *err);
struct at_recording_run {
    const struct at_recipe *made;
    const struct at_recipe *played; // what the run began with; NULL: nothing
    const char *run;                // id
    int64_t now_ms;
};

// Keep the recording that a run has made for its scenario and the place where
// it was made. One with the same calls changes nothing but the app's version.
AT_CHECKED bool at_recording_keep_run(struct at_store_db *store,
                                      const struct at_recording_run *run,
                                      struct at_err *err);
// Read the recording of the scenario that was made at this place, or else one
// that may be tried anywhere. False: there is none. *out is initialised either
// way.
bool at_recording_load(struct at_store_db *store,
                       const struct at_scenario *scenario,
                       const struct at_recipe_place *place,
                       struct at_recipe *out);
// The newest recording of the scenario; NULL if there is none. Owned by the
// caller. False: the store cannot be read.
AT_CHECKED bool at_recording_find(struct at_store_db *store,
                                  const struct at_scenario *scenario,
                                  json_t **out, struct at_err *err);

// The recording of the scenario with what is told of it: {"recording","made",
// "previous","healed":{"run","changes"}}; see at_recipe_changes(). Of several
// places the one whose change waits for a choice, or else the newest. Owned by
// the caller; NULL with AT_ENOTFOUND if there is none.
json_t *at_recording_show(struct at_store_db *store,
                          const struct at_scenario *scenario,
                          struct at_err *err);
// Accept the change that waits for a choice, or go back to the recording before
// it. AT_ENOTFOUND: there is no recording; AT_EBUSY: nothing waits.
AT_CHECKED bool at_recording_choose(struct at_store_db *store,
                                    const struct at_scenario *scenario,
                                    bool accept, struct at_err *err);
// Remove the recordings of all places. AT_ENOTFOUND: there is none.
AT_CHECKED bool at_recording_remove(struct at_store_db *store,
                                    const struct at_scenario *scenario,
                                    struct at_err *err);

#endif
