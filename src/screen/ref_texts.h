// ref_texts.h: the texts of a screen, by which two readings are compared
#ifndef AT_SCREEN_REF_TEXTS_H
#define AT_SCREEN_REF_TEXTS_H

#include "screen/identity.h"

struct at_ref_text {
    uint32_t window;
    uint32_t row; // number of the list row that it is in, or 0
    uint64_t hash;
};

struct at_ref_texts {
    struct at_ref_text *rows; // owned, sorted
    size_t count;
};

// Texts that two windows have in common, of as many as the fuller one has.
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

// The texts of one list row.
size_t at_ref_texts_in_row(const struct at_ref_texts *texts, uint32_t row);
bool at_ref_texts_row_says(const struct at_ref_texts *texts, uint32_t row,
                           uint64_t hash);

#endif
