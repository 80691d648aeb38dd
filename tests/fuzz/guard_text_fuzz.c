// guard_text_fuzz.c: cleaned text is UTF-8 without the marker and stays as it
// is; a suspicious phrase lies in its text
#include <stdlib.h>

#include "agent/guards/guard.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

#define MARKER AT_STR("=ab=")

static void
check_phrase(struct at_str text)
{
    struct at_str found = at_guard_suspicious(text);
    if (found.len > 0 &&
        (found.ptr < text.ptr || found.ptr + found.len > text.ptr + text.len))
        abort();
}

static void
check_label(struct at_str text)
{
    static char package[] = "com.example.app";
    char *goal = malloc(text.len + 1);
    struct at_scenario scenario = {.package = package, .goal = goal};
    at_str_cut(goal, text.len + 1, text);
    struct at_err err = AT_ERR_INIT;
    if (!at_guard_label(&scenario, text, AT_ROLE_BUTTON, &err) &&
        err.code != AT_EUSAGE)
        abort();
    free(goal);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    enum { TEXT_MAX_BYTES = 512, LABEL_MAX_BYTES = 40 };
    len = len < TEXT_MAX_BYTES ? len : TEXT_MAX_BYTES;
    struct at_str text = at_str_n((const char *)data, len);
    struct at_buf once = AT_BUF_INIT(4 * len + 16);
    struct at_buf twice = AT_BUF_INIT(4 * len + 16);
    at_guard_clean(text, MARKER, &once);
    if (!at_utf8_valid(at_buf_str(&once)) ||
        at_str_has(at_buf_str(&once), MARKER))
        abort();
    at_guard_clean(at_buf_str(&once), MARKER, &twice);
    if (!at_str_eq(at_buf_str(&once), at_buf_str(&twice)))
        abort();
    at_buf_deinit(&once);
    at_buf_deinit(&twice);
    check_phrase(text);
    // folded once for each row of the table, so a long one costs a thousandfold
    check_label(
        at_str_head(text, len < LABEL_MAX_BYTES ? len : LABEL_MAX_BYTES));
    return 0;
}
