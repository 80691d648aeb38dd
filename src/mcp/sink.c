// sink.c: calls through a sink whose optional parts may be missing
#include "mcp/sink.h"

void
at_sink_send(const struct at_sink *sink, enum at_sink_kind kind,
             struct at_buf *message)
{
    sink->send(sink->user, kind, message);
    at_buf_deinit(message);
}

void
at_sink_wait(const struct at_sink *sink)
{
    if (sink->wait)
        sink->wait(sink->user);
}

void
at_sink_done(const struct at_sink *sink)
{
    if (sink->done)
        sink->done(sink->user);
}
