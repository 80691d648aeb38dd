// values_text.c: values of keys, by the types of their rows
#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "maestro/write/flow_text_priv.h"

static const void *
value_of(const struct at_maestro_entry *entry)
{
    return (const char *)entry->target + entry->key->offset;
}

static bool
has_condition(const struct at_maestro_condition *condition)
{
    return condition->platform.ptr || condition->is_true.ptr ||
           condition->visible || condition->not_visible;
}

static bool
differs_in_text(const struct at_maestro_key *key, struct at_str text)
{
    return text.ptr && !(key->absent && at_str_is(text, key->absent));
}

static bool
differs_in_number(const struct at_maestro_key *key, int64_t number)
{
    int64_t absent = -1;
    if (key->absent)
        at_assert(at_str_to_i64(at_str(key->absent), 0, INT32_MAX, &absent));
    return number != absent;
}

static bool
differs_in_container(const struct at_maestro_key *key, const void *at)
{
    switch (key->type) {
    case AT_MAESTRO_TYPE_SELECTOR:
        return *(const struct at_maestro_selector *const *)at != NULL;
    case AT_MAESTRO_TYPE_SELECTORS: // both structs begin with the rows
        return *(const struct at_maestro_selector *const *)at != NULL;
    case AT_MAESTRO_TYPE_CONDITION:
        return has_condition(at);
    case AT_MAESTRO_TYPE_COMMANDS:
        return ((const struct at_maestro_commands *)at)->rows != NULL;
    case AT_MAESTRO_TYPE_PAIRS:
    case AT_MAESTRO_TYPE_ARGUMENTS:
        return ((const struct at_maestro_pairs *)at)->rows != NULL;
    case AT_MAESTRO_TYPE_TEXTS:
        return ((const struct at_maestro_texts *)at)->rows != NULL;
    default:
        return false;
    }
}

// Return true if a key must be written.
static bool
differs(const struct at_maestro_key *key, const void *at)
{
    switch (key->type) {
    case AT_MAESTRO_TYPE_IGNORED:
        return false;
    case AT_MAESTRO_TYPE_TEXT:
    case AT_MAESTRO_TYPE_PERCENT:
    case AT_MAESTRO_TYPE_REAL:
    case AT_MAESTRO_TYPE_AMOUNT:
        return differs_in_text(key, *(const struct at_str *)at);
    case AT_MAESTRO_TYPE_BOOL:
        return *(const bool *)at !=
               (key->absent && strcmp(key->absent, "true") == 0);
    case AT_MAESTRO_TYPE_FLAG:
        return *(const enum at_maestro_flag *)at != AT_MAESTRO_UNSET;
    case AT_MAESTRO_TYPE_WHOLE:
    case AT_MAESTRO_TYPE_COUNT:
        return differs_in_number(key, *(const int64_t *)at);
    case AT_MAESTRO_TYPE_DIRECTION:
        return *(const enum at_maestro_direction *)at !=
               (key->absent ? AT_MAESTRO_DOWN : AT_MAESTRO_NO_DIRECTION);
    default:
        return differs_in_container(key, at);
    }
}

void
at_maestro_found_add(struct at_maestro_found *found,
                     const struct at_maestro_row *row,
                     const struct at_maestro_key *key, const void *target)
{
    struct at_maestro_entry entry = {.row = row, .key = key, .target = target};
    if (!key->is_required && !differs(key, value_of(&entry)))
        return;
    at_assert(found->count < AT_MAESTRO_FOUND_MAX);
    found->rows[found->count++] = entry;
}

void
at_maestro_found_write(struct at_maestro_writer *writer,
                       const struct at_maestro_found *found)
{
    for (size_t i = 0; i < found->count && !writer->is_wrong; i++) {
        at_maestro_name_write(writer, at_str(found->rows[i].key->name));
        at_maestro_entry_write(writer, &found->rows[i]);
    }
}

// Whole numbers that everybody reads as they are.
static bool
is_number(struct at_str text)
{
    if (text.len > 1 && text.ptr[0] == '-' && text.ptr[1] != '0')
        text = at_str_skip(text, 1);
    if (text.len == 0 || text.len > 9 || (text.ptr[0] == '0' && text.len > 1))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (!at_ascii_is_digit(text.ptr[i]))
            return false;
    }
    return true;
}

// Texts that are numbers by their meaning need no quotes.
static void
write_text(struct at_maestro_writer *writer, const struct at_maestro_key *key,
           struct at_str text)
{
    bool is_plain = key->type == AT_MAESTRO_TYPE_REAL ||
                    key->type == AT_MAESTRO_TYPE_PERCENT;
    bool may_be_number = key->type == AT_MAESTRO_TYPE_AMOUNT ||
                         strcmp(key->name, "index") == 0 ||
                         strcmp(key->name, "times") == 0;
    at_buf_add_char(writer->out, ' ');
    if (is_plain || (may_be_number && is_number(text)))
        at_buf_add_str(writer->out, text);
    else
        at_maestro_text_write(writer, text);
    at_buf_add_char(writer->out, '\n');
}

static void
write_word(struct at_maestro_writer *writer, const char *word)
{
    at_buf_add_fmt(writer->out, " %s\n", word);
}

static void
write_count(struct at_maestro_writer *writer, int64_t count)
{
    if (count == AT_MAESTRO_ALL)
        write_word(writer, "all");
    else
        at_buf_add_fmt(writer->out, " %" PRId64 "\n", count);
}

void
at_maestro_texts_write(struct at_maestro_writer *writer,
                       const struct at_maestro_texts *texts)
{
    at_buf_add_text(writer->out, texts->count > 0 ? "\n" : " []\n");
    writer->depth++;
    for (size_t i = 0; i < texts->count; i++) {
        at_maestro_indent(writer);
        at_buf_add_text(writer->out, "- ");
        at_maestro_text_write(writer, texts->rows[i]);
        at_buf_add_char(writer->out, '\n');
    }
    writer->depth--;
}

// Numbers and booleans without quotes, as only launchApp's arguments have them.
static void
write_pair(struct at_maestro_writer *writer, const struct at_maestro_pair *pair)
{
    bool is_negative = at_str_starts(pair->value, AT_STR("-"));
    at_buf_add_char(writer->out, ' ');
    if (pair->type == AT_MAESTRO_PAIR_TEXT)
        at_maestro_text_write(writer, pair->value);
    else if (at_str_ends(pair->value, AT_STR("Infinity")))
        at_buf_add_text(writer->out, is_negative ? "-1.0e+999" : "1.0e+999");
    else
        at_buf_add_str(writer->out, pair->value);
    at_buf_add_char(writer->out, '\n');
}

void
at_maestro_pairs_write(struct at_maestro_writer *writer,
                       const struct at_maestro_pairs *pairs)
{
    at_buf_add_text(writer->out, pairs->count > 0 ? "\n" : " {}\n");
    writer->depth++;
    for (size_t i = 0; i < pairs->count; i++) {
        at_maestro_name_write(writer, pairs->rows[i].name);
        write_pair(writer, &pairs->rows[i]);
    }
    writer->depth--;
}

static void
collect(const struct at_maestro_row *row, enum at_maestro_into into,
        const void *target, struct at_maestro_found *found)
{
    for (const struct at_maestro_key *key = row->keys; key->name; key++) {
        if (key->into == into)
            at_maestro_found_add(found, row, key, target);
    }
}

// The point in an element; or of the screen, where a command has no element.
static void
write_point(struct at_maestro_writer *writer, struct at_str point)
{
    if (!point.ptr)
        return;
    at_maestro_name_write(writer, AT_STR("point"));
    at_buf_add_char(writer->out, ' ');
    at_maestro_text_write(writer, point);
    at_buf_add_char(writer->out, '\n');
}

// A text alone, or a mapping. element may be NULL; point: "" without a ptr.
static void
write_element(struct at_maestro_writer *writer,
              const struct at_maestro_selector *element, struct at_str point)
{
    struct at_maestro_found found = {0};
    if (element)
        collect(&at_maestro_selector_row, AT_MAESTRO_INTO_SELECTOR, element,
                &found);
    if (found.count == 1 && !point.ptr &&
        strcmp(found.rows[0].key->name, "text") == 0) {
        at_maestro_entry_write(writer, &found.rows[0]);
        return;
    }
    bool is_empty = found.count == 0 && !point.ptr;
    at_buf_add_text(writer->out, is_empty ? " {}\n" : "\n");
    writer->depth++;
    at_maestro_found_write(writer, &found);
    write_point(writer, point);
    writer->depth--;
}

// The point that goes with an element of a swipe or a drag.
static struct at_str
point_beside(const struct at_maestro_entry *entry)
{
    const struct at_maestro_command *command = entry->target;
    bool is_drag = entry->row->kind == AT_MAESTRO_DRAG;
    if (is_drag && strcmp(entry->key->name, "to") == 0)
        return command->to_point;
    return is_drag || entry->row->kind == AT_MAESTRO_SWIPE ? command->point
                                                           : (struct at_str){0};
}

static void
write_elements(struct at_maestro_writer *writer,
               const struct at_maestro_selector *rows, size_t count)
{
    at_buf_add_text(writer->out, count > 0 ? "\n" : " []\n");
    writer->depth++;
    for (size_t i = 0; i < count; i++) {
        at_maestro_indent(writer);
        at_buf_add_char(writer->out, '-');
        write_element(writer, &rows[i], (struct at_str){0});
    }
    writer->depth--;
}

// A command's list of elements, or an element's.
static void
write_all_elements(struct at_maestro_writer *writer,
                   const struct at_maestro_entry *entry)
{
    const struct at_maestro_selector *parent = entry->target;
    const struct at_maestro_selectors *all = value_of(entry);
    if (entry->key->into == AT_MAESTRO_INTO_SELECTOR)
        write_elements(writer, parent->contains_descendants,
                       parent->contains_descendants_count);
    else
        write_elements(writer, all->rows, all->count);
}

static void
write_condition(struct at_maestro_writer *writer,
                const struct at_maestro_condition *condition)
{
    struct at_maestro_found found = {0};
    collect(&at_maestro_condition_row, AT_MAESTRO_INTO_CONDITION, condition,
            &found);
    at_buf_add_text(writer->out, found.count > 0 ? "\n" : " {}\n");
    writer->depth++;
    at_maestro_found_write(writer, &found);
    writer->depth--;
}

static void
write_commands(struct at_maestro_writer *writer,
               const struct at_maestro_commands *commands)
{
    at_buf_add_text(writer->out, commands->count > 0 ? "\n" : " []\n");
    writer->depth++;
    at_maestro_rows_write(writer, commands);
    writer->depth--;
}

static void
write_container(struct at_maestro_writer *writer,
                const struct at_maestro_entry *entry)
{
    const void *at = value_of(entry);
    switch (entry->key->type) {
    case AT_MAESTRO_TYPE_SELECTOR:
        write_element(writer, *(const struct at_maestro_selector *const *)at,
                      point_beside(entry));
        break;
    case AT_MAESTRO_TYPE_SELECTORS:
        write_all_elements(writer, entry);
        break;
    case AT_MAESTRO_TYPE_CONDITION:
        write_condition(writer, at);
        break;
    case AT_MAESTRO_TYPE_COMMANDS:
        write_commands(writer, at);
        break;
    case AT_MAESTRO_TYPE_PAIRS:
    case AT_MAESTRO_TYPE_ARGUMENTS:
        at_maestro_pairs_write(writer, at);
        break;
    case AT_MAESTRO_TYPE_TEXTS:
        at_maestro_texts_write(writer, at);
        break;
    default:
        writer->is_wrong = !at_fail(writer->err, AT_EUNSUPPORTED,
                                    "'%s' can't be written", entry->key->name);
    }
}

void
at_maestro_entry_write(struct at_maestro_writer *writer,
                       const struct at_maestro_entry *entry)
{
    const void *at = value_of(entry);
    switch (entry->key->type) {
    case AT_MAESTRO_TYPE_TEXT:
    case AT_MAESTRO_TYPE_PERCENT:
    case AT_MAESTRO_TYPE_REAL:
    case AT_MAESTRO_TYPE_AMOUNT:
        write_text(writer, entry->key, *(const struct at_str *)at);
        break;
    case AT_MAESTRO_TYPE_BOOL:
        write_word(writer, *(const bool *)at ? "true" : "false");
        break;
    case AT_MAESTRO_TYPE_FLAG:
        write_word(writer, *(const enum at_maestro_flag *)at == AT_MAESTRO_TRUE
                               ? "true"
                               : "false");
        break;
    case AT_MAESTRO_TYPE_SWITCH:
        write_word(writer, *(const bool *)at ? "enabled" : "disabled");
        break;
    case AT_MAESTRO_TYPE_COUNT:
        write_count(writer, *(const int64_t *)at);
        break;
    case AT_MAESTRO_TYPE_WHOLE:
        at_buf_add_fmt(writer->out, " %" PRId64 "\n", *(const int64_t *)at);
        break;
    case AT_MAESTRO_TYPE_DIRECTION:
        write_word(
            writer,
            at_maestro_directions[*(const enum at_maestro_direction *)at -
                                  AT_MAESTRO_UP]);
        break;
    default:
        write_container(writer, entry);
    }
}
