// reference.c: the reference of docs/flows.md, from the table
#include <string.h>

#include "maestro/migrate/differences.h"
#include "maestro/read/commands.h"
#include "maestro/read/schema.h"

static const char *const type_words[] = {
    [AT_MAESTRO_TYPE_TEXT] = "text",
    [AT_MAESTRO_TYPE_BOOL] = "boolean",
    [AT_MAESTRO_TYPE_FLAG] = "boolean",
    [AT_MAESTRO_TYPE_WHOLE] = "whole number",
    [AT_MAESTRO_TYPE_COUNT] = "whole number or `all`",
    [AT_MAESTRO_TYPE_PERCENT] = "0 to 100",
    [AT_MAESTRO_TYPE_REAL] = "number",
    [AT_MAESTRO_TYPE_AMOUNT] = "number or `${}`",
    [AT_MAESTRO_TYPE_SELECTOR] = "element",
    [AT_MAESTRO_TYPE_SELECTORS] = "list of elements",
    [AT_MAESTRO_TYPE_CONDITION] = "condition",
    [AT_MAESTRO_TYPE_COMMANDS] = "list of commands",
    [AT_MAESTRO_TYPE_PAIRS] = "names with texts",
    [AT_MAESTRO_TYPE_ARGUMENTS] = "names with values",
    [AT_MAESTRO_TYPE_TEXTS] = "list of texts",
    [AT_MAESTRO_TYPE_DIRECTION] = "direction",
    [AT_MAESTRO_TYPE_SWITCH] = "`enabled` or `disabled`",
    [AT_MAESTRO_TYPE_IGNORED] = "nothing",
};

// "|" ends a cell.
static void
add_cell(struct at_buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '|')
            at_buf_add_char(out, '\\');
        at_buf_add_char(out, *text);
    }
}

static bool
is_common(const struct at_maestro_key *key)
{
    return strcmp(key->name, "label") == 0 ||
           strcmp(key->name, "message") == 0 ||
           strcmp(key->name, "optional") == 0;
}

static void
add_key(struct at_buf *out, const struct at_maestro_key *key)
{
    if (key->type == AT_MAESTRO_TYPE_IGNORED)
        return;
    at_buf_add_fmt(out, "| `%s` | %s | ", key->name, type_words[key->type]);
    if (key->absent && *key->absent)
        at_buf_add_fmt(out, "`%s`", key->absent);
    else if (key->is_required)
        at_buf_add_text(out, "required");
    at_buf_add_text(out, " | ");
    add_cell(out, key->help);
    at_buf_add_fmt(out, "%s |\n", key->is_ours ? AT_MAESTRO_OURS : "");
}

static void
add_head(struct at_buf *out)
{
    at_buf_add_text(out, "| key | value | default | meaning |\n"
                         "| --- | --- | --- | --- |\n");
}

static void
add_keys(struct at_buf *out, const struct at_maestro_row *row)
{
    add_head(out);
    for (const struct at_maestro_key *key = row->keys; key->name; key++)
        add_key(out, key);
}

static bool
has_own_keys(const struct at_maestro_row *row)
{
    bool has = false;
    for (const struct at_maestro_key *key = row->keys; key->name; key++)
        has = has || !is_common(key);
    return has && row->reading != AT_MAESTRO_READS_SELECTOR;
}

static void
add_forms(struct at_buf *out, const struct at_maestro_row *row)
{
    const char *between = "";
    if (row->is_bare) {
        at_buf_add_fmt(out, "`%s`", row->name);
        between = ", ";
    }
    if (row->reading == AT_MAESTRO_READS_SELECTOR) {
        at_buf_add_fmt(out, "%s`%s:` an element", between, row->name);
        return;
    }
    if (row->short_key) {
        at_buf_add_fmt(out, "%s`%s:` its %s", between, row->name,
                       row->short_key);
        between = ", ";
    }
    if (has_own_keys(row) && row->kind != AT_MAESTRO_KINDS)
        at_buf_add_fmt(out, "%s`%s:` with keys", between, row->name);
}

static void
add_own_keys(struct at_buf *out, const struct at_maestro_row *row)
{
    if (!has_own_keys(row) || row->kind == AT_MAESTRO_KINDS)
        return;
    at_buf_add_fmt(out, "\n`%s`\n\n", row->name);
    add_head(out);
    for (const struct at_maestro_key *key = row->keys; key->name; key++) {
        if (!is_common(key) ||
            (key->absent && strcmp(key->absent, "true") == 0))
            add_key(out, key);
    }
}

bool
at_maestro_reference(struct at_buf *out)
{
    const struct at_maestro_row *row;
    at_buf_add_text(out, "### Differences from Maestro\n\n");
    at_maestro_differences_write(out);
    at_buf_add_text(out,
                    "\n### The config section\n\n| key | value | meaning |\n"
                    "| --- | --- | --- |\n");
    for (const struct at_maestro_config_key *key = at_maestro_config_keys;
         key->name; key++)
        at_buf_add_fmt(out, "| `%s` | %s | %s%s |\n", key->name,
                       type_words[key->type], key->help,
                       key->is_ours ? AT_MAESTRO_OURS : "");
    at_buf_add_text(
        out, "\n### Commands\n\nAll of them take `label` "
             "and `optional`; inputText, evalScript, setDarkMode and "
             "setAirplaneMode only `label`. All take `message`: the reason "
             "that reports print if it fails" AT_MAESTRO_OURS
             ".\n\n| forms | what it does |\n"
             "| --- | --- |\n");
    for (row = at_maestro_rows; row->name; row++) {
        at_buf_add_text(out, "| ");
        add_forms(out, row);
        at_buf_add_fmt(out, " | %s%s |\n", row->help,
                       row->is_ours ? AT_MAESTRO_OURS : "");
    }
    at_buf_add_text(out, "\n### Elements\n\nA single text is its `text`.\n\n");
    add_keys(out, &at_maestro_selector_row);
    at_buf_add_text(out, "\n### Conditions\n\n");
    add_keys(out, &at_maestro_condition_row);
    at_buf_add_text(out, "\n### Keys of commands\n");
    for (row = at_maestro_rows; row->name; row++)
        add_own_keys(out, row);
    return !out->overflow;
}
