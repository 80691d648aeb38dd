// finish_facts.c: what commands about what isn't on the screen need besides
// their keys
#include "maestro/lookup/pattern.h"
#include "maestro/network.h"
#include "maestro/picture/region.h"
#include "maestro/read/read_priv.h"
#include "maestro/sql.h"

static const struct at_yaml_node *
entry_or(const struct at_yaml_node *node, const char *name)
{
    const struct at_yaml_node *entry = at_yaml_entry(node, name);
    return entry ? entry : node;
}

static bool
is_known(struct at_str text)
{
    return text.ptr && !at_str_has(text, AT_STR("${"));
}

static void
check_pattern(struct at_maestro_reader *reader, const struct at_yaml_node *node,
              const char *key, struct at_str pattern)
{
    struct at_err why = AT_ERR_INIT;
    bool invalid = false;
    if (!is_known(pattern))
        return;
    if (!at_maestro_pattern_check(pattern, &invalid, &why))
        at_maestro_report(reader, entry_or(node, key), AT_MAESTRO_ERROR, NULL,
                          "%s", why.msg);
    else if (invalid)
        at_maestro_report(reader, entry_or(node, key), AT_MAESTRO_ERROR,
                          "put a backslash before [ ( { * + ? . | ^ $ \\ that "
                          "mean themselves",
                          "'%.*s' is not a valid regular expression",
                          AT_STR_ARG(pattern));
}

static bool
compares(const struct at_maestro_fact *fact)
{
    return fact->equals.ptr || fact->contains.ptr || fact->matches.ptr;
}

static void
finish_database(struct at_maestro_reader *reader,
                const struct at_yaml_node *node,
                const struct at_maestro_fact *fact)
{
    if (is_known(fact->query) && !at_maestro_sql_reads(fact->query))
        at_maestro_report(reader, entry_or(node, "query"), AT_MAESTRO_ERROR,
                          "begin with SELECT, VALUES or WITH; an assertion "
                          "must not change what it looks at",
                          "'query' is not a statement that only reads");
}

static void
finish_log(struct at_maestro_reader *reader, const struct at_yaml_node *node,
           const struct at_maestro_fact *fact)
{
    if (!fact->contains.ptr && !fact->matches.ptr && !fact->level.ptr &&
        reader->problems->counts[AT_MAESTRO_ERROR] == reader->errors_before)
        at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                          "add contains:, matches: or level:",
                          "'assertLog' does not say which line");
    if (is_known(fact->level) && !at_maestro_is_log_level(fact->level))
        at_maestro_report(reader, entry_or(node, "level"), AT_MAESTRO_ERROR,
                          "use V, D, I, W, E or F",
                          "there is no level '%.*s' of logs",
                          AT_STR_ARG(fact->level));
}

static void
finish_prefs(struct at_maestro_reader *reader, const struct at_yaml_node *node,
             const struct at_maestro_fact *fact)
{
    if (fact->absent && compares(fact))
        at_maestro_report(reader, entry_or(node, "absent"), AT_MAESTRO_ERROR,
                          "keep one of them",
                          "'assertPrefs' wants the key to be absent, and its "
                          "value");
}

// A file named by a variable is found when the command runs.
static void
finish_install(struct at_maestro_reader *reader,
               const struct at_yaml_node *node,
               struct at_maestro_command *command)
{
    if (!is_known(command->path))
        return;
    const char *path = at_maestro_resolve(reader, entry_or(node, "file"),
                                          command->path, "app");
    if (path)
        command->path = at_str(path);
}

static void
finish_network(struct at_maestro_reader *reader,
               const struct at_yaml_node *node,
               const struct at_maestro_network *network)
{
    struct at_network checked;
    struct at_err why = AT_ERR_INIT;
    const struct at_str texts[] = {network->preset, network->speed,
                                   network->delay};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        if (texts[i].ptr && !is_known(texts[i]))
            return;
    }
    if (reader->problems->counts[AT_MAESTRO_ERROR] == reader->errors_before &&
        !at_maestro_network_read(network, &checked, &why))
        at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                          at_str_is(network->preset, "on") ||
                                  at_str_is(network->preset, "off")
                              ? "write - network: online, or - network: offline"
                              : NULL,
                          "%s", why.msg);
}

static void
finish_screenshot(struct at_maestro_reader *reader,
                  const struct at_yaml_node *node,
                  const struct at_maestro_texts *regions)
{
    struct at_image_part part;
    for (size_t i = 0; i < regions->count; i++) {
        if (is_known(regions->rows[i]) &&
            !at_maestro_region_read(regions->rows[i], 1, 1, &part))
            at_maestro_report(
                reader, entry_or(node, "ignoreRegions"), AT_MAESTRO_ERROR,
                "write \"left, top, right, bottom\": \"0%, 0%, "
                "100%, 5%\", or whole pixels",
                "'%.*s' is not a region", AT_STR_ARG(regions->rows[i]));
    }
}

void
at_maestro_finish_fact(struct at_maestro_reader *reader,
                       const struct at_maestro_row *row,
                       const struct at_yaml_node *node,
                       struct at_maestro_command *command)
{
    const struct at_maestro_fact *fact = &command->fact;
    check_pattern(reader, node, "matches", fact->matches);
    check_pattern(reader, node, "url", fact->url);
    switch (row->kind) {
    case AT_MAESTRO_ASSERT_DATABASE:
        finish_database(reader, node, fact);
        break;
    case AT_MAESTRO_ASSERT_LOG:
        finish_log(reader, node, fact);
        reader->flow->reads_log = true;
        break;
    case AT_MAESTRO_ASSERT_NO_CRASH:
        reader->flow->reads_log = true;
        break;
    case AT_MAESTRO_ASSERT_PREFS:
        finish_prefs(reader, node, fact);
        break;
    case AT_MAESTRO_ASSERT_SCREENSHOT:
        finish_screenshot(reader, node, &command->ignored_regions);
        break;
    case AT_MAESTRO_INSTALL_APP:
        finish_install(reader, node, command);
        break;
    case AT_MAESTRO_NETWORK:
        finish_network(reader, node, &command->network);
        break;
    default:
        break;
    }
}
