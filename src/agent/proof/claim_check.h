// claim_check.h: a claim while it is evaluated; pure, for claim_check.c and
// claim_amount.c
#ifndef AT_AGENT_PROOF_CLAIM_CHECK_H
#define AT_AGENT_PROOF_CLAIM_CHECK_H

#include "agent/proof/claim.h"

struct at_check {
    const struct at_claim *claim;
    const struct at_scene *scene;
    struct at_claim_result *out;
    size_t near; // row whose text is most like the missing one, or none
};

struct at_str at_check_words_of(const struct at_claim *claim);
// Return the words of the element that a claim is about: what the model has
// bound them to, or the claim's own.
struct at_str at_check_anchor_of(const struct at_claim *claim);
// Append text in quotes, cut if it is long.
void at_check_quote(struct at_str text, struct at_buf *out);
void at_check_end(struct at_check *check, enum at_claim_outcome outcome,
                  size_t row);
// Nothing has the words that name the element which the claim is about.
void at_check_end_unbound(struct at_check *check, struct at_str words);

void at_check_amount(struct at_check *check);
void at_check_sum(struct at_check *check);

#endif
