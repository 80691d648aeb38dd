// alike.h: compares texts by their appearance
//
// Pure. A screen may contain "3:45 PM" with U+202F where people and models
// write a blank. Every comparison of screen text with a text that someone wrote
// uses these functions. They treat as equal:
//
// - any Unicode blank and U+0020;
// - texts with and without invisible characters: soft hyphens, zero-width
//   blanks, direction marks, variation selectors, and joiners next to an ASCII,
//   Latin, Greek or Cyrillic letter, where they join nothing;
// - hyphens, dashes and the minus sign;
// - canonically equal forms: "é" as one character or as two.
//
// Direction overrides (U+202D, U+202E) and joiners between other letters and
// between emoji are visible and therefore count, and so do tabs and line ends.
#ifndef AT_BASE_ALIKE_H
#define AT_BASE_ALIKE_H

#include "base/buf.h"
#include "base/str.h"

bool at_alike_eq(struct at_str a, struct at_str b);
bool at_alike_eq_nocase(struct at_str a, struct at_str b); // ASCII letters
bool at_alike_has(struct at_str has, struct at_str want);
bool at_alike_has_nocase(struct at_str has, struct at_str want);
bool at_alike_starts(struct at_str has, struct at_str want);
// For suggestions: also treat typographic and plain quotes as equal.
bool at_alike_has_near(struct at_str has, struct at_str want);

// Return text in a form in which lookalikes are equal: either text itself or a
// copy in room (AT_BUF_INIT, emptied first). Malformed UTF-8 is kept.
struct at_str at_alike_fold(struct at_str text, struct at_buf *room);

// Return true for a non-ASCII blank or hyphen that looks like the ASCII one.
bool at_cp_is_disguised(uint32_t cp);

#endif
