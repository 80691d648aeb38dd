// The shell's commands: redirections, pipes, lists, if.
#include "virtual-android/shell_parser.h"

#include <string.h>

#include "base/limits.h"

static struct va_redir *
add_redir(struct va_parser *p, struct va_redir ***tail, enum va_redir_kind kind,
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
parse_dup(struct va_parser *p, struct va_redir ***tail, int fd)
{
    static const char null[] = "/dev/null";
    int c = va_parser_peek(p);
    if (c == '1' || c == '2') {
        add_redir(p, tail, VA_REDIR_DUP, fd)->from = c - '0';
    } else if (c == '-') {
        struct va_parser inner = {p->arena, at_str(null), 0, 0, p->err};
        struct va_redir *redir = add_redir(p, tail, VA_REDIR_OUT, fd);
        if (!va_parser_word(&inner, &redir->word))
            return false;
    } else {
        return va_parser_bad(p, "bad descriptor");
    }
    p->at++;
    return true;
}

static bool
at_redir(const struct va_parser *p)
{
    int c = va_parser_peek(p);
    if (c >= '0' && c <= '2')
        c = va_parser_peek_at(p, 1);
    return c == '<' || c == '>' || va_parser_sees(p, "&>");
}

static bool
parse_redir(struct va_parser *p, struct va_redir ***tail)
{
    bool both = va_parser_peek(p) == '&'; // "&>FILE" is ">FILE 2>&1"
    int fd = -1;
    if (both)
        p->at++;
    else if (va_parser_peek(p) >= '0' && va_parser_peek(p) <= '2')
        fd = p->in.ptr[p->at++] - '0';
    bool in = va_parser_peek(p) == '<';
    p->at++;
    bool append = !in && va_parser_peek(p) == '>';
    if (append)
        p->at++;
    if (in && (va_parser_peek(p) == '<' || va_parser_peek(p) == '&' ||
               va_parser_peek(p) == '>'))
        return va_parser_bad(p, "no such redirection here");
    if (fd < 0)
        fd = in ? 0 : 1;
    if (in != (fd == 0))
        return va_parser_bad(p, "bad descriptor");
    if (!in && !append && va_parser_peek(p) == '&') {
        p->at++;
        return parse_dup(p, tail, fd);
    }
    va_parser_skip_blanks(p);
    struct va_redir *redir = add_redir(p, tail,
                                       in       ? VA_REDIR_IN
                                       : append ? VA_REDIR_APPEND
                                                : VA_REDIR_OUT,
                                       fd);
    if (!va_parser_word(p, &redir->word))
        return false;
    if (both)
        add_redir(p, tail, VA_REDIR_DUP, 2)->from = 1;
    return true;
}

static bool
parse_redirs(struct va_parser *p, struct va_redir **out)
{
    struct va_redir **tail = out;
    for (va_parser_skip_blanks(p); at_redir(p); va_parser_skip_blanks(p)) {
        if (!parse_redir(p, &tail))
            return false;
    }
    return true;
}

// Commands

// Is this reserved word next, as a word of its own?
static bool
at_reserved(const struct va_parser *p, const char *word)
{
    return va_parser_sees(p, word) &&
           va_parser_ends_word(va_parser_peek_at(p, strlen(word)));
}

static bool
at_list_end(const struct va_parser *p)
{
    static const char *const ends[] = {"then", "elif", "else", "fi", "}"};
    if (va_parser_peek(p) < 0 || va_parser_peek(p) == ')')
        return true;
    for (size_t i = 0; i < AT_LEN(ends); i++) {
        if (at_reserved(p, ends[i]))
            return true;
    }
    return false;
}

static bool
expect_reserved(struct va_parser *p, const char *word)
{
    va_parser_skip_lines(p);
    if (!at_reserved(p, word))
        return va_parser_bad(p, "unexpected token");
    p->at += strlen(word);
    return true;
}

static struct va_sh *
new_node(struct va_parser *p, enum va_sh_kind kind)
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
    while (i < part->text.len && va_parser_is_name_char(part->text.ptr[i]))
        i++;
    return i > 0 && i < part->text.len && part->text.ptr[i] == '=' &&
           va_parser_is_name_start(part->text.ptr[0]);
}

static bool
parse_simple(struct va_parser *p, struct va_sh *node)
{
    struct va_word **assigns = &node->assigns;
    struct va_word **words = &node->words;
    struct va_redir **redirs = &node->redirs;
    size_t count = 0;

    for (va_parser_skip_blanks(p);
         at_redir(p) || !va_parser_ends_word(va_parser_peek(p));
         va_parser_skip_blanks(p)) {
        if (++count > VA_SHELL_MAX_WORDS)
            return va_parser_bad(p, "too many words");
        if (at_redir(p)) {
            if (!parse_redir(p, &redirs))
                return false;
            continue;
        }
        struct va_word *word;
        if (!va_parser_word(p, &word))
            return false;
        struct va_word ***tail =
            !node->words && is_assignment(word) ? &assigns : &words;
        **tail = word;
        *tail = &word->next;
    }
    return count > 0 || va_parser_bad(p, "unexpected token");
}

// What follows "if" or "elif".
static bool
parse_if(struct va_parser *p, struct va_sh *node)
{
    if (!va_parser_enter(p) || !va_parser_list(p, &node->left) ||
        !expect_reserved(p, "then") || !va_parser_list(p, &node->right))
        return false;
    va_parser_skip_lines(p);
    p->depth--;
    if (at_reserved(p, "elif")) {
        p->at += 4;
        node->other = new_node(p, VA_SH_IF);
        if (!va_parser_enter(p) || !parse_if(p, node->other))
            return false;
        p->depth--;
        return true; // the inner one ate "fi"
    }
    if (at_reserved(p, "else")) {
        p->at += 4;
        if (!va_parser_enter(p) || !va_parser_list(p, &node->other))
            return false;
        p->depth--;
    }
    return expect_reserved(p, "fi");
}

// What sh knows and this shell does not is an error, not a program's name.
static bool
at_missing(const struct va_parser *p)
{
    static const char *const words[] = {"while", "until", "for",  "case",
                                        "do",    "done",  "esac", "function"};
    for (size_t i = 0; i < AT_LEN(words); i++) {
        if (at_reserved(p, words[i]))
            return true;
    }
    return false;
}

static bool
parse_command(struct va_parser *p, struct va_sh **out)
{
    struct va_sh *node = *out = new_node(p, VA_SH_COMMAND);
    bool ok;
    va_parser_skip_blanks(p);
    if (va_parser_peek(p) == '(') {
        p->at++;
        node->kind = VA_SH_SUB;
        ok = va_parser_until(p, ')', &node->left);
    } else if (at_reserved(p, "{")) {
        p->at++;
        node->kind = VA_SH_GROUP;
        ok = va_parser_until(p, '}', &node->left);
    } else if (at_reserved(p, "if")) {
        p->at += 2;
        node->kind = VA_SH_IF;
        ok = parse_if(p, node);
    } else if (at_missing(p)) {
        return va_parser_bad(p, "no loops, cases or functions here");
    } else {
        return parse_simple(p, node);
    }
    return ok && parse_redirs(p, &node->redirs);
}

static bool
parse_pipeline(struct va_parser *p, struct va_sh **out)
{
    struct va_sh **slot = out;
    va_parser_skip_blanks(p);
    if (at_reserved(p, "!")) {
        p->at++;
        *slot = new_node(p, VA_SH_NOT);
        slot = &(*slot)->left;
    }
    for (int stages = 1;; stages++) {
        if (stages > VA_SHELL_MAX_DEPTH)
            return va_parser_bad(p, "too many pipes");
        if (!parse_command(p, slot))
            return false;
        va_parser_skip_blanks(p);
        if (va_parser_peek(p) != '|' || va_parser_peek_at(p, 1) == '|')
            return true;
        p->at++;
        va_parser_skip_lines(p);
        struct va_sh *pipe = new_node(p, VA_SH_PIPE);
        pipe->left = *slot;
        *slot = pipe;
        slot = &pipe->right;
    }
}

// "a && b || c" is a chain to the right: each node joins its left to the left
// of the next.
static bool
parse_and_or(struct va_parser *p, struct va_sh **out)
{
    struct va_sh **slot = out;
    for (;;) {
        if (!parse_pipeline(p, slot))
            return false;
        va_parser_skip_blanks(p);
        bool and = va_parser_sees(p, "&&");
        if (!and&&!va_parser_sees(p, "||"))
            return true;
        p->at += 2;
        va_parser_skip_lines(p);
        struct va_sh *node = new_node(p, and? VA_SH_AND : VA_SH_OR);
        node->left = *slot;
        *slot = node;
        slot = &node->right;
    }
}

bool
va_parser_list(struct va_parser *p, struct va_sh **out)
{
    struct va_sh **slot = out;
    for (va_parser_skip_lines(p); !at_list_end(p); va_parser_skip_lines(p)) {
        if (!parse_and_or(p, slot))
            return false;
        va_parser_skip_blanks(p);
        int c = va_parser_peek(p);
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
    struct va_parser p = {arena, line, 0, 0, err};
    *out = NULL;
    if (line.len > VA_SHELL_LINE_MAX_BYTES)
        return at_fail(err, AT_EUSAGE, "syntax error: a line of %zu bytes",
                       line.len);
    if (line.len > 0 && memchr(line.ptr, '\0', line.len))
        return at_fail(err, AT_EUSAGE, "syntax error: a NUL in the line");
    if (!va_parser_list(&p, out))
        return false;
    return va_parser_peek(&p) < 0 || va_parser_bad(&p, "unexpected token");
}
