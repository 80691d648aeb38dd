#include "virtual-android/commands/verbs.h"

#include <stdio.h>
#include <string.h>

bool
vd_simulate_latency(struct vd_call *call, const char *what)
{
    int64_t ms = vd_device_latency_ms(call->device, what);
    return ms == 0 || vd_wait(call, ms);
}

void
vd_warn_of_linker(struct vd_call *call)
{
    if (vd_device_take_fault(call->device, "linker-warns"))
        vd_errf(
            call,
            "WARNING: linker: libdvm.so has text relocations. This is "
            "wasting memory and prevents security hardening. Please fix.\n");
}

struct vd_call
vd_shifted(const struct vd_call *call, int words)
{
    struct vd_call shifted = *call;
    shifted.argc -= words;
    shifted.argv += words;
    return shifted;
}

const char *
vd_arg(const struct vd_call *call, int i)
{
    return i < call->argc ? call->argv[i] : "";
}

bool
vd_number(const char *text, int64_t min, int64_t max, int64_t *out)
{
    return at_str_to_i64(at_str(text), min, max, out);
}

int
vd_run_verb(struct vd_call *call, const struct vd_verb *verbs)
{
    const char *name = vd_arg(call, 1);
    for (const struct vd_verb *verb = verbs; verb->name; verb++) {
        if (strcmp(verb->name, name) == 0) {
            struct vd_call shifted = vd_shifted(call, 1);
            return verb->run(&shifted);
        }
    }
    return -1;
}

int
vd_run_program(struct vd_call *call, const struct vd_verb *verbs,
               const char *usage)
{
    vd_simulate_latency(call, "other");
    int status = vd_run_verb(call, verbs);
    if (status >= 0)
        return status;
    if (call->argc > 1)
        vd_errf(call, "Unknown command: %s\n", call->argv[1]);
    vd_errf(call, "%s", usage);
    return 255;
}

int
vd_list_services(struct vd_call *call, const struct vd_verb *services)
{
    vd_outf(call, "Currently running services:\n");
    for (size_t i = 0; services[i].name; i++)
        vd_outf(call, "  %s\n", services[i].name);
    return 0;
}

bool
vd_split_component(const char *text, char *package, size_t package_cap,
                   char *activity, size_t activity_cap)
{
    const char *slash = strchr(text, '/');
    if (!slash)
        return false;
    at_str_cut(package, package_cap, at_str_n(text, (size_t)(slash - text)));
    at_str_cut(activity, activity_cap, at_str(slash + 1));
    return true;
}

bool
vd_means_other_user(const struct vd_call *call)
{
    char user[16];
    const char *meant = "0";
    vd_device_condition(call->device, "user", user, sizeof(user));
    for (int i = 1; i + 1 < call->argc; i++) {
        if (strcmp(call->argv[i], "--user") == 0)
            meant = call->argv[i + 1];
    }
    return strcmp(meant, "current") != 0 &&
           strcmp(meant, user[0] ? user : "0") != 0;
}
