// trace_json.h: parts of a flow's trace as JSON; the caller owns each result
#ifndef AT_REPORT_TRACE_JSON_H
#define AT_REPORT_TRACE_JSON_H

#include <jansson.h>

#include "flow/trace.h"

// The text for a trace whose toasts_hidden is set.
#define AT_TOASTS_HIDDEN "not visible to this backend"

json_t *at_blocker_json(const struct at_blocker *blocker);
json_t *at_dialogs_json(const struct at_flow_trace *trace);
json_t *at_crash_json(const struct at_crash *crash);
json_t *at_texts_json(const struct at_argv *texts); // an array of strings
json_t *at_ms_json(int64_t ns);                     // whole milliseconds

#endif
