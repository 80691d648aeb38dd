// sessions_test.c: the pool of sessions, with devices in memory
#include "mcp/session.h"
#include "mcp/sessions.h"

#include <pthread.h>
#include <unistd.h>

#include "base/alloc.h"
#include "device/device.h"
#include "flow/app/app.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"

static char folder[] = "/tmp/agentest-sessions-XXXXXX";
static const struct at_op forever = {AT_NEVER_NS, NULL};

static void
free_device(struct at_device *device)
{
    free(device);
}

static const struct at_device_ops ops = {.free = free_device};

static bool
open_device(const struct at_op *op, const char *serial,
            struct at_device **out_device, struct at_err *err)
{
    (void)op;
    (void)err;
    struct at_device *device = at_alloc(sizeof(*device));
    device->ops = &ops;
    snprintf(device->serial, sizeof(device->serial), "%s",
             *serial ? serial : "default");
    *out_device = device;
    return true;
}

// Connects and replies with the handle.
static bool
run_connect(struct at_tool_call *call, struct at_err *err)
{
    struct at_app *app;
    struct at_session_target target = {
        .serial = at_args_str(call->args, "deviceId"),
        .package = AT_STR("a.b"),
        .steal = at_args_bool(call->args, "steal", false),
    };
    if (!at_session_connect(&call->op, call->context, &target, &app, err))
        return false;
    at_tool_add_text(call, at_str(at_session_handle(call->context)));
    return true;
}

// Replies with the device.
static bool
run_where(struct at_tool_call *call, struct at_err *err)
{
    struct at_app *app;
    if (!at_session_device(&call->op, call->context, &app, err))
        return false;
    at_tool_add_text(call, at_str(at_app_device(app)->serial));
    return true;
}

static const struct at_arg args[] = {{.name = "session"},
                                     {.name = "deviceId"},
                                     {.name = "steal", .type = AT_ARG_BOOLEAN},
                                     {0}};
static const struct at_tool tool_connect = {.name = "connect",
                                            .hints = AT_TOOL_CONNECTS,
                                            .args = args,
                                            .max_ms = 5000,
                                            .run = run_connect};
static const struct at_tool tool_where = {
    .name = "where", .args = args, .max_ms = 5000, .run = run_where};

struct client {
    struct at_sessions *pool;
    uint64_t peer;
    bool shared;
    char text[1024]; // text of the last answer
    bool failed;
};

static const char *
ask(struct client *client, const struct at_tool *tool, const char *args_text)
{
    struct at_tool_caller caller = {.peer = client->peer,
                                    .shared = client->shared};
    struct at_tool_env env = {client->pool, at_session_note_failure,
                              &at_sessions_scope, &caller};
    json_t *given = json_loads(args_text, 0, NULL);
    env.scope->lane(client->pool, tool, given, &caller);
    json_t *result = at_tool_run(tool, given, &env, NULL, NULL, NULL);
    json_t *block = json_array_get(json_object_get(result, "content"), 0);
    at_str_cut(client->text, sizeof(client->text),
               at_str(json_string_value(json_object_get(block, "text"))));
    client->failed = json_is_true(json_object_get(result, "isError"));
    json_decref(result);
    json_decref(given);
    return client->text;
}

static struct at_sessions *
pool_new(size_t max, int64_t idle_ms)
{
    return at_sessions_new(
        &(struct at_sessions_opts){open_device, "tester 1", idle_ms, max});
}

static char *
with_session(const char *handle)
{
    return at_strfmt("{\"session\":\"%s\"}", handle);
}

T_TEST(sessions_in_a_separate_folder)
{
    T_OK(mkdtemp(folder) != NULL);
    setenv("AGENTEST_LEASE_DIR", folder, 1);
}

T_TEST(a_client_alone_means_its_latest)
{
    struct client me = {.pool = pool_new(0, 0), .peer = 1};
    T_EQ_TEXT(ask(&me, &tool_where, "{}"), "default");
    ask(&me, &tool_connect, "{\"deviceId\":\"x\"}");
    char *first = with_session(me.text);
    ask(&me, &tool_connect, "{\"deviceId\":\"y\"}");
    T_EQ_TEXT(ask(&me, &tool_where, "{}"), "y");
    T_EQ_TEXT(ask(&me, &tool_where, first), "x");
    T_EQ_TEXT(ask(&me, &tool_where, "{\"deviceId\":\"x\"}"), "x");
    T_EQ_TEXT(ask(&me, &tool_where, "{\"deviceId\":\"z\"}"), "z");
    ask(&me, &tool_connect, "{\"deviceId\":\"x\"}");
    T_HAS(ask(&me, &tool_where, first), "replaced by a later");
    free(first);
    at_sessions_free(me.pool);
}

T_TEST(one_of_many_clients_means_the_only_one)
{
    struct at_sessions *pool = pool_new(0, 0);
    struct client a = {.pool = pool, .peer = 1, .shared = true};
    struct client b = {.pool = pool, .peer = 2, .shared = true};
    T_EQ_TEXT(ask(&a, &tool_where, "{}"), "default");
    ask(&a, &tool_connect, "{\"deviceId\":\"x\"}");
    char *handle = at_strdup(a.text);
    T_EQ_TEXT(ask(&b, &tool_where, "{}"), "x");
    ask(&b, &tool_connect, "{\"deviceId\":\"y\"}");
    T_HAS(ask(&a, &tool_where, "{}"), "several sessions are open");
    T_HAS(a.text, handle);
    T_HAS(a.text, "(a.b on x, 0 s old)");
    T_HAS(a.text, b.failed ? "" : "(a.b on y");
    free(handle);
    at_sessions_free(pool);
}

T_TEST(another_client_has_to_steal)
{
    struct at_sessions *pool = pool_new(0, 0);
    struct client a = {.pool = pool, .peer = 1, .shared = true};
    struct client b = {.pool = pool, .peer = 2, .shared = true};
    char *handle = with_session(ask(&a, &tool_connect, "{}"));
    T_HAS(ask(&b, &tool_connect, "{}"), "in use by another client");
    T_HAS(b.text, "DEVICE_BUSY");
    ask(&b, &tool_connect, "{\"steal\":true}");
    T_NOT(b.failed);
    T_HAS(ask(&a, &tool_where, handle), "to another client of this server");
    T_HAS(a.text, "DEVICE_BUSY");
    ask(&b, &tool_connect, handle);
    T_OK(b.failed);
    free(handle);
    at_sessions_free(pool);
}

T_TEST(an_idle_session_expires)
{
    struct client me = {.pool = pool_new(0, 1), .peer = 1};
    struct client other = {.pool = pool_new(0, 0), .peer = 2};
    char *handle = with_session(ask(&me, &tool_connect, "{}"));
    // The watching thread releases the device without any call.
    while (ask(&other, &tool_connect, "{}"), other.failed)
        T_HAS(other.text, "in use by this process");
    T_HAS(ask(&me, &tool_where, handle), "expired after");
    T_HAS(me.text, "INVALID_ARGUMENT");
    T_HAS(ask(&me, &tool_where, "{}"), "expired after");
    free(handle);
    at_sessions_free(me.pool);
    at_sessions_free(other.pool);
}

T_TEST(the_least_recently_used_makes_room)
{
    struct client me = {.pool = pool_new(2, 0), .peer = 1};
    char *x = with_session(ask(&me, &tool_connect, "{\"deviceId\":\"x\"}"));
    char *y = with_session(ask(&me, &tool_connect, "{\"deviceId\":\"y\"}"));
    T_EQ_TEXT(ask(&me, &tool_where, x), "x");
    ask(&me, &tool_connect, "{\"deviceId\":\"z\"}");
    T_HAS(ask(&me, &tool_where, y), "least recently used of 2");
    T_EQ_TEXT(ask(&me, &tool_where, x), "x");
    free(x);
    free(y);
    at_sessions_free(me.pool);
}

T_TEST(unknown_and_foreign_handles_are_refused)
{
    struct client me = {.pool = pool_new(0, 0), .peer = 1};
    T_HAS(ask(&me, &tool_where, "{\"session\":\"nope\"}"), "no session 'nope'");
    T_HAS(ask(&me, &tool_connect, "{\"session\":\"nope\"}"), "no session");
    ask(&me, &tool_connect, "{\"deviceId\":\"x\"}");
    char *both = at_strfmt("{\"session\":\"%s\",\"deviceId\":\"y\"}", me.text);
    T_HAS(ask(&me, &tool_where, both), "is on 'x'");
    free(both);
    at_sessions_free(me.pool);
}

T_TEST(a_session_in_use_is_waited_for)
{
    struct client me = {.pool = pool_new(0, 0), .peer = 1};
    struct at_session *session, *again;
    struct at_err err = AT_ERR_INIT;
    ask(&me, &tool_connect, "{}");
    T_OK(at_sessions_use(&forever, me.pool, at_str(me.text), &session, NULL));
    struct at_op soon = {at_now_ns() + 20 * AT_NS_PER_MS, NULL};
    T_NOT(at_sessions_use(&soon, me.pool, at_str(me.text), &again, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    at_sessions_leave(session);
    T_OK(at_sessions_use(&forever, me.pool, at_str(me.text), &again, NULL));
    at_sessions_leave(again);
    at_sessions_free(me.pool);
}

static void
pause_ms(int64_t ms)
{
    (void)!at_op_wait_until(&forever, at_now_ns() + ms * AT_NS_PER_MS, NULL);
}

struct user {
    struct at_sessions *pool;
    const char *handle;
    struct at_op op;
    struct at_err err;
};

static void *
use_once(void *arg)
{
    struct user *user = arg;
    struct at_session *session;
    if (at_sessions_use(&user->op, user->pool, at_str(user->handle), &session,
                        &user->err))
        at_sessions_leave(session);
    return NULL;
}

// The session is left a little later in each round, at some time in the middle
// of the other's decision to wait. A lost wake-up ends with the deadline.
T_TEST(no_user_misses_that_a_session_was_left)
{
    enum { ROUNDS = 2000, NS_LATER = 100 };
    struct client me = {.pool = pool_new(0, 0), .peer = 1};
    struct at_session *session;
    pthread_t thread;
    ask(&me, &tool_connect, "{}");
    for (int64_t i = 0; i < ROUNDS; i++) {
        struct at_op op = {at_now_ns() + 5000 * AT_NS_PER_MS, NULL};
        struct user user = {me.pool, me.text, op, {0}};
        T_OK(at_sessions_use(&op, me.pool, at_str(me.text), &session, NULL));
        pthread_create(&thread, NULL, use_once, &user);
        int64_t until_ns = at_now_ns() + i * NS_LATER;
        while (at_now_ns() < until_ns)
            ;
        at_sessions_leave(session);
        pthread_join(thread, NULL);
        T_EQ_TEXT(user.err.msg, "");
    }
    at_sessions_free(me.pool);
}

T_TEST(a_cancel_ends_the_wait_for_a_session)
{
    struct client me = {.pool = pool_new(0, 0), .peer = 1};
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    struct at_session *session;
    pthread_t thread;
    ask(&me, &tool_connect, "{}");
    T_OK(at_sessions_use(&forever, me.pool, at_str(me.text), &session, NULL));
    struct user user = {me.pool, me.text, {AT_NEVER_NS, cancel}, {0}};
    pthread_create(&thread, NULL, use_once, &user);
    pause_ms(10); // most likely it waits by now
    at_cancel_fire(cancel);
    pthread_join(thread, NULL);
    T_EQ_INT(user.err.code, AT_ECANCELED);
    T_HAS(user.err.msg, "another call uses the session");
    at_sessions_leave(session);
    at_cancel_free(cancel);
    at_sessions_free(me.pool);
}

static void *
steal(void *thief)
{
    ask(thief, &tool_connect, "{\"steal\":true}");
    return NULL;
}

// The thief waits for the call that uses the session, which is cancelled; the
// user who waits for the session learns that it has ended.
T_TEST(a_theft_wakes_all_who_wait)
{
    struct client me = {.pool = pool_new(0, 0), .peer = 1};
    struct client thief = {.pool = me.pool, .peer = 2, .shared = true};
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    struct at_op op = {at_now_ns() + 20000 * AT_NS_PER_MS, cancel};
    struct at_session *session;
    pthread_t threads[2];
    ask(&me, &tool_connect, "{}");
    T_OK(at_sessions_use(&op, me.pool, at_str(me.text), &session, NULL));
    struct user user = {me.pool, me.text, {op.deadline_ns, NULL}, {0}};
    pthread_create(&threads[0], NULL, use_once, &user);
    pause_ms(10);
    pthread_create(&threads[1], NULL, steal, &thief);
    T_NOT(at_op_wait_fd(&op, -1, 0, NULL));
    T_OK(at_cancel_fired(cancel));
    pthread_join(threads[0], NULL); // before the session is left
    T_EQ_INT(user.err.code, AT_EBUSY);
    at_sessions_leave(session);
    pthread_join(threads[1], NULL);
    T_NOT(thief.failed);
    at_cancel_free(cancel);
    at_sessions_free(me.pool);
}

T_MAIN()
