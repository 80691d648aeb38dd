// shell.h: the mini shell: a tree of commands from a line, and running it
//
// The parser is pure: text in, a tree in an arena out. It knows simple
// commands with redirections and assignments, | && || ; ! ( ) { }, if, quotes,
// $VAR, $(...) and `...`; not loops, functions, here-documents or arithmetic.
#ifndef VIRTUAL_ANDROID_SHELL_H
#define VIRTUAL_ANDROID_SHELL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

enum va_part_kind {
    VA_PART_TEXT,
    VA_PART_VAR,     // text is its name
    VA_PART_COMMAND, // $(...): its output
};

// A word is a chain of parts that are joined without a blank.
struct va_part {
    struct va_part *next;
    enum va_part_kind kind;
    bool quoted; // neither split at blanks nor a pattern
    struct at_str text;
    struct va_sh *command;
};

struct va_word {
    struct va_word *next;
    struct va_part *parts; // NULL: the empty word
};

enum va_redir_kind {
    VA_REDIR_IN,     // < word
    VA_REDIR_OUT,    // > word
    VA_REDIR_APPEND, // >> word
    VA_REDIR_DUP,    // >&from
};

struct va_redir {
    struct va_redir *next;
    enum va_redir_kind kind;
    int fd; // 0, 1 or 2
    int from;
    struct va_word *word;
};

enum va_sh_kind {
    VA_SH_COMMAND,
    VA_SH_PIPE,  // left | right
    VA_SH_AND,   // left && right
    VA_SH_OR,    // left || right
    VA_SH_LIST,  // left ; right
    VA_SH_NOT,   // ! left
    VA_SH_GROUP, // { left } with redirections
    VA_SH_SUB,   // ( left ) with redirections
    VA_SH_IF,    // if left; then right; else other; fi
};

struct va_sh {
    enum va_sh_kind kind;
    struct va_sh *left; // NULL: nothing to run
    struct va_sh *right;
    struct va_sh *other;
    struct va_word *assigns; // "NAME=" stands in the first part
    struct va_word *words;
    struct va_redir *redirs;
};

// line is borrowed for the call. *out is NULL for an empty line. A line that
// is not shell fails with AT_EUSAGE and "syntax error: ..." as its message.
AT_CHECKED bool va_shell_parse(struct at_arena *arena, struct at_str line,
                               struct va_sh **out, struct at_err *err);

#endif
