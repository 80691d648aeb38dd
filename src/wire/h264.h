// h264.h: what must be known of an H.264 stream to hand it on and to store it
//
// Annex B of ITU-T H.264: NAL units, each behind a start code of three or four
// bytes. Nothing is decoded but the sequence parameter set's size.
#ifndef AT_WIRE_H264_H
#define AT_WIRE_H264_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

enum at_h264_type {
    AT_H264_SLICE = 1,
    AT_H264_KEY_SLICE = 5, // of an IDR picture: a decoder can begin there
    AT_H264_SPS = 7,
    AT_H264_PPS = 8,
    AT_H264_DELIMITER = 9,
};

// Split off the next NAL unit, without its start code and the zeros behind it.
// False at the end, and where no start code is left.
bool at_h264_next(struct at_str *rest, struct at_str *out_nal);
// 0 for an empty one.
int at_h264_type_of(struct at_str nal);

// Can a decoder begin with this packet: is its first slice of an IDR picture?
bool at_h264_is_key(struct at_str packet);

// Is there any picture in it?
bool at_h264_has_slice(struct at_str packet);

enum { AT_H264_PARAMS_MAX_BYTES = 512 };

// The newest parameter sets of a stream, each without a start code.
struct at_h264_params {
    char sps[AT_H264_PARAMS_MAX_BYTES];
    size_t sps_len;
    char pps[AT_H264_PARAMS_MAX_BYTES];
    size_t pps_len;
    int32_t width_px;
    int32_t height_px;
};

// Take the parameter sets out of a packet, if it has any: *out_found. AT_EPROTO
// or AT_ELIMIT, with params unchanged: they are not ones that a device's
// encoder makes.
AT_CHECKED bool at_h264_params_take(struct at_h264_params *params,
                                    struct at_str packet, bool *out_found,
                                    struct at_err *err);
bool at_h264_params_equal(const struct at_h264_params *a,
                          const struct at_h264_params *b);
// Append both in Annex B.
void at_h264_params_write(const struct at_h264_params *params,
                          struct at_buf *out);
// "avc1.42c01f", the name of RFC 6381.
void at_h264_codec(const struct at_h264_params *params, char out[16]);

#endif
