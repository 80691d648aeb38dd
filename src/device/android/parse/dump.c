// dump.c: judge the output of `uiautomator dump`, whose exit status is always 0
#include "device/android/parse/dump.h"

#include <errno.h>
#include <stddef.h>

enum { WORDS_MAX = 300 };

struct word_row {
    struct at_str words;
    enum at_dump_verdict verdict;
};

static const struct word_row rows[] = {
    {AT_STR_ROW("could not get idle state"), AT_DUMP_NOT_IDLE},
    {AT_STR_ROW("null root node"), AT_DUMP_NULL_ROOT},
    {AT_STR_ROW("already registered"), AT_DUMP_HELD},
    {AT_STR_ROW("UiAutomation not connected"), AT_DUMP_HELD},
    {AT_STR_ROW("Permission denied"), AT_DUMP_NO_FILE},
    {AT_STR_ROW("Read-only file system"), AT_DUMP_NO_FILE},
    {AT_STR_ROW("FileNotFoundException"), AT_DUMP_NO_FILE},
    {AT_STR_ROW("uiautomator: not found"), AT_DUMP_NO_TOOL},
    {AT_STR_ROW("uiautomator: inaccessible or not found"), AT_DUMP_NO_TOOL},
    {AT_STR_ROW("Illegal character"), AT_DUMP_CHARACTER},
    {AT_STR_ROW("Killed"), AT_DUMP_KILLED},
    {AT_STR_ROW("dumped to: "), AT_DUMP_NO_FILE}, // the file is missing
};

enum at_dump_verdict
at_dump_judge(struct at_str output, struct at_str words)
{
    // Always fresh: the file is removed before each dump. UTF-16 and garbage
    // are left to the reader to reject.
    if (at_str_has(output, AT_STR("<hierarchy")) ||
        (output.len > 0 && at_str_has(words, AT_STR("dumped to: "))))
        return AT_DUMP_XML;
    for (size_t i = 0; i < AT_LEN(rows); i++)
        if (at_str_has(words, rows[i].words) ||
            at_str_has(output, rows[i].words))
            return rows[i].verdict;
    if (at_str_trim(output).len > 0)
        return AT_DUMP_OTHER;
    return at_str_trim(words).len > 0 ? AT_DUMP_OTHER : AT_DUMP_SILENT;
}

static bool
fail_held(const char *holder, struct at_err *err)
{
    if (holder)
        return at_fail(err, AT_EDEVICE,
                       "uiautomator dump failed: the device's one "
                       "UiAutomation is held by %s",
                       holder);
    return at_fail(err, AT_EDEVICE,
                   "uiautomator dump failed: it was ended or refused by the "
                   "device; usually another automation tool holds its one "
                   "UiAutomation (Appium, Maestro, uiautomator2, a running "
                   "instrumentation test): end it and try again");
}

static bool
fail_null_root(struct at_err *err)
{
    at_fail(err, AT_EDEVICE,
            "uiautomator dump found no window in front: it is changing, or the "
            "screen is off or locked; try again (KEYCODE_WAKEUP wakes the "
            "screen)");
    if (err)
        err->sys = EAGAIN;
    return false;
}

static bool
fail_busy(struct at_err *err)
{
    at_fail(err, AT_EDEVICE,
            "uiautomator dump could not get an idle state in 10 s: something "
            "on the screen keeps moving (video, spinner, ticker); try again "
            "once it rests, or look at a screenshot");
    if (err)
        err->sys = EBUSY;
    return false;
}

static bool
fail_character(struct at_err *err)
{
    at_fail(err, AT_EDEVICE,
            "uiautomator dump failed: a text on the screen holds a character "
            "that it cannot write (Illegal character); each dump fails as long "
            "as that text shows: the helper can read it, or look at a "
            "screenshot");
    if (err)
        err->sys = EILSEQ; // another backend may do better
    return false;
}

// Quote only the first line: a Java stack does not help here.
static bool
fail_other(struct at_str words, struct at_err *err)
{
    struct at_str line = {0};
    char said[WORDS_MAX];
    while (at_str_next_line(&words, &line) && at_str_trim(line).len == 0)
        continue;
    at_str_cut_words(said, sizeof(said), at_str_trim(line));
    return at_fail(err, AT_EDEVICE, "uiautomator dump failed: %s", said);
}

bool
at_dump_fail(enum at_dump_verdict verdict, const char *holder,
             struct at_str words, struct at_err *err)
{
    switch (verdict) {
    case AT_DUMP_NOT_IDLE:
        return fail_busy(err);
    case AT_DUMP_NULL_ROOT:
        return fail_null_root(err);
    case AT_DUMP_HELD:
    case AT_DUMP_KILLED:
    case AT_DUMP_SILENT:
        return fail_held(holder, err);
    case AT_DUMP_NO_TOOL:
        return at_fail(err, AT_EUNSUPPORTED,
                       "this device has no uiautomator program, which reads "
                       "the screen");
    case AT_DUMP_CHARACTER:
        return fail_character(err);
    default:
        return fail_other(words, err);
    }
}
