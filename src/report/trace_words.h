// trace_words.h: parts of a flow's trace in words, for people and models
#ifndef AT_REPORT_TRACE_WORDS_H
#define AT_REPORT_TRACE_WORDS_H

#include "flow/trace.h"

// The words for the effect of that name (at_step_effect_name()); NULL if there
// is none.
const char *at_effect_words(struct at_str name);

// Append the notes of a step, separated by "; ": about its target, that nothing
// has changed (if unchanged is set and the step's effect was to be seen), and
// about the wait after it. out is empty before.
void at_trace_write_notes(const struct at_step_result *result, bool unchanged,
                          struct at_buf *out);

// Append each dialog that is in front, and the events, each after "; ".
void at_trace_write_dialogs(const struct at_flow_trace *trace,
                            struct at_buf *out);
void at_trace_write_events(const struct at_flow_trace *trace,
                           struct at_buf *out);

#endif
