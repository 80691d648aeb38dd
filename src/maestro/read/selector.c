// selector.c: elements and conditions
#include "maestro/read/read_priv.h"

#include "base/near.h"

static void
refuse_key(struct at_maestro_reader *reader, const struct at_maestro_row *row,
           const struct at_yaml_node *entry)
{
    struct at_near near = {.wanted = entry->key->text};
    const char *hint = at_maestro_hint_key(row->name, entry->key->text);
    for (const struct at_maestro_key *key = row->keys; key->name; key++)
        at_near_offer(&near, at_str(key->name));
    at_maestro_report(reader, entry->key, AT_MAESTRO_ERROR,
                      hint ? hint : at_maestro_did_you_mean(reader, &near),
                      "an element has no key '%.*s'",
                      AT_STR_ARG(entry->key->text));
}

static void
warn_without_effect(struct at_maestro_reader *reader,
                    const struct at_yaml_node *entry)
{
    bool is_common = at_str_is(entry->key->text, "optional") ||
                     at_str_is(entry->key->text, "label") ||
                     at_str_is(entry->key->text, "message");
    at_maestro_report(
        reader, entry->key, AT_MAESTRO_WARNING,
        is_common ? "write it one level up, beside this element" : NULL,
        "'%.*s' has no effect here", AT_STR_ARG(entry->key->text));
}

// The value counts nowhere, but it must be one.
static void
read_without_effect(struct at_maestro_reader *reader,
                    const struct at_maestro_row *row,
                    const struct at_maestro_key *key,
                    const struct at_yaml_node *entry)
{
    struct at_maestro_command nowhere = {0};
    at_maestro_value(reader, row, key, entry, &nowhere);
    warn_without_effect(reader, entry);
}

// Maestro's names: text, long-text, square, in any case, with one blank between
// them.
static void
check_traits(struct at_maestro_reader *reader, const struct at_yaml_node *node,
             struct at_str traits)
{
    static const char *const names[] = {"text", "long-text", "long_text",
                                        "square"};
    struct at_str rest = traits;
    struct at_str word;
    bool fits = traits.len > 0 && traits.ptr[traits.len - 1] != ' ';
    while (fits && at_str_next(&rest, ' ', &word)) {
        fits = false;
        for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
            fits = fits || at_str_eq_nocase(word, at_str(names[i]));
    }
    if (!fits)
        at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                          "use text, long-text or square",
                          "there are no traits '%.*s'", AT_STR_ARG(traits));
}

static void
read_entry(struct at_maestro_reader *reader, const struct at_yaml_node *entry,
           struct at_maestro_selector *selector,
           struct at_maestro_command *command)
{
    const struct at_maestro_row *row = &at_maestro_selector_row;
    const struct at_maestro_key *key = at_maestro_key(row, entry->key->text);
    if (at_maestro_is_replaced(reader, entry))
        return;
    if (key && key->is_ours && command && !command->ours)
        command->ours = key->name;
    if (!key)
        refuse_key(reader, row, entry);
    else if (key->into == AT_MAESTRO_INTO_SELECTOR)
        at_maestro_value(reader, row, key, entry, selector);
    else if (command && key->type != AT_MAESTRO_TYPE_IGNORED)
        at_maestro_value(reader, row, key, entry, command);
    else
        read_without_effect(reader, row, key, entry);
}

void
at_maestro_selector_init(struct at_maestro_selector *selector)
{
    *selector = (struct at_maestro_selector){0};
    const struct at_maestro_key *key = at_maestro_selector_row.keys;
    for (; key->name; key++) {
        if (key->into == AT_MAESTRO_INTO_SELECTOR)
            at_maestro_absent(key, selector);
    }
}

const struct at_maestro_selector *
at_maestro_selector_read(struct at_maestro_reader *reader,
                         const struct at_yaml_node *node,
                         struct at_maestro_command *command)
{
    static const struct at_maestro_key text_key = {.name = "text"};
    struct at_maestro_selector *selector =
        at_arena_alloc(&reader->ws->arena, sizeof(*selector));
    at_maestro_selector_init(selector);
    selector->place = at_maestro_place_of(reader, node);
    if (node->kind == AT_YAML_SCALAR) {
        selector->text =
            at_maestro_text(reader, &at_maestro_selector_row, &text_key, node);
        if (!selector->text.ptr)
            return NULL;
    } else if (node->kind == AT_YAML_LIST) {
        at_maestro_report(reader, node, AT_MAESTRO_ERROR, NULL,
                          "an element is a text or a mapping, not a list");
        return NULL;
    }
    for (const struct at_yaml_node *at = node->first;
         at && !at_maestro_gives_up(reader); at = at->next)
        read_entry(reader, at, selector, command);
    if (selector->traits.ptr)
        check_traits(reader, at_yaml_entry(node, "traits"), selector->traits);
    at_maestro_oddity_selector(reader, node, selector);
    return selector;
}

static void
check_platform(struct at_maestro_reader *reader,
               const struct at_yaml_node *node,
               const struct at_maestro_key *key, struct at_str platform)
{
    for (size_t i = 0; key->values[i]; i++) {
        if (at_str_eq_nocase(platform, at_str(key->values[i])))
            return;
    }
    at_maestro_report(reader, node, AT_MAESTRO_ERROR, NULL,
                      "'platform' needs Android, iOS or Web, not '%.*s'",
                      AT_STR_ARG(platform));
}

static void
refuse_condition(struct at_maestro_reader *reader,
                 const struct at_yaml_node *entry)
{
    const struct at_maestro_row *row = &at_maestro_condition_row;
    struct at_near near = {.wanted = entry->key->text};
    const char *hint = at_maestro_hint_key("when", entry->key->text);
    for (const struct at_maestro_key *key = row->keys; key->name; key++)
        at_near_offer(&near, at_str(key->name));
    at_maestro_report(reader, entry->key, AT_MAESTRO_ERROR,
                      hint ? hint : at_maestro_did_you_mean(reader, &near),
                      "a condition has no key '%.*s'; it has platform, true, "
                      "visible and notVisible",
                      AT_STR_ARG(entry->key->text));
}

void
at_maestro_condition_read(struct at_maestro_reader *reader,
                          const struct at_yaml_node *node,
                          struct at_maestro_condition *out)
{
    const struct at_maestro_row *row = &at_maestro_condition_row;
    if (at_maestro_is_null(reader, node))
        return;
    if (node->kind != AT_YAML_MAP) {
        at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                          "write true: ${…}, visible:, notVisible: or "
                          "platform: inside it",
                          "a condition is a mapping");
        return;
    }
    for (const struct at_yaml_node *at = node->first;
         at && !at_maestro_gives_up(reader); at = at->next) {
        const struct at_maestro_key *key = at_maestro_key(row, at->key->text);
        if (at_maestro_is_replaced(reader, at))
            continue;
        if (!key)
            refuse_condition(reader, at);
        else if (key->into != AT_MAESTRO_INTO_CONDITION)
            read_without_effect(reader, row, key, at);
        else
            at_maestro_value(reader, row, key, at, out);
        if (key && key->values && out->platform.ptr)
            check_platform(reader, at, key, out->platform);
    }
}
