// normalize.h: words of any text in a form in which disguises are equal; pure
//
// A text on the screen may write "Delete account" with accents, capitals,
// full-width letters, Cyrillic twins of Latin letters, or invisible characters
// inside. Folded, all of them are "delete account".
#ifndef AT_AGENT_GUARDS_NORMALIZE_H
#define AT_AGENT_GUARDS_NORMALIZE_H

#include <stdint.h>

#include "base/str.h"

enum {
    AT_NORMALIZED_WORD_MAX = 48
}; // bytes of a normalized word; a longer one is cut

struct at_normalized_word {
    char text[AT_NORMALIZED_WORD_MAX]; // not NUL-terminated
    size_t len;
    const char *begin; // position of the word in the text
    const char *end;
};

// Take the next word off *rest, up to a character that is neither letter nor
// digit; blanks, line breaks and tabs end a word. A Chinese, Japanese, Korean,
// Thai, Lao, Khmer or Burmese character is a word by itself, because these
// languages put no blanks between words. Return false at the end.
bool at_normalize_next(struct at_str *rest, struct at_normalized_word *out);

// Return true if rest begins with phrase (normalized words separated by blanks;
// characters that are words by themselves need no blank). Articles and the like
// ("the", "my", "deine") are allowed between the words. *out_end (may be NULL)
// is the end of the phrase in rest.
bool at_normalize_says(struct at_str rest, struct at_str phrase,
                       const char **out_end);
// Return true if rest begins with one of the phrases from *index on, and set
// *index to it.
bool at_normalize_says_one(struct at_str rest, const struct at_str *phrases,
                           size_t count, size_t *index, const char **out_end);
// Find the first of the phrases in text, as whole words; empty if the text has
// no phrase. *out_index (may be NULL) is the index of the phrase.
struct at_str at_normalize_find(struct at_str text,
                                const struct at_str *phrases, size_t count,
                                size_t *out_index);

// Return true for an article or the like ("the", "my").
bool at_normalize_is_filler(const struct at_normalized_word *word);

// Return the normalized letter or digit, 0 for anything else.
uint32_t at_normalize_letter(uint32_t cp);

// Return true for an invisible character: hidden as defined in base/quote.h, a
// filler, a variation selector, or one for private use. A message can be
// spelled in such characters.
bool at_normalize_is_invisible(uint32_t cp);

#endif
