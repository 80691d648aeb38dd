// websocket.h: client side of RFC 6455, as bytes and values
//
// No extensions are offered. Input that the RFC forbids is refused: masked
// frames from a server, reserved bits and opcodes, fragmented or long control
// frames, text that is not UTF-8, lengths not in the shortest form.
#ifndef AT_WIRE_WEBSOCKET_H
#define AT_WIRE_WEBSOCKET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/parse.h"
#include "wire/http1.h"

enum at_ws_opcode {
    AT_WS_CONTINUATION = 0,
    AT_WS_TEXT = 1,
    AT_WS_BINARY = 2,
    AT_WS_CLOSE = 8,
    AT_WS_PING = 9,
    AT_WS_PONG = 10,
};

struct at_ws_request {
    const char *target; // "/inspector/debug?device=1&page=2"
    const char *host;   // "localhost:8081"
    const char *origin; // NULL: not sent
    uint8_t nonce[16];  // random
};

// Append the opening handshake. Return false if out is full, or if a part of
// the address, which may come from a peer, has a byte that would end it.
AT_CHECKED bool at_ws_write_request(struct at_buf *out,
                                    const struct at_ws_request *request);
// Return true if the head accepts the handshake (101, and the accept value for
// the nonce).
bool at_ws_accepts(const struct at_http1_head *head, const uint8_t nonce[16]);

// Append one complete frame, masked with mask. Return false if out is full.
AT_CHECKED bool at_ws_write_frame(struct at_buf *out, enum at_ws_opcode opcode,
                                  struct at_str payload, const uint8_t mask[4]);

// Assembles frames into messages. message.max limits a message.
struct at_ws_reader {
    struct at_buf message;
    enum at_ws_opcode opcode; // type of the unfinished message
    bool under_way;
    const char *fault;   // why the input is bad, a literal, or NULL
    uint16_t fault_code; // close code to send
};

struct at_ws_message {
    enum at_ws_opcode opcode; // TEXT, BINARY, CLOSE, PING or PONG
    struct at_str payload;    // valid until the next call
    uint16_t close_code;      // CLOSE: 1005 if absent; payload is the reason
};

#define AT_WS_READER_INIT(max_bytes)                                           \
    {                                                                          \
        .message = AT_BUF_INIT(max_bytes)                                      \
    }
void at_ws_reader_deinit(struct at_ws_reader *reader);

bool at_ws_is_whole(struct at_str in);
// Take one frame from in. AT_PARSE_DONE with out->payload.ptr == NULL: a
// fragment was taken, but no message is complete. AT_PARSE_BAD sets fault.
enum at_parse at_ws_read(struct at_ws_reader *reader, struct at_str in,
                         struct at_ws_message *out, size_t *used);

#endif
