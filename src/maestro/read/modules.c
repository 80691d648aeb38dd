#include "maestro/read/modules.h"

#include <string.h>

#include "base/compiler.h"

enum { TEMPLATES_MAX = 64, NAMES_MAX = 4 * 1024 };

enum kind { END, WORD, STRING, SIGN, OTHER };

struct token {
    enum kind kind;
    struct at_str text; // STRING: with its quotes
};

struct scan {
    struct at_str source;
    size_t at;
    size_t copied; // source up to here is in out
    struct token before;
    int depth;                    // open brackets
    int templates[TEMPLATES_MAX]; // depths at which a ${ began
    size_t template_count;
    bool declares; // within an export of const, let or var
    bool any;
    at_maestro_import *import;
    void *user;
    struct at_buf *out;
    struct at_buf tail; // definitions of the exports
    bool failed;
};

const char at_maestro_modules_head[] = "(agentestExports=>{";
const char at_maestro_modules_tail[] = "\n})({});";

void
at_maestro_module_begin(size_t number, struct at_buf *out)
{
    at_buf_add_fmt(out, "function agentestModule%zu(agentestExports){", number);
}

void
at_maestro_modules_end(size_t count, struct at_buf *out)
{
    at_buf_add_text(
        out, "function agentestImport(n,from,names){const all=agentestImport."
             "all||=[];if(!all[n]){all[n]={};[");
    for (size_t i = 0; i < count; i++)
        at_buf_add_fmt(out, "%sagentestModule%zu", i > 0 ? "," : "", i);
    at_buf_add_text(out, "][n](all[n])}for(const name of names)if(!(name in "
                         "all[n]))throw new SyntaxError(`'${from}' has no "
                         "export '${name}'`);return all[n]}");
}

static bool
is_word_part(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

static char
peek(const struct scan *scan, size_t ahead)
{
    return scan->at + ahead < scan->source.len
               ? scan->source.ptr[scan->at + ahead]
               : '\0';
}

static void
skip_to(struct scan *scan, const char *end)
{
    struct at_str rest = at_str_skip(scan->source, scan->at);
    ptrdiff_t found = at_str_find(rest, at_str(end));
    scan->at =
        found < 0 ? scan->source.len : scan->at + (size_t)found + strlen(end);
}

static void
skip_blank(struct scan *scan)
{
    for (;;) {
        char c = peek(scan, 0);
        if (scan->at < scan->source.len && (unsigned char)c <= ' ')
            scan->at++;
        else if (c == '/' && peek(scan, 1) == '/')
            skip_to(scan, "\n");
        else if (c == '/' && peek(scan, 1) == '*')
            skip_to(scan, "*/");
        else
            return;
    }
}

// To the end of a text in quotes, of a line at the latest.
static void
skip_string(struct scan *scan, char quote)
{
    for (scan->at++; scan->at < scan->source.len; scan->at++) {
        char c = peek(scan, 0);
        if (c == '\\')
            scan->at++;
        else if (c == quote || c == '\n')
            break;
    }
    scan->at += scan->at < scan->source.len;
}

// From within a template to its end or to a "${".
static void
skip_template(struct scan *scan)
{
    for (; scan->at < scan->source.len; scan->at++) {
        char c = peek(scan, 0);
        if (c == '\\') {
            scan->at++;
        } else if (c == '`') {
            scan->at++;
            return;
        } else if (c == '$' && peek(scan, 1) == '{') {
            scan->at += 2;
            if (scan->template_count < TEMPLATES_MAX)
                scan->templates[scan->template_count++] = scan->depth;
            scan->depth++;
            return;
        }
    }
}

static void
skip_regex(struct scan *scan)
{
    bool in_class = false;
    for (scan->at++; scan->at < scan->source.len; scan->at++) {
        char c = peek(scan, 0);
        if (c == '\n')
            return;
        if (c == '\\')
            scan->at++;
        else if (c == '[' || c == ']')
            in_class = c == '[';
        else if (c == '/' && !in_class)
            break;
    }
    scan->at += scan->at < scan->source.len;
}

// A "/" divides only after a value.
static bool
divides(const struct token *before)
{
    static const struct at_str words[] = {
        AT_STR_ROW("return"),     AT_STR_ROW("typeof"), AT_STR_ROW("case"),
        AT_STR_ROW("in"),         AT_STR_ROW("of"),     AT_STR_ROW("delete"),
        AT_STR_ROW("void"),       AT_STR_ROW("throw"),  AT_STR_ROW("else"),
        AT_STR_ROW("do"),         AT_STR_ROW("new"),    AT_STR_ROW("await"),
        AT_STR_ROW("instanceof"),
    };
    if (before->kind == WORD)
        return !at_str_in(before->text, words, AT_LEN(words));
    return before->kind == STRING || before->kind == OTHER ||
           (before->kind == SIGN && strchr(")]}", before->text.ptr[0]));
}

static void
take_sign(struct scan *scan, char c)
{
    scan->at++;
    if (strchr("([{", c)) {
        scan->depth++;
    } else if (strchr(")]}", c)) {
        scan->depth--;
        if (c == '}' && scan->template_count > 0 &&
            scan->templates[scan->template_count - 1] == scan->depth) {
            scan->template_count--;
            skip_template(scan);
        }
    }
}

static struct token
next(struct scan *scan)
{
    skip_blank(scan);
    struct token token = {.kind = END};
    size_t start = scan->at;
    char c = peek(scan, 0);
    if (start >= scan->source.len)
        return token;
    if (is_word_part(c)) {
        token.kind = WORD;
        while (scan->at < scan->source.len && is_word_part(peek(scan, 0)))
            scan->at++;
    } else if (c == '"' || c == '\'') {
        token.kind = STRING;
        skip_string(scan, c);
    } else if (c == '`') {
        token.kind = OTHER;
        scan->at++;
        skip_template(scan);
    } else if (c == '/' && !divides(&scan->before)) {
        token.kind = OTHER;
        skip_regex(scan);
    } else {
        token.kind = SIGN;
        take_sign(scan, c);
    }
    scan->at = scan->at < scan->source.len ? scan->at : scan->source.len;
    token.text = at_str_n(scan->source.ptr + start, scan->at - start);
    scan->before = token;
    return token;
}

static bool
is_word(const struct token *token, const char *word)
{
    return token->kind == WORD && at_str_is(token->text, word);
}

static bool
is_sign(const struct token *token, char c)
{
    return token->kind == SIGN && token->text.ptr[0] == c;
}

static size_t
offset_of(const struct scan *scan, const struct token *token)
{
    return (size_t)(token->text.ptr - scan->source.ptr);
}

// Put text in place of source from start to the scan's place, on as many lines.
static void
replace(struct scan *scan, size_t start, const struct at_buf *text)
{
    at_buf_add(scan->out, scan->source.ptr + scan->copied,
               start - scan->copied);
    at_buf_add_str(scan->out, at_buf_str(text));
    for (size_t i = start; i < scan->at; i++) {
        if (scan->source.ptr[i] == '\n')
            at_buf_add_char(scan->out, '\n');
    }
    scan->copied = scan->at;
    scan->any = true;
}

static void
add_export(struct scan *scan, struct at_str name, struct at_str value)
{
    at_buf_add_fmt(&scan->tail,
                   "Object.defineProperty(agentestExports,\"%.*s\",{"
                   "enumerable:true,get:()=>%.*s});",
                   AT_STR_ARG(name), AT_STR_ARG(value));
}

// The names between { and }, as "a:b,c:c" with what stands for as:, and as
// strings. Return false if they are not well-formed.
struct names {
    struct at_buf pairs;   // name:local
    struct at_buf strings; // "name"
};

static bool
add_name(struct names *names, struct at_str name, struct at_str local)
{
    const char *comma = names->pairs.len > 0 ? "," : "";
    at_buf_add_fmt(&names->pairs, "%s%.*s:%.*s", comma, AT_STR_ARG(name),
                   AT_STR_ARG(local));
    at_buf_add_fmt(&names->strings, "%s\"%.*s\"", comma, AT_STR_ARG(name));
    return !names->pairs.overflow && !names->strings.overflow;
}

static bool
read_names(struct scan *scan, struct names *names)
{
    struct token token = next(scan);
    while (!is_sign(&token, '}')) {
        struct at_str name = token.text;
        struct at_str local = name;
        if (token.kind != WORD)
            return false;
        token = next(scan);
        if (is_word(&token, "as")) {
            token = next(scan);
            if (token.kind != WORD)
                return false;
            local = token.text;
            token = next(scan);
        }
        if (!add_name(names, name, local))
            return false;
        if (is_sign(&token, ','))
            token = next(scan);
        else if (!is_sign(&token, '}'))
            return false;
    }
    return true;
}

// Return true for a closed text without anything that would need an escape.
static bool
is_plain_string(struct at_str quoted)
{
    size_t len = quoted.len;
    if (len < 3 || quoted.ptr[len - 1] != quoted.ptr[0])
        return false;
    for (size_t i = 1; i + 1 < len; i++) {
        if ((unsigned char)quoted.ptr[i] < ' ' ||
            strchr("\\\"'`$", quoted.ptr[i]))
            return false;
    }
    return true;
}

static void
take_semicolon(struct scan *scan)
{
    struct scan ahead = *scan;
    struct token token = next(&ahead);
    if (is_sign(&token, ';'))
        *scan = ahead;
}

// Read a module's name in quotes and a ";" behind it. *out_number: -1 ends it.
static bool
read_module(struct scan *scan, struct at_str *out_name, ptrdiff_t *out_number)
{
    struct token token = next(scan);
    if (token.kind != STRING || !is_plain_string(token.text))
        return false;
    *out_name = at_str_n(token.text.ptr + 1, token.text.len - 2);
    take_semicolon(scan);
    *out_number = scan->import(scan->user, *out_name, offset_of(scan, &token));
    scan->failed = *out_number < 0;
    return !scan->failed;
}

static bool
read_from(struct scan *scan, struct token token, struct at_str *out_name,
          ptrdiff_t *out_number)
{
    return is_word(&token, "from") && read_module(scan, out_name, out_number);
}

static void
add_call(struct at_buf *out, struct at_str name, ptrdiff_t number,
         const struct names *names)
{
    at_buf_add_fmt(out, "agentestImport(%td,\"%.*s\",[%s])", number,
                   AT_STR_ARG(name), at_buf_text(&names->strings));
}

// The names between import and from.
struct clause {
    struct names names;
    struct at_str all; // * as all
};

static bool
read_clause(struct scan *scan, struct token *token, struct clause *clause)
{
    if (token->kind == WORD) {
        if (!add_name(&clause->names, AT_STR("default"), token->text))
            return false;
        *token = next(scan);
        if (!is_sign(token, ','))
            return true;
        *token = next(scan);
    }
    if (is_sign(token, '*')) {
        struct token as = next(scan);
        struct token all = next(scan);
        if (!is_word(&as, "as") || all.kind != WORD)
            return false;
        clause->all = all.text;
    } else if (!is_sign(token, '{') || !read_names(scan, &clause->names)) {
        return false;
    }
    *token = next(scan);
    return true;
}

static bool
read_import(struct scan *scan, size_t start, struct clause *clause,
            struct at_buf *text)
{
    struct at_str name;
    ptrdiff_t number;
    size_t begin = scan->at;
    struct token token = next(scan);
    if (token.kind == STRING) {
        scan->at = begin;
        if (!read_module(scan, &name, &number))
            return false;
    } else if (!read_clause(scan, &token, clause) ||
               !read_from(scan, token, &name, &number)) {
        return false;
    }
    bool takes = clause->names.pairs.len > 0;
    if (clause->all.ptr)
        at_buf_add_fmt(text, "const %.*s=", AT_STR_ARG(clause->all));
    else if (takes)
        at_buf_add_fmt(text, "const {%s}=", at_buf_text(&clause->names.pairs));
    add_call(text, name, number, &clause->names);
    if (clause->all.ptr && takes)
        at_buf_add_fmt(text, ",{%s}=%.*s", at_buf_text(&clause->names.pairs),
                       AT_STR_ARG(clause->all));
    at_buf_add_char(text, ';');
    replace(scan, start, text);
    return true;
}

// export * from, export * as all from
static bool
export_all(struct scan *scan, size_t start, const struct clause *clause,
           struct at_buf *text)
{
    struct at_str name, all = {0};
    ptrdiff_t number;
    struct token token = next(scan);
    if (is_word(&token, "as")) {
        token = next(scan);
        if (token.kind != WORD)
            return false;
        all = token.text;
        token = next(scan);
    }
    if (!read_from(scan, token, &name, &number))
        return false;
    at_buf_add_text(text, "{const m=");
    add_call(text, name, number, &clause->names);
    if (all.ptr)
        at_buf_add_fmt(text, ";agentestExports.%.*s=m;}", AT_STR_ARG(all));
    else
        at_buf_add_text(text, ";for(const k in m)if(k!==\"default\")"
                              "agentestExports[k]=m[k];}");
    replace(scan, start, text);
    return true;
}

// export {a as b}, and the same with from
static bool
export_names(struct scan *scan, size_t start, struct clause *clause,
             struct at_buf *text)
{
    struct at_str name, pair, rest;
    ptrdiff_t number;
    if (!read_names(scan, &clause->names))
        return false;
    struct scan ahead = *scan;
    struct token token = next(&ahead);
    bool is_from = is_word(&token, "from");
    if (is_from)
        *scan = ahead;
    if (is_from && !read_module(scan, &name, &number))
        return false;
    if (is_from) {
        at_buf_add_text(text, "{const m=");
        add_call(text, name, number, &clause->names);
        at_buf_add_char(text, ';');
    } else {
        take_semicolon(scan);
    }
    rest = at_buf_str(&clause->names.pairs);
    while (at_str_next(&rest, ',', &pair)) {
        struct at_str local;
        at_str_next(&pair, ':', &local);
        if (is_from)
            at_buf_add_fmt(text, "agentestExports.%.*s=m.%.*s;",
                           AT_STR_ARG(pair), AT_STR_ARG(local));
        else
            add_export(scan, pair, local);
    }
    at_buf_add_text(text, is_from ? "}" : ";");
    replace(scan, start, text);
    return true;
}

// The name of a function or class at the scan's place, which stays; NULL if it
// has none, or if there is neither.
static struct at_str
declared_name(struct scan *scan)
{
    struct scan ahead = *scan; // a look only
    struct token token = next(&ahead);
    if (is_word(&token, "async"))
        token = next(&ahead);
    if (!is_word(&token, "function") && !is_word(&token, "class"))
        return (struct at_str){0};
    token = next(&ahead);
    if (is_sign(&token, '*'))
        token = next(&ahead);
    bool is_name = token.kind == WORD && !is_word(&token, "extends");
    return is_name ? token.text : (struct at_str){0};
}

static bool
declares_variables(const struct token *word)
{
    return is_word(word, "const") || is_word(word, "let") ||
           is_word(word, "var");
}

// export default, export const, export function, …
static bool
export_declaration(struct scan *scan, size_t start, const struct token *word,
                   struct at_buf *text)
{
    struct at_str name;
    if (is_word(word, "default")) {
        name = declared_name(scan);
        if (name.ptr)
            add_export(scan, AT_STR("default"), name);
        else
            at_buf_add_text(text, "agentestExports.default=");
        replace(scan, start, text);
        return true;
    }
    if (declares_variables(word)) {
        struct scan ahead = *scan;
        struct token first = next(&ahead);
        if (first.kind != WORD)
            return false;
        at_buf_add_str(text, word->text);
        name = first.text;
        scan->declares = true;
    } else {
        scan->at = offset_of(scan, word);
        name = declared_name(scan);
        if (!name.ptr)
            return false;
    }
    add_export(scan, name, name);
    replace(scan, start, text);
    return true;
}

static bool
read_export(struct scan *scan, size_t start, struct clause *clause,
            struct at_buf *text)
{
    struct token token = next(scan);
    if (is_sign(&token, '*'))
        return export_all(scan, start, clause, text);
    if (is_sign(&token, '{'))
        return export_names(scan, start, clause, text);
    return token.kind == WORD && export_declaration(scan, start, &token, text);
}

// Rewrite a statement; one that isn't well-formed stays.
static bool
take_statement(struct scan *scan, const struct token *word)
{
    struct clause clause = {{AT_BUF_INIT(NAMES_MAX), AT_BUF_INIT(NAMES_MAX)},
                            {0}};
    struct at_buf text = AT_BUF_INIT(4 * NAMES_MAX);
    struct scan begin = *scan;
    size_t start = offset_of(scan, word);
    bool ok = is_word(word, "import")
                  ? read_import(scan, start, &clause, &text)
                  : read_export(scan, start, &clause, &text);
    if (!ok) {
        begin.failed = scan->failed;
        begin.tail = scan->tail;
        *scan = begin;
    }
    at_buf_deinit(&clause.names.pairs);
    at_buf_deinit(&clause.names.strings);
    at_buf_deinit(&text);
    return ok;
}

static bool
is_on_new_line(const struct token *before, const struct token *token)
{
    const char *end = before->text.ptr + before->text.len;
    return memchr(end, '\n', (size_t)(token->text.ptr - end)) != NULL;
}

// Return true if a declaration ends without a ";" in front of token: on a line
// of its own, where the language adds one.
static bool
ends_by_line(const struct token *before, const struct token *token)
{
    bool goes_on = is_word(token, "in") || is_word(token, "instanceof");
    return divides(before) && (token->kind == WORD || token->kind == STRING) &&
           !goes_on && is_on_new_line(before, token);
}

// Return true if a statement can begin at token: first in the text, behind
// another one, or on a line of its own. A "/" that was taken for a division may
// begin a pattern with anything in it.
static bool
follows(const struct token *before, const struct token *token)
{
    return before->kind == END || is_sign(before, ';') ||
           is_sign(before, '}') || is_on_new_line(before, token);
}

static bool
begins_statement(struct scan *scan, const struct token *before,
                 const struct token *token)
{
    if (scan->depth != 0 || is_sign(before, '.') || !follows(before, token))
        return false;
    if (is_word(token, "export"))
        return true;
    struct scan ahead = *scan;
    skip_blank(&ahead);
    return is_word(token, "import") && peek(&ahead, 0) != '(' &&
           peek(&ahead, 0) != '.';
}

bool
at_maestro_module_rewrite(struct at_str source, at_maestro_import *import,
                          void *user, struct at_buf *out, bool *out_any)
{
    struct scan scan = {.source = source,
                        .import = import,
                        .user = user,
                        .out = out,
                        .tail = AT_BUF_INIT(64 * NAMES_MAX)};
    struct token before = {.kind = END};
    for (struct token token; !scan.failed && (token = next(&scan)).kind != END;
         before = token) {
        if (scan.depth == 0 && ends_by_line(&before, &token))
            scan.declares = false;
        if (begins_statement(&scan, &before, &token)) {
            if (take_statement(&scan, &token))
                token.kind = END; // another one may follow
        } else if (scan.depth == 0 &&
                   (is_sign(&token, ';') || declares_variables(&token))) {
            scan.declares = false;
        } else if (scan.depth == 0 && scan.declares && is_sign(&token, ',')) {
            token = next(&scan);
            if (token.kind == WORD)
                add_export(&scan, token.text, token.text);
        }
    }
    at_buf_add(out, source.ptr + scan.copied, source.len - scan.copied);
    if (scan.tail.len > 0)
        at_buf_add_fmt(out, "\n;%s", at_buf_text(&scan.tail));
    at_buf_deinit(&scan.tail);
    *out_any = scan.any;
    return !scan.failed;
}
