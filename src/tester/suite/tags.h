// tags.h: expressions over the tags of a scenario; pure
//
// "smoke"        has the tag (ASCII case is ignored)
// "!slow"        does not have it
// "smoke+login"  both
// "smoke,login"  either; "+" binds closer: "a+b,c" is (a and b) or c
#ifndef AT_TESTER_SUITE_TAGS_H
#define AT_TESTER_SUITE_TAGS_H

#include "base/argv.h"
#include "base/err.h"
#include "base/str.h"

// AT_EUSAGE: a tag is missing, before or after an operator.
AT_CHECKED bool at_tags_check(struct at_str expression, struct at_err *err);
// Return true if the tags satisfy an expression that at_tags_check() accepts.
bool at_tags_match(struct at_str expression, const struct at_argv *tags);

#endif
