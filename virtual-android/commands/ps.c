// ps.c: `ps`: apps' processes, the system's and the shell's own
#include <stdio.h>
#include <string.h>

#include "virtual-android/access/automation.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/model/device_ops.h"
#include "virtual-android/model/packages.h"
#include "virtual-android/model/spawned.h"

enum { AUTOMATION_PID = 3109, PS_PID = 2113, ZYGOTE_PID = 301, ADBD_PID = 512 };

struct listing {
    struct vd_call *call;
    bool all;
    int64_t only;        // -p; -1: none
    const char *columns; // value of -o; NULL: the usual columns
};

struct row {
    struct vd_process process;
    const char *args; // the whole command line
};

static void
put_column(struct vd_call *call, struct at_str name, const struct row *row)
{
    if (at_str_is(name, "PID"))
        vd_outf(call, "%5d", row->process.pid);
    else if (at_str_is(name, "PPID"))
        vd_outf(call, "%5d", row->process.parent);
    else if (at_str_is(name, "USER"))
        vd_outf(call, "%-14s", row->process.user);
    else if (at_str_is(name, "ARGS") || at_str_is(name, "CMDLINE"))
        vd_outf(call, "%s", row->args);
    else
        vd_outf(call, "%s", row->process.name);
}

static void
put_row(struct listing *l, const struct row *row)
{
    const struct vd_process *p = &row->process;
    struct at_str rest = at_str(l->columns);
    struct at_str name;
    bool first = true;
    if (l->only >= 0 && l->only != p->pid)
        return;
    while (at_str_next(&rest, ',', &name)) {
        vd_outf(l->call, "%s", first ? "" : " ");
        put_column(l->call, name, row);
        first = false;
    }
    if (l->columns)
        vd_outf(l->call, "\n");
    else
        vd_outf(l->call, "%-14s %5d %5d %8d %6d %-20s %8s S %s\n", p->user,
                p->pid, p->parent, 14000000 + p->pid, 90000 + p->pid, "0", "0",
                p->name);
}

static void
put_head(struct listing *l)
{
    struct at_str rest = at_str(l->columns);
    struct at_str name;
    if (!l->columns)
        vd_outf(l->call, "%-14s %5s %5s %8s %6s %-20s %8s S %s\n", "USER",
                "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "NAME");
    for (bool first = true; at_str_next(&rest, ',', &name); first = false)
        vd_outf(l->call, "%s%5.*s", first ? "" : " ", AT_STR_ARG(name));
    if (l->columns)
        vd_outf(l->call, "\n");
}

static void
put_apps(struct listing *l)
{
    size_t count;
    struct vd_package *p = vd_device_packages(l->call->device, NULL, &count);
    for (size_t i = 0; i < count; i++) {
        char user[32] = "system";
        if (p[i].uid >= 10000)
            snprintf(user, sizeof(user), "u0_a%d", p[i].uid - 10000);
        struct row row = {{p[i].pid, ZYGOTE_PID, user, p[i].name}, p[i].name};
        if (p[i].pid != 0)
            put_row(l, &row);
    }
    vd_packages_free(p, count);
}

// The process that is registered as UiAutomation may be one of those.
static void
put_java(struct listing *l)
{
    char args[512];
    size_t count;
    bool listed = false;
    int pid = vd_automation_holder(l->call->device, args, sizeof(args));
    struct vd_spawned_process *list =
        vd_device_spawned(l->call->device, &count);
    for (size_t i = 0; i < count; i++) {
        struct row row = {{list[i].pid, ADBD_PID, "shell", "app_process"},
                          list[i].args};
        listed |= list[i].pid == pid;
        put_row(l, &row);
    }
    vd_spawned_free(list, count);
    struct row row = {{AUTOMATION_PID, ADBD_PID, "shell", "app_process"}, args};
    if (args[0] && !listed && l->all)
        put_row(l, &row);
}

static void
put_recordings(struct listing *l)
{
    struct row row = {{VD_RECORDING_PID, ADBD_PID, "shell", "screenrecord"},
                      "screenrecord"};
    if (vd_device_recordings(l->call->device) > 0)
        put_row(l, &row);
}

int
vd_cmd_ps(struct vd_call *call)
{
    struct listing l = {.call = call, .only = -1};
    struct row self = {{PS_PID, ADBD_PID, "shell", "ps"}, "ps"};
    for (int i = 1; i < call->argc; i++) {
        const char *word = call->argv[i];
        l.all |= strcmp(word, "-A") == 0 || strcmp(word, "-e") == 0 ||
                 strcmp(word, "-ef") == 0;
        if (strcmp(word, "-p") == 0)
            vd_number(vd_arg(call, i + 1), 0, 1 << 30, &l.only);
        if (strcmp(word, "-o") == 0)
            l.columns = vd_arg(call, i + 1);
    }
    vd_simulate_latency(call, "other");
    put_head(&l);
    for (const struct vd_process *p = vd_system_processes; l.all && p->name;
         p++)
        put_row(&l, &(struct row){*p, p->name});
    if (l.all || l.only >= 0)
        put_apps(&l);
    if (l.all || l.only >= 0) {
        put_java(&l);
        put_recordings(&l);
    }
    put_row(&l, &self);
    return 0;
}
