// diff.h: lines of the tree that appeared, changed or went
//
//     screen #0a1b2c since #77aa01: 1 appeared, 1 changed, 1 went; other lines
//     and refs stay
//     ~ @c1 check "Remember me" unchecked -> check "Remember me" checked
//     + @b3 btn "Continue"
//     - @b1 btn "Skip"
//
// (the first line is one line; ", seen before" follows the second fingerprint
// where it is not the last text that the client saw). In reading order.
// Elements that moved, or are indented otherwise, have not changed. The refs'
// table decides whether the lines are those of the compact tree or of a
// numbered list.
//
// It is the whole tree instead if that is shorter, or if the trees cannot be
// compared: another app, another size, another source.
#ifndef AT_SCREEN_DIFF_H
#define AT_SCREEN_DIFF_H

#include "screen/compact.h"
#include "screen/ref.h"

enum {
    AT_DIFF_GONE_MAX =
        20, // gone lines that are written; the others are counted
};

enum at_diff_fate {
    AT_DIFF_STAYED,
    AT_DIFF_APPEARED,
    AT_DIFF_CHANGED,
    AT_DIFF_WENT,
};

// The fate of one line.
struct at_diff_told {
    enum at_diff_fate fate;
    const struct at_node *node; // of after; of before if it went
    const char *ref;            // now; of what went, its last one; "": none
    struct at_str was;          // the line before, if it changed
};

struct at_diff_opts {
    size_t max_lines; // as in at_compact_opts
    bool only_interactive;
    bool revisits; // before is not the last text, which the head says
    // Called for each line that did not stay, whether or not the text has it;
    // all is borrowed for the call. NULL: not called.
    void (*told)(void *user, const struct at_diff_told *told);
    void *user;
};

struct at_diff_result {
    struct at_fingerprint fingerprint; // of after
    size_t appeared;
    size_t changed;
    size_t went;
    bool whole;     // the text is the whole tree
    bool truncated; // some were not written
};

// Append the diff. opts applies to both trees; at most max_lines of the
// appeared and changed lines are written. refs must be the table of a text of
// before. It becomes the table of what the client knows now, also if the text
// is the whole tree: an element that is the same keeps its name, others get
// names that no element had before. A line that lost its name but stayed is a
// change: "~ @b1 -> @b7 btn "Delete"".
void at_diff_write(const struct at_tree *before, const struct at_tree *after,
                   const struct at_diff_opts *opts, struct at_ref_table *refs,
                   struct at_buf *out, struct at_diff_result *result);

#endif
