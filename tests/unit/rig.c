#include "tests/unit/rig.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"

enum { LOOK_AGAIN_MS = 5 };

struct at_op
rig_op(int64_t ms)
{
    struct at_op forever = {AT_NEVER_NS, NULL};
    return at_op_sub(&forever, at_now_ns(), ms);
}

void
rig_need(bool ok, const char *what, const struct at_err *err)
{
    if (ok)
        return;
    fprintf(stderr, "rig: %s: %s\n", what, err ? err->msg : "");
    abort();
}

void
rig_reread(const struct at_op *op, const char *what)
{
    struct at_err err = AT_ERR_INIT;
    rig_need(
        at_op_wait_until(op, at_now_ns() + LOOK_AGAIN_MS * AT_NS_PER_MS, &err),
        what, &err);
}

void
rig_make_home(char *out_home, size_t size)
{
    snprintf(out_home, size, "/tmp/at-rig-XXXXXX");
    rig_need(mkdtemp(out_home) != NULL, "folder", NULL);
    setenv("HOME", out_home, 1);
    setenv("TMPDIR", out_home, 1);
}

void
rig_remove_home(const char *home)
{
    struct at_err err = AT_ERR_INIT;
    rig_need(at_folder_remove(home, &err), home, &err);
}

long
rig_launch(const struct at_proc_opts *opts, const char *log)
{
    struct at_err err = AT_ERR_INIT;
    long pid = 0;
    rig_need(at_proc_launch(opts, log, -1, &pid, &err), opts->argv[0], &err);
    return pid;
}

char *
rig_read(const char *path)
{
    struct at_buf text = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    char *taken = at_file_read(path, &text, NULL) ? at_buf_take(&text) : NULL;
    at_buf_deinit(&text);
    return taken;
}

char *
rig_await_line(const char *log)
{
    struct at_op op = rig_op(RIG_START_MS);
    for (;;) {
        char *text = rig_read(log);
        if (text && strchr(text, '\n'))
            return text;
        free(text);
        rig_reread(&op, log);
    }
}

void
rig_end(long pid, int signal)
{
    struct at_op op = rig_op(RIG_START_MS);
    int status;
    if (pid <= 0 || at_proc_has_ended(pid, &status))
        return;
    kill((pid_t)pid, signal);
    while (!at_proc_has_ended(pid, &status))
        rig_reread(&op, "end");
    rig_need(status == 0 || status == 128 + signal, "status at its end", NULL);
}

long
rig_dead_pid(void)
{
    const char *argv[] = {"true", NULL};
    struct at_proc_opts opts = {.argv = argv};
    long pid = 0;
    int status;
    rig_need(at_proc_launch(&opts, NULL, -1, &pid, NULL), argv[0], NULL);
    while (!at_proc_has_ended(pid, &status))
        continue;
    return pid;
}
