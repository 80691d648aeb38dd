// lanes_test.c: lanes side by side, in order within, bounded in number
#include "mcp/calls.h"

#include <pthread.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"

struct rig {
    struct at_calls *calls;
    struct at_sink sink;
    pthread_mutex_t lock; // guards all below
    pthread_cond_t change;
    struct at_buf order; // the names of the calls, in the order of their ends
    size_t running;
    size_t most; // calls that ever ran at once
    size_t done;
    bool open; // calls named "h..." wait for it
};

static json_t *
work_none(void *user, struct at_mcp_call *call, struct at_rpc_error *error)
{
    (void)user;
    (void)call;
    (void)error;
    return NULL;
}

static enum at_sink_kind
execute(void *user, struct at_mcp_call *call, struct at_buf *out)
{
    struct rig *rig = user;
    const char *name = call->target;
    pthread_mutex_lock(&rig->lock);
    rig->running++;
    if (rig->running > rig->most)
        rig->most = rig->running;
    pthread_cond_broadcast(&rig->change);
    while (name[0] == 'h' && !rig->open && !at_cancel_fired(call->cancel)) {
        pthread_mutex_unlock(&rig->lock);
        struct at_op op = {AT_NEVER_NS, call->cancel};
        (void)!at_op_wait_until(&op, at_now_ns() + AT_NS_PER_MS, NULL);
        pthread_mutex_lock(&rig->lock);
    }
    rig->running--;
    at_buf_add_fmt(&rig->order, "%s ", name);
    pthread_cond_broadcast(&rig->change);
    pthread_mutex_unlock(&rig->lock);
    at_buf_add_text(out, name);
    return AT_SINK_REPLY;
}

static void
send(void *user, enum at_sink_kind kind, struct at_buf *message)
{
    (void)user;
    (void)kind;
    (void)message;
}

static void
done(void *user)
{
    struct rig *rig = user;
    pthread_mutex_lock(&rig->lock);
    rig->done++;
    pthread_cond_broadcast(&rig->change);
    pthread_mutex_unlock(&rig->lock);
}

static void
rig_init(struct rig *rig)
{
    *rig = (struct rig){.sink = {send, NULL, done, rig},
                        .order = AT_BUF_INIT(AT_MIB)};
    pthread_mutex_init(&rig->lock, NULL);
    pthread_cond_init(&rig->change, NULL);
    rig->calls = at_calls_new(execute, rig);
}

static void
rig_deinit(struct rig *rig)
{
    int64_t now_ns = at_now_ns();
    struct at_op op = {now_ns + 10000 * AT_NS_PER_MS, NULL};
    T_OK(at_calls_finish(&op, rig->calls, now_ns));
    at_calls_free(rig->calls);
    at_buf_deinit(&rig->order);
    pthread_cond_destroy(&rig->change);
    pthread_mutex_destroy(&rig->lock);
}

static void
add(struct rig *rig, int id, const char *name, const char *lane)
{
    json_t *root = json_pack("{s:i}", "id", id);
    struct at_mcp_call call = {
        .request = {.kind = AT_RPC_REQUEST,
                    .root = root,
                    .id = json_object_get(root, "id")},
        .sink = rig->sink,
        .work = work_none,
        .target = name,
    };
    at_str_cut(call.lane, sizeof(call.lane), at_str(lane));
    T_OK(at_calls_add(rig->calls, &call, NULL));
}

static void
wait_for(struct rig *rig, const size_t *count, size_t want)
{
    pthread_mutex_lock(&rig->lock);
    while (*count < want)
        pthread_cond_wait(&rig->change, &rig->lock);
    pthread_mutex_unlock(&rig->lock);
}

static void
let_go(struct rig *rig)
{
    pthread_mutex_lock(&rig->lock);
    rig->open = true;
    pthread_mutex_unlock(&rig->lock);
}

T_TEST(a_lane_does_not_wait_for_another)
{
    struct rig rig;
    rig_init(&rig);
    add(&rig, 1, "h1", "a");
    add(&rig, 2, "a2", "a");
    add(&rig, 3, "b3", "b");
    wait_for(&rig, &rig.done, 1);
    add(&rig, 4, "b4", "b");
    wait_for(&rig, &rig.done, 2);
    let_go(&rig);
    wait_for(&rig, &rig.done, 4);
    T_EQ_TEXT(at_buf_text(&rig.order), "b3 b4 h1 a2 ");
    rig_deinit(&rig);
}

// Many rounds: no order of events may lose a call.
T_TEST(every_call_ends_and_lanes_keep_their_order)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    enum { ROUNDS = 200, CALLS = 12 };
    for (int round = 0; round < ROUNDS; round++) {
        struct rig rig;
        rig_init(&rig);
        for (int i = 0; i < CALLS; i++)
            add(&rig, i, names[i % 4], names[i % 4]);
        wait_for(&rig, &rig.done, CALLS);
        T_EQ_SIZE(rig.order.len, 2 * CALLS);
        rig_deinit(&rig);
    }
}

T_TEST(lanes_are_bounded)
{
    enum { MORE = 5 };
    struct rig rig;
    rig_init(&rig);
    for (int i = 0; i < (int)AT_MCP_LANES_MAX + MORE; i++) {
        char *lane = at_strfmt("lane %d", i);
        add(&rig, i, "h", lane);
        free(lane);
    }
    wait_for(&rig, &rig.running, AT_MCP_LANES_MAX);
    let_go(&rig);
    wait_for(&rig, &rig.done, AT_MCP_LANES_MAX + MORE);
    T_EQ_SIZE(rig.most, AT_MCP_LANES_MAX);
    rig_deinit(&rig);
}

T_TEST(the_end_interrupts_all_lanes)
{
    struct rig rig;
    rig_init(&rig);
    add(&rig, 1, "h1", "a");
    add(&rig, 2, "h2", "b");
    add(&rig, 3, "h3", "b");
    wait_for(&rig, &rig.running, 2);
    int64_t now_ns = at_now_ns();
    struct at_op op = {now_ns + 10000 * AT_NS_PER_MS, NULL};
    T_OK(at_calls_finish(&op, rig.calls, now_ns));
    wait_for(&rig, &rig.done, 3);
    rig_deinit(&rig);
}

T_TEST(a_cancel_finds_its_lane)
{
    struct rig rig;
    json_t *id = json_integer(2);
    rig_init(&rig);
    add(&rig, 1, "h1", "a");
    add(&rig, 2, "h2", "b");
    wait_for(&rig, &rig.running, 2);
    at_calls_cancel(rig.calls, 0, id);
    wait_for(&rig, &rig.done, 1);
    T_EQ_TEXT(at_buf_text(&rig.order), "h2 ");
    let_go(&rig);
    wait_for(&rig, &rig.done, 2);
    json_decref(id);
    rig_deinit(&rig);
}

T_MAIN()
