#include "setup/line_diff.h"

#include "base/limits_setup.h"
#include "base/quote.h"

enum { AROUND = 2, LINES_MAX = 24 };

// Count the leading bytes that both have.
static size_t
common(struct at_str a, struct at_str b)
{
    size_t n = 0;
    while (n < a.len && n < b.len && a.ptr[n] == b.ptr[n])
        n++;
    return n;
}

// Count the trailing bytes that both have.
static size_t
common_end(struct at_str a, struct at_str b)
{
    size_t n = 0;
    while (n < a.len && n < b.len &&
           a.ptr[a.len - 1 - n] == b.ptr[b.len - 1 - n])
        n++;
    return n;
}

// Return the offset of the line that has the byte.
static size_t
line_at(struct at_str text, size_t at)
{
    while (at > 0 && text.ptr[at - 1] != '\n')
        at--;
    return at;
}

// Return the offset of the line that begins at or behind the byte.
static size_t
next_line(struct at_str text, size_t at)
{
    while (at < text.len && at > 0 && text.ptr[at - 1] != '\n')
        at++;
    return at;
}

// from: the byte of the line that must be seen.
static void
write_line(char sign, struct at_str line, size_t from, struct at_buf *out)
{
    enum { BEFORE = 60 };
    bool starts_late = line.len > AT_SETUP_LINE_MAX_BYTES && from > BEFORE;
    struct at_str shown = starts_late ? at_str_skip(line, from - BEFORE) : line;
    bool ends_early = shown.len > AT_SETUP_LINE_MAX_BYTES;
    while (starts_late && shown.len > 0 && (shown.ptr[0] & 0xc0) == 0x80)
        shown = at_str_skip(shown, 1);
    at_buf_add_char(out, sign);
    at_buf_add_text(out, starts_late ? "…" : "");
    at_line_write(at_utf8_head(shown, AT_SETUP_LINE_MAX_BYTES), out);
    at_buf_add_text(out, ends_early ? "…\n" : "\n");
}

static void
write_lines(char sign, struct at_str lines, size_t from, struct at_buf *out)
{
    struct at_str rest = lines, line;
    for (int i = 0; i < LINES_MAX && at_str_next_line(&rest, &line); i++) {
        size_t at = (size_t)(line.ptr - lines.ptr);
        bool has = line.len > 0 && from >= at && from < at + line.len;
        write_line(sign, line, has ? from - at : 0, out);
    }
    if (rest.len > 0)
        at_buf_add_fmt(out, "%c… (%zu more lines)\n", sign,
                       at_str_count_lines(rest));
}

static struct at_str
between(struct at_str text, size_t from, size_t to)
{
    return at_str_skip(at_str_head(text, to), from);
}

void
at_line_diff_write(struct at_str old, struct at_str now, struct at_buf *out)
{
    if (at_str_eq(old, now))
        return;
    size_t same = common(old, now);
    size_t start = line_at(old, same);
    struct at_str old_rest = at_str_skip(old, same);
    struct at_str now_rest = at_str_skip(now, same);
    size_t tail = common_end(old_rest, now_rest);
    size_t old_end = next_line(old, old.len - tail);
    size_t now_end = next_line(now, now.len - tail);
    if (old.len - old_end != now.len - now_end) { // one ends within a line
        old_end = old.len;
        now_end = now.len;
    }
    size_t before = start, after = old_end;
    for (int i = 0; i < AROUND; i++) {
        before = before > 0 ? line_at(old, before - 1) : 0;
        after = after < old.len ? next_line(old, after + 1) : after;
    }
    size_t line = at_str_count_lines(at_str_head(old, before)) + 1;
    at_buf_add_fmt(out, "@@ line %zu @@\n", line);
    write_lines(' ', between(old, before, start), 0, out);
    write_lines('-', between(old, start, old_end), same - start, out);
    write_lines('+', between(now, start, now_end), same - start, out);
    write_lines(' ', between(old, old_end, after), 0, out);
}
