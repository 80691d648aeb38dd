// h264.c: NAL units and parameter sets
#include "wire/h264.h"

#include <stdio.h>
#include <string.h>

#include "wire/h264_sps.h"

// Return the offset of 00 00 01, or the length if there is none.
static size_t
find_start(struct at_str s)
{
    size_t i = 0;
    while (i + 3 <= s.len) {
        // The third byte determines how far to skip.
        unsigned char third = (unsigned char)s.ptr[i + 2];
        if (third > 1)
            i += 3;
        else if (third == 1 && s.ptr[i] == 0 && s.ptr[i + 1] == 0)
            return i;
        else
            i++;
    }
    return s.len;
}

bool
at_h264_next(struct at_str *rest, struct at_str *out_nal)
{
    size_t at = find_start(*rest);
    if (at == rest->len)
        return false;
    struct at_str nal = at_str_skip(*rest, at + 3);
    nal.len = find_start(nal);
    *rest = at_str_skip(*rest, at + 3 + nal.len);
    while (nal.len > 0 && nal.ptr[nal.len - 1] == 0)
        nal.len--; // start code's first byte, trailing_zero_8bits
    *out_nal = nal;
    return true;
}

int
at_h264_type_of(struct at_str nal)
{
    return nal.len == 0 ? 0 : nal.ptr[0] & 0x1f;
}

static bool
is_slice(int type)
{
    return type >= AT_H264_SLICE && type <= AT_H264_KEY_SLICE;
}

// Return the type of the first slice, 0 for none.
static int
first_slice(struct at_str packet)
{
    struct at_str nal;
    while (at_h264_next(&packet, &nal)) {
        int type = at_h264_type_of(nal);
        if (is_slice(type))
            return type;
    }
    return 0;
}

bool
at_h264_is_key(struct at_str packet)
{
    return first_slice(packet) == AT_H264_KEY_SLICE;
}

bool
at_h264_has_slice(struct at_str packet)
{
    return first_slice(packet) != 0;
}

static bool
take(struct at_str nal, char *to, size_t *out_len, struct at_err *err)
{
    if (nal.len > AT_H264_PARAMS_MAX_BYTES)
        return at_fail(err, AT_ELIMIT, "a parameter set of %zu bytes", nal.len);
    memcpy(to, nal.ptr, nal.len);
    *out_len = nal.len;
    return true;
}

bool
at_h264_params_take(struct at_h264_params *params, struct at_str packet,
                    bool *out_found, struct at_err *err)
{
    struct at_h264_params found = *params;
    struct at_str nal;
    bool sps = false;
    bool pps = false;
    *out_found = false;
    while (at_h264_next(&packet, &nal)) {
        int type = at_h264_type_of(nal);
        if (type == AT_H264_SPS) {
            sps = true;
            if (!take(nal, found.sps, &found.sps_len, err) ||
                !at_h264_sps_size(nal, &found.width_px, &found.height_px, err))
                return false;
        } else if (type == AT_H264_PPS && !pps) {
            pps = true;
            if (!take(nal, found.pps, &found.pps_len, err))
                return false;
        } else if (is_slice(type)) {
            break;
        }
    }
    *out_found = sps || pps;
    *params = found;
    return true;
}

bool
at_h264_params_equal(const struct at_h264_params *a,
                     const struct at_h264_params *b)
{
    return at_str_eq(at_str_n(a->sps, a->sps_len),
                     at_str_n(b->sps, b->sps_len)) &&
           at_str_eq(at_str_n(a->pps, a->pps_len),
                     at_str_n(b->pps, b->pps_len));
}

void
at_h264_params_write(const struct at_h264_params *params, struct at_buf *out)
{
    static const char start[] = {0, 0, 0, 1};
    at_buf_add(out, start, sizeof(start));
    at_buf_add(out, params->sps, params->sps_len);
    at_buf_add(out, start, sizeof(start));
    at_buf_add(out, params->pps, params->pps_len);
}

void
at_h264_codec(const struct at_h264_params *params, char out[16])
{
    const unsigned char *sps = (const unsigned char *)params->sps;
    snprintf(out, 16, "avc1.%02x%02x%02x", sps[1], sps[2], sps[3]);
}
