// document.h: a run as JSON, as the store keeps it and /api/v1 shows it; pure
//
// {"id","state","status","scenarioId","name","goal","packageName","scenario",
// "config","profile","platform","device","queuedAt","startedAt","endedAt","end",
// "verdict","reason","summary","answer","steps":[{"step","text","verdict",
// "reason","proof","judged"}],"usage","replayedSteps","appVersion","healed":
// {"step","call","why","recorded"}}; what is not known is not there. "healed"
// says where the model took over from a recording. "state" is queued, running
// or ended; "status" is the contract's.
#ifndef AT_TESTER_DOCUMENT_H
#define AT_TESTER_DOCUMENT_H

#include <jansson.h>

#include "agent/scenario.h"
#include "base/err.h"
#include "tester/config.h"
#include "tester/run.h"

// A new one, which is queued; owned by the caller.
json_t *at_document_new(const char *id, const struct at_scenario *scenario,
                        const struct at_tester_config *config, int64_t now_ms);
void at_document_begin(json_t *document, const char *platform,
                       const char *device, int64_t now_ms);
void at_document_end(json_t *document, const struct at_run_outcome *outcome,
                     int64_t now_ms);
// End a run without an outcome: one that never began, or that a process before
// this one did not finish.
void at_document_end_early(json_t *document, enum at_run_end end,
                           const char *reason, int64_t now_ms);
void at_document_lose(json_t *document, const char *reason, int64_t now_ms);

#endif
