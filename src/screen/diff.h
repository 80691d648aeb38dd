// diff.h: the lines of the compact tree that appeared, changed or went
//
//     screen 1080x1920 com.example.app #0a1b2c since #77aa01: 1 appeared,
//     1 changed, 1 went; the other lines and their refs stand
//     ~ @c1 check "Remember me" unchecked -> check "Remember me" checked
//     + @b3 btn "Continue"
//     - @b1 btn "Skip"
//
// (the first line is one line). In reading order. Elements that moved, or are
// indented otherwise, have not changed.
#ifndef AT_SCREEN_DIFF_H
#define AT_SCREEN_DIFF_H

#include "screen/compact.h"
#include "screen/ref.h"

enum {
    AT_DIFF_GONE_MAX = 20, // gone lines that are told each, then their number
};

struct at_diff_result {
    struct at_fingerprint fingerprint; // of after
    size_t appeared;
    size_t changed;
    size_t went;
    bool truncated; // more of them than were written
};

// Append the diff. opts says how both trees are looked at, but for their depth,
// which is never limited; of lines that
// appeared or changed at most max_lines are written. refs must be the table of
// a text of before and becomes the one of what the client knows now: an element
// that the table certainly means keeps its name, others get names that no
// element had before. A line that lost its name without going is a change:
// "~ @b1 -> @b7 btn "Delete"".
void at_diff_write(const struct at_tree *before, const struct at_tree *after,
                   const struct at_compact_opts *opts,
                   struct at_ref_table *refs, struct at_buf *out,
                   struct at_diff_result *result);

#endif
