// tester_doctor.c: doctor: devices, models and the store, a line each
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/models/profile.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "programs/checks.h"
#include "programs/print.h"
#include "programs/tester.h"
#include "programs/tester_home.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "tester/run/model.h"
#include "tester/profiles.h"
#include "wire/json.h"

enum { LIST_MS = 20000, PROBE_MS = 20000 };

static const struct at_option options[] = {
    {.name = "--json", .help = "the same as one line of JSON"},
    {0},
};

// The findings; a part is ready if one of its checks is.
struct report {
    json_t *devices; // owned, as are the others
    json_t *models;
    json_t *store;
    bool device_ready;
    bool model_ready;
    bool store_ready;
};

static struct at_op
op_of(int64_t max_ms)
{
    struct at_op forever = {AT_NEVER_NS, NULL};
    return at_op_sub(&forever, at_now_ns(), max_ms);
}

static void
set_text(struct at_check *check, const char *text, const char *remedy)
{
    at_str_cut(check->text, sizeof(check->text), at_str(text));
    at_str_cut(check->remedy, sizeof(check->remedy), at_str(remedy));
}

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
    report->device_ready = report->device_ready || entry->usable;
    at_checks_add(report->devices, &check);
}

static void
check_platform(struct report *report, const struct at_platform *platform)
{
    struct at_op op = op_of(LIST_MS);
    struct at_platform_call call = {&op, NULL};
    struct at_device_list list = {0};
    struct at_err err = AT_ERR_INIT;
    if (platform->list(&call, &list, &err)) {
        for (size_t i = 0; i < list.count; i++)
            add_device(report, platform, &list.entries[i]);
    } else {
        struct at_check check = {.name = platform->name,
                                 .level = AT_CHECK_WARN};
        set_text(&check, err.msg, "");
        at_checks_add(report->devices, &check);
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
    if (report->device_ready)
        return;
    struct at_check check = {.name = "devices", .level = AT_CHECK_BAD};
    set_text(&check, "no device can be used",
             "connect one with USB debugging on, start an emulator, or try "
             "`virtual-android`, which needs neither");
    at_checks_add(report->devices, &check);
}

// Ask the provider about the model. It is not asked without a key that it
// needs, so that a doctor tells nobody which models are not used.
static void
probe_model(const struct at_profile *profile, struct at_check *check)
{
    struct at_op op = op_of(PROBE_MS);
    struct at_buf words = AT_BUF_INIT(AT_KIB);
    struct at_err err = AT_ERR_INIT;
    struct at_model *model = at_model_new(profile);
    bool ok = at_model_probe(&op, model, &words, &err);
    check->level = ok ? AT_CHECK_OK : AT_CHECK_WARN;
    set_text(check, ok ? at_buf_text(&words) : err.msg, "");
    at_model_free(model);
    at_buf_deinit(&words);
}

// The check of one model, in a thread of its own: providers that do not answer
// are waited for together.
struct probe {
    const struct at_tester_home *home;
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
    if (ok && at_profile_check(&profile, &err))
        probe_model(&profile, check);
    else
        set_text(check, err.msg, "");
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
    report->model_ready =
        report->model_ready || probe->check.level == AT_CHECK_OK;
    at_checks_add(report->models, &probe->check);
}

static void
check_models(struct report *report, const struct at_tester_home *home)
{
    struct at_argv ids = AT_ARGV_INIT;
    at_profiles_ids(home->env, home->store, &ids);
    struct probe *probes = at_realloc_array(NULL, ids.count, sizeof(*probes));
    for (size_t i = 0; i < ids.count; i++) {
        probes[i] = (struct probe){.home = home, .id = ids.words[i]};
        start_probe(&probes[i]);
    }
    for (size_t i = 0; i < ids.count; i++)
        end_probe(report, &probes[i]);
    free(probes);
    at_argv_deinit(&ids);
    if (report->model_ready)
        return;
    struct at_check check = {.name = "models", .level = AT_CHECK_BAD};
    set_text(&check, "no model can be asked: only recordings can be played",
             "put a key into .env, or start Ollama with one of its models");
    at_checks_add(report->models, &check);
}

static void
add_store(struct report *report, const char *text, enum at_check_level level)
{
    struct at_check check = {.name = "store", .level = level};
    set_text(&check, text, "");
    at_checks_add(report->store, &check);
    report->store_ready = level == AT_CHECK_OK;
}

static bool
is_ready(const struct report *report)
{
    return report->device_ready && report->model_ready && report->store_ready;
}

static void
write_report(const struct report *report, struct at_buf *out)
{
    at_buf_add_text(out, "mobile-tester-agent " AT_VERSION "\ndevices\n");
    at_checks_write(report->devices, out);
    at_buf_add_text(out, "models\n");
    at_checks_write(report->models, out);
    at_buf_add_text(out, "store\n");
    at_checks_write(report->store, out);
    at_buf_add_text(out, is_ready(report) ? "ready\n" : "not ready\n");
}

static void
print_report(const struct report *report)
{
    struct at_buf text = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    write_report(report, &text);
    at_print_text(at_buf_str(&text));
    at_buf_deinit(&text);
}

static void
print_json(const struct report *report)
{
    json_t *all = json_object();
    at_json_set_text(all, "version", AT_VERSION);
    at_json_set(all, "ready", json_boolean(is_ready(report)));
    at_json_set(all, "devices", json_incref(report->devices));
    at_json_set(all, "models", json_incref(report->models));
    at_json_set(all, "store", json_incref(report->store));
    at_print_json(all);
    json_decref(all);
}

static void
check_all(struct report *report, const struct at_arguments *args)
{
    struct at_tester_home home;
    struct at_err err = AT_ERR_INIT;
    bool open = at_tester_home_open(args, &home, &err);
    bool ready = open && at_tester_home_probe(&home, &err);
    add_store(report, ready ? home.file : err.msg,
              ready ? AT_CHECK_OK : AT_CHECK_BAD);
    check_devices(report);
    if (open)
        check_models(report, &home);
    at_tester_home_close(&home);
}

static int
start(const struct at_arguments *args)
{
    struct report report = {
        .devices = json_array(), .models = json_array(), .store = json_array()};
    at_log_init(getenv("AGENTEST_LOG"));
    check_all(&report, args);
    if (at_arguments_have(args, "--json"))
        print_json(&report);
    else
        print_report(&report);
    json_decref(report.devices);
    json_decref(report.models);
    json_decref(report.store);
    return is_ready(&report) ? AT_TESTER_PASS : AT_TESTER_BROKEN;
}

static const struct at_example examples[] = {
    {"doctor", "a line for each device, model and file"},
    {"doctor --json", "for a program"},
    {0},
};

const struct at_command at_tester_doctor = {
    .name = "doctor",
    .summary = "check devices, models and the store; status 0: a run can begin",
    .options = options,
    .examples = examples,
    .flags = AT_TESTER_HOME,
    .start = start,
};
