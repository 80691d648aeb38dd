// sink.h: where the answers to one incoming message go
//
// The transport makes it; the core sends to it from any thread, also after
// the message was received, until it calls done once. Nothing here blocks but
// wait.
#ifndef AT_MCP_SINK_H
#define AT_MCP_SINK_H

#include "base/buf.h"

enum at_sink_kind {
    AT_SINK_REPLY,        // the answer to a request
    AT_SINK_REFUSAL,      // the same: HTTP has a status of its own for it
    AT_SINK_NOTIFICATION, // a message about a request that still runs
};

struct at_sink {
    // One JSON-RPC message, no newline in or after it. Its bytes are taken
    // out of message.
    void (*send)(void *user, enum at_sink_kind kind, struct at_buf *message);
    // Before something long is produced: wait until the peer takes it. NULL:
    // never full.
    void (*wait)(void *user);
    // Nothing more will come from the message that this sink was given with.
    // NULL: nobody wants to know.
    void (*done)(void *user);
    void *user; // borrowed by the core until done
};

void at_sink_send(const struct at_sink *sink, enum at_sink_kind kind,
                  struct at_buf *message);
void at_sink_wait(const struct at_sink *sink);
void at_sink_done(const struct at_sink *sink);

#endif
