// alike.h: texts that look the same are the same; pure
//
// A screen writes "3:45 PM" with U+202F where people and models see and write a
// blank. Every comparison of a text of the screen with one that somebody wrote
// goes through here. These are the same:
// - any blank of Unicode and U+0020;
// - a text with and without what nobody sees: soft hyphens, zero-width blanks,
//   marks of direction, variation selectors, and joiners beside an ASCII,
//   Latin, Greek or Cyrillic letter, where they join nothing;
// - hyphens, dashes and the minus sign;
// - canonically equal forms: "é" as one character or as two.
// Overrides of direction (U+202D, U+202E) and joiners between other letters and
// between emoji change what is seen, and count. So do tabs and line ends.
#ifndef AT_BASE_ALIKE_H
#define AT_BASE_ALIKE_H

#include "base/buf.h"
#include "base/str.h"

bool at_alike_eq(struct at_str a, struct at_str b);
bool at_alike_eq_nocase(struct at_str a, struct at_str b); // ASCII letters
bool at_alike_has(struct at_str has, struct at_str want);
bool at_alike_has_nocase(struct at_str has, struct at_str want);
bool at_alike_starts(struct at_str has, struct at_str want);
// For what is offered as nearest: typographic and plain quotes are the same,
// too.
bool at_alike_has_near(struct at_str has, struct at_str want);

// Return text in the form in which texts that look the same are equal: text
// itself, or what was written into room (AT_BUF_INIT, emptied first). Malformed
// UTF-8 stays as it is.
struct at_str at_alike_fold(struct at_str text, struct at_buf *room);

// Is this a blank or a hyphen outside ASCII, which reads like the one in it?
bool at_cp_is_disguised(uint32_t cp);

#endif
