// words.h: finds elements by a part of a text, as people and models name them
//
// The search ignores case. All matching elements are listed, the likeliest
// first, so that "the second one" means the same to every tool.
#ifndef AT_SCREEN_WORDS_H
#define AT_SCREEN_WORDS_H

#include "screen/match.h"

struct at_words_row {
    const struct at_node *node;  // borrowed from the tree
    enum at_match_source source; // source of the text that has the words
    struct at_str value;         // the text itself
    unsigned rank;
};

struct at_words_list {
    struct at_words_row *rows; // owned
    size_t count;
};

// List the visible elements that match selector's words; its other parts and
// its index are ignored. Elements that take touches come first, then whole
// texts, then reading order; with fields set, text fields precede all others. A
// text that repeats an enclosing element's is listed only once. Ids are
// searched if no text has the words: whole names or, with touch set, also their
// parts.
void at_words_find(const struct at_selector *selector,
                   const struct at_tree *tree, struct at_words_list *out);
void at_words_list_deinit(struct at_words_list *list);

// Return the name of the source: "text", "hint", "content-desc", "resource-id".
const char *at_words_source_name(enum at_match_source source);

#endif
