#include "device/android/adb/client/link.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/file.h"
#include "tests/scripted.h"
#include "tests/t.h"

// What a test asks of the client, and what it got.
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

static bool
query(struct ask *ask)
{
    return at_adb_query(&ask->op, &ask->device.adb, ask->text, &ask->out,
                        &ask->err);
}

static bool
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

static bool
exec(struct ask *ask)
{
    return at_adb_exec(&ask->op, &ask->device, ask->text, ask->input, &ask->out,
                       &ask->err);
}

static bool
push(struct ask *ask)
{
    struct at_adb_source source = {ask->input, -1};
    return at_adb_push(&ask->op, &ask->device, &source, ask->text, 0644,
                       &ask->err);
}

static char apk_path[256];

static bool
install(struct ask *ask)
{
    static const char *const options[] = {"-r", "-t", NULL};
    return at_adb_install(&ask->op, &ask->device, apk_path, options, &ask->err);
}

static bool
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

// The rows that are more than a few words.
static const struct t_line query_ok[] = {T_LINE(ASKED, "host:devices"),
                                         T_LINE(SAYS, "OKAY"),
                                         T_LINE(BLOCK, "dev\tdevice\n"), END};
static const struct t_line query_in_pieces[] = {T_LINE(ASKED, "host:devices"),
                                                T_LINE(SAYS, "OK"),
                                                T_LINE(SAYS, "AY00"),
                                                T_LINE(SAYS, "0"),
                                                T_LINE(SAYS, "2a"),
                                                T_LINE(SAYS, "b"),
                                                END};
static const struct t_line query_second_time[] = {
    T_LINE(ASKED, "host:devices"), T_LINE(NEXT, ""),
    T_LINE(ASKED, "host:devices"), T_LINE(SAYS, "OKAY"),
    T_LINE(BLOCK, "again"),        END};
static const struct t_line query_unknown[] = {
    T_LINE(ASKED, "host:nonsense"), T_LINE(SAYS, "FAIL"),
    T_LINE(BLOCK, "unknown host service"), END};
static const struct t_line query_cut[] = {T_LINE(ASKED, "host:devices"),
                                          T_LINE(SAYS, "OKAY"), END};
static const struct t_line query_other_server[] = {
    T_LINE(SAYS, "HTTP/1.1 400 Bad Request\r\n"), T_LINE(DRAIN, ""), END};
static const struct t_line query_no_length[] = {T_LINE(ASKED, "host:devices"),
                                                T_LINE(SAYS, "OKAYzzzz"),
                                                T_LINE(DRAIN, ""), END};
static const struct t_line shell_ok[] = {
    SHELL2("ls x"), T_LINE(SAYS, "\1\3\0\0\0a\nb\2\2\0"),
    T_LINE(SAYS, "\0\0no\1\1\0\0\0c\x63\1\0\0\0?"),
    T_LINE(SAYS, "\3\1\0\0\0\7"), END};
static const struct t_line shell_no_exit[] = {SHELL2("ls x"),
                                              T_LINE(SAYS, "\1\1\0\0\0a"), END};
static const struct t_line shell_broken[] = {
    SHELL2("ls x"), T_LINE(SAYS, "\1\xff\xff\xff\xff"), T_LINE(DRAIN, ""), END};
static const struct t_line shell_too_much[] = {SHELL2("ls x"),
                                               T_LINE(SAYS, "\1\x09\0\0\0"
                                                            "123456789"),
                                               T_LINE(DRAIN, ""), END};
static const struct t_line shell_stalls[] = {SHELL2("input text secret"),
                                             T_LINE(DRAIN, ""), END};
static const struct t_line shell_old[] = {
    FEATURES(""), SERVICE("shell:ls x; echo agentest:end"),
    T_LINE(SAYS, "a\nbagentest:e"), T_LINE(SAYS, "nd\r\n"), END};
static const struct t_line shell_old_lost[] = {
    FEATURES(""), SERVICE("shell:ls x; echo agentest:end"),
    T_LINE(SAYS, "a\nagentest:end\nb"), END};
#define CLOSED                                                                 \
    T_LINE(ASKED, "host:transport:dev"), T_LINE(SAYS, "OKAY"),                 \
        T_LINE(ASKED, "shell,v2,raw:ls x"), T_LINE(SAYS, "FAIL0006closed")
static const struct t_line shell_closed[] = {FEATURES("shell_v2"),
                                             CLOSED,
                                             T_LINE(NEXT, ""),
                                             CLOSED,
                                             T_LINE(NEXT, ""),
                                             CLOSED,
                                             END};
static const struct t_line shell_reopened[] = {
    FEATURES("shell_v2"),
    CLOSED,
    T_LINE(NEXT, ""),
    SERVICE("shell,v2,raw:ls x"),
    T_LINE(GETS, "\4\0\0\0\0"),
    T_LINE(SAYS, "\1\1\0\0\0a\3\1\0\0\0\0"),
    END};
static const struct t_line exec_ok[] = {
    SERVICE("exec:cat"), T_LINE(GETS, "in\0put"), T_LINE(SAYS, "out\0"),
    T_LINE(SAYS, "put"), END};
static const struct t_line push_ok[] = {
    SERVICE("sync:"), T_LINE(GETS, "SEND\x08\0\0\0/a,33188DATA\3\0\0\0xyzDONE"),
    T_LINE(SAYS, "OKAY\0\0\0\0"), T_LINE(DRAIN, ""), END};
// The device answers before it has read anything, and goes on swallowing.
static const struct t_line push_refused[] = {
    SERVICE("sync:"), T_LINE(GETS, "SEND\x08\0\0\0/a,33188"),
    T_LINE(SAYS, "FAIL\7\0\0\0no room"), T_LINE(DRAIN, ""), END};
static const struct t_line push_ignored[] = {
    SERVICE("sync:"), T_LINE(GETS, "SEND\x08\0\0\0/a,33188"),
    T_LINE(SAYS, "FAIL\7\0\0\0no room"), T_LINE(HOLD, ""), END};
#define INSTALL                                                                \
    FEATURES("cmd,shell_v2"), SERVICE("exec:cmd package 'install' -r -t -S 5")
static const struct t_line install_ok[] = {INSTALL, T_LINE(GETS, "PK-3-"),
                                           T_LINE(SAYS, "Succ"),
                                           T_LINE(SAYS, "ess\n"), END};
static const struct t_line install_refused[] = {
    INSTALL, T_LINE(GETS, "PK-3-"),
    T_LINE(SAYS, "Failure [INSTALL_FAILED_TEST_ONLY: Failed to install]\n"),
    END};
static const struct t_line install_warned[] = {
    INSTALL, T_LINE(GETS, "PK-3-"), T_LINE(SAYS, "WARNING: linker\nSuccess\n"),
    END};
static const struct t_line install_talks[] = {
    INSTALL, T_LINE(GETS, "PK-3-"),
    T_LINE(SAYS, "pkg: x\nFailure [INSTALL_FAILED_OLDER_SDK]\n"), END};
static const struct t_line install_error[] = {
    INSTALL, T_LINE(GETS, "PK-3-"), T_LINE(SAYS, "Error: no option -t\nusage"),
    END};
static const struct t_line console_ok[] = {
    T_LINE(SAYS, "Android Console: Authentication required\r\nOK\r\n"),
    T_LINE(GETS, "auth t0k3n\n"),
    T_LINE(SAYS, "Android Console: type 'help'"),
    T_LINE(SAYS, "\r\nOK\r\n"),
    T_LINE(GETS, "avd name\n"),
    T_LINE(SAYS, "Pixel\r\n"),
    T_LINE(SAYS, "OK\r\n"),
    END};
static const struct t_line console_ko[] = {
    T_LINE(SAYS, "OK\r\n"),
    T_LINE(GETS, "auth t0k3n\n"),
    T_LINE(SAYS, "KO: unknown command\r\n"),
    T_LINE(GETS, "avd name\n"),
    T_LINE(SAYS, "KO: no avd\r\n"),
    T_LINE(DRAIN, ""),
    END};

// text, max: of the ask. code: AT_OK where it succeeds with out; otherwise
// told is in the message.
static const struct {
    const char *name;
    act_fn *act;
    const struct t_line *script;
    const char *text;
    const char *input;
    size_t max;
    enum at_code code;
    const char *out;
    const char *told;
} rows[] = {
    {"query", query, query_ok, "host:devices", "", 64, AT_OK, "dev\tdevice\n",
     ""},
    {"query in pieces", query, query_in_pieces, "host:devices", "", 64, AT_OK,
     "ab", ""},
    {"query again", query, query_second_time, "host:devices", "", 64, AT_OK,
     "again", ""},
    {"query, no room", query, query_ok, "host:devices", "", 5, AT_ELIMIT, "",
     "5 bytes"},
    {"unknown query", query, query_unknown, "host:nonsense", "", 64, AT_EDEVICE,
     "", "unknown host service"},
    {"a query cut", query, query_cut, "host:devices", "", 64, AT_ENODEV, "",
     "closed the connection"},
    {"not adb", query, query_other_server, "host:devices", "", 64, AT_EPROTO,
     "", "'HTTP'"},
    {"no length", query, query_no_length, "host:devices", "", 64, AT_EPROTO, "",
     "no length"},
    {"shell", shell, shell_ok, "ls x", "", 64, AT_OK, "a\nbc", ""},
    {"shell, no exit", shell, shell_no_exit, "ls x", "", 64, AT_ENODEV, "a",
     "'ls' on 'dev'"},
    {"shell, broken", shell, shell_broken, "ls x", "", 64, AT_EPROTO, "",
     "broken packet"},
    {"shell, too much", shell, shell_too_much, "ls x", "", 8, AT_ELIMIT, "",
     "more than 8 bytes"},
    {"shell, refused", shell, shell_closed, "ls x", "", 64, AT_EDEVICE, "",
     "refused"},
    {"shell, reopened", shell, shell_reopened, "ls x", "", 64, AT_OK, "a", ""},
    {"old shell", shell, shell_old, "ls x", "", 64, AT_OK, "a\nb", ""},
    {"old shell, nothing more", shell, shell_old_lost, "ls x", "", 64,
     AT_ENODEV, "a\nagentest:end\nb",
     "the connection was lost before it ended"},
    {"old shell, exact room", shell, shell_old, "ls x", "", 3, AT_OK, "a\nb",
     ""},
    {"old shell, too much", shell, shell_old, "ls x", "", 2, AT_ELIMIT, "a\n",
     "2 bytes"},
    {"push", push, push_ok, "/a", "xyz", 64, AT_OK, "", ""},
    {"push, refused", push, push_refused, "/a", "xyz", 64, AT_EDEVICE, "",
     "no room"},
    {"install", install, install_ok, "", "", 64, AT_OK, "", ""},
    {"install, refused", install, install_refused, "", "", 64, AT_EDEVICE, "",
     "INSTALL_FAILED_TEST_ONLY: Failed to install] (it is marked testOnly"},
    {"install, talks", install, install_talks, "", "", 64, AT_EDEVICE, "",
     ": Failure [INSTALL_FAILED_OLDER_SDK] (its minSdk"},
    {"install, error", install, install_error, "", "", 64, AT_EDEVICE, "",
     "Error: no option -t"},
    {"install, warned", install, install_warned, "", "", 64, AT_OK, "", ""},
    {"console", console, console_ok, "avd name", "", 64, AT_OK, "Pixel\n", ""},
    {"console, KO", console, console_ko, "avd name", "", 64, AT_EDEVICE, "",
     "KO: no avd"},
    {"console, two lines", console, console_ok, "a\nb", "", 64, AT_EUSAGE, "",
     "one line"},
};

static void
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

static void
ask_deinit(struct ask *ask)
{
    at_buf_deinit(&ask->out);
    at_buf_deinit(&ask->err_out);
}

T_TEST(adb_client_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct t_peer peer;
        struct ask ask;
        T_ROW(rows[i].name);
        t_peer_start(&peer, rows[i].script, T_FAULT_NONE, 0);
        ask_init(&ask, &peer, rows[i].act, rows[i].text, rows[i].max);
        // Errors that may pass are retried: not past this deadline.
        if (rows[i].code == AT_ENODEV)
            ask.op.deadline_ns = at_now_ns() + 400 * AT_NS_PER_MS;
        ask.input = at_str(rows[i].input);
        bool ok = rows[i].act(&ask);
        t_peer_stop(&peer);
        T_EQ_TEXT(peer.trouble, "");
        if (!ok && rows[i].code == AT_OK)
            T_EQ_TEXT(ask.err.msg, "");
        T_EQ_INT(ok ? AT_OK : ask.err.code, rows[i].code);
        if (!ok)
            T_HAS(ask.err.msg, rows[i].told);
        T_EQ_STR(at_buf_str(&ask.out), rows[i].out);
        if (rows[i].act == shell && rows[i].script == shell_ok) {
            T_EQ_INT(ask.exit_status, 7);
            T_EQ_STR(at_buf_str(&ask.err_out), "no");
        }
        ask_deinit(&ask);
    }
}

// For each n, the n-th row of a script goes wrong in each way: the call ends
// in time and with an error. (ASan looks for leaks.)
static void
torture_row(size_t i, enum t_fault fault, size_t n, bool *out_past_end)
{
    struct t_peer peer;
    struct ask ask;
    char name[128];
    snprintf(name, sizeof(name), "%s, fault %d at %zu", rows[i].name,
             (int)fault, n);
    T_ROW(name);
    t_peer_start(&peer, rows[i].script, fault, n);
    ask_init(&ask, &peer, rows[i].act, rows[i].text, rows[i].max);
    ask.op.deadline_ns = at_now_ns() + 40 * AT_NS_PER_MS;
    ask.input = at_str(rows[i].input);
    bool ok = rows[i].act(&ask);
    int64_t late_ns = at_now_ns() - ask.op.deadline_ns;
    t_peer_stop(&peer);
    *out_past_end = peer.rows < n;
    T_OK(late_ns < 1000 * AT_NS_PER_MS);
    if (!*out_past_end && !ok) {
        T_OK(ask.err.code == AT_ENODEV || ask.err.code == AT_EPROTO ||
             ask.err.code == AT_ETIMEOUT || ask.err.code == AT_EDEVICE ||
             ask.err.code == AT_ELIMIT);
        T_OK(ask.err.msg[0] != '\0');
    }
    if (ok && !*out_past_end && fault != T_FAULT_NOISE)
        T_EQ_STR(at_buf_str(&ask.out), rows[i].out); // nothing is half done
    ask_deinit(&ask);
}

T_TEST(adb_client_torture)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        if (rows[i].script == query_second_time)
            continue;
        for (int fault = T_FAULT_CLOSE; fault < T_FAULT_COUNT; fault++) {
            bool past_end = false;
            for (size_t n = 1; !past_end && n < 40; n++)
                torture_row(i, (enum t_fault)fault, n, &past_end);
        }
    }
}

T_TEST(adb_exec_is_binary_clean)
{
    struct t_peer peer;
    struct ask ask;
    t_peer_start(&peer, exec_ok, T_FAULT_NONE, 0);
    ask_init(&ask, &peer, exec, "cat", 64);
    ask.input = at_str_n("in\0put", 6);
    T_OK(exec(&ask));
    T_EQ_MEM(ask.out.data, ask.out.len, "out\0put", 7);
    t_peer_stop(&peer);
    T_EQ_TEXT(peer.trouble, "");
    ask_deinit(&ask);
}

// A device that refuses at once, and reads no further, is heard while
// megabytes are on their way.
T_TEST(adb_push_reads_a_refusal_during_sending)
{
    static char content[8 * 1024 * 1024];
    struct t_peer peer;
    struct ask ask;
    t_peer_start(&peer, push_ignored, T_FAULT_NONE, 0);
    ask_init(&ask, &peer, push, "/a", 64);
    ask.input = at_str_n(content, sizeof(content));
    T_NOT(push(&ask));
    T_EQ_INT(ask.err.code, AT_EDEVICE);
    T_HAS(ask.err.msg, "no room");
    t_peer_stop(&peer);
    ask_deinit(&ask);
}

// Three connections, half a second and a second apart, and no fourth.
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
    T_EQ_INT(pthread_join(peer.thread, NULL), 0); // by itself
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

static char home[200];

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

// A home of its own with a console token, and a file to install.
// Under WSL the SDK may be that of Windows.
T_TEST(a_program_of_windows_is_named)
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

static int
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

static int
tear_down(void **state)
{
    char token[256];
    (void)state;
    snprintf(token, sizeof(token), "%s/.emulator_console_auth_token", home);
    unlink(token);
    unlink(apk_path);
    return rmdir(home);
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
