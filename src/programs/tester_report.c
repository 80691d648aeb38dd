// tester_report.c: report: one archive for a bug report, from runs and settings
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/limits_report.h"
#include "base/wipe.h"
#include "bugreport/facts.h"
#include "programs/checks.h"
#include "programs/tester.h"
#include "programs/tester_docs.h"
#include "tester/profiles.h"
#include "wire/json.h"

enum { RUNS = 3, RUNS_MAX = 200 };

// The values that scenarios and models are given.
static void
hide_variable(void *user, struct at_str name)
{
    struct at_bugreport *report = ((void **)user)[0];
    struct at_env *env = ((void **)user)[1];
    char *whole = at_strndup(name.ptr, name.len);
    at_bugreport_add_variable(report, whole, at_env_variable(env, whole));
    free(whole);
}

static void
hide_vault(struct at_bugreport *report, struct at_vault *vault)
{
    struct at_argv ids = AT_ARGV_INIT;
    struct at_err err = AT_ERR_INIT;
    bool ok = at_vault_ids(vault, &ids, &err);
    for (size_t i = 0; ok && i < ids.count; i++) {
        struct at_buf value = AT_BUF_INIT(AT_SECRET_MAX_BYTES);
        ok = at_vault_get(vault, ids.words[i], &value, &err);
        at_bugreport_add_secret(report, at_buf_str(&value));
        at_wipe_buf(&value);
    }
    if (!ok)
        at_bugreport_leave_out(report, "stored secrets, to look for", err.msg);
    at_argv_deinit(&ids);
}

// "name: value" of a header.
static void
hide_headers(struct at_bugreport *report, const json_t *headers)
{
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)(uintptr_t)headers, i, row)
    {
        struct at_str rest = at_json_str(row), name;
        if (at_str_next(&rest, ':', &name))
            at_bugreport_add_secret(report, at_str_trim(rest));
    }
}

static void
add_profile(struct at_bugreport *report, const struct at_tester_home *home,
            const char *id, json_t *settings)
{
    json_t *stored =
        at_profiles_stored(home->env, home->store, at_str(id), NULL);
    at_bugreport_add_secret(report, at_json_get_str(stored, "key"));
    hide_headers(report, json_object_get(stored, "headers"));
    json_object_del(stored, "key");
    json_object_del(stored, "headers");
    if (json_object_size(stored) > 0)
        at_json_set(settings, id, json_incref(stored));
    json_decref(stored);
}

static void
add_settings(struct at_bugreport *report, const struct at_tester_home *home)
{
    json_t *settings = json_object();
    struct at_argv ids = AT_ARGV_INIT;
    struct at_store_doc config = {0};
    struct at_buf text = AT_BUF_INIT(AT_BUGREPORT_FILE_MAX_BYTES);
    if (home->store->ops->get(home->store, AT_STORE_SETTING, AT_STR("config"),
                              &config, NULL))
        at_json_set(settings, "config", json_incref(config.json));
    at_profiles_ids(home->env, home->store, &ids);
    for (size_t i = 0; i < ids.count; i++)
        add_profile(report, home, ids.words[i], settings);
    if (at_json_write(settings, &text))
        at_bugreport_add_text(report, "settings.json",
                              "settings and profiles, without keys",
                              at_buf_str(&text));
    at_store_doc_deinit(&config);
    at_argv_deinit(&ids);
    at_buf_deinit(&text);
    json_decref(settings);
}

// The text of events, up to the first that has no room.
static bool
add_event(void *user, int64_t index, struct at_str json)
{
    struct at_buf *out = user;
    (void)index;
    return at_buf_add_str(out, json) && at_buf_add_char(out, '\n');
}

static void
add_events(struct at_bugreport *report, const struct at_tester_home *home,
           const char *id)
{
    struct at_buf text = AT_BUF_INIT(AT_BUGREPORT_FILE_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    struct at_store_reading reading = {
        .run = at_str(id), .each = add_event, .user = &text};
    char *name = at_strfmt("runs/%s/events.jsonl", id);
    if (!home->store->ops->events(home->store, &reading, &err))
        at_bugreport_leave_out(report, name, err.msg);
    else
        at_bugreport_add_text(report, name,
                              text.overflow ? "the first 4 MiB" : "",
                              at_buf_str(&text));
    free(name);
    at_buf_deinit(&text);
}

static bool
add_run(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct at_bugreport *report = ((void **)user)[0];
    const struct at_tester_home *home = ((void **)user)[1];
    int64_t *left = ((void **)user)[2];
    (void)err;
    if ((*left)-- <= 0)
        return false;
    struct at_buf text = AT_BUF_INIT(AT_BUGREPORT_FILE_MAX_BYTES);
    char *name = at_strfmt("runs/%s/run.json", doc->id);
    char *inside = at_strfmt("runs/%s/files", doc->id);
    char *folder = at_strfmt("%s/%s", home->reports, doc->id);
    json_t *json = at_docs_json(doc);
    if (at_json_write(json, &text))
        at_bugreport_add_text(report, name, "the run as it is stored",
                              at_buf_str(&text));
    add_events(report, home, doc->id);
    at_bugreport_add_folder(report, inside, folder);
    json_decref(json);
    free(folder);
    free(inside);
    free(name);
    at_buf_deinit(&text);
    return true;
}

static bool
add_runs(struct at_bugreport *report, struct at_invocation *invocation,
         int64_t since_ms, struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    struct at_store_db *store = invocation->home.store;
    const char *id = at_arguments_option(args, "--run");
    int64_t left = RUNS;
    void *user[] = {report, &invocation->home, &left};
    const struct at_store_query query = {
        .kind = AT_STORE_RUN,
        .device = at_str(at_arguments_option(args, "--device")),
        .since_ms = since_ms,
    };
    struct at_store_doc doc = {0};
    if (!at_arguments_int(args, "--last", 0, RUNS_MAX, &left, err))
        return false;
    if (!id) {
        bool ok = at_store_each(store, &query, add_run, user, err);
        if (left < 0)
            at_bugreport_leave_out(report, "runs/",
                                   "older runs: --last N takes in more");
        return ok || left < 0;
    }
    left = 1;
    bool ok = at_docs_get(store, AT_STORE_RUN, id, &doc, err) &&
              add_run(user, &doc, err);
    at_store_doc_deinit(&doc);
    return ok;
}

// The doctor of the same folder; it asks no model.
static void
add_facts(struct at_bugreport *report, const struct at_invocation *invocation)
{
    static const char *const passed[] = {
        "--data",    "--env-file",  "--nats",    "--nats-creds",
        "--nats-ca", "--nats-cert", "--nats-key"};
    struct at_op op = {AT_NEVER_NS, NULL};
    struct at_argv words = AT_ARGV_INIT;
    at_argv_add(&words, "doctor");
    at_argv_add(&words, "--no-models");
    for (size_t i = 0; i < AT_LEN(passed); i++) {
        const char *value = at_arguments_option(invocation->args, passed[i]);
        if (value) {
            at_argv_add(&words, passed[i]);
            at_argv_add(&words, value);
        }
    }
    at_bugreport_add_facts(&op, report, invocation->args,
                           invocation->args->argv0, at_argv_words(&words));
    at_argv_deinit(&words);
}

static bool
collect(struct at_bugreport *report, struct at_invocation *invocation,
        int64_t since_ms, struct at_err *err)
{
    void *user[] = {report, invocation->home.env};
    at_env_variables(invocation->home.env, hide_variable, user);
    hide_vault(report, invocation->home.vault);
    add_facts(report, invocation);
    add_settings(report, &invocation->home);
    return add_runs(report, invocation, since_ms, err);
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    struct at_bugreport_opts opts;
    if (!at_bugreport_read_opts(args, &opts, err))
        return false;
    int64_t since_ms = opts.since_ms;
    opts.since_ms = 0; // runs are chosen by it, not their files
    struct at_bugreport *report = at_bugreport_new(&opts);
    bool ok = collect(report, invocation, since_ms, err) &&
              at_bugreport_write(report, at_arguments_option(args, "--out"),
                                 at_bugreport_is_dry(args), err);
    if (ok)
        at_checks_print(args, at_bugreport_json(report), at_bugreport_print);
    at_bugreport_free(report);
    return ok;
}

const struct at_command at_tester_report = {
    .name = "report",
    .summary = "write one archive for a bug report, and send nothing",
    .about = "Versions, what doctor says (no model is asked), settings without "
             "keys, and the newest\nruns with their events, logs and "
             "verdicts. Secrets of the environment, of .env and of\nthe store, "
             "texts that were typed or that fields show, tokens, cookies and "
             "e-mail\naddresses are masked; README.txt in the archive lists "
             "what is inside, what is not\nand why.",
    .options =
        AT_OPTIONS(AT_BUGREPORT_OPTIONS,
                   {.name = "--run",
                    .value = "ID",
                    .help = "only this run: its id, or the beginning of it"},
                   {.name = "--last",
                    .value = "N",
                    .help = "how many runs",
                    .absent = "3"},
                   {.name = "--device",
                    .value = "SERIAL",
                    .help = "only runs on this device"}),
    .examples = AT_EXAMPLES(
        {"report --list", "what would be inside"},
        {"report --run 01KB5V", "one run, by the beginning of its id"}),
    .flags = AT_TESTER_HOME | AT_TESTER_JSON,
    .run = run,
};
