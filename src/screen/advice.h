// advice.h: what a message advises its reader to do, in the reader's terms
//
// An MCP client calls tools, the user of a command line types commands. Each
// front end has its own phrases, for the end or the middle of a sentence.
#ifndef AT_SCREEN_ADVICE_H
#define AT_SCREEN_ADVICE_H

#include <stdbool.h>
#include <stddef.h>

struct at_advice {
    const char *fresh_refs; // "call agentest_get_ui_tree for fresh refs"
    const char *whole_tree; // where the whole tree is
    const char *rest_from;  // precedes the number of the line at which a tree
                            // was cut; NULL: the number is left out
    const char *rest;       // how to see the rest; follows that number
    const char *scroll;
    const char *press_back;  // what closes the keyboard
    const char *stand_still; // how to wait until a target stops moving
    const char *see_screen;
    const char *see_log;
    const char *name_app;
    const char *force;   // how to touch what is disabled or covered
    const char *replace; // how to replace a field's text
    bool revisits;       // its client knows earlier screens: a diff may be from
                         // one
    bool once;           // what holds for the whole session is said once
    size_t whole_costs;  // bytes that this front end puts around a whole tree,
                         // and not around a diff
};

#endif
