// corpus_measure.h: figures about the compact text of one screen
#ifndef AT_BENCH_CORPUS_MEASURE_H
#define AT_BENCH_CORPUS_MEASURE_H

#include "base/buf.h"
#include "screen/tree.h"

struct corpus_figures {
    size_t tokens; // see corpus_count_tokens()
    size_t bytes;
    size_t refs;
    size_t unlabelled;  // lines with a ref and nothing in quotes, scrollables
                        // apart
    size_t twins;       // lines with a ref that another such line equals
    size_t lost;        // visible texts and descriptions that are nowhere
    size_t unreachable; // visible elements that take input, without a ref
    size_t same_place;  // refs at the place of another that takes the same
                        // input
};

// Measure the compact text of a tree, without limits of lines and depth. What
// is lost, unreachable or at the same place is described in out_notes, a line
// each.
void corpus_measure(const struct at_tree *tree, struct corpus_figures *out,
                    struct at_buf *out_notes);

// Estimate how many tokens a language model reads. The rule, which was made to
// be repeated anywhere: a run of ASCII letters has one token for each six
// begun, a run of digits one for each three, a line end with the blanks behind
// it one, each other character one; a single blank has none.
size_t corpus_count_tokens(struct at_str text);

#endif
