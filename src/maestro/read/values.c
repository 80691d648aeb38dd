// values.c: a value of a key, by the type of its row
#include "maestro/read/read_priv.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"

static const char *
kind_name(const struct at_yaml_node *node)
{
    return node->kind == AT_YAML_MAP    ? "a mapping"
           : node->kind == AT_YAML_LIST ? "a list"
                                        : "a text";
}

struct at_maestro_scalar
at_maestro_shown(struct at_maestro_reader *reader,
                 const struct at_yaml_node *node)
{
    if (node->is_alias)
        at_maestro_report(reader, node, AT_MAESTRO_WARNING,
                          "write the value out: Maestro knows no anchors",
                          "'*%.*s' means the text '%.*s' here",
                          AT_STR_ARG(node->text), AT_STR_ARG(node->text));
    struct at_maestro_scalar scalar =
        at_maestro_scalar(&reader->ws->arena, node->text, node->is_plain);
    if (scalar.kind != AT_MAESTRO_SCALAR_MALFORMED)
        return scalar;
    at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                      at_maestro_keep(reader, "put it in quotes: \"%.*s\"",
                                      AT_STR_ARG(node->text)),
                      "Maestro takes %.*s for a number, and fails",
                      AT_STR_ARG(node->text));
    return (struct at_maestro_scalar){.kind = AT_MAESTRO_SCALAR_NULL};
}

static bool
needs_scalar(struct at_maestro_reader *reader, const char *name,
             const struct at_yaml_node *node, const char *wanted)
{
    if (node->kind == AT_YAML_SCALAR)
        return true;
    at_maestro_report(reader, node, AT_MAESTRO_ERROR, NULL,
                      "'%s' needs %s, not %s", name, wanted, kind_name(node));
    return false;
}

struct at_str
at_maestro_text(struct at_maestro_reader *reader,
                const struct at_maestro_row *row,
                const struct at_maestro_key *key,
                const struct at_yaml_node *node)
{
    struct at_str none = {0};
    if (!needs_scalar(reader, key->name, node, "a text"))
        return none;
    struct at_maestro_scalar scalar = at_maestro_shown(reader, node);
    if (scalar.kind == AT_MAESTRO_SCALAR_NULL)
        return none;
    if (row->reading == AT_MAESTRO_READS_FIELDS)
        return node->text;
    if (row->reading == AT_MAESTRO_READS_ANY &&
        scalar.kind != AT_MAESTRO_SCALAR_TEXT) {
        at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                          at_maestro_keep(reader,
                                          "put it in quotes: %s: \"%.*s\"",
                                          key->name, AT_STR_ARG(node->text)),
                          "'%s' must be a text here, and %.*s is not one",
                          key->name, AT_STR_ARG(node->text));
        return none;
    }
    at_maestro_oddity_scalar(reader, node, scalar.shown);
    return scalar.shown;
}

static void
refuse_value(struct at_maestro_reader *reader, const char *name,
             const struct at_yaml_node *node, const char *wanted)
{
    bool is_expression = at_str_has(node->text, AT_STR("${"));
    at_maestro_report(
        reader, node, AT_MAESTRO_ERROR,
        is_expression ? "variables are not expanded here: write the value"
                      : NULL,
        "'%s' needs %s, not '%.*s'", name, wanted, AT_STR_ARG(node->text));
}

static const struct at_str true_words[] = {
    AT_STR_ROW("true"), AT_STR_ROW("True"), AT_STR_ROW("TRUE")};
static const struct at_str false_words[] = {
    AT_STR_ROW("false"), AT_STR_ROW("False"), AT_STR_ROW("FALSE")};

// Return false and report unless node is a boolean.
static bool
read_bool(struct at_maestro_reader *reader, const char *name,
          const struct at_yaml_node *node, bool *out)
{
    if (!needs_scalar(reader, name, node, "true or false"))
        return false;
    struct at_maestro_scalar scalar = at_maestro_shown(reader, node);
    struct at_str text = scalar.shown;
    if (scalar.kind == AT_MAESTRO_SCALAR_NULL)
        return false;
    if (scalar.kind == AT_MAESTRO_SCALAR_BOOL ||
        scalar.kind == AT_MAESTRO_SCALAR_WHOLE) {
        *out = scalar.truth || scalar.number != 0;
        return true;
    }
    if (scalar.kind == AT_MAESTRO_SCALAR_TEXT) {
        text = at_str_trim(text);
        if (text.len == 0)
            return false; // as if it were absent
        bool is_true = at_str_in(text, true_words, 3);
        if (is_true || at_str_in(text, false_words, 3)) {
            *out = is_true;
            return true;
        }
    }
    refuse_value(reader, name, node, "true or false");
    return false;
}

// Where anything may come, Maestro wants a boolean and nothing like one.
static bool
is_boolean(struct at_maestro_reader *reader, const struct at_maestro_key *key,
           const struct at_yaml_node *node)
{
    if (node->kind == AT_YAML_SCALAR &&
        at_maestro_shown(reader, node).kind == AT_MAESTRO_SCALAR_BOOL)
        return true;
    at_maestro_report(reader, node, AT_MAESTRO_ERROR, "without quotes",
                      "'%s' needs true or false", key->name);
    return false;
}

static bool
read_whole(struct at_maestro_reader *reader, const char *name,
           const struct at_yaml_node *node, int64_t *out)
{
    if (!needs_scalar(reader, name, node, "a whole number"))
        return false;
    struct at_maestro_scalar scalar = at_maestro_shown(reader, node);
    if (scalar.kind == AT_MAESTRO_SCALAR_NULL ||
        (scalar.kind == AT_MAESTRO_SCALAR_TEXT &&
         at_str_trim(scalar.shown).len == 0))
        return false;
    if (scalar.kind == AT_MAESTRO_SCALAR_TEXT &&
        at_str_to_i64(at_str_trim(scalar.shown), INT32_MIN, INT32_MAX, out))
        return true;
    bool is_number = scalar.kind == AT_MAESTRO_SCALAR_WHOLE ||
                     scalar.kind == AT_MAESTRO_SCALAR_REAL;
    if (is_number && scalar.number >= INT32_MIN && scalar.number <= INT32_MAX) {
        *out = (int64_t)scalar.number;
        if (scalar.number != (double)*out)
            at_maestro_report(reader, node, AT_MAESTRO_WARNING, NULL,
                              "'%s' is cut to %" PRId64, name, *out);
        else
            at_maestro_oddity_scalar(reader, node, scalar.shown);
        return true;
    }
    refuse_value(reader, name, node, "a whole number");
    return false;
}

static void
read_count(struct at_maestro_reader *reader, const char *name,
           const struct at_yaml_node *node, int64_t *out)
{
    if (node->kind == AT_YAML_SCALAR && at_str_is(node->text, "all"))
        *out = AT_MAESTRO_ALL;
    else
        (void)read_whole(reader, name, node, out);
}

static void
read_percent(struct at_maestro_reader *reader, const char *name,
             const struct at_yaml_node *node, struct at_str *out)
{
    int64_t number;
    if (!read_whole(reader, name, node, &number))
        return;
    number = number < 0 ? 0 : number > 100 ? 100 : number;
    *out = at_str(at_maestro_keep(reader, "%" PRId64, number));
}

static void
read_real(struct at_maestro_reader *reader, const char *name,
          const struct at_yaml_node *node, struct at_str *out)
{
    if (!needs_scalar(reader, name, node, "a number"))
        return;
    struct at_maestro_scalar scalar =
        at_maestro_scalar(&reader->ws->arena, at_str_trim(node->text), true);
    if (scalar.kind == AT_MAESTRO_SCALAR_WHOLE ||
        scalar.kind == AT_MAESTRO_SCALAR_REAL)
        *out = scalar.shown;
    else if (scalar.kind != AT_MAESTRO_SCALAR_NULL)
        refuse_value(reader, name, node, "a number");
}

// A text that becomes a number when it runs: digits, "_" between them.
static bool
is_amount(struct at_str text)
{
    size_t digits = 0;
    size_t at = text.len > 0 && text.ptr[0] == '-' ? 1 : 0;
    for (; at < text.len; at++) {
        if (!at_ascii_is_digit(text.ptr[at]) && text.ptr[at] != '_')
            return false;
        digits++;
    }
    return digits > 0;
}

static void
read_amount(struct at_maestro_reader *reader, const struct at_maestro_row *row,
            const struct at_maestro_key *key, const struct at_yaml_node *node,
            struct at_str *out)
{
    struct at_str text = at_maestro_text(reader, row, key, node);
    if (!text.ptr)
        return;
    *out = text;
    if (!is_amount(text) && !at_str_has(text, AT_STR("${")))
        at_maestro_report(
            reader, node, AT_MAESTRO_WARNING,
            at_str_has(at_str(key->name), AT_STR("timeout"))
                ? "write milliseconds as a number without a unit: 5000"
                : NULL,
            "'%s' is not a number, so the flow ends here when it runs: '%.*s'",
            key->name, AT_STR_ARG(text));
}

static bool
is_all_of_a_case(struct at_str text, struct at_str upper)
{
    bool is_upper = at_str_eq(text, upper);
    for (size_t i = 0; !is_upper && i < text.len; i++) {
        if (text.ptr[i] != at_ascii_lower(upper.ptr[i]))
            return false;
    }
    return true;
}

static void
read_direction(struct at_maestro_reader *reader,
               const struct at_maestro_row *row, const char *name,
               const struct at_yaml_node *node, enum at_maestro_direction *out)
{
    if (!needs_scalar(reader, name, node, "UP, DOWN, LEFT or RIGHT"))
        return;
    for (size_t i = 0; at_maestro_directions[i]; i++) {
        struct at_str word = at_str(at_maestro_directions[i]);
        if (!at_str_eq_nocase(node->text, word))
            continue;
        if (row->reading == AT_MAESTRO_READS_TREE &&
            !is_all_of_a_case(node->text, word))
            continue;
        *out = (enum at_maestro_direction)(AT_MAESTRO_UP + i);
        return;
    }
    refuse_value(reader, name, node,
                 row->reading == AT_MAESTRO_READS_TREE
                     ? "UP, DOWN, LEFT or RIGHT, all upper or all lower case"
                     : "UP, DOWN, LEFT or RIGHT");
}

static void
read_switch(struct at_maestro_reader *reader, const char *name,
            const struct at_yaml_node *node, bool *out)
{
    if (!needs_scalar(reader, name, node, "enabled or disabled"))
        return;
    *out = at_str_is(node->text, "enabled");
    if (!*out && !at_str_is(node->text, "disabled"))
        refuse_value(reader, name, node, "enabled or disabled");
}

static enum at_maestro_pair_type
pair_type(enum at_maestro_scalar_kind kind)
{
    switch (kind) {
    case AT_MAESTRO_SCALAR_BOOL:
        return AT_MAESTRO_PAIR_BOOL;
    case AT_MAESTRO_SCALAR_WHOLE:
        return AT_MAESTRO_PAIR_WHOLE;
    case AT_MAESTRO_SCALAR_REAL:
        return AT_MAESTRO_PAIR_REAL;
    default:
        return AT_MAESTRO_PAIR_TEXT;
    }
}

// Append a value as Java shows it: [1, a], {n=1}.
static void
write_java(struct at_maestro_reader *reader, const struct at_yaml_node *node,
           struct at_buf *out)
{
    bool is_map = node->kind == AT_YAML_MAP;
    if (node->kind == AT_YAML_SCALAR) {
        struct at_maestro_scalar scalar = at_maestro_shown(reader, node);
        bool is_null = scalar.kind == AT_MAESTRO_SCALAR_NULL;
        at_buf_add_str(out, is_null ? AT_STR("null") : scalar.shown);
        return;
    }
    at_buf_add_char(out, is_map ? '{' : '[');
    for (const struct at_yaml_node *at = node->first; at; at = at->next) {
        if (at != node->first)
            at_buf_add_text(out, ", ");
        if (is_map)
            at_buf_add_fmt(out, "%.*s=", AT_STR_ARG(at->key->text));
        write_java(reader, at, out);
    }
    at_buf_add_char(out, is_map ? '}' : ']');
}

// An argument that is a list or a mapping.
static void
read_structure(struct at_maestro_reader *reader, const char *name,
               const struct at_yaml_node *node, struct at_maestro_pair *out)
{
    struct at_buf text = AT_BUF_INIT(AT_YAML_MAX_BYTES);
    write_java(reader, node, &text);
    out->value = at_arena_dup(&reader->ws->arena, at_buf_str(&text));
    at_maestro_report(
        reader, node, AT_MAESTRO_WARNING, "give a text, a number or a boolean",
        "'%s' is passed as the text %.60s", name, at_buf_text(&text));
    at_buf_deinit(&text);
}

static bool
read_pair(struct at_maestro_reader *reader, const char *what,
          const struct at_yaml_node *node, bool is_typed,
          struct at_maestro_pair *out)
{
    const char *name = node->key->text.ptr;
    out->name = node->key->text;
    out->place = at_maestro_place_of(reader, node->key);
    if (is_typed && node->kind != AT_YAML_SCALAR) {
        read_structure(reader, name, node, out);
        return true;
    }
    if (!needs_scalar(reader, name, node, "a text"))
        return false;
    struct at_maestro_scalar scalar = at_maestro_shown(reader, node);
    if (scalar.kind == AT_MAESTRO_SCALAR_NULL) {
        at_maestro_report(
            reader, node,
            strcmp(what, "env") == 0 ? AT_MAESTRO_ERROR : AT_MAESTRO_WARNING,
            at_maestro_keep(reader, "an empty text is written as %s: \"\"",
                            name),
            "'%s' in '%s' has no value", name, what);
        return false;
    }
    out->value = is_typed ? scalar.shown : node->text;
    out->type = is_typed ? pair_type(scalar.kind) : AT_MAESTRO_PAIR_TEXT;
    return true;
}

void
at_maestro_pairs_read(struct at_maestro_reader *reader, const char *what,
                      const struct at_yaml_node *node, bool is_typed,
                      struct at_maestro_pairs *out)
{
    if (node->kind != AT_YAML_MAP) {
        at_maestro_report(
            reader, node, AT_MAESTRO_ERROR,
            at_maestro_keep(reader, "write %s: {NAME: value}", what),
            "'%s' needs names with values", what);
        return;
    }
    out->rows = at_arena_alloc(&reader->ws->arena,
                               (node->count + 1) * sizeof(out->rows[0]));
    out->count = 0;
    for (const struct at_yaml_node *at = node->first;
         at && !at_maestro_gives_up(reader); at = at->next) {
        if (!at_maestro_is_replaced(reader, at) &&
            read_pair(reader, what, at, is_typed, &out->rows[out->count]))
            out->count++;
    }
}

bool
at_maestro_texts_read(struct at_maestro_reader *reader, const char *what,
                      const struct at_yaml_node *node,
                      struct at_maestro_texts *out)
{
    if (node->kind != AT_YAML_LIST) {
        at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                          node->kind == AT_YAML_SCALAR
                              ? at_maestro_keep(reader, "write it as [%.*s]",
                                                AT_STR_ARG(node->text))
                              : NULL,
                          "'%s' needs a list", what);
        return false;
    }
    out->rows = at_arena_alloc(&reader->ws->arena,
                               (node->count + 1) * sizeof(out->rows[0]));
    out->count = 0;
    for (const struct at_yaml_node *at = node->first;
         at && !at_maestro_gives_up(reader); at = at->next) {
        if (at->kind == AT_YAML_SCALAR &&
            at_maestro_shown(reader, at).kind != AT_MAESTRO_SCALAR_NULL)
            out->rows[out->count++] = at->text;
        else
            at_maestro_report(reader, at, AT_MAESTRO_ERROR, NULL,
                              "'%s' needs a text in each row", what);
    }
    return true;
}

static void
read_selectors(struct at_maestro_reader *reader, const char *name,
               const struct at_yaml_node *node,
               struct at_maestro_selectors *out)
{
    size_t count = 0;
    if (node->kind != AT_YAML_LIST) {
        at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                          "write each element behind a dash",
                          "'%s' needs a list of elements", name);
        return;
    }
    struct at_maestro_selector *rows =
        at_arena_alloc(&reader->ws->arena, (node->count + 1) * sizeof(rows[0]));
    for (const struct at_yaml_node *at = node->first;
         at && !at_maestro_gives_up(reader); at = at->next) {
        const struct at_maestro_selector *row =
            at_maestro_selector_read(reader, at, NULL);
        if (row)
            rows[count++] = *row;
    }
    *out = (struct at_maestro_selectors){rows, count};
}

static void
read_descendants(struct at_maestro_reader *reader, const char *name,
                 const struct at_yaml_node *node,
                 struct at_maestro_selector *target)
{
    struct at_maestro_selectors all = {0};
    read_selectors(reader, name, node, &all);
    target->contains_descendants = all.rows;
    target->contains_descendants_count = all.count;
}

static void
read_flag(struct at_maestro_reader *reader, const char *name,
          const struct at_yaml_node *node, enum at_maestro_flag *out)
{
    bool truth;
    if (read_bool(reader, name, node, &truth))
        *out = truth ? AT_MAESTRO_TRUE : AT_MAESTRO_FALSE;
}

static void
read_container(struct at_maestro_reader *reader,
               const struct at_maestro_key *key,
               const struct at_yaml_node *node, void *target)
{
    void *at = (char *)target + key->offset;
    if (at_maestro_is_null(reader, node))
        return; // as if it were absent
    switch (key->type) {
    case AT_MAESTRO_TYPE_SELECTOR:
        *(const struct at_maestro_selector **)at =
            at_maestro_selector_read(reader, node, NULL);
        break;
    case AT_MAESTRO_TYPE_SELECTORS:
        if (key->into == AT_MAESTRO_INTO_SELECTOR)
            read_descendants(reader, key->name, node, target);
        else
            read_selectors(reader, key->name, node, at);
        break;
    case AT_MAESTRO_TYPE_CONDITION:
        at_maestro_condition_read(reader, node, at);
        break;
    case AT_MAESTRO_TYPE_COMMANDS:
        at_maestro_commands_read(reader, node, at);
        break;
    case AT_MAESTRO_TYPE_PAIRS:
    case AT_MAESTRO_TYPE_ARGUMENTS:
        at_maestro_pairs_read(reader, key->name, node,
                              key->type == AT_MAESTRO_TYPE_ARGUMENTS, at);
        break;
    case AT_MAESTRO_TYPE_TEXTS:
        at_maestro_texts_read(reader, key->name, node, at);
        break;
    default:
        break;
    }
}

// In a tree Maestro takes any label, optional: and waitToSettleTimeoutMs:, as
// what it can.
static bool
is_lost(struct at_maestro_reader *reader, const struct at_maestro_row *row,
        const struct at_maestro_key *key, const struct at_yaml_node *node)
{
    bool is_label =
        strcmp(key->name, "label") == 0 || strcmp(key->name, "message") == 0;
    bool is_optional = strcmp(key->name, "optional") == 0;
    bool is_settle = strcmp(key->name, "waitToSettleTimeoutMs") == 0;
    int64_t number;
    if (row->reading != AT_MAESTRO_READS_TREE ||
        (!is_label && !is_optional && !is_settle))
        return false;
    struct at_maestro_scalar scalar = {.kind = AT_MAESTRO_SCALAR_NULL};
    if (node->kind == AT_YAML_SCALAR)
        scalar = at_maestro_shown(reader, node);
    bool is_lost = node->kind != AT_YAML_SCALAR ||
                   (is_optional && scalar.kind != AT_MAESTRO_SCALAR_BOOL) ||
                   (is_settle && !at_str_to_i64(scalar.shown, INT32_MIN,
                                                INT32_MAX, &number));
    if (is_lost && !at_maestro_is_null(reader, node))
        at_maestro_report(reader, node, AT_MAESTRO_WARNING,
                          is_label      ? "write a text"
                          : is_optional ? "write true or false"
                                        : "write a number",
                          "this '%s' has no effect", key->name);
    return is_lost;
}

static void
read_text(struct at_maestro_reader *reader, const struct at_maestro_row *row,
          const struct at_maestro_key *key, const struct at_yaml_node *node,
          struct at_str *out)
{
    struct at_str text = at_maestro_text(reader, row, key, node);
    if (text.ptr && key->type == AT_MAESTRO_TYPE_TEXT)
        *out = text;
}

// Return true, and report, if null stands where a value must.
static bool
lacks_value(struct at_maestro_reader *reader, const struct at_maestro_key *key,
            const struct at_yaml_node *node)
{
    if (!key->refuses_null || !at_maestro_is_null(reader, node))
        return false;
    at_maestro_report(reader, node->key ? node->key : node, AT_MAESTRO_ERROR,
                      "remove the line", "'%s' has nothing after it",
                      key->name);
    return true;
}

void
at_maestro_value(struct at_maestro_reader *reader,
                 const struct at_maestro_row *row,
                 const struct at_maestro_key *key,
                 const struct at_yaml_node *node, void *target)
{
    void *at = (char *)target + key->offset;
    if (is_lost(reader, row, key, node) || lacks_value(reader, key, node))
        return;
    switch (key->type) {
    case AT_MAESTRO_TYPE_IGNORED:
    case AT_MAESTRO_TYPE_TEXT:
        read_text(reader, row, key, node, at);
        break;
    case AT_MAESTRO_TYPE_BOOL:
        if (row->reading != AT_MAESTRO_READS_ANY ||
            is_boolean(reader, key, node))
            (void)read_bool(reader, key->name, node, at);
        break;
    case AT_MAESTRO_TYPE_FLAG:
        read_flag(reader, key->name, node, at);
        break;
    case AT_MAESTRO_TYPE_WHOLE:
        (void)read_whole(reader, key->name, node, at);
        break;
    case AT_MAESTRO_TYPE_COUNT:
        read_count(reader, key->name, node, at);
        break;
    case AT_MAESTRO_TYPE_PERCENT:
        read_percent(reader, key->name, node, at);
        break;
    case AT_MAESTRO_TYPE_REAL:
        read_real(reader, key->name, node, at);
        break;
    case AT_MAESTRO_TYPE_AMOUNT:
        read_amount(reader, row, key, node, at);
        break;
    case AT_MAESTRO_TYPE_DIRECTION:
        read_direction(reader, row, key->name, node, at);
        break;
    case AT_MAESTRO_TYPE_SWITCH:
        read_switch(reader, key->name, node, at);
        break;
    default:
        read_container(reader, key, node, target);
        break;
    }
}

void
at_maestro_absent(const struct at_maestro_key *key, void *target)
{
    void *at = (char *)target + key->offset;
    switch (key->type) {
    case AT_MAESTRO_TYPE_BOOL:
        *(bool *)at = key->absent && strcmp(key->absent, "true") == 0;
        break;
    case AT_MAESTRO_TYPE_WHOLE:
    case AT_MAESTRO_TYPE_COUNT:
        *(int64_t *)at = -1;
        if (key->absent)
            at_assert(at_str_to_i64(at_str(key->absent), 0, INT32_MAX, at));
        break;
    case AT_MAESTRO_TYPE_TEXT:
    case AT_MAESTRO_TYPE_PERCENT:
    case AT_MAESTRO_TYPE_REAL:
    case AT_MAESTRO_TYPE_AMOUNT:
        if (key->absent)
            *(struct at_str *)at = at_str(key->absent);
        break;
    case AT_MAESTRO_TYPE_DIRECTION:
        if (key->absent)
            *(enum at_maestro_direction *)at = AT_MAESTRO_DOWN;
        break;
    default:
        break;
    }
}
