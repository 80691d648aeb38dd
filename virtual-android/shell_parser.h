// shell_parser.h: the parser's cursor and words; for its two files only
#ifndef VIRTUAL_ANDROID_SHELL_PARSER_H
#define VIRTUAL_ANDROID_SHELL_PARSER_H

#include "virtual-android/shell.h"

struct va_parser {
    struct at_arena *arena;
    struct at_str in;
    size_t at;
    int depth; // of nesting, at most VA_SHELL_MAX_DEPTH
    struct at_err *err;
};

// The next character, or the one so far ahead; -1 at the end.
int va_parser_peek(const struct va_parser *p);
int va_parser_peek_at(const struct va_parser *p, size_t ahead);
bool va_parser_sees(const struct va_parser *p, const char *text);
bool va_parser_ends_word(int c);
bool va_parser_is_name_start(int c);
bool va_parser_is_name_char(int c);
void va_parser_skip_blanks(struct va_parser *p); // comments too
void va_parser_skip_lines(struct va_parser *p);

// Fail with what is wrong at the cursor.
bool va_parser_bad(struct va_parser *p, const char *what);
// One level deeper; fails at the limit.
bool va_parser_enter(struct va_parser *p);

bool va_parser_word(struct va_parser *p, struct va_word **out);
// The list up to close, which is eaten; the opening was already.
bool va_parser_until(struct va_parser *p, char close, struct va_sh **out);
bool va_parser_list(struct va_parser *p, struct va_sh **out);

#endif
