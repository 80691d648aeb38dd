// link_test.c: a helper that answers in every wrong way
#include <poll.h>

#include "base/limits.h"
#include "tests/scripted.h"
#include "tests/t.h"
#include "tests/unit/device/android/helper/requests.h"

enum { SHORT_MS = 300, LONG_MS = 10000 };

#define HEAD(path, len)                                                        \
    "POST " path " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer T\r\n" \
    "Content-Type: application/json\r\nContent-Length: " #len "\r\n\r\n"
#define TAP HEAD("/tap", 13) "{\"x\":1,\"y\":2}"
#define TREE HEAD("/tree", 2) "{}"
#define OK_JSON                                                                \
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"                    \
    "Content-Length: 11\r\n\r\n{\"ok\":true}"
#define CHUNKED                                                                \
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"                    \
    "Transfer-Encoding: chunked\r\n\r\n"

static bool
dial(const struct at_op *op, void *user, struct at_conn **out_conn,
     struct at_err *err)
{
    const struct t_peer *peer = user;
    char endpoint[64];
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%d", peer->port);
    return at_conn_open(op, endpoint, out_conn, err);
}

static struct at_op
op_of(int64_t ms)
{
    struct at_op forever = {AT_NEVER_NS, NULL};
    return at_op_sub(&forever, at_now_ns(), ms);
}

struct rig {
    struct t_peer peer;
    struct at_helper_dial dial;
    struct at_helper *helper;
};

static void
rig_init(struct rig *rig, const struct t_line *script)
{
    t_peer_start(&rig->peer, script, T_FAULT_NONE, 0);
    rig->dial = (struct at_helper_dial){dial, &rig->peer};
    rig->helper = at_helper_attach(&rig->dial, "T");
}

static void
rig_deinit(struct rig *rig)
{
    at_helper_free(rig->helper);
    t_peer_stop(&rig->peer);
    T_EQ_TEXT(rig->peer.trouble, "");
}

static bool
tap(struct rig *rig, int64_t ms, struct at_err *err)
{
    struct at_op op = op_of(ms);
    return helper_tap(&op, rig->helper, err);
}

static bool
read_tree(struct rig *rig, int64_t ms, struct at_err *err)
{
    struct at_op op = op_of(ms);
    struct at_tree *tree;
    bool ok = at_helper_tree(&op, rig->helper, NULL, &tree, NULL, err);
    T_EQ_INT(ok, tree != NULL);
    at_tree_free(tree);
    return ok;
}

T_TEST(a_connection_is_used_again)
{
    static const struct t_line script[] = {T_LINE(GETS, TAP),
                                           T_LINE(SAYS, OK_JSON),
                                           T_LINE(GETS, TAP),
                                           T_LINE(SAYS, OK_JSON),
                                           {T_END, {0}}};
    struct rig rig;
    struct at_err err = AT_ERR_INIT;
    rig_init(&rig, script);
    T_OK(tap(&rig, LONG_MS, &err));
    T_OK(tap(&rig, LONG_MS, &err));
    rig_deinit(&rig);
}

T_TEST(after_a_close_it_is_made_again)
{
    static const struct t_line script[] = {
        T_LINE(GETS, TAP),
        T_LINE(SAYS, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"
                     "Content-Type: application/json\r\nConnection: close\r\n"
                     "Transfer-Encoding: chunked\r\n\r\n4\r\n{\"ok\r\n7\r\n"
                     "\":true}\r\n0\r\n\r\n"),
        T_LINE(NEXT, ""),
        T_LINE(GETS, TAP),
        T_LINE(SAYS, OK_JSON),
        // Closed between two requests, as after a long silence.
        T_LINE(NEXT, ""),
        T_LINE(GETS, TAP),
        // More bytes than the answer has.
        T_LINE(SAYS, OK_JSON OK_JSON),
        T_LINE(NEXT, ""),
        T_LINE(GETS, TAP),
        T_LINE(SAYS, OK_JSON),
        {T_END, {0}}};
    struct rig rig;
    struct at_err err = AT_ERR_INIT;
    rig_init(&rig, script);
    for (int i = 0; i < 4; i++) {
        struct at_op op = op_of(LONG_MS);
        // Wait until the close has arrived.
        if (i == 2)
            T_OK(at_op_wait_fd(&op, at_conn_fd(rig.helper->link.conn), POLLIN,
                               &err));
        T_OK(tap(&rig, LONG_MS, &err));
    }
    rig_deinit(&rig);
}

static const struct {
    const char *name;
    const char *says;
    enum t_what then; // T_END: close; T_DRAIN: stay open and silent
    int64_t ms;
    enum at_code code;
    const char *words;
} rows[] = {
    {"closes at once", "", T_END, LONG_MS, AT_ENODEV, "without an answer"},
    {"half a head", "HTTP/1.1 200 OK\r\nConte", T_END, LONG_MS, AT_ENODEV,
     "without an answer"},
    {"half a body",
     "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
     "Content-Length: 11\r\n\r\n{\"ok\"",
     T_END, LONG_MS, AT_ENODEV, "in the middle"},
    {"half a chunk", CHUNKED "b\r\n{\"ok\":", T_END, LONG_MS, AT_ENODEV,
     "in the middle"},
    {"a huge length",
     "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
     "Content-Length: 9999999999999\r\n\r\n{",
     T_DRAIN, LONG_MS, AT_ELIMIT, "more than"},
    {"a huge chunk", CHUNKED "ffffffffff\r\n{", T_DRAIN, SHORT_MS, AT_ETIMEOUT,
     ""},
    {"no HTTP", "220 ready\r\n", T_DRAIN, LONG_MS, AT_EPROTO, "not HTTP"},
    {"a broken chunk", CHUNKED "zz\r\n", T_DRAIN, LONG_MS, AT_EPROTO,
     "not HTTP"},
    {"two lengths",
     "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
     T_DRAIN, LONG_MS, AT_EPROTO, "not HTTP"},
    {"no JSON",
     "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
     "Content-Length: 3\r\n\r\nabc",
     T_DRAIN, LONG_MS, AT_EPROTO, "not JSON"},
    {"another answer",
     "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
     "Content-Length: 2\r\n\r\n[]",
     T_DRAIN, LONG_MS, AT_EPROTO, "'ok'"},
    {"a page",
     "HTTP/1.1 502 Bad\r\nContent-Type: text/html\r\n"
     "Content-Length: 3\r\n\r\nabc",
     T_DRAIN, LONG_MS, AT_EPROTO, "502 without JSON"},
    {"says nothing", "", T_DRAIN, SHORT_MS, AT_ETIMEOUT, ""},
    {"stops within", "HTTP/1.1 200 OK\r\n", T_DRAIN, SHORT_MS, AT_ETIMEOUT, ""},
};

T_TEST(wrong_answers_are_reported)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        const struct t_line script[] = {T_LINE(GETS, TAP),
                                        {T_SAYS, at_str(rows[i].says)},
                                        {rows[i].then, {0}},
                                        {T_END, {0}}};
        struct rig rig;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].name);
        rig_init(&rig, script);
        T_NOT(tap(&rig, rows[i].ms, &err));
        T_EQ_INT(err.code, rows[i].code);
        T_HAS(err.msg, rows[i].words);
        // The tap may have been done.
        T_OK(err.may_have_run);
        rig_deinit(&rig);
    }
}

T_TEST(the_next_call_connects_again)
{
    static const struct t_line script[] = {
        T_LINE(GETS, TAP),     T_LINE(SAYS, "HTTP/1.1 200 OK\r\n"),
        T_LINE(NEXT, ""),      T_LINE(GETS, TAP),
        T_LINE(SAYS, OK_JSON), {T_END, {0}}};
    struct rig rig;
    struct at_err err = AT_ERR_INIT;
    rig_init(&rig, script);
    T_NOT(tap(&rig, LONG_MS, &err));
    T_OK(tap(&rig, LONG_MS, &err));
    rig_deinit(&rig);
}

T_TEST(reading_leaves_the_device_as_it_was)
{
    static const struct t_line script[] = {
        T_LINE(GETS, TREE), T_LINE(SAYS, "HTTP/1.1 "), {T_END, {0}}};
    struct rig rig;
    struct at_err err = AT_ERR_INIT;
    rig_init(&rig, script);
    T_NOT(read_tree(&rig, LONG_MS, &err));
    T_NOT(err.may_have_run);
    rig_deinit(&rig);
}

T_TEST(an_answer_without_a_tree_is_reported)
{
    static const struct t_line script[] = {
        T_LINE(GETS, TREE), T_LINE(SAYS, OK_JSON), {T_END, {0}}};
    struct rig rig;
    struct at_err err = AT_ERR_INIT;
    rig_init(&rig, script);
    T_NOT(read_tree(&rig, LONG_MS, &err));
    T_EQ_INT(err.code, AT_ETREE);
    rig_deinit(&rig);
}

// The caller still has time, but the request's own is over.
T_TEST(a_helper_that_hangs_is_given_up)
{
    static const struct t_line script[] = {
        T_LINE(GETS, "GET /status"), T_LINE(DRAIN, ""), {T_END, {0}}};
    struct rig rig;
    struct at_helper_status status;
    struct at_op op = op_of(LONG_MS);
    struct at_err err = AT_ERR_INIT;
    rig_init(&rig, script);
    T_NOT(at_helper_request_status(&op, rig.helper, SHORT_MS, &status, &err));
    T_EQ_INT(err.code, AT_EDEVICE);
    T_HAS(err.msg, "does not answer /status within 300 ms");
    T_EQ_INT(at_helper_state(rig.helper), AT_HELPER_DOUBTFUL);
    rig_deinit(&rig);
}

#define FRAMEWORK HEAD("/framework", 17) "{\"package\":\"a.b\"}"
#define FLUTTER                                                                \
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"                    \
    "Content-Length: 31\r\n\r\n{\"ok\":true,\"primary\":\"flutter\"}"

static const struct {
    const char *name;
    const char *says;
    enum t_what then;
    int64_t ms;
    enum at_code code;
    const char *words;
} framework_rows[] = {
    {"answers", FLUTTER, T_DRAIN, LONG_MS, AT_OK, ""},
    {"says nothing", "", T_DRAIN, SHORT_MS, AT_ETIMEOUT, ""},
    {"closes", "HTTP/1.1 ", T_NEXT, LONG_MS, AT_ENODEV, "without an answer"},
    {"another answer", OK_JSON, T_DRAIN, LONG_MS, AT_EPROTO, "primary"},
    {"a page",
     "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
     "Content-Length: 3\r\n\r\nabc",
     T_DRAIN, LONG_MS, AT_EPROTO, "not JSON"},
};

// Whatever happens to it, the next request has another connection.
T_TEST(a_framework_request_disturbs_no_other)
{
    for (size_t i = 0; i < T_LEN(framework_rows); i++) {
        const struct t_line script[] = {
            T_LINE(GETS, FRAMEWORK),
            {T_SAYS, at_str(framework_rows[i].says)},
            {framework_rows[i].then, {0}},
            T_LINE(NEXT, ""),
            T_LINE(GETS, TAP),
            T_LINE(SAYS, OK_JSON),
            {T_END, {0}}};
        struct t_line closed[T_LEN(script)];
        struct at_helper_framework found;
        struct at_err err = AT_ERR_INIT;
        struct rig rig;
        T_ROW(framework_rows[i].name);
        memcpy(closed, script, sizeof(script));
        if (framework_rows[i].then == T_NEXT) // it replaces both
            memmove(&closed[2], &closed[3], 4 * sizeof(*closed));
        rig_init(&rig, closed);
        struct at_op op = op_of(framework_rows[i].ms);
        T_OK(at_helper_request_framework(&op, rig.helper, "a.b", &err));
        T_EQ_INT(at_helper_receive_framework(&op, rig.helper, &found, &err),
                 framework_rows[i].code == AT_OK);
        T_EQ_INT(err.code, framework_rows[i].code);
        T_HAS(err.msg, framework_rows[i].words);
        T_EQ_STR(found.primary, err.code == AT_OK ? "flutter" : "");
        T_NOT(err.may_have_run);
        at_helper_framework_deinit(&found);
        T_OK(tap(&rig, LONG_MS, &err));
        rig_deinit(&rig);
    }
}

T_TEST(an_answer_is_taken_once)
{
    static const struct t_line script[] = {
        T_LINE(GETS, FRAMEWORK), T_LINE(SAYS, FLUTTER), {T_END, {0}}};
    struct at_helper_framework found;
    struct at_op op = op_of(LONG_MS);
    struct at_err err = AT_ERR_INIT;
    struct rig rig;
    rig_init(&rig, script);
    T_NOT(at_helper_receive_framework(&op, rig.helper, &found, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_OK(at_helper_request_framework(&op, rig.helper, "a.b", &err));
    T_OK(at_helper_receive_framework(&op, rig.helper, &found, &err));
    at_helper_framework_deinit(&found);
    T_NOT(at_helper_receive_framework(&op, rig.helper, &found, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    rig_deinit(&rig);
}

T_TEST(a_refused_connection_is_reported)
{
    static const struct t_line script[] = {{T_END, {0}}};
    struct rig rig;
    struct at_err err = AT_ERR_INIT;
    rig_init(&rig, script);
    t_peer_stop(&rig.peer);
    T_NOT(tap(&rig, LONG_MS, &err));
    T_EQ_INT(err.code, AT_ENODEV);
    T_NOT(err.may_have_run);
    at_helper_free(rig.helper);
}

T_TEST(cancelling_ends_a_call)
{
    static const struct t_line script[] = {
        T_LINE(GETS, TAP), T_LINE(DRAIN, ""), {T_END, {0}}};
    struct rig rig;
    struct at_err err = AT_ERR_INIT;
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    struct at_op op = {AT_NEVER_NS, cancel};
    rig_init(&rig, script);
    at_cancel_fire(cancel);
    T_NOT(helper_tap(&op, rig.helper, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    at_cancel_free(cancel);
    rig_deinit(&rig);
}

T_MAIN()
