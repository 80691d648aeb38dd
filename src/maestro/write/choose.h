// choose.h: the most stable selector for an element of a screen; pure
//
// In this order: its id, its text, both; the same for a label in it whose tap
// it takes; an id or text below an ancestor that is known by itself or by a
// text in it; which of several, from the top. A selector is chosen only if it
// means exactly this element on this screen, by maestro/lookup. Contents of
// fields are texts only as a last resort, those of password fields never.
#ifndef AT_MAESTRO_WRITE_CHOOSE_H
#define AT_MAESTRO_WRITE_CHOOSE_H

#include "base/arena.h"
#include "base/buf.h"
#include "maestro/lookup/find.h"

// Return a selector in arena; NULL if none means just this element.
const struct at_maestro_selector *at_maestro_choose(
    struct at_arena *arena, const struct at_maestro_view *view,
    const struct at_node *node);

// The same for an element that is only looked at: never by a label in it.
const struct at_maestro_selector *at_maestro_choose_itself(
    struct at_arena *arena, const struct at_maestro_view *view,
    const struct at_node *node);

// The same for an element without a name: on which side of a named one it lies,
// with an index. Moves with each change of the layout, so nothing else is left.
const struct at_maestro_selector *at_maestro_choose_beside(
    struct at_arena *arena, const struct at_maestro_view *view,
    const struct at_node *node);

// Append the pattern that means just these characters. A dot stays.
void at_maestro_pattern_write(struct at_str text, struct at_buf *out);

// Return that pattern, in arena; of a long text its beginning, then .*.
struct at_str at_maestro_pattern_of(struct at_arena *arena, struct at_str text);

// Return true if the selector means node and nothing else.
bool at_maestro_selector_means(const struct at_maestro_selector *selector,
                               const struct at_maestro_view *view,
                               const struct at_node *node);

#endif
