// typing.c: press keys, set the clipboard, and type text by both
#include <string.h>

#include "base/limits.h"
#include "device/android/grpc/calls.h"
#include "device/android/grpc/messages.h"
#include "device/android/parse/keys.h"

static bool
send_key(const struct at_op *op, struct at_emulator *emulator, int evdev_code,
         unsigned repeat, struct at_err *err)
{
    struct at_buf message = AT_BUF_INIT(AT_KIB);
    bool ok = at_emulator_write_key(evdev_code, &message);
    for (unsigned i = 0; ok && i < repeat; i++) {
        ok = at_emulator_call(op, emulator, AT_EMULATOR_SEND_KEY, &message,
                              NULL, err);
        if (!ok && i > 0)
            at_err_set_run(err, true);
    }
    at_buf_deinit(&message);
    return ok;
}

bool
at_emulator_key(const struct at_op *op, struct at_emulator *emulator,
                struct at_str key, unsigned repeat, struct at_err *err)
{
    int code;
    if (!at_keycode_find(key, &code, err))
        return false;
    int evdev = at_keycode_evdev(code);
    if (evdev == 0)
        return at_fail(err, AT_EUNSUPPORTED,
                       "the emulator's keyboard has no key '%.*s'",
                       AT_STR_ARG(at_utf8_head(key, 64)));
    return send_key(op, emulator, evdev, repeat, err);
}

bool
at_emulator_set_clipboard(const struct at_op *op, struct at_emulator *emulator,
                          struct at_str text, struct at_err *err)
{
    struct at_buf message = AT_BUF_INIT(AT_CLIPBOARD_MAX_BYTES + AT_KIB);
    bool ok;
    if (text.len > AT_CLIPBOARD_MAX_BYTES)
        return at_fail(err, AT_ELIMIT,
                       "a text of %zu bytes: the clipboard takes %zu", text.len,
                       AT_CLIPBOARD_MAX_BYTES);
    if (!at_utf8_valid(text) || (text.len && memchr(text.ptr, 0, text.len)))
        return at_fail(err, AT_EUSAGE,
                       "the text is not UTF-8, or has a NUL in it");
    ok = at_emulator_write_clip(text, &message) &&
         at_emulator_call(op, emulator, AT_EMULATOR_SET_CLIP, &message, NULL,
                          err);
    at_buf_deinit(&message);
    return ok;
}

bool
at_emulator_get_clipboard(const struct at_op *op, struct at_emulator *emulator,
                          struct at_buf *out, struct at_err *err)
{
    struct at_buf nothing = AT_BUF_INIT(0);
    struct at_buf reply = AT_BUF_INIT(AT_CLIPBOARD_MAX_BYTES + AT_KIB);
    bool ok = at_emulator_call(op, emulator, AT_EMULATOR_GET_CLIP, &nothing,
                               &reply, err) &&
              at_emulator_read_clip(at_buf_str(&reply), out, err);
    at_buf_deinit(&reply);
    return ok;
}

bool
at_emulator_text(const struct at_op *op, struct at_emulator *emulator,
                 struct at_str text, struct at_err *err)
{
    if (text.len == 0)
        return true; // pasting nothing would replace the selection
    if (!at_emulator_set_clipboard(op, emulator, text, err))
        return at_err_set_run(err, false); // nothing was typed
    return send_key(op, emulator, at_keycode_evdev(AT_KEYCODE_PASTE), 1, err);
}
