// emulator_rig.c: start and stop the rig, and read what it has recorded
#include "tests/unit/device/android/grpc/emulator_rig.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/file.h"
#include "tests/t.h"

#define NODE "tests/e2e/node_modules/node/bin/node"

static char *
script_path(void)
{
    return at_strfmt("%s/rigs/emulator-grpc/server.js", t_shared_folder());
}

void
emulator_rig_init(struct emulator_rig *rig)
{
    static const char *const cleared[] = {
        "ANDROID_EMULATOR_HOME", "ANDROID_PREFS_ROOT", "ANDROID_SDK_HOME"};
    char *script = script_path();
    bool there = at_file_exists(script) && at_file_is_executable(NODE) &&
                 at_file_exists("tests/e2e/node_modules/@grpc/grpc-js");
    free(script);
    *rig = (struct emulator_rig){.is_there = there, .pid = -1};
    rig_make_home(rig->home, sizeof(rig->home));
    for (size_t i = 0; i < AT_LEN(cleared); i++)
        unsetenv(cleared[i]);
    setenv("XDG_RUNTIME_DIR", rig->home, 1);
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

void
emulator_rig_change_ini(struct emulator_rig *rig, const char *key,
                        const char *value)
{
    char *text = emulator_rig_ini(rig);
    struct at_str rest = at_str(text);
    struct at_str line;
    struct at_buf out = AT_BUF_INIT(AT_EMULATOR_INI_MAX_BYTES);
    while (at_str_next_line(&rest, &line))
        if (!at_str_starts(line, at_str(key)))
            at_buf_add_fmt(&out, "%.*s\n", AT_STR_ARG(line));
    at_buf_add_fmt(&out, "%s%s\n", key, value);
    emulator_rig_set_ini(rig, at_buf_text(&out));
    at_buf_deinit(&out);
    free(text);
}

void
need_rig(const struct emulator_rig *rig)
{
    if (!rig->is_there)
        skip();
}

struct at_op
ten_seconds(void)
{
    return rig_op(10000);
}

struct at_emulator *
open_rig(struct emulator_rig *rig, const char *const *options)
{
    struct at_op op = ten_seconds();
    struct at_emulator *emulator = NULL;
    struct at_err err = AT_ERR_INIT;
    need_rig(rig);
    emulator_rig_start(rig, options);
    if (!at_emulator_open(&op, "emulator-5554", &emulator, &err))
        print_error("%s\n", err.msg);
    T_OK(emulator != NULL);
    return emulator;
}

void
close_rig(struct emulator_rig *rig, struct at_emulator *emulator)
{
    at_emulator_free(emulator);
    emulator_rig_stop(rig);
}

int
number(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

json_t *
touches_of(const json_t *calls, size_t n)
{
    return json_object_get(json_object_get(json_array_get(calls, n), "request"),
                           "touches");
}

void
eq_touch(const json_t *calls, size_t n, size_t finger, struct at_point at,
         bool down)
{
    json_t *touch = json_array_get(touches_of(calls, n), finger);
    T_EQ_INT(number(touch, "identifier"), (int)finger);
    T_EQ_INT(number(touch, "x"), at.x_px);
    T_EQ_INT(number(touch, "y"), at.y_px);
    T_EQ_INT(number(touch, "pressure") > 0, down);
}

void
eq_all_lifted(const json_t *calls)
{
    bool down[10] = {false};
    for (size_t i = 0; i < json_array_size(calls); i++) {
        json_t *touches = touches_of(calls, i);
        for (size_t k = 0; k < json_array_size(touches); k++) {
            json_t *touch = json_array_get(touches, k);
            bool *state = &down[number(touch, "identifier")];
            bool now = number(touch, "pressure") > 0;
            T_OK(now || *state);
            *state = now;
        }
    }
    for (size_t i = 0; i < T_LEN(down); i++)
        T_NOT(down[i]);
}

void
check_ok(bool ok, const struct at_err *err, const char *file, int line)
{
    if (ok)
        return;
    print_error("%s\n", err->msg);
    _fail(file, line);
}
