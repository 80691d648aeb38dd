#include "wire/csv.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"

void
at_csv_init(struct at_csv *csv, struct at_str text)
{
    if (at_str_starts(text, AT_STR("\xef\xbb\xbf")))
        text = at_str_skip(text, 3);
    *csv = (struct at_csv){text, 1};
}

static bool
ends_line(struct at_str rest)
{
    return rest.len == 0 || rest.ptr[0] == '\n' ||
           at_str_starts(rest, AT_STR("\r\n"));
}

static void
skip_line_end(struct at_csv *csv)
{
    size_t len = at_str_starts(csv->rest, AT_STR("\r\n")) ? 2 : 1;
    if (csv->rest.len == 0)
        return;
    csv->rest = at_str_skip(csv->rest, len);
    csv->line++;
}

static void
add_plain(struct at_csv *csv, struct at_argv *out)
{
    size_t len = 0;
    while (!ends_line(at_str_skip(csv->rest, len)) && csv->rest.ptr[len] != ',')
        len++;
    at_argv_add_str(out, at_str_head(csv->rest, len));
    csv->rest = at_str_skip(csv->rest, len);
}

// Read a field after its first quote.
static bool
add_quoted(struct at_csv *csv, struct at_argv *out, struct at_err *err)
{
    struct at_str rest = csv->rest;
    struct at_buf field = AT_BUF_INIT(rest.len);
    size_t first = csv->line;
    bool closed = false;
    while (rest.len > 0 && !closed) {
        closed = rest.ptr[0] == '"' && !at_str_starts(rest, AT_STR("\"\""));
        if (!closed)
            at_buf_add_char(&field, rest.ptr[0]);
        csv->line += rest.ptr[0] == '\n';
        rest = at_str_skip(rest, !closed && rest.ptr[0] == '"' ? 2 : 1);
    }
    csv->rest = rest;
    at_argv_add_str(out, at_buf_str(&field));
    at_buf_deinit(&field);
    if (!closed)
        return at_fail(err, AT_EUSAGE, "line %zu: a quote is never closed",
                       first);
    return ends_line(rest) || rest.ptr[0] == ',' ||
           at_fail(err, AT_EUSAGE,
                   "line %zu: text after a closing quote; a quote inside a "
                   "field is written twice",
                   csv->line);
}

static bool
add_field(struct at_csv *csv, struct at_argv *out, struct at_err *err)
{
    if (csv->rest.len == 0 || csv->rest.ptr[0] != '"') {
        add_plain(csv, out);
        return true;
    }
    csv->rest = at_str_skip(csv->rest, 1);
    return add_quoted(csv, out, err);
}

static bool
check_fields(const struct at_argv *fields, size_t line, struct at_err *err)
{
    for (size_t i = 0; i < fields->count; i++) {
        if (!at_utf8_valid(at_str(fields->words[i])))
            return at_fail(err, AT_EUSAGE, "line %zu: the text is not UTF-8",
                           line);
    }
    return true;
}

bool
at_csv_next(struct at_csv *csv, struct at_argv *out, bool *out_done,
            struct at_err *err)
{
    while (csv->rest.len > 0 && ends_line(csv->rest))
        skip_line_end(csv);
    *out_done = csv->rest.len == 0;
    if (*out_done)
        return true;
    size_t line = csv->line;
    if (memchr(csv->rest.ptr, '\0', csv->rest.len))
        return at_fail(err, AT_EUSAGE, "line %zu: NUL bytes are not text",
                       line);
    if (!add_field(csv, out, err))
        return false;
    while (!ends_line(csv->rest)) {
        csv->rest = at_str_skip(csv->rest, 1); // the comma
        if (!add_field(csv, out, err))
            return false;
    }
    skip_line_end(csv);
    return check_fields(out, line, err);
}
