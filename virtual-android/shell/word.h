// word.h: the parser's cursor and words; for parse.c and word.c only
#ifndef VIRTUAL_ANDROID_SHELL_WORD_H
#define VIRTUAL_ANDROID_SHELL_WORD_H

#include "virtual-android/shell/parse.h"

struct vd_parser {
    struct at_arena *arena;
    struct at_str in;
    size_t at;
    int depth; // nesting depth, at most VD_SHELL_MAX_DEPTH
    struct at_err *err;
};

// The next character, or the one `ahead` of it; -1 at the end.
int vd_parser_peek(const struct vd_parser *p);
int vd_parser_peek_at(const struct vd_parser *p, size_t ahead);
bool vd_parser_sees(const struct vd_parser *p, const char *text);
bool vd_parser_ends_word(int c);
bool vd_parser_is_name_start(int c);
bool vd_parser_is_name_char(int c);
void vd_parser_skip_blanks(struct vd_parser *p); // comments too
void vd_parser_skip_lines(struct vd_parser *p);

// Fail with `what` and the cursor's position.
bool vd_parser_bad(struct vd_parser *p, const char *what);
// One level deeper; fails at the limit.
bool vd_parser_enter(struct vd_parser *p);

bool vd_parser_word(struct vd_parser *p, struct vd_word **out);
// Parse the list up to close, which is consumed; the opening already was.
bool vd_parser_until(struct vd_parser *p, char close, struct vd_sh **out);

#endif
