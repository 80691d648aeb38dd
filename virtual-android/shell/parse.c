// The grammar of commands: redirections, pipes, lists, if.
#include "virtual-android/shell/parse.h"

#include <string.h>

#include "base/limits_virtual.h"
#include "virtual-android/shell/word.h"

static struct vd_redir *
add_redir(struct vd_parser *p, struct vd_redir ***tail, enum vd_redir_kind kind,
          int fd)
{
    struct vd_redir *redir = at_arena_alloc(p->arena, sizeof(*redir));
    redir->kind = kind;
    redir->fd = fd;
    **tail = redir;
    *tail = &redir->next;
    return redir;
}

// ">&1", "2>&1", ">&-"; p is after the '&'.
static bool
parse_dup(struct vd_parser *p, struct vd_redir ***tail, int fd)
{
    static const char null[] = "/dev/null";
    int c = vd_parser_peek(p);
    if (c == '1' || c == '2') {
        add_redir(p, tail, VD_REDIR_DUP, fd)->from = c - '0';
    } else if (c == '-') {
        struct vd_parser inner = {p->arena, at_str(null), 0, 0, p->err};
        struct vd_redir *redir = add_redir(p, tail, VD_REDIR_OUT, fd);
        if (!vd_parser_word(&inner, &redir->word))
            return false;
    } else {
        return vd_parser_bad(p, "bad descriptor");
    }
    p->at++;
    return true;
}

static bool
at_redir(const struct vd_parser *p)
{
    int c = vd_parser_peek(p);
    if (c >= '0' && c <= '2')
        c = vd_parser_peek_at(p, 1);
    return c == '<' || c == '>' || vd_parser_sees(p, "&>");
}

// "2" in "2>", or nothing.
static int
parse_descriptor(struct vd_parser *p)
{
    int c = vd_parser_peek(p);
    if (c < '0' || c > '2')
        return -1;
    p->at++;
    return c - '0';
}

// "<", ">" or ">>".
static bool
parse_redir_kind(struct vd_parser *p, enum vd_redir_kind *out)
{
    *out = vd_parser_peek(p) == '<' ? VD_REDIR_IN : VD_REDIR_OUT;
    p->at++;
    int c = vd_parser_peek(p);
    if (*out == VD_REDIR_IN && (c == '<' || c == '&' || c == '>'))
        return vd_parser_bad(p, "no such redirection here");
    if (c == '>') {
        *out = VD_REDIR_APPEND;
        p->at++;
    }
    return true;
}

static bool
parse_redir(struct vd_parser *p, struct vd_redir ***tail)
{
    enum vd_redir_kind kind;
    bool both = vd_parser_peek(p) == '&'; // "&>FILE" is ">FILE 2>&1"
    p->at += both;
    int fd = both ? 1 : parse_descriptor(p);
    if (!parse_redir_kind(p, &kind))
        return false;
    if (fd < 0)
        fd = kind != VD_REDIR_IN;
    if ((kind == VD_REDIR_IN) != (fd == 0))
        return vd_parser_bad(p, "bad descriptor");
    if (kind == VD_REDIR_OUT && vd_parser_peek(p) == '&') {
        p->at++;
        return parse_dup(p, tail, fd);
    }
    vd_parser_skip_blanks(p);
    struct vd_redir *redir = add_redir(p, tail, kind, fd);
    if (!vd_parser_word(p, &redir->word))
        return false;
    if (both)
        add_redir(p, tail, VD_REDIR_DUP, 2)->from = 1;
    return true;
}

static bool
parse_redirs(struct vd_parser *p, struct vd_redir **out)
{
    struct vd_redir **tail = out;
    for (vd_parser_skip_blanks(p); at_redir(p); vd_parser_skip_blanks(p)) {
        if (!parse_redir(p, &tail))
            return false;
    }
    return true;
}

// Return true if this reserved word is next, as a whole word.
static bool
at_reserved(const struct vd_parser *p, const char *word)
{
    return vd_parser_sees(p, word) &&
           vd_parser_ends_word(vd_parser_peek_at(p, strlen(word)));
}

static bool
at_list_end(const struct vd_parser *p)
{
    static const char *const ends[] = {"then", "elif", "else", "fi", "}"};
    if (vd_parser_peek(p) < 0 || vd_parser_peek(p) == ')')
        return true;
    for (size_t i = 0; i < AT_LEN(ends); i++) {
        if (at_reserved(p, ends[i]))
            return true;
    }
    return false;
}

static bool
expect_reserved(struct vd_parser *p, const char *word)
{
    vd_parser_skip_lines(p);
    if (!at_reserved(p, word))
        return vd_parser_bad(p, "unexpected token");
    p->at += strlen(word);
    return true;
}

static struct vd_sh *
new_node(struct vd_parser *p, enum vd_sh_kind kind)
{
    struct vd_sh *node = at_arena_alloc(p->arena, sizeof(*node));
    node->kind = kind;
    return node;
}

static bool
is_assignment(const struct vd_word *word)
{
    const struct vd_part *part = word->parts;
    if (!part || part->kind != VD_PART_TEXT || part->quoted)
        return false;
    size_t i = 0;
    while (i < part->text.len && vd_parser_is_name_char(part->text.ptr[i]))
        i++;
    return i > 0 && i < part->text.len && part->text.ptr[i] == '=' &&
           vd_parser_is_name_start(part->text.ptr[0]);
}

static bool
parse_simple(struct vd_parser *p, struct vd_sh *node)
{
    struct vd_word **assigns = &node->assigns;
    struct vd_word **words = &node->words;
    struct vd_redir **redirs = &node->redirs;
    size_t count = 0;
    for (vd_parser_skip_blanks(p);
         at_redir(p) || !vd_parser_ends_word(vd_parser_peek(p));
         vd_parser_skip_blanks(p)) {
        if (++count > VD_SHELL_MAX_WORDS)
            return vd_parser_bad(p, "too many words");
        if (at_redir(p)) {
            if (!parse_redir(p, &redirs))
                return false;
            continue;
        }
        struct vd_word *word;
        if (!vd_parser_word(p, &word))
            return false;
        struct vd_word ***tail =
            !node->words && is_assignment(word) ? &assigns : &words;
        **tail = word;
        *tail = &word->next;
    }
    return count > 0 || vd_parser_bad(p, "unexpected token");
}

// The rest of "if" or "elif".
static bool
parse_if(struct vd_parser *p, struct vd_sh *node)
{
    if (!vd_parser_enter(p) || !vd_parser_list(p, &node->left) ||
        !expect_reserved(p, "then") || !vd_parser_list(p, &node->right))
        return false;
    vd_parser_skip_lines(p);
    p->depth--;
    if (at_reserved(p, "elif")) {
        p->at += 4;
        node->other = new_node(p, VD_SH_IF);
        if (!vd_parser_enter(p) || !parse_if(p, node->other))
            return false;
        p->depth--;
        return true; // the inner one has consumed "fi"
    }
    if (at_reserved(p, "else")) {
        p->at += 4;
        if (!vd_parser_enter(p) || !vd_parser_list(p, &node->other))
            return false;
        p->depth--;
    }
    return expect_reserved(p, "fi");
}

// Syntax of sh that this shell lacks is an error, not a program's name.
static bool
at_missing(const struct vd_parser *p)
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
parse_command(struct vd_parser *p, struct vd_sh **out)
{
    struct vd_sh *node = *out = new_node(p, VD_SH_COMMAND);
    bool ok;
    vd_parser_skip_blanks(p);
    if (vd_parser_peek(p) == '(') {
        p->at++;
        node->kind = VD_SH_SUB;
        ok = vd_parser_until(p, ')', &node->left);
    } else if (at_reserved(p, "{")) {
        p->at++;
        node->kind = VD_SH_GROUP;
        ok = vd_parser_until(p, '}', &node->left);
    } else if (at_reserved(p, "if")) {
        p->at += 2;
        node->kind = VD_SH_IF;
        ok = parse_if(p, node);
    } else if (at_missing(p)) {
        return vd_parser_bad(p, "no loops, cases or functions here");
    } else {
        return parse_simple(p, node);
    }
    return ok && parse_redirs(p, &node->redirs);
}

static bool
parse_pipeline(struct vd_parser *p, struct vd_sh **out)
{
    struct vd_sh **slot = out;
    vd_parser_skip_blanks(p);
    if (at_reserved(p, "!")) {
        p->at++;
        *slot = new_node(p, VD_SH_NOT);
        slot = &(*slot)->left;
    }
    for (int stages = 1;; stages++) {
        if (stages > VD_SHELL_MAX_DEPTH)
            return vd_parser_bad(p, "too many pipes");
        if (!parse_command(p, slot))
            return false;
        vd_parser_skip_blanks(p);
        if (vd_parser_peek(p) != '|' || vd_parser_peek_at(p, 1) == '|')
            return true;
        p->at++;
        vd_parser_skip_lines(p);
        struct vd_sh *pipe = new_node(p, VD_SH_PIPE);
        pipe->left = *slot;
        *slot = pipe;
        slot = &pipe->right;
    }
}

// "a && b || c" groups from the left.
static bool
parse_and_or(struct vd_parser *p, struct vd_sh **out)
{
    struct vd_sh **slot = out;
    for (;;) {
        if (!parse_pipeline(p, slot))
            return false;
        vd_parser_skip_blanks(p);
        bool and = vd_parser_sees(p, "&&");
        if (!and&&!vd_parser_sees(p, "||"))
            return true;
        p->at += 2;
        vd_parser_skip_lines(p);
        struct vd_sh *node = new_node(p, and? VD_SH_AND : VD_SH_OR);
        node->left = *slot;
        *slot = node;
        slot = &node->right;
    }
}

bool
vd_parser_list(struct vd_parser *p, struct vd_sh **out)
{
    struct vd_sh **slot = out;
    for (vd_parser_skip_lines(p); !at_list_end(p); vd_parser_skip_lines(p)) {
        if (!parse_and_or(p, slot))
            return false;
        vd_parser_skip_blanks(p);
        int c = vd_parser_peek(p);
        if (c != ';' && c != '\n' && c != '&')
            return true;
        p->at++; // '&' is ';': there are no background commands
        struct vd_sh *list = new_node(p, VD_SH_LIST);
        list->left = *slot;
        *slot = list;
        slot = &list->right;
    }
    return true;
}

bool
vd_shell_parse(struct at_arena *arena, struct at_str line, struct vd_sh **out,
               struct at_err *err)
{
    struct vd_parser p = {arena, line, 0, 0, err};
    *out = NULL;
    if (line.len > VD_SHELL_LINE_MAX_BYTES)
        return at_fail(err, AT_EUSAGE, "syntax error: a line of %zu bytes",
                       line.len);
    if (line.len > 0 && memchr(line.ptr, '\0', line.len))
        return at_fail(err, AT_EUSAGE, "syntax error: a NUL in the line");
    if (!vd_parser_list(&p, out))
        return false;
    return vd_parser_peek(&p) < 0 || vd_parser_bad(&p, "unexpected token");
}
