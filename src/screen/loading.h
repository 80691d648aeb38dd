// loading.h: signs that the app is still loading
//
// An indicator is a progress bar without a percentage, a short text such as
// "Loading…" or "Fetching your notes…", a description such as "Loading
// spinner", or an empty shimmer or skeleton; none of them contains other
// elements. In any language, a short text is an indicator if it takes no input,
// appeared with the action, is nearly alone on the screen and ends with an
// ellipsis or a percentage. A text with a growing number is one too, but a
// single tree cannot show that.
//
// The helper reports the position of every bar that has one, so in its trees a
// bar without a position is loading, regardless of shape and age. In other
// trees an indicator is judged by the previous screen:
//
// - If it appeared since the action, it is loading.
// - If it was there before the action, it is not.
// - If the previous screen is unknown, a bar is loading if its shape is about
//   square, like a spinner's, or its name says so; all other indicators are.
#ifndef AT_SCREEN_LOADING_H
#define AT_SCREEN_LOADING_H

#include "base/buf.h"
#include "screen/tree.h"

struct at_loading_past {
    const struct at_tree *before;  // tree before the last action; NULL: unknown
    const struct at_tree *ignored; // screen with idle indicators; NULL: none
};

// Return the first visible indicator that is loading, or NULL. past may be NULL
// if nothing is known.
const struct at_node *at_tree_loading(const struct at_tree *tree,
                                      const struct at_loading_past *past);

// Return the only text that may be counting: short, alone on the screen, not
// taking input, new since the action, with a number that is not a time of day.
// The caller has to check that the number grows. NULL: none.
const struct at_node *at_tree_counter(const struct at_tree *tree,
                                      const struct at_loading_past *past);

// Return the text that an indicator shows, "" for NULL.
struct at_str at_loading_text(const struct at_node *indicator);
// Append the indicator's line, with class and id if it has no text.
void at_loading_write(const struct at_node *indicator, struct at_buf *out);

#endif
