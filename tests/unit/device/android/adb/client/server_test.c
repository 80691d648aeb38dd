// server_test.c: a server of adb that is lost, slow, absent or elsewhere
#include "tests/unit/device/android/adb/client/ask.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/limits.h"

static const struct t_line shell_stalls[] = {SHELL2("input text secret"),
                                             T_LINE(DRAIN, ""), END};

T_TEST(adb_lost_connections_are_retried_three_times)
{
    static const struct t_line script[] = {T_LINE(ASKED, "host:devices"),
                                           T_LINE(NEXT, ""),
                                           T_LINE(ASKED, "host:devices"),
                                           T_LINE(NEXT, ""),
                                           T_LINE(ASKED, "host:devices"),
                                           T_LINE(NEXT, ""),
                                           T_LINE(ASKED, "host:devices"),
                                           T_LINE(SAYS, "OKAY0000"),
                                           END};
    struct t_peer peer;
    struct ask ask;
    int64_t began_ns = at_now_ns();
    t_peer_start(&peer, script, T_FAULT_NONE, 0);
    ask_init(&ask, &peer, query, "host:devices", 64);
    T_NOT(query(&ask));
    T_EQ_INT(ask.err.code, AT_ENODEV);
    T_OK(at_now_ns() - began_ns >= 1500 * AT_NS_PER_MS);
    t_peer_stop(&peer);
    T_EQ_SIZE(peer.rows, 3);
    ask_deinit(&ask);
}

// A service whose answer was lost may run: a tap must not be sent twice.
T_TEST(adb_service_without_an_answer_is_not_retried)
{
    static const struct t_line script[] = {
        T_LINE(ASKED, "host:transport:dev"), T_LINE(SAYS, "OKAY"),
        T_LINE(ASKED, "exec:input tap 1 2"), T_LINE(NEXT, ""),
        SERVICE("exec:input tap 1 2"),       END};
    struct t_peer peer;
    struct ask ask;
    t_peer_start(&peer, script, T_FAULT_NONE, 0);
    ask_init(&ask, &peer, exec, "input tap 1 2", 64);
    T_NOT(exec(&ask));
    T_EQ_INT(ask.err.code, AT_ENODEV);
    T_HAS(ask.err.msg, "it may still have run");
    t_peer_stop(&peer);
    ask_deinit(&ask);
}

static const struct {
    const char *told;
    const char *remedy;
    enum at_code code;
} selections[] = {
    {"device 'dev' not found", "adb devices", AT_ENODEV},
    {"no devices/emulators found", "start an emulator", AT_ENODEV},
    {"no devices found", "start an emulator", AT_ENODEV},
    {"no emulators found", "start an emulator", AT_ENODEV},
    {"more than one device/emulator", "ANDROID_SERIAL", AT_ENODEV},
    {"device offline", "replug", AT_ENODEV},
    {"device offline (no transport)", "replug", AT_ENODEV},
    {"device still authorizing", "accept", AT_ENODEV},
    {"device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set",
     "Allow USB debugging?", AT_ENODEV},
    {"insufficient permissions for device", "plugdev", AT_ENODEV},
    {"something new", "something new", AT_EDEVICE},
    {"", "without a reason", AT_EDEVICE},
};

// One of several devices with the same serial.
T_TEST(adb_addresses_a_transport_by_its_id)
{
    static const struct t_line script[] = {
        T_LINE(ASKED, "host:transport-id:7"),
        T_LINE(SAYS, "FAIL"),
        {T_BLOCK, AT_STR_ROW("something new")},
        END};
    struct t_peer peer;
    struct ask ask;
    t_peer_start(&peer, script, T_FAULT_NONE, 0);
    ask_init(&ask, &peer, exec, "ls", 64);
    at_str_cut(ask.device.serial, sizeof(ask.device.serial),
               AT_STR("transport_id:7"));
    T_NOT(exec(&ask));
    T_HAS(ask.err.msg, "something new");
    t_peer_stop(&peer);
    T_EQ_SIZE(peer.rows, 3);
    ask_deinit(&ask);
}

T_TEST(adb_selection_errors_say_what_helps)
{
    for (size_t i = 0; i < T_LEN(selections); i++) {
        struct t_line script[] = {T_LINE(ASKED, "host:transport:dev"),
                                  T_LINE(SAYS, "FAIL"),
                                  {T_BLOCK, at_str(selections[i].told)},
                                  END};
        struct t_peer peer;
        struct ask ask;
        T_ROW(selections[i].told);
        t_peer_start(&peer, script, T_FAULT_NONE, 0);
        ask_init(&ask, &peer, exec, "ls", 64);
        ask.op.deadline_ns = at_now_ns() + 400 * AT_NS_PER_MS;
        T_NOT(exec(&ask));
        T_EQ_INT(ask.err.code, selections[i].code);
        T_HAS(ask.err.msg, selections[i].remedy);
        T_NULL(strchr(ask.err.msg, '\n'));
        t_peer_stop(&peer);
        ask_deinit(&ask);
    }
}

T_TEST(adb_stall_is_a_timeout_without_secrets)
{
    struct t_peer peer;
    struct ask ask;
    t_peer_start(&peer, shell_stalls, T_FAULT_NONE, 0);
    ask_init(&ask, &peer, shell, "input text secret", 64);
    ask.op.deadline_ns = at_now_ns() + 100 * AT_NS_PER_MS;
    T_NOT(shell(&ask));
    T_EQ_INT(ask.err.code, AT_ETIMEOUT);
    T_HAS(ask.err.msg, "'input' on 'dev'");
    T_NULL(strstr(ask.err.msg, "secret"));
    t_peer_stop(&peer);
    ask_deinit(&ask);
}

static void *
fire_soon(void *cancel)
{
    struct at_op op = {at_now_ns() + 100 * AT_NS_PER_MS, NULL};
    if (!at_op_wait_until(&op, AT_NEVER_NS, NULL))
        at_cancel_fire(cancel);
    return NULL;
}

// The peer's script ends with reading until the client closes: t_peer_stop()
// would otherwise have to cut it short, and rows tells that it did not.
T_TEST(adb_cancelled_shell_closes_its_connection)
{
    struct t_peer peer;
    struct ask ask;
    pthread_t thread;
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    t_peer_start(&peer, shell_stalls, T_FAULT_NONE, 0);
    ask_init(&ask, &peer, shell, "input text secret", 64);
    ask.op.cancel = cancel;
    T_EQ_INT(pthread_create(&thread, NULL, fire_soon, cancel), 0);
    T_NOT(shell(&ask));
    T_EQ_INT(ask.err.code, AT_ECANCELED);
    T_EQ_INT(pthread_join(thread, NULL), 0);
    T_EQ_INT(pthread_join(peer.thread, NULL), 0); // it ends without
                                                  // t_peer_stop()
    at_cancel_free(cancel);
    at_cancel_free(peer.cancel);
    close(peer.listen_fd);
    ask_deinit(&ask);
}

static const struct {
    const char *socket;
    const char *address;
    const char *port;
    const char *endpoint; // NULL: refused
    bool remote;
} environments[] = {
    {NULL, NULL, NULL, "tcp:127.0.0.1:5037", false},
    {"", "", "", "tcp:127.0.0.1:5037", false},
    {NULL, NULL, "17000", "tcp:127.0.0.1:17000", false},
    {NULL, "10.0.0.2", NULL, "tcp:10.0.0.2:5037", true},
    {NULL, "localhost", "1", "tcp:localhost:1", false},
    {NULL, "::1", "1", "tcp:[::1]:1", false},
    {"tcp:17001", "10.0.0.2", "1", "tcp:127.0.0.1:17001", false},
    {"tcp:host:17001", NULL, NULL, "tcp:host:17001", true},
    {"tcp:[::1]:17001", NULL, NULL, "tcp:[::1]:17001", false},
    {"localfilesystem:/tmp/adb.sock", NULL, NULL, "unix:/tmp/adb.sock", false},
    {"localfilesystem:", NULL, NULL, NULL, false},
    {"localabstract:adb", NULL, NULL, NULL, false},
    {"tcp:", NULL, NULL, NULL, false},
    {"tcp:host:0", NULL, NULL, NULL, false},
    {"tcp:host:65536", NULL, NULL, NULL, false},
    {NULL, NULL, "no", NULL, false},
};

static void
set_env(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

T_TEST(adb_environment_rows)
{
    for (size_t i = 0; i < T_LEN(environments); i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_adb adb;
        char row[16];
        snprintf(row, sizeof(row), "row %zu", i);
        T_ROW(row);
        set_env("ADB_SERVER_SOCKET", environments[i].socket);
        set_env("ANDROID_ADB_SERVER_ADDRESS", environments[i].address);
        set_env("ANDROID_ADB_SERVER_PORT", environments[i].port);
        bool ok = at_adb_init_env(&adb, &err);
        T_EQ_INT(ok, environments[i].endpoint != NULL);
        if (ok) {
            T_EQ_TEXT(adb.endpoint, environments[i].endpoint);
            T_EQ_INT(adb.remote, environments[i].remote);
        } else {
            T_EQ_INT(err.code, AT_EUSAGE);
            T_HAS(err.msg, "SERVER");
        }
    }
    set_env("ADB_SERVER_SOCKET", NULL);
    set_env("ANDROID_ADB_SERVER_ADDRESS", NULL);
    set_env("ANDROID_ADB_SERVER_PORT", NULL);
}

static const struct {
    const char *text;
    int64_t ms; // -1: refused
} command_limits[] = {
    {NULL, 0},      {"", 0},    {"0", 0},    {"1500", 1500}, {"600000", 600000},
    {"600001", -1}, {"-1", -1}, {"1.5", -1}, {"2s", -1},
};

T_TEST(adb_command_limit_rows)
{
    for (size_t i = 0; i < T_LEN(command_limits); i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_adb adb;
        char row[16];
        snprintf(row, sizeof(row), "row %zu", i);
        T_ROW(row);
        set_env("AGENTEST_COMMAND_TIMEOUT_MS", command_limits[i].text);
        bool ok = at_adb_init_env(&adb, &err);
        T_EQ_INT(ok, command_limits[i].ms >= 0);
        if (ok) {
            T_EQ_INT(adb.command_ms, command_limits[i].ms);
        } else {
            T_EQ_INT(err.code, AT_EUSAGE);
            T_HAS(err.msg, "AGENTEST_COMMAND_TIMEOUT_MS");
        }
    }
    set_env("AGENTEST_COMMAND_TIMEOUT_MS", NULL);
}

// The port is closed again.
static void
find_free_port(struct at_adb *adb)
{
    uint16_t port;
    int fd;
    T_OK(at_listen_tcp("127.0.0.1", 0, &fd, &port, NULL));
    close(fd);
    *adb = (struct at_adb){.remote = false};
    snprintf(adb->endpoint, sizeof(adb->endpoint), "tcp:127.0.0.1:%u", port);
}

static bool
query_version(const struct at_adb *adb, struct at_err *err)
{
    struct at_buf out = AT_BUF_INIT(64);
    struct at_op op = {at_now_ns() + 400 * AT_NS_PER_MS, NULL};
    bool ok = at_adb_query(&op, adb, "host:version", &out, err);
    at_buf_deinit(&out);
    return ok;
}

// In one test, because the client remembers that it has tried.
T_TEST(adb_server_is_started_once_a_minute)
{
    struct at_err err = AT_ERR_INIT;
    struct at_adb adb;
    struct at_buf said = AT_BUF_INIT(4096);
    char *program = at_strfmt("%s/platform-tools/adb", home);
    char *folder = at_strfmt("%s/platform-tools", home);
    char *log = at_strfmt("%s/log", home);
    char *path = at_strdup(getenv("PATH"));
    find_free_port(&adb);
    adb.remote = true;
    T_NOT(query_version(&adb, &err));
    T_EQ_INT(err.code, AT_ENODEV);
    T_HAS(err.msg, "remote");

    adb.remote = false;
    setenv("PATH", "/nowhere", 1);
    unsetenv("ANDROID_SDK_ROOT");
    setenv("ANDROID_HOME", home, 1);
    T_NOT(query_version(&adb, &err));
    T_EQ_INT(err.code, AT_ENOTOOL);
    T_HAS(err.msg, program);
    T_HAS(err.msg, "ANDROID_SDK_ROOT");
    T_HAS(err.msg, "platform-tools");

    // It says how it was called, and fails.
    setenv("PATH", path, 1);
    T_EQ_INT(mkdir(folder, 0700), 0);
    T_OK(at_file_write(program,
                       AT_STR("#!/bin/sh\necho \"$@\" >> \"$HOME/log\"\n"
                              "echo 'line one' >&2; echo 'no luck' >&2\n"
                              "exit 3\n"),
                       NULL));
    T_EQ_INT(chmod(program, 0700), 0);
    for (int i = 0; i < 2; i++) {
        T_NOT(query_version(&adb, &err));
        T_EQ_INT(err.code, AT_ENODEV);
        T_HAS(err.msg, "exit status 3: no luck");
        T_HAS(err.msg, program);
    }
    T_OK(at_file_read(log, &said, &err));
    char *want =
        at_strfmt("-L tcp:%s start-server\n", strrchr(adb.endpoint, ':') + 1);
    T_EQ_TEXT(at_buf_text(&said), want);

    unlink(log);
    unlink(program);
    rmdir(folder);
    free(want);
    free(path);
    free(log);
    free(folder);
    free(program);
    at_buf_deinit(&said);
}

static const struct t_line console_open[] = {
    T_LINE(SAYS, "Android Console: Authentication required\r\nOK\r\n"),
    T_LINE(GETS, "avd name\n"), T_LINE(SAYS, "Pixel\r\nOK\r\n"), END};
static const struct t_line console_shut[] = {
    T_LINE(SAYS, "Android Console: Authentication required\r\nOK\r\n"),
    T_LINE(GETS, "avd name\n"), T_LINE(SAYS, "KO: unknown command\r\n"),
    T_LINE(DRAIN, ""), END};

// `adb emu` sends the command whatever the console's greeting says.
T_TEST(without_a_token_the_console_decides)
{
    const struct t_line *const scripts[] = {console_open, console_shut};
    char token[256];
    snprintf(token, sizeof(token), "%s/.emulator_console_auth_token", home);
    unlink(token);
    for (size_t i = 0; i < T_LEN(scripts); i++) {
        struct t_peer peer;
        struct ask ask;
        t_peer_start(&peer, scripts[i], T_FAULT_NONE, 0);
        ask_init(&ask, &peer, console, "avd name", 64);
        T_EQ_INT(console(&ask), scripts[i] == console_open);
        t_peer_stop(&peer);
        T_EQ_TEXT(peer.trouble, "");
        if (scripts[i] == console_shut)
            T_HAS(ask.err.msg, "it may need a token");
        ask_deinit(&ask);
    }
    T_OK(at_file_write(token, at_str("t0k3n\n"), NULL));
}

// Under WSL the SDK may be that of Windows.
T_TEST(the_error_names_a_program_of_windows)
{
    char folder[] = "/tmp/agentest-wsl-XXXXXX";
    char path[128];
    struct at_err err = AT_ERR_INIT;
    char *old_home = at_strdup(getenv("HOME"));
    char *paths = at_strdup(getenv("PATH"));
    T_OK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof(path), "%s/adb.exe", folder);
    int fd = open(path, O_CREAT | O_WRONLY, 0700);
    T_OK(fd >= 0);
    close(fd);
    unsetenv("ANDROID_HOME");
    unsetenv("ANDROID_SDK_ROOT");
    unsetenv("WSL_DISTRO_NAME");
    setenv("HOME", folder, 1);
    setenv("PATH", folder, 1);
    T_OK(at_adb_find_program(&err) == NULL);
    T_HAS(err.msg, "/adb.exe' is there, a program of Windows");
    T_HAS(err.msg, "ADB_SERVER_SOCKET=tcp:HOST:5037");
    unlink(path);
    err = (struct at_err)AT_ERR_INIT;
    T_OK(at_adb_find_program(&err) == NULL);
    T_OK(strstr(err.msg, "WSL") == NULL);
    setenv("WSL_DISTRO_NAME", "Debian", 1);
    err = (struct at_err)AT_ERR_INIT;
    T_OK(at_adb_find_program(&err) == NULL);
    T_HAS(err.msg, "under WSL");
    unsetenv("WSL_DISTRO_NAME");
    setenv("HOME", old_home, 1);
    setenv("PATH", paths, 1);
    rmdir(folder);
    free(paths);
    free(old_home);
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
