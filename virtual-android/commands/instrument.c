// instrument.c: `am instrument`: what an installed APK declares, and the one
// instrumentation that this device can run: the helper
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "virtual-android/automation.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/commands/launch.h"
#include "virtual-android/files.h"
#include "virtual-android/helper/run.h"
#include "wire/apk.h"

#define HELPER "com.agentest.helper"

enum { NAME_MAX_BYTES = 256 };

struct asked {
    const char *component; // "com.example/.Runner", as it was given
    char package[NAME_MAX_BYTES];
    char runner[2 * NAME_MAX_BYTES]; // full class name
    bool raw;                        // -r
    struct va_launch launch;
};

struct out {
    struct va_call *call;
    bool raw;
    int64_t version_code;
};

static const struct {
    const char *name;
    int values;
} options[] = {
    {"-e", 2}, {"-p", 1}, {"-f", 1}, {"--user", 1}, {"--abi", 1},
};

static void
add_word(struct asked *asked, struct va_call *call, int at)
{
    struct va_launch *launch = &asked->launch;
    if (launch->word_count == VA_LAUNCH_WORDS)
        return;
    launch->words[launch->word_count].name = va_word(call, at);
    launch->words[launch->word_count++].value = va_word(call, at + 1);
}

static bool
parse(struct va_call *call, struct asked *out)
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
    if (!va_split_component(out->component, out->package, sizeof(out->package),
                            name, sizeof(name)))
        return false;
    snprintf(out->runner, sizeof(out->runner), "%s%s",
             name[0] == '.' ? out->package : "", name);
    return true;
}

// What the APK that is installed says, not what somebody expects of it.
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
read_apk(struct va_call *call, const struct va_package *p,
         struct at_apk_info *info)
{
    struct at_buf apk = AT_BUF_INIT(AT_VA_APK_MAX_BYTES);
    bool ok =
        va_files_read(va_device_files(call->device), p->apk_path, &apk, NULL) &&
        at_apk_info_parse(at_buf_str(&apk), info, NULL);
    at_buf_deinit(&apk);
    return ok;
}

static bool
find(struct va_call *call, const struct asked *asked, struct at_apk_info *info)
{
    size_t count;
    struct va_package *p =
        va_device_packages(call->device, asked->package, &count);
    bool ok = count > 0 && read_apk(call, p, info) && declares(asked, info);
    va_packages_free(p, count);
    return ok;
}

static void
list_of(struct va_call *call, const struct va_package *p)
{
    struct at_apk_info info = AT_APK_INFO_INIT;
    struct at_str package = at_str(p->name);
    bool ok = read_apk(call, p, &info);
    for (size_t i = 0; ok && i < info.instrumentation_count; i++) {
        struct at_apk_instrumentation *row = &info.instrumentations[i];
        bool own = at_str_starts(row->runner, package);
        va_outf(call, "instrumentation:%s/%.*s (target=%.*s)\n", p->name,
                AT_STR_ARG(at_str_skip(row->runner, own ? package.len : 0)),
                AT_STR_ARG(row->target));
    }
    at_apk_info_deinit(&info);
}

int
va_pm_list_instrumentation(struct va_call *call)
{
    size_t count;
    struct va_package *p = va_device_packages(call->device, NULL, &count);
    for (size_t i = 0; i < count; i++)
        list_of(call, &p[i]);
    va_packages_free(p, count);
    return 0;
}

static int
fail_unknown(struct va_call *call, const struct asked *asked)
{
    va_outf(call,
            "INSTRUMENTATION_STATUS: id=ActivityManagerService\n"
            "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation "
            "info for: ComponentInfo{%s%s%s}\n"
            "INSTRUMENTATION_STATUS_CODE: -1\n",
            asked->package, asked->package[0] ? "/" : "",
            asked->package[0] ? asked->runner : asked->component);
    va_errf(call,
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

// Members in the order of their names, as Bundle's keys are printed.
static void
tell(void *arg, const char *stage, uint16_t port)
{
    struct out *out = arg;
    char first[128] = "";
    char last[64] = "";
    if (!out->raw)
        return;
    if (port) {
        snprintf(first, sizeof(first),
                 "INSTRUMENTATION_STATUS: port=%u\n"
                 "INSTRUMENTATION_STATUS: protocolVersion=1\n",
                 port);
        snprintf(last, sizeof(last),
                 "INSTRUMENTATION_STATUS: versionCode=%lld\n",
                 (long long)out->version_code);
    }
    va_outf(out->call,
            "%sINSTRUMENTATION_STATUS: stage=%s\n%s"
            "INSTRUMENTATION_STATUS_CODE: 0\n",
            first, stage, last);
}

static void
tell_end(struct va_call *call, const struct va_ended *ended)
{
    if (ended->killed)
        va_outf(call, "INSTRUMENTATION_RESULT: shortMsg=Process crashed.\n"
                      "INSTRUMENTATION_CODE: 0\n");
    else if (ended->reason)
        va_outf(call,
                "INSTRUMENTATION_RESULT: reason=%s\n"
                "INSTRUMENTATION_RESULT: stage=%s\n"
                "INSTRUMENTATION_CODE: -1\n",
                ended->reason, ended->stage);
    else
        va_outf(call,
                "INSTRUMENTATION_RESULT: error=%s\n"
                "INSTRUMENTATION_RESULT: stage=%s\n"
                "INSTRUMENTATION_CODE: 0\n",
                ended->err.msg, ended->stage);
}

static void
run_helper(struct va_call *call, struct asked *asked,
           const struct at_apk_info *info)
{
    struct va_launch *launch = &asked->launch;
    struct out out = {call, asked->raw, info->version_code};
    struct at_err err = AT_ERR_INIT;
    struct va_ended ended = {.killed = true};
    struct va_life life;
    if (va_life_init(&life, call->io->cancel, 0, &err)) {
        launch->device = call->device;
        launch->life = &life;
        launch->component = asked->component;
        launch->version = info->version_name;
        launch->version_code = info->version_code;
        launch->tell = tell;
        launch->arg = &out;
        launch->pid = va_instrument_start(call->device, asked->package,
                                          asked->component, life.killed);
        if (launch->pid)
            va_helper_run(launch, &ended);
        va_instrument_end(call->device, launch->pid);
    }
    va_life_deinit(&life);
    if (launch->waits)
        tell_end(call, &ended);
}

int
va_cmd_am_instrument(struct va_call *call)
{
    struct at_apk_info info = AT_APK_INFO_INIT;
    struct asked asked = {0};
    int status = 0;
    if (!parse(call, &asked) || !find(call, &asked, &info)) {
        status = fail_unknown(call, &asked);
    } else if (va_spend(call, "instrument")) {
        if (strcmp(asked.runner, HELPER ".HelperInstrumentation") == 0)
            run_helper(call, &asked, &info);
        else // no Java machine here: as if its class could not be loaded
            va_outf(call, "INSTRUMENTATION_RESULT: shortMsg=Process crashed."
                          "\nINSTRUMENTATION_CODE: 0\n");
    }
    at_apk_info_deinit(&info);
    return status;
}
