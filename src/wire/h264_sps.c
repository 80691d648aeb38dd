// h264_sps.c: parser of a sequence parameter set (ITU-T H.264, 7.3.2.1.1)
#include "wire/h264_sps.h"

enum {
    SIDE_MAX_PX = 16384,
    MACROBLOCK_PX = 16,
    CODE_ZEROS_MAX = 31,
    ORDER_COUNTS_MAX = 255,
};

// A bit reader that skips emulation prevention bytes: 00 00 03 encodes 00 00.
// Failures are sticky.
struct bits {
    struct at_str bytes;
    size_t at; // index of the current byte
    int left;  // bits left in the current byte
    int zeros; // number of preceding zero bytes
    bool ok;
};

static bool
next_byte(struct bits *bits)
{
    if (bits->zeros >= 2 && bits->at < bits->bytes.len &&
        bits->bytes.ptr[bits->at] == 3) {
        bits->at++;
        bits->zeros = 0;
    }
    if (bits->at >= bits->bytes.len)
        return false;
    bits->left = 8;
    return true;
}

static uint32_t
read_bit(struct bits *bits)
{
    if (bits->left == 0 && !next_byte(bits)) {
        bits->ok = false;
        return 0;
    }
    unsigned char byte = (unsigned char)bits->bytes.ptr[bits->at];
    uint32_t bit = byte >> --bits->left & 1U;
    if (bits->left == 0) {
        bits->zeros = byte == 0 ? bits->zeros + 1 : 0;
        bits->at++;
    }
    return bit;
}

static uint32_t
read_bits(struct bits *bits, int count)
{
    uint32_t value = 0;
    for (int i = 0; i < count; i++)
        value = value << 1 | read_bit(bits);
    return value;
}

// Read ue(v), section 9.1.
static uint32_t
read_code(struct bits *bits)
{
    int zeros = 0;
    while (bits->ok && read_bit(bits) == 0)
        zeros++;
    if (zeros > CODE_ZEROS_MAX)
        bits->ok = false;
    return bits->ok
               ? (uint32_t)((UINT64_C(1) << zeros) - 1) + read_bits(bits, zeros)
               : 0;
}

// Read se(v), section 9.1.1.
static int32_t
read_signed(struct bits *bits)
{
    uint32_t code = read_code(bits);
    int32_t half = (int32_t)(code / 2);
    return code % 2 == 1 ? half + 1 : -half;
}

static void
skip_scaling_list(struct bits *bits, int size)
{
    int32_t last = 8;
    int32_t next = 8;
    for (int i = 0; i < size && bits->ok; i++) {
        if (next != 0)
            next = (int32_t)(((int64_t)last + read_signed(bits)) & 255);
        last = next == 0 ? last : next;
    }
}

// Skip the fields that exist only in profiles with formats other than 8-bit
// 4:2:0. Return chroma_format_idc.
static uint32_t
skip_format(struct bits *bits)
{
    uint32_t chroma = read_code(bits);
    if (chroma == 3)
        read_bit(bits); // separate_colour_plane_flag
    read_code(bits);    // bit_depth_luma_minus8
    read_code(bits);
    read_bit(bits);
    if (read_bit(bits) == 0) // seq_scaling_matrix_present_flag
        return chroma;
    for (int i = 0; i < (chroma == 3 ? 12 : 8); i++)
        if (read_bit(bits) == 1)
            skip_scaling_list(bits, i < 6 ? 16 : 64);
    return chroma;
}

static void
skip_order_count(struct bits *bits)
{
    uint32_t type = read_code(bits);
    if (type == 0)
        read_code(bits);
    if (type != 1)
        return;
    read_bit(bits);
    read_code(bits);
    read_code(bits);
    uint32_t count = read_code(bits);
    if (count > ORDER_COUNTS_MAX)
        bits->ok = false;
    for (uint32_t i = 0; i < count && bits->ok; i++)
        read_code(bits);
}

static bool
has_format(uint32_t profile)
{
    static const uint8_t profiles[] = {100, 110, 122, 244, 44,  83, 86,
                                       118, 128, 138, 139, 134, 135};
    bool found = false;
    for (size_t i = 0; i < AT_LEN(profiles); i++)
        found = found || profiles[i] == profile;
    return found;
}

// Return the length of a side: macroblocks minus cropping at both ends.
static int64_t
side_px(uint32_t blocks_minus1, uint32_t fields, uint32_t cut, uint32_t unit)
{
    return ((int64_t)blocks_minus1 + 1) * MACROBLOCK_PX * fields -
           (int64_t)cut * unit;
}

static void
read_size(struct bits *bits, uint32_t chroma, int64_t *out_width,
          int64_t *out_height)
{
    uint32_t blocks_wide = read_code(bits);
    uint32_t blocks_high = read_code(bits);
    uint32_t fields = 2 - read_bit(bits); // frame_mbs_only_flag
    uint32_t cut_wide = 0;
    uint32_t cut_high = 0;
    if (fields == 2)
        read_bit(bits);
    read_bit(bits);
    if (read_bit(bits) == 1) { // frame_cropping_flag
        cut_wide = read_code(bits) & UINT16_MAX;
        cut_wide += read_code(bits) & UINT16_MAX;
        cut_high = read_code(bits) & UINT16_MAX;
        cut_high += read_code(bits) & UINT16_MAX;
    }
    uint32_t unit_wide = chroma == 1 || chroma == 2 ? 2 : 1;
    uint32_t unit_high = (chroma == 1 ? 2 : 1) * fields;
    *out_width = side_px(blocks_wide, 1, cut_wide, unit_wide);
    *out_height = side_px(blocks_high, fields, cut_high, unit_high);
}

bool
at_h264_sps_size(struct at_str nal, int32_t *out_width_px,
                 int32_t *out_height_px, struct at_err *err)
{
    struct bits bits = {.bytes = at_str_skip(nal, 1), .ok = true};
    int64_t width = 0;
    int64_t height = 0;
    uint32_t chroma = 1;
    uint32_t profile = read_bits(&bits, 8);
    read_bits(&bits, 16); // constraints and level
    read_code(&bits);
    if (has_format(profile))
        chroma = skip_format(&bits);
    read_code(&bits); // log2_max_frame_num_minus4
    skip_order_count(&bits);
    read_code(&bits); // max_num_ref_frames
    read_bit(&bits);
    read_size(&bits, chroma, &width, &height);
    if (!bits.ok || width < 1 || width > SIDE_MAX_PX || height < 1 ||
        height > SIDE_MAX_PX)
        return at_fail(err, AT_EPROTO,
                       "a sequence parameter set without a size of a screen");
    *out_width_px = (int32_t)width;
    *out_height_px = (int32_t)height;
    return true;
}
