// tester_scenarios.c: scenarios list, show, import, export
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/scenario.h"
#include "base/limits.h"
#include "base/quote.h"
#include "programs/tester.h"
#include "programs/tester_docs.h"
#include "programs/tester_file.h"
#include "sys/clock.h"
#include "tester/runs/recordings.h"
#include "wire/json.h"

static const struct at_option options[] = {
    AT_DOCS_OPTION_ROWS,
    [AT_DOCS_OPTIONS] = {0},
};

static const struct at_option import_options[] = {
    [AT_DOCS_DATA] = AT_TESTER_DATA_OPTION,
    [AT_DOCS_ENV] = AT_TESTER_ENV_OPTION,
    [AT_DOCS_JSON] = {0},
};

enum { TITLE_MAX_BYTES = 60 };

static void
write_line(const struct at_store_doc *doc, struct at_buf *out)
{
    struct at_str name = at_json_get_str(doc->json, "name");
    struct at_str goal = at_json_get_str(doc->json, "goal");
    char updated[AT_RFC3339_MAX];
    char title[TITLE_MAX_BYTES + 1];
    at_str_cut(title, sizeof(title), name.len ? name : goal);
    at_wall_write(doc->updated_ms, updated);
    at_buf_add_fmt(out, "%s  %.16s  %2zu steps  ", doc->id, updated,
                   json_array_size(json_object_get(doc->json, "steps")));
    at_line_write(at_str(title), out);
    at_buf_add_char(out, '\n');
}

static bool
print_one(void *user, struct at_store_doc *doc, struct at_err *err)
{
    json_t *array = user; // NULL: as a line
    (void)err;
    if (array) {
        json_array_append_new(array, at_docs_json(doc));
        return true;
    }
    struct at_buf line = AT_BUF_INIT(AT_KIB);
    write_line(doc, &line);
    fputs(at_buf_text(&line), stdout);
    at_buf_deinit(&line);
    return true;
}

static bool
list(const struct at_program_call *call, struct at_tester_home *home,
     struct at_err *err)
{
    struct at_store_query query = {.kind = AT_STORE_SCENARIO};
    json_t *array = call->values[AT_DOCS_JSON] ? json_array() : NULL;
    bool ok = at_docs_each(home->store, &query, print_one, array, err);
    if (ok && array)
        at_docs_print_json(array);
    json_decref(array);
    return ok;
}

static void
write_words(const char *title, const struct at_argv *words, struct at_buf *out)
{
    for (size_t i = 0; i < words->count; i++)
        at_buf_add_fmt(out, "%s%s", i == 0 ? title : ", ", words->words[i]);
    if (words->count > 0)
        at_buf_add_char(out, '\n');
}

static void
write_scenario(const struct at_scenario *scenario, struct at_buf *out)
{
    if (scenario->name[0])
        at_buf_add_fmt(out, "name:      %s\n", scenario->name);
    at_buf_add_fmt(out, "goal:      %s\napp:       %s\n", scenario->goal,
                   scenario->package);
    if (scenario->device[0])
        at_buf_add_fmt(out, "device:    %s\n", scenario->device);
    if (scenario->profile[0])
        at_buf_add_fmt(out, "model:     %s\n", scenario->profile);
    write_words("tags:      ", &scenario->tags, out);
    write_words("may open:  ", &scenario->packages, out);
    write_words("may do:    ", &scenario->allowed, out);
    for (size_t i = 0; i < scenario->steps.count; i++)
        at_buf_add_fmt(out, "Step %zu. %s\n", i + 1, scenario->steps.words[i]);
}

static bool
show(const struct at_program_call *call, struct at_tester_home *home,
     struct at_err *err)
{
    struct at_store_doc doc = {0};
    struct at_scenario scenario = {0};
    struct at_buf text = AT_BUF_INIT(4 * AT_MIB);
    bool ok = at_docs_get(home->store, AT_STORE_SCENARIO,
                          call->arguments->words[0], &doc, err) &&
              at_scenario_read(doc.json, &scenario, err);
    if (ok && call->values[AT_DOCS_JSON]) {
        json_t *json = at_docs_json(&doc);
        at_docs_print_json(json);
        json_decref(json);
    } else if (ok) {
        write_scenario(&scenario, &text);
        at_docs_print(at_buf_str(&text));
    }
    at_buf_deinit(&text);
    at_scenario_deinit(&scenario);
    at_store_doc_deinit(&doc);
    return ok;
}

// Store one scenario of a file: under its own id, if it has one, so that
// importing it again changes nothing.
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
    if (ok)
        puts(doc.id);
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

// All of a file are read before the first one is stored, so that a mistake in
// it changes nothing.
static bool
import_file(struct at_store_db *store, const char *path, struct at_err *err)
{
    json_t *json = at_tester_file_read(path, err);
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
import_asked(const struct at_program_call *call, struct at_tester_home *home,
             struct at_err *err)
{
    for (size_t i = 0; i < call->arguments->count; i++) {
        if (!import_file(home->store, call->arguments->words[i], err))
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

enum { RECORDINGS = AT_DOCS_JSON };

static const struct at_option export_options[] = {
    [AT_DOCS_DATA] = AT_TESTER_DATA_OPTION,
    [AT_DOCS_ENV] = AT_TESTER_ENV_OPTION,
    [RECORDINGS] = {.name = "--recordings",
                    .help = "with the newest recording of each, by which it "
                            "runs without a model"},
    [RECORDINGS + 1] = {0},
};

static bool
export_asked(const struct at_program_call *call, struct at_tester_home *home,
             struct at_err *err)
{
    struct at_store_query query = {.kind = AT_STORE_SCENARIO};
    struct exported exported = {home->store, call->values[RECORDINGS] != NULL,
                                json_array()};
    bool ok = true;
    if (call->arguments->count == 0)
        ok = at_docs_each(home->store, &query, export_one, &exported, err);
    for (size_t i = 0; ok && i < call->arguments->count; i++) {
        struct at_store_doc doc = {0};
        ok = at_docs_get(home->store, AT_STORE_SCENARIO,
                         call->arguments->words[i], &doc, err) &&
             export_one(&exported, &doc, err);
        at_store_doc_deinit(&doc);
    }
    if (ok)
        at_docs_print_json(exported.array);
    json_decref(exported.array);
    return ok;
}

static int
run_list(const struct at_program_call *call)
{
    return at_docs_run(call, list);
}

static int
run_show(const struct at_program_call *call)
{
    return at_docs_run(call, show);
}

static int
run_import(const struct at_program_call *call)
{
    return at_docs_run(call, import_asked);
}

static int
run_export(const struct at_program_call *call)
{
    return at_docs_run(call, export_asked);
}

const struct at_program_command at_tester_scenarios_list = {
    .name = "scenarios list",
    .help = "the stored scenarios, the newest first",
    .options = options,
    .run = run_list,
};

const struct at_program_command at_tester_scenarios_show = {
    .name = "scenarios show",
    .arguments = "ID",
    .arguments_min = 1,
    .arguments_max = 1,
    .help = "one of them; the beginning of its id is enough",
    .options = options,
    .run = run_show,
};

const struct at_program_command at_tester_scenarios_import = {
    .name = "scenarios import",
    .arguments = "FILE…",
    .arguments_min = 1,
    .arguments_max = SIZE_MAX,
    .help = "store those of files, JSON or YAML, and print their ids",
    .options = import_options,
    .run = run_import,
};

const struct at_program_command at_tester_scenarios_export = {
    .name = "scenarios export",
    .arguments = "[ID…]",
    .arguments_max = SIZE_MAX,
    .help = "print all, or those, as JSON that import reads",
    .options = export_options,
    .run = run_export,
};
