// verdict_lines.h: reads the verdicts in a model's message ("Step 2: FAIL —
// …"); pure
//
// The words of a step may contain "failed" or "passed" ("Failed login shows an
// error — PASS"). A verdict is the word right after the number if it is in
// capitals or alone, else the last word in capitals. Other lines are ignored.
#ifndef AT_AGENT_PROOF_VERDICT_LINES_H
#define AT_AGENT_PROOF_VERDICT_LINES_H

#include "agent/proof/verdict.h"

struct at_verdict_line {
    size_t step; // counted from 1
    enum at_verdict verdict;
    struct at_str reason; // borrowed from the text
};

// Take the next line with a verdict off *rest; return false at the end.
bool at_verdict_line_next(struct at_str *rest, struct at_verdict_line *out);

#endif
