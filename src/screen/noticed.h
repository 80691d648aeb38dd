// noticed.h: what a person notices on the screen after an action
//
// Pure. The changes are ranked as proofs of the action, the best first: a
// counter that has changed, the title of another screen, the state of the
// touched element, a text that has appeared near it. Clocks, relative times,
// dates, ids and whatever changes by itself are never listed: a step that
// expects them fails the next day.
#ifndef AT_SCREEN_NOTICED_H
#define AT_SCREEN_NOTICED_H

#include "screen/tree.h"

enum { AT_NOTICED_MAX = 6 };

enum at_noticed_kind {
    AT_NOTICED_SHOWN, // a text that is new on the screen, or that has changed
    AT_NOTICED_GONE,  // a text that is no longer shown
    AT_NOTICED_STATE, // text is the state of the element "of"
    AT_NOTICED_VALUE, // text is what the field "of" holds
    AT_NOTICED_KINDS,
};
extern const char *const at_noticed_kinds[AT_NOTICED_KINDS];

struct at_noticed_row {
    enum at_noticed_kind kind;
    struct at_str text; // borrowed from one of the trees, or a literal
    struct at_str was; // SHOWN: the text before at the same place; may be empty
    // STATE, VALUE: the element's name. SHOWN: the caption of a bare number;
    // may be empty.
    struct at_str of;
    int64_t rank; // higher is better
};

struct at_noticed {
    struct at_noticed_row rows[AT_NOTICED_MAX];
    size_t count;
    bool is_another_screen;
};

struct at_noticed_action {
    // The touched element before the action; empty: none, as for a key.
    struct at_rect touched;
    // The screen once more, after a moment: what differs from after changes by
    // itself. May be NULL.
    const struct at_tree *again;
};

void at_noticed_find(const struct at_tree *before, const struct at_tree *after,
                     const struct at_noticed_action *action,
                     struct at_noticed *out);

// Return true for a text that differs between two runs of the same test: a
// clock, a date, "2 minutes ago", an id.
bool at_noticed_is_volatile(struct at_str text);

#endif
