// document.c: a flow file's two documents, the config section and the commands
#include "maestro/read/read_priv.h"

#include "base/near.h"

static const char config_hint[] =
    "begin the file with appId: com.example.app and a line ---";

static bool
is_known(struct at_str name, struct at_near *near)
{
    bool known = false;
    for (const struct at_maestro_config_key *key = at_maestro_config_keys;
         key->name; key++) {
        known = known || at_str_is(name, key->name);
        at_near_offer(near, at_str(key->name));
    }
    return known;
}

static struct at_str
config_text(struct at_maestro_reader *reader, const struct at_yaml_node *entry)
{
    static const struct at_maestro_row fields = {.reading =
                                                     AT_MAESTRO_READS_FIELDS};
    struct at_maestro_key key = {.name = entry->key->text.ptr};
    return at_maestro_text(reader, &fields, &key, entry);
}

// Whatever has no meaning is read nonetheless, and must be readable.
static void
check_values(struct at_maestro_reader *reader, const struct at_yaml_node *node)
{
    if (node->kind == AT_YAML_SCALAR)
        (void)at_maestro_shown(reader, node);
    for (const struct at_yaml_node *at = node->first;
         at && !at_maestro_gives_up(reader); at = at->next)
        check_values(reader, at);
}

static void
read_web(struct at_maestro_reader *reader, const struct at_yaml_node *entry)
{
    if (at_str_is(entry->key->text, "androidWebViewHierarchy")) {
        reader->flow->reads_web_by_devtools =
            entry->kind == AT_YAML_SCALAR && at_str_is(entry->text, "devtools");
        return;
    }
    check_values(reader, entry);
    if (entry->kind == AT_YAML_SCALAR &&
        at_str_eq_nocase(entry->text, AT_STR("rhino")))
        at_maestro_report(reader, entry, AT_MAESTRO_ERROR, "remove the line",
                          "the engine rhino was removed from Maestro");
}

static void
read_map(struct at_maestro_reader *reader, const struct at_yaml_node *entry,
         struct at_maestro_pairs *out)
{
    const char *name = entry->key->text.ptr;
    if (at_maestro_is_null(reader, entry))
        at_maestro_report(reader, entry->key, AT_MAESTRO_ERROR,
                          "remove the line, or give NAME: value below it",
                          "'%s' is empty", name);
    else
        at_maestro_pairs_read(reader, name, entry, false, out);
}

static void
read_unknown(struct at_maestro_reader *reader, const struct at_yaml_node *entry)
{
    struct at_near near = {.wanted = entry->key->text};
    const char *hint = at_maestro_hint_config(entry->key->text);
    (void)is_known(entry->key->text, &near);
    check_values(reader, entry);
    if (at_str_is(entry->key->text, "ext") && entry->kind != AT_YAML_MAP)
        at_maestro_report(reader, entry, AT_MAESTRO_ERROR, "remove the line",
                          "Maestro wants a mapping as 'ext'");
    at_maestro_report(reader, entry->key, AT_MAESTRO_WARNING,
                      hint ? hint : at_maestro_did_you_mean(reader, &near),
                      "'%.*s' has no meaning in a flow, and no effect",
                      AT_STR_ARG(entry->key->text));
}

// Everything but the hooks, which need the app's id.
static void
read_setting(struct at_maestro_reader *reader, const struct at_yaml_node *entry)
{
    struct at_maestro_flow *flow = reader->flow;
    struct at_str name = entry->key->text;
    struct at_near near = {.wanted = name};
    if (at_str_is(name, "appId"))
        flow->app_id = config_text(reader, entry);
    else if (at_str_is(name, "url"))
        flow->url = config_text(reader, entry);
    else if (at_str_is(name, "name"))
        flow->name = config_text(reader, entry);
    else if (at_str_is(name, "tags")) {
        if (!at_maestro_is_null(reader, entry))
            (void)at_maestro_texts_read(reader, "tags", entry, &flow->tags);
    } else if (at_str_is(name, "secrets")) {
        if (!at_maestro_is_null(reader, entry))
            (void)at_maestro_texts_read(reader, "secrets", entry,
                                        &flow->secrets);
    } else if (at_str_is(name, "env"))
        read_map(reader, entry, &flow->env);
    else if (at_str_is(name, "properties"))
        read_map(reader, entry, &flow->properties);
    else if (at_str_is(name, "androidWebViewHierarchy") ||
             at_str_is(name, "jsEngine"))
        read_web(reader, entry);
    else if (!is_known(name, &near))
        read_unknown(reader, entry);
}

static void
read_hook(struct at_maestro_reader *reader, const struct at_yaml_node *config,
          const char *name, struct at_maestro_commands *out)
{
    const struct at_yaml_node *entry = at_yaml_entry(config, name);
    if (entry && !at_maestro_is_null(reader, entry))
        at_maestro_commands_read(reader, entry, out);
}

static void
read_config(struct at_maestro_reader *reader, const struct at_yaml_node *config,
            const char *app_id)
{
    struct at_maestro_flow *flow = reader->flow;
    for (const struct at_yaml_node *at = config->first;
         at && !at_maestro_gives_up(reader); at = at->next) {
        if (!at_maestro_is_replaced(reader, at))
            read_setting(reader, at);
    }
    if (!flow->app_id.ptr && !flow->url.ptr && app_id && *app_id)
        flow->app_id = at_str(at_maestro_keep(reader, "%s", app_id));
    if (!flow->app_id.ptr && !flow->url.ptr)
        at_maestro_report(reader, config, AT_MAESTRO_ERROR,
                          "add appId: com.example.app",
                          "the config section has neither appId nor url");
    if (flow->url.ptr)
        flow->app_id = flow->url;
    read_hook(reader, config, "onFlowStart", &flow->on_start);
    read_hook(reader, config, "onFlowComplete", &flow->on_complete);
    read_hook(reader, config, "onFlowFailure", &flow->on_failure);
}

static void
refuse_syntax(struct at_maestro_reader *reader,
              const struct at_yaml_fault *fault)
{
    struct at_yaml_node at = {.line = fault->line, .column = fault->column};
    at_maestro_report(reader, &at, AT_MAESTRO_ERROR,
                      at_maestro_hint_syntax(fault->err.msg), "%s",
                      fault->err.msg);
}

// Commands without a config section: allowed if the app is known.
static bool
read_commands_only(struct at_maestro_reader *reader,
                   const struct at_yaml_node *root, const char *app_id)
{
    if (root->kind != AT_YAML_LIST || !app_id || !*app_id)
        return false;
    reader->flow->app_id = at_str(at_maestro_keep(reader, "%s", app_id));
    at_maestro_commands_read(reader, root, &reader->flow->commands);
    return true;
}

static void
read_documents(struct at_maestro_reader *reader,
               const struct at_yaml_documents *read, const char *app_id)
{
    const struct at_yaml_node *config = read->roots[0];
    if (read_commands_only(reader, config, app_id))
        return;
    if (config->kind != AT_YAML_MAP) {
        at_maestro_report(reader, config, AT_MAESTRO_ERROR, config_hint,
                          "the config section is missing");
        if (config->kind == AT_YAML_LIST)
            at_maestro_commands_read(reader, config, &reader->flow->commands);
        return;
    }
    read_config(reader, config, app_id);
    const struct at_yaml_node *commands =
        read->count > 1 ? read->roots[1] : NULL;
    if (commands && commands->kind == AT_YAML_LIST)
        at_maestro_commands_read(reader, commands, &reader->flow->commands);
    else
        at_maestro_report(
            reader, commands, AT_MAESTRO_ERROR,
            commands && commands->kind == AT_YAML_MAP
                ? "only commands come below the line ---, each behind a dash; "
                  "keys such as name: come above it"
                : "add a line ---, and below it each command behind a dash",
            "the list of commands is missing");
}

void
at_maestro_document(struct at_maestro_reader *reader, struct at_str text,
                    const char *app_id)
{
    static const struct at_yaml_rules rules = {.documents = 2,
                                               .is_lenient = true};
    struct at_yaml_documents read;
    struct at_yaml_fault fault;
    struct at_maestro_flow *flow =
        at_arena_alloc(&reader->ws->arena, sizeof(*flow));
    flow->file = reader->file->path;
    if (!at_yaml_read(&reader->ws->arena, text, &rules, &read, &fault)) {
        refuse_syntax(reader, &fault);
        return;
    }
    if (read.count == 0) {
        at_maestro_report(reader, NULL, AT_MAESTRO_ERROR, config_hint,
                          "the file is empty");
        return;
    }
    reader->flow = flow;
    read_documents(reader, &read, app_id);
}
