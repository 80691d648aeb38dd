// str.h: borrowed views of text, and parsing of numbers and words
//
// A view does not own its text and need not be NUL-terminated. A view of length
// 0 may have any ptr, including NULL.
#ifndef AT_BASE_STR_H
#define AT_BASE_STR_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

struct at_str {
    const char *ptr;
    size_t len;
};

// Define a view of a string literal, usable in a static initialiser.
#define AT_STR(literal) ((struct at_str){(literal), sizeof(literal) - 1})
#define AT_STR_ROW(literal)                                                    \
    {                                                                          \
        (literal), sizeof(literal) - 1                                         \
    }

// Arguments for printf: "%.*s", AT_STR_ARG(view)
#define AT_STR_ARG(s)                                                          \
    (int)((s).len < INT_MAX ? (s).len : INT_MAX), ((s).len ? (s).ptr : "")

struct at_str at_str(const char *text); // NULL gives the empty view
struct at_str at_str_n(const char *ptr, size_t len);

bool at_str_eq(struct at_str a, struct at_str b);
bool at_str_is(struct at_str a, const char *b);
// Compare, ignoring ASCII case.
bool at_str_eq_nocase(struct at_str a, struct at_str b);
int at_str_cmp(struct at_str a, struct at_str b);

bool at_str_starts(struct at_str s, struct at_str prefix);
bool at_str_ends(struct at_str s, struct at_str suffix);
// Return the offset of needle in s, or -1.
ptrdiff_t at_str_find(struct at_str s, struct at_str needle);
ptrdiff_t at_str_find_nocase(struct at_str s, struct at_str needle);
bool at_str_has(struct at_str s, struct at_str needle);

struct at_str at_str_skip(struct at_str s, size_t n); // drops the first n bytes
struct at_str at_str_head(struct at_str s, size_t n); // keeps the first n bytes
// Return what follows the last sep, or all of s without one.
struct at_str at_str_after_last(struct at_str s, char sep);
struct at_str at_str_trim(struct at_str s); // blanks, tabs, CR, LF

// Split off the text up to sep, and the separator. Return false if *rest is
// empty.
bool at_str_next(struct at_str *rest, char sep, struct at_str *out_part);
// Split off a line, without a CR before the LF.
bool at_str_next_line(struct at_str *rest, struct at_str *out_line);
size_t at_str_count_lines(struct at_str text);
// Return true if s equals one of rows.
bool at_str_in(struct at_str s, const struct at_str *rows, size_t count);

// Read a decimal number. Return false unless the whole view is a number within
// [min, max].
AT_CHECKED bool at_str_to_i64(struct at_str s, int64_t min, int64_t max,
                              int64_t *out);

bool at_str_is_ascii(struct at_str s);
// Return true for well-formed UTF-8 (no overlong forms, no surrogates).
bool at_utf8_valid(struct at_str s);
// Return the length in bytes of the first character: 1 to 4, 0 if it is
// malformed or s is empty. *out_cp may be NULL.
size_t at_utf8_next(struct at_str s, uint32_t *out_cp);
// Write the character into out and return its length.
size_t at_utf8_encode(uint32_t cp, char out[4]);
size_t at_utf8_count(struct at_str s); // a malformed byte counts
// Copy as many whole characters of s as fit into buf of cap bytes with a NUL.
void at_str_cut(char *buf, size_t cap, struct at_str s);
// Like at_str_cut(), but cut after a whole word and append "…".
void at_str_cut_words(char *buf, size_t cap, struct at_str s);
// Return the longest prefix of at most max bytes that ends at a character
// boundary.
struct at_str at_utf8_head(struct at_str s, size_t max);

#endif
