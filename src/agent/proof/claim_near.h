// claim_near.h: the elements of a scene that words name, and what stands near
// them; pure, for claim_check.c
//
// A label and its value are often two elements: in one line, or the value below
// the label, or both in one item of a list. Places decide, not the tree, except
// that one item of a list is never near a part of another.
#ifndef AT_AGENT_PROOF_CLAIM_NEAR_H
#define AT_AGENT_PROOF_CLAIM_NEAR_H

#include "agent/proof/claim.h"

// Return the text of a row that has the words; empty if none has.
struct at_str at_scene_text_with(const struct at_scene_row *row,
                                 struct at_str words);
// Return true if the row's id is the words, or one of its texts has them.
bool at_scene_is_named(const struct at_scene_row *row, struct at_str words);

// The rows that words name: those whose whole text they are, or else those that
// have them in a text. A row around another one with the same text does not
// count.
struct at_scene_rows {
    size_t *rows; // owned
    size_t count;
};
void at_scene_find(const struct at_scene *scene, struct at_str words,
                   struct at_scene_rows *out);
// The rows that have the words in a text, whole or not.
void at_scene_find_all(const struct at_scene *scene, struct at_str words,
                       struct at_scene_rows *out);
void at_scene_rows_deinit(struct at_scene_rows *rows);

// Return true if the row at index other stands as where says to that at anchor.
// Below and above mean the next one of its column: a text that looks like the
// anchor begins another entry, and an amount belongs to the nearest label.
bool at_scene_is_near(const struct at_scene *scene, size_t anchor, size_t other,
                      enum at_claim_where where);
// Rank how close other is to anchor for a reader who looks for the value of a
// label: smaller is closer. SIZE_MAX: it is not near.
size_t at_scene_distance(const struct at_scene *scene, size_t anchor,
                         size_t other);
// How far a distance goes: in the same element or line, below the label, or
// elsewhere in the same item.
enum at_scene_place {
    AT_SCENE_IN_LINE,
    AT_SCENE_BELOW,
    AT_SCENE_IN_ITEM,
};
enum at_scene_place at_scene_place_of(size_t distance);
// The row of the list's item, card or control that row is in: itself, if it is
// one. AT_SCENE_NONE: it is in none.
size_t at_scene_item(const struct at_scene *scene, size_t row);
// Return true if a row is small enough for a control or a card: a clickable
// wrapper of the whole screen is neither.
bool at_scene_is_card(const struct at_scene *scene, size_t row);

#endif
