#include "virtual-android/shell.h"

#include <string.h>

#include "base/buf.h"
#include "base/limits.h"

struct parser {
    struct at_arena *arena;
    struct at_str in;
    size_t at;
    int depth;
    struct at_err *err;
};

static bool parse_list(struct parser *p, struct va_sh **out);

static int
peek_at(const struct parser *p, size_t ahead)
{
    size_t at = p->at + ahead;
    return at < p->in.len ? (unsigned char)p->in.ptr[at] : -1;
}

static int
peek(const struct parser *p)
{
    return peek_at(p, 0);
}

static bool
looking_at(const struct parser *p, const char *text)
{
    return at_str_starts(at_str_skip(p->in, p->at), at_str(text));
}

static bool
bad(struct parser *p, const char *what)
{
    int c = peek(p);
    if (c < 0)
        return at_fail(p->err, AT_EUSAGE, "syntax error: %s at the end", what);
    if (c < 0x20 || c > 0x7e)
        return at_fail(p->err, AT_EUSAGE, "syntax error: %s", what);
    return at_fail(p->err, AT_EUSAGE, "syntax error: %s at '%c'", what, c);
}

static bool
enter(struct parser *p)
{
    if (p->depth >= VA_SHELL_MAX_DEPTH)
        return at_fail(p->err, AT_EUSAGE, "syntax error: nested deeper than %d",
                       VA_SHELL_MAX_DEPTH);
    p->depth++;
    return true;
}

static bool
is_name_start(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool
is_name_char(int c)
{
    return is_name_start(c) || (c >= '0' && c <= '9');
}

static bool
ends_word(int c)
{
    return c < 0 || strchr(" \t\r\n|&;()<>", c) != NULL;
}

static void
skip_blanks(struct parser *p)
{
    for (;;) {
        int c = peek(p);
        if (c == ' ' || c == '\t' || c == '\r') {
            p->at++;
        } else if (c == '\\' && peek_at(p, 1) == '\n') {
            p->at += 2;
        } else {
            break;
        }
    }
    if (peek(p) == '#') {
        while (peek(p) >= 0 && peek(p) != '\n')
            p->at++;
    }
}

static void
skip_lines(struct parser *p)
{
    skip_blanks(p);
    while (peek(p) == '\n') {
        p->at++;
        skip_blanks(p);
    }
}

// Words

// A word under construction: characters gather in text until a part of
// another kind comes.
struct word_maker {
    struct parser *p;
    struct va_part **tail;
    struct at_buf text;
    bool quoted; // what gathers
    bool open;   // something gathers, be it an empty quotation
};

static struct va_part *
add_part(struct word_maker *w, enum va_part_kind kind, struct at_str text,
         bool quoted)
{
    struct va_part *part = at_arena_alloc(w->p->arena, sizeof(*part));
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
        add_part(w, VA_PART_TEXT, at_buf_str(&w->text), w->quoted);
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
    struct parser *p = w->p;
    size_t start = p->at += 2;
    while (is_name_char(peek(p)) ||
           (p->at == start && peek(p) >= 0 && strchr("?$#@*!", peek(p))))
        p->at++;
    if (p->at == start || peek(p) != '}')
        return bad(p, "bad substitution");
    struct at_str name = at_str_n(p->in.ptr + start, p->at - start);
    add_part(w, VA_PART_VAR, name, quoted);
    p->at++;
    return true;
}

// The list between an opening that was read and close.
static bool
parse_until(struct parser *p, char close, struct va_sh **out)
{
    if (!enter(p) || !parse_list(p, out))
        return false;
    skip_lines(p);
    if (peek(p) != close)
        return bad(p, "unexpected token");
    p->at++;
    p->depth--;
    return true;
}

static bool
parse_command_part(struct word_maker *w, bool quoted)
{
    struct va_sh *command = NULL;
    if (peek_at(w->p, 2) == '(')
        return bad(w->p, "no arithmetic here");
    w->p->at += 2;
    if (!parse_until(w->p, ')', &command))
        return false;
    add_part(w, VA_PART_COMMAND, at_str(NULL), quoted)->command = command;
    return true;
}

// What stands between backquotes is a line of its own, less one level of
// backslashes.
static bool
parse_backquotes(struct word_maker *w, bool quoted)
{
    struct parser *p = w->p;
    struct at_buf line = AT_BUF_INIT(VA_SHELL_LINE_MAX_BYTES);
    p->at++;
    while (peek(p) >= 0 && peek(p) != '`') {
        int next = peek_at(p, 1);
        if (peek(p) == '\\' && next >= 0 && strchr("$`\\", next))
            p->at++;
        at_buf_add_char(&line, (char)peek(p));
        p->at++;
    }
    struct parser inner = *p;
    inner.in = at_arena_dup(p->arena, at_buf_str(&line));
    inner.at = 0;
    at_buf_deinit(&line);
    if (peek(p) != '`')
        return bad(p, "no closing quote");
    p->at++;
    struct va_sh *command = NULL;
    if (!enter(&inner) || !parse_list(&inner, &command))
        return false;
    if (peek(&inner) >= 0)
        return bad(&inner, "unexpected token");
    add_part(w, VA_PART_COMMAND, at_str(NULL), quoted)->command = command;
    return true;
}

static bool
parse_dollar(struct word_maker *w, bool quoted)
{
    struct parser *p = w->p;
    int next = peek_at(p, 1);
    size_t len = 1;

    if (next == '(' || next == '{' || is_name_start(next) ||
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
    while (is_name_start(next) && is_name_char(peek_at(p, 1 + len)))
        len++;
    add_part(w, VA_PART_VAR, at_str_n(p->in.ptr + p->at + 1, len), quoted);
    p->at += 1 + len;
    return true;
}

static bool
parse_single(struct word_maker *w)
{
    struct parser *p = w->p;
    add_char(w, -1, true);
    for (p->at++; peek(p) >= 0 && peek(p) != '\''; p->at++)
        add_char(w, peek(p), true);
    if (peek(p) < 0)
        return bad(p, "no closing quote");
    p->at++;
    return true;
}

static bool
parse_double(struct word_maker *w)
{
    struct parser *p = w->p;
    add_char(w, -1, true);
    p->at++;
    while (peek(p) >= 0 && peek(p) != '"') {
        int c = peek(p);
        int next = peek_at(p, 1);
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
    if (peek(p) < 0)
        return bad(p, "no closing quote");
    p->at++;
    return true;
}

static bool
parse_word_char(struct word_maker *w)
{
    struct parser *p = w->p;
    switch (peek(p)) {
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
        if (peek_at(p, 1) == '\n') {
            p->at += 2;
            return true;
        }
        if (peek_at(p, 1) >= 0)
            p->at++;
        add_char(w, peek(p), true);
        p->at++;
        return true;
    }
    add_char(w, peek(p), false);
    p->at++;
    return true;
}

static bool
parse_word(struct parser *p, struct va_word **out)
{
    struct va_word *word = at_arena_alloc(p->arena, sizeof(*word));
    struct word_maker w = {
        .p = p,
        .tail = &word->parts,
        .text = AT_BUF_INIT(VA_SHELL_LINE_MAX_BYTES),
    };
    bool ok = true;
    if (ends_word(peek(p)))
        ok = bad(p, "unexpected token");
    while (ok && !ends_word(peek(p)))
        ok = parse_word_char(&w);
    flush_text(&w);
    at_buf_deinit(&w.text);
    *out = word;
    return ok;
}

// Redirections

static struct va_redir *
add_redir(struct parser *p, struct va_redir ***tail, enum va_redir_kind kind,
          int fd)
{
    struct va_redir *redir = at_arena_alloc(p->arena, sizeof(*redir));
    redir->kind = kind;
    redir->fd = fd;
    **tail = redir;
    *tail = &redir->next;
    return redir;
}

// ">&1", "2>&1", ">&-"; p is behind the '&'.
static bool
parse_dup(struct parser *p, struct va_redir ***tail, int fd)
{
    static const char null[] = "/dev/null";
    int c = peek(p);
    if (c == '1' || c == '2') {
        add_redir(p, tail, VA_REDIR_DUP, fd)->from = c - '0';
    } else if (c == '-') {
        struct parser inner = {p->arena, at_str(null), 0, 0, p->err};
        struct va_redir *redir = add_redir(p, tail, VA_REDIR_OUT, fd);
        if (!parse_word(&inner, &redir->word))
            return false;
    } else {
        return bad(p, "bad descriptor");
    }
    p->at++;
    return true;
}

static bool
at_redir(const struct parser *p)
{
    int c = peek(p);
    if (c >= '0' && c <= '2')
        c = peek_at(p, 1);
    return c == '<' || c == '>' || looking_at(p, "&>");
}

static bool
parse_redir(struct parser *p, struct va_redir ***tail)
{
    bool both = peek(p) == '&'; // "&>FILE" is ">FILE 2>&1"
    int fd = -1;
    if (both)
        p->at++;
    else if (peek(p) >= '0' && peek(p) <= '2')
        fd = p->in.ptr[p->at++] - '0';
    bool in = peek(p) == '<';
    p->at++;
    bool append = !in && peek(p) == '>';
    if (append)
        p->at++;
    if (in && (peek(p) == '<' || peek(p) == '&' || peek(p) == '>'))
        return bad(p, "no such redirection here");
    if (fd < 0)
        fd = in ? 0 : 1;
    if (in != (fd == 0))
        return bad(p, "bad descriptor");
    if (!in && !append && peek(p) == '&') {
        p->at++;
        return parse_dup(p, tail, fd);
    }
    skip_blanks(p);
    struct va_redir *redir = add_redir(p, tail,
                                       in       ? VA_REDIR_IN
                                       : append ? VA_REDIR_APPEND
                                                : VA_REDIR_OUT,
                                       fd);
    if (!parse_word(p, &redir->word))
        return false;
    if (both)
        add_redir(p, tail, VA_REDIR_DUP, 2)->from = 1;
    return true;
}

static bool
parse_redirs(struct parser *p, struct va_redir **out)
{
    struct va_redir **tail = out;
    for (skip_blanks(p); at_redir(p); skip_blanks(p)) {
        if (!parse_redir(p, &tail))
            return false;
    }
    return true;
}

// Commands

// Is this reserved word next, as a word of its own?
static bool
at_reserved(const struct parser *p, const char *word)
{
    return looking_at(p, word) && ends_word(peek_at(p, strlen(word)));
}

static bool
at_list_end(const struct parser *p)
{
    static const char *const ends[] = {"then", "elif", "else", "fi", "}"};
    if (peek(p) < 0 || peek(p) == ')')
        return true;
    for (size_t i = 0; i < AT_LEN(ends); i++) {
        if (at_reserved(p, ends[i]))
            return true;
    }
    return false;
}

static bool
expect_reserved(struct parser *p, const char *word)
{
    skip_lines(p);
    if (!at_reserved(p, word))
        return bad(p, "unexpected token");
    p->at += strlen(word);
    return true;
}

static struct va_sh *
new_node(struct parser *p, enum va_sh_kind kind)
{
    struct va_sh *node = at_arena_alloc(p->arena, sizeof(*node));
    node->kind = kind;
    return node;
}

static bool
is_assignment(const struct va_word *word)
{
    const struct va_part *part = word->parts;
    if (!part || part->kind != VA_PART_TEXT || part->quoted)
        return false;
    size_t i = 0;
    while (i < part->text.len && is_name_char(part->text.ptr[i]))
        i++;
    return i > 0 && i < part->text.len && part->text.ptr[i] == '=' &&
           is_name_start(part->text.ptr[0]);
}

static bool
parse_simple(struct parser *p, struct va_sh *node)
{
    struct va_word **assigns = &node->assigns;
    struct va_word **words = &node->words;
    struct va_redir **redirs = &node->redirs;
    size_t count = 0;

    for (skip_blanks(p); at_redir(p) || !ends_word(peek(p)); skip_blanks(p)) {
        if (++count > VA_SHELL_MAX_WORDS)
            return bad(p, "too many words");
        if (at_redir(p)) {
            if (!parse_redir(p, &redirs))
                return false;
            continue;
        }
        struct va_word *word;
        if (!parse_word(p, &word))
            return false;
        struct va_word ***tail =
            !node->words && is_assignment(word) ? &assigns : &words;
        **tail = word;
        *tail = &word->next;
    }
    return count > 0 || bad(p, "unexpected token");
}

// What follows "if" or "elif".
static bool
parse_if(struct parser *p, struct va_sh *node)
{
    if (!enter(p) || !parse_list(p, &node->left) ||
        !expect_reserved(p, "then") || !parse_list(p, &node->right))
        return false;
    skip_lines(p);
    p->depth--;
    if (at_reserved(p, "elif")) {
        p->at += 4;
        node->other = new_node(p, VA_SH_IF);
        if (!enter(p) || !parse_if(p, node->other))
            return false;
        p->depth--;
        return true; // the inner one ate "fi"
    }
    if (at_reserved(p, "else")) {
        p->at += 4;
        if (!enter(p) || !parse_list(p, &node->other))
            return false;
        p->depth--;
    }
    return expect_reserved(p, "fi");
}

static bool
parse_command(struct parser *p, struct va_sh **out)
{
    struct va_sh *node = *out = new_node(p, VA_SH_COMMAND);
    bool ok;
    skip_blanks(p);
    if (peek(p) == '(') {
        p->at++;
        node->kind = VA_SH_SUB;
        ok = parse_until(p, ')', &node->left);
    } else if (at_reserved(p, "{")) {
        p->at++;
        node->kind = VA_SH_GROUP;
        ok = parse_until(p, '}', &node->left);
    } else if (at_reserved(p, "if")) {
        p->at += 2;
        node->kind = VA_SH_IF;
        ok = parse_if(p, node);
    } else {
        return parse_simple(p, node);
    }
    return ok && parse_redirs(p, &node->redirs);
}

static bool
parse_pipeline(struct parser *p, struct va_sh **out)
{
    struct va_sh **slot = out;
    skip_blanks(p);
    if (at_reserved(p, "!")) {
        p->at++;
        *slot = new_node(p, VA_SH_NOT);
        slot = &(*slot)->left;
    }
    for (int stages = 1;; stages++) {
        if (stages > VA_SHELL_MAX_DEPTH)
            return bad(p, "too many pipes");
        if (!parse_command(p, slot))
            return false;
        skip_blanks(p);
        if (peek(p) != '|' || peek_at(p, 1) == '|')
            return true;
        p->at++;
        skip_lines(p);
        struct va_sh *pipe = new_node(p, VA_SH_PIPE);
        pipe->left = *slot;
        *slot = pipe;
        slot = &pipe->right;
    }
}

// "a && b || c" is a chain to the right: each node joins its left to the left
// of the next.
static bool
parse_and_or(struct parser *p, struct va_sh **out)
{
    struct va_sh **slot = out;
    for (;;) {
        if (!parse_pipeline(p, slot))
            return false;
        skip_blanks(p);
        bool and = looking_at(p, "&&");
        if (!and&&!looking_at(p, "||"))
            return true;
        p->at += 2;
        skip_lines(p);
        struct va_sh *node = new_node(p, and? VA_SH_AND : VA_SH_OR);
        node->left = *slot;
        *slot = node;
        slot = &node->right;
    }
}

static bool
parse_list(struct parser *p, struct va_sh **out)
{
    struct va_sh **slot = out;
    for (skip_lines(p); !at_list_end(p); skip_lines(p)) {
        if (!parse_and_or(p, slot))
            return false;
        skip_blanks(p);
        int c = peek(p);
        if (c != ';' && c != '\n' && c != '&')
            return true;
        p->at++; // nothing runs in the background: '&' is ';'
        struct va_sh *list = new_node(p, VA_SH_LIST);
        list->left = *slot;
        *slot = list;
        slot = &list->right;
    }
    return true;
}

bool
va_shell_parse(struct at_arena *arena, struct at_str line, struct va_sh **out,
               struct at_err *err)
{
    struct parser p = {arena, line, 0, 0, err};
    *out = NULL;
    if (line.len > VA_SHELL_LINE_MAX_BYTES)
        return at_fail(err, AT_EUSAGE, "syntax error: a line of %zu bytes",
                       line.len);
    if (line.len > 0 && memchr(line.ptr, '\0', line.len))
        return at_fail(err, AT_EUSAGE, "syntax error: a NUL in the line");
    if (!parse_list(&p, out))
        return false;
    return peek(&p) < 0 || bad(&p, "unexpected token");
}
