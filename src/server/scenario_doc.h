// scenario_doc.h: scenarios in the store
#ifndef AT_SERVER_SCENARIO_DOC_H
#define AT_SERVER_SCENARIO_DOC_H

#include "store/store.h"

// Return the scenario for /api/v1. Owned by the caller.
json_t *at_scenario_doc_json(const struct at_store_doc *doc);
// Add the steps' expectations to a scenario's JSON, in words, along with the
// compiled ones in the store.
void at_scenario_doc_show(struct at_store_db *store, json_t *json);
// Add the problems of a flow to its JSON.
void at_scenario_doc_show_problems(json_t *json);
// Answer with one scenario and all of its members.
struct at_server_call;
void at_scenario_doc_reply(struct at_server_call *call, unsigned status,
                           const struct at_store_doc *doc);
// Like at_draft_read(), for a scenario that may be a flow: what its file says
// becomes the scenario's.
json_t *at_scenario_doc_draft(const json_t *json, struct at_err *err);
// Store a new scenario, or draft. The caller releases *out in any case.
AT_CHECKED bool at_scenario_doc_add(struct at_store_db *store,
                                    const json_t *json,
                                    struct at_store_doc *out,
                                    struct at_err *err);

#endif
