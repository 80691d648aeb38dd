// model_log.h: every call of a model as a file of its run, for people to read
//
// {"provider","model","status","durationMs","request","reply" or "failure"}:
// the request as it was sent, but for secrets and pictures
// (agent/guards/redact.h). Files beyond the maximum, of each or of all
// together, are left out. One thread uses a log.
#ifndef AT_TESTER_RUN_MODEL_LOG_H
#define AT_TESTER_RUN_MODEL_LOG_H

#include "agent/guards/secrets.h"
#include "tester/run/model.h"

struct at_model_log;

// The files come into model/ below the folder, which exists. Both are borrowed;
// secrets may be NULL.
struct at_model_log *at_model_log_new(const char *folder,
                                      const struct at_secrets *secrets);
void at_model_log_free(struct at_model_log *log); // NULL is allowed

// Keep a request that is about to be sent, for struct at_model_listener. log
// may be NULL.
void at_model_log_sent(void *log, const json_t *request, struct at_str body);
// Write the answer, or the failure (not ok). Returns the path of the file below
// the folder, until the next call; "" if it was not written.
const char *at_model_log_answer(struct at_model_log *log,
                                const struct at_profile *profile,
                                const struct at_model_answer *answer, bool ok,
                                int64_t duration_ms);

#endif
