// list.c: the rows of all android commands, and what they share
#include <stdio.h>
#include <string.h>

#include "virtual-android/commands/commands.h"

const struct va_command va_android_commands[] = {
    {"am", va_cmd_am},
    {"app_process", va_cmd_app_process},
    {"appops", va_cmd_appops},
    {"cmd", va_cmd_cmd},
    {"content", va_cmd_content},
    {"dumpsys", va_cmd_dumpsys},
    {"getprop", va_cmd_getprop},
    {"ime", va_cmd_ime},
    {"input", va_cmd_input},
    {"log", va_cmd_log},
    {"logcat", va_cmd_logcat},
    {"monkey", va_cmd_monkey},
    {"nohup", va_cmd_nohup},
    {"pidof", va_cmd_pidof},
    {"pkill", va_cmd_pkill},
    {"pm", va_cmd_pm},
    {"ps", va_cmd_ps},
    {"run-as", va_cmd_run_as},
    {"screencap", va_cmd_screencap},
    {"screenrecord", va_cmd_screenrecord},
    {"service", va_cmd_service},
    {"setprop", va_cmd_setprop},
    {"settings", va_cmd_settings},
    {"sqlite3", va_cmd_sqlite3},
    {"svc", va_cmd_svc},
    {"uiautomator", va_cmd_uiautomator},
    {"uptime", va_cmd_uptime},
    {"wm", va_cmd_wm},
    {0},
};

bool
va_spend(struct va_call *call, const char *what)
{
    int64_t ms = va_device_latency_ms(call->device, what);
    return ms == 0 || va_wait(call, ms);
}

struct va_call
va_shifted(const struct va_call *call, int words)
{
    struct va_call shifted = *call;
    shifted.argc -= words;
    shifted.argv += words;
    return shifted;
}

const char *
va_word(const struct va_call *call, int i)
{
    return i < call->argc ? call->argv[i] : "";
}

bool
va_number(const char *text, int64_t min, int64_t max, int64_t *out)
{
    return at_str_to_i64(at_str(text), min, max, out);
}

int
va_run_verb(struct va_call *call, const struct va_verb *verbs)
{
    const char *name = va_word(call, 1);
    for (const struct va_verb *verb = verbs; verb->name; verb++) {
        if (strcmp(verb->name, name) == 0) {
            struct va_call shifted = va_shifted(call, 1);
            return verb->run(&shifted);
        }
    }
    return -1;
}

int
va_run_program(struct va_call *call, const struct va_verb *verbs,
               const char *usage)
{
    va_spend(call, "other");
    int status = va_run_verb(call, verbs);
    if (status >= 0)
        return status;
    if (call->argc > 1)
        va_errf(call, "Unknown command: %s\n", call->argv[1]);
    va_errf(call, "%s", usage);
    return 255;
}

int
va_list_services(struct va_call *call, const struct va_verb *services)
{
    va_outf(call, "Currently running services:\n");
    for (size_t i = 0; services[i].name; i++)
        va_outf(call, "  %s\n", services[i].name);
    return 0;
}

bool
va_split_component(const char *text, char *package, size_t package_cap,
                   char *activity, size_t activity_cap)
{
    const char *slash = strchr(text, '/');
    if (!slash)
        return false;
    at_str_cut(package, package_cap, at_str_n(text, (size_t)(slash - text)));
    at_str_cut(activity, activity_cap, at_str(slash + 1));
    return true;
}
