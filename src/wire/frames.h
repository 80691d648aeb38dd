// frames.h: messages on a stream of bytes: length, kind, payload
//
// Four bytes of length, most significant first, which count the payload alone;
// one byte that the peers agree on; the payload. A length beyond the limit
// breaks the stream before anything is allocated for it.
#ifndef AT_WIRE_FRAMES_H
#define AT_WIRE_FRAMES_H

#include "base/buf.h"
#include "base/err.h"

enum { AT_FRAMES_HEAD_BYTES = 5 };

// Append one message. False: out->max would be passed.
bool at_frames_write(uint8_t kind, struct at_str payload, struct at_buf *out);

struct at_frames {
    struct at_buf in; // bytes that were not read as messages
    size_t used;      // of them
    size_t max;       // bytes of a payload
};

void at_frames_init(struct at_frames *frames, size_t max);
void at_frames_deinit(struct at_frames *frames);

// Bytes have come. AT_EPROTO: their message is too long.
AT_CHECKED bool at_frames_add(struct at_frames *frames, struct at_str bytes,
                              struct at_err *err);
// Take the next whole message; *out_payload is borrowed until the next call of
// at_frames_add(). False: there is none yet.
bool at_frames_next(struct at_frames *frames, uint8_t *out_kind,
                    struct at_str *out_payload);

#endif
