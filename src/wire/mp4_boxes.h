// mp4_boxes.h: the boxes of mp4.h's files
#ifndef AT_WIRE_MP4_BOXES_H
#define AT_WIRE_MP4_BOXES_H

#include "wire/mp4.h"

struct at_mp4_sample {
    uint32_t len;
    uint32_t duration_us;
    bool key;
};

struct at_mp4_part {
    uint64_t data_at; // of its first sample, in the file
    size_t first;     // that sample
};

// The beginning of a file: its type, 16 bytes to patch, and an index that says
// that parts follow.
void at_mp4_write_head(const struct at_mp4 *mp4, struct at_buf *out);
uint64_t at_mp4_patch_at(void);
// The newest part with its own index. Returns where in out its data begins.
size_t at_mp4_write_part(const struct at_mp4 *mp4, struct at_buf *out);
// The index of the whole file.
void at_mp4_write_index(const struct at_mp4 *mp4, struct at_buf *out);

#endif
