// emulator.h: client of the Android emulator's control service
//
// gRPC to the emulator's process on this machine: touches, keys, the clipboard
// and the screen, without software on the device. One thread at a time. Errors:
// AT_EGRPC if the service cannot be reached, AT_ERPC if a call failed (the
// message has the method, the status's name and the server's message),
// AT_EUSAGE for input that no device supports, AT_ETIMEOUT and AT_ECANCELED if
// op ended. Calls after an error work or fail independently: a lost connection
// is reopened, and after a restart of the emulator its new port and token are
// read.
#ifndef AT_DEVICE_ANDROID_GRPC_EMULATOR_H
#define AT_DEVICE_ANDROID_GRPC_EMULATOR_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "device/gesture.h"
#include "device/device.h"

struct at_emulator;

struct at_emulator_status {
    char version[64];
    uint64_t uptime_ms;
    bool booted;
    // The display in its natural orientation; 0 if unknown.
    int32_t width_px;
    int32_t height_px;
    int32_t density_dpi;
};

enum at_emulator_format {
    AT_EMULATOR_PNG = 0, // numbers of the proto
    AT_EMULATOR_RGB = 2, // 3 bytes a pixel, no padding
};

struct at_emulator_shot_options {
    enum at_emulator_format format;
    uint32_t width_px; // at most; 0: the screen's
    uint32_t height_px;
};

struct at_emulator_shot {
    struct at_buf bytes; // owned by the caller
    int32_t width_px;
    int32_t height_px;
    int32_t rotation; // device's rotation: 0 to 3
};

// Find the emulator with that adb serial ("emulator-5554") and ask for its
// status to prove that it answers. The caller owns *out; NULL on failure.
// AT_EGRPC gives the reason: no such emulator on this machine, no gRPC, or no
// token that it accepts.
AT_CHECKED bool at_emulator_open(const struct at_op *op, const char *serial,
                                 struct at_emulator **out, struct at_err *err);
void at_emulator_free(struct at_emulator *emulator); // NULL is allowed

// Set the screen of the gestures' coordinates: its size in natural orientation
// as `wm size` prints it (an override counts), and its rotation (that of struct
// at_tree). Call it before the first gesture and after each change; until then
// it is the display, upright.
void at_emulator_set_screen(struct at_emulator *emulator,
                            const struct at_turned *screen);

// Touches. Each is sent at its time; the call returns when the emulator has
// taken the last. Fingers that are down are always lifted, also if op ends or a
// call fails: then with a short time of their own (about two seconds at most),
// and the message says so if that failed too. A place outside the screen is
// AT_EUSAGE before anything is sent.
AT_CHECKED bool at_emulator_tap(const struct at_op *op,
                                struct at_emulator *emulator,
                                struct at_point at, struct at_err *err);
AT_CHECKED bool at_emulator_swipe(const struct at_op *op,
                                  struct at_emulator *emulator,
                                  const struct at_swipe *swipe,
                                  struct at_err *err);
// Any gesture of gesture.h; its points are clipped to the screen.
AT_CHECKED bool at_emulator_gesture(const struct at_op *op,
                                    struct at_emulator *emulator,
                                    struct at_gesture *gesture,
                                    struct at_err *err);

// Press "KEYCODE_BACK", "BACK" or a number, repeat times (at least 1).
// AT_EUSAGE for unknown keys, AT_EUNSUPPORTED for keys that the emulator's
// keyboard lacks.
AT_CHECKED bool at_emulator_key(const struct at_op *op,
                                struct at_emulator *emulator, struct at_str key,
                                unsigned repeat, struct at_err *err);

// Put any text into the clipboard and paste it into the focused field. The text
// stays in the clipboard: the caller, who can see when it has arrived, restores
// the old content. AT_EUSAGE for text that is not UTF-8 or has a NUL, AT_ELIMIT
// above AT_CLIPBOARD_MAX_BYTES.
AT_CHECKED bool at_emulator_text(const struct at_op *op,
                                 struct at_emulator *emulator,
                                 struct at_str text, struct at_err *err);
AT_CHECKED bool at_emulator_set_clipboard(const struct at_op *op,
                                          struct at_emulator *emulator,
                                          struct at_str text,
                                          struct at_err *err);
AT_CHECKED bool at_emulator_get_clipboard(const struct at_op *op,
                                          struct at_emulator *emulator,
                                          struct at_buf *out,
                                          struct at_err *err);

// Take a picture of the screen as it is shown, upright. AT_EDEVICE if the
// display is off.
AT_CHECKED bool at_emulator_screenshot(
    const struct at_op *op, struct at_emulator *emulator,
    const struct at_emulator_shot_options *ask, struct at_emulator_shot *out,
    struct at_err *err);

AT_CHECKED bool at_emulator_status(const struct at_op *op,
                                   struct at_emulator *emulator,
                                   struct at_emulator_status *out,
                                   struct at_err *err);

#endif
