// jsonc_edit.c: finds the offsets, then copies the text around them
#include "wire/jsonc_edit.h"

#include <string.h>

#include "wire/jsonc_scan.h"

// Where a path leads in a text.
struct spot {
    bool is_whole;                 // all of the path is there
    size_t depth;                  // number of its parts before the container
    struct at_jsonc_object object; // the innermost object of the path
};

// How new text is laid out.
struct layout {
    struct at_str newline;
    struct at_str unit; // one level of indentation
    bool lines;         // each member has its own line
    bool tight;         // without blanks behind ':' and ','
};

static bool
locate(struct at_str text, const struct at_str *path, size_t count,
       struct spot *out, struct at_err *err)
{
    struct at_jsonc_scan scan = {.text = text};
    size_t at;
    *out = (struct spot){0};
    if (!at_jsonc_check(text, &at, err))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (at >= text.len || text.ptr[at] != '{')
            return i == 0 ? at_entry_fail(err, text, at,
                                          "the file is not an object in braces")
                          : at_entry_fail(err, text, at,
                                          "'%.*s' is not an object in braces",
                                          AT_STR_ARG(path[i - 1]));
        scan.at = at;
        out->depth = i;
        if (!at_jsonc_read_object(&scan, path[i], &out->object, err))
            return false;
        if (!out->object.is_found)
            return true;
        at = out->object.found.value;
    }
    out->is_whole = true;
    return true;
}

static bool
has_newline(struct at_str text, size_t from, size_t to)
{
    return at_str_has(at_str_n(text.ptr + from, to - from), AT_STR("\n"));
}

// Return true if the byte is the first of its line that is not a blank.
static bool
begins_line(struct at_str text, size_t at)
{
    size_t start = at_entry_line(text, at);
    return start > 0 && at_entry_skip_blanks(text, start) == at;
}

static struct layout
layout_of(struct at_str text, const struct at_jsonc_object *object)
{
    struct layout layout = {at_entry_newline(text), AT_STR("  "), false, false};
    struct at_jsonc_object root;
    struct at_jsonc_scan scan = {.text = text};
    ptrdiff_t colon = at_str_find(text, AT_STR("\":"));
    if (!at_jsonc_check(text, &scan.at, NULL) ||
        !at_jsonc_read_object(&scan, (struct at_str){0}, &root, NULL))
        return layout;
    if (root.count > 0 && begins_line(text, root.last.key)) {
        struct at_str indent = at_entry_indent(text, root.last.key);
        layout.unit = indent.len > 0 ? indent : layout.unit;
    }
    layout.lines =
        object->count > 0
            ? has_newline(text, object->open, object->close)
            : root.count == 0 || has_newline(text, root.open, root.close);
    layout.tight = !layout.lines && colon >= 0 &&
                   (size_t)colon + 2 < text.len &&
                   !strchr(" \t\r\n", text.ptr[colon + 2]);
    return layout;
}

static void
write_break(const struct layout *layout, struct at_str indent, size_t level,
            struct at_buf *out)
{
    if (!layout->lines)
        return;
    at_buf_add_str(out, layout->newline);
    at_buf_add_str(out, indent);
    for (size_t i = 0; i < level; i++)
        at_buf_add_str(out, layout->unit);
}

static void
write_name(const struct layout *layout, struct at_str name, struct at_buf *out)
{
    at_entry_write_string(name, out);
    at_buf_add_text(out, layout->tight ? ":" : ": ");
}

// Append the value of the entry at that level of indentation.
static void
write_members(const struct layout *layout, const struct at_entry *entry,
              struct at_str indent, size_t level, struct at_buf *out)
{
    const char *comma = layout->tight ? "," : ", ";
    bool any = false;
    at_buf_add_char(out, '{');
    for (size_t i = 0; i < entry->member_count; i++) {
        const struct at_entry_member *member = &entry->members[i];
        if (!at_entry_writes(member))
            continue;
        if (any)
            at_buf_add_text(out, layout->lines ? "," : comma);
        write_break(layout, indent, level + 1, out);
        write_name(layout, member->name, out);
        at_entry_write_value(member, comma, out);
        any = true;
    }
    if (any)
        write_break(layout, indent, level, out);
    at_buf_add_char(out, '}');
}

// Append the parts of the path from depth on, and the entry in the last one.
static void
write_path(const struct layout *layout, const struct at_entry *entry,
           size_t depth, struct at_str indent, struct at_buf *out)
{
    size_t levels = entry->path_count - depth - 1;
    for (size_t i = 0; i < levels; i++) {
        write_name(layout, entry->path[depth + i], out);
        at_buf_add_char(out, '{');
        write_break(layout, indent, i + 1, out);
    }
    write_name(layout, entry->path[entry->path_count - 1], out);
    write_members(layout, entry, indent, levels, out);
    for (size_t i = levels; i > 0; i--) {
        write_break(layout, indent, i - 1, out);
        at_buf_add_char(out, '}');
    }
}

// Return the offset behind the comments that end on the line of at.
static size_t
skip_line_comments(struct at_str text, size_t at)
{
    for (;;) {
        size_t next = at_entry_skip_blanks(text, at);
        struct at_str rest = at_str_skip(text, next);
        if (at_str_starts(rest, AT_STR("//"))) {
            ptrdiff_t end = at_str_find(rest, AT_STR("\n"));
            at = end < 0 ? text.len : next + (size_t)end;
            return end > 0 && text.ptr[at - 1] == '\r' ? at - 1 : at;
        }
        ptrdiff_t end = at_str_starts(rest, AT_STR("/*"))
                            ? at_str_find(at_str_skip(rest, 2), AT_STR("*/"))
                            : -1;
        if (end < 0 || has_newline(text, next, next + (size_t)end))
            return at;
        at = next + (size_t)end + 4;
    }
}

// Append text with a member put into an object without members.
static void
fill(struct at_str text, const struct at_jsonc_object *object,
     const struct layout *layout, struct at_str member, struct at_buf *out)
{
    size_t from = skip_line_comments(text, object->open + 1);
    struct at_str between = at_str_n(text.ptr + from, object->close - from);
    bool is_blank = at_str_trim(between).len == 0;
    at_buf_add_str(out, at_str_head(text, from));
    write_break(layout, at_entry_indent(text, object->open), 1, out);
    at_buf_add_str(out, member);
    if (is_blank)
        write_break(layout, at_entry_indent(text, object->open), 0, out);
    at_buf_add_str(out, at_str_skip(text, is_blank ? object->close : from));
}

// Append text with a member put behind the last one of an object.
static void
extend(struct at_str text, const struct at_jsonc_object *object,
       const struct layout *layout, struct at_str member, struct at_buf *out)
{
    const struct at_jsonc_member *last = &object->last;
    bool own_line = begins_line(text, last->key);
    size_t end = last->has_comma ? last->comma + 1 : last->end;
    size_t from = skip_line_comments(text, end);
    at_buf_add_str(out, at_str_head(text, last->end));
    at_buf_add_text(out, last->has_comma ? "" : ",");
    at_buf_add_str(out, at_str_n(text.ptr + last->end, from - last->end));
    if (!layout->lines)
        at_buf_add_text(out, layout->tight ? "" : " ");
    write_break(layout,
                at_entry_indent(text, own_line ? last->key : object->open),
                own_line ? 0 : 1, out);
    at_buf_add_str(out, member);
    at_buf_add_text(out, last->has_comma ? "," : "");
    at_buf_add_str(out, at_str_skip(text, from));
}

static void
insert(struct at_str text, const struct at_jsonc_object *object,
       const struct layout *layout, struct at_str member, struct at_buf *out)
{
    if (object->count > 0)
        extend(text, object, layout, member, out);
    else
        fill(text, object, layout, member, out);
}

// Return the indentation of a new member of the object.
static struct at_str
member_indent(struct at_str text, const struct at_jsonc_object *object,
              const struct layout *layout, struct at_buf *room)
{
    if (object->count > 0 && begins_line(text, object->last.key))
        return at_entry_indent(text, object->last.key);
    at_buf_add_str(room, at_entry_indent(text, object->open));
    at_buf_add_str(room, layout->unit);
    return at_buf_str(room);
}

static void
insert_entry(struct at_str text, const struct at_entry *entry,
             const struct spot *spot, struct at_buf *out)
{
    struct layout layout = layout_of(text, &spot->object);
    struct at_buf member = AT_BUF_INIT(out->max);
    struct at_buf room = AT_BUF_INIT(out->max);
    struct at_str indent = member_indent(text, &spot->object, &layout, &room);
    write_path(&layout, entry, spot->depth, indent, &member);
    insert(text, &spot->object, &layout, at_buf_str(&member), out);
    at_buf_deinit(&member);
    at_buf_deinit(&room);
}

// Return true if the value at an offset is the string.
static bool
is_string(struct at_str text, size_t value, struct at_str wanted)
{
    size_t end = at_jsonc_value_end(text, value);
    if (text.ptr[value] != '"')
        return false;
    struct at_str inside = at_str_n(text.ptr + value + 1, end - value - 2);
    struct at_buf read = AT_BUF_INIT(inside.len + 1);
    at_entry_read_string(inside, &read);
    bool same = at_str_eq(at_buf_str(&read), wanted);
    at_buf_deinit(&read);
    return same;
}

static bool
is_same(struct at_str text, size_t value, const struct at_entry_member *member)
{
    struct at_jsonc_scan scan = {.text = text, .at = value + 1};
    if (!member->is_list)
        return is_string(text, value, member->text);
    if (text.ptr[value] != '[')
        return false;
    for (size_t i = 0;; i++) {
        if (!at_jsonc_skip_blank(&scan, NULL))
            return false;
        if (text.ptr[scan.at] == ']')
            return i == member->count;
        if (i == member->count || !is_string(text, scan.at, member->items[i]))
            return false;
        scan.at = at_jsonc_value_end(text, scan.at);
        if (!at_jsonc_skip_blank(&scan, NULL))
            return false;
        scan.at += text.ptr[scan.at] == ',';
    }
}

// Append text with one member of the entry as it shall be. The entry is an
// object of the text.
static bool
put_member(struct at_str text, const struct at_entry *entry,
           const struct at_entry_member *member, struct at_buf *out,
           struct at_err *err)
{
    struct at_str path[AT_ENTRY_PATH_MAX + 1];
    struct at_buf value = AT_BUF_INIT(out->max);
    struct spot spot;
    memcpy(path, entry->path, entry->path_count * sizeof(path[0]));
    path[entry->path_count] = member->name;
    if (!locate(text, path, entry->path_count + 1, &spot, err))
        return false;
    struct layout layout = layout_of(text, &spot.object);
    const struct at_jsonc_member *found = &spot.object.found;
    if (spot.is_whole && is_same(text, found->value, member)) {
        at_buf_add_str(out, text);
    } else if (spot.is_whole) {
        at_entry_write_value(member, layout.tight ? "," : ", ", &value);
        at_entry_splice(text, found->value, found->end, at_buf_str(&value),
                        out);
    } else if (at_entry_writes(member)) {
        write_name(&layout, member->name, &value);
        at_entry_write_value(member, layout.tight ? "," : ", ", &value);
        insert(text, &spot.object, &layout, at_buf_str(&value), out);
    } else {
        at_buf_add_str(out, text);
    }
    at_buf_deinit(&value);
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

static void
replace_entry(struct at_str text, const struct at_entry *entry,
              const struct spot *spot, struct at_buf *out)
{
    struct layout layout = layout_of(text, &spot->object);
    struct at_buf value = AT_BUF_INIT(out->max);
    const struct at_jsonc_member *found = &spot->object.found;
    write_members(&layout, entry, at_entry_indent(text, found->key), 0, &value);
    at_entry_splice(text, found->value, found->end, at_buf_str(&value), out);
    at_buf_deinit(&value);
}

// Return true if the entry is an object of the kind that ours is.
static bool
is_kind(struct at_str text, const struct at_entry *entry, size_t value)
{
    struct at_jsonc_scan scan = {.text = text, .at = value};
    struct at_jsonc_object object;
    return text.ptr[value] == '{' &&
           at_jsonc_read_object(&scan, entry->mark, &object, NULL) &&
           object.is_found;
}

// Append text, or for a text without a value one with an empty object.
static bool
with_root(struct at_str text, struct at_buf *out, struct at_err *err)
{
    size_t value;
    if (!at_jsonc_check(text, &value, err))
        return false;
    at_buf_add_str(out, text);
    if (value < text.len)
        return true;
    if (at_entry_line(text, text.len) < text.len &&
        text.len > at_entry_bom(text))
        at_buf_add_str(out, at_entry_newline(text));
    at_buf_add_text(out, "{}");
    at_buf_add_str(out, at_entry_newline(text));
    return true;
}

static bool
put(struct at_str text, const struct at_entry *entry, struct at_buf *out,
    struct at_err *err)
{
    struct spot spot;
    if (!locate(text, entry->path, entry->path_count, &spot, err))
        return false;
    if (!spot.is_whole)
        insert_entry(text, entry, &spot, out);
    else if (!is_kind(text, entry, spot.object.found.value))
        replace_entry(text, entry, &spot, out);
    else
        return put_members(text, entry, out, err);
    return true;
}

static bool
is_within(const struct at_buf *out, struct at_err *err)
{
    return !out->overflow ||
           at_fail(err, AT_ELIMIT, "the file would be longer than %zu bytes",
                   out->max);
}

bool
at_jsonc_put(struct at_str text, const struct at_entry *entry,
             struct at_buf *out, struct at_err *err)
{
    struct at_buf root = AT_BUF_INIT(out->max);
    bool ok = with_root(text, &root, err) && is_within(&root, err) &&
              put(at_buf_str(&root), entry, out, err) && is_within(out, err);
    at_buf_deinit(&root);
    return ok;
}

// The bytes that go with a member.
struct cut {
    size_t comma; // the comma before it, or from if that stays
    size_t comma_end;
    size_t from;
    size_t to;
};

static struct cut
cut_of(struct at_str text, const struct at_jsonc_object *object)
{
    const struct at_jsonc_member *member = &object->found;
    bool is_last = member->key == object->last.key;
    size_t end = member->has_comma ? member->comma + 1 : member->end;
    size_t behind = skip_line_comments(text, end);
    size_t next = at_entry_skip_blanks(text, behind);
    bool ends_line =
        next == text.len || text.ptr[next] == '\n' || text.ptr[next] == '\r';
    struct cut cut = {.from = member->key, .to = end};
    if (begins_line(text, member->key) && ends_line) {
        cut.from = at_entry_line(text, member->key) - 1;
        cut.from -= cut.from > 0 && text.ptr[cut.from - 1] == '\r';
        cut.to = next;
    } else if (!is_last) {
        cut.to = at_entry_skip_blanks(text, end);
    } else {
        while (cut.from > 0 && strchr(" \t", text.ptr[cut.from - 1]))
            cut.from--;
    }
    bool takes_comma = is_last && !member->has_comma && object->has_before;
    cut.comma = takes_comma ? object->before.comma : cut.from;
    cut.comma_end = takes_comma ? cut.comma + 1 : cut.from;
    return cut;
}

// Append text without the member that was found.
static void
remove_member(struct at_str text, const struct at_jsonc_object *object,
              struct at_buf *out)
{
    struct cut cut = cut_of(text, object);
    size_t start = out->len;
    at_buf_add_str(out, at_str_head(text, cut.comma));
    at_buf_add_str(
        out, at_str_n(text.ptr + cut.comma_end, cut.from - cut.comma_end));
    size_t close = object->close - cut.to + (out->len - start);
    at_buf_add_str(out, at_str_skip(text, cut.to));
    if (out->overflow || object->count > 1)
        return;
    struct at_str all = at_str_skip(at_buf_str(out), start);
    size_t inside = object->open + 1;
    struct at_str between = at_str_n(all.ptr + inside, close - inside);
    if (at_str_trim(between).len > 0)
        return;
    struct at_buf tail = AT_BUF_INIT(out->max);
    at_buf_add_str(&tail, at_str_skip(all, close));
    at_buf_cut(out, start + inside);
    at_buf_add_str(out, at_buf_str(&tail));
    at_buf_deinit(&tail);
}

// A file can have the entry twice; clients read the last one. Each round makes
// the text shorter.
bool
at_jsonc_drop(struct at_str text, const struct at_entry *entry,
              struct at_buf *out, struct at_err *err)
{
    struct at_buf now = AT_BUF_INIT(text.len + 1);
    struct spot spot;
    size_t value;
    at_buf_add_str(&now, text);
    bool ok = at_jsonc_check(text, &value, err);
    while (ok && value < text.len) {
        ok = locate(at_buf_str(&now), entry->path, entry->path_count, &spot,
                    err);
        if (!ok || !spot.is_whole)
            break;
        struct at_buf next = AT_BUF_INIT(now.max);
        remove_member(at_buf_str(&now), &spot.object, &next);
        at_buf_deinit(&now);
        now = next;
    }
    if (ok)
        at_buf_add_str(out, at_buf_str(&now));
    at_buf_deinit(&now);
    return ok && is_within(out, err);
}
