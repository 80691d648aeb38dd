// result.h: what came of a suite run, computed from its runs; pure
//
// {"id","suite","name","by","state","starting","submitted","stopping",
// "startedAt","endedAt",
// "durationMs","verdict","counts":{"total","pass","fail","unverified",
// "aborted","skipped","queued","running","healed"},"flaky":[groups],"rerunOf",
// "options","cases":[…]}
// Until all cases have runs, it is "starting", and has "submitted" of them.
//
// A case is {"name","group","scenario","row","device","profile","repeat",
// "expectedMs"} and, of its run, {"run","state","result","verdict","end",
// "reason","host","platform","attempt","healed","startedAt","durationMs",
// "headline"}. Its result is "pass", "fail", "unverified", "aborted" (no
// verdict) or "skipped" (aborted before it began). "aborted" counts those too.
#ifndef AT_TESTER_SUITE_RESULT_H
#define AT_TESTER_SUITE_RESULT_H

#include "agent/run/run_end.h"
#include "store/store.h"

struct at_suite_tally {
    json_t *json;  // owned: the result as far as it is known
    json_t *cases; // owned: its cases by their names
};

// Begin with the document of a suite run.
void at_suite_tally_begin(struct at_suite_tally *tally,
                          const struct at_store_doc *suite_run);
// Add a run's document, in any order. A run of another suite run is ignored.
void at_suite_tally_add(struct at_suite_tally *tally, const json_t *run);
// Return the result, owned by the caller.
json_t *at_suite_tally_end(struct at_suite_tally *tally);

// Set the "verdict" by the counts.
void at_suite_set_verdict(json_t *result);

// The result of one run that has ended: "pass" …; NULL: it has not ended.
const char *at_suite_result_of(const json_t *run);
int64_t at_suite_count(const json_t *result, const char *name);
// FAIL if a case did not pass, else BROKEN if one has no verdict (USAGE if only
// wrong calls are to blame), else HEALED if healed ones are to count and there
// is one, else PASS.
enum at_run_exit at_suite_exit(const json_t *result, bool fails_on_healed);

#endif
