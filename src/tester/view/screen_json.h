// screen_json.h: a screen as elements that a person can point at; pure
#ifndef AT_TESTER_VIEW_SCREEN_JSON_H
#define AT_TESTER_VIEW_SCREEN_JSON_H

#include <jansson.h>

#include "screen/tree.h"

// {"widthPx","heightPx","title","app","elements":[…]}, in the order of reading,
// each element with its box, the selectors that name it, and the steps that it
// suggests: the words for a scenario, and the tool and arguments of the agent
// that do the same. A password's content is not told. Owned by the caller.
json_t *at_screen_json(const struct at_tree *tree);

#endif
