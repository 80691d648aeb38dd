#include "cli/flow_plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "maestro/collect.h"
#include "maestro/config.h"
#include "maestro/trace.h"

struct plan {
    struct at_invocation *invocation;
    struct at_flow_set *set;
    struct at_argv paths; // what the user named
    char *config_path;    // owned; NULL: none
    struct at_maestro_config config;
    size_t found; // flow files, before config.yaml and tags chose
};

static enum at_maestro_file_kind
kind_of(const char *path)
{
    return at_maestro_disk.kind(at_maestro_disk.user, path);
}

static bool
collect_paths(struct plan *plan, struct at_err *err)
{
    const struct at_arguments *args = plan->invocation->args;
    const char *path = at_arguments_option(args, "--flow");
    if (path)
        at_argv_add(&plan->paths, path);
    for (size_t n = 0; (path = at_arguments_at(args, n)); n++)
        at_argv_add(&plan->paths, path);
    for (size_t i = 0; i < plan->paths.count; i++) {
        if (kind_of(plan->paths.words[i]) == AT_MAESTRO_NO_FILE)
            return at_fail(err, AT_EUSAGE, "no file or folder '%.200s'",
                           plan->paths.words[i]);
    }
    return true;
}

// The config.yaml of the first folder that has one.
static void
find_config(struct plan *plan)
{
    for (size_t i = 0; i < plan->paths.count && !plan->config_path; i++)
        plan->config_path =
            at_maestro_find_config(&at_maestro_disk, plan->paths.words[i]);
}

static bool
read_config(struct plan *plan, bool is_single, struct at_err *err)
{
    const char *named = at_arguments_option(plan->invocation->args, "--config");
    struct at_flow_set *set = plan->set;
    at_maestro_config_init(&plan->config);
    if (named && kind_of(named) != AT_MAESTRO_IS_FILE)
        return at_fail(err, AT_EUSAGE, "no file '%.200s'", named);
    if (named)
        plan->config_path = at_strdup(named);
    else if (!is_single)
        find_config(plan);
    if (plan->config_path &&
        !at_maestro_config_read(&set->workspace, plan->config_path,
                                &plan->config, &set->problems))
        set->broken = true;
    set->continues = plan->config.continue_on_failure;
    set->output_dir = plan->config.test_output_dir;
    return true;
}

static bool
is_config(const struct plan *plan, struct at_str path)
{
    return at_maestro_is_config(path) ||
           (plan->config_path && at_str_is(path, plan->config_path));
}

static void
add_folder_file(struct plan *plan, const char *folder, const char *path)
{
    struct at_str below = at_str(path);
    struct at_str head = at_str(folder);
    if (!at_str_is(head, ".") && at_str_starts(below, head))
        below = at_str_skip(below, head.len);
    while (at_str_starts(below, AT_STR("/")))
        below = at_str_skip(below, 1);
    if (is_config(plan, at_str(path)))
        return;
    plan->found++;
    if (at_maestro_config_takes(&plan->config, below))
        at_flow_set_add_file(plan->set, path);
}

static bool
add_folder(struct plan *plan, const char *path, struct at_err *err)
{
    struct at_maestro_collected found = {.paths = AT_ARGV_INIT};
    struct at_str folder = at_str(path);
    while (folder.len > 1 && folder.ptr[folder.len - 1] == '/')
        folder.len--;
    char *name = at_strndup(folder.ptr, folder.len);
    bool ok = at_maestro_collect(name, &found, err);
    for (size_t i = 0; ok && i < found.paths.count; i++)
        add_folder_file(plan, name, found.paths.words[i]);
    at_argv_deinit(&found.paths);
    free(name);
    return ok;
}

static void
add_file(struct plan *plan, const char *path)
{
    if (!at_maestro_is_yaml(at_str(path)) || is_config(plan, at_str(path)))
        return;
    plan->found++;
    at_flow_set_add_file(plan->set, path);
}

// Files before those of folders, as in Maestro.
static bool
add_all(struct plan *plan, struct at_err *err)
{
    const struct at_argv *paths = &plan->paths;
    for (size_t i = 0; i < paths->count; i++) {
        if (kind_of(paths->words[i]) == AT_MAESTRO_IS_FILE)
            add_file(plan, paths->words[i]);
    }
    for (size_t i = 0; i < paths->count; i++) {
        if (kind_of(paths->words[i]) == AT_MAESTRO_IS_FOLDER &&
            !add_folder(plan, paths->words[i], err))
            return false;
    }
    if (plan->set->count > 0 || plan->set->broken)
        return true;
    const char *first = paths->words[0];
    if (plan->found == 0)
        return at_fail(err, AT_EUSAGE, "no flow files in '%s'", first);
    if (plan->config_path)
        return at_fail(err, AT_EUSAGE,
                       "'flows' of '%s' chooses none of the %zu flow files",
                       plan->config_path, plan->found);
    return at_fail(err, AT_EUSAGE,
                   "no flow files at the top of '%s', and %zu below it: name "
                   "that folder, or write 'flows: \"**\"' in a config.yaml",
                   first, plan->found);
}

// Append the tags of an option, comma lists, to those of config.yaml.
static void
add_tags(struct plan *plan, const char *option, struct at_maestro_texts *inout)
{
    struct at_arena *arena = &plan->set->workspace.arena;
    struct at_argv words = AT_ARGV_INIT;
    const char *list;
    for (size_t n = 0;
         (list = at_arguments_nth_option(plan->invocation->args, option, n));
         n++) {
        struct at_str rest = at_str(list);
        struct at_str tag;
        while (at_str_next(&rest, ',', &tag)) {
            if (at_str_trim(tag).len > 0)
                at_argv_add_str(&words, at_str_trim(tag));
        }
    }
    struct at_maestro_texts all = {
        .rows = at_arena_alloc(arena, (words.count + inout->count + 1) *
                                          sizeof(struct at_str)),
    };
    for (size_t i = 0; i < words.count; i++)
        all.rows[all.count++] = at_arena_dup(arena, at_str(words.words[i]));
    for (size_t i = 0; i < inout->count; i++)
        all.rows[all.count++] = inout->rows[i];
    at_argv_deinit(&words);
    *inout = all;
}

static bool
choose_by_tags(struct plan *plan, struct at_err *err)
{
    struct at_flow_set *set = plan->set;
    struct at_maestro_texts include = plan->config.include_tags;
    struct at_maestro_texts exclude = plan->config.exclude_tags;
    size_t kept = 0;
    add_tags(plan, "--include-tags", &include);
    add_tags(plan, "--exclude-tags", &exclude);
    for (size_t i = 0; i < set->count; i++) {
        if (at_maestro_tags_fit(&set->flows[i]->tags, &include, &exclude))
            set->flows[kept++] = set->flows[i];
    }
    bool any = kept > 0 || set->count == 0;
    set->count = kept;
    return any || at_fail(err, AT_EUSAGE,
                          "no flow is left: the tags exclude all of them");
}

static void
move_first(struct at_flow_set *set, const size_t *order, size_t count)
{
    const struct at_maestro_flow **flows =
        at_alloc((set->count + 1) * sizeof(const struct at_maestro_flow *));
    size_t at = 0;
    for (size_t i = 0; i < count; i++)
        flows[at++] = set->flows[order[i]];
    for (size_t i = 0; i < set->count; i++) {
        bool moved = false;
        for (size_t k = 0; k < count; k++)
            moved = moved || order[k] == i;
        if (!moved)
            flows[at++] = set->flows[i];
    }
    free(set->flows);
    set->flows = flows;
    set->count = at;
    set->ordered = count;
}

static bool
put_in_order(struct plan *plan, struct at_err *err)
{
    struct at_flow_set *set = plan->set;
    struct at_arena *arena = &set->workspace.arena;
    size_t *order =
        at_arena_alloc(arena, (plan->config.order.count + 1) * sizeof(*order));
    struct at_maestro_texts names = {
        .rows = at_arena_alloc(arena, (set->count + 1) * sizeof(struct at_str)),
        .count = set->count,
    };
    size_t count;
    struct at_str missing;
    for (size_t i = 0; i < set->count; i++) {
        char title[256];
        at_maestro_flow_title(set->flows[i], title, sizeof(title));
        names.rows[i] = at_arena_dup(arena, at_str(title));
    }
    if (!at_maestro_config_order(&plan->config, &names, order, &count,
                                 &missing))
        return at_fail(err, AT_EUSAGE,
                       "'flowsOrder' begins with '%.*s', which is none of "
                       "these flows",
                       AT_STR_ARG(missing));
    if (missing.ptr)
        at_command_run_warning(plan->invocation->run,
                               "'flowsOrder' has '%.*s', which is none of "
                               "these flows: it and what follows it has no "
                               "order",
                               AT_STR_ARG(missing));
    move_first(set, order, count);
    return true;
}

static void
warn_tags(struct plan *plan)
{
    const struct at_arguments *args = plan->invocation->args;
    if (at_arguments_option(args, "--include-tags") ||
        at_arguments_option(args, "--exclude-tags"))
        at_command_run_warning(plan->invocation->run,
                               "tags choose among several flows: a single "
                               "file runs whatever its tags are");
}

bool
at_flow_plan(struct at_invocation *invocation, struct at_flow_set *set,
             struct at_err *err)
{
    struct plan plan = {.invocation = invocation, .set = set};
    bool ok = collect_paths(&plan, err);
    bool is_single = ok && plan.paths.count == 1 &&
                     kind_of(plan.paths.words[0]) == AT_MAESTRO_IS_FILE;
    ok = ok && read_config(&plan, is_single, err);
    set->is_single = is_single;
    if (ok && is_single) {
        warn_tags(&plan);
        at_flow_set_add_file(set, plan.paths.words[0]);
    } else if (ok) {
        ok = add_all(&plan, err) &&
             (set->broken ||
              (choose_by_tags(&plan, err) && put_in_order(&plan, err)));
    }
    free(plan.config_path);
    at_argv_deinit(&plan.paths);
    return ok;
}
