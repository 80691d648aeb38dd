// follow.c: reading a stream in order, from where its reader is
//
// A consumer of the server pushes the messages. It is given up at a gap, at
// silence and at a reconnect, and another one begins after what the reader has:
// nothing is skipped and nothing comes twice.
#include <string.h>

#include "base/alloc.h"
#include "bus/bus_priv.h"
#include "bus/message.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "sys/task.h"

#define AT_LOG_MODULE "bus"

enum {
    BATCH_MAX = 512,
    BATCH_MAX_BYTES = 4 * 1024 * 1024,
    BEAT_MS = 1000,
    SILENCE_MS = 3500,
    POLL_MS = 250,
    AGAIN_MS = 250,
    QUEUED_MAX = 65536,
    QUEUED_MAX_BYTES = 64 * 1024 * 1024,
    INACTIVE_MS = 10000,
    AVOIDED_MS = 600000,
    PLACES = 8, // tries to get a consumer on another node
};

struct at_bus_follower {
    struct at_bus *bus;
    struct at_bus_following following;
    struct at_task task;
    natsSubscription *subscription;
    uint64_t number; // the consumer's last one
    uint64_t reconnects;
    // Guarded by the lock of the bus:
    char node[AT_BUS_NODE_MAX]; // that has the consumer; "": unknown
    uint64_t moves;

    uint64_t moved; // moves that were made
    int64_t heard_ns;
    bool has_failed; // reported
    natsMsg *messages[BATCH_MAX];
    struct at_bus_received batch[BATCH_MAX];
    size_t count;
    size_t bytes;
};

static uint64_t
reconnects_of(struct at_bus *bus)
{
    pthread_mutex_lock(&bus->lock);
    uint64_t count = bus->reconnects;
    pthread_mutex_unlock(&bus->lock);
    return count;
}

static uint64_t
moves_of(struct at_bus_follower *follower)
{
    pthread_mutex_lock(&follower->bus->lock);
    uint64_t moves = follower->moves;
    pthread_mutex_unlock(&follower->bus->lock);
    return moves;
}

// Note the node of a consumer, which the servers have chosen. Return true if it
// is to be avoided. The servers remove a consumer without a subscriber: not all
// accounts may do that.
static bool
is_avoided(struct at_bus_follower *follower, const jsConsumerInfo *info,
           bool choosy)
{
    struct at_bus *bus = follower->bus;
    const char *node = info->Cluster ? info->Cluster->Leader : NULL;
    pthread_mutex_lock(&bus->lock);
    at_str_cut(follower->node, sizeof(follower->node), at_str(node));
    bool avoided = choosy && node && strcmp(node, bus->avoided) == 0 &&
                   at_now_ns() < bus->avoided_ns;
    pthread_mutex_unlock(&bus->lock);
    return avoided;
}

static natsStatus
add_consumer(struct at_bus_follower *follower, const char *inbox, bool choosy,
             jsErrCode *js)
{
    jsConsumerInfo *info = NULL;
    jsConsumerConfig config;
    jsConsumerConfig_Init(&config);
    config.DeliverSubject = inbox;
    config.DeliverPolicy = js_DeliverByStartSequence;
    config.OptStartSeq = follower->following.has(follower->following.user) + 1;
    config.AckPolicy = js_AckNone;
    config.MaxDeliver = 1;
    config.FlowControl = true;
    config.Heartbeat = BEAT_MS * AT_NS_PER_MS;
    config.InactiveThreshold = INACTIVE_MS * AT_NS_PER_MS;
    config.MemoryStorage = true;
    config.Replicas = 1;
    natsStatus status =
        js_AddConsumer(&info, follower->bus->jetstream,
                       follower->following.stream, &config, NULL, js);
    if (status == NATS_OK && is_avoided(follower, info, choosy)) {
        jsConsumerInfo_Destroy(info);
        return NATS_ILLEGAL_STATE;
    }
    jsConsumerInfo_Destroy(info);
    return status;
}

static void
report_once(struct at_bus_follower *follower, natsStatus status, jsErrCode js)
{
    struct at_err err = AT_ERR_INIT;
    at_bus_fail(follower->bus, "follow", status, js, &err);
    if (!follower->has_failed)
        at_log_warn("%s", err.msg);
    follower->has_failed = true;
}

// Before its version 3.6, the library's reading thread may be about to lock a
// subscription that it has looked up before it was unsubscribed
// (nats-io/nats.c, pull request 638). It answers a flush after that.
static void
unsubscribe(struct at_bus_follower *follower)
{
    if (!follower->subscription)
        return;
    natsSubscription_Unsubscribe(follower->subscription);
    natsConnection_FlushTimeout(follower->bus->connection, AT_BUS_CALL_MS);
    natsSubscription_Destroy(follower->subscription);
    follower->subscription = NULL;
}

static natsStatus
subscribe_once(struct at_bus_follower *follower, bool choosy, jsErrCode *js)
{
    natsInbox *inbox = NULL;
    natsStatus status = natsInbox_Create(&inbox);
    if (status == NATS_OK)
        status = natsConnection_SubscribeSync(&follower->subscription,
                                              follower->bus->connection, inbox);
    if (status == NATS_OK)
        status = natsSubscription_SetPendingLimits(
            follower->subscription, QUEUED_MAX, QUEUED_MAX_BYTES);
    if (status == NATS_OK)
        status = add_consumer(follower, inbox, choosy, js);
    natsInbox_Destroy(inbox);
    return status;
}

// A cluster may have no other node just now: any is better than none.
static bool
subscribe(struct at_bus_follower *follower)
{
    jsErrCode js = 0;
    follower->number = 0;
    follower->reconnects = reconnects_of(follower->bus);
    follower->moved = moves_of(follower);
    natsStatus status = NATS_ILLEGAL_STATE;
    for (int i = 0; i <= PLACES && status == NATS_ILLEGAL_STATE; i++) {
        unsubscribe(follower);
        status = subscribe_once(follower, i < PLACES, &js);
    }
    follower->heard_ns = at_now_ns();
    if (status == NATS_OK)
        follower->has_failed = false;
    else
        report_once(follower, status, js);
    return status == NATS_OK;
}

static void
clear_batch(struct at_bus_follower *follower)
{
    while (follower->count > 0)
        natsMsg_Destroy(follower->messages[--follower->count]);
    follower->bytes = 0;
}

// False if the messages must come again.
static bool
hand_on(struct at_bus_follower *follower)
{
    const struct at_bus_following *to = &follower->following;
    bool ok = follower->count == 0 ||
              to->take(to->user, follower->batch, follower->count);
    clear_batch(follower);
    return ok;
}

static bool
read_count(natsMsg *msg, const char *name, uint64_t *out)
{
    int64_t value;
    bool ok = at_str_to_i64(at_bus_header(msg, name), 0, INT64_MAX, &value);
    *out = ok ? (uint64_t)value : 0;
    return ok;
}

// Takes msg. False for a gap.
static bool
add_message(struct at_bus_follower *follower, natsMsg *msg)
{
    struct at_bus_place place;
    const char *reply = natsMsg_GetReply(msg);
    if (!reply || !at_bus_place_read(at_str(reply), &place) ||
        place.number != follower->number + 1) {
        natsMsg_Destroy(msg);
        return false;
    }
    follower->number = place.number;
    follower->batch[follower->count] = (struct at_bus_received){
        .sequence = place.sequence,
        .time_ms = place.time_ms,
        .pending = place.pending,
        .subject = at_str(natsMsg_GetSubject(msg)),
        .data =
            at_str_n(natsMsg_GetData(msg), (size_t)natsMsg_GetDataLength(msg)),
        .id = at_bus_header(msg, "Nats-Msg-Id"),
        .writer = at_bus_header(msg, AT_BUS_WRITER),
        .mark = at_bus_mark_of(msg),
    };
    (void)read_count(msg, "Nats-Expected-Last-Subject-Sequence",
                     &follower->batch[follower->count].expected);
    follower->messages[follower->count++] = msg;
    follower->bytes += (size_t)natsMsg_GetDataLength(msg);
    return true;
}

// A heartbeat, which says how far the consumer is, or a question whether we
// keep up. Does not take msg.
static bool
answer_status(struct at_bus_follower *follower, natsMsg *msg)
{
    natsConnection *connection = follower->bus->connection;
    const struct at_bus_following *to = &follower->following;
    const char *reply = natsMsg_GetReply(msg);
    struct at_str stalled = at_bus_header(msg, "Nats-Consumer-Stalled");
    uint64_t number, sequence;
    if (!at_str_is(at_bus_header(msg, "Status"), "100") || !hand_on(follower))
        return false;
    if (stalled.len > 0)
        natsConnection_PublishString(connection, stalled.ptr, "");
    if (reply && reply[0]) {
        natsConnection_PublishString(connection, reply, "");
        return true;
    }
    if (!read_count(msg, "Nats-Last-Consumer", &number) ||
        !read_count(msg, "Nats-Last-Stream", &sequence))
        return true;
    if (number != follower->number)
        return false;
    to->idle(to->user, sequence);
    return true;
}

static bool
has_more(const struct at_bus_follower *follower)
{
    uint64_t queued = 0;
    natsSubscription_QueuedMsgs(follower->subscription, &queued);
    return queued > 0 && follower->count < BATCH_MAX &&
           follower->bytes < BATCH_MAX_BYTES;
}

// Take what has come, and wait for it if nothing has. False: begin again.
static bool
read_batch(struct at_bus_follower *follower)
{
    bool ok = true;
    do {
        natsMsg *msg = NULL;
        natsStatus status =
            natsSubscription_NextMsg(&msg, follower->subscription, POLL_MS);
        if (status == NATS_TIMEOUT)
            return at_now_ns() - follower->heard_ns < SILENCE_MS * AT_NS_PER_MS;
        if (status != NATS_OK)
            return false;
        follower->heard_ns = at_now_ns();
        if (at_bus_header(msg, "Status").len == 0) {
            ok = add_message(follower, msg);
        } else {
            ok = answer_status(follower, msg);
            natsMsg_Destroy(msg);
        }
    } while (ok && has_more(follower));
    return hand_on(follower) && ok;
}

static void
run(void *user)
{
    struct at_bus_follower *follower = user;
    struct at_op op = {AT_NEVER_NS, follower->task.stop};
    while (!at_cancel_fired(follower->task.stop)) {
        bool ok = subscribe(follower);
        while (ok && !at_cancel_fired(follower->task.stop) &&
               reconnects_of(follower->bus) == follower->reconnects &&
               moves_of(follower) == follower->moved)
            ok = read_batch(follower);
        clear_batch(follower);
        unsubscribe(follower);
        if (!ok)
            (void)!at_op_wait_until(&op, at_now_ns() + AGAIN_MS * AT_NS_PER_MS,
                                    NULL);
    }
}

bool
at_bus_follow(struct at_bus *bus, const struct at_bus_following *following,
              struct at_bus_follower **out, struct at_err *err)
{
    struct at_bus_follower *follower = at_alloc(sizeof(*follower));
    memset(follower, 0, sizeof(*follower));
    follower->bus = bus;
    follower->following = *following;
    *out = follower;
    if (at_task_start(&follower->task, "the bus", run, follower, err))
        return true;
    *out = NULL;
    free(follower);
    return false;
}

void
at_bus_follower_move(struct at_bus_follower *follower)
{
    struct at_bus *bus = follower->bus;
    pthread_mutex_lock(&bus->lock);
    at_str_cut(bus->avoided, sizeof(bus->avoided), at_str(follower->node));
    bus->avoided_ns = at_now_ns() + AVOIDED_MS * AT_NS_PER_MS;
    follower->moves++;
    pthread_mutex_unlock(&bus->lock);
}

void
at_bus_follower_free(struct at_bus_follower *follower)
{
    if (!follower)
        return;
    at_task_deinit(&follower->task);
    free(follower);
}
