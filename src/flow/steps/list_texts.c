#include "flow/steps/list_texts.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "screen/label.h"

enum { LINE_MAX_BYTES = 600 };

#define SEPARATOR " | "

static void
add_text(struct at_str text, struct at_buf *line)
{
    struct at_str shown = at_utf8_head(text, LINE_MAX_BYTES / 2);
    at_buf_add_fmt(line, "%s", line->len > 0 ? SEPARATOR : "");
    for (size_t i = 0; i < shown.len; i++)
        at_buf_add_char(line, shown.ptr[i] == '\n' ? ' ' : shown.ptr[i]);
    if (shown.len < text.len)
        at_buf_add_text(line, "...");
}

static void
write_row(const struct at_tree *tree, const struct at_node *row,
          struct at_buf *line)
{
    struct at_str last = {0};
    for (const struct at_node *node = row; node;
         node = at_node_next(node, row)) {
        struct at_str label = at_node_own_label(node);
        if (label.len == 0 || !at_node_visible(tree, node) ||
            at_str_eq(label, last) || at_node_has(node, AT_NODE_PASSWORD))
            continue;
        add_text(label, line);
        last = label;
    }
}

// Return true if part is a run of consecutive texts of whole.
static bool
is_part(struct at_str whole, struct at_str part)
{
    struct at_buf outer = AT_BUF_INIT(2 * LINE_MAX_BYTES);
    struct at_buf inner = AT_BUF_INIT(2 * LINE_MAX_BYTES);
    at_buf_add_fmt(&outer, SEPARATOR "%.*s" SEPARATOR, AT_STR_ARG(whole));
    at_buf_add_fmt(&inner, SEPARATOR "%.*s" SEPARATOR, AT_STR_ARG(part));
    bool found = at_str_has(at_buf_str(&outer), at_buf_str(&inner));
    at_buf_deinit(&outer);
    at_buf_deinit(&inner);
    return found;
}

// Find the line that this screen's row may repeat, except for those that other
// rows of the screen repeat.
static size_t
find_line(const struct at_list_texts *texts, const bool *taken,
          struct at_str row, bool whole)
{
    size_t i = 0;
    for (; i < texts->lines.count; i++) {
        struct at_str line = at_str(texts->lines.words[i]);
        if (!taken[i] && (whole ? at_str_eq(line, row)
                                : is_part(line, row) || is_part(row, line)))
            break;
    }
    return i;
}

static void
add_line(struct at_list_texts *texts, bool *taken, struct at_str row)
{
    size_t i = find_line(texts, taken, row, true);
    if (i == texts->lines.count)
        i = find_line(texts, taken, row, false);
    if (i == texts->max) {
        texts->full = true;
        return;
    }
    if (i == texts->lines.count) {
        at_argv_add_str(&texts->lines, row);
    } else if (row.len > strlen(texts->lines.words[i])) {
        free(texts->lines.words[i]);
        texts->lines.words[i] = at_strndup(row.ptr, row.len);
    }
    taken[i] = true;
}

static void
add_row(struct at_list_texts *texts, bool *taken, const struct at_tree *tree,
        const struct at_node *row)
{
    struct at_buf line = AT_BUF_INIT(LINE_MAX_BYTES);
    write_row(tree, row, &line);
    if (line.len > 0)
        add_line(texts, taken, at_buf_str(&line));
    at_buf_deinit(&line);
}

// Return the parent of the rows: a box that fills the list is not a row.
static const struct at_node *
rows_of(const struct at_node *list)
{
    while (list->first_child && !list->first_child->next)
        list = list->first_child;
    return list;
}

void
at_list_texts_add(struct at_list_texts *texts, const struct at_tree *tree,
                  const struct at_node *list)
{
    const struct at_node *rows = rows_of(list);
    bool *taken = at_alloc((texts->max + 1) * sizeof(*taken));
    if (!rows->first_child)
        add_row(texts, taken, tree, rows);
    for (const struct at_node *row = rows->first_child; row; row = row->next)
        add_row(texts, taken, tree, row);
    free(taken);
}

// Return the text after the last separator, or "".
static struct at_str
end_of(const char *line)
{
    struct at_str rest = at_str(line);
    struct at_str end = {0};
    for (ptrdiff_t at; (at = at_str_find(rest, AT_STR(SEPARATOR))) >= 0;)
        rest = end = at_str_skip(rest, (size_t)at + sizeof(SEPARATOR) - 1);
    return end;
}

static size_t
count_ends(const struct at_argv *lines, struct at_str end)
{
    size_t count = 0;
    for (size_t i = 0; i < lines->count; i++)
        count += at_str_eq(end_of(lines->words[i]), end);
    return count;
}

// Cut the common end of nearly all lines.
static bool
cut_end(struct at_argv *lines, struct at_buf *out)
{
    struct at_buf end = AT_BUF_INIT(LINE_MAX_BYTES);
    at_buf_add_str(&end, end_of(lines->words[lines->count / 2]));
    struct at_str text = at_buf_str(&end);
    bool common =
        end.len > 0 && 10 * count_ends(lines, text) >= 9 * lines->count;
    for (size_t i = 0; common && i < lines->count; i++) {
        char *line = lines->words[i];
        if (at_str_eq(end_of(line), text))
            line[strlen(line) - text.len - (sizeof(SEPARATOR) - 1)] = '\0';
    }
    if (common && out->len > 0)
        at_buf_add_fmt(&end, SEPARATOR "%s", at_buf_text(out));
    if (common) {
        at_buf_clear(out);
        at_buf_add_str(out, at_buf_str(&end));
    }
    at_buf_deinit(&end);
    return common;
}

void
at_list_texts_cut_common(struct at_list_texts *texts, struct at_buf *out)
{
    enum { LEAST_ROWS = 3 };
    while (texts->lines.count >= LEAST_ROWS && cut_end(&texts->lines, out))
        continue;
}
