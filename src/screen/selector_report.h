// selector_report.h: saying which part of a selector matched nothing, and why
#ifndef AT_SCREEN_SELECTOR_REPORT_H
#define AT_SCREEN_SELECTOR_REPORT_H

#include "screen/match.h"

// "Element not found matching: {…}", the part that failed, near misses;
// refs, which may be NULL, for its advice.
void at_selector_report_none(const struct at_selector *selector,
                             const struct at_tree *tree,
                             const struct at_ref_table *refs,
                             struct at_err *err);

// index lies beyond the count elements that match.
void at_selector_report_index(const struct at_selector *selector, size_t count,
                              struct at_err *err);

// Several match where only one may; refs may be NULL.
void at_selector_report_many(const struct at_selector *selector,
                             const struct at_match *match,
                             const struct at_tree *tree,
                             const struct at_ref_table *refs,
                             struct at_err *err);

// No text field has the focus.
void at_selector_report_focus(const struct at_tree *tree,
                              const struct at_ref_table *refs,
                              struct at_err *err);

// 'text fields here: input "Email" @f1, …'; refs may be NULL.
void at_selector_write_fields(const struct at_tree *tree,
                              const struct at_ref_table *refs,
                              struct at_buf *out);

#endif
