// lines.c: splits a stream at its newlines
#include "base/lines.h"

#include <string.h>

#include "base/limits.h"

// Capacity kept between two lines.
#define KEEP_BYTES (256 * AT_KIB)

void
at_lines_deinit(struct at_lines *lines)
{
    at_buf_deinit(&lines->part);
    lines->skipping = false;
    lines->given = false;
}

static void
reset(struct at_lines *lines)
{
    if (lines->part.cap > KEEP_BYTES)
        at_buf_deinit(&lines->part);
    else
        at_buf_clear(&lines->part);
    lines->given = false;
}

static void
keep(struct at_lines *lines, struct at_str piece)
{
    if (!lines->skipping && !at_buf_add_str(&lines->part, piece)) {
        lines->skipping = true;
        at_buf_deinit(&lines->part);
    }
}

static struct at_str
without_cr(struct at_str text)
{
    bool cr = text.len > 0 && text.ptr[text.len - 1] == '\r';
    return at_str_head(text, text.len - cr);
}

bool
at_lines_next(struct at_lines *lines, struct at_str *in, struct at_line *out)
{
    if (in->len == 0)
        return false;
    if (lines->given)
        reset(lines);

    const char *end = memchr(in->ptr, '\n', in->len);
    size_t len = end ? (size_t)(end - in->ptr) : in->len;
    struct at_str piece = at_str_head(*in, len);
    *in = at_str_skip(*in, end ? len + 1 : len);
    if (!end) {
        keep(lines, piece);
        return false;
    }
    if (lines->part.len == 0 && !lines->skipping && len <= lines->part.max) {
        *out = (struct at_line){without_cr(piece), false};
        return true;
    }
    keep(lines, piece);
    *out = (struct at_line){.too_long = lines->skipping};
    if (!lines->skipping)
        out->text = without_cr(at_buf_str(&lines->part));
    lines->skipping = false;
    lines->given = true;
    return true;
}
