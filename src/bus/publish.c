// publish.c: storing messages, each once, and looking at the last one
#include <string.h>

#include "bus/bus_priv.h"

enum { LAST_MS = 10000 };

static const struct {
    const char *name;
    const char *value;
} marks[] = {
    [AT_BUS_REMOVED] = {"KV-Operation", "DEL"},
    [AT_BUS_ROLLED] = {"Nats-Rollup", "sub"},
};

struct at_str
at_bus_header(natsMsg *message, const char *name)
{
    const char *value = NULL;
    return natsMsgHeader_Get(message, name, &value) == NATS_OK ? at_str(value)
                                                               : at_str("");
}

// Clients of the bucket also remove with "PURGE", which rolls up.
enum at_bus_mark
at_bus_mark_of(natsMsg *message)
{
    if (at_bus_header(message, "KV-Operation").len > 0)
        return at_str_is(at_bus_header(message, "KV-Operation"), "PUT")
                   ? AT_BUS_PLAIN
                   : AT_BUS_REMOVED;
    return at_bus_header(message, "Nats-Rollup").len > 0 ? AT_BUS_ROLLED
                                                         : AT_BUS_PLAIN;
}

static natsStatus
make_message(const struct at_bus_message *message, natsMsg **out)
{
    natsStatus status = natsMsg_Create(
        out, message->subject, NULL, message->data.ptr, (int)message->data.len);
    if (status == NATS_OK && message->mark != AT_BUS_PLAIN)
        status = natsMsgHeader_Set(*out, marks[message->mark].name,
                                   marks[message->mark].value);
    return status;
}

static natsStatus
get_last(struct at_bus *bus, const char *stream, const char *subject,
         natsMsg **out, jsErrCode *js)
{
    *js = 0;
    natsStatus status =
        js_GetLastMsg(out, bus->jetstream, stream, subject, NULL, js);
    return *js == JSNoMessageFoundErr ? NATS_NOT_FOUND : status;
}

static bool
find_last(struct at_bus *bus, const char *stream, const char *subject,
          natsMsg **out, struct at_err *err)
{
    jsErrCode js;
    natsStatus status;
    struct at_bus_try call = at_bus_try_begin(
        bus, "read a message of", "$JS.API.STREAM.MSG.GET", LAST_MS);
    while ((status = get_last(bus, stream, subject, out, &js)) != NATS_OK) {
        if (status == NATS_NOT_FOUND)
            return at_fail(err, AT_ENOTFOUND, "'%s' has no message", subject);
        if (!at_bus_try_again(bus, &call, status, js, err))
            return false;
    }
    return true;
}

bool
at_bus_last(struct at_bus *bus, const char *stream, const char *subject,
            struct at_bus_last *out, struct at_err *err)
{
    natsMsg *last = NULL;
    if (!find_last(bus, stream, subject, &last, err))
        return false;
    *out = (struct at_bus_last){
        .sequence = natsMsg_GetSequence(last),
        .time_ms = natsMsg_GetTime(last) / AT_NS_PER_MS,
        .mark = at_bus_mark_of(last),
    };
    natsMsg_Destroy(last);
    return true;
}

// An earlier try, whose answer was lost, may have stored the message.
static bool
was_stored(struct at_bus *bus, const struct at_bus_message *message,
           uint64_t *out_sequence)
{
    natsMsg *last = NULL;
    if (!find_last(bus, message->stream, message->subject, &last, NULL))
        return false;
    *out_sequence = natsMsg_GetSequence(last);
    bool ours = at_str_is(at_bus_header(last, "Nats-Msg-Id"), message->id);
    natsMsg_Destroy(last);
    return ours;
}

static natsStatus
publish_once(struct at_bus *bus, const struct at_bus_message *message,
             natsMsg *msg, uint64_t *out_sequence, jsErrCode *js)
{
    jsPubAck *ack = NULL;
    jsPubOptions options;
    jsPubOptions_Init(&options);
    options.MaxWait = AT_BUS_CALL_MS;
    options.MsgId = message->id;
    options.ExpectStream = message->stream;
    if (!message->any) {
        options.ExpectLastSubjectSeq = message->expected;
        options.ExpectNoMessage = message->expected == 0;
    }
    *js = 0;
    // The library would keep it for later, when we have already given up.
    if (natsConnection_Status(bus->connection) != NATS_CONN_STATUS_CONNECTED)
        return NATS_CONNECTION_DISCONNECTED;
    natsStatus status = js_PublishMsg(&ack, bus->jetstream, msg, &options, js);
    if (status == NATS_OK)
        *out_sequence = ack->Sequence;
    jsPubAck_Destroy(ack);
    return status;
}

static bool
publish(struct at_bus *bus, const struct at_bus_message *message, natsMsg *msg,
        uint64_t *out_sequence, struct at_err *err)
{
    jsErrCode js;
    natsStatus status;
    bool is_uncertain = false;
    struct at_bus_try call =
        at_bus_try_begin(bus, "write to", message->subject, message->wait_ms);
    while ((status = publish_once(bus, message, msg, out_sequence, &js)) !=
           NATS_OK) {
        if (js == JSStreamWrongLastSequenceErr)
            return (is_uncertain && was_stored(bus, message, out_sequence)) ||
                   at_fail(err, AT_EBUSY, "'%s' has a newer message",
                           message->subject);
        is_uncertain |= js == 0;
        if (!at_bus_try_again(bus, &call, status, js, err))
            return false;
    }
    return true;
}

bool
at_bus_publish(struct at_bus *bus, const struct at_bus_message *message,
               uint64_t *out_sequence, struct at_err *err)
{
    natsMsg *msg = NULL;
    if (at_cancel_fired(bus->stop))
        return at_fail(err, AT_ECANCELED, "the bus is closed");
    natsStatus status = make_message(message, &msg);
    bool ok = status == NATS_OK ? publish(bus, message, msg, out_sequence, err)
                                : at_bus_fail(bus, "write to", status, 0, err);
    natsMsg_Destroy(msg);
    return ok;
}

bool
at_bus_purge(struct at_bus *bus, const char *stream, const char *subject,
             struct at_err *err)
{
    jsErrCode js = 0;
    natsStatus status;
    jsOptions options;
    struct at_bus_try call = at_bus_try_begin(bus, "remove messages of",
                                              "$JS.API.STREAM.PURGE", LAST_MS);
    jsOptions_Init(&options);
    options.Stream.Purge.Subject = subject;
    while ((status = js_PurgeStream(bus->jetstream, stream, &options, &js)) !=
           NATS_OK) {
        if (!at_bus_try_again(bus, &call, status, js, err))
            return false;
        js = 0;
    }
    return true;
}
