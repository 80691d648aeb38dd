// instrument.c: `am instrument`: the instrumentations that APKs declare, of
// which the device can run one: the helper
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/access/instrument.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/commands/verbs.h"
#include "virtual-android/files.h"
#include "virtual-android/helper/run.h"
#include "virtual-android/model/packages.h"
#include "wire/apk.h"

#define HELPER "com.agentest.helper"

enum { NAME_MAX_BYTES = 256 };

struct asked {
    const char *component; // "com.example/.Runner", as it was given
    char package[NAME_MAX_BYTES];
    char runner[2 * NAME_MAX_BYTES]; // full class name
    bool raw;                        // -r
    struct vd_launch launch;
};

struct out {
    struct vd_call *call;
    bool raw;
};

static const struct {
    const char *name;
    int values;
} options[] = {
    {"-e", 2}, {"-p", 1}, {"-f", 1}, {"--user", 1}, {"--abi", 1},
};

static void
add_word(struct asked *asked, struct vd_call *call, int at)
{
    struct vd_launch *launch = &asked->launch;
    if (launch->word_count == VD_LAUNCH_WORDS)
        return;
    launch->words[launch->word_count].name = vd_arg(call, at);
    launch->words[launch->word_count++].value = vd_arg(call, at + 1);
}

static bool
parse(struct vd_call *call, struct asked *out)
{
    char name[NAME_MAX_BYTES];
    out->component = "";
    for (int i = 1; i < call->argc; i++) {
        const char *word = call->argv[i];
        out->raw |= strcmp(word, "-r") == 0;
        out->launch.waits |= strcmp(word, "-w") == 0;
        if (strcmp(word, "-e") == 0)
            add_word(out, call, i + 1);
        if (word[0] != '-')
            out->component = word;
        for (size_t j = 0; j < AT_LEN(options); j++)
            i += strcmp(word, options[j].name) == 0 ? options[j].values : 0;
    }
    if (!vd_split_component(out->component, out->package, sizeof(out->package),
                            name, sizeof(name)))
        return false;
    snprintf(out->runner, sizeof(out->runner), "%s%s",
             name[0] == '.' ? out->package : "", name);
    return true;
}

// Read the installed APK's manifest, independently of the caller.
static bool
declares(const struct asked *asked, const struct at_apk_info *info)
{
    for (size_t i = 0; i < info->instrumentation_count; i++) {
        if (at_str_is(info->instrumentations[i].runner, asked->runner))
            return true;
    }
    return false;
}

static bool
read_apk(struct vd_call *call, const struct vd_package *p,
         struct at_apk_info *info)
{
    struct at_buf apk = AT_BUF_INIT(VD_APK_MAX_BYTES);
    bool ok =
        vd_files_read(vd_device_files(call->device), p->apk_path, &apk, NULL) &&
        at_apk_info_parse(at_buf_str(&apk), info, NULL);
    at_buf_deinit(&apk);
    return ok;
}

static bool
find(struct vd_call *call, const struct asked *asked, struct at_apk_info *info)
{
    size_t count;
    struct vd_package *p =
        vd_device_packages(call->device, asked->package, &count);
    bool ok = count > 0 && read_apk(call, p, info) && declares(asked, info);
    vd_packages_free(p, count);
    return ok;
}

static void
list_of(struct vd_call *call, const struct vd_package *p)
{
    struct at_apk_info info = AT_APK_INFO_INIT;
    struct at_str package = at_str(p->name);
    bool ok = read_apk(call, p, &info);
    for (size_t i = 0; ok && i < info.instrumentation_count; i++) {
        struct at_apk_instrumentation *row = &info.instrumentations[i];
        bool own = at_str_starts(row->runner, package);
        vd_outf(call, "instrumentation:%s/%.*s (target=%.*s)\n", p->name,
                AT_STR_ARG(at_str_skip(row->runner, own ? package.len : 0)),
                AT_STR_ARG(row->target));
    }
    at_apk_info_deinit(&info);
}

int
vd_pm_list_instrumentation(struct vd_call *call)
{
    size_t count;
    struct vd_package *p = vd_device_packages(call->device, NULL, &count);
    for (size_t i = 0; i < count; i++)
        list_of(call, &p[i]);
    vd_packages_free(p, count);
    return 0;
}

static int
fail_unknown(struct vd_call *call, const struct asked *asked)
{
    vd_outf(call,
            "INSTRUMENTATION_STATUS: id=ActivityManagerService\n"
            "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation "
            "info for: ComponentInfo{%s%s%s}\n"
            "INSTRUMENTATION_STATUS_CODE: -1\n",
            asked->package, asked->package[0] ? "/" : "",
            asked->package[0] ? asked->runner : asked->component);
    vd_errf(call,
            "android.util.AndroidException: INSTRUMENTATION_FAILED: %s\n"
            "\tat com.android.commands.am.Instrument.run("
            "Instrument.java:543)\n"
            "\tat com.android.commands.am.Am.runInstrument(Am.java:202)\n"
            "\tat com.android.commands.am.Am.onRun(Am.java:80)\n"
            "\tat com.android.internal.os.BaseCommand.run("
            "BaseCommand.java:60)\n"
            "\tat com.android.commands.am.Am.main(Am.java:50)\n",
            asked->component);
    return 1;
}

static void
report(void *arg, const char *const *members)
{
    struct out *out = arg;
    if (out->raw)
        vd_put_stage(out->call, members);
}

static void
tell_end(struct vd_call *call, const struct vd_ended *ended)
{
    if (ended->killed)
        vd_outf(call, "INSTRUMENTATION_RESULT: shortMsg=Process crashed.\n"
                      "INSTRUMENTATION_CODE: 0\n");
    else
        vd_put_end(call, ended);
}

static void
run_helper(struct vd_call *call, struct asked *asked,
           const struct at_apk_info *info)
{
    struct vd_launch *launch = &asked->launch;
    struct out out = {call, asked->raw};
    struct at_err err = AT_ERR_INIT;
    struct vd_ended ended = {.killed = true};
    struct vd_lifecycle life;
    char *args = at_strfmt("app_process /system/bin com.android.commands.am.Am "
                           "instrument -w -r %s",
                           asked->component);
    if (vd_lifecycle_init(&life, call->io->cancel, 0, &err)) {
        launch->device = call->device;
        launch->life = &life;
        launch->args = args;
        launch->version = info->version_name;
        launch->version_code = info->version_code;
        launch->report = report;
        launch->arg = &out;
        launch->pid = vd_instrument_start(call->device, asked->package,
                                          asked->component, life.killed);
        if (launch->pid)
            vd_helper_run(launch, &ended);
        vd_instrument_end(call->device, launch->pid);
    }
    vd_lifecycle_deinit(&life);
    free(args);
    if (launch->waits)
        tell_end(call, &ended);
}

int
vd_cmd_am_instrument(struct vd_call *call)
{
    struct at_apk_info info = AT_APK_INFO_INIT;
    struct asked asked = {0};
    int status = 0;
    if (!parse(call, &asked) || !find(call, &asked, &info)) {
        status = fail_unknown(call, &asked);
    } else if (vd_simulate_latency(call, "instrument")) {
        if (strcmp(asked.runner, HELPER ".HelperInstrumentation") == 0)
            run_helper(call, &asked, &info);
        else // without a Java machine its class cannot be loaded
            vd_outf(call, "INSTRUMENTATION_RESULT: shortMsg=Process crashed."
                          "\nINSTRUMENTATION_CODE: 0\n");
    }
    at_apk_info_deinit(&info);
    return status;
}
