// noticed_words.h: texts that change by themselves, and counters
//
// Private to noticed.
#ifndef AT_SCREEN_NOTICED_WORDS_H
#define AT_SCREEN_NOTICED_WORDS_H

#include "base/str.h"

// Return true if the texts differ in their numbers only, and have one:
// "Cart (0)", "Cart (1)".
bool at_noticed_counts(struct at_str was, struct at_str is);

#endif
