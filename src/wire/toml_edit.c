// toml_edit.c: finds the offsets, then copies the text around them
#include "wire/toml_edit.h"

#include <string.h>

#include "base/ascii.h"
#include "base/limits_setup.h"
#include "wire/toml_scan.h"

// How a path is written in a text.
struct spot {
    // It is a key with a value, alone on its line or in an inline table.
    bool is_value;
    size_t value;
    size_t value_end;
    // It is in an inline table, or may be put there.
    bool is_inline;
    struct at_toml_inline table;
    size_t inline_depth; // parts of the path that lead to the inline table
    // It is a [table].
    bool is_table;
    size_t block;     // offset of its header
    size_t block_end; // behind its last key
    size_t last_key;  // offset of that key, or of the header
    // Keys of another table begin with it: the last of these.
    bool is_dotted;
    struct at_toml_item dotted;
};

// A path that is looked for in a text.
struct search {
    struct at_str text;
    const struct at_str *path;
    size_t count;
    struct at_buf joined; // the path, each part followed by a NUL
};

static struct search
search_for(struct at_str text, const struct at_str *path, size_t count)
{
    struct search search = {text, path, count,
                            AT_BUF_INIT(AT_TOML_PATH_MAX_BYTES)};
    for (size_t i = 0; i < count; i++) {
        at_buf_add_str(&search.joined, path[i]);
        at_buf_add_char(&search.joined, '\0');
    }
    return search;
}

// Read the inline tables of an item that the path leads through.
static bool
enter_inline(const struct search *search, const struct at_toml_item *item,
             struct spot *out, struct at_err *err)
{
    struct at_str text = search->text;
    const struct at_str *path = search->path;
    size_t depth = item->table_parts + item->part_count;
    struct at_toml toml = {.text = text};
    size_t value = item->value;
    out->value_end = item->value_end;
    for (; depth < search->count; depth++) {
        toml.at = value;
        if (text.ptr[value] != '{')
            return at_entry_fail(err, text, value, "'%.*s' is not a table",
                                 AT_STR_ARG(path[depth - 1]));
        if (!at_toml_read_inline(&toml, path[depth], &out->table, err))
            return false;
        if (out->table.is_dotted)
            return at_entry_fail(err, text, value,
                                 "'%.*s' is a part of a longer key in an "
                                 "inline table: write it as one of its own",
                                 AT_STR_ARG(path[depth]));
        out->is_inline = true;
        out->inline_depth = depth;
        if (!out->table.is_found)
            return true;
        value = out->table.found.value;
        out->value_end = out->table.found.end;
    }
    out->is_value = true;
    out->value = value;
    return true;
}

static bool
is_twice(struct at_str text, size_t at, struct at_err *err)
{
    return at_entry_fail(err, text, at, "the table is defined twice");
}

// Note what an item says about the path.
static bool
note(const struct search *search, struct at_toml *toml,
     const struct at_toml_item *item, struct spot *out, struct at_err *err)
{
    struct at_str wanted = at_buf_str(&search->joined);
    struct at_str full = at_buf_str(&toml->path);
    bool is_equal = at_str_eq(full, wanted);
    bool is_above = is_equal || at_str_starts(wanted, full);
    size_t parts = item->table_parts + item->part_count;
    if (item->kind == AT_TOML_LIST_TABLE && is_above)
        return at_entry_fail(err, toml->text, item->key,
                             "'%.*s' is a list of tables",
                             AT_STR_ARG(search->path[parts - 1]));
    if (item->kind == AT_TOML_TABLE && is_equal) {
        if (out->is_table)
            return is_twice(toml->text, item->line, err);
        out->is_table = true;
        out->block = item->line;
        out->block_end = item->end;
        out->last_key = item->line;
        return true;
    }
    if (item->kind != AT_TOML_KEY)
        return true;
    if (is_above) {
        if (out->is_value || out->is_inline)
            return is_twice(toml->text, item->line, err);
        return enter_inline(search, item, out, err);
    }
    if (at_str_eq(at_buf_str(&toml->table), wanted)) {
        out->block_end = item->end;
        out->last_key = item->line;
    } else if (at_str_starts(full, wanted) &&
               item->table_parts < search->count) {
        out->is_dotted = true;
        out->dotted = *item;
    }
    return true;
}

static bool
locate(struct at_str text, const struct at_str *path, size_t count,
       struct spot *out, struct at_err *err)
{
    struct at_toml toml;
    struct at_toml_item item;
    struct search search = search_for(text, path, count);
    bool done = false, ok = true;
    *out = (struct spot){0};
    at_toml_init(&toml, text);
    while (ok && !done) {
        ok = at_toml_next(&toml, &item, &done, err) &&
             (done || note(&search, &toml, &item, out, err));
    }
    at_toml_deinit(&toml);
    at_buf_deinit(&search.joined);
    return ok;
}

static void
write_key(struct at_str name, struct at_buf *out)
{
    bool bare = name.len > 0;
    for (size_t i = 0; i < name.len; i++)
        bare = bare && (at_ascii_is_alnum(name.ptr[i]) || name.ptr[i] == '_' ||
                        name.ptr[i] == '-');
    if (bare)
        at_buf_add_str(out, name);
    else
        at_entry_write_string(name, out);
}

static void
write_keys(const struct at_str *path, size_t from, size_t count,
           struct at_buf *out)
{
    for (size_t i = from; i < count; i++) {
        at_buf_add_text(out, i > from ? "." : "");
        write_key(path[i], out);
    }
}

static void
write_pair(const struct at_entry_member *member, struct at_buf *out)
{
    write_key(member->name, out);
    at_buf_add_text(out, " = ");
    at_entry_write_value(member, ", ", out);
}

// Append the entry as an inline table.
static void
write_inline(const struct at_entry *entry, struct at_buf *out)
{
    bool any = false;
    at_buf_add_text(out, "{ ");
    for (size_t i = 0; i < entry->member_count; i++) {
        if (!at_entry_writes(&entry->members[i]))
            continue;
        at_buf_add_text(out, any ? ", " : "");
        write_pair(&entry->members[i], out);
        any = true;
    }
    at_buf_add_text(out, any ? " }" : "}");
}

// Append text with the table at its end. A file without a last newline stays
// so.
static void
append_table(struct at_str text, const struct at_entry *entry,
             struct at_buf *out)
{
    struct at_str newline = at_entry_newline(text);
    bool is_empty = text.len == at_entry_bom(text);
    bool ends = is_empty || at_entry_line(text, text.len) == text.len;
    bool has_blank = is_empty || at_str_ends(text, AT_STR("\n\n")) ||
                     at_str_ends(text, AT_STR("\n\r\n"));
    at_buf_add_str(out, text);
    at_buf_add_str(out, ends ? AT_STR("") : newline);
    at_buf_add_str(out, has_blank ? AT_STR("") : newline);
    at_buf_add_char(out, '[');
    write_keys(entry->path, 0, entry->path_count, out);
    at_buf_add_char(out, ']');
    for (size_t i = 0; i < entry->member_count; i++) {
        if (!at_entry_writes(&entry->members[i]))
            continue;
        at_buf_add_str(out, newline);
        write_pair(&entry->members[i], out);
    }
    at_buf_add_str(out, ends ? newline : AT_STR(""));
}

static bool
is_string(struct at_str text, size_t at, struct at_str wanted, size_t *out_end)
{
    struct at_buf read = AT_BUF_INIT(text.len * 3 + 1);
    bool same = at_toml_string(text, at, &read, out_end) &&
                at_str_eq(at_buf_str(&read), wanted);
    at_buf_deinit(&read);
    return same;
}

static bool
is_same(struct at_str text, size_t value, const struct at_entry_member *member)
{
    struct at_toml toml = {.text = text, .at = value + 1};
    size_t end;
    if (!member->is_list)
        return is_string(text, value, member->text, &end);
    if (text.ptr[value] != '[')
        return false;
    for (size_t i = 0;; i++) {
        if (!at_toml_skip_space(&toml, NULL))
            return false;
        if (text.ptr[toml.at] == ']')
            return i == member->count;
        if (i == member->count ||
            !is_string(text, toml.at, member->items[i], &toml.at) ||
            !at_toml_skip_space(&toml, NULL))
            return false;
        toml.at += text.ptr[toml.at] == ',';
    }
}

// Append text with a pair behind the last one of an inline table.
static void
insert_inline(struct at_str text, const struct at_toml_inline *table,
              struct at_str pair, struct at_buf *out)
{
    size_t from = table->open + 1;
    if (table->count > 0)
        from = table->last.has_comma ? table->last.comma + 1 : table->last.end;
    bool comma = table->count > 0 && !table->last.has_comma;
    at_buf_add_str(out, at_str_head(text, from));
    at_buf_add_text(out, comma ? ", " : " ");
    at_buf_add_str(out, pair);
    at_buf_add_text(out, table->count == 0 && from == table->close ? " " : "");
    at_buf_add_str(out, at_str_skip(text, from));
}

// Append text with a line at an offset: the pair, with the indentation and what
// else is before it.
static void
insert_line(struct at_str text, size_t at, struct at_str before,
            struct at_str pair, struct at_buf *out)
{
    struct at_str newline = at_entry_newline(text);
    bool ends = at > 0 && text.ptr[at - 1] == '\n';
    at_buf_add_str(out, at_str_head(text, at));
    at_buf_add_str(out, ends ? AT_STR("") : newline);
    at_buf_add_str(out, before);
    at_buf_add_str(out, pair);
    at_buf_add_str(out, ends ? newline : AT_STR(""));
    at_buf_add_str(out, at_str_skip(text, at));
}

// Append text with a member that it lacks. entry: what its entry looks like.
static void
insert_member(struct at_str text, const struct at_entry *wanted,
              const struct spot *entry, const struct spot *spot,
              const struct at_entry_member *member, struct at_buf *out)
{
    struct at_buf pair = AT_BUF_INIT(out->max);
    write_pair(member, &pair);
    struct at_str line = at_buf_str(&pair);
    if (spot->is_inline) {
        insert_inline(text, &spot->table, line, out);
    } else if (entry->is_table) {
        insert_line(text, entry->block_end,
                    at_entry_indent(text, entry->last_key), line, out);
    } else {
        const struct at_toml_item *item = &entry->dotted;
        size_t own = item->parts[wanted->path_count - item->table_parts];
        insert_line(text, item->end,
                    at_str_n(text.ptr + item->line, own - item->line), line,
                    out);
    }
    at_buf_deinit(&pair);
}

static bool
put_member(struct at_str text, const struct at_entry *wanted,
           const struct at_entry_member *member, struct at_buf *out,
           struct at_err *err)
{
    struct at_str path[AT_ENTRY_PATH_MAX + 1];
    struct spot entry, spot;
    memcpy(path, wanted->path, wanted->path_count * sizeof(path[0]));
    path[wanted->path_count] = member->name;
    if (!locate(text, path, wanted->path_count, &entry, err) ||
        !locate(text, path, wanted->path_count + 1, &spot, err))
        return false;
    if (spot.is_value && is_same(text, spot.value, member)) {
        at_buf_add_str(out, text);
    } else if (spot.is_value) {
        struct at_buf value = AT_BUF_INIT(out->max);
        at_entry_write_value(member, ", ", &value);
        at_entry_splice(text, spot.value, spot.value_end, at_buf_str(&value),
                        out);
        at_buf_deinit(&value);
    } else if (spot.is_table || spot.is_dotted) {
        return at_fail(err, AT_EUSAGE, "'%.*s' is a table",
                       AT_STR_ARG(member->name));
    } else if (at_entry_writes(member)) {
        insert_member(text, wanted, &entry, &spot, member, out);
    } else {
        at_buf_add_str(out, text);
    }
    return true;
}

static bool
put_members(struct at_str text, const struct at_entry *entry,
            struct at_buf *out, struct at_err *err)
{
    struct at_buf now = AT_BUF_INIT(out->max);
    bool ok = true;
    at_buf_add_str(&now, text);
    for (size_t i = 0; ok && i < entry->member_count; i++) {
        struct at_buf next = AT_BUF_INIT(out->max);
        ok =
            put_member(at_buf_str(&now), entry, &entry->members[i], &next, err);
        at_buf_deinit(&now);
        now = next;
    }
    if (ok)
        at_buf_add_str(out, at_buf_str(&now));
    at_buf_deinit(&now);
    return ok;
}

// Append text with an entry of another kind replaced by ours.
static bool
replace(struct at_str text, const struct at_entry *entry,
        const struct spot *spot, struct at_buf *out, struct at_err *err)
{
    struct at_buf with = AT_BUF_INIT(out->max);
    bool ok = true;
    if (spot->is_value) {
        write_inline(entry, &with);
        at_entry_splice(text, spot->value, spot->value_end, at_buf_str(&with),
                        out);
    } else {
        ok = at_toml_drop(text, entry, &with, err);
        if (ok)
            append_table(at_buf_str(&with), entry, out);
    }
    at_buf_deinit(&with);
    return ok;
}

static bool
put(struct at_str text, const struct at_entry *entry, struct at_buf *out,
    struct at_err *err)
{
    struct at_str path[AT_ENTRY_PATH_MAX + 1];
    struct spot spot, mark;
    memcpy(path, entry->path, entry->path_count * sizeof(path[0]));
    path[entry->path_count] = entry->mark;
    if (!locate(text, path, entry->path_count, &spot, err))
        return false;
    bool is_there = spot.is_value || spot.is_table || spot.is_dotted;
    if (!is_there && spot.is_inline) {
        struct at_buf pair = AT_BUF_INIT(out->max);
        write_keys(path, spot.inline_depth, entry->path_count, &pair);
        at_buf_add_text(&pair, " = ");
        write_inline(entry, &pair);
        insert_inline(text, &spot.table, at_buf_str(&pair), out);
        at_buf_deinit(&pair);
        return true;
    }
    if (!is_there) {
        append_table(text, entry, out);
        return true;
    }
    if (spot.is_value && text.ptr[spot.value] != '{')
        return replace(text, entry, &spot, out, err);
    if (!locate(text, path, entry->path_count + 1, &mark, err))
        return false;
    return mark.is_value ? put_members(text, entry, out, err)
                         : replace(text, entry, &spot, out, err);
}

static bool
is_within(const struct at_buf *out, struct at_err *err)
{
    return !out->overflow ||
           at_fail(err, AT_ELIMIT, "the file would be longer than %zu bytes",
                   out->max);
}

bool
at_toml_put(struct at_str text, const struct at_entry *entry,
            struct at_buf *out, struct at_err *err)
{
    if (!at_utf8_valid(text))
        return at_fail(err, AT_EUSAGE, "the text is not UTF-8");
    return put(text, entry, out, err) && is_within(out, err);
}

// Append text without an inline table's member.
static void
cut_inline(struct at_str text, const struct at_toml_inline *table,
           struct at_buf *out)
{
    const struct at_toml_member *found = &table->found;
    bool is_last = found->key == table->last.key;
    size_t from = found->key;
    size_t to = found->has_comma ? found->comma + 1 : found->end;
    if (is_last && table->has_before)
        from = table->before.comma + found->has_comma;
    else
        to = at_entry_skip_blanks(text, to);
    if (table->count == 1 && to == table->close)
        from = table->open + 1;
    at_entry_splice(text, from, to, AT_STR(""), out);
}

// Return the offset where the lines of a table begin: with the blank line that
// sets it off. A file without a last newline stays so.
static size_t
block_start(struct at_str text, size_t from, size_t to)
{
    size_t before = from > 0 ? at_entry_line(text, from - 1) : 0;
    struct at_str above = at_str_n(text.ptr + before, from - before);
    if (at_str_trim(above).len == 0 && before >= at_entry_bom(text))
        from = before;
    if (to == text.len && text.ptr[to - 1] != '\n' && from > 0)
        from -= from > 1 && text.ptr[from - 2] == '\r' ? 2 : 1;
    return from;
}

// The first thing to remove.
struct cut {
    bool any;
    bool is_inline;
    struct at_toml_inline table;
    bool is_block;
    bool is_known; // nothing that follows belongs to it
    size_t from;
    size_t to;
};

// Look at an item, until the cut is known.
static bool
look(const struct search *search, struct at_toml *toml,
     const struct at_toml_item *item, struct cut *cut, struct at_err *err)
{
    struct at_str full = at_buf_str(&toml->path);
    struct at_str wanted = at_buf_str(&search->joined);
    struct spot spot = {0};
    if (cut->any) { // in a block: it goes on with its keys
        cut->is_known = item->kind != AT_TOML_KEY;
        cut->to = cut->is_known ? cut->to : item->end;
        return true;
    }
    if (at_str_starts(full, wanted)) {
        cut->any = true;
        cut->is_block = item->kind != AT_TOML_KEY;
        cut->is_known = !cut->is_block;
        cut->from = item->line;
        cut->to = item->end;
        return true;
    }
    if (item->kind != AT_TOML_KEY || !at_str_starts(wanted, full) ||
        toml->text.ptr[item->value] != '{')
        return true;
    if (!enter_inline(search, item, &spot, err))
        return false;
    cut->any = cut->is_inline = cut->is_known = spot.is_value;
    cut->table = spot.table;
    return true;
}

static bool
find_cut(struct at_str text, const struct at_entry *entry, struct cut *out,
         struct at_err *err)
{
    struct at_toml toml;
    struct at_toml_item item;
    struct search search = search_for(text, entry->path, entry->path_count);
    bool done = false, ok = true;
    *out = (struct cut){0};
    at_toml_init(&toml, text);
    while (ok && !done) {
        ok = at_toml_next(&toml, &item, &done, err);
        if (ok && !done && !out->is_known)
            ok = look(&search, &toml, &item, out, err);
    }
    at_toml_deinit(&toml);
    at_buf_deinit(&search.joined);
    return ok;
}

// Each round makes the text shorter.
bool
at_toml_drop(struct at_str text, const struct at_entry *entry,
             struct at_buf *out, struct at_err *err)
{
    struct at_buf now = AT_BUF_INIT(text.len + 1);
    struct cut cut;
    bool ok =
        at_utf8_valid(text) || at_fail(err, AT_EUSAGE, "the text is not UTF-8");
    at_buf_add_str(&now, text);
    while (ok && (ok = find_cut(at_buf_str(&now), entry, &cut, err)) &&
           cut.any) {
        struct at_buf next = AT_BUF_INIT(now.max);
        if (cut.is_block)
            cut.from = block_start(at_buf_str(&now), cut.from, cut.to);
        if (cut.is_inline)
            cut_inline(at_buf_str(&now), &cut.table, &next);
        else
            at_entry_splice(at_buf_str(&now), cut.from, cut.to, AT_STR(""),
                            &next);
        at_buf_deinit(&now);
        now = next;
    }
    if (ok)
        at_buf_add_str(out, at_buf_str(&now));
    at_buf_deinit(&now);
    return ok && is_within(out, err);
}
