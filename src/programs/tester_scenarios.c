// tester_scenarios.c: scenarios list, show, import, export
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/scenario.h"
#include "base/quote.h"
#include "programs/print.h"
#include "programs/tester.h"
#include "programs/tester_audit.h"
#include "programs/tester_docs.h"
#include "programs/tester_file.h"
#include "sys/clock.h"
#include "tester/runs/recordings.h"
#include "wire/json.h"

enum { TITLE_MAX_BYTES = 60 };

static bool
write_line(const struct at_tester_home *home, const struct at_store_doc *doc,
           struct at_buf *out, struct at_err *err)
{
    struct at_str name = at_json_get_str(doc->json, "name");
    struct at_str goal = at_json_get_str(doc->json, "goal");
    char updated[AT_RFC3339_MAX];
    char title[TITLE_MAX_BYTES + 1];
    (void)home, (void)err;
    at_str_cut(title, sizeof(title), name.len ? name : goal);
    at_wall_write(doc->updated_ms, updated);
    at_buf_add_fmt(out, "%s  %.16s  %2zu steps  ", doc->id, updated,
                   json_array_size(json_object_get(doc->json, "steps")));
    at_line_write(at_str(title), out);
    at_buf_add_char(out, '\n');
    return true;
}

static bool
list(struct at_invocation *invocation, struct at_err *err)
{
    struct at_store_query query = {.kind = AT_STORE_SCENARIO};
    return at_docs_list(invocation, &query, write_line, err);
}

static void
write_words(const char *title, const struct at_argv *words, struct at_buf *out)
{
    for (size_t i = 0; i < words->count; i++)
        at_buf_add_fmt(out, "%s%s", i == 0 ? title : ", ", words->words[i]);
    if (words->count > 0)
        at_buf_add_char(out, '\n');
}

static bool
write_scenario(const struct at_tester_home *home,
               const struct at_store_doc *doc, struct at_buf *out,
               struct at_err *err)
{
    struct at_scenario scenario = {0};
    (void)home;
    if (!at_scenario_read(doc->json, &scenario, err)) {
        at_scenario_deinit(&scenario);
        return false;
    }
    if (scenario.name[0])
        at_buf_add_fmt(out, "name:      %s\n", scenario.name);
    at_buf_add_fmt(out, "goal:      %s\napp:       %s\n", scenario.goal,
                   scenario.package);
    if (scenario.device[0])
        at_buf_add_fmt(out, "device:    %s\n", scenario.device);
    if (scenario.profile[0])
        at_buf_add_fmt(out, "model:     %s\n", scenario.profile);
    write_words("tags:      ", &scenario.tags, out);
    write_words("may open:  ", &scenario.packages, out);
    write_words("may do:    ", &scenario.allowed, out);
    for (size_t i = 0; i < scenario.steps.count; i++)
        at_buf_add_fmt(out, "Step %zu. %s\n", i + 1, scenario.steps.words[i]);
    at_scenario_deinit(&scenario);
    return true;
}

static bool
show(struct at_invocation *invocation, struct at_err *err)
{
    return at_docs_show(invocation, AT_STORE_SCENARIO, write_scenario, err);
}

// Store one scenario of a file under its own id, if it has one: importing it
// again changes nothing.
static bool
import_one(struct at_store_db *store, const json_t *json, struct at_err *err)
{
    struct at_scenario scenario = {0};
    struct at_store_doc doc = {0};
    bool ok = at_scenario_read(json, &scenario, err);
    if (ok && strlen(scenario.id) >= sizeof(doc.id))
        ok = at_fail(err, AT_EUSAGE, "an id has up to %d characters",
                     AT_STORE_KEY_MAX);
    if (ok) {
        at_str_cut(doc.id, sizeof(doc.id), at_str(scenario.id));
        doc.json = at_scenario_json(&scenario);
        json_object_del(doc.json, "id"); // it is the document's
        ok = at_recording_keep(store, json, &scenario, err) &&
             store->ops->put(store, AT_STORE_SCENARIO, -1, &doc, err);
    }
    if (ok) {
        at_tester_audit(store, "imported", AT_STORE_SCENARIO, at_str(doc.id));
        puts(doc.id);
    }
    at_store_doc_deinit(&doc);
    at_scenario_deinit(&scenario);
    return ok;
}

static bool
check_one(struct at_store_db *store, const json_t *json, struct at_err *err)
{
    struct at_scenario scenario = {0};
    (void)store;
    bool ok = at_scenario_read(json, &scenario, err);
    at_scenario_deinit(&scenario);
    return ok;
}

static bool
each_of_file(struct at_store_db *store, const json_t *file,
             bool (*each)(struct at_store_db *, const json_t *,
                          struct at_err *),
             struct at_err *err)
{
    if (!json_is_array(file))
        return each(store, file, err);
    for (size_t i = 0; i < json_array_size(file); i++) {
        if (!each(store, json_array_get(file, i), err)) {
            at_err_context(err, "scenario %zu", i + 1);
            return false;
        }
    }
    return true;
}

// The whole file is read before the first scenario is stored: a mistake in it
// changes nothing.
static bool
import_file(struct at_store_db *store, const char *path, struct at_err *err)
{
    json_t *json = at_tester_file_scenarios(path, err);
    if (!json)
        return false;
    bool ok = each_of_file(store, json, check_one, err) &&
              each_of_file(store, json, import_one, err);
    if (!ok)
        at_err_context(err, "'%s'", path);
    json_decref(json);
    return ok;
}

static bool
import_asked(struct at_invocation *invocation, struct at_err *err)
{
    const char *path;
    for (size_t i = 0; (path = at_arguments_at(invocation->args, i)); i++) {
        if (!import_file(invocation->home.store, path, err))
            return false;
    }
    return true;
}

// The state of an export.
struct exported {
    struct at_store_db *store;
    bool recordings;
    json_t *array; // owned by the caller
};

static bool
export_one(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct exported *exported = user;
    struct at_scenario scenario = {0};
    json_t *recording = NULL;
    bool ok = at_scenario_read(doc->json, &scenario, err) &&
              (!exported->recordings ||
               at_recording_find(exported->store, &scenario, &recording, err));
    if (ok) {
        json_t *json = at_scenario_json(&scenario);
        at_json_set_text(json, "id", doc->id);
        if (recording)
            at_json_set(json, "recording", json_incref(recording));
        json_array_append_new(exported->array, json);
    }
    json_decref(recording);
    at_scenario_deinit(&scenario);
    return ok;
}

static bool
export_asked(struct at_invocation *invocation, struct at_err *err)
{
    struct at_store_query query = {.kind = AT_STORE_SCENARIO};
    const struct at_arguments *args = invocation->args;
    struct at_store_db *store = invocation->home.store;
    struct exported exported = {store, at_arguments_have(args, "--recordings"),
                                json_array()};
    const char *id = at_arguments_at(args, 0);
    bool ok = true;
    if (!id)
        ok = at_store_each(store, &query, export_one, &exported, err);
    for (size_t i = 0; ok && (id = at_arguments_at(args, i)); i++) {
        struct at_store_doc doc = {0};
        ok = at_docs_get(store, AT_STORE_SCENARIO, id, &doc, err) &&
             export_one(&exported, &doc, err);
        at_store_doc_deinit(&doc);
    }
    if (ok)
        at_print_json(exported.array);
    json_decref(exported.array);
    return ok;
}

static const struct at_positional id[] = {
    {.name = "ID", .help = "a scenario's, or the beginning of it"},
    {0},
};

static const struct at_positional ids[] = {
    {.name = "ID",
     .help = "a scenario's, or the beginning of it",
     .optional = true,
     .repeats = true},
    {0},
};

static const struct at_positional files[] = {
    {.name = "FILE",
     .help = "JSON or YAML; -: standard input",
     .repeats = true},
    {0},
};

const struct at_command at_tester_scenarios_list = {
    .name = "scenarios list",
    .summary = "list the stored scenarios, the newest first",
    .examples = AT_EXAMPLES({"scenarios list", "all of them, with their ids"}),
    .flags = AT_TESTER_HOME | AT_TESTER_JSON,
    .run = list,
};

const struct at_command at_tester_scenarios_show = {
    .name = "scenarios show",
    .summary = "show a scenario; the beginning of its id is enough",
    .positionals = id,
    .examples = AT_EXAMPLES({"scenarios show login", "its goal and steps"},
                            {"scenarios show login --json", "all of it"}),
    .flags = AT_TESTER_HOME | AT_TESTER_JSON,
    .run = show,
};

const struct at_command at_tester_scenarios_import = {
    .name = "scenarios import",
    .summary = "store the scenarios of files and print their ids",
    .positionals = files,
    .examples =
        AT_EXAMPLES({"scenarios import scenarios/notes.json", "one file"},
                    {"scenarios import scenarios/*.json", "all of a folder"}),
    .flags = AT_TESTER_HOME,
    .run = import_asked,
};

const struct at_command at_tester_scenarios_export = {
    .name = "scenarios export",
    .summary = "print all scenarios, or some, as JSON that import reads",
    .positionals = ids,
    .options = AT_OPTIONS(
        {.name = "--recordings",
         .help =
             "with the newest recording of each, by which it runs without a "
             "model"}),
    .examples = AT_EXAMPLES(
        {"scenarios export > all.json", "all of them"},
        {"scenarios export login --recordings", "one, with what it plays"}),
    .flags = AT_TESTER_HOME,
    .run = export_asked,
};
