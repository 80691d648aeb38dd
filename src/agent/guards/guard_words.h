// guard_words.h: guarded actions and the words for them, as tables; pure
//
// guard_words.txt has the words of all languages, normalized as
// agent/guards/normalize.h does it.
#ifndef AT_AGENT_GUARDS_GUARD_WORDS_H
#define AT_AGENT_GUARDS_GUARD_WORDS_H

#include <stddef.h>

#include "base/str.h"

struct at_guard_words {
    const struct at_str *rows;
    size_t count;
};

enum at_guard_rule {
    AT_GUARD_ACCOUNT,
    AT_GUARD_PAY,
    AT_GUARD_MONEY,
    AT_GUARD_UNINSTALL,
    AT_GUARD_ERASE,
    AT_GUARD_EMERGENCY,
    AT_GUARD_RULE_COUNT,
};

struct at_guard_rule_row {
    const char *name;                     // the word in "allowed" of a scenario
    const char *does;                     // "would delete an account"
    const struct at_guard_words *phrases; // guarded anywhere
    const struct at_guard_words *verbs;   // see at_guard_label()
    const struct at_guard_words *alone;   // guarded if nothing else is named
};

extern const struct at_guard_rule_row at_guard_rules[AT_GUARD_RULE_COUNT];

// Sets of words of all languages.
enum at_guard_set {
    AT_GUARD_CONFIRMS,     // on buttons that only confirm
    AT_GUARD_REFUSES,      // on buttons that leave a dialog as it was
    AT_GUARD_BESIDE_VERBS, // "now", "with", "eur": "Pay now" is just "Pay"
    AT_GUARD_NOT_A_VERB,   // "history": "Purchase history" buys nothing
    AT_GUARD_NEGATES,      // "not", "without"
    AT_GUARD_LOOKS,        // "verify", "check": a step looks, nothing more
    AT_GUARD_STATES,       // "visible", "shown", "should"
    AT_GUARD_ACTS,         // "tap", "press"
    AT_GUARD_THENS,        // "then", "finally"
    AT_GUARD_SPEAKS,       // addresses an assistant, not a person
    AT_GUARD_PAYS_TOO,     // "and pay"
    AT_GUARD_MAYS,         // "can", "at any time": possible, not asked for
    AT_GUARD_WARNS,        // "will", "permanently": a page's warning
    AT_GUARD_VIEWS,        // "view", "cart": the amount beside it is only shown
    AT_GUARD_CHARGES,      // "total", "charged": the amount beside it is paid
    AT_GUARD_CURRENCIES,   // names and codes of currencies
    AT_GUARD_SLIDES,       // "slide", "swipe": a movement acts
    AT_GUARD_SET_COUNT,
};

extern const struct at_guard_words *const at_guard_sets[AT_GUARD_SET_COUNT];

#endif
