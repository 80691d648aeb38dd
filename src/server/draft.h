// draft.h: scenarios that are stored before they are complete; pure
//
// People write a scenario step by step, and other stores contain some without
// an app. Given members must be valid; the reply lists missing ones.
#ifndef AT_SERVER_DRAFT_H
#define AT_SERVER_DRAFT_H

#include <jansson.h>

#include "base/err.h"

// Return the scenario for the store, always with "goal", "packageName" and
// "steps". Owned by the caller; NULL with AT_EUSAGE if it is invalid.
json_t *at_draft_read(const json_t *json, struct at_err *err);
// List the empty ones of the three members: ["packageName"].
json_t *at_draft_missing(const json_t *scenario);

#endif
