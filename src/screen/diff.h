// diff.h: lines of the tree that appeared, changed or went
//
//     screen #0a1b2c since #77aa01: 1 appeared, 1 changed, 1 went; other lines
//     and refs stay
//     ~ @c1 check "Remember me" unchecked -> check "Remember me" checked
//     + @b3 btn "Continue"
//     - @b1 btn "Skip"
//
// (the first two lines are one; ", seen before" follows the second fingerprint
// unless it belongs to the client's last text). Lines are in reading order.
// Elements that only moved or changed their indentation count as unchanged.
// The refs' table decides whether the lines are those of the compact tree or of
// a numbered list.
//
// The whole tree is written instead if that is shorter, or if the trees cannot
// be compared: another app, another size, another source.
#ifndef AT_SCREEN_DIFF_H
#define AT_SCREEN_DIFF_H

#include "screen/compact.h"
#include "screen/ref.h"

enum {
    AT_DIFF_GONE_MAX = 20, // gone lines printed; further ones are only counted
};

enum at_diff_fate {
    AT_DIFF_STAYED,
    AT_DIFF_APPEARED,
    AT_DIFF_CHANGED,
    AT_DIFF_WENT,
};

struct at_diff_change {
    enum at_diff_fate fate;
    const struct at_node *node; // node in after, or in before if it went
    const char *ref;            // current or, if gone, last ref; "": none
    struct at_str was;          // previous text of a changed line
};

struct at_diff_opts {
    size_t max_lines; // see at_compact_opts
    bool only_interactive;
    bool revisits; // before is older than the client's last text
    // Called for each line that appeared, changed or went, printed or not.
    // Arguments are borrowed for the call. NULL: not called.
    void (*changed)(void *user, const struct at_diff_change *change);
    void *user;
};

struct at_diff_result {
    struct at_fingerprint fingerprint; // fingerprint of after
    size_t appeared;
    size_t changed;
    size_t went;
    bool whole;     // the text is the whole tree
    bool truncated; // some lines were omitted
};

// Append the diff. opts applies to both trees; at most max_lines of the
// appeared and changed lines are written. refs must be the table of a text of
// before. It becomes the table of all the client knows now, even if the whole
// tree was written: an unchanged element keeps its ref, others get refs that
// were never used. A line that stayed but lost its ref is a change: "~ @b1 ->
// @b7 btn "Delete"".
void at_diff_write(const struct at_tree *before, const struct at_tree *after,
                   const struct at_diff_opts *opts, struct at_ref_table *refs,
                   struct at_buf *out, struct at_diff_result *result);

#endif
