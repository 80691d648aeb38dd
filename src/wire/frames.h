// frames.h: messages on a byte stream: length, kind, payload
//
// A big-endian length of four bytes that counts only the payload, a kind byte
// defined by the peers, and the payload. A length over the limit fails the
// stream before any allocation.
#ifndef AT_WIRE_FRAMES_H
#define AT_WIRE_FRAMES_H

#include "base/buf.h"
#include "base/err.h"

enum { AT_FRAMES_HEAD_BYTES = 5 };

// Append one message. Return false if out->max would be exceeded.
bool at_frames_write(uint8_t kind, struct at_str payload, struct at_buf *out);

struct at_frames {
    struct at_buf in; // bytes not yet consumed as messages
    size_t used;      // number of consumed bytes at the start of in
    size_t max;       // maximum length of a payload
};

void at_frames_init(struct at_frames *frames, size_t max);
void at_frames_deinit(struct at_frames *frames);

// Add received bytes. Fails with AT_EPROTO if their message is too long.
AT_CHECKED bool at_frames_add(struct at_frames *frames, struct at_str bytes,
                              struct at_err *err);
// Take the next complete message; return false if it is incomplete.
// *out_payload is borrowed until the next call of at_frames_add().
bool at_frames_next(struct at_frames *frames, uint8_t *out_kind,
                    struct at_str *out_payload);

#endif
