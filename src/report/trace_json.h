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
json_t *at_ms_json(int64_t ns); // whole milliseconds

// Set a member, unless it would be empty.
void at_trace_set_text(json_t *json, const char *name, struct at_str text);
void at_trace_set_texts(json_t *json, const char *name,
                        const struct at_argv *texts);
void at_trace_set_waited(json_t *json, const char *name,
                         const struct at_idle_result *idle);
// See at_trace_write_notes().
void at_trace_set_notes(json_t *json, const char *name,
                        const struct at_step_result *result, bool unchanged);

#endif
