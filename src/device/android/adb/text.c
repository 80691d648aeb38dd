// text.c: typing, by keys if possible, else by an input method or the clipboard
// if a shell can reach one
#include <inttypes.h>

#include "base/base64.h"
#include "base/limits.h"
#include "base/shell_quote.h"
#include "device/android/parse/keys.h"
#include "device/android/parse/text.h"
#include "device/android/adb/shell.h"

static bool
type_by_keys(const struct at_op *op, struct at_android *android,
             struct at_str text, struct at_err *err)
{
    struct at_buf command = AT_BUF_INIT(AT_TEXT_INPUT_MAX_BYTES * 32);
    bool ok =
        at_input_text_command(text, &command, err) &&
        (command.len == 0 ||
         at_shell_run_input(op, android, at_buf_text(&command), "typing", err));
    at_buf_deinit(&command);
    return ok;
}

// Check whether ADBKeyBoard is the current keyboard: it types what a broadcast
// contains, in any script.
static bool
find_adb_keyboard(const struct at_op *op, struct at_android *android,
                  bool *out_has, struct at_err *err)
{
    struct at_adb_result result;
    bool ok = at_shell_run(
        op, android, "settings get secure default_input_method", &result, err);
    *out_has = ok && at_shell_printed(&result, "com.android.adbkeyboard/");
    if (ok)
        android->keyboard = *out_has ? AT_HAS : AT_HAS_NOT;
    at_adb_result_deinit(&result);
    return ok;
}

static bool
type_by_adb_keyboard(const struct at_op *op, struct at_android *android,
                     struct at_str text, struct at_err *err)
{
    struct at_buf line = AT_BUF_INIT(AT_TEXT_INPUT_MAX_BYTES * 2 + 64);
    struct at_adb_result result;
    at_buf_add_text(&line, "am broadcast -a ADB_INPUT_B64 --es msg ");
    at_base64_write(text, &line);
    bool ok = at_shell_run(op, android, at_buf_text(&line), &result, err);
    if (ok && !at_shell_printed(&result, "Broadcast completed")) {
        struct at_shell_text words = at_shell_text_of(&result);

        ok = at_fail(err, AT_EDEVICE, "ADBKeyBoard did not take the text: %s",
                     words.text);
    }
    at_adb_result_deinit(&result);
    at_buf_deinit(&line);
    return ok;
}

// AOSP's clipboard service has no shell commands and exits with status 0; those
// of some vendors do. Proof is that the text can be read back.
static bool
set_clipboard(const struct at_op *op, struct at_android *android,
              struct at_str text, struct at_err *err)
{
    struct at_buf line = AT_BUF_INIT(AT_TEXT_INPUT_MAX_BYTES * 5);
    struct at_adb_result result;
    bool ok;
    at_adb_result_init(&result, AT_TEXT_INPUT_MAX_BYTES * 2);
    at_buf_add_text(&line, "cmd clipboard set-text ");
    ok = at_quote(&line, text, err);
    at_buf_add_text(&line, " >/dev/null && cmd clipboard get-text");
    ok =
        ok && at_adb_shell(op, &android->adb, at_buf_text(&line), &result, err);
    if (ok)
        android->clipboard =
            at_str_eq(at_str_trim(at_buf_str(&result.out)), at_str_trim(text))
                ? AT_HAS
                : AT_HAS_NOT;
    at_adb_result_deinit(&result);
    at_buf_deinit(&line);
    return ok;
}

// The text may be a secret, so it does not stay on the clipboard.
static bool
paste(const struct at_op *op, struct at_android *android, struct at_err *err)
{
    struct at_buf line = AT_BUF_INIT(128);
    at_buf_add_fmt(&line,
                   "input keyevent %d && cmd clipboard set-text '' >/dev/null",
                   AT_KEYCODE_PASTE);
    bool ok =
        at_shell_run_input(op, android, at_buf_text(&line), "pasting", err);
    at_buf_deinit(&line);
    return ok;
}

// Try the clipboard without losing the user's text: put its own content into it
// again. An empty one proves nothing.
static bool
try_clipboard(const struct at_op *op, struct at_android *android,
              struct at_err *err)
{
    struct at_adb_result result;
    bool ok = at_shell_run(op, android, "cmd clipboard get-text", &result, err);
    struct at_str text = at_str_trim(at_buf_str(&result.out));
    if (ok && (result.exit_status > 0 ||
               at_shell_printed(&result, "No shell command")))
        android->clipboard = AT_HAS_NOT;
    else if (ok && text.len > 0 && text.len <= AT_TEXT_INPUT_MAX_BYTES)
        ok = set_clipboard(op, android, text, err);
    at_adb_result_deinit(&result);
    return ok;
}

bool
at_commands_types_any(const struct at_op *op, struct at_device *device,
                      bool *out_any, struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    bool has = android->keyboard == AT_HAS;
    *out_any = false;
    if (android->keyboard == AT_HAS_UNKNOWN &&
        !find_adb_keyboard(op, android, &has, err))
        return false;
    if (!has && android->clipboard == AT_HAS_UNKNOWN &&
        !try_clipboard(op, android, err))
        return false;
    *out_any = has || android->clipboard == AT_HAS;
    return true;
}

static bool
fail_untypable(size_t index, uint32_t cp, struct at_err *err)
{
    struct at_buf shown = AT_BUF_INIT(16);
    if (cp >= ' ')
        at_buf_add_utf8(&shown, cp);
    at_fail(err, AT_EUNSUPPORTED,
            "cannot type character %zu of the text, '%s' (U+%04" PRIX32
            "): `input text` types ASCII only, and this device's clipboard "
            "cannot be set from a shell; nothing was typed. Use ASCII, or "
            "install ADBKeyBoard and make it the keyboard (`adb shell ime set "
            "com.android.adbkeyboard/.AdbIME`)",
            index + 1, at_buf_text(&shown), cp);
    at_buf_deinit(&shown);
    return false;
}

bool
at_commands_text(const struct at_op *op, struct at_device *device,
                 const struct at_input *input, struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    struct at_str text = input->text;
    bool has_keyboard;
    uint32_t cp;
    size_t index;
    if (text.len > AT_TEXT_INPUT_MAX_BYTES)
        return at_fail(err, AT_ELIMIT,
                       "a text of %zu bytes is too long to be typed at once: "
                       "at most %zu",
                       text.len, (size_t)AT_TEXT_INPUT_MAX_BYTES);
    if (!at_input_text_hindrance(text, &index, &cp))
        return type_by_keys(op, android, text, err);
    if (!at_utf8_valid(text) || at_str_find(text, at_str_n("", 1)) >= 0)
        return at_fail(err, AT_EUSAGE, "the text is not valid UTF-8");
    if (!find_adb_keyboard(op, android, &has_keyboard, err))
        return false;
    if (has_keyboard)
        return type_by_adb_keyboard(op, android, text, err);
    if (android->clipboard != AT_HAS_NOT &&
        !set_clipboard(op, android, text, err))
        return false;
    if (android->clipboard == AT_HAS)
        return paste(op, android, err);
    return fail_untypable(index, cp, err);
}
