// ref_texts.h: the texts of a screen, for comparing two readings
#ifndef AT_SCREEN_REF_TEXTS_H
#define AT_SCREEN_REF_TEXTS_H

#include "screen/identity.h"

struct at_ref_text {
    uint32_t window;
    uint32_t row; // number of its list row, or 0
    uint64_t hash;
};

struct at_ref_texts {
    struct at_ref_text *rows; // owned, sorted
    size_t count;
};

// Number of texts that two windows share, and number in the fuller one.
struct at_ref_overlap {
    size_t common;
    size_t all;
};

void at_ref_texts_init(struct at_ref_texts *texts,
                       const struct at_identities *ids,
                       const struct at_tree *tree);
void at_ref_texts_deinit(struct at_ref_texts *texts);

struct at_ref_overlap at_ref_texts_compare(const struct at_ref_texts *before,
                                           uint32_t window_before,
                                           const struct at_ref_texts *now,
                                           uint32_t window_now);

// Return the number of texts in a list row.
size_t at_ref_texts_in_row(const struct at_ref_texts *texts, uint32_t row);
bool at_ref_texts_row_says(const struct at_ref_texts *texts, uint32_t row,
                           uint64_t hash);

#endif
