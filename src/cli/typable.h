// typable.h: which texts can be typed for certain
#ifndef AT_CLI_TYPABLE_H
#define AT_CLI_TYPABLE_H

#include "base/err.h"
#include "cli/invocation.h"

// AT_EUSAGE if it is empty, too long or not UTF-8.
AT_CHECKED bool at_typable_check_text(struct at_str text, struct at_err *err);
// Return true if it has only characters that every device types
// (cli/strict_text.h).
bool at_typable_is_strict(struct at_str text);
// Ask the device, unless the answer is known. *out_can tells if it can type the
// text.
AT_CHECKED bool at_typable_ask(struct at_invocation *invocation,
                               struct at_app *app, struct at_str text,
                               bool *out_can, struct at_err *err);
// Fail with the first character that cannot be typed. It is not shown if it may
// belong to a password.
bool at_typable_fail(struct at_invocation *invocation, struct at_str text,
                     bool hidden, struct at_err *err);
// Add why the helper, which types any text, is not available.
void at_typable_add_reasons(const struct at_device *device, struct at_err *err);

#endif
