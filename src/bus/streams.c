// streams.c: creating and checking streams
#include <string.h>

#include "bus/bus_priv.h"
#include "sys/clock.h"

enum { PREPARE_MS = 30000, SILENT_MS = 5000, STATE_MS = 10000, REPLICAS = 3 };
// How long a message id is remembered by the server.
#define DUPLICATES_NS (INT64_C(120) * 1000 * AT_NS_PER_MS)

static void
read_state(const jsStreamInfo *info, struct at_bus_stream_state *out)
{
    *out = (struct at_bus_stream_state){
        .last = info->State.LastSeq,
        .messages = info->State.Msgs,
        .created_ns = info->Created,
        .replicas = (int)info->Config->Replicas,
    };
}

static natsStatus
create(struct at_bus *bus, const struct at_bus_stream *stream, int replicas,
       jsStreamInfo **out, jsErrCode *js)
{
    const char *subjects[] = {stream->subjects};
    jsStreamConfig config;
    jsStreamConfig_Init(&config);
    config.Name = stream->name;
    config.Subjects = subjects;
    config.SubjectsLen = 1;
    config.MaxMsgsPerSubject = stream->per_subject;
    config.MaxMsgSize = stream->message_max_bytes;
    config.Discard = js_DiscardNew;
    config.Storage = js_FileStorage;
    config.Replicas = replicas;
    config.Duplicates = DUPLICATES_NS;
    config.DenyDelete = true;
    config.AllowRollup = true;
    config.AllowDirect = true;
    return js_AddStream(out, bus->jetstream, &config, NULL, js);
}

// Without a wish: as many as a cluster makes sense with, one otherwise.
static natsStatus
create_best(struct at_bus *bus, const struct at_bus_stream *stream,
            jsStreamInfo **out, jsErrCode *js)
{
    int wish = bus->replicas > 0 ? bus->replicas : REPLICAS;
    natsStatus status = create(bus, stream, wish, out, js);
    if (*js == JSStreamReplicasNotSupportedErr && bus->replicas == 0) {
        *js = 0;
        status = create(bus, stream, 1, out, js);
    }
    return status;
}

static bool
check(const struct at_bus *bus, const struct at_bus_stream *stream,
      const jsStreamInfo *info, struct at_err *err)
{
    int has = (int)info->Config->Replicas;
    int wish = bus->replicas > 0 ? bus->replicas : info->Cluster ? REPLICAS : 1;
    if (has != wish)
        return at_fail(err, AT_EUSAGE,
                       "stream '%s' at '%s' has %d %s, not %d: run "
                       "`nats stream edit %s --replicas %d`, or give "
                       "--nats-replicas %d",
                       stream->name, bus->urls, has,
                       has == 1 ? "replica" : "replicas", wish, stream->name,
                       wish, has);
    if (info->Config->SubjectsLen != 1 ||
        strcmp(info->Config->Subjects[0], stream->subjects) != 0 ||
        info->Config->MaxMsgsPerSubject != stream->per_subject ||
        info->Config->Storage != js_FileStorage || !info->Config->AllowRollup)
        return at_fail(err, AT_EUSAGE,
                       "stream '%s' at '%s' has other settings than those of a "
                       "pool: use another account, or remove the stream",
                       stream->name, bus->urls);
    return true;
}

bool
at_bus_prepare(struct at_bus *bus, const struct at_bus_stream *stream,
               struct at_bus_stream_state *out, struct at_err *err)
{
    jsStreamInfo *info = NULL;
    jsErrCode js = 0;
    struct at_bus_try find = at_bus_try_begin(
        bus, "find the streams of", "$JS.API.STREAM.INFO", PREPARE_MS);
    struct at_bus_try make = at_bus_try_begin(
        bus, "create the streams of", "$JS.API.STREAM.CREATE", PREPARE_MS);
    int64_t patience_ns = at_now_ns() + SILENT_MS * AT_NS_PER_MS;
    for (;;) {
        const struct at_bus_try *call = &find;
        js = 0;
        natsStatus status =
            js_GetStreamInfo(&info, bus->jetstream, stream->name, NULL, &js);
        if (status == NATS_NOT_FOUND || js == JSStreamNotFoundErr) {
            js = 0;
            call = &make;
            status = create_best(bus, stream, &info, &js);
        }
        if (status == NATS_OK)
            break;
        // A server without JetStream never answers, one of a cluster soon does.
        if (status == NATS_NO_RESPONDERS && at_now_ns() > patience_ns)
            return at_bus_fail(bus, call->what, status, 0, err);
        if (!at_bus_try_again(bus, call, status, js, err))
            return false;
    }
    read_state(info, out);
    bool ok = check(bus, stream, info, err);
    jsStreamInfo_Destroy(info);
    return ok;
}

bool
at_bus_stream_state(struct at_bus *bus, const char *stream,
                    struct at_bus_stream_state *out, struct at_err *err)
{
    jsStreamInfo *info = NULL;
    jsErrCode js = 0;
    natsStatus status;
    struct at_bus_try call = at_bus_try_begin(bus, "read a stream of",
                                              "$JS.API.STREAM.INFO", STATE_MS);
    while ((status = js_GetStreamInfo(&info, bus->jetstream, stream, NULL,
                                      &js)) != NATS_OK) {
        if (!at_bus_try_again(bus, &call, status, js, err))
            return false;
        js = 0;
    }
    read_state(info, out);
    jsStreamInfo_Destroy(info);
    return true;
}
