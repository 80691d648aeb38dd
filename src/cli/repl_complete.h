// repl_complete.h: the words that fit at the cursor; pure
#ifndef AT_CLI_REPL_COMPLETE_H
#define AT_CLI_REPL_COMPLETE_H

#include <jansson.h>

#include "base/str.h"

struct at_candidate {
    char *text; // owned, like note
    char *note; // explains it to people; may be ""
};

struct at_candidates {
    struct at_candidate *rows; // owned
    size_t count;
    size_t begin; // offset in the line of the word that a row replaces
};

// line: up to the cursor. snapshot: the session's last one, for its refs; may
// be NULL.
void at_complete(struct at_str line, const json_t *snapshot,
                 struct at_candidates *out);
void at_candidates_deinit(struct at_candidates *candidates);
// The common beginning of all of them; borrowed.
struct at_str at_candidates_common(const struct at_candidates *candidates);

#endif
