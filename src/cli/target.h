// target.h: the words by which ui commands name an element or a point; pure
//
// @e12 (or --ref e12), coords:540,960, text:"Sign in", id:"login". The quotes
// may be missing, because shells remove them.
#ifndef AT_CLI_TARGET_H
#define AT_CLI_TARGET_H

#include "base/err.h"
#include "screen/selector.h"
#include "screen/tree.h"

enum at_target_form {
    AT_TARGET_REF,
    AT_TARGET_COORDS,
    AT_TARGET_TEXT,
    AT_TARGET_ID,
};

struct at_target {
    enum at_target_form form;
    char ref[AT_REF_NAME_MAX]; // "@e12"
    size_t number;             // 12
    struct at_point at;
    struct at_str text; // the text after text: or id:, borrowed from the word
};

// For help pages.
#define AT_TARGET_FORMS "@e12, coords:540,960, text:\"Sign in\" or id:\"login\""

#define AT_TARGET_ELEMENT_FORMS                                                \
    "part of its text; or @e12, text:\"Sign in\", id:\"login\""

// Read word or ref (of --ref), exactly one of them. AT_EUSAGE says what is
// wrong and which forms are valid.
AT_CHECKED bool at_target_read(const char *word, const char *ref,
                               struct at_target *out, struct at_err *err);

// Return true if word is one of the forms, or close to one. Otherwise it is a
// plain text.
bool at_target_is_form(const char *word);

// Read "x,y", both from 0 on.
AT_CHECKED bool at_target_read_point(const char *word, struct at_point *out,
                                     struct at_err *err);

// Read what names an element: a target that is not a point, or a plain text,
// which is a part of a text on the screen. out_selector borrows from target.
AT_CHECKED bool at_target_read_element(const char *word,
                                       struct at_target *out_target,
                                       struct at_selector *out_selector,
                                       struct at_err *err);

// The same for an element that is found by its name, such as a field: a plain
// word must be its whole name, and is ambiguous if several have it.
AT_CHECKED bool at_target_read_name(const char *word,
                                    struct at_target *out_target,
                                    struct at_selector *out_selector,
                                    struct at_err *err);

// Return the selector of a target that is not a point; it borrows from target.
struct at_selector at_target_selector(const struct at_target *target);

#endif
