// props.c: getprop, setprop, settings: names with values
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/model/properties.h"

int
vd_cmd_getprop(struct vd_call *call)
{
    const char *name = vd_arg(call, 1);
    if (call->argc > 1 && name[0] != '-') {
        char *value = vd_device_get(call->device, "prop", name);
        vd_outf(call, "%s\n", value ? value : vd_arg(call, 2));
        free(value);
        return 0;
    }
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    vd_device_list(call->device, "prop", &out, "[", "]: [", "]\n");
    vd_out(call, at_buf_str(&out));
    at_buf_deinit(&out);
    return 0;
}

enum { PROP_VALUE_MAX_BYTES = 91 }; // except for ro.*, as in bionic

int
vd_cmd_setprop(struct vd_call *call)
{
    if (call->argc != 3) {
        vd_errf(call, "usage: setprop NAME VALUE\n\nSets an Android system "
                      "property.\n\nsetprop: Need 2 arguments (see \"setprop "
                      "--help\")\n");
        return 1;
    }
    bool ro = strncmp(call->argv[1], "ro.", 3) == 0;
    if (!ro && strlen(call->argv[2]) > PROP_VALUE_MAX_BYTES) {
        vd_errf(call, "setprop: value '%s' too long; try '%.*s'\n",
                call->argv[2], PROP_VALUE_MAX_BYTES, call->argv[2]);
        return 1;
    }
    char *old = vd_device_get(call->device, "prop", call->argv[1]);
    bool constant = old && ro;
    if (constant)
        vd_errf(call,
                "Failed to set property '%s' to '%s'.\nSee dmesg for "
                "error reason.\n",
                call->argv[1], call->argv[2]);
    else
        vd_device_put(call->device, "prop", call->argv[1], call->argv[2]);
    free(old);
    return constant;
}

static const char settings_usage[] =
    "Settings provider (settings) commands:\n"
    "  help\n"
    "      Print this help text.\n"
    "  get [--user <USER_ID> | current] NAMESPACE KEY\n"
    "      Retrieve the current value of KEY.\n"
    "  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]\n"
    "      Change the contents of KEY to VALUE.\n"
    "  delete [--user <USER_ID> | current] NAMESPACE KEY\n"
    "      Delete the entry for KEY.\n"
    "  list [--user <USER_ID> | current] NAMESPACE\n"
    "      Print all defined keys.\n"
    "      NAMESPACE is one of {system, secure, global}, case-insensitive\n";

static const char *const spaces[] = {"system", "secure", "global"};

static const char *
namespace_of(struct vd_call *call)
{
    for (size_t i = 0; i < AT_LEN(spaces); i++) {
        if (at_str_eq_nocase(at_str(spaces[i]), at_str(vd_arg(call, 1))))
            return spaces[i];
    }
    vd_errf(call, "Invalid namespace '%s'\n", vd_arg(call, 1));
    return NULL;
}

static int
settings_get(struct vd_call *call)
{
    const char *space = namespace_of(call);
    if (!space)
        return 255;
    char *value = vd_device_get(call->device, space, vd_arg(call, 2));
    vd_outf(call, "%s\n", value ? value : "null");
    free(value);
    return 0;
}

static void
follow_condition(struct vd_call *call, const char *name, const char *value)
{
    if (strcmp(name, "airplane_mode_on") == 0)
        vd_device_set_condition(call->device, "airplane",
                                strcmp(value, "1") == 0 ? "on" : "off");
}

static int
settings_put(struct vd_call *call)
{
    const char *space = namespace_of(call);
    if (!space)
        return 255;
    if (call->argc < 4) {
        vd_errf(call, "Bad arguments\n");
        return 255;
    }
    vd_device_put(call->device, space, call->argv[2], call->argv[3]);
    follow_condition(call, call->argv[2], call->argv[3]);
    return 0;
}

static int
settings_delete(struct vd_call *call)
{
    const char *space = namespace_of(call);
    if (!space)
        return 255;
    char *old = vd_device_get(call->device, space, vd_arg(call, 2));
    vd_device_put(call->device, space, vd_arg(call, 2), NULL);
    vd_outf(call, "Deleted %d rows\n", old != NULL);
    free(old);
    return 0;
}

static int
settings_list(struct vd_call *call)
{
    const char *space = namespace_of(call);
    if (!space)
        return 255;
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    vd_device_list(call->device, space, &out, "", "=", "\n");
    vd_out(call, at_buf_str(&out));
    at_buf_deinit(&out);
    return 0;
}

static const struct vd_verb settings_verbs[] = {
    {"get", settings_get},
    {"put", settings_put},
    {"delete", settings_delete},
    {"list", settings_list},
    {0},
};

// Drop "--user 0" after the verb.
int
vd_cmd_settings(struct vd_call *call)
{
    char *kept[8];
    struct vd_call plain = *call;
    plain.argc = 0;
    plain.argv = kept;
    for (int i = 0; i < call->argc && plain.argc < (int)AT_LEN(kept); i++) {
        if (strcmp(call->argv[i], "--user") == 0)
            i++;
        else
            kept[plain.argc++] = call->argv[i];
    }
    vd_simulate_latency(call, "other");
    int status = vd_run_verb(&plain, settings_verbs);
    if (status >= 0)
        return status;
    vd_errf(call, "%s", settings_usage);
    return 255;
}
