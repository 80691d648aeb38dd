// recordings.h: recordings of runs in the store, and in scenarios that come and
// go as files
//
// A document of the store is {"scenarioId": hash of the scenario, "recording"}.
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
// Keep a recording for its scenario and the place where it was made.
AT_CHECKED bool at_recording_put(struct at_store_db *store,
                                 const struct at_recipe *recipe,
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

#endif
