// parse.h: a line of the mini shell as a tree of commands
//
// The parser is pure: text in, a tree in an arena out. It knows simple
// commands with redirections and assignments, | && || ; ! ( ) { }, if, quotes,
// $VAR, $(...) and `...`; not loops, functions, here-documents or arithmetic.
#ifndef VIRTUAL_ANDROID_SHELL_PARSE_H
#define VIRTUAL_ANDROID_SHELL_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

enum vd_part_kind {
    VD_PART_TEXT,
    VD_PART_VAR,     // text is its name
    VD_PART_COMMAND, // $(...): its output
};

// A word is a chain of parts that are joined without a blank.
struct vd_part {
    struct vd_part *next;
    enum vd_part_kind kind;
    bool quoted; // neither split at blanks nor a pattern
    struct at_str text;
    struct vd_sh *command;
};

struct vd_word {
    struct vd_word *next;
    struct vd_part *parts; // NULL: the empty word
};

enum vd_redir_kind {
    VD_REDIR_IN,     // < word
    VD_REDIR_OUT,    // > word
    VD_REDIR_APPEND, // >> word
    VD_REDIR_DUP,    // >&from
};

struct vd_redir {
    struct vd_redir *next;
    enum vd_redir_kind kind;
    int fd; // 0, 1 or 2
    int from;
    struct vd_word *word;
};

enum vd_sh_kind {
    VD_SH_COMMAND,
    VD_SH_PIPE,  // left | right
    VD_SH_AND,   // left && right
    VD_SH_OR,    // left || right
    VD_SH_LIST,  // left ; right
    VD_SH_NOT,   // ! left
    VD_SH_GROUP, // { left } with redirections
    VD_SH_SUB,   // ( left ) with redirections
    VD_SH_IF,    // if left; then right; else other; fi
};

struct vd_sh {
    enum vd_sh_kind kind;
    struct vd_sh *left; // NULL: nothing to run
    struct vd_sh *right;
    struct vd_sh *other;
    struct vd_word *assigns; // "NAME=" is in the first part
    struct vd_word *words;
    struct vd_redir *redirs;
};

// line is borrowed for the call. *out is NULL for an empty line. Fails with
// AT_EUSAGE and "syntax error: ..." if the line cannot be parsed.
AT_CHECKED bool vd_shell_parse(struct at_arena *arena, struct at_str line,
                               struct vd_sh **out, struct at_err *err);

struct vd_parser;
// For word.c: the commands within $( ).
bool vd_parser_list(struct vd_parser *p, struct vd_sh **out);

#endif
