// label.h: the text by which people know an element
#ifndef AT_SCREEN_LABEL_H
#define AT_SCREEN_LABEL_H

#include "screen/tree.h"

// A content-desc longer than this is an aggregate of its children's texts, as
// Flutter and React Native make them, not a label (design section 4).
enum { AT_LABEL_MAX_CHARS = 80 };

// Return the node's own label: text, else content-desc, else hint, else
// tooltip, else the given label. A text of only blanks and icon glyphs does not
// count, nor do a text field's value and hint (its description does).
struct at_str at_node_own_label(const struct at_node *node);

// The same without the given label, which the next tree may not have.
struct at_str at_node_lasting_label(const struct at_node *node);

// Is text a number, a time or a symbol ("06:09 PM", "4K"), with hardly a
// letter?
bool at_label_is_figure(struct at_str text);

// Is text only a number, such as the position of a slider ("38%", "50.0")?
bool at_label_is_number(struct at_str text);

// Return what the user put in: a field's text, or the position of a slider or
// bar if the device reports it. Empty for everything else.
struct at_str at_node_value(const struct at_node *node);

// Return the literal "collapsed", "expanded" or "half-expanded"; "" if the
// device does not report that the node can be either.
const char *at_node_expansion(const struct at_node *node);

// Return the label of an interactive element: its own, else one hoisted from
// its descendants without entering another interactive subtree: the first text,
// or if there is none but pictures, times and numbers, the first of those. The
// content of a scrollable, of a list and of a wrapper of the screen's size is
// not its label. An aggregate description is one only if no node below has a
// label, the text beside it (named_by) if there is nothing else, and then a
// text below that nobody sees. *out_from (may be NULL) is the node that has the
// text, NULL without a label.
struct at_str at_node_label(const struct at_node *node,
                            const struct at_node **out_from);

// Return the text of a node that is not a control: its own label, else a
// description too long for a label if no node below has a text.
struct at_str at_node_plain_text(const struct at_node *node);

// Return the resource id, else the given one.
struct at_str at_node_id(const struct at_node *node);

// Return the id without its package: "login" of "com.example.app:id/login".
struct at_str at_node_id_name(const struct at_node *node);
struct at_str at_id_name(struct at_str id);

// Return the effective text for assertions: text, description, hint, tooltip,
// then the first descendant's that has any, then the given label.
struct at_str at_node_effective_text(const struct at_node *node);

// Can text be typed into it?
bool at_node_takes_text(const struct at_node *node);

#endif
