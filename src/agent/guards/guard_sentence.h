// guard_sentence.h: text in sentences, and amounts of money in it; pure
#ifndef AT_AGENT_GUARDS_GUARD_SENTENCE_H
#define AT_AGENT_GUARDS_GUARD_SENTENCE_H

#include "base/str.h"

struct at_guard_sentence {
    struct at_str words; // without what ends it
    bool asks;           // it ends with a question mark
};

// Split the next sentence off *rest. A line break ends one, a point between two
// digits does not. False at the end of the text.
bool at_guard_next_sentence(struct at_str *rest, struct at_guard_sentence *out);

// Return true if text has an amount of money in any script: digits beside a
// currency sign ("$9.99", "199 ฿"), or beside the code or the short name of a
// currency ("EUR 12", "50 Kč").
bool at_guard_has_price(struct at_str text);

#endif
