// h264.h: H.264 parsing for forwarding and storing a stream
//
// Annex B of ITU-T H.264: NAL units, each after a start code of three or four
// bytes. Only the size in the sequence parameter set is decoded.
#ifndef AT_WIRE_H264_H
#define AT_WIRE_H264_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

enum at_h264_type {
    AT_H264_SLICE = 1,
    AT_H264_KEY_SLICE = 5, // slice of an IDR picture, where decoding can start
    AT_H264_SPS = 7,
    AT_H264_PPS = 8,
    AT_H264_DELIMITER = 9,
};

// Split off the next NAL unit, without its start code and trailing zeros.
// Return false at the end, and if no start code is left.
bool at_h264_next(struct at_str *rest, struct at_str *out_nal);
// Return the type of a NAL unit, 0 if it is empty.
int at_h264_type_of(struct at_str nal);

// Return true if decoding can start at this packet: its first slice belongs to
// an IDR picture.
bool at_h264_is_key(struct at_str packet);

// Return true if the packet contains a picture.
bool at_h264_has_slice(struct at_str packet);

enum { AT_H264_PARAMS_MAX_BYTES = 512 };

// The latest parameter sets of a stream, without start codes.
struct at_h264_params {
    char sps[AT_H264_PARAMS_MAX_BYTES];
    size_t sps_len;
    char pps[AT_H264_PARAMS_MAX_BYTES];
    size_t pps_len;
    int32_t width_px;
    int32_t height_px;
};

// Take the parameter sets from a packet; *out_found is set if it has any. Fails
// with AT_EPROTO or AT_ELIMIT and leaves params unchanged if a device's encoder
// would not produce them.
AT_CHECKED bool at_h264_params_take(struct at_h264_params *params,
                                    struct at_str packet, bool *out_found,
                                    struct at_err *err);
bool at_h264_params_equal(const struct at_h264_params *a,
                          const struct at_h264_params *b);
// Append both sets in Annex B format.
void at_h264_params_write(const struct at_h264_params *params,
                          struct at_buf *out);
// Write the codec name of RFC 6381: "avc1.42c01f".
void at_h264_codec(const struct at_h264_params *params, char out[16]);

#endif
