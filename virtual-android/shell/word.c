// The grammar of words: quotes, variables, command substitution.
#include "virtual-android/shell/word.h"

#include <string.h>

#include "base/buf.h"
#include "base/limits_virtual.h"

int
vd_parser_peek_at(const struct vd_parser *p, size_t ahead)
{
    size_t at = p->at + ahead;
    return at < p->in.len ? (unsigned char)p->in.ptr[at] : -1;
}

int
vd_parser_peek(const struct vd_parser *p)
{
    return vd_parser_peek_at(p, 0);
}

bool
vd_parser_sees(const struct vd_parser *p, const char *text)
{
    return at_str_starts(at_str_skip(p->in, p->at), at_str(text));
}

bool
vd_parser_bad(struct vd_parser *p, const char *what)
{
    int c = vd_parser_peek(p);
    if (c < 0)
        return at_fail(p->err, AT_EUSAGE, "syntax error: %s at the end", what);
    if (c < 0x20 || c > 0x7e)
        return at_fail(p->err, AT_EUSAGE, "syntax error: %s", what);
    return at_fail(p->err, AT_EUSAGE, "syntax error: %s at '%c'", what, c);
}

bool
vd_parser_enter(struct vd_parser *p)
{
    if (p->depth >= VD_SHELL_MAX_DEPTH)
        return at_fail(p->err, AT_EUSAGE, "syntax error: nested deeper than %d",
                       VD_SHELL_MAX_DEPTH);
    p->depth++;
    return true;
}

bool
vd_parser_is_name_start(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool
vd_parser_is_name_char(int c)
{
    return vd_parser_is_name_start(c) || (c >= '0' && c <= '9');
}

bool
vd_parser_ends_word(int c)
{
    return c < 0 || strchr(" \t\r\n|&;()<>", c) != NULL;
}

void
vd_parser_skip_blanks(struct vd_parser *p)
{
    for (;;) {
        int c = vd_parser_peek(p);
        if (c == ' ' || c == '\t' || c == '\r') {
            p->at++;
        } else if (c == '\\' && vd_parser_peek_at(p, 1) == '\n') {
            p->at += 2;
        } else {
            break;
        }
    }
    if (vd_parser_peek(p) == '#') {
        while (vd_parser_peek(p) >= 0 && vd_parser_peek(p) != '\n')
            p->at++;
    }
}

void
vd_parser_skip_lines(struct vd_parser *p)
{
    vd_parser_skip_blanks(p);
    while (vd_parser_peek(p) == '\n') {
        p->at++;
        vd_parser_skip_blanks(p);
    }
}

// A word that is being built: characters are added to text until a part of
// another kind comes.
struct word_maker {
    struct vd_parser *p;
    struct vd_part **tail;
    struct at_buf text;
    bool quoted; // text was quoted
    bool open;   // text has begun, even if with empty quotes
};

static struct vd_part *
add_part(struct word_maker *w, enum vd_part_kind kind, struct at_str text,
         bool quoted)
{
    struct vd_part *part = at_arena_alloc(w->p->arena, sizeof(*part));
    part->kind = kind;
    part->text = at_arena_dup(w->p->arena, text);
    part->quoted = quoted;
    *w->tail = part;
    w->tail = &part->next;
    return part;
}

static void
flush_text(struct word_maker *w)
{
    if (w->open)
        add_part(w, VD_PART_TEXT, at_buf_str(&w->text), w->quoted);
    at_buf_clear(&w->text);
    w->open = false;
}

static void
add_char(struct word_maker *w, int c, bool quoted)
{
    if (w->open && w->quoted != quoted)
        flush_text(w);
    w->open = true;
    w->quoted = quoted;
    if (c >= 0)
        at_buf_add_char(&w->text, (char)c);
}

static bool
parse_braced_name(struct word_maker *w, bool quoted)
{
    struct vd_parser *p = w->p;
    size_t start = p->at += 2;
    while (vd_parser_is_name_char(vd_parser_peek(p)) ||
           (p->at == start && vd_parser_peek(p) >= 0 &&
            strchr("?$#@*!", vd_parser_peek(p))))
        p->at++;
    if (p->at == start || vd_parser_peek(p) != '}')
        return vd_parser_bad(p, "bad substitution");
    struct at_str name = at_str_n(p->in.ptr + start, p->at - start);
    add_part(w, VD_PART_VAR, name, quoted);
    p->at++;
    return true;
}

// The list up to close; the opening was read already.
bool
vd_parser_until(struct vd_parser *p, char close, struct vd_sh **out)
{
    if (!vd_parser_enter(p) || !vd_parser_list(p, out))
        return false;
    vd_parser_skip_lines(p);
    if (vd_parser_peek(p) != close)
        return vd_parser_bad(p, "unexpected token");
    p->at++;
    p->depth--;
    return true;
}

static bool
parse_command_part(struct word_maker *w, bool quoted)
{
    struct vd_sh *command = NULL;
    if (vd_parser_peek_at(w->p, 2) == '(')
        return vd_parser_bad(w->p, "no arithmetic here");
    w->p->at += 2;
    if (!vd_parser_until(w->p, ')', &command))
        return false;
    add_part(w, VD_PART_COMMAND, at_str(NULL), quoted)->command = command;
    return true;
}

// The text between backquotes is parsed after removing one level of
// backslashes.
static bool
parse_backquotes(struct word_maker *w, bool quoted)
{
    struct vd_parser *p = w->p;
    struct at_buf line = AT_BUF_INIT(VD_SHELL_LINE_MAX_BYTES);
    p->at++;
    while (vd_parser_peek(p) >= 0 && vd_parser_peek(p) != '`') {
        int next = vd_parser_peek_at(p, 1);
        if (vd_parser_peek(p) == '\\' && next >= 0 && strchr("$`\\", next))
            p->at++;
        at_buf_add_char(&line, (char)vd_parser_peek(p));
        p->at++;
    }
    struct vd_parser inner = *p;
    inner.in = at_arena_dup(p->arena, at_buf_str(&line));
    inner.at = 0;
    at_buf_deinit(&line);
    if (vd_parser_peek(p) != '`')
        return vd_parser_bad(p, "no closing quote");
    p->at++;
    struct vd_sh *command = NULL;
    if (!vd_parser_enter(&inner) || !vd_parser_list(&inner, &command))
        return false;
    if (vd_parser_peek(&inner) >= 0)
        return vd_parser_bad(&inner, "unexpected token");
    add_part(w, VD_PART_COMMAND, at_str(NULL), quoted)->command = command;
    return true;
}

static bool
parse_dollar(struct word_maker *w, bool quoted)
{
    struct vd_parser *p = w->p;
    int next = vd_parser_peek_at(p, 1);
    size_t len = 1;
    if (next == '(' || next == '{' || vd_parser_is_name_start(next) ||
        (next >= 0 && strchr("?$#@*!0123456789", next))) {
        flush_text(w);
    } else {
        add_char(w, '$', quoted);
        p->at++;
        return true;
    }
    if (next == '(')
        return parse_command_part(w, quoted);
    if (next == '{')
        return parse_braced_name(w, quoted);
    while (vd_parser_is_name_start(next) &&
           vd_parser_is_name_char(vd_parser_peek_at(p, 1 + len)))
        len++;
    add_part(w, VD_PART_VAR, at_str_n(p->in.ptr + p->at + 1, len), quoted);
    p->at += 1 + len;
    return true;
}

static bool
parse_single(struct word_maker *w)
{
    struct vd_parser *p = w->p;
    add_char(w, -1, true);
    for (p->at++; vd_parser_peek(p) >= 0 && vd_parser_peek(p) != '\''; p->at++)
        add_char(w, vd_parser_peek(p), true);
    if (vd_parser_peek(p) < 0)
        return vd_parser_bad(p, "no closing quote");
    p->at++;
    return true;
}

static bool
parse_double(struct word_maker *w)
{
    struct vd_parser *p = w->p;
    add_char(w, -1, true);
    p->at++;
    while (vd_parser_peek(p) >= 0 && vd_parser_peek(p) != '"') {
        int c = vd_parser_peek(p);
        int next = vd_parser_peek_at(p, 1);
        if (c == '$') {
            if (!parse_dollar(w, true))
                return false;
            continue;
        }
        if (c == '`') {
            flush_text(w);
            if (!parse_backquotes(w, true))
                return false;
            continue;
        }
        if (c == '\\' && next >= 0 && strchr("$`\"\\\n", next)) {
            p->at++;
            c = next == '\n' ? -1 : next;
        }
        add_char(w, c, true);
        p->at++;
    }
    if (vd_parser_peek(p) < 0)
        return vd_parser_bad(p, "no closing quote");
    p->at++;
    return true;
}

static bool
parse_word_char(struct word_maker *w)
{
    struct vd_parser *p = w->p;
    switch (vd_parser_peek(p)) {
    case '\'':
        return parse_single(w);
    case '"':
        return parse_double(w);
    case '$':
        return parse_dollar(w, false);
    case '`':
        flush_text(w);
        return parse_backquotes(w, false);
    case '\\':
        if (vd_parser_peek_at(p, 1) == '\n') {
            p->at += 2;
            return true;
        }
        if (vd_parser_peek_at(p, 1) >= 0)
            p->at++;
        add_char(w, vd_parser_peek(p), true);
        p->at++;
        return true;
    }
    add_char(w, vd_parser_peek(p), false);
    p->at++;
    return true;
}

bool
vd_parser_word(struct vd_parser *p, struct vd_word **out)
{
    struct vd_word *word = at_arena_alloc(p->arena, sizeof(*word));
    struct word_maker w = {
        .p = p,
        .tail = &word->parts,
        .text = AT_BUF_INIT(VD_SHELL_LINE_MAX_BYTES),
    };
    bool ok = true;
    if (vd_parser_ends_word(vd_parser_peek(p)))
        ok = vd_parser_bad(p, "unexpected token");
    while (ok && !vd_parser_ends_word(vd_parser_peek(p)))
        ok = parse_word_char(&w);
    flush_text(&w);
    at_buf_deinit(&w.text);
    *out = word;
    return ok;
}
