// tester_doctor.c: doctor: devices, models and the store, a line each
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/models/profile.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/version.h"
#include "programs/checks.h"
#include "programs/tester.h"
#include "programs/tester_home.h"
#include "programs/tester_pool.h"
#include "sys/log.h"
#include "tester/profiles.h"
#include "tester/readiness.h"
#include "wire/json.h"

enum { PROBE_MS = 20000 };

// The findings; a part is ready if one of its checks is.
struct report {
    struct at_check_table devices;
    struct at_check_table models;
    struct at_check_table store;
};

static void
add_device(struct report *report, const struct at_platform *platform,
           const struct at_device_entry *entry)
{
    struct at_check check = {.name = platform->name};
    check.level = entry->usable ? AT_CHECK_OK : AT_CHECK_WARN;
    snprintf(check.text, sizeof(check.text), "%s%s%s, %s%s%s", entry->id,
             entry->name[0] ? ", " : "", entry->name, entry->state,
             entry->os[0] ? ", " : "", entry->os);
    at_str_cut(check.remedy, sizeof(check.remedy), at_str(entry->remedy));
    at_check_table_add(&report->devices, &check);
}

static void
check_platform(struct report *report, const struct at_platform *platform)
{
    struct at_op op = at_checks_op(AT_CHECKS_LIST_MS);
    struct at_platform_call call = {&op, NULL};
    struct at_device_list list = {0};
    struct at_err err = AT_ERR_INIT;
    if (platform->list(&call, &list, &err)) {
        for (size_t i = 0; i < list.count; i++)
            add_device(report, platform, &list.entries[i]);
    } else {
        at_check_table_add_text(&report->devices, platform->name, AT_CHECK_WARN,
                                err.msg, "");
    }
    at_device_list_deinit(&list);
}

static void
check_devices(struct report *report)
{
    for (size_t i = 0; at_tester_platforms[i]; i++) {
        if (at_tester_platforms[i]->present())
            check_platform(report, at_tester_platforms[i]);
    }
    if (report->devices.levels[AT_CHECK_OK] == 0)
        at_checks_add_no_device(&report->devices, "no device can be used");
}

// Ask the provider about the model. Without a key that it needs it is not
// asked: a doctor reveals to no one which models are not used.
static void
probe_model(struct at_readiness *readiness, const struct at_profile *profile,
            struct at_check *check)
{
    struct at_op op = at_checks_op(PROBE_MS);
    struct at_ready_answer answer;
    at_readiness_ask(&op, readiness, profile, &answer);
    check->level = answer.state == AT_READY ? AT_CHECK_OK : AT_CHECK_WARN;
    if (answer.state == AT_READY)
        snprintf(check->text, sizeof(check->text), "'%s' answers",
                 profile->model);
    else
        at_str_cut(check->text, sizeof(check->text), at_str(answer.why));
    at_ready_answer_deinit(&answer);
}

// The check of one model, in its own thread: slow providers are waited for
// together.
struct probe {
    const struct at_tester_home *home;
    struct at_readiness *readiness;
    const char *id;
    struct at_check check;
    pthread_t thread;
    bool has_thread;
};

static void *
check_model(void *user)
{
    struct probe *probe = user;
    struct at_check *check = &probe->check;
    struct at_err err = AT_ERR_INIT;
    struct at_profile profile;
    check->name = probe->id;
    check->level = AT_CHECK_WARN;
    bool ok = at_profiles_open(probe->home->env, probe->home->store,
                               at_str(probe->id), &profile, &err);
    if (ok)
        probe_model(probe->readiness, &profile, check);
    else
        at_str_cut(check->text, sizeof(check->text), at_str(err.msg));
    if (ok)
        at_profile_deinit(&profile);
    return NULL;
}

static void
start_probe(struct probe *probe)
{
    probe->has_thread =
        pthread_create(&probe->thread, NULL, check_model, probe) == 0;
    if (!probe->has_thread)
        check_model(probe);
}

static void
end_probe(struct report *report, struct probe *probe)
{
    if (probe->has_thread)
        pthread_join(probe->thread, NULL);
    at_check_table_add(&report->models, &probe->check);
}

// Nothing leaves this machine: whether a profile can be opened, that is, has
// the key that it needs.
static void
list_models(struct report *report, const struct at_tester_home *home)
{
    struct at_argv ids = AT_ARGV_INIT;
    at_profiles_ids(home->env, home->store, &ids);
    for (size_t i = 0; i < ids.count; i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_profile profile;
        bool ok = at_profiles_open(home->env, home->store, at_str(ids.words[i]),
                                   &profile, &err);
        at_check_table_add_text(&report->models, ids.words[i], AT_CHECK_WARN,
                                ok ? "not asked" : err.msg, "");
        if (ok)
            at_profile_deinit(&profile);
    }
    at_argv_deinit(&ids);
}

static void
check_models(struct report *report, const struct at_tester_home *home)
{
    struct at_argv ids = AT_ARGV_INIT;
    struct at_readiness *readiness = at_readiness_new(home->env, home->store);
    at_profiles_ids(home->env, home->store, &ids);
    struct probe *probes = at_realloc_array(NULL, ids.count, sizeof(*probes));
    for (size_t i = 0; i < ids.count; i++) {
        probes[i] = (struct probe){
            .home = home, .readiness = readiness, .id = ids.words[i]};
        start_probe(&probes[i]);
    }
    for (size_t i = 0; i < ids.count; i++)
        end_probe(report, &probes[i]);
    free(probes);
    at_argv_deinit(&ids);
    at_readiness_free(readiness);
    if (report->models.levels[AT_CHECK_OK] == 0)
        at_check_table_add_text(
            &report->models, "models", AT_CHECK_BAD,
            "no model can be asked: only recordings can be played",
            "put a key into .env, or start Ollama with one of its models");
}

static void
write_report(const json_t *report, struct at_buf *out)
{
    static const char *const parts[] = {"devices", "models", "store"};
    at_buf_add_fmt(out, "mobile-tester-agent %s\n", at_version_text);
    for (size_t i = 0; i < AT_LEN(parts); i++) {
        at_buf_add_fmt(out, "%s\n", parts[i]);
        at_check_rows_write(json_object_get(report, parts[i]), out);
    }
    at_buf_add_text(out, json_is_true(json_object_get(report, "ready"))
                             ? "ready\n"
                             : "not ready\n");
}

static void
check_all(struct report *report, const struct at_arguments *args)
{
    struct at_tester_home home;
    struct at_err err = AT_ERR_INIT;
    bool open = at_tester_home_open(args, &home, &err);
    bool ready = open && at_tester_home_probe(&home, &err);
    at_check_table_add_text(&report->store, "store",
                            ready ? AT_CHECK_OK : AT_CHECK_BAD,
                            ready ? home.file : err.msg, "");
    struct at_check bus;
    if (open && at_tester_pool_check(home.store, &bus))
        at_check_table_add(&report->store, &bus);
    check_devices(report);
    if (open && at_arguments_have(args, "--no-models"))
        list_models(report, &home);
    else if (open)
        check_models(report, &home);
    at_tester_home_close(&home);
}

static int
start(const struct at_arguments *args)
{
    struct report report = {at_check_table_new(), at_check_table_new(),
                            at_check_table_new()};
    json_t *all = json_object();
    at_log_init(getenv("AGENTEST_LOG"));
    check_all(&report, args);
    bool ready = report.devices.levels[AT_CHECK_OK] > 0 &&
                 report.models.levels[AT_CHECK_OK] > 0 &&
                 report.store.levels[AT_CHECK_OK] > 0 &&
                 report.store.levels[AT_CHECK_BAD] == 0;
    at_json_set_text(all, "version", AT_VERSION);
    at_json_set(all, "ready", json_boolean(ready));
    at_json_set(all, "devices", report.devices.rows);
    at_json_set(all, "models", report.models.rows);
    at_json_set(all, "store", report.store.rows);
    at_checks_print(args, all, write_report);
    return ready ? AT_TESTER_PASS : AT_TESTER_BROKEN;
}

const struct at_command at_tester_doctor = {
    .name = "doctor",
    .summary = "check devices, models and the store; status 0: a run can begin",
    .options =
        AT_OPTIONS({.name = "--json", .help = "the same as one line of JSON"},
                   {.name = "--no-models",
                    .help = "ask no model: nothing leaves this machine"}),
    .examples =
        AT_EXAMPLES({"doctor", "a line for each device, model and file"},
                    {"doctor --json", "for a program"}),
    .flags = AT_TESTER_HOME,
    .start = start,
};
