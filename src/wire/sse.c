// sse.c: splits a stream into lines, fields and events
#include "wire/sse.h"

#include <string.h>

void
at_sse_deinit(struct at_sse *sse)
{
    at_buf_deinit(&sse->line);
    at_buf_deinit(&sse->name);
    at_buf_deinit(&sse->data);
}

static void
reset(struct at_sse *sse)
{
    at_buf_clear(&sse->name);
    at_buf_clear(&sse->data);
    sse->has_data = false;
    sse->too_long = false;
    sse->given = false;
}

static size_t
line_len(struct at_str in)
{
    const char *lf = in.len ? memchr(in.ptr, '\n', in.len) : NULL;
    size_t len = lf ? (size_t)(lf - in.ptr) : in.len;
    const char *cr = len ? memchr(in.ptr, '\r', len) : NULL;
    return cr ? (size_t)(cr - in.ptr) : len;
}

// Return true once sse->line is complete.
static bool
take_line(struct at_sse *sse, struct at_str *in)
{
    if (sse->after_cr && in->ptr[0] == '\n')
        *in = at_str_skip(*in, 1);
    sse->after_cr = false;
    size_t len = line_len(*in);
    bool ended = len < in->len;
    at_buf_add_str(&sse->line, at_str_head(*in, len));
    sse->after_cr = ended && in->ptr[len] == '\r';
    *in = at_str_skip(*in, ended ? len + 1 : len);
    return ended;
}

static void
take_field(struct at_sse *sse, struct at_str name, struct at_str value)
{
    if (at_str_is(name, "event")) {
        at_buf_clear(&sse->name);
        at_buf_add_str(&sse->name, value);
    } else if (at_str_is(name, "data")) {
        if (sse->has_data)
            at_buf_add_char(&sse->data, '\n');
        at_buf_add_str(&sse->data, value);
        sse->has_data = true;
    }
}

static void
take_text(struct at_sse *sse, struct at_str line)
{
    struct at_str bom = AT_STR("\xef\xbb\xbf");
    if (!sse->begun && at_str_starts(line, bom))
        line = at_str_skip(line, bom.len);
    sse->begun = true;
    const char *colon = line.len ? memchr(line.ptr, ':', line.len) : NULL;
    size_t len = colon ? (size_t)(colon - line.ptr) : line.len;
    struct at_str value = at_str_skip(line, colon ? len + 1 : len);
    if (value.len > 0 && value.ptr[0] == ' ')
        value = at_str_skip(value, 1);
    take_field(sse, at_str_head(line, len), value);
}

static bool
dispatch(struct at_sse *sse, struct at_sse_event *out)
{
    bool too_long = sse->too_long || sse->data.overflow;
    if (!sse->has_data && !too_long) {
        reset(sse);
        return false;
    }
    *out = (struct at_sse_event){
        .name = at_buf_str(&sse->name),
        .data = too_long ? at_str("") : at_buf_str(&sse->data),
        .too_long = too_long,
    };
    sse->given = true;
    return true;
}

// Process a complete line. Return true if it ends an event.
static bool
end_line(struct at_sse *sse, struct at_sse_event *out)
{
    bool blank = sse->line.len == 0 && !sse->line.overflow;
    sse->too_long = sse->too_long || sse->line.overflow;
    // Ignore an overlong line, because its buffered part depends on how the
    // stream was cut.
    if (sse->line.overflow)
        sse->begun = true;
    else if (!blank)
        take_text(sse, at_buf_str(&sse->line));
    at_buf_clear(&sse->line);
    return blank && dispatch(sse, out);
}

bool
at_sse_next(struct at_sse *sse, struct at_str *in, struct at_sse_event *out)
{
    if (sse->given)
        reset(sse);
    while (in->len > 0) {
        if (take_line(sse, in) && end_line(sse, out))
            return true;
    }
    return false;
}

bool
at_sse_end(struct at_sse *sse, struct at_sse_event *out)
{
    if (sse->given)
        reset(sse);
    if (sse->line.len > 0 || sse->line.overflow)
        end_line(sse, out);
    return dispatch(sse, out);
}
