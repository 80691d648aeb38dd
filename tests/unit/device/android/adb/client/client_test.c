// client_test.c: each request of the client, also cut and broken anywhere
#include <sys/socket.h>

#include "tests/unit/device/android/adb/client/ask.h"

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
// The device answers before it has read anything, and keeps reading.
static const struct t_line push_refused[] = {
    SERVICE("sync:"), T_LINE(GETS, "SEND\x08\0\0\0/a,33188"),
    T_LINE(SAYS, "FAIL\7\0\0\0no room"), T_LINE(DRAIN, ""), END};
static const struct t_line push_ignored[] = {
    SERVICE("sync:"), T_LINE(GETS, "SEND\x08\0\0\0/a,33188"),
    T_LINE(SAYS, "FAIL\7\0\0\0no room"), T_LINE(HOLD, ""), END};
static const struct t_line push_ignored_late[] = {
    SERVICE("sync:"), T_LINE(GETS, "SEND\x08\0\0\0/a,33188"),
    T_LINE(FULL, ""), T_LINE(SAYS, "FAIL\7\0\0\0no room"),
    T_LINE(HOLD, ""), END};
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

static void
push_refused_with(const struct t_line *script, int receive_bytes)
{
    static char content[8 * 1024 * 1024];
    struct t_peer peer;
    struct ask ask;
    t_peer_start(&peer, script, T_FAULT_NONE, 0);
    T_EQ_INT(setsockopt(peer.listen_fd, SOL_SOCKET, SO_RCVBUF, &receive_bytes,
                        sizeof(receive_bytes)),
             0);
    ask_init(&ask, &peer, push, "/a", 64);
    ask.op.deadline_ns = at_now_ns() + 60000 * AT_NS_PER_MS;
    ask.input = at_str_n(content, sizeof(content));
    T_NOT(push(&ask));
    T_EQ_INT(ask.err.code, AT_EDEVICE);
    T_HAS(ask.err.msg, "no room");
    t_peer_stop(&peer);
    ask_deinit(&ask);
}

// A device that refuses, and reads no further, is heard while megabytes are on
// their way: at once, or when no more of them can be sent. What is left of a
// chunk by then depends on the buffers.
T_TEST(adb_push_reads_a_refusal_during_sending)
{
    push_refused_with(push_ignored, 64 * 1024);
    for (int i = 0; i < 32; i++)
        push_refused_with(push_ignored_late, (4 + 3 * i) * 1024);
}

// Three connections, half a second and a second apart, and no fourth.
int
main(void)
{
    return T_RUN(set_up, tear_down);
}
