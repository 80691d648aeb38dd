// loading.h: what on a screen says that the app is still loading
//
// An indicator is a progress bar without a percentage, a short text such as
// "Loading…" or "Fetching your notes…", a description such as "Loading
// spinner", or an empty shimmer or skeleton; none of them holds other elements.
// A short text that takes no input, came with the action, is nearly alone on
// its screen and ends with an ellipsis or a percentage is one in any language;
// so is one whose number grows, which one tree does not tell.
// The helper reports the position of every bar that has one, so that there a
// bar without one is loading, whatever its shape and however long it has stood
// there. Elsewhere what an indicator means depends on the screen before:
//
// - one that has appeared since the action is loading;
// - one that stood there before the action is not;
// - where the screen before is not known, a bar is loading if it is about
//   square, as spinners are, or is named so, and every other indicator is.
#ifndef AT_SCREEN_LOADING_H
#define AT_SCREEN_LOADING_H

#include "base/buf.h"
#include "screen/tree.h"

struct at_loading_past {
    const struct at_tree *before;  // the last action; NULL: not known
    const struct at_tree *endured; // its indicators have been waited for in
                                   // vain: they mean nothing; NULL: none
};

// Return the first visible indicator that is loading, or NULL. past may be
// NULL: nothing is known.
const struct at_node *at_tree_loading(const struct at_tree *tree,
                                      const struct at_loading_past *past);

// Return the only text that may count: short, alone, it takes no input, came
// with the action and holds a number that is no time of day. Whether it grows
// is for the caller to watch. NULL: none.
const struct at_node *at_tree_counter(const struct at_tree *tree,
                                      const struct at_loading_past *past);

// Return the text that an indicator shows, "" for NULL.
struct at_str at_loading_text(const struct at_node *indicator);
// Append an indicator's line; one without a text has its class and its id.
void at_loading_write(const struct at_node *indicator, struct at_buf *out);

#endif
