// advice.h: the next steps that messages suggest, in the reader's terms
//
// An MCP client calls tools; a command line user types commands. Each front
// end has its own phrases, worded for the middle or the end of a sentence.
#ifndef AT_SCREEN_ADVICE_H
#define AT_SCREEN_ADVICE_H

#include <stdbool.h>
#include <stddef.h>

struct at_advice {
    const char *fresh_refs; // "call agentest_get_ui_tree for fresh refs"
    const char *whole_tree; // location of the whole tree
    const char *rest_from;  // text before the line number of a cut; may be NULL
    const char *rest;       // text after it: how to see the rest
    const char *scroll;
    const char *press_back;  // what closes the keyboard
    const char *stand_still; // how to wait until a target stops moving
    const char *see_screen;
    const char *see_log;
    const char *name_app;
    const char *force;   // how to touch a disabled or covered element
    const char *replace; // how to replace a field's text
    bool revisits;       // the client keeps earlier screens
    bool once;           // mention session-wide facts only once
    size_t whole_costs;  // overhead of a whole tree over a diff, bytes
};

#endif
