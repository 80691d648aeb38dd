// messages.h: the emulator's messages as bytes; pure
//
// Writers append one serialised message. Readers use memory in proportion to
// their input and no more (AT_ELIMIT); other input is AT_EPROTO.
#ifndef AT_DEVICE_ANDROID_GRPC_MESSAGES_H
#define AT_DEVICE_ANDROID_GRPC_MESSAGES_H

#include "base/buf.h"
#include "base/err.h"
#include "device/android/grpc/emulator.h"

enum at_emulator_method {
    AT_EMULATOR_GET_STATUS,
    AT_EMULATOR_SEND_TOUCH,
    AT_EMULATOR_SEND_KEY,
    AT_EMULATOR_GET_SHOT,
    AT_EMULATOR_GET_CLIP,
    AT_EMULATOR_SET_CLIP,
    AT_EMULATOR_METHOD_COUNT,
};

// Return "/package.Service/method".
const char *at_emulator_path(enum at_emulator_method method);

// Write the fingers of a frame, at places of the display in its natural
// orientation. Returns false if out is full.
AT_CHECKED bool at_emulator_write_touch(const struct at_touch_frame *frame,
                                        struct at_buf *out);
// Write a press and release of a key of linux/input-event-codes.h.
AT_CHECKED bool at_emulator_write_key(int evdev_code, struct at_buf *out);
AT_CHECKED bool at_emulator_write_shot(
    const struct at_emulator_shot_options *ask, struct at_buf *out);
AT_CHECKED bool at_emulator_write_clip(struct at_str text, struct at_buf *out);

// out->bytes is made here; the caller owns it, also after a failure.
AT_CHECKED bool at_emulator_read_shot(struct at_str message,
                                      struct at_emulator_shot *out,
                                      struct at_err *err);
AT_CHECKED bool at_emulator_read_status(struct at_str message,
                                        struct at_emulator_status *out,
                                        struct at_err *err);
// Append the text, which is valid UTF-8.
AT_CHECKED bool at_emulator_read_clip(struct at_str message, struct at_buf *out,
                                      struct at_err *err);

#endif
