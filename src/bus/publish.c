// publish.c: storing messages, each once, and looking at the last one
#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
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
    if (status == NATS_OK)
        status = natsMsgHeader_Set(*out, AT_BUS_WRITER, message->writer);
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

// A message on its way.
struct sending {
    struct at_bus *bus;
    const struct at_bus_message *message;
    natsMsg *msg;
    char *id;
    bool is_uncertain; // a try had no answer: it may be stored
    uint64_t sequence; // that the server has answered
    bool is_repeated;  // it says that it has a message of this id
};

static bool
is_ours(const struct sending *sending, natsMsg *stored)
{
    return at_str_is(at_bus_header(stored, AT_BUS_WRITER),
                     sending->message->writer);
}

// An earlier try, whose answer was lost, may have stored the message.
// *out_shown: the server shows what it has refused this one for.
static bool
is_last(struct sending *sending, bool *out_shown)
{
    natsMsg *last = NULL;
    const struct at_bus_message *message = sending->message;
    *out_shown = false;
    if (!find_last(sending->bus, message->stream, message->subject, &last,
                   NULL))
        return false;
    sending->sequence = natsMsg_GetSequence(last);
    *out_shown = sending->sequence != message->expected;
    bool ours = is_ours(sending, last);
    natsMsg_Destroy(last);
    return ours;
}

// Return true if the message of this id is ours. One that was replaced in the
// meantime counts as that of another writer, which is true of the newer one.
static bool
is_own_repetition(const struct sending *sending)
{
    natsMsg *stored = NULL;
    jsErrCode js = 0;
    natsStatus status =
        js_GetMsg(&stored, sending->bus->jetstream, sending->message->stream,
                  sending->sequence, NULL, &js);
    bool ours = status == NATS_OK && is_ours(sending, stored);
    natsMsg_Destroy(stored);
    return ours;
}

static natsStatus
publish_once(struct sending *sending, jsErrCode *js)
{
    const struct at_bus_message *message = sending->message;
    struct at_bus *bus = sending->bus;
    jsPubAck *ack = NULL;
    jsPubOptions options;
    jsPubOptions_Init(&options);
    options.MaxWait = AT_BUS_CALL_MS;
    options.MsgId = sending->id;
    options.ExpectStream = message->stream;
    if (!message->any) {
        options.ExpectLastSubjectSeq = message->expected;
        options.ExpectNoMessage = message->expected == 0;
    }
    *js = 0;
    // The library would keep it for later, when we have already given up.
    if (natsConnection_Status(bus->connection) != NATS_CONN_STATUS_CONNECTED)
        return NATS_CONNECTION_DISCONNECTED;
    natsStatus status =
        js_PublishMsg(&ack, bus->jetstream, sending->msg, &options, js);
    if (status == NATS_OK) {
        sending->sequence = ack->Sequence;
        sending->is_repeated = ack->Duplicate;
    }
    jsPubAck_Destroy(ack);
    return status;
}

enum verdict { VERDICT_STORED, VERDICT_REFUSED, VERDICT_AGAIN };

static enum verdict
judge(struct sending *sending, natsStatus status, jsErrCode js)
{
    bool shown = true;
    bool ours = true;
    if (status == NATS_OK && sending->is_repeated)
        ours = sending->is_uncertain && is_own_repetition(sending);
    else if (js == JSStreamWrongLastSequenceErr)
        ours = sending->is_uncertain && is_last(sending, &shown);
    else if (status != NATS_OK)
        return VERDICT_AGAIN;
    // A leader that has just been elected may not show yet what it refuses for.
    if (!ours && !shown)
        return VERDICT_AGAIN;
    return ours ? VERDICT_STORED : VERDICT_REFUSED;
}

static bool
publish(struct sending *sending, struct at_err *err)
{
    const struct at_bus_message *message = sending->message;
    struct at_bus_try call = at_bus_try_begin(
        sending->bus, "write to", message->subject, message->wait_ms);
    for (;;) {
        jsErrCode js;
        natsStatus status = publish_once(sending, &js);
        enum verdict verdict = judge(sending, status, js);
        if (verdict == VERDICT_REFUSED)
            return at_fail(err, AT_EBUSY, "'%s' has a newer message",
                           message->subject);
        if (verdict == VERDICT_STORED)
            return true;
        sending->is_uncertain |= js == 0;
        if (js == JSStreamWrongLastSequenceErr) {
            js = 0;
            status = NATS_TIMEOUT;
        }
        if (!at_bus_try_again(sending->bus, &call, status, js, err))
            return false;
    }
}

// Servers of a cluster compare a sequence when they receive a message, and
// store two that expect the same one if both arrive before the first is stored;
// ids are compared when they are stored. So where one of them must not be
// stored, those that expect the same have the same id. But nodes of nats-server
// 2.9 count what they drop so, forget the count when they are killed, and then
// repeat as many of the last messages that they have: an older one that was
// replaced since comes back. Where many writers meet, all are stored instead.
static char *
make_id(const struct at_bus_message *message)
{
    if (!message->is_first_only || message->expected == 0)
        return at_strfmt("%s.%s", message->place, message->writer);
    return at_strfmt("%s.%" PRIu64, message->place, message->expected);
}

bool
at_bus_publish(struct at_bus *bus, const struct at_bus_message *message,
               uint64_t *out_sequence, struct at_err *err)
{
    struct sending sending = {.bus = bus, .message = message};
    if (at_cancel_fired(bus->stop))
        return at_fail(err, AT_ECANCELED, "the bus is closed");
    natsStatus status = make_message(message, &sending.msg);
    sending.id = make_id(message);
    bool ok = status == NATS_OK ? publish(&sending, err)
                                : at_bus_fail(bus, "write to", status, 0, err);
    *out_sequence = sending.sequence;
    natsMsg_Destroy(sending.msg);
    free(sending.id);
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
