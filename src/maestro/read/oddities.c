// oddities.c: what a flow relies on that is odd in Maestro
#include "maestro/read/read_priv.h"

#include <string.h>

#include "base/ascii.h"
#include "maestro/lookup/pattern.h"

void
at_maestro_oddity_scalar(struct at_maestro_reader *reader,
                         const struct at_yaml_node *node, struct at_str shown)
{
    if (at_str_eq(node->text, shown))
        return;
    at_maestro_report(reader, node, AT_MAESTRO_WARNING,
                      at_maestro_keep(reader, "put it in quotes: \"%.*s\"",
                                      AT_STR_ARG(node->text)),
                      "%.*s without quotes means \"%.*s\" to Maestro",
                      AT_STR_ARG(node->text), AT_STR_ARG(shown));
}

// Return true for a character that means something else in a regular
// expression. '.' is left out: it matches itself.
static bool
is_special(char c)
{
    return c != '\0' && strchr("()[]{}?*+|^$", c) != NULL;
}

// A text whose author knows that it is a regular expression.
static bool
looks_deliberate(struct at_str text)
{
    static const struct at_str signs[] = {
        AT_STR_ROW(".*"), AT_STR_ROW(".+"), AT_STR_ROW(".?"),
        AT_STR_ROW("\\"), AT_STR_ROW("(?"), AT_STR_ROW("|"),
        AT_STR_ROW("]+"), AT_STR_ROW("]*"), AT_STR_ROW("${"),
    };
    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
        if (at_str_has(text, signs[i]))
            return true;
    }
    return at_str_starts(text, AT_STR("^"));
}

static bool
has_special(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (is_special(text.ptr[i]))
            return true;
    }
    return false;
}

static const char *
escaped(struct at_maestro_reader *reader, struct at_str text)
{
    struct at_buf out = AT_BUF_INIT(2 * text.len + 1);
    for (size_t i = 0; i < text.len; i++) {
        if (is_special(text.ptr[i]))
            at_buf_add_char(&out, '\\');
        at_buf_add_char(&out, text.ptr[i]);
    }
    const char *hint = at_maestro_keep(reader, "write '%s'", at_buf_text(&out));
    at_buf_deinit(&out);
    return hint;
}

static const struct at_yaml_node *
entry_or(const struct at_yaml_node *node, const char *name)
{
    const struct at_yaml_node *entry = at_yaml_entry(node, name);
    return entry ? entry : node;
}

static void
tell_relation(struct at_maestro_reader *reader, const struct at_yaml_node *node,
              const char *name)
{
    const struct at_yaml_node *entry = at_yaml_entry(node, name);
    if (entry)
        at_maestro_report(reader, entry->key, AT_MAESTRO_ODDITY,
                          "add id: or index: if several elements fit",
                          "'%s' does not mean the nearest element, but the "
                          "first one in the tree",
                          name);
}

// A text or an id that people write as it is.
struct pattern_words {
    enum at_maestro_severity severity;
    const char *accident; // a pattern that does not match itself
};

static const struct pattern_words of_texts = {
    AT_MAESTRO_ODDITY, "'%.*s' is a regular expression, so it is found by "
                       "exactly these letters only, in this case"};
static const struct pattern_words of_ids = {
    AT_MAESTRO_WARNING, "the id '%.*s' is a regular expression, so an element "
                        "with exactly this id may not be found"};

// Judge a text by Java's grammar. One with variables is known only later.
static void
tell_pattern(struct at_maestro_reader *reader, const struct at_yaml_node *node,
             struct at_str text, const struct pattern_words *words)
{
    struct at_err why = AT_ERR_INIT;
    bool invalid;
    if (!has_special(text) || at_str_has(text, AT_STR("${")))
        return;
    if (!at_maestro_pattern_check(text, &invalid, &why))
        at_maestro_report(reader, node, AT_MAESTRO_WARNING, NULL, "%s",
                          why.msg);
    else if (invalid)
        at_maestro_report(reader, node, AT_MAESTRO_ODDITY,
                          escaped(reader, text),
                          "'%.*s' is not a valid regular expression, so it "
                          "means exactly these letters, in any case",
                          AT_STR_ARG(text));
    else if (!looks_deliberate(text))
        at_maestro_report(reader, node, words->severity, escaped(reader, text),
                          words->accident, AT_STR_ARG(text));
}

void
at_maestro_oddity_selector(struct at_maestro_reader *reader,
                           const struct at_yaml_node *node,
                           const struct at_maestro_selector *selector)
{
    static const char *const relations[] = {"below", "above", "leftOf",
                                            "rightOf"};
    tell_pattern(reader, entry_or(node, "text"), selector->text, &of_texts);
    tell_pattern(reader, entry_or(node, "id"), selector->id, &of_ids);
    for (size_t i = 0; i < sizeof(relations) / sizeof(relations[0]); i++)
        tell_relation(reader, node, relations[i]);
    if (selector->css.ptr)
        at_maestro_report(reader, entry_or(node, "css"), AT_MAESTRO_ODDITY,
                          NULL, "'css' finds nothing in an app");
}

static bool
is_number(struct at_str text)
{
    int64_t number;
    return at_str_to_i64(text, INT32_MIN, INT32_MAX, &number);
}

static void
tell_repeat(struct at_maestro_reader *reader, const struct at_yaml_node *node,
            const struct at_maestro_command *command)
{
    bool has_while = at_yaml_entry(node, "while") != NULL;
    if (!command->times.ptr && !has_while)
        at_maestro_report(reader, node, AT_MAESTRO_WARNING,
                          "add times: or while:", "this repeats forever");
    else if (command->times.ptr && !has_while && !is_number(command->times) &&
             at_str_has(command->times, AT_STR("${")))
        at_maestro_report(reader, entry_or(node, "times"), AT_MAESTRO_ODDITY,
                          "give the variable a default: ${N || 3}",
                          "this repeats forever if '%.*s' is not a number",
                          AT_STR_ARG(command->times));
    else if (command->times.ptr && !has_while && !is_number(command->times))
        at_maestro_report(reader, entry_or(node, "times"), AT_MAESTRO_WARNING,
                          "write a number",
                          "'%.*s' is not a number, so this repeats forever",
                          AT_STR_ARG(command->times));
}

static void
tell_input(struct at_maestro_reader *reader, const struct at_yaml_node *node,
           const struct at_maestro_command *command)
{
    for (size_t i = 0; i < command->text.len; i++) {
        if ((unsigned char)command->text.ptr[i] >= ' ')
            continue;
        at_maestro_report(reader, node, AT_MAESTRO_WARNING,
                          "use - pressKey: Enter between two texts",
                          "line breaks and tabs are not typed");
        return;
    }
}

static void
tell_retries(struct at_maestro_reader *reader, const struct at_yaml_node *node,
             const struct at_maestro_command *command)
{
    int64_t number;
    if (at_str_to_i64(command->max_retries, 4, INT32_MAX, &number))
        at_maestro_report(reader, entry_or(node, "maxRetries"),
                          AT_MAESTRO_ODDITY, "write 3",
                          "more than 3 retries mean 3");
}

void
at_maestro_oddities(struct at_maestro_reader *reader,
                    const struct at_yaml_node *node,
                    const struct at_maestro_command *command)
{
    int64_t percent;
    switch (command->kind) {
    case AT_MAESTRO_REPEAT:
        if (node->kind == AT_YAML_MAP &&
            reader->problems->counts[AT_MAESTRO_ERROR] == reader->errors_before)
            tell_repeat(reader, node, command);
        break;
    case AT_MAESTRO_RETRY:
        tell_retries(reader, node, command);
        break;
    case AT_MAESTRO_INPUT_TEXT:
        tell_input(reader, node, command);
        break;
    case AT_MAESTRO_HIDE_KEYBOARD:
        at_maestro_report(reader, node, AT_MAESTRO_ODDITY,
                          "leave it out where no keyboard shows",
                          "without a keyboard this leaves the screen: it "
                          "always sends Back");
        break;
    case AT_MAESTRO_SCROLL_UNTIL_VISIBLE:
        if (at_str_to_i64(command->visibility_percentage, 0, 99, &percent))
            at_maestro_report(reader, entry_or(node, "visibilityPercentage"),
                              AT_MAESTRO_ODDITY,
                              "use centerElement: true to have all of it",
                              "below 100 percent any visible part is enough");
        break;
    case AT_MAESTRO_PRESS_KEY:
        if (at_str_eq_nocase(command->text, AT_STR("Tab")))
            at_maestro_report(reader, node, AT_MAESTRO_ODDITY, NULL,
                              "on Android Tab types a blank");
        break;
    case AT_MAESTRO_EVAL_SCRIPT:
        if (command->text.ptr && !at_str_has(command->text, AT_STR("${")))
            at_maestro_report(reader, node, AT_MAESTRO_WARNING,
                              "write ${…} around it",
                              "a script without ${} does nothing");
        break;
    default:
        break;
    }
}
