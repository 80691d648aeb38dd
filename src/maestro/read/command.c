// command.c: commands, by the table
#include "maestro/read/read_priv.h"

#include <string.h>

#include "base/alloc.h"
#include "base/near.h"

static void
refuse_name(struct at_maestro_reader *reader, const struct at_yaml_node *node,
            struct at_str name)
{
    struct at_near near = {.wanted = name};
    const char *hint = at_maestro_hint_command(name);
    for (const struct at_maestro_row *row = at_maestro_rows; row->name; row++) {
        if (!strchr(row->name, ' '))
            at_near_offer(&near, at_str(row->name));
    }
    at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                      hint ? hint : at_maestro_did_you_mean(reader, &near),
                      "there is no command '%.*s'", AT_STR_ARG(name));
}

static void
refuse_key(struct at_maestro_reader *reader, const struct at_maestro_row *row,
           const struct at_yaml_node *entry, enum at_maestro_severity severity)
{
    struct at_near near = {.wanted = entry->key->text};
    const char *hint = at_maestro_hint_key(row->name, entry->key->text);
    for (const struct at_maestro_key *key = row->keys; key->name; key++)
        at_near_offer(&near, at_str(key->name));
    if (!hint)
        hint = at_maestro_did_you_mean(reader, &near);
    at_maestro_report(reader, entry->key, severity, hint,
                      severity == AT_MAESTRO_ERROR
                          ? "'%s' has no key '%.*s'"
                          : "'%s' has no key '%.*s', so it has no effect",
                      row->name, AT_STR_ARG(entry->key->text));
}

static void
set_defaults(const struct at_maestro_row *row,
             struct at_maestro_command *command)
{
    const struct at_maestro_row *all[] = {&at_maestro_selector_row, row};
    command->settle_ms = -1;
    command->count = -1;
    command->taps = 1;
    for (size_t i = row->reading == AT_MAESTRO_READS_SELECTOR ? 0 : 1; i < 2;
         i++) {
        for (const struct at_maestro_key *key = all[i]->keys; key->name;
             key++) {
            if (key->into == AT_MAESTRO_INTO_COMMAND)
                at_maestro_absent(key, command);
        }
    }
}

// is_wrong: another key is, which is probably the missing one.
static void
check_required(struct at_maestro_reader *reader,
               const struct at_maestro_row *row, const struct at_yaml_node *map,
               bool is_wrong)
{
    for (const struct at_maestro_key *key = row->keys; key->name; key++) {
        const struct at_yaml_node *entry = at_yaml_entry(map, key->name);
        bool is_missing = !entry || at_maestro_is_null(reader, entry);
        if (key->is_required && is_missing && !is_wrong)
            at_maestro_report(
                reader, map, AT_MAESTRO_ERROR,
                at_maestro_keep(reader, "add %s: (%s)", key->name, key->help),
                "'%s' needs '%s'", row->name, key->name);
    }
}

static void
read_entry(struct at_maestro_reader *reader, const struct at_maestro_row *row,
           const struct at_yaml_node *entry, bool is_loose,
           struct at_maestro_command *command)
{
    const struct at_maestro_key *key = at_maestro_key(row, entry->key->text);
    if (key && key->is_ours && !command->ours)
        command->ours = key->name;
    if (!key)
        refuse_key(reader, row, entry,
                   is_loose ? AT_MAESTRO_WARNING : AT_MAESTRO_ERROR);
    else if ((row->kind != AT_MAESTRO_SWIPE && row->kind != AT_MAESTRO_DRAG) ||
             key->type != AT_MAESTRO_TYPE_SELECTOR) // finish.c
        at_maestro_value(reader, row, key, entry, command);
}

static void
read_entries(struct at_maestro_reader *reader, const struct at_maestro_row *row,
             const struct at_yaml_node *map, struct at_maestro_command *command)
{
    bool has_from = at_maestro_swipes_from(row, map);
    bool is_loose = row->reading == AT_MAESTRO_READS_ANY ||
                    (row->reading == AT_MAESTRO_READS_TREE && !has_from);
    size_t before = reader->problems->counts[AT_MAESTRO_ERROR];
    struct at_maestro_row strict = *row;
    if (has_from)
        strict.reading = AT_MAESTRO_READS_SELECTOR;
    for (const struct at_yaml_node *at = map->first;
         at && !at_maestro_gives_up(reader); at = at->next) {
        // Fields are read one after the other, each of them.
        if (at_maestro_is_replaced(reader, at) &&
            row->reading != AT_MAESTRO_READS_FIELDS)
            continue;
        bool is_direction = at_str_is(at->key->text, "direction");
        read_entry(reader, is_direction ? row : &strict, at, is_loose, command);
    }
    check_required(reader, row, map,
                   reader->problems->counts[AT_MAESTRO_ERROR] != before);
}

// Return the right form of a command with nothing or a wrong value.
static const char *
long_form(struct at_maestro_reader *reader, const struct at_maestro_row *row)
{
    if (row->is_bare)
        return at_maestro_keep(reader, "write - %s without a colon", row->name);
    if (row->reading == AT_MAESTRO_READS_SELECTOR)
        return at_maestro_keep(reader, "write - %s: Save, for example",
                               row->name);
    for (const struct at_maestro_key *key = row->keys; key->name; key++) {
        if (key->is_required)
            return at_maestro_keep(reader,
                                   "write its keys below it, such as "
                                   "%s:",
                                   key->name);
    }
    return NULL;
}

static bool
is_number(enum at_maestro_type type)
{
    return type == AT_MAESTRO_TYPE_WHOLE || type == AT_MAESTRO_TYPE_COUNT;
}

static void
refuse_short(struct at_maestro_reader *reader, const struct at_maestro_row *row,
             const struct at_yaml_node *node, bool wants_text)
{
    at_maestro_report(
        reader, node, AT_MAESTRO_ERROR,
        wants_text ? at_maestro_keep(reader, "put it in quotes: - %s: \"%.*s\"",
                                     row->name, AT_STR_ARG(node->text))
        : row->kind == AT_MAESTRO_ERASE_TEXT
            ? "write a whole number, or all; variables are not expanded here"
            : "write a whole number; variables are not expanded here",
        "'%s' needs a %s, and %.*s is not one", row->name,
        wants_text ? "text" : "whole number", AT_STR_ARG(node->text));
}

// Texts only; eraseText: a whole number only; inputText, evalScript and
// assertTrue: anything but a number of more than 64 bits.
static bool
short_form_fits(struct at_maestro_reader *reader,
                const struct at_maestro_row *row,
                const struct at_maestro_key *key,
                const struct at_yaml_node *node)
{
    struct at_maestro_scalar scalar =
        at_maestro_scalar(&reader->ws->arena, node->text, node->is_plain);
    int64_t number;
    bool is_small =
        at_str_to_i64(at_str_trim(scalar.shown), INT64_MIN, INT64_MAX, &number);
    bool is_text = scalar.kind == AT_MAESTRO_SCALAR_TEXT;
    bool wants_text = !is_number(key->type);
    bool fits = is_text;
    if (row->reading == AT_MAESTRO_READS_ANY)
        fits = scalar.kind != AT_MAESTRO_SCALAR_WHOLE || is_small;
    else if (key->type == AT_MAESTRO_TYPE_SWITCH ||
             (row->is_ours && key->values))
        fits = true; // its words are checked later
    else if (key->type == AT_MAESTRO_TYPE_COUNT && at_str_is(node->text, "all"))
        fits = true;
    else if (!wants_text)
        fits = (is_text || scalar.kind == AT_MAESTRO_SCALAR_WHOLE) && is_small;
    if (!fits)
        refuse_short(reader, row, node, wants_text);
    return fits;
}

static void
read_short(struct at_maestro_reader *reader, const struct at_maestro_row *row,
           const struct at_yaml_node *node, struct at_maestro_command *command)
{
    const struct at_maestro_key *key =
        row->short_key ? at_maestro_key(row, at_str(row->short_key)) : NULL;
    // A text in place of keys is read as the tree shows it.
    struct at_maestro_row shown = *row;
    if (row->reading == AT_MAESTRO_READS_ANY)
        shown.reading = AT_MAESTRO_READS_SELECTOR;
    if (key &&
        (node->kind == AT_YAML_LIST) == (key->type == AT_MAESTRO_TYPE_TEXTS)) {
        if (node->kind == AT_YAML_LIST ||
            short_form_fits(reader, row, key, node))
            at_maestro_value(reader, &shown, key, node, command);
        return;
    }
    const char *hint =
        node->kind == AT_YAML_SCALAR ? at_maestro_hint_single(row->name) : NULL;
    at_maestro_report(
        reader, node, AT_MAESTRO_ERROR, hint ? hint : long_form(reader, row),
        node->kind == AT_YAML_LIST ? "'%s' does not take a list"
                                   : "'%s' does not take a single value",
        row->name);
}

void
at_maestro_command_init(const char *name, struct at_maestro_command *command)
{
    const struct at_maestro_row *row = at_maestro_row(at_str(name));
    at_assert(row);
    *command = (struct at_maestro_command){
        .kind = row->kind,
        .name = row->name,
        .ours = row->is_ours ? row->name : NULL,
        .random = (enum at_maestro_random)row->variant,
    };
    set_defaults(row, command);
}

static void
begin(struct at_maestro_reader *reader, const struct at_maestro_row *row,
      const struct at_yaml_node *at, struct at_maestro_command *command)
{
    at_maestro_command_init(row->name, command);
    command->place = at_maestro_place_of(reader, at);
    reader->errors_before = reader->problems->counts[AT_MAESTRO_ERROR];
}

static bool
read_value(struct at_maestro_reader *reader, const struct at_maestro_row *row,
           const struct at_yaml_node *node, struct at_maestro_command *command)
{
    begin(reader, row, node->key, command);
    if (at_maestro_is_null(reader, node)) {
        at_maestro_report(reader, node->key, AT_MAESTRO_ERROR,
                          long_form(reader, row), "'%s:' has nothing after it",
                          row->name);
        return false;
    }
    if (row->reading == AT_MAESTRO_READS_SELECTOR)
        command->selector = at_maestro_selector_read(reader, node, command);
    else if (node->kind == AT_YAML_MAP)
        read_entries(reader, row, node, command);
    else
        read_short(reader, row, node, command);
    at_maestro_finish(reader, row, node, command);
    return true;
}

// Report what stands beside a command: an option that lacks its indentation, or
// a command that lacks its dash.
static void
refuse_second(struct at_maestro_reader *reader,
              const struct at_maestro_row *row, const struct at_yaml_node *map)
{
    const struct at_yaml_node *second = map->first->next;
    struct at_str name = second->key->text;
    const char *hint = "each command needs a dash of its own";
    bool is_key = row && (at_maestro_key(row, name) ||
                          at_maestro_key(&at_maestro_selector_row, name));
    if (is_key && !at_maestro_row(name))
        hint = at_maestro_keep(
            reader, "indent it below %s:, as in%s %.*s: …", row->name,
            map->first->kind == AT_YAML_SCALAR && row->short_key
                ? at_maestro_keep(reader, " %s: %.*s and", row->short_key,
                                  AT_STR_ARG(map->first->text))
                : "",
            AT_STR_ARG(name));
    at_maestro_report(reader, second->key, AT_MAESTRO_ERROR, hint,
                      "'%.*s' stands beside the command '%.*s'",
                      AT_STR_ARG(name), AT_STR_ARG(map->first->key->text));
}

static bool
read_mapping(struct at_maestro_reader *reader, const struct at_yaml_node *map,
             struct at_maestro_command *command)
{
    if (!map->first) {
        at_maestro_report(reader, map, AT_MAESTRO_ERROR, NULL,
                          "there is no command here");
        return false;
    }
    struct at_str name = map->first->key->text;
    const struct at_maestro_row *row = at_maestro_row(name);
    if (row && strchr(row->name, ' '))
        row = NULL; // a bare word only
    if (map->first->next)
        refuse_second(reader, row, map);
    if (!row) {
        refuse_name(reader, map->first->key, name);
        return false;
    }
    return read_value(reader, row, map->first, command);
}

static bool
read_bare(struct at_maestro_reader *reader, const struct at_yaml_node *node,
          struct at_maestro_command *command)
{
    const struct at_maestro_row *row = at_maestro_row(node->text);
    if (!row) {
        refuse_name(reader, node, node->text);
        return false;
    }
    begin(reader, row, node, command);
    if (!row->is_bare) {
        at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                          at_maestro_keep(reader, "write - %s: …", row->name),
                          "'%s' needs more than its name", row->name);
        return false;
    }
    at_maestro_finish(reader, row, node, command);
    return true;
}

void
at_maestro_commands_read(struct at_maestro_reader *reader,
                         const struct at_yaml_node *list,
                         struct at_maestro_commands *out)
{
    if (list->kind != AT_YAML_LIST) {
        at_maestro_report(reader, list, AT_MAESTRO_ERROR,
                          "write each command behind a dash",
                          "a list of commands is needed");
        return;
    }
    out->rows = at_arena_alloc(&reader->ws->arena,
                               (list->count + 1) * sizeof(out->rows[0]));
    out->count = 0;
    for (const struct at_yaml_node *at = list->first;
         at && !at_maestro_gives_up(reader); at = at->next) {
        struct at_maestro_command *command = &out->rows[out->count];
        bool ok = false;
        if (at->kind == AT_YAML_MAP)
            ok = read_mapping(reader, at, command);
        else if (at->kind == AT_YAML_SCALAR && !at_maestro_is_null(reader, at))
            ok = read_bare(reader, at, command);
        else
            at_maestro_report(reader, at, AT_MAESTRO_ERROR,
                              "write - tapOn: Save, for example",
                              "there is no command here");
        out->count += ok;
    }
}
