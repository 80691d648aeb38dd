// message.h: what the messages of the bus say, as values
//
// Pure. Every message was written by another process and may be wrong: readers
// return false without a partial result.
#ifndef AT_BUS_MESSAGE_H
#define AT_BUS_MESSAGE_H

#include <jansson.h>
#include <stdint.h>

#include "base/buf.h"

// The position of a delivered message, which its reply subject tells:
// "$JS.ACK.STREAM.CONSUMER.DELIVERED.SEQUENCE.NUMBER.TIME.PENDING"; with domain
// and account before the stream, and possibly more after the count.
struct at_bus_place {
    uint64_t sequence; // in the stream; from 1
    uint64_t number;   // in the consumer; from 1
    int64_t time_ms;   // when the server stored it, since 1970
    uint64_t pending;  // messages after it
};
AT_CHECKED bool at_bus_place_read(struct at_str reply,
                                  struct at_bus_place *out);

// A document's key in the bucket: "run.01KB…"; '.' in an id becomes '='.
void at_bus_key_write(struct at_str kind, struct at_str id, struct at_buf *out);
enum { AT_BUS_ID_MAX = 64 };
// out_id has room for AT_BUS_ID_MAX bytes and a NUL. Which ids are valid, the
// caller knows.
AT_CHECKED bool at_bus_key_read(struct at_str key, struct at_str *out_kind,
                                char *out_id);

// A document as a value of the bucket.
struct at_bus_doc {
    int64_t revision;   // from 1
    int64_t created_ms; // 0: when the message was stored
    json_t *json;       // owned; an object
};
// Append {"revision":1,"createdMs":0,"json":…}. False if that is too long.
AT_CHECKED bool at_bus_doc_write(const struct at_bus_doc *doc,
                                 struct at_buf *out);
AT_CHECKED bool at_bus_doc_read(struct at_str value, struct at_bus_doc *out);
void at_bus_doc_deinit(struct at_bus_doc *doc);

// An event's message id: "RUN.INDEX.REST".
AT_CHECKED bool at_bus_event_id_read(struct at_str id, struct at_str run,
                                     int64_t *out_index);

#endif
