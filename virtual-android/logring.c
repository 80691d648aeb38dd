// logring.c: see logring.h
#include "virtual-android/logring.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"

// What liblog sends of an entry, less the priority and two NULs.
enum { PAYLOAD_MAX_BYTES = 4068 - 3 };

void
va_logring_init(struct va_logring *ring)
{
    *ring = (struct va_logring){.next = 1, .first = 1};
}

static void
release(struct va_logline *line)
{
    free(line->tag);
    free(line->text);
    *line = (struct va_logline){0};
}

void
va_logring_deinit(struct va_logring *ring)
{
    for (size_t i = 0; ring->lines && i < VA_LOG_LINES_MAX; i++)
        release(&ring->lines[i]);
    free(ring->lines);
    va_logring_init(ring);
}

void
va_logring_add(struct va_logring *ring, const struct va_logline *line)
{
    struct at_str tag = at_utf8_head(at_str(line->tag), PAYLOAD_MAX_BYTES);
    struct at_str rest = at_str(line->text);
    struct at_str part;
    if (!ring->lines)
        ring->lines = at_alloc(VA_LOG_LINES_MAX * sizeof(*ring->lines));
    while (at_str_next_line(&rest, &part)) {
        struct va_logline *slot = &ring->lines[ring->next % VA_LOG_LINES_MAX];
        release(slot);
        part = at_utf8_head(part, PAYLOAD_MAX_BYTES - tag.len);
        *slot = *line;
        slot->tag = at_strndup(tag.ptr, tag.len);
        slot->text = at_strndup(part.ptr, part.len);
        slot->number = ring->next++;
    }
}

void
va_logring_clear(struct va_logring *ring)
{
    ring->first = ring->next;
}

uint64_t
va_logring_first(const struct va_logring *ring)
{
    uint64_t kept =
        ring->next > VA_LOG_LINES_MAX ? ring->next - VA_LOG_LINES_MAX : 1;
    return kept > ring->first ? kept : ring->first;
}

const struct va_logline *
va_logring_at(const struct va_logring *ring, uint64_t number)
{
    if (number < va_logring_first(ring) || number >= ring->next)
        return NULL;
    return &ring->lines[number % VA_LOG_LINES_MAX];
}

static void
write_stamp(const struct va_logline *line, struct at_buf *out)
{
    time_t seconds = (time_t)(line->wall_ms / 1000);
    struct tm tm;
    char text[32];
    gmtime_r(&seconds, &tm);
    strftime(text, sizeof(text), "%m-%d %H:%M:%S", &tm);
    at_buf_add_fmt(out, "%s.%03d", text, (int)(line->wall_ms % 1000));
}

static void
write_threadtime(const struct va_logline *l, struct at_buf *out)
{
    write_stamp(l, out);
    at_buf_add_fmt(out, " %5d %5d %c %-8s: %s\n", l->pid, l->tid, l->priority,
                   l->tag, l->text);
}

static void
write_time(const struct va_logline *l, struct at_buf *out)
{
    write_stamp(l, out);
    at_buf_add_fmt(out, " %c/%-8s(%5d): %s\n", l->priority, l->tag, l->pid,
                   l->text);
}

static void
write_brief(const struct va_logline *l, struct at_buf *out)
{
    at_buf_add_fmt(out, "%c/%-8s(%5d): %s\n", l->priority, l->tag, l->pid,
                   l->text);
}

static void
write_tag(const struct va_logline *l, struct at_buf *out)
{
    at_buf_add_fmt(out, "%c/%-8s: %s\n", l->priority, l->tag, l->text);
}

static void
write_process(const struct va_logline *l, struct at_buf *out)
{
    at_buf_add_fmt(out, "%c(%5d) %s  (%s)\n", l->priority, l->pid, l->text,
                   l->tag);
}

static void
write_raw(const struct va_logline *l, struct at_buf *out)
{
    at_buf_add_fmt(out, "%s\n", l->text);
}

static void
write_long(const struct va_logline *l, struct at_buf *out)
{
    at_buf_add_text(out, "[ ");
    write_stamp(l, out);
    at_buf_add_fmt(out, " %5d:%5d %c/%-8s ]\n%s\n\n", l->pid, l->tid,
                   l->priority, l->tag, l->text);
}

static const struct {
    const char *name;
    void (*write)(const struct va_logline *line, struct at_buf *out);
} formats[] = {
    [VA_LOGFORMAT_THREADTIME] = {"threadtime", write_threadtime},
    [VA_LOGFORMAT_TIME] = {"time", write_time},
    [VA_LOGFORMAT_BRIEF] = {"brief", write_brief},
    [VA_LOGFORMAT_TAG] = {"tag", write_tag},
    [VA_LOGFORMAT_PROCESS] = {"process", write_process},
    [VA_LOGFORMAT_RAW] = {"raw", write_raw},
    [VA_LOGFORMAT_LONG] = {"long", write_long},
};

bool
va_logformat_parse(const char *name, enum va_logformat *out)
{
    for (size_t i = 0; i < AT_LEN(formats); i++) {
        if (strcmp(formats[i].name, name) == 0) {
            *out = (enum va_logformat)i;
            return true;
        }
    }
    return false;
}

void
va_logline_write(const struct va_logline *line, enum va_logformat format,
                 struct at_buf *out)
{
    formats[format].write(line, out);
}
