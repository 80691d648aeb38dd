// config.c: a workspace's config.yaml
#include "maestro/config.h"

#include <string.h>

#include "base/limits.h"
#include "base/near.h"
#include "maestro/read/glob.h"
#include "maestro/read/read_priv.h"

static const char *const known[] = {
    "flows",          "includeTags",    "excludeTags",
    "platform",       "executionOrder", "testOutputDir",
    "baselineBranch", "notifications",  "disableRetries",
};

enum { KNOWN = sizeof(known) / sizeof(known[0]) };

static bool
is_known(struct at_str name)
{
    for (size_t i = 0; i < KNOWN; i++) {
        if (at_str_is(name, known[i]))
            return true;
    }
    return false;
}

void
at_maestro_config_init(struct at_maestro_config *config)
{
    static struct at_str all[] = {AT_STR_ROW("*")};
    *config = (struct at_maestro_config){
        .flows = {.rows = all, .count = 1},
        .continue_on_failure = true,
    };
}

// A text, or a list of them.
static void
read_texts(struct at_maestro_reader *reader, const struct at_yaml_node *node,
           struct at_maestro_texts *out)
{
    const char *name = node->key->text.ptr;
    if (at_maestro_is_null(reader, node))
        return;
    if (node->kind != AT_YAML_SCALAR) {
        (void)at_maestro_texts_read(reader, name, node, out);
        return;
    }
    out->rows = at_arena_alloc(&reader->ws->arena, sizeof(out->rows[0]));
    out->rows[0] = node->text;
    out->count = 1;
}

static void
read_flag(struct at_maestro_reader *reader, const struct at_yaml_node *node,
          bool *out)
{
    struct at_maestro_key key = {.name = node->key->text.ptr,
                                 .type = AT_MAESTRO_TYPE_BOOL};
    at_maestro_value(reader, &at_maestro_condition_row, &key, node, out);
}

static bool
needs_map(struct at_maestro_reader *reader, const struct at_yaml_node *node)
{
    if (node->kind == AT_YAML_MAP)
        return true;
    if (!at_maestro_is_null(reader, node))
        at_maestro_report(reader, node, AT_MAESTRO_ERROR, NULL,
                          "'%.*s' needs names with values",
                          AT_STR_ARG(node->key->text));
    return false;
}

static void
refuse_key(struct at_maestro_reader *reader, const struct at_yaml_node *entry,
           const char *where)
{
    at_maestro_report(reader, entry->key, AT_MAESTRO_ERROR, NULL,
                      "'%s' has no key '%.*s'", where,
                      AT_STR_ARG(entry->key->text));
}

static void
read_order(struct at_maestro_reader *reader, const struct at_yaml_node *node,
           struct at_maestro_config *out)
{
    if (!needs_map(reader, node))
        return;
    for (const struct at_yaml_node *at = node->first; at; at = at->next) {
        if (at_maestro_is_replaced(reader, at))
            continue;
        if (at_str_is(at->key->text, "continueOnFailure"))
            read_flag(reader, at, &out->continue_on_failure);
        else if (at_str_is(at->key->text, "flowsOrder"))
            (void)at_maestro_texts_read(reader, "flowsOrder", at, &out->order);
        else
            refuse_key(reader, at, "executionOrder");
    }
}

static void
read_platform(struct at_maestro_reader *reader, const struct at_yaml_node *node,
              struct at_maestro_config *out)
{
    const struct at_yaml_node *android;
    if (!needs_map(reader, node))
        return;
    for (const struct at_yaml_node *at = node->first; at; at = at->next) {
        if (!at_str_is(at->key->text, "android") &&
            !at_str_is(at->key->text, "ios"))
            refuse_key(reader, at, "platform");
    }
    android = at_yaml_entry(node, "android");
    if (!android || !needs_map(reader, android))
        return;
    for (const struct at_yaml_node *at = android->first; at; at = at->next) {
        if (at_str_is(at->key->text, "disableAnimations"))
            read_flag(reader, at, &out->disable_animations);
        else
            refuse_key(reader, at, "android");
    }
}

static void
warn_unknown(struct at_maestro_reader *reader, const struct at_yaml_node *entry)
{
    struct at_near near = {.wanted = entry->key->text};
    bool is_flows = at_str_is(entry->key->text, "appId") ||
                    at_str_is(entry->key->text, "env");
    for (size_t i = 0; i < KNOWN; i++)
        at_near_offer(&near, at_str(known[i]));
    at_maestro_report(reader, entry->key, AT_MAESTRO_WARNING,
                      is_flows ? "write it in each flow"
                               : at_maestro_did_you_mean(reader, &near),
                      "'%.*s' has no meaning here, and no effect",
                      AT_STR_ARG(entry->key->text));
}

static void
read_entry(struct at_maestro_reader *reader, const struct at_yaml_node *entry,
           struct at_maestro_config *out)
{
    struct at_str name = entry->key->text;
    if (at_maestro_is_replaced(reader, entry))
        return;
    if (at_str_is(name, "flows"))
        read_texts(reader, entry, &out->flows);
    else if (at_str_is(name, "includeTags"))
        read_texts(reader, entry, &out->include_tags);
    else if (at_str_is(name, "excludeTags"))
        read_texts(reader, entry, &out->exclude_tags);
    else if (at_str_is(name, "executionOrder"))
        read_order(reader, entry, out);
    else if (at_str_is(name, "platform"))
        read_platform(reader, entry, out);
    else if (at_str_is(name, "testOutputDir") && entry->kind == AT_YAML_SCALAR)
        out->test_output_dir = at_maestro_is_null(reader, entry)
                                   ? (struct at_str){0}
                                   : entry->text;
    else if (!is_known(name))
        warn_unknown(reader, entry);
}

static void
check_patterns(struct at_maestro_reader *reader,
               const struct at_yaml_node *root,
               const struct at_maestro_config *config)
{
    const struct at_yaml_node *at = at_yaml_entry(root, "flows");
    bool takes_any = config->flows.count == 0;
    for (size_t i = 0; i < config->flows.count; i++) {
        struct at_str pattern = config->flows.rows[i];
        bool negates = at_str_starts(pattern, AT_STR("!"));
        const char *wrong =
            at_maestro_glob_wrong(at_str_skip(pattern, negates ? 1 : 0));
        takes_any = takes_any || !negates;
        if (wrong)
            at_maestro_report(reader, at ? at : root, AT_MAESTRO_ERROR, NULL,
                              "'%.*s' is not a pattern: %s",
                              AT_STR_ARG(pattern), wrong);
        if (at_str_starts(pattern, AT_STR("./")))
            at_maestro_report(reader, at ? at : root, AT_MAESTRO_WARNING,
                              "leave out the ./", "'%.*s' never matches",
                              AT_STR_ARG(pattern));
    }
    if (!takes_any)
        at_maestro_report(reader, at ? at : root, AT_MAESTRO_ERROR,
                          "add \"*\" or \"**\" before them",
                          "'flows' only says what doesn't run");
}

static void
read_document(struct at_maestro_reader *reader, struct at_str text,
              struct at_maestro_config *out)
{
    static const struct at_yaml_rules rules = {.documents = 1,
                                               .is_lenient = true};
    struct at_yaml_documents read;
    struct at_yaml_fault fault;
    if (!at_yaml_read(&reader->ws->arena, text, &rules, &read, &fault)) {
        struct at_yaml_node at = {.line = fault.line, .column = fault.column};
        at_maestro_report(reader, &at, AT_MAESTRO_ERROR,
                          at_maestro_hint_syntax(fault.err.msg), "%s",
                          fault.err.msg);
        return;
    }
    if (read.count == 0 || at_maestro_is_null(reader, read.roots[0]))
        return;
    if (read.roots[0]->kind != AT_YAML_MAP) {
        at_maestro_report(reader, read.roots[0], AT_MAESTRO_ERROR, NULL,
                          "config.yaml needs names with values");
        return;
    }
    for (const struct at_yaml_node *at = read.roots[0]->first;
         at && !at_maestro_gives_up(reader); at = at->next)
        read_entry(reader, at, out);
    check_patterns(reader, read.roots[0], out);
}

bool
at_maestro_config_read(struct at_maestro_workspace *ws, const char *path,
                       struct at_maestro_config *out,
                       struct at_maestro_problems *problems)
{
    struct at_maestro_file *file = at_arena_alloc(&ws->arena, sizeof(*file));
    struct at_maestro_reader reader = {
        .ws = ws, .problems = problems, .file = file};
    struct at_buf text = AT_BUF_INIT(AT_YAML_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    at_maestro_config_init(out);
    file->path = at_maestro_normal_path(&ws->arena, at_str(path));
    if (ws->files.read(ws->files.user, file->path, &text, &err))
        read_document(&reader, at_buf_str(&text), out);
    else
        at_maestro_report(&reader, NULL, AT_MAESTRO_ERROR, NULL, "%s", err.msg);
    at_buf_deinit(&text);
    return !reader.is_wrong;
}

bool
at_maestro_config_takes(const struct at_maestro_config *config,
                        struct at_str path)
{
    bool takes = false;
    for (size_t i = 0; i < config->flows.count; i++) {
        struct at_str pattern = config->flows.rows[i];
        bool negates = at_str_starts(pattern, AT_STR("!"));
        if (!at_maestro_glob(at_str_skip(pattern, negates ? 1 : 0), path))
            continue;
        if (negates)
            return false;
        takes = true;
    }
    return takes;
}

// Return true if tags have wanted, or all parts of "smoke+login". A tag that is
// called so itself counts first, as in Maestro.
static bool
tag_fits(const struct at_maestro_texts *tags, struct at_str wanted)
{
    struct at_str tag;
    size_t count = 0;
    if (at_str_in(wanted, tags->rows, tags->count))
        return true;
    while (at_str_next(&wanted, '+', &tag)) {
        if (!at_str_in(at_str_trim(tag), tags->rows, tags->count))
            return false;
        count++;
    }
    return count > 1;
}

static bool
has_one(const struct at_maestro_texts *tags,
        const struct at_maestro_texts *wanted)
{
    for (size_t i = 0; i < wanted->count; i++) {
        if (tag_fits(tags, wanted->rows[i]))
            return true;
    }
    return false;
}

bool
at_maestro_tags_fit(const struct at_maestro_texts *tags,
                    const struct at_maestro_texts *include,
                    const struct at_maestro_texts *exclude)
{
    return (include->count == 0 || has_one(tags, include)) &&
           !has_one(tags, exclude);
}

static bool
find_name(const struct at_maestro_texts *names, struct at_str name, size_t *out)
{
    bool found = false;
    for (size_t i = 0; i < names->count; i++) {
        if (!at_str_eq(names->rows[i], name))
            continue;
        *out = i; // the last of equal names, as in Maestro
        found = true;
    }
    return found;
}

bool
at_maestro_config_order(const struct at_maestro_config *config,
                        const struct at_maestro_texts *names, size_t *out,
                        size_t *out_count, struct at_str *out_missing)
{
    bool any = false;
    size_t at;
    *out_count = 0;
    *out_missing = (struct at_str){0};
    for (size_t i = 0; i < config->order.count; i++)
        any = any || find_name(names, config->order.rows[i], &at);
    for (size_t i = 0; i < config->order.count; i++) {
        if (!find_name(names, config->order.rows[i], &out[*out_count])) {
            *out_missing = config->order.rows[i];
            break;
        }
        ++*out_count;
    }
    return *out_count > 0 || !any;
}

bool
at_maestro_config_is_one(struct at_str text)
{
    static const struct at_yaml_rules rules = {.documents = 2,
                                               .is_lenient = true};
    struct at_arena arena = AT_ARENA_INIT;
    struct at_yaml_documents read;
    struct at_yaml_fault fault;
    bool is_one = at_yaml_read(&arena, text, &rules, &read, &fault) &&
                  read.count == 1 && read.roots[0]->kind == AT_YAML_MAP &&
                  read.roots[0]->first;
    for (const struct at_yaml_node *at = is_one ? read.roots[0]->first : NULL;
         at; at = at->next)
        is_one = is_one && is_known(at->key->text);
    at_arena_deinit(&arena);
    return is_one;
}
