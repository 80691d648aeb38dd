// said.h: reads a model's words about steps; pure
#ifndef AT_AGENT_SAID_H
#define AT_AGENT_SAID_H

#include "agent/verdict.h"
#include "base/str.h"

struct at_said {
    size_t step;             // from 1
    enum at_verdict verdict; // PASS, FAIL or UNVERIFIED
    struct at_str reason;    // a view of the text
};

// Take lines off *rest up to one such as "**Step 2**: FAIL - no list", and read
// it. False: there is no more.
bool at_said_next(struct at_str *rest, struct at_said *out);

// The N of "Step N" at the beginning of text; 0: it begins otherwise.
size_t at_said_step(struct at_str text);

#endif
