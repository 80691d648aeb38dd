// ask.h: calls of the client of adb, each as one row of a table
#ifndef AT_TESTS_UNIT_DEVICE_ANDROID_ADB_CLIENT_ASK_H
#define AT_TESTS_UNIT_DEVICE_ANDROID_ADB_CLIENT_ASK_H

#include "device/android/adb/client/link.h"
#include "sys/file.h"
#include "tests/scripted.h"
#include "tests/t.h"

// A call of the client, and its results.
struct ask {
    struct at_op op;
    struct at_adb_device device;
    const char *text; // request, command, path: what the act needs
    struct at_str input;
    size_t max_bytes;
    struct at_buf out;
    struct at_buf err_out;
    int exit_status;
    struct at_err err;
};

typedef bool act_fn(struct ask *ask);

static inline bool
query(struct ask *ask)
{
    return at_adb_query(&ask->op, &ask->device.adb, ask->text, &ask->out,
                        &ask->err);
}

static inline bool
shell(struct ask *ask)
{
    struct at_adb_result result;
    at_adb_result_init(&result, ask->max_bytes);
    bool ok =
        at_adb_shell(&ask->op, &ask->device, ask->text, &result, &ask->err);
    at_buf_add_str(&ask->out, at_buf_str(&result.out));
    at_buf_add_str(&ask->err_out, at_buf_str(&result.err));
    ask->exit_status = result.exit_status;
    at_adb_result_deinit(&result);
    return ok;
}

static inline bool
exec(struct ask *ask)
{
    return at_adb_exec(&ask->op, &ask->device, ask->text, ask->input, &ask->out,
                       &ask->err);
}

static inline bool
push(struct ask *ask)
{
    struct at_adb_source source = {ask->input, -1};
    return at_adb_push(&ask->op, &ask->device, &source, ask->text, 0644,
                       &ask->err);
}

static char apk_path[256]; // written by set_up()
static char home[200];

static inline bool
install(struct ask *ask)
{
    static const char *const options[] = {"-r", "-t", NULL};
    return at_adb_install(&ask->op, &ask->device, apk_path, options, &ask->err);
}

static inline bool
console(struct ask *ask)
{
    return at_adb_console(&ask->op, ask->device.serial, ask->text, &ask->out,
                          &ask->err);
}

#define FEATURES(list)                                                         \
    T_LINE(ASKED, "host-serial:dev:features"), T_LINE(SAYS, "OKAY"),           \
        T_LINE(BLOCK, list), T_LINE(NEXT, "")
#define SERVICE(name)                                                          \
    T_LINE(ASKED, "host:transport:dev"), T_LINE(SAYS, "OKAY"),                 \
        T_LINE(ASKED, name), T_LINE(SAYS, "OKAY")
#define SHELL2(command)                                                        \
    FEATURES("abb,shell_v2,cmd"), SERVICE("shell,v2,raw:" command),            \
        T_LINE(GETS, "\4\0\0\0\0")
#define END T_LINE(END, "")

static inline void
ask_init(struct ask *ask, const struct t_peer *peer, act_fn *act,
         const char *text, size_t max_bytes)
{
    *ask = (struct ask){.text = text,
                        .max_bytes = max_bytes,
                        .out = AT_BUF_INIT(max_bytes),
                        .err_out = AT_BUF_INIT(max_bytes)};
    ask->op.deadline_ns = at_now_ns() + 10000 * AT_NS_PER_MS;
    // Remote: nothing of this test may start an adb server.
    ask->device.adb.remote = true;
    snprintf(ask->device.adb.endpoint, sizeof(ask->device.adb.endpoint),
             "tcp:127.0.0.1:%u", peer->port);
    snprintf(ask->device.serial, sizeof(ask->device.serial),
             act == console ? "emulator-%u" : "dev", peer->port);
}

static inline void
ask_deinit(struct ask *ask)
{
    at_buf_deinit(&ask->out);
    at_buf_deinit(&ask->err_out);
}

// A temporary home with a console token, and a file to install.
static inline int
set_up(void **state)
{
    const char *tmp = getenv("TMPDIR");
    char token[256];
    (void)state;
    snprintf(home, sizeof(home), "%s/at-adb-XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(home))
        return 1;
    setenv("HOME", home, 1);
    snprintf(apk_path, sizeof(apk_path), "%s/a.apk", home);
    snprintf(token, sizeof(token), "%s/.emulator_console_auth_token", home);
    return at_file_write(apk_path, at_str("PK-3-"), NULL) &&
                   at_file_write(token, at_str("t0k3n\n"), NULL)
               ? 0
               : 1;
}

static inline int
tear_down(void **state)
{
    char token[256];
    (void)state;
    snprintf(token, sizeof(token), "%s/.emulator_console_auth_token", home);
    unlink(token);
    unlink(apk_path);
    return rmdir(home);
}

#endif
