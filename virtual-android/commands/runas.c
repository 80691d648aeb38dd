// runas.c: `run-as PACKAGE COMMAND`, for debuggable apps; `nohup COMMAND`
#include <string.h>

#include "base/limits.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/commands/verbs.h"
#include "virtual-android/model/packages.h"
#include "virtual-android/shell/shell.h"

static void
add_quoted(struct at_buf *line, const char *word)
{
    at_buf_add_text(line, " '");
    for (; *word; word++) {
        if (*word == '\'')
            at_buf_add_text(line, "'\\''");
        else
            at_buf_add_char(line, *word);
    }
    at_buf_add_char(line, '\'');
}

static void
add_stdin(struct vd_call *call, struct at_buf *line)
{
    char part[4096];
    size_t len;
    while ((len = vd_read(call, part, sizeof(part))) > 0)
        at_buf_add(line, part, len);
}

static bool
allowed(struct vd_call *call, const char *name)
{
    size_t count;
    struct vd_package *package = vd_device_packages(call->device, name, &count);
    bool ok = count > 0 && package->debuggable;
    if (count == 0)
        vd_errf(call, "run-as: unknown package: %s\n", name);
    else if (!ok)
        vd_errf(call, "run-as: package not debuggable: %s\n", name);
    else if (vd_means_other_user(call))
        vd_errf(call,
                "run-as: couldn't stat /data/user/0/%s: No such file or "
                "directory\n",
                name);
    ok = ok && !vd_means_other_user(call);
    vd_packages_free(package, count);
    return ok;
}

int
vd_cmd_run_as(struct vd_call *call)
{
    struct at_buf line = AT_BUF_INIT(AT_MIB);
    int first = 2;
    if (call->argc < 2) {
        vd_errf(call, "run-as: usage: run-as <package-name> [--user <uid>] "
                      "<command> [<args>]\n");
        return 1;
    }
    if (!allowed(call, call->argv[1]))
        return 1;
    if (strcmp(vd_arg(call, 2), "--user") == 0)
        first = 4;
    at_buf_add_fmt(&line, "mkdir -p /data/data/%s; cd /data/data/%s;",
                   call->argv[1], call->argv[1]);
    if (first >= call->argc)
        add_stdin(call, &line);
    for (int i = first; i < call->argc; i++)
        add_quoted(&line, call->argv[i]);
    int status =
        vd_shell_run(call->device, call->io, call->argv[1], at_buf_text(&line));
    at_buf_deinit(&line);
    return status;
}

// There is no hang-up here: a command runs until its stream is closed.
int
vd_cmd_nohup(struct vd_call *call)
{
    struct at_buf line = AT_BUF_INIT(AT_MIB);
    for (int i = 1; i < call->argc; i++)
        add_quoted(&line, call->argv[i]);
    int status =
        vd_shell_run(call->device, call->io, call->user, at_buf_text(&line));
    at_buf_deinit(&line);
    return status;
}
