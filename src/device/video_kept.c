// video_kept.c: reference-counted frames
#include "device/video_kept.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"

struct at_video_frame {
    int refs;
    struct at_video_packet packet;
    char data[];
};

void
at_video_kept_init(struct at_video_kept *kept)
{
    *kept = (struct at_video_kept){.next = 1};
}

void
at_video_kept_deinit(struct at_video_kept *kept)
{
    for (size_t i = 0; i < kept->count; i++)
        at_video_frame_unref(kept->frames[i]);
    free(kept->frames);
    *kept = (struct at_video_kept){0};
}

uint64_t
at_video_kept_first(const struct at_video_kept *kept)
{
    return kept->next - kept->count;
}

static void
drop(struct at_video_kept *kept, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        kept->bytes -= kept->frames[i]->packet.data.len;
        at_video_frame_unref(kept->frames[i]);
    }
    kept->count -= count;
    memmove(kept->frames, kept->frames + count,
            kept->count * sizeof(*kept->frames));
    if (kept->key < at_video_kept_first(kept))
        kept->key = 0;
}

// Drop the oldest frames if there are too many.
static void
make_room(struct at_video_kept *kept)
{
    size_t count = 0;
    size_t bytes = kept->bytes;
    while (bytes > AT_VIDEO_KEPT_MAX_BYTES && count + 1 < kept->count)
        bytes -= kept->frames[count++]->packet.data.len;
    if (count > 0)
        drop(kept, count);
}

void
at_video_kept_add(struct at_video_kept *kept, struct at_str head,
                  const struct at_video_packet *packet)
{
    size_t len = head.len + packet->data.len;
    struct at_video_frame *frame = at_alloc(sizeof(*frame) + len);
    frame->refs = 1;
    frame->packet = *packet;
    frame->packet.data = at_str_n(frame->data, len);
    if (head.len > 0)
        memcpy(frame->data, head.ptr, head.len);
    memcpy(frame->data + head.len, packet->data.ptr, packet->data.len);
    if (kept->count == kept->cap) {
        kept->cap = kept->cap > 0 ? 2 * kept->cap : 64;
        kept->frames = at_realloc_array(kept->frames, kept->cap,
                                        sizeof(struct at_video_frame *));
    }
    kept->frames[kept->count++] = frame;
    kept->bytes += len;
    if (packet->key)
        kept->key = kept->next;
    kept->next++;
    make_room(kept);
}

void
at_video_kept_trim(struct at_video_kept *kept, uint64_t needed)
{
    uint64_t first = at_video_kept_first(kept);
    uint64_t until = kept->key > 0 ? kept->key : kept->next;
    until = needed < until ? needed : until;
    if (until > first)
        drop(kept, (size_t)(until - first));
}

struct at_video_frame *
at_video_kept_ref(struct at_video_kept *kept, uint64_t number)
{
    struct at_video_frame *frame =
        kept->frames[number - at_video_kept_first(kept)];
    frame->refs++;
    return frame;
}

void
at_video_frame_unref(struct at_video_frame *frame)
{
    if (frame && --frame->refs == 0)
        free(frame);
}

const struct at_video_packet *
at_video_frame_packet(const struct at_video_frame *frame)
{
    return &frame->packet;
}
