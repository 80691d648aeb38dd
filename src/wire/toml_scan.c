#include "wire/toml_scan.h"

#include <string.h>

#include "base/ascii.h"
#include "base/limits_setup.h"
#include "wire/entry_edit.h"
#include "wire/toml_lex.h"

void
at_toml_init(struct at_toml *toml, struct at_str text)
{
    *toml = (struct at_toml){
        .text = text,
        .at = at_entry_bom(text),
        .table = AT_BUF_INIT(AT_TOML_PATH_MAX_BYTES),
        .path = AT_BUF_INIT(AT_TOML_PATH_MAX_BYTES),
    };
}

void
at_toml_deinit(struct at_toml *toml)
{
    at_buf_deinit(&toml->table);
    at_buf_deinit(&toml->path);
}

static bool
read_part(struct at_toml *toml, struct at_buf *path, struct at_err *err)
{
    size_t start = toml->at;
    char c = at_toml_peek(toml, 0);
    struct at_str three = at_str_head(at_str_skip(toml->text, toml->at), 3);
    if (at_str_is(three, "\"\"\"") || at_str_is(three, "'''"))
        return at_toml_fail(toml, "a key on one line", err);
    if (c == '"' || c == '\'') {
        size_t end;
        if (!at_toml_skip_string(toml, err))
            return false;
        size_t before = path->len;
        (void)at_toml_string(toml->text, start, path, &end);
        if (memchr(at_buf_text(path) + before, '\0', path->len - before))
            return at_toml_fail(toml, "a key without NUL", err);
    } else {
        while (at_ascii_is_alnum(at_toml_peek(toml, 0)) ||
               at_toml_peek(toml, 0) == '_' || at_toml_peek(toml, 0) == '-')
            at_buf_add_char(path, toml->text.ptr[toml->at++]);
        if (toml->at == start)
            return at_toml_fail(toml, "a key", err);
    }
    at_buf_add_char(path, '\0');
    return !path->overflow || at_toml_fail(toml, "a shorter key", err);
}

// Read a key of one or more parts, and append them to path.
static bool
read_key(struct at_toml *toml, struct at_toml_item *item, struct at_buf *path,
         struct at_err *err)
{
    item->key = toml->at;
    for (;;) {
        if (item->part_count == AT_TOML_PARTS_MAX)
            return at_toml_fail(toml, "a key with fewer parts", err);
        item->parts[item->part_count++] = toml->at;
        if (!read_part(toml, path, err))
            return false;
        toml->at = at_entry_skip_blanks(toml->text, toml->at);
        if (at_toml_peek(toml, 0) != '.')
            return true;
        toml->at = at_entry_skip_blanks(toml->text, toml->at + 1);
    }
}

// Advance behind a line that must hold no more than a comment.
static bool
finish_line(struct at_toml *toml, struct at_err *err)
{
    toml->at = at_entry_skip_blanks(toml->text, toml->at);
    if (!at_toml_skip_comment(toml, err))
        return false;
    if (at_toml_peek(toml, 0) == '\r' && at_toml_peek(toml, 1) == '\n')
        toml->at++;
    if (toml->at < toml->text.len && toml->text.ptr[toml->at] != '\n')
        return at_toml_fail(toml, "the end of the line", err);
    toml->at += toml->at < toml->text.len;
    return true;
}

static bool
read_header(struct at_toml *toml, struct at_toml_item *item, struct at_err *err)
{
    bool is_list = at_toml_peek(toml, 1) == '[';
    item->kind = is_list ? AT_TOML_LIST_TABLE : AT_TOML_TABLE;
    toml->at = at_entry_skip_blanks(toml->text, toml->at + (is_list ? 2 : 1));
    at_buf_clear(&toml->table);
    if (!read_key(toml, item, &toml->table, err))
        return false;
    if (at_toml_peek(toml, 0) != ']' ||
        (is_list && at_toml_peek(toml, 1) != ']'))
        return at_toml_fail(toml, is_list ? "']]'" : "']'", err);
    toml->at += is_list ? 2 : 1;
    toml->table_parts = item->part_count;
    at_buf_add_str(&toml->path, at_buf_str(&toml->table));
    return true;
}

static bool
read_pair(struct at_toml *toml, struct at_toml_item *item, struct at_err *err)
{
    item->kind = AT_TOML_KEY;
    item->table_parts = toml->table_parts;
    at_buf_add_str(&toml->path, at_buf_str(&toml->table));
    if (!read_key(toml, item, &toml->path, err))
        return false;
    if (at_toml_peek(toml, 0) != '=')
        return at_toml_fail(toml, "'='", err);
    toml->at = at_entry_skip_blanks(toml->text, toml->at + 1);
    item->value = toml->at;
    if (!at_toml_skip_value(toml, err))
        return false;
    item->value_end = toml->at;
    return true;
}

bool
at_toml_next(struct at_toml *toml, struct at_toml_item *out, bool *out_done,
             struct at_err *err)
{
    *out = (struct at_toml_item){0};
    if (!at_toml_skip_space(toml, err))
        return false;
    *out_done = toml->at == toml->text.len;
    if (*out_done)
        return true;
    out->line = at_entry_line(toml->text, toml->at);
    if (out->line == 0)
        out->line = at_entry_bom(toml->text);
    at_buf_clear(&toml->path);
    bool ok = at_toml_peek(toml, 0) == '[' ? read_header(toml, out, err)
                                           : read_pair(toml, out, err);
    if (!ok || !finish_line(toml, err))
        return false;
    out->end = toml->at;
    return true;
}

static bool
read_member(struct at_toml *toml, struct at_str name, bool *out_named,
            bool *out_dotted, struct at_toml_member *out, struct at_err *err)
{
    struct at_toml_item item = {0};
    struct at_buf path = AT_BUF_INIT(AT_TOML_PATH_MAX_BYTES);
    *out = (struct at_toml_member){.key = toml->at};
    bool ok = read_key(toml, &item, &path, err);
    struct at_str first =
        at_str_n(at_buf_text(&path), path.len ? strlen(at_buf_text(&path)) : 0);
    bool is_name = name.ptr && at_str_eq(first, name);
    *out_named = is_name && item.part_count == 1;
    *out_dotted = is_name && item.part_count > 1;
    at_buf_deinit(&path);
    if (!ok)
        return false;
    out->key_end = toml->at;
    if (at_toml_peek(toml, 0) != '=')
        return at_toml_fail(toml, "'='", err);
    toml->at = at_entry_skip_blanks(toml->text, toml->at + 1);
    out->value = toml->at;
    if (!at_toml_skip_value(toml, err))
        return false;
    out->end = toml->at;
    if (!at_toml_skip_space(toml, err))
        return false;
    out->has_comma = at_toml_peek(toml, 0) == ',';
    out->comma = toml->at;
    toml->at += out->has_comma;
    return at_toml_skip_space(toml, err);
}

bool
at_toml_read_inline(struct at_toml *toml, struct at_str name,
                    struct at_toml_inline *out, struct at_err *err)
{
    struct at_toml_member member;
    bool is_named, is_dotted;
    *out = (struct at_toml_inline){.open = toml->at++};
    if (!at_toml_skip_space(toml, err))
        return false;
    while (at_toml_peek(toml, 0) != '}') {
        if (out->count > 0 && !out->last.has_comma)
            return at_toml_fail(toml, "',' or '}'", err);
        if (!read_member(toml, name, &is_named, &is_dotted, &member, err))
            return false;
        out->is_dotted = out->is_dotted || is_dotted;
        if (is_named) {
            out->is_found = true;
            out->found = member;
            out->has_before = out->count > 0;
            out->before = out->last;
        }
        out->last = member;
        out->count++;
    }
    out->close = toml->at++;
    return true;
}
