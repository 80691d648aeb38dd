// h264_test.c: NAL units and parameter sets, as libx264 makes them
#include "wire/h264.h"

#include "base/hex.h"
#include "sys/file.h"
#include "tests/t.h"

// NAL units as "67,68,65".
static const struct {
    const char *in;
    size_t len;
    const char *nals;
} packets[] = {
#define ROW(in, nals)                                                          \
    {                                                                          \
        in, sizeof(in) - 1, nals                                               \
    }
    ROW("", ""),
    ROW("\0\0", ""),
    ROW("\1\2\3", ""),
    ROW("\0\0\1", "-"),
    ROW("\0\0\1\x65", "65"),
    ROW("\0\0\0\1\x65", "65"),
    ROW("\x01\0\0\1\x65", "65"),
    ROW("\0\0\1\x67\x01\0\0\1\x68", "67,68"),
    ROW("\0\0\0\1\x67\x01\0\0\0\1\x68\0\0\0\1\x65", "67,68,65"),
    ROW("\0\0\1\x65\0\0\2\0\0\3\0\0\1\x41", "65,41"),
    ROW("\0\0\1\x65\0\0\0\0", "65"),
    ROW("\0\0\1\0\0\1\x65", "-,65"),
#undef ROW
};

T_TEST(nal_units)
{
    for (size_t i = 0; i < T_LEN(packets); i++) {
        struct at_str rest = at_str_n(packets[i].in, packets[i].len);
        struct at_str nal;
        char got[64] = "";
        while (at_h264_next(&rest, &nal)) {
            size_t len = strlen(got);
            if (len > 0)
                got[len++] = ',';
            if (nal.len == 0)
                snprintf(got + len, sizeof(got) - len, "-");
            else
                at_hex_write((const unsigned char *)nal.ptr, 1, got + len);
        }
        T_ROW(packets[i].nals);
        T_EQ_TEXT(got, packets[i].nals);
    }
}

static const struct {
    const char *sps;
    int width_px;
    int height_px;
} sizes[] = {
    {"6742c032d90044012de5f011000003000100000300140f183248", 1080, 2400},
    {"67640032acb20088024fcd118088000003000800000300a078c19240", 1078, 2338},
    {"674d400ad9047b011000000300100000030140f1226480", 64, 48},
    {"67640032acb2004b0113f2e022000003000200000300281e306490", 2400, 1080},
    {"67f400209196402d0326c044000003000400000300503c60c920", 720, 1600},
    {"67f40015919c8227e27011000003000100000300141f142a48", 64, 48}, // fields
    {"6742001e0000030200000da014016e40", 1280, 720}, // 00 00 03 before it
};

static size_t
bytes_of(const char *hex, char *out)
{
    size_t len = strlen(hex) / 2;
    for (size_t i = 0; i < len; i++)
        out[i] = (char)(at_hex_digit(hex[2 * i]) << 4 |
                        at_hex_digit(hex[2 * i + 1]));
    return len;
}

T_TEST(sizes_of_a_real_encoder)
{
    for (size_t i = 0; i < T_LEN(sizes); i++) {
        char packet[64] = {0, 0, 0, 1};
        struct at_h264_params params = {.width_px = 0};
        bool found;
        size_t len = 4 + bytes_of(sizes[i].sps, packet + 4);
        T_ROW(sizes[i].sps);
        T_OK(at_h264_params_take(&params, at_str_n(packet, len), &found, NULL));
        T_OK(found);
        T_EQ_INT(params.width_px, sizes[i].width_px);
        T_EQ_INT(params.height_px, sizes[i].height_px);
        T_EQ_SIZE(params.sps_len, len - 4);
    }
}

// Cut before its size, a set is refused and what was known stays.
T_TEST(a_set_that_is_cut)
{
    char packet[64] = {0, 0, 0, 1};
    bytes_of(sizes[1].sps, packet + 4);
    for (size_t len = 5; len < 14; len++) {
        struct at_h264_params params = {.width_px = 7};
        struct at_err err = AT_ERR_INIT;
        bool found;
        T_NOT(
            at_h264_params_take(&params, at_str_n(packet, len), &found, &err));
        T_EQ_INT(err.code, AT_EPROTO);
        T_EQ_INT(params.width_px, 7);
        T_EQ_SIZE(params.sps_len, 0);
    }
}

T_TEST(a_set_that_is_too_long)
{
    static char packet[AT_H264_PARAMS_MAX_BYTES + 5] = {0, 0, 1, 0x68};
    struct at_h264_params params = {.pps_len = 0};
    struct at_err err = AT_ERR_INIT;
    bool found;
    memset(packet + 4, 'x', sizeof(packet) - 4);
    T_NOT(at_h264_params_take(&params, at_str_n(packet, sizeof(packet)), &found,
                              &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    T_OK(at_h264_params_take(&params, at_str_n(packet, sizeof(packet) - 2),
                             &found, &err));
    T_EQ_SIZE(params.pps_len, AT_H264_PARAMS_MAX_BYTES);
}

T_TEST(key_frames)
{
    static const struct {
        const char *in;
        size_t len;
        bool key;
        bool slice;
    } rows[] = {
        {"\0\0\1\x65", 4, true, true},
        {"\0\0\1\x41", 4, false, true},
        {"\0\0\1\x67\1\0\0\1\x68\1\0\0\1\x65", 14, true, true},
        {"\0\0\1\x09\1\0\0\1\x41\1\0\0\1\x65", 14, false, true},
        {"\0\0\1\x67\1\0\0\1\x68", 9, false, false},
        {"", 0, false, false},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str in = at_str_n(rows[i].in, rows[i].len);
        T_EQ_INT(at_h264_is_key(in), rows[i].key);
        T_EQ_INT(at_h264_has_slice(in), rows[i].slice);
    }
}

T_TEST(sets_are_written_as_they_were_read)
{
    struct at_buf file = AT_BUF_INIT(1 << 20);
    struct at_buf out = AT_BUF_INIT(4096);
    struct at_h264_params params = {.width_px = 0};
    struct at_h264_params again = {.width_px = 0};
    char codec[16];
    bool found;
    T_OK(at_file_read("tests/data/video/96x48.h264", &file, NULL));
    T_OK(at_h264_params_take(&params, at_buf_str(&file), &found, NULL));
    at_h264_params_write(&params, &out);
    T_OK(at_str_starts(at_buf_str(&file), at_buf_str(&out)));
    T_OK(at_h264_params_take(&again, at_buf_str(&out), &found, NULL));
    T_OK(at_h264_params_equal(&params, &again));
    again.sps[again.sps_len - 1] ^= 1;
    T_NOT(at_h264_params_equal(&params, &again));
    at_h264_codec(&params, codec);
    T_EQ_TEXT(codec, "avc1.42c00a");
    at_buf_deinit(&out);
    at_buf_deinit(&file);
}

T_MAIN()
