// sse.c: writes the text that EventSource reads
#include "server/sse.h"

#include <inttypes.h>

const char at_sse_comment[] = ": still here\n\n";

// JSON on one line has no line feed; an event with one is not sent.
void
at_sse_write_data(struct at_str run, struct at_str json, struct at_buf *out)
{
    struct at_str members = at_str_trim(at_str_skip(at_str_trim(json), 1));
    at_buf_add_fmt(out, "data: {\"run\":\"%.*s\"%s", AT_STR_ARG(run),
                   at_str_starts(members, AT_STR("}")) ? "" : ",");
    struct at_str line;
    while (at_str_next_line(&members, &line))
        at_buf_add_str(out, line);
    at_buf_add_text(out, "\n\n");
}

void
at_sse_write_id(struct at_str epoch, int64_t number, struct at_buf *out)
{
    at_buf_add_fmt(out, "id: %.*s%s%" PRId64 "\n", AT_STR_ARG(epoch),
                   epoch.len > 0 ? "-" : "", number);
}

void
at_sse_write_named(const char *name, struct at_buf *out)
{
    at_buf_add_fmt(out, "event: %s\ndata: {}\n\n", name);
}

void
at_sse_write_change(struct at_str json, struct at_buf *out)
{
    at_buf_add_fmt(out, "event: change\ndata: %.*s\n\n", AT_STR_ARG(json));
}

bool
at_sse_read_id(struct at_str id, struct at_str epoch, int64_t *out)
{
    if (epoch.len > 0) {
        if (!at_str_starts(id, epoch))
            return false;
        id = at_str_skip(id, epoch.len);
        if (!at_str_starts(id, AT_STR("-")))
            return false;
        id = at_str_skip(id, 1);
    }
    return at_str_to_i64(id, 0, INT64_MAX, out);
}
