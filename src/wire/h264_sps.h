// h264_sps.h: the size of the picture in a sequence parameter set
#ifndef AT_WIRE_H264_SPS_H
#define AT_WIRE_H264_SPS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

// AT_EPROTO: nal is no sequence parameter set, or its size is not one of 1 to
// 16384 pixels.
AT_CHECKED bool at_h264_sps_size(struct at_str nal, int32_t *out_width_px,
                                 int32_t *out_height_px, struct at_err *err);

#endif
