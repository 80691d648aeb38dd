// perceive.h: the screen as the contract's list of items; pure
//
// {"w","h","count","truncated","items":[{"i","role","text?","desc?","id?",
// "childTexts?","bounds":[l,t,r,b],"cx","cy","clickable?","long?","selected?",
// "checked?","enabled?":false,"parent","ref?"}]}, sorted from the top left.
#ifndef AT_AGENT_PERCEIVE_H
#define AT_AGENT_PERCEIVE_H

#include <jansson.h>

#include "agent/guards/secrets.h"
#include "screen/ref.h"
#include "screen/tree.h"

enum {
    AT_PERCEIVE_ITEMS_MAX = 40,
    AT_PERCEIVE_TEXT_MAX = 4000, // characters of the whole
};

// List the elements that take input, and the texts and pictures that are not
// part of one. "parent" is the item around an item, -1 for none. If not all
// fit, elements that take input come first. refs and secrets may be NULL;
// secrets are masked, since texts are cut here. Owned by the caller.
json_t *at_perceive(const struct at_tree *tree, const struct at_ref_table *refs,
                    const struct at_secrets *secrets);
// Append the same as text, and return the number of its items.
size_t at_perceive_write(const struct at_tree *tree,
                         const struct at_ref_table *refs,
                         const struct at_secrets *secrets, struct at_buf *out,
                         bool *out_whole);
// Append {"value","cx","cy"}: an element that was found by its text.
void at_perceive_write_row(struct at_str value, struct at_point at,
                           struct at_buf *out);

#endif
