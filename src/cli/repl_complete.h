// repl_complete.h: what may stand where the cursor is; pure
#ifndef AT_CLI_REPL_COMPLETE_H
#define AT_CLI_REPL_COMPLETE_H

#include <jansson.h>

#include "base/str.h"

struct at_candidate {
    char *text; // owned, as note
    char *note; // what it is, for people; "" where its text says all
};

struct at_candidates {
    struct at_candidate *rows; // owned
    size_t count;
    size_t begin; // of the word in the line that each would replace
};

// line: up to the cursor. snapshot: the session's last one, whose refs are
// offered; NULL without.
void at_complete(struct at_str line, const json_t *snapshot,
                 struct at_candidates *out);
void at_candidates_deinit(struct at_candidates *candidates);
// What all of them begin with; borrowed.
struct at_str at_candidates_common(const struct at_candidates *candidates);

#endif
