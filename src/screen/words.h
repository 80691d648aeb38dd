// words.h: elements as people and models name them: by a part of some text
//
// The case of letters does not matter. All elements with the words are listed,
// the likeliest first, so that "the second one" means the same to every tool.
#ifndef AT_SCREEN_WORDS_H
#define AT_SCREEN_WORDS_H

#include "screen/match.h"

struct at_words_row {
    const struct at_node *node;  // borrowed from the tree
    enum at_match_source source; // of the text that has the words
    struct at_str value;         // that text
    unsigned rank;
};

struct at_words_list {
    struct at_words_row *rows; // owned
    size_t count;
};

// List the visible elements that selector's words mean; its other parts, and
// its index, do not matter. First what takes touches, then whole texts, then
// the order of reading; with fields text fields come before all others. A text
// that repeats what the element around it says is not listed again. Ids are
// searched if no text has the words: whole names, and with touch their parts.
void at_words_find(const struct at_selector *selector,
                   const struct at_tree *tree, struct at_words_list *out);
void at_words_list_deinit(struct at_words_list *list);

// "text", "hint", "content-desc", "resource-id": where the words were found.
const char *at_words_source_name(enum at_match_source source);

#endif
