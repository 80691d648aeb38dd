// mp4_boxes.h: MP4 boxes, for mp4.c
#ifndef AT_WIRE_MP4_BOXES_H
#define AT_WIRE_MP4_BOXES_H

#include "wire/mp4.h"

struct at_mp4_sample {
    uint32_t len;
    uint32_t duration_us;
    bool key;
};

struct at_mp4_part {
    uint64_t data_at; // file offset of the first sample
    size_t first;     // index of the first sample
};

// Write the start of a file: its type, 16 bytes to patch, and an index that
// announces fragments.
void at_mp4_write_head(const struct at_mp4 *mp4, struct at_buf *out);
uint64_t at_mp4_patch_at(void);
// Write the latest fragment with its index. Return the offset of its data in
// out.
size_t at_mp4_write_part(const struct at_mp4 *mp4, struct at_buf *out);
// Write the index of the whole file.
void at_mp4_write_index(const struct at_mp4 *mp4, struct at_buf *out);

#endif
