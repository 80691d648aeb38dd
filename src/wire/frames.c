#include "wire/frames.h"

#include "base/rd.h"

enum { LENGTH_BYTES = 4 };

bool
at_frames_write(uint8_t kind, struct at_str payload, struct at_buf *out)
{
    size_t before = out->len;
    if (payload.len > UINT32_MAX)
        return false;
    at_wr_u32be(out, (uint32_t)payload.len);
    at_buf_add_char(out, (char)kind);
    at_buf_add_str(out, payload);
    if (!out->overflow)
        return true;
    at_buf_cut(out, before);
    return false;
}

void
at_frames_init(struct at_frames *frames, size_t max)
{
    *frames = (struct at_frames){
        // Complete messages are consumed before bytes are added, so at most one
        // is incomplete.
        .in = AT_BUF_INIT(2 * (max + AT_FRAMES_HEAD_BYTES)),
        .max = max,
    };
}

void
at_frames_deinit(struct at_frames *frames)
{
    at_buf_deinit(&frames->in);
}

static struct at_str
rest_of(const struct at_frames *frames)
{
    return at_str_skip(at_buf_str(&frames->in), frames->used);
}

// Find the length of the first payload; return false if it is still unknown.
static bool
next_length(const struct at_frames *frames, size_t *out)
{
    struct at_str rest = rest_of(frames);
    struct at_rd rd = at_rd(rest.ptr, rest.len);
    if (rest.len < LENGTH_BYTES)
        return false;
    *out = at_rd_u32be(&rd);
    return true;
}

bool
at_frames_add(struct at_frames *frames, struct at_str bytes, struct at_err *err)
{
    size_t len;
    at_buf_drop(&frames->in, frames->used);
    frames->used = 0;
    if (!at_buf_add_str(&frames->in, bytes))
        return at_fail(err, AT_EPROTO, "messages of more than %zu bytes",
                       frames->in.max);
    return !next_length(frames, &len) || len <= frames->max ||
           at_fail(err, AT_EPROTO,
                   "a message of %zu bytes: at most %zu are sent", len,
                   frames->max);
}

bool
at_frames_next(struct at_frames *frames, uint8_t *out_kind,
               struct at_str *out_payload)
{
    struct at_str rest = rest_of(frames);
    size_t len;
    if (!next_length(frames, &len) || len > frames->max ||
        rest.len < AT_FRAMES_HEAD_BYTES + len)
        return false;
    *out_kind = (uint8_t)rest.ptr[LENGTH_BYTES];
    *out_payload = at_str_head(at_str_skip(rest, AT_FRAMES_HEAD_BYTES), len);
    frames->used += AT_FRAMES_HEAD_BYTES + len;
    return true;
}
