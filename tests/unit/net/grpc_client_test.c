// The client against an HTTP/2 server that behaves by script, also badly.
#include "net/grpc_client.h"

#include <unistd.h>

#include "base/alloc.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"
#include "tests/unit/net/grpc_server.h"

enum { MAX_REPLY = 100000, WAIT_MS = 5000 };

static const char secret[] = "dG9rZW4rL3NlY3JldA==";

static struct at_grpc_client *
connect_to(uint16_t port)
{
    char endpoint[64];
    const char *endpoints[] = {"tcp:[::1]:1", endpoint, NULL};
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%d", port);
    return at_grpc_client_new(endpoints);
}

static bool
call_with(const char *token, struct at_grpc_client *client, int64_t ms,
          struct at_buf *reply, struct at_err *err)
{
    struct at_op forever = {AT_NEVER_NS, NULL};
    struct at_op op = at_op_sub(&forever, at_now_ns(), ms);
    struct at_grpc_call what = {"/p.S/doIt", token, AT_STR("ask"), MAX_REPLY};
    at_buf_clear(reply);
    return at_grpc_client_call(&op, client, &what, reply, err);
}

static bool
call(struct at_grpc_client *client, struct at_buf *reply, struct at_err *err)
{
    return call_with(NULL, client, WAIT_MS, reply, err);
}

static const struct {
    const char *name;
    struct grpc_answer answer;
    enum at_code code; // AT_OK: the reply is "hi"
    const char *says;
    enum at_grpc_status status;
    bool may_have_run;
} rows[] = {
    {"an answer",
     {GRPC_ANSWER, NULL, "0", NULL, GRPC_BODY("\0\0\0\0\2hi")},
     AT_OK,
     "",
     AT_GRPC_OK,
     true},
    {"an answer, then broken off",
     {GRPC_ANSWER, NULL, "0", "fine", GRPC_BODY("\0\0\0\0\2hi")},
     AT_OK,
     "",
     AT_GRPC_OK,
     true},
    {"fails with words",
     {GRPC_ANSWER, NULL, "9", "not%20so", GRPC_BODY("")},
     AT_ERPC,
     "doIt: FAILED_PRECONDITION: not so",
     9,
     true},
    {"fails at once",
     {GRPC_AT_ONCE, NULL, "16", "Incorrect token", GRPC_BODY("")},
     AT_ERPC,
     "doIt: UNAUTHENTICATED: Incorrect token",
     AT_GRPC_UNAUTHENTICATED,
     false},
    {"tells the token",
     {GRPC_AT_ONCE, NULL, "16",
      "The token `Bearer dG9rZW4rL3NlY3JldA==` is invalid", GRPC_BODY("")},
     AT_ERPC,
     "doIt: UNAUTHENTICATED: The token `Bearer ***` is invalid",
     AT_GRPC_UNAUTHENTICATED,
     false},
    {"tells a part of the token, and twice",
     {GRPC_AT_ONCE, NULL, "16", "dG9rZ dG9rZW dG9rZW4rL3Nl", GRPC_BODY("")},
     AT_ERPC,
     "doIt: UNAUTHENTICATED: dG9rZ *** ***",
     AT_GRPC_UNAUTHENTICATED,
     false},
    {"a method that is not there",
     {GRPC_AT_ONCE, NULL, "12", NULL, GRPC_BODY("")},
     AT_ERPC,
     "doIt: UNIMPLEMENTED",
     AT_GRPC_UNIMPLEMENTED,
     false},
    {"no such server",
     {GRPC_AT_ONCE, "404", NULL, NULL, GRPC_BODY("")},
     AT_ERPC,
     "doIt: UNIMPLEMENTED: HTTP status 404",
     AT_GRPC_UNIMPLEMENTED,
     false},
    {"no status",
     {GRPC_NO_TRAILERS, NULL, NULL, NULL, GRPC_BODY("\0\0\0\0\2hi")},
     AT_ERPC,
     "doIt: INTERNAL: HTTP status 200 and no gRPC status",
     AT_GRPC_INTERNAL,
     true},
    {"no message",
     {GRPC_ANSWER, NULL, "0", NULL, GRPC_BODY("")},
     AT_ERPC,
     "not one message",
     AT_GRPC_OK,
     true},
    {"half a message",
     {GRPC_ANSWER, NULL, "0", NULL, GRPC_BODY("\0\0\0\0\3hi")},
     AT_ERPC,
     "not one message",
     AT_GRPC_OK,
     true},
    {"two messages",
     {GRPC_ANSWER, NULL, "0", NULL, GRPC_BODY("\0\0\0\0\0\0\0\0\0\0")},
     AT_ERPC,
     "not one message",
     AT_GRPC_OK,
     true},
    {"compressed",
     {GRPC_ANSWER, NULL, "0", NULL, GRPC_BODY("\1\0\0\0\2hi")},
     AT_ERPC,
     "not one message",
     AT_GRPC_OK,
     true},
    {"broken off",
     {GRPC_RESET, NULL, NULL, NULL, GRPC_BODY("\0\0\0\0\2hi")},
     AT_ERPC,
     "doIt: UNAVAILABLE: the server broke the call off",
     AT_GRPC_UNAVAILABLE,
     true},
    {"refused",
     {GRPC_REFUSE, NULL, NULL, NULL, GRPC_BODY("")},
     AT_ERPC,
     "takes no more calls",
     AT_GRPC_UNAVAILABLE,
     false},
    {"goes away",
     {GRPC_GO_AWAY, NULL, NULL, NULL, GRPC_BODY("")},
     AT_ERPC,
     "takes no more calls",
     AT_GRPC_UNAVAILABLE,
     false},
    {"closes",
     {GRPC_CLOSE, NULL, NULL, NULL, GRPC_BODY("\0\0\0\0\2hi")},
     AT_ERPC,
     "doIt: UNAVAILABLE: the server closed the connection",
     AT_GRPC_UNAVAILABLE,
     true},
    {"noise",
     {GRPC_NOISE, NULL, NULL, NULL, GRPC_BODY("")},
     AT_ERPC,
     "doIt: UNAVAILABLE: HTTP/2",
     AT_GRPC_UNAVAILABLE,
     true},
    {"says nothing",
     {GRPC_SILENCE, NULL, NULL, NULL, GRPC_BODY("")},
     AT_ETIMEOUT,
     "doIt: ",
     AT_GRPC_UNKNOWN,
     true},
};

// Each, and after it a call that goes well, by whatever connection.
T_TEST(grpc_client_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct grpc_answer answers[] = {
            rows[i].answer,
            {GRPC_ANSWER, NULL, "0", NULL, GRPC_BODY("\0\0\0\0\2hi")},
        };
        struct at_err err = AT_ERR_INIT;
        struct at_buf reply = AT_BUF_INIT(MAX_REPLY);
        struct grpc_server server;

        T_ROW(rows[i].name);
        grpc_server_start(&server, answers, T_LEN(answers));
        struct at_grpc_client *client = connect_to(server.port);
        int64_t ms = rows[i].answer.manner == GRPC_SILENCE ? 100 : WAIT_MS;
        bool ok = call_with(secret, client, ms, &reply, &err);
        T_EQ_INT(err.code, rows[i].code);
        T_EQ_INT(ok, rows[i].code == AT_OK);
        T_HAS(err.msg, rows[i].says);
        T_OK(!strstr(err.msg, secret));
        T_EQ_STR(at_buf_str(&reply), ok ? "hi" : "");
        T_EQ_INT(at_grpc_client_status(client), rows[i].status);
        T_EQ_INT(err.may_have_run, !ok && rows[i].may_have_run);
        T_OK(call(client, &reply, &err));
        T_EQ_STR(at_buf_str(&reply), "hi");
        T_EQ_INT(server.calls, 2);
        at_grpc_client_free(client);
        grpc_server_stop(&server);
        T_EQ_TEXT(server.seen[0].authorization, "Bearer dG9rZW4rL3NlY3JldA==");
        T_EQ_TEXT(server.seen[1].authorization, "");
        at_buf_deinit(&reply);
    }
}

T_TEST(grpc_client_keeps_one_connection)
{
    enum { CALLS = 20 };
    struct grpc_answer answers[CALLS];
    struct at_buf reply = AT_BUF_INIT(MAX_REPLY);
    struct at_err err = AT_ERR_INIT;
    struct grpc_server server;

    for (size_t i = 0; i < CALLS; i++)
        answers[i] = (struct grpc_answer){GRPC_ANSWER, NULL, "0", NULL,
                                          AT_STR("\0\0\0\0\2hi")};
    grpc_server_start(&server, answers, T_LEN(answers));
    struct at_grpc_client *client = connect_to(server.port);
    for (size_t i = 0; i < CALLS; i++)
        T_OK(call(client, &reply, &err));
    T_EQ_INT(server.connections, 1);
    at_grpc_client_free(client);
    grpc_server_stop(&server);
    T_EQ_TEXT(server.seen[0].authorization, "");
    T_HAS(server.seen[0].timeout, "m");
    at_buf_deinit(&reply);
}

T_TEST(grpc_client_bounds_an_answer)
{
    static const size_t lengths[] = {MAX_REPLY, MAX_REPLY + 1, 40 * MAX_REPLY};
    for (size_t i = 0; i < T_LEN(lengths); i++) {
        struct at_buf body = AT_BUF_INIT(100 * MAX_REPLY);
        struct at_buf reply = AT_BUF_INIT(MAX_REPLY);
        struct at_err err = AT_ERR_INIT;
        struct grpc_server server;
        char *bytes = at_alloc(lengths[i]);

        T_OK(at_grpc_frame_write(&body, at_str_n(bytes, lengths[i])));
        struct grpc_answer answers[] = {
            {GRPC_ANSWER, NULL, "0", NULL, at_buf_str(&body)},
            {GRPC_ANSWER, NULL, "0", NULL, GRPC_BODY("\0\0\0\0\2hi")},
        };
        grpc_server_start(&server, answers, T_LEN(answers));
        struct at_grpc_client *client = connect_to(server.port);
        T_EQ_INT(call(client, &reply, &err), i == 0);
        T_EQ_INT(err.code, i == 0 ? AT_OK : AT_ELIMIT);
        T_EQ_SIZE(reply.len, i == 0 ? lengths[i] : 0);
        T_OK(call(client, &reply, &err));
        at_grpc_client_free(client);
        grpc_server_stop(&server);
        free(bytes);
        at_buf_deinit(&reply);
        at_buf_deinit(&body);
    }
}

T_TEST(grpc_client_without_a_server)
{
    struct at_buf reply = AT_BUF_INIT(MAX_REPLY);
    struct at_err err = AT_ERR_INIT;
    char address[32];
    uint16_t port;
    int fd;
    T_OK(at_listen_tcp("127.0.0.1", 0, &fd, &port, NULL));
    close(fd); // the port is closed now
    struct at_grpc_client *client = connect_to(port);
    T_NOT(call(client, &reply, &err));
    T_EQ_INT(err.code, AT_EGRPC);
    T_HAS(err.msg, "tcp:[::1]:1");
    snprintf(address, sizeof(address), "tcp:127.0.0.1:%d", port);
    T_HAS(err.msg, address);
    T_NOT(err.may_have_run);
    at_grpc_client_free(client);
}

T_TEST(grpc_client_is_cancelled)
{
    struct grpc_answer answers[] = {{GRPC_SILENCE, NULL, NULL, NULL, {0}}};
    struct at_buf reply = AT_BUF_INIT(MAX_REPLY);
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    struct at_op op = {AT_NEVER_NS, cancel};
    struct at_grpc_call what = {"/p.S/doIt", NULL, AT_STR(""), MAX_REPLY};
    struct at_err err = AT_ERR_INIT;
    struct grpc_server server;
    grpc_server_start(&server, answers, T_LEN(answers));
    struct at_grpc_client *client = connect_to(server.port);
    at_cancel_fire(cancel);
    T_NOT(at_grpc_client_call(&op, client, &what, &reply, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    T_NOT(err.may_have_run);
    T_EQ_INT(server.calls, 0);
    at_grpc_client_free(client);
    grpc_server_stop(&server);
    at_cancel_free(cancel);
}

T_MAIN()
