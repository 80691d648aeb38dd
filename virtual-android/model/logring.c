#include "virtual-android/model/logring.h"

#include <string.h>
#include <time.h>

#include "base/alloc.h"

// The largest entry of liblog without the priority and two NULs.
enum { PAYLOAD_MAX_BYTES = 4068 - 3 };

void
vd_logring_init(struct vd_logring *ring)
{
    *ring = (struct vd_logring){.next = 1, .first = 1};
}

static void
release(struct vd_logline *line)
{
    free(line->tag);
    free(line->text);
    *line = (struct vd_logline){0};
}

void
vd_logring_deinit(struct vd_logring *ring)
{
    for (size_t i = 0; ring->lines && i < VD_LOG_LINES_MAX; i++)
        release(&ring->lines[i]);
    free(ring->lines);
    vd_logring_init(ring);
}

void
vd_logring_add(struct vd_logring *ring, const struct vd_logline *line)
{
    struct at_str tag = at_utf8_head(at_str(line->tag), PAYLOAD_MAX_BYTES);
    struct at_str rest = at_str(line->text);
    struct at_str part;
    if (!ring->lines)
        ring->lines = at_alloc(VD_LOG_LINES_MAX * sizeof(*ring->lines));
    while (at_str_next_line(&rest, &part)) {
        struct vd_logline *slot = &ring->lines[ring->next % VD_LOG_LINES_MAX];
        release(slot);
        part = at_utf8_head(part, PAYLOAD_MAX_BYTES - tag.len);
        *slot = *line;
        slot->tag = at_strndup(tag.ptr, tag.len);
        slot->text = at_strndup(part.ptr, part.len);
        slot->number = ring->next++;
    }
}

void
vd_logring_clear(struct vd_logring *ring)
{
    ring->first = ring->next;
}

uint64_t
vd_logring_first(const struct vd_logring *ring)
{
    uint64_t kept =
        ring->next > VD_LOG_LINES_MAX ? ring->next - VD_LOG_LINES_MAX : 1;
    return kept > ring->first ? kept : ring->first;
}

const struct vd_logline *
vd_logring_at(const struct vd_logring *ring, uint64_t number)
{
    if (number < vd_logring_first(ring) || number >= ring->next)
        return NULL;
    return &ring->lines[number % VD_LOG_LINES_MAX];
}

static void
write_stamp(const struct vd_logline *line, struct at_buf *out)
{
    time_t seconds = (time_t)(line->wall_ms / 1000);
    struct tm tm;
    char text[32];
    gmtime_r(&seconds, &tm);
    strftime(text, sizeof(text), "%m-%d %H:%M:%S", &tm);
    at_buf_add_fmt(out, "%s.%03d", text, (int)(line->wall_ms % 1000));
}

static void
write_threadtime(const struct vd_logline *l, struct at_buf *out)
{
    write_stamp(l, out);
    at_buf_add_fmt(out, " %5d %5d %c %-8s: %s\n", l->pid, l->tid, l->priority,
                   l->tag, l->text);
}

static void
write_time(const struct vd_logline *l, struct at_buf *out)
{
    write_stamp(l, out);
    at_buf_add_fmt(out, " %c/%-8s(%5d): %s\n", l->priority, l->tag, l->pid,
                   l->text);
}

static void
write_brief(const struct vd_logline *l, struct at_buf *out)
{
    at_buf_add_fmt(out, "%c/%-8s(%5d): %s\n", l->priority, l->tag, l->pid,
                   l->text);
}

static void
write_tag(const struct vd_logline *l, struct at_buf *out)
{
    at_buf_add_fmt(out, "%c/%-8s: %s\n", l->priority, l->tag, l->text);
}

static void
write_process(const struct vd_logline *l, struct at_buf *out)
{
    at_buf_add_fmt(out, "%c(%5d) %s  (%s)\n", l->priority, l->pid, l->text,
                   l->tag);
}

static void
write_raw(const struct vd_logline *l, struct at_buf *out)
{
    at_buf_add_fmt(out, "%s\n", l->text);
}

static void
write_long(const struct vd_logline *l, struct at_buf *out)
{
    at_buf_add_text(out, "[ ");
    write_stamp(l, out);
    at_buf_add_fmt(out, " %5d:%5d %c/%-8s ]\n%s\n\n", l->pid, l->tid,
                   l->priority, l->tag, l->text);
}

static const struct {
    const char *name;
    void (*write)(const struct vd_logline *line, struct at_buf *out);
} formats[] = {
    [VD_LOGFORMAT_THREADTIME] = {"threadtime", write_threadtime},
    [VD_LOGFORMAT_TIME] = {"time", write_time},
    [VD_LOGFORMAT_BRIEF] = {"brief", write_brief},
    [VD_LOGFORMAT_TAG] = {"tag", write_tag},
    [VD_LOGFORMAT_PROCESS] = {"process", write_process},
    [VD_LOGFORMAT_RAW] = {"raw", write_raw},
    [VD_LOGFORMAT_LONG] = {"long", write_long},
};

bool
vd_logformat_parse(const char *name, enum vd_logformat *out)
{
    for (size_t i = 0; i < AT_LEN(formats); i++) {
        if (strcmp(formats[i].name, name) == 0) {
            *out = (enum vd_logformat)i;
            return true;
        }
    }
    return false;
}

void
vd_logline_write(const struct vd_logline *line, enum vd_logformat format,
                 struct at_buf *out)
{
    formats[format].write(line, out);
}
