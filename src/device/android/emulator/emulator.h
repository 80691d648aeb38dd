// emulator.h: what the Android emulator's own control service can do
//
// gRPC to the process of the emulator on this machine: touches, keys, the
// clipboard and the screen, without anything on the device. One thread at a
// time. Errors: AT_EGRPC where the service cannot be reached, AT_ERPC where a
// call failed (the message has the method, the status's name and the server's
// words), AT_EUSAGE for what no device can do, AT_ETIMEOUT and AT_ECANCELED
// where op ended. After any of them at_emulator_untouched() says whether
// another way may be tried without doing a thing twice, and the next call
// works or fails on its own: the connection is made again when it was lost,
// and after a restart of the emulator its new port and token are read.
#ifndef AT_DEVICE_ANDROID_EMULATOR_EMULATOR_H
#define AT_DEVICE_ANDROID_EMULATOR_EMULATOR_H

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
    // The display in its natural orientation; 0 where it does not say.
    int32_t width_px;
    int32_t height_px;
    int32_t density_dpi;
};

enum at_emulator_format {
    AT_EMULATOR_PNG = 0, // as the proto numbers them
    AT_EMULATOR_RGB = 2, // 3 bytes a pixel, no padding
};

struct at_emulator_shot_ask {
    enum at_emulator_format format;
    uint32_t width_px; // at most; 0: the screen's
    uint32_t height_px;
};

struct at_emulator_shot {
    struct at_buf bytes; // owned by the caller
    int32_t width_px;
    int32_t height_px;
    int32_t rotation; // of the emulator's own housing: 0 to 3
};

// Find the emulator with that adb serial ("emulator-5554"), and ask for its
// status, so that what is returned has answered once. The caller owns *out;
// NULL on failure. AT_EGRPC says why there is none: no such emulator on this
// machine, no gRPC, or no way to be let in.
AT_CHECKED bool at_emulator_open(const struct at_op *op, const char *serial,
                                 struct at_emulator **out, struct at_err *err);
void at_emulator_free(struct at_emulator *emulator); // NULL is allowed

// The screen whose coordinates the gestures are given in: its size in natural
// orientation as `wm size` says (an override counts), and how far it is turned
// now (struct at_tree's rotation). To be told before the first gesture and
// whenever it has changed; until then it is the display's own, upright.
void at_emulator_set_screen(struct at_emulator *emulator,
                            const struct at_turned *screen);

// Touches. Each is sent at its time and returns once the emulator has taken
// the last. Fingers that are down are always lifted again, also where op ends
// or a call fails: then with a short time of their own (about two seconds at
// the worst), and the message says so where that failed too. Text in err tells
// of a place outside of the screen (AT_EUSAGE, before anything is sent).
AT_CHECKED bool at_emulator_tap(const struct at_op *op,
                                struct at_emulator *emulator,
                                struct at_point at, struct at_err *err);
AT_CHECKED bool at_emulator_long_press(const struct at_op *op,
                                       struct at_emulator *emulator,
                                       struct at_point at, int64_t duration_ms,
                                       struct at_err *err);
AT_CHECKED bool at_emulator_swipe(const struct at_op *op,
                                  struct at_emulator *emulator,
                                  const struct at_swipe *swipe,
                                  struct at_err *err);
// Any of gesture.h. gesture's points are kept on the screen by this.
AT_CHECKED bool at_emulator_gesture(const struct at_op *op,
                                    struct at_emulator *emulator,
                                    struct at_gesture *gesture,
                                    struct at_err *err);

// "KEYCODE_BACK", "BACK" or a number, repeat times (1 or more). AT_EUSAGE for
// what is no key, AT_EUNSUPPORTED for one that the emulator's keyboard lacks.
AT_CHECKED bool at_emulator_key(const struct at_op *op,
                                struct at_emulator *emulator, struct at_str key,
                                unsigned repeat, struct at_err *err);

// Any text into what has the focus: put into the clipboard, then pasted. The
// text stays in the clipboard: to put back what was there is the caller's, who
// can see when the text has arrived. AT_EUSAGE for text that is not UTF-8 or
// has a NUL, AT_ELIMIT above AT_CLIPBOARD_MAX_BYTES.
AT_CHECKED bool at_emulator_text(const struct at_op *op,
                                 struct at_emulator *emulator,
                                 struct at_str text, struct at_err *err);
AT_CHECKED bool at_emulator_set_clipboard(const struct at_op *op,
                                          struct at_emulator *emulator,
                                          struct at_str text,
                                          struct at_err *err);
// Appends to out.
AT_CHECKED bool at_emulator_get_clipboard(const struct at_op *op,
                                          struct at_emulator *emulator,
                                          struct at_buf *out,
                                          struct at_err *err);

// The screen as it is shown, upright. AT_EDEVICE where the display is off.
AT_CHECKED bool at_emulator_screenshot(const struct at_op *op,
                                       struct at_emulator *emulator,
                                       const struct at_emulator_shot_ask *ask,
                                       struct at_emulator_shot *out,
                                       struct at_err *err);

AT_CHECKED bool at_emulator_status(const struct at_op *op,
                                   struct at_emulator *emulator,
                                   struct at_emulator_status *out,
                                   struct at_err *err);

// Has the call that failed last left the device as it was? True: nothing of it
// was sent, or the server refused it as a whole.
bool at_emulator_untouched(const struct at_emulator *emulator);

#endif
