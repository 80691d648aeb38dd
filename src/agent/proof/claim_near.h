// claim_near.h: finds the elements of a scene by words, and their neighbours;
// pure, for claim_check.c
//
// A label and its value are often two elements: in one line, or the value below
// the label, or both in one item of a list. Positions decide, not the tree,
// except that an item of a list is never near a part of another one.
#ifndef AT_AGENT_PROOF_CLAIM_NEAR_H
#define AT_AGENT_PROOF_CLAIM_NEAR_H

#include "agent/proof/claim.h"

// Return the text of a row that has the words; empty if none has.
struct at_str at_scene_text_with(const struct at_scene_row *row,
                                 struct at_str words);
// Return true if the row's id is the words, or one of its texts has them.
bool at_scene_is_named(const struct at_scene_row *row, struct at_str words);

// The rows named by words: those whose whole text they are, or else those that
// contain them. A row around another one with the same text is left out.
struct at_scene_rows {
    size_t *rows; // owned
    size_t count;
};
void at_scene_find(const struct at_scene *scene, struct at_str words,
                   struct at_scene_rows *out);
// Find the rows that have the words in a text, whole or not.
void at_scene_find_all(const struct at_scene *scene, struct at_str words,
                       struct at_scene_rows *out);
void at_scene_rows_deinit(struct at_scene_rows *rows);

// Return true if the position of row other relative to row anchor is where.
// Below and above mean the next one of its column: a text that looks like the
// anchor begins another entry, and an amount belongs to the nearest label.
bool at_scene_is_near(const struct at_scene *scene, size_t anchor, size_t other,
                      enum at_claim_where where);
// Return the distance of other from anchor for a reader who looks for the value
// of a label: smaller is closer. SIZE_MAX: not near.
size_t at_scene_distance(const struct at_scene *scene, size_t anchor,
                         size_t other);
// The class of a distance: in the same element or line, below the label, or
// elsewhere in the same item.
enum at_scene_place {
    AT_SCENE_IN_LINE,
    AT_SCENE_BELOW,
    AT_SCENE_IN_ITEM,
};
enum at_scene_place at_scene_place_of(size_t distance);
// Return the row of the list item, card or control that contains row, or row
// itself if it is one; AT_SCENE_NONE if no row does.
size_t at_scene_item(const struct at_scene *scene, size_t row);
// Return true if a row is small enough for a control or a card: a clickable
// wrapper of the whole screen is neither.
bool at_scene_is_card(const struct at_scene *scene, size_t row);

#endif
