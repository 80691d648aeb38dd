// advice.h: what a message tells its reader to do, in the words of that reader
//
// An MCP client calls tools, the command line's user types commands. The words
// go with the table of refs that a message is about.
#ifndef AT_SCREEN_ADVICE_H
#define AT_SCREEN_ADVICE_H

// Phrases for the end or the middle of a sentence.
struct at_advice {
    const char *fresh_refs; // "call agentest_get_ui_tree for fresh refs"
    const char *whole_tree; // who has it
    const char *rest_from;  // of a tree cut at a line, before that line's
                            // number; NULL: without the number
    const char *rest;       // … and the rest of the advice
    const char *scroll;
    const char *press_back;  // a thing to close the keyboard with
    const char *stand_still; // so that a target can be touched
    const char *see_screen;
    const char *see_log;
    const char *name_app;
    const char *replace; // so that a field's text is no longer added to; NULL
};

extern const struct at_advice at_advice_mcp;
extern const struct at_advice at_advice_cli;

#endif
