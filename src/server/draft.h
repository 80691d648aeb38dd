// draft.h: scenarios that are stored before they can be run; pure
//
// People write a scenario bit by bit, and other stores have some without an
// app. Members that are present must be valid; the reply lists missing ones.
#ifndef AT_SERVER_DRAFT_H
#define AT_SERVER_DRAFT_H

#include <jansson.h>

#include "base/err.h"

// The scenario as it is stored, always with "goal", "packageName" and "steps".
// Owned by the caller; NULL with AT_EUSAGE, which says what is wrong in it.
json_t *at_draft_read(const json_t *json, struct at_err *err);
// List those of the three that are empty: ["packageName"].
json_t *at_draft_missing(const json_t *scenario);

#endif
