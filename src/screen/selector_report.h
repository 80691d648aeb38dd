// selector_report.h: messages about selectors that match nothing or too much
#ifndef AT_SCREEN_SELECTOR_REPORT_H
#define AT_SCREEN_SELECTOR_REPORT_H

#include "screen/match.h"

// Write the selector in the form of error messages: {"id":"login"}.
void at_selector_write(const struct at_selector *selector, struct at_buf *out);

// Fail with "Element not found matching: {…}", the failed part and near misses.
void at_selector_report_none(const struct at_selector *selector,
                             const struct at_tree *tree,
                             const struct at_ref_table *refs,
                             struct at_err *err);

// Fail because index exceeds the count matching elements.
void at_selector_report_index(const struct at_selector *selector, size_t count,
                              struct at_err *err);

// Fail because several elements match where only one is allowed.
void at_selector_report_many(const struct at_selector *selector,
                             const struct at_match *match,
                             const struct at_tree *tree,
                             const struct at_ref_table *refs,
                             struct at_err *err);

// Fail because no text field is focused.
void at_selector_report_focus(const struct at_tree *tree,
                              const struct at_ref_table *refs,
                              struct at_err *err);

// Write 'text fields here: input "Email" @f1, …'.
void at_selector_write_fields(const struct at_tree *tree,
                              const struct at_ref_table *refs,
                              struct at_buf *out);

#endif
