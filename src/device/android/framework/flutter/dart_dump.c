// dart_dump.c: the lines of a printed semantics tree
//
//   SemanticsNode#0
//    │ Rect.fromLTRB(0.0, 0.0, 1080.0, 2340.0)
//    │
//    └─SemanticsNode#1
//      │ Rect.fromLTRB(0.0, 0.0, 411.4, 891.4) scaled by 2.6x
//      │
//      └─SemanticsNode#2
//          label:
//            "two
//            lines"
//
// Texts are printed without any escape, so only the column identifies a line: a
// property begins in its node's column, and its continuation is two columns
// further to the right, where no node can begin.
#include "device/android/framework/flutter/dart_dump.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/buf.h"
#include "base/limits.h"

enum {
    LINE_WIDTH = 65, // at which the framework breaks lines
    INDENT = 2,
    NUMBER_MAX = 40,
};

static const double coordinate_max = 1000000;

#define PROPERTY_MAX_BYTES AT_MIB

// A node of the print that can still get children or properties.
struct open_node {
    struct at_dart_node *node;
    size_t column; // column where its properties begin
};

struct reader {
    struct at_dart_dump *dump;
    struct open_node stack[AT_DART_DEPTH_MAX];
    size_t depth;
    // The property being read.
    struct at_buf property;
    bool on_own_lines;  // the value begins on a separate line
    bool lines_begun;   // the first such line was read
    size_t blank_count; // blank lines that may be part of it
    size_t width;       // width of the previous line, in UTF-16 units
    bool broken;
};

struct word_row {
    const char *word;
    uint32_t bit;
};

static const struct word_row flag_rows[] = {
    {"hasCheckedState", AT_DART_CHECKABLE},
    {"isChecked", AT_DART_CHECKED},
    {"hasToggledState", AT_DART_TOGGLABLE},
    {"isToggled", AT_DART_TOGGLED},
    {"isSelected", AT_DART_SELECTED},
    {"isButton", AT_DART_BUTTON},
    {"isTextField", AT_DART_FIELD},
    {"isFocused", AT_DART_FOCUSED},
    {"isFocusable", AT_DART_FOCUSABLE},
    {"hasEnabledState", AT_DART_HAS_ENABLED},
    {"isEnabled", AT_DART_ENABLED},
    {"isInMutuallyExclusiveGroup", AT_DART_EXCLUSIVE},
    {"isHeader", AT_DART_HEADER},
    {"isObscured", AT_DART_OBSCURED},
    {"isHidden", AT_DART_HIDDEN},
    {"isImage", AT_DART_IMAGE},
    {"isLink", AT_DART_LINK},
    {"isSlider", AT_DART_SLIDER},
    {"hasExpandedState", AT_DART_EXPANDABLE},
    {"isExpanded", AT_DART_EXPANDED},
};

// A sign follows the name of a blocked action, so its row is not found.
static const struct word_row action_rows[] = {
    {"tap", AT_DART_TAP},
    {"longPress", AT_DART_LONG_PRESS},
    {"scrollUp", AT_DART_SCROLL_Y},
    {"scrollDown", AT_DART_SCROLL_Y},
    {"scrollLeft", AT_DART_SCROLL_X},
    {"scrollRight", AT_DART_SCROLL_X},
    {"increase", AT_DART_ADJUST},
    {"decrease", AT_DART_ADJUST},
    {"dismiss", AT_DART_DISMISS},
};

// Properties without a name, and names whose value matters.
static const struct word_row line_rows[] = {
    {"HIDDEN", AT_DART_HIDDEN},
    {"invisible", AT_DART_INVISIBLE},
    {"merge boundary ⛔️", AT_DART_MERGES},
    {"merged up ⬆️", AT_DART_MERGED},
    {"validationResult: invalid", AT_DART_INVALID},
    {"role: tab", AT_DART_TAB},
    {"role: progressBar", AT_DART_PROGRESS},
    {"role: loadingSpinner", AT_DART_PROGRESS},
};

static uint32_t
find_bit(const struct word_row *rows, size_t count, struct at_str word)
{
    for (size_t i = 0; i < count; i++) {
        if (at_str_is(word, rows[i].word))
            return rows[i].bit;
    }
    return 0;
}

static uint32_t
read_words(const struct word_row *rows, size_t count, struct at_str list)
{
    struct at_str word;
    uint32_t bits = 0;
    while (at_str_next(&list, ',', &word))
        bits |= find_bit(rows, count, at_str_trim(word));
    return bits;
}

static bool
is_number_part(char c)
{
    return at_ascii_is_digit(c) || c == '-' || c == '+' || c == '.' || c == 'e';
}

// Take the next number after any other characters. Infinity does not count.
static bool
take_number(struct at_str *rest, double *out)
{
    char digits[NUMBER_MAX];
    size_t len = 0;
    while (rest->len > 0 && !at_ascii_is_digit(*rest->ptr) && *rest->ptr != '-')
        *rest = at_str_skip(*rest, 1);
    while (len < rest->len && is_number_part(rest->ptr[len]))
        len++;
    if (len == 0 || len >= sizeof(digits))
        return false;
    at_str_cut(digits, sizeof(digits), at_str_head(*rest, len));
    *rest = at_str_skip(*rest, len);
    char *end;
    *out = strtod(digits, &end);
    return *end == '\0' && isfinite(*out) && fabs(*out) <= coordinate_max;
}

static bool
take_numbers(struct at_str *rest, double *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!take_number(rest, &out[i]))
            return false;
    }
    return true;
}

static void
read_rect(struct at_dart_node *node, struct at_str text)
{
    double sides[4];
    struct at_str scaled = AT_STR(" scaled by ");
    struct at_str moved = AT_STR(" with transform ");
    ptrdiff_t end = at_str_find(text, AT_STR(")"));
    if (end < 0 || node->has_rect)
        return;
    struct at_str rest = at_str_skip(text, (size_t)end + 1);
    text = at_str_head(text, (size_t)end);
    if (at_str_has(text, AT_STR("Infinity")) || !take_numbers(&text, sides, 4))
        return;
    node->rect = (struct at_dart_rect){sides[0], sides[1], sides[2], sides[3]};
    node->has_rect = true;
    if (at_str_starts(rest, scaled))
        node->has_rect = take_number(&rest, &node->scale);
    else if (at_str_starts(rest, moved))
        node->has_rect = node->has_matrix =
            take_numbers(&rest, node->matrix, 16);
}

// Take the text between the first and the last quote: it may contain quotes,
// and attributes without any may follow it.
static struct at_str
unquote(struct at_dart_dump *dump, struct at_str text)
{
    size_t len = text.len;
    while (len > 0 && text.ptr[len - 1] != '"')
        len--;
    if (len < 2 || text.ptr[0] != '"')
        return AT_STR("");
    return at_arena_dup(&dump->arena, at_str_n(text.ptr + 1, len - 2));
}

struct text_row {
    struct at_str name;
    size_t field;
};

static const struct text_row text_rows[] = {
    {AT_STR_ROW("identifier: "), offsetof(struct at_dart_node, id)},
    {AT_STR_ROW("label: "), offsetof(struct at_dart_node, label)},
    {AT_STR_ROW("value: "), offsetof(struct at_dart_node, value)},
    {AT_STR_ROW("hint: "), offsetof(struct at_dart_node, hint)},
    {AT_STR_ROW("tooltip: "), offsetof(struct at_dart_node, tooltip)},
};

static bool
read_text(struct at_dart_dump *dump, struct at_dart_node *node,
          struct at_str line)
{
    for (size_t i = 0; i < AT_LEN(text_rows); i++) {
        const struct text_row *row = &text_rows[i];
        if (!at_str_starts(line, row->name))
            continue;
        struct at_str *field =
            (struct at_str *)(void *)((char *)node + row->field);
        *field = unquote(dump, at_str_skip(line, row->name.len));
        return true;
    }
    return false;
}

static void
read_property(struct at_dart_dump *dump, struct at_dart_node *node,
              struct at_str line)
{
    struct at_str flags = AT_STR("flags: ");
    struct at_str actions = AT_STR("actions: ");
    struct at_str heading = AT_STR("headingLevel: ");
    if (at_str_starts(line, AT_STR("Rect.fromLTRB(")))
        read_rect(node, line);
    else if (at_str_starts(line, flags))
        node->flags |= read_words(flag_rows, AT_LEN(flag_rows),
                                  at_str_skip(line, flags.len));
    else if (at_str_starts(line, actions))
        node->actions |= read_words(action_rows, AT_LEN(action_rows),
                                    at_str_skip(line, actions.len));
    else if (at_str_starts(line, heading))
        node->flags |= AT_DART_HEADER;
    else if (!read_text(dump, node, line))
        node->flags |= find_bit(line_rows, AT_LEN(line_rows), line);
}

static struct open_node *
open_node(struct reader *r)
{
    return r->depth > 0 ? &r->stack[r->depth - 1] : NULL;
}

static void
end_property(struct reader *r)
{
    if (r->depth > 0 && r->property.len > 0 && !r->property.overflow)
        read_property(r->dump, open_node(r)->node, at_buf_str(&r->property));
    at_buf_clear(&r->property);
    r->blank_count = 0;
}

// In UTF-16 units, as Dart counts.
static size_t
width_of(struct at_str text)
{
    size_t width = 0;
    uint32_t cp;
    for (size_t len; (len = at_utf8_next(text, &cp)) > 0;
         text = at_str_skip(text, len))
        width += cp > 0xffff ? 2 : 1;
    return width;
}

static size_t
first_word_width(struct at_str text)
{
    struct at_str word = {"", 0};
    (void)!at_str_next(&text, ' ', &word);
    return width_of(word);
}

static void
begin_property(struct reader *r, struct at_str text)
{
    end_property(r);
    at_buf_add_str(&r->property, text);
    r->width = width_of(text);
    r->on_own_lines =
        at_str_ends(text, AT_STR(":")) && !at_str_has(text, AT_STR(" "));
    r->lines_begun = false;
}

// In a value on the line of its name each break is the framework's, because
// such values have no line feeds. In other values a break is the framework's if
// the next word did not fit.
static bool
is_wrapped(const struct reader *r, struct at_str text)
{
    if (!r->on_own_lines)
        return true;
    return r->blank_count == 0 &&
           r->width + 1 + first_word_width(text) > LINE_WIDTH;
}

static void
continue_property(struct reader *r, struct at_str text)
{
    if (r->on_own_lines && !r->lines_begun) {
        r->lines_begun = true;
        at_buf_add_char(&r->property, ' ');
    } else if (is_wrapped(r, text)) {
        at_buf_add_char(&r->property, ' ');
    } else {
        for (size_t i = 0; i <= r->blank_count; i++)
            at_buf_add_char(&r->property, '\n');
    }
    r->blank_count = 0;
    r->width = INDENT + width_of(text);
    at_buf_add_str(&r->property, text);
}

// Only the rectangle, which has no name, is continued at its own column.
static bool
lacks_matrix_end(const struct reader *r)
{
    struct at_str text = at_buf_str(&r->property);
    return at_str_starts(text, AT_STR("Rect.fromLTRB(")) &&
           at_str_has(text, AT_STR(" with transform")) &&
           !at_str_ends(text, AT_STR("]"));
}

// Count the columns of lines and blanks that a line begins with, at most max,
// and skip them.
static size_t
skip_columns(struct at_str *line, size_t max)
{
    struct at_str bar = AT_STR("│");
    size_t columns = 0;
    while (columns < max && line->len > 0) {
        if (*line->ptr == ' ')
            *line = at_str_skip(*line, 1);
        else if (at_str_starts(*line, bar))
            *line = at_str_skip(*line, bar.len);
        else
            break;
        columns++;
    }
    return columns;
}

static bool
take_branch(struct at_str *line)
{
    struct at_str more = AT_STR("├─");
    struct at_str last = AT_STR("└─");
    if (!at_str_starts(*line, more) && !at_str_starts(*line, last))
        return false;
    *line = at_str_skip(*line, more.len);
    return true;
}

// "SemanticsNode#12", or a class of the app's own.
static bool
is_node_name(struct at_str text)
{
    ptrdiff_t at = at_str_find(text, AT_STR("#"));
    int64_t number;
    return at > 0 && at_ascii_is_letter(*text.ptr) &&
           at_str_to_i64(at_str_skip(text, (size_t)at + 1), 0, INT64_MAX,
                         &number);
}

static void
push(struct reader *r, size_t column)
{
    struct at_dart_node *node = at_arena_alloc(&r->dump->arena, sizeof(*node));
    *node = (struct at_dart_node){.has_rect = false};
    if (r->depth > 0) {
        struct at_dart_node *parent = open_node(r)->node;
        node->parent = parent;
        if (parent->last_child)
            parent->last_child->next = node;
        else
            parent->first_child = node;
        parent->last_child = node;
    } else {
        r->dump->root = node;
    }
    r->stack[r->depth++] = (struct open_node){node, column};
    r->dump->count++;
}

// name_column is the column of the node's name, and of its parent's properties.
static void
begin_node(struct reader *r, size_t name_column)
{
    end_property(r);
    while (r->depth > 0 && open_node(r)->column > name_column)
        r->depth--;
    if (r->depth == 0 || open_node(r)->column != name_column ||
        r->depth == AT_DART_DEPTH_MAX || r->dump->count == AT_DART_NODES_MAX)
        r->broken = true;
    else
        push(r, name_column + INDENT);
}

static void
read_line(struct reader *r, struct at_str line)
{
    size_t column = open_node(r)->column;
    struct at_str rest = line;
    bool open = r->property.len > 0;
    if (skip_columns(&rest, column + INDENT) == column + INDENT &&
        rest.len > 0 && open) {
        continue_property(r, rest);
        return;
    }
    rest = line;
    size_t blank = skip_columns(&rest, SIZE_MAX);
    if (rest.len == 0)
        r->blank_count++;
    else if (blank == column && lacks_matrix_end(r))
        continue_property(r, rest);
    else if (blank == column)
        begin_property(r, rest);
    else if (take_branch(&rest) && is_node_name(rest))
        begin_node(r, blank + INDENT);
    else if (blank < column)
        r->broken = true;
}

static void
read_lines(struct reader *r, struct at_str text)
{
    struct at_str line;
    while (!r->broken && at_str_next_line(&text, &line)) {
        if (r->depth > 0)
            read_line(r, line);
        else if (is_node_name(line))
            push(r, INDENT + 1); // the root's properties are one further
    }
    end_property(r);
}

void
at_dart_dump_read(struct at_str text, struct at_dart_dump *out)
{
    struct reader *r = at_alloc(sizeof(*r));
    *out = (struct at_dart_dump){.arena = AT_ARENA_INIT};
    *r = (struct reader){.dump = out,
                         .property = AT_BUF_INIT(PROPERTY_MAX_BYTES)};
    if (at_utf8_valid(text))
        read_lines(r, text);
    out->off = !out->root && at_str_starts(text, AT_STR("Semantics not "
                                                        "generated"));
    at_buf_deinit(&r->property);
    free(r);
}

void
at_dart_dump_deinit(struct at_dart_dump *dump)
{
    at_arena_deinit(&dump->arena);
    dump->root = NULL;
    dump->count = 0;
}
