// emulator_rig.c: start and stop the rig, and read what it has recorded
#include "tests/unit/emulator_rig.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/file.h"
#include "tests/t.h"

#define NODE "tests/e2e/node_modules/node/bin/node"

static char *
script_path(void)
{
    return at_strfmt("%s/rigs/emulator-grpc/server.js", t_shared());
}

bool
emulator_rig_init(struct emulator_rig *rig)
{
    static const char *const cleared[] = {
        "ANDROID_EMULATOR_HOME", "ANDROID_PREFS_ROOT", "ANDROID_SDK_HOME"};
    char *script = script_path();
    bool there = at_file_exists(script) && at_file_is_executable(NODE) &&
                 at_file_exists("tests/e2e/node_modules/@grpc/grpc-js");

    free(script);
    *rig = (struct emulator_rig){.pid = -1};
    rig_make_home(rig->home, sizeof(rig->home));
    for (size_t i = 0; i < AT_LEN(cleared); i++)
        unsetenv(cleared[i]);
    setenv("XDG_RUNTIME_DIR", rig->home, 1);
    return there;
}

void
emulator_rig_deinit(struct emulator_rig *rig)
{
    emulator_rig_stop(rig);
    rig_remove_home(rig->home);
}

static char *
path_of(struct emulator_rig *rig, const char *what)
{
    return at_strfmt("%s/%s%d", rig->home, what, rig->starts);
}

void
emulator_rig_start(struct emulator_rig *rig, const char *const *options)
{
    rig->starts++;
    char *script = script_path();
    char *log = path_of(rig, "log");
    char *record = path_of(rig, "record");
    const char *argv[24] = {NODE,          script,    "--port",   "0",
                            "--discovery", rig->home, "--record", record};
    const char *env[] = {"NODE_PATH=tests/e2e/node_modules", NULL};
    struct at_proc_opts opts = {.argv = argv, .env = env};

    for (size_t i = 8; options && *options; i++)
        argv[i] = *options++;
    rig->pid = rig_launch(&opts, log);
    char *said = rig_await_line(log);
    rig_need(said[0] == '{', said, NULL);
    free(said);
    free(record);
    free(log);
    free(script);
}

void
emulator_rig_signal(struct emulator_rig *rig, int signal)
{
    rig_need(rig->pid > 0 && kill((pid_t)rig->pid, signal) == 0, "signal",
             NULL);
}

void
emulator_rig_stop(struct emulator_rig *rig)
{
    rig_end(rig->pid, SIGKILL);
    rig->pid = -1;
}

static bool
is_of(const json_t *call, const char *method)
{
    struct at_str path =
        at_str(json_string_value(json_object_get(call, "method")));
    return at_str_ends(path, at_str(method));
}

json_t *
emulator_rig_calls(struct emulator_rig *rig, const char *method)
{
    char *path = path_of(rig, "record");
    char *text = rig_read(path);
    struct at_str rest = at_str(text);
    struct at_str line;
    json_t *calls = json_array();

    while (at_str_next_line(&rest, &line)) {
        json_t *call = json_loadb(line.ptr, line.len, 0, NULL);
        rig_need(call != NULL, "record", NULL);
        if (is_of(call, method))
            json_array_append(calls, call);
        json_decref(call);
    }
    free(text);
    free(path);
    return calls;
}

static char *
ini_path(struct emulator_rig *rig)
{
    return at_strfmt("%s/avd/running/pid_%ld.ini", rig->home, rig->pid);
}

char *
emulator_rig_ini(struct emulator_rig *rig)
{
    char *path = ini_path(rig);
    char *text = rig_read(path);
    free(path);
    return text;
}

void
emulator_rig_set_ini(struct emulator_rig *rig, const char *text)
{
    struct at_err err = AT_ERR_INIT;
    char *path = ini_path(rig);
    rig_need(at_file_write(path, at_str(text), &err), path, &err);
    free(path);
}
