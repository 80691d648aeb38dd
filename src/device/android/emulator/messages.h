// messages.h: the emulator's messages as bytes; pure
//
// Writers append one serialised message. Readers take memory in proportion to
// what they are given and no more (AT_ELIMIT); what is no such message is
// AT_EPROTO.
#ifndef AT_DEVICE_ANDROID_EMULATOR_MESSAGES_H
#define AT_DEVICE_ANDROID_EMULATOR_MESSAGES_H

#include "base/buf.h"
#include "base/err.h"
#include "device/android/emulator/emulator.h"

// The fingers of a frame, at places of the display in its natural orientation.
// false: out is full.
AT_CHECKED bool at_emulator_write_touch(const struct at_touch_frame *frame,
                                        struct at_buf *out);
// A key of linux/input-event-codes.h, pressed and let go.
AT_CHECKED bool at_emulator_write_key(int evdev_code, struct at_buf *out);
AT_CHECKED bool at_emulator_write_shot(const struct at_emulator_shot_ask *ask,
                                       struct at_buf *out);
AT_CHECKED bool at_emulator_write_clip(struct at_str text, struct at_buf *out);

// out->bytes is made here and owned by the caller, also on failure.
AT_CHECKED bool at_emulator_read_shot(struct at_str message,
                                      struct at_emulator_shot *out,
                                      struct at_err *err);
AT_CHECKED bool at_emulator_read_status(struct at_str message,
                                        struct at_emulator_status *out,
                                        struct at_err *err);
// Appends the text, which is valid UTF-8.
AT_CHECKED bool at_emulator_read_clip(struct at_str message, struct at_buf *out,
                                      struct at_err *err);

#endif
