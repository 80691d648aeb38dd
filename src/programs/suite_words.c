#include "programs/suite_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits_suite.h"
#include "programs/tester_docs.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/path.h"
#include "tester/suite/result.h"
#include "tester/suite/tags.h"
#include "wire/json.h"

static const char *const suite_options[] = {
    "--tag",  "--suite", "--repeat",    "--shard",        "--devices",
    "--rows", "--html",  "--fail-fast", "--rerun-failed", "--retry-infra",
};

bool
at_suite_words_mean_one(const struct at_arguments *args)
{
    const char *first = at_arguments_at(args, 0);
    const char *profile = at_arguments_option(args, "--profile");
    struct at_folder_list list = {NULL, 0};
    for (size_t i = 0; i < AT_LEN(suite_options); i++) {
        if (at_arguments_have(args, suite_options[i]))
            return false;
    }
    bool is_folder =
        first && at_file_exists(first) && at_folder_list(first, &list, NULL);
    at_folder_list_deinit(&list);
    return !is_folder && !at_arguments_at(args, 1) &&
           !(profile && strchr(profile, ','));
}

static void
set_list(json_t *suite, const char *member, const char *text)
{
    json_t *list = json_array();
    struct at_str rest = at_str(text), word;
    while (at_str_next(&rest, ',', &word)) {
        if (at_str_trim(word).len > 0)
            json_array_append_new(list, at_json_text(at_str_trim(word)));
    }
    at_json_set(suite, member, list);
}

static void
set_path(json_t *list, const char *path)
{
    char *absolute =
        strcmp(path, "-") == 0 ? at_strdup(path) : at_path_absolute(path);
    json_array_append_new(list, at_json_text(at_str(absolute)));
    free(absolute);
}

static void
take_files(const struct at_arguments *args, json_t *suite)
{
    json_t *files = json_array();
    for (size_t i = 0; at_arguments_at(args, i); i++)
        set_path(files, at_arguments_at(args, i));
    if (json_array_size(files) > 0) {
        at_json_set(suite, "files", files);
        json_object_del(suite, "scenarios");
    } else {
        json_decref(files);
    }
}

static void
take_tags(const struct at_arguments *args, json_t *suite)
{
    json_t *tags = json_array();
    const char *tag;
    for (size_t i = 0; (tag = at_arguments_nth_option(args, "--tag", i)); i++)
        json_array_append_new(tags, at_json_text(at_str(tag)));
    if (json_array_size(tags) > 0)
        at_json_set(suite, "tags", tags);
    else
        json_decref(tags);
}

static bool
take_numbers(const struct at_arguments *args, struct at_suite_words *out,
             struct at_err *err)
{
    const char *shard = at_arguments_option(args, "--shard");
    int64_t repeat = 0, retries = -1;
    bool ok = at_arguments_int(args, "--repeat", 1, AT_SUITE_REPEAT_MAX,
                               &repeat, err) &&
              at_arguments_int(args, "--retry-infra", 0, AT_SUITE_RETRIES_MAX,
                               &retries, err) &&
              (!shard || at_suite_shard_read(at_str(shard), &out->shard, err));
    if (ok && retries >= 0)
        at_json_set(out->suite, "retryInfra", json_integer(retries));
    if (ok && repeat > 0)
        at_json_set(out->suite, "repeat", json_integer(repeat));
    return ok;
}

static void
take_places(const struct at_arguments *args, json_t *suite)
{
    const char *device = at_arguments_option(args, "--device");
    const char *devices = at_arguments_option(args, "--devices");
    const char *profiles = at_arguments_option(args, "--profile");
    if (devices || device)
        set_list(suite, "devices", devices ? devices : device);
    if (profiles)
        set_list(suite, "profiles", profiles);
}

static bool
take_options(const struct at_arguments *args, struct at_suite_words *out,
             struct at_err *err)
{
    const char *table = at_arguments_option(args, "--rows");
    if (at_arguments_have(args, "--device") &&
        at_arguments_have(args, "--devices"))
        return at_fail(err, AT_EUSAGE, "--device or --devices, not both");
    take_files(args, out->suite);
    take_tags(args, out->suite);
    take_places(args, out->suite);
    if (at_arguments_have(args, "--fail-fast"))
        at_json_set(out->suite, "failFast", json_true());
    if (table) {
        char *path = at_path_absolute(table);
        at_json_set(out->suite, "table", at_json_text(at_str(path)));
        json_object_del(out->suite, "data");
        free(path);
    }
    return take_numbers(args, out, err);
}

// Find a stored suite by its name, or by the beginning of its id.
static bool
find_suite(struct at_store_db *store, const char *wanted, json_t **out,
           struct at_err *err)
{
    struct at_store_query query = {.kind = AT_STORE_SUITE,
                                   .limit = AT_STORE_LIST_MAX};
    struct at_store_list list;
    struct at_store_doc doc = {0};
    if (!store->ops->list(store, &query, &list, err))
        return false;
    for (size_t i = 0; i < list.count && !*out; i++) {
        if (!at_str_is(at_json_get_str(list.docs[i].json, "name"), wanted))
            continue;
        *out = json_incref(list.docs[i].json);
        at_json_set_text(*out, "id", list.docs[i].id);
    }
    at_store_list_deinit(&list);
    if (!*out && at_docs_get(store, AT_STORE_SUITE, wanted, &doc, err)) {
        *out = json_incref(doc.json);
        at_json_set_text(*out, "id", doc.id);
    }
    at_store_doc_deinit(&doc);
    return *out != NULL;
}

// The latest suite run that has ended; of the suite, if one is named.
static bool
find_last(struct at_store_db *store, const json_t *suite,
          struct at_suite_words *out, json_t **out_result, struct at_err *err)
{
    const struct at_store_query query = {.kind = AT_STORE_SUITE_RUN,
                                         .state = AT_STR("ended"),
                                         .scenario =
                                             at_json_get_str(suite, "id"),
                                         .limit = 1};
    struct at_store_list list;
    if (!store->ops->list(store, &query, &list, err))
        return false;
    if (list.count > 0) {
        out->rerun_of = at_strdup(list.docs[0].id);
        *out_result = at_suite_result(store, list.docs[0].id, err);
    } else {
        at_fail(err, AT_EUSAGE,
                "no suite run has ended here: there is nothing "
                "to run again");
    }
    at_store_list_deinit(&list);
    return *out_result != NULL;
}

static json_t *
failed_names(const json_t *result)
{
    json_t *names = json_object();
    const json_t *cases = json_object_get(result, "cases");
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *entry = json_array_get(cases, i);
        const char *name = json_string_value(json_object_get(entry, "name"));
        if (name && !at_str_is(at_json_get_str(entry, "result"), "pass"))
            at_json_set(names, name, json_true());
    }
    return names;
}

// The words of the last suite run, unless this command line has its own.
static bool
take_last(const struct at_arguments *args, struct at_store_db *store,
          struct at_suite_words *out, struct at_err *err)
{
    json_t *result = NULL;
    if (!find_last(store, out->suite, out, &result, err))
        return false;
    json_t *options = json_object_get(result, "options");
    bool has_own = at_arguments_at(args, 0) || at_arguments_have(args, "--tag");
    if (!has_own && !json_object_get(out->suite, "id") &&
        json_is_object(options))
        json_object_update(out->suite, options);
    out->only = failed_names(result);
    out->is_empty = json_object_size(out->only) == 0;
    json_decref(result);
    return true;
}

static void
set_name(json_t *suite)
{
    const json_t *files = json_object_get(suite, "files");
    const json_t *tags = json_object_get(suite, "tags");
    struct at_str name = AT_STR("all scenarios");
    if (json_object_get(suite, "name"))
        return;
    if (json_array_size(files) > 0) {
        name = at_json_str(json_array_get(files, 0));
        ptrdiff_t slash;
        while ((slash = at_str_find(name, AT_STR("/"))) >= 0 &&
               (size_t)slash + 1 < name.len)
            name = at_str_skip(name, (size_t)slash + 1);
    } else if (json_array_size(tags) > 0) {
        name = at_json_str(json_array_get(tags, 0));
    }
    at_json_set(suite, "name",
                at_json_text(at_utf8_head(name, AT_SCENARIO_WORD_MAX_BYTES)));
}

static bool
is_something(const struct at_arguments *args)
{
    return at_arguments_at(args, 0) || at_arguments_have(args, "--tag") ||
           at_arguments_have(args, "--suite") ||
           at_arguments_have(args, "--rerun-failed");
}

bool
at_suite_words_read(const struct at_arguments *args, struct at_store_db *store,
                    struct at_suite_words *out, struct at_err *err)
{
    const char *wanted = at_arguments_option(args, "--suite");
    *out = (struct at_suite_words){0};
    if (!is_something(args))
        return at_fail(err, AT_EUSAGE,
                       "run needs SCENARIO: files or folders, or --tag, "
                       "--suite or --rerun-failed");
    if (wanted && !find_suite(store, wanted, &out->suite, err))
        return false;
    if (!out->suite)
        out->suite = json_object();
    bool ok = !at_arguments_have(args, "--rerun-failed") ||
              take_last(args, store, out, err);
    ok = ok && take_options(args, out, err);
    if (ok)
        set_name(out->suite);
    return ok && at_suite_check(out->suite, err);
}

void
at_suite_words_deinit(struct at_suite_words *words)
{
    json_decref(words->suite);
    json_decref(words->only);
    free(words->rerun_of);
    *words = (struct at_suite_words){0};
}
