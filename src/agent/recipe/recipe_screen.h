// recipe_screen.h: what a recording knows a screen by; pure
//
// Enough to notice that another screen is in front, and little enough to
// survive other data: the app, the title of its window, and words that name
// elements. Texts with digits, what was typed, and what shows a secret are left
// out.
#ifndef AT_AGENT_RECIPE_RECIPE_SCREEN_H
#define AT_AGENT_RECIPE_RECIPE_SCREEN_H

#include <jansson.h>

#include "agent/guards/secrets.h"
#include "base/argv.h"
#include "base/err.h"
#include "screen/tree.h"

// All texts are owned. A screen without words is unknown.
struct at_recipe_screen {
    char *package; // the front app; NULL: not known
    char *title;   // title of the front window or pane; NULL: none
    struct at_argv words;
};

enum {
    AT_RECIPE_SCREEN_WORDS = 24,
    AT_RECIPE_SCREEN_WORD_BYTES = 60,
    AT_RECIPE_TITLE_BYTES = 120,
};

void at_recipe_screen_deinit(struct at_recipe_screen *screen); // twice is fine
// Take what a finished tree shows. secrets may be NULL.
void at_recipe_screen_take(const struct at_tree *tree,
                           const struct at_secrets *secrets,
                           struct at_recipe_screen *out);
// Leave out a word that is looked for anyway.
void at_recipe_screen_forget(struct at_recipe_screen *screen, const char *word);
void at_recipe_screen_copy(const struct at_recipe_screen *from,
                           struct at_recipe_screen *out);

// Return true if now may be the screen that was recorded: it is not known to
// be another one. Otherwise why says what differs.
bool at_recipe_screen_fits(const struct at_recipe_screen *recorded,
                           const struct at_recipe_screen *now,
                           struct at_err *why);
// Return true if now has all that was recorded: what a wait led to.
bool at_recipe_screen_is_there(const struct at_recipe_screen *recorded,
                               const struct at_recipe_screen *now);

// {"package","title","words"}; NULL if nothing is known. Owned by the caller.
json_t *at_recipe_screen_json(const struct at_recipe_screen *screen);
// NULL is a screen of which nothing is known.
AT_CHECKED bool at_recipe_screen_read(const json_t *json,
                                      struct at_recipe_screen *out,
                                      struct at_err *err);

// Write the title of the dialog that has node, or of the one in front if node
// is NULL: a dialog of the system, or a window that leaves part of the screen
// free. Return false if there is no dialog.
bool at_recipe_dialog(const struct at_tree *tree, const struct at_node *node,
                      char out[AT_RECIPE_TITLE_BYTES + 1]);

#endif
