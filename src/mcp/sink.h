// sink.h: where the answers to one incoming message go
//
// The transport makes it. The server sends to it from any thread, also after
// the message was received, until it calls done once. Only wait blocks.
#ifndef AT_MCP_SINK_H
#define AT_MCP_SINK_H

#include "base/buf.h"

enum at_sink_kind {
    AT_SINK_REPLY,        // the answer to a request
    AT_SINK_REFUSAL,      // the same, for which HTTP has a special status
    AT_SINK_NOTIFICATION, // a message about a request that still runs
};

struct at_sink {
    // One JSON-RPC message, no newline in or after it. Its bytes are taken
    // out of message.
    void (*send)(void *user, enum at_sink_kind kind, struct at_buf *message);
    // Wait, before something long is produced, until there is room for it.
    // NULL: there is always room.
    void (*wait)(void *user);
    // There is nothing more to send for the message. May be NULL.
    void (*done)(void *user);
    void *user; // borrowed by the server until done
};

void at_sink_send(const struct at_sink *sink, enum at_sink_kind kind,
                  struct at_buf *message);
void at_sink_wait(const struct at_sink *sink);
void at_sink_done(const struct at_sink *sink);

#endif
