// interactive.h: which nodes take input themselves and therefore get a ref
//
// Every visible node with an action is interactive, with three exceptions:
//
// - Among nested nodes with the same bounds and the same input only one is: the
//   inner one, which a touch reaches first, unless only the outer one has a
//   label.
// - A check box that cannot be clicked is the state of its clickable row if the
//   row holds nothing else to touch: the row counts as the check box.
// - A list that is clicked as a whole passes its clicks to its rows, like
//   Android's ListView. The rows are interactive and the list is not.
//
// A selection is reported by the node that is interactive or has the text: a
// wrapper's state moves down to it, the state of a wrapper's content moves up.
#ifndef AT_SCREEN_INTERACTIVE_H
#define AT_SCREEN_INTERACTIVE_H

#include "screen/tree.h"

// For at_tree_finish(), which has already set roles, actions and CHROME.
void at_tree_mark_interactive(struct at_tree *tree);

#endif
