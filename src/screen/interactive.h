// interactive.h: which nodes take input by themselves and so get a ref
//
// Every visible node with an action is interactive, except that
//
// - of nested nodes at the same place that take the same input only one is: the
//   inner one, which a touch reaches first, unless only the outer has a label;
// - a check box that cannot be clicked is the state of the clickable row that
//   holds it and nothing else to touch: the row is the check box;
// - the rows of a list that is clicked as a whole take its clicks, as Android's
//   ListView hands them on, and the list itself is none.
//
// A selection is told by the node that is interactive or has the text: a
// wrapper's state goes down to it, that of a wrapper's content comes up.
#ifndef AT_SCREEN_INTERACTIVE_H
#define AT_SCREEN_INTERACTIVE_H

#include "screen/tree.h"

// For at_tree_finish(), which has set roles, actions and CHROME before.
void at_tree_mark_interactive(struct at_tree *tree);

#endif
