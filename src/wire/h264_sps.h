// h264_sps.h: the picture size in a sequence parameter set
#ifndef AT_WIRE_H264_SPS_H
#define AT_WIRE_H264_SPS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

// Fails with AT_EPROTO if nal is not a sequence parameter set, or its size is
// not within 1 to 16384 pixels.
AT_CHECKED bool at_h264_sps_size(struct at_str nal, int32_t *out_width_px,
                                 int32_t *out_height_px, struct at_err *err);

#endif
