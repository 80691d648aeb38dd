// headline.h: the outcome of a run or a step in one English sentence; pure
//
// For reports and the command line. The dashboard words the same facts in its
// own language (web/src/outcome); tests/data/outcomes/cases.json has the
// sentences of both.
#ifndef AT_TESTER_REPORT_HEADLINE_H
#define AT_TESTER_REPORT_HEADLINE_H

#include "agent/run/run_record.h"
#include "base/buf.h"

// Append 'Step 2 failed: “Items: 2” was not shown. Nearest: “Items: 1”', by the
// end of the run and the findings of its steps.
void at_headline_write(const struct at_run_record *record, struct at_buf *out);
// Append what a step shows, misses or lacks: '“New note” is shown'; nothing if
// it is not known.
void at_headline_write_step(const struct at_run_record *record, size_t step,
                            struct at_buf *out);
// The model's words at the end of a step; "": none. Borrowed from the step.
struct at_str at_headline_said(const struct at_run_step *step);

#endif
