// mp4.c: collects frames into fragments and writes the file
#include "wire/mp4.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/rd.h"
#include "wire/mp4_boxes.h"

enum {
    PART_US = 1000000,
    PART_BYTES = 4 << 20,
    SAMPLE_INDEX_BYTES = 32, // bytes of index per frame
};

void
at_mp4_init(struct at_mp4 *mp4, const struct at_h264_params *params,
            struct at_buf *out)
{
    size_t before = out->len;
    *mp4 = (struct at_mp4){
        .params = *params,
        .data = AT_BUF_INIT(PART_BYTES + 2 * AT_VIDEO_PACKET_MAX_BYTES),
    };
    at_mp4_write_head(mp4, out);
    mp4->file_len = out->len - before;
}

void
at_mp4_deinit(struct at_mp4 *mp4)
{
    free(mp4->samples);
    free(mp4->parts);
    at_buf_deinit(&mp4->data);
    *mp4 = (struct at_mp4){0};
}

static void
set_duration(struct at_mp4 *mp4, int64_t until_us)
{
    if (mp4->sample_count == 0)
        return;
    int64_t us = until_us - mp4->last_us;
    mp4->samples[mp4->sample_count - 1].duration_us = us < 1 ? 1
                                                      : us > UINT32_MAX
                                                          ? UINT32_MAX
                                                          : (uint32_t)us;
}

static void
write_part(struct at_mp4 *mp4, struct at_buf *out)
{
    if (mp4->data.len == 0)
        return;
    size_t before = out->len;
    if (mp4->part_count == mp4->part_cap) {
        mp4->part_cap = mp4->part_cap > 0 ? 2 * mp4->part_cap : 64;
        mp4->parts =
            at_realloc_array(mp4->parts, mp4->part_cap, sizeof(*mp4->parts));
    }
    struct at_mp4_part *part = &mp4->parts[mp4->part_count++];
    *part = (struct at_mp4_part){.first = mp4->data_first};
    size_t data_at = at_mp4_write_part(mp4, out);
    part->data_at = mp4->file_len + data_at - before;
    mp4->file_len += out->len - before;
    mp4->data_first = mp4->sample_count;
    at_buf_clear(&mp4->data);
}

// Append a frame in MP4's format: lengths in place of start codes.
static uint32_t
add_data(struct at_mp4 *mp4, struct at_str packet)
{
    size_t before = mp4->data.len;
    struct at_str nal;
    while (at_h264_next(&packet, &nal)) {
        int type = at_h264_type_of(nal);
        if (type == 0 || type == AT_H264_SPS || type == AT_H264_PPS ||
            type == AT_H264_DELIMITER)
            continue;
        at_wr_u32be(&mp4->data, (uint32_t)nal.len);
        at_buf_add_str(&mp4->data, nal);
    }
    return (uint32_t)(mp4->data.len - before);
}

static void
add_sample(struct at_mp4 *mp4, uint32_t len, bool key)
{
    if (mp4->sample_count == mp4->sample_cap) {
        mp4->sample_cap = mp4->sample_cap > 0 ? 2 * mp4->sample_cap : 256;
        mp4->samples = at_realloc_array(mp4->samples, mp4->sample_cap,
                                        sizeof(*mp4->samples));
    }
    mp4->samples[mp4->sample_count++] =
        (struct at_mp4_sample){.len = len, .duration_us = 1, .key = key};
}

static bool
has_room(const struct at_mp4 *mp4, struct at_str packet)
{
    // Lengths of four bytes replace start codes of three.
    uint64_t len = mp4->file_len + mp4->data.len + 2 * packet.len +
                   (mp4->sample_count + 1) * SAMPLE_INDEX_BYTES;
    return mp4->sample_count < AT_VIDEO_SAMPLES_MAX &&
           packet.len <= AT_VIDEO_PACKET_MAX_BYTES &&
           len < AT_VIDEO_FILE_MAX_BYTES;
}

bool
at_mp4_add(struct at_mp4 *mp4, struct at_str packet, int64_t pts_us, bool key,
           struct at_buf *out, struct at_err *err)
{
    if (!has_room(mp4, packet))
        return at_fail(err, AT_ELIMIT, "the video file is full");
    if (mp4->sample_count == 0)
        mp4->first_us = mp4->part_us = pts_us;
    set_duration(mp4, pts_us);
    if (key || pts_us - mp4->part_us >= PART_US ||
        mp4->data.len >= PART_BYTES) {
        write_part(mp4, out);
        mp4->part_us = pts_us;
    }
    uint32_t len = add_data(mp4, packet);
    if (len > 0)
        add_sample(mp4, len, key);
    mp4->last_us = len > 0 ? pts_us : mp4->last_us;
    return true;
}

void
at_mp4_finish(struct at_mp4 *mp4, int64_t end_us, struct at_buf *out,
              char patch[AT_MP4_PATCH_BYTES], uint64_t *out_patch_at)
{
    struct at_buf box = AT_BUF_INIT(AT_MP4_PATCH_BYTES);
    memset(patch, 0, AT_MP4_PATCH_BYTES);
    *out_patch_at = at_mp4_patch_at();
    set_duration(mp4, end_us);
    write_part(mp4, out);
    at_wr_u32be(&box, 1); // a 64-bit size follows
    at_buf_add_text(&box, "mdat");
    at_wr_u64be(&box, mp4->file_len - *out_patch_at);
    memcpy(patch, box.data, AT_MP4_PATCH_BYTES);
    at_buf_deinit(&box);
    at_mp4_write_index(mp4, out);
}
