// fixture.h: a server with small tools, its answers collected in memory
#ifndef AT_TESTS_UNIT_MCP_FIXTURE_H
#define AT_TESTS_UNIT_MCP_FIXTURE_H

#include <jansson.h>
#include <pthread.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "mcp/progress.h"
#include "mcp/server.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"

struct fixture {
    struct at_mcp *mcp;
    struct at_mcp_peer peer;
    struct at_sink sink;
    pthread_mutex_t lock; // guards all below
    pthread_cond_t change;
    struct at_buf text; // the answers, one per line
    size_t answers;
    size_t notifications;
    size_t done;
    enum at_code failed; // code of the last tool that failed
    bool held;           // the tool "hold" waits while it is set
    bool holding;        // the tool "hold" runs
};

static inline bool
tool_echo(struct at_tool_call *call, struct at_err *err)
{
    (void)err;
    at_tool_add_text(call, at_args_str(call->args, "text"));
    return true;
}

static inline bool
tool_fail(struct at_tool_call *call, struct at_err *err)
{
    at_tool_add_text(call, AT_STR("left over"));
    return at_fail(err, AT_ENOTFOUND, "no element 'x'");
}

static inline bool
tool_long(struct at_tool_call *call, struct at_err *err)
{
    (void)err;
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    at_buf_add_char(&text, '\xff');
    while (text.len < 3 * AT_MCP_TEXT_MAX_BYTES)
        at_buf_add_text(&text, "\xe2\x82\xac");
    at_tool_add_text(call, at_buf_str(&text));
    at_buf_deinit(&text);
    return true;
}

// Runs until it is released or cancelled.
static inline bool
tool_hold(struct at_tool_call *call, struct at_err *err)
{
    struct fixture *f = call->context;
    bool held = true;
    unsigned rounds = 0;
    while (held &&
           at_op_wait_until(&call->op, at_now_ns() + AT_NS_PER_MS, err)) {
        if (rounds % 400 == 0 && rounds <= 400) // the same step, twice
            at_progress_step(call->progress, 0, 2, "first");
        rounds++;
        pthread_mutex_lock(&f->lock);
        f->holding = true;
        held = f->held;
        pthread_cond_broadcast(&f->change);
        pthread_mutex_unlock(&f->lock);
    }
    at_progress_step(call->progress, 1, 2, "second");
    return !held;
}

// Runs until it is released, and does not hear that it is cancelled.
static inline bool
tool_stuck(struct at_tool_call *call, struct at_err *err)
{
    (void)err;
    struct fixture *f = call->context;
    pthread_mutex_lock(&f->lock);
    f->holding = true;
    pthread_cond_broadcast(&f->change);
    while (f->held)
        pthread_cond_wait(&f->change, &f->lock);
    pthread_mutex_unlock(&f->lock);
    return true;
}

static const struct at_arg fixture_args[] = {
    {.name = "text", .required = true, .help = "said again"}, {0}};
static const struct at_arg fixture_no_args[] = {{0}};

static const struct at_tool fixture_echo = {.name = "echo",
                                            .title = "Echo",
                                            .description = "Says it again.",
                                            .hints = AT_TOOL_READ_ONLY,
                                            .args = fixture_args,
                                            .max_ms = 1000,
                                            .run = tool_echo};
static const struct at_tool fixture_fail = {.name = "fail",
                                            .title = "Fail",
                                            .description = "Fails.",
                                            .args = fixture_no_args,
                                            .max_ms = 1000,
                                            .run = tool_fail};
static const struct at_tool fixture_hold = {.name = "hold",
                                            .title = "Hold",
                                            .description = "Takes its time.",
                                            .args = fixture_no_args,
                                            .max_ms = 300000,
                                            .run = tool_hold};
static const struct at_tool fixture_stuck = {.name = "stuck",
                                             .title = "Stuck",
                                             .description = "Never hears.",
                                             .args = fixture_no_args,
                                             .max_ms = 300000,
                                             .run = tool_stuck};
static const struct at_tool fixture_long = {.name = "long",
                                            .title = "Long",
                                            .description = "Says too much.",
                                            .args = fixture_no_args,
                                            .max_ms = 1000,
                                            .run = tool_long};
static const struct at_tool *const fixture_tools[] = {
    &fixture_echo, &fixture_fail, &fixture_hold, &fixture_stuck, &fixture_long};

static inline void
fixture_send(void *user, enum at_sink_kind kind, struct at_buf *message)
{
    struct fixture *f = user;
    pthread_mutex_lock(&f->lock);
    at_buf_add_str(&f->text, at_buf_str(message));
    at_buf_add_char(&f->text, '\n');
    f->answers += kind == AT_SINK_REPLY;
    f->notifications += kind == AT_SINK_NOTIFICATION;
    pthread_cond_broadcast(&f->change);
    pthread_mutex_unlock(&f->lock);
}

static inline void
fixture_failed(void *user, const struct at_err *err)
{
    struct fixture *f = user;
    f->failed = err->code;
}

static inline void
fixture_done(void *user)
{
    struct fixture *f = user;
    pthread_mutex_lock(&f->lock);
    f->done++;
    pthread_cond_broadcast(&f->change);
    pthread_mutex_unlock(&f->lock);
}

static inline void
fixture_init(struct fixture *f)
{
    *f = (struct fixture){.sink = {fixture_send, NULL, fixture_done, f},
                          .text = AT_BUF_INIT(64 * AT_MIB)};
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->change, NULL);
    struct at_mcp_opts opts = {
        .name = "fixture",
        .title = "Fixture",
        .version = "1.0",
        .instructions = "None.",
        .tools = fixture_tools,
        .tool_count = T_LEN(fixture_tools),
        .env = {.context = f, .failed = fixture_failed},
    };
    f->mcp = at_mcp_new(&opts);
    at_mcp_peer_init(&f->peer, f->mcp);
}

static inline void
fixture_deinit(struct fixture *f)
{
    int64_t now_ns = at_now_ns();
    struct at_op op = {now_ns + 10000 * AT_NS_PER_MS, NULL};
    T_OK(at_mcp_finish(&op, f->mcp, now_ns));
    at_mcp_free(f->mcp);
    at_buf_deinit(&f->text);
    pthread_cond_destroy(&f->change);
    pthread_mutex_destroy(&f->lock);
}

static inline void
fixture_send_in(struct fixture *f, struct at_str message)
{
    at_mcp_receive(&f->peer, message, &f->sink);
}

// Wait until *count (a field of f) is at least want.
static inline void
fixture_wait(struct fixture *f, const size_t *count, size_t want)
{
    pthread_mutex_lock(&f->lock);
    while (*count < want)
        pthread_cond_wait(&f->change, &f->lock);
    pthread_mutex_unlock(&f->lock);
}

static inline void
fixture_hold_on(struct fixture *f, bool held)
{
    pthread_mutex_lock(&f->lock);
    f->held = held;
    pthread_cond_broadcast(&f->change);
    pthread_mutex_unlock(&f->lock);
}

static inline void
fixture_wait_holding(struct fixture *f)
{
    pthread_mutex_lock(&f->lock);
    while (!f->holding)
        pthread_cond_wait(&f->change, &f->lock);
    f->holding = false;
    pthread_mutex_unlock(&f->lock);
}

// Send one message and return all answers until it was done. Borrowed until the
// next use of the fixture.
static inline const char *
fixture_ask(struct fixture *f, struct at_str message)
{
    size_t done = f->done;
    at_buf_clear(&f->text);
    f->answers = f->notifications = 0;
    fixture_send_in(f, message);
    fixture_wait(f, &f->done, done + 1);
    return at_buf_text(&f->text);
}

#endif
