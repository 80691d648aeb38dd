// scrcpy_test.c: the headers of scrcpy's packets
#include "wire/scrcpy.h"

#include "base/limits.h"
#include "tests/t.h"

#define TIME "\0\0\0\0\0\x01\x02"

static const struct {
    const char *in;
    size_t len;
    enum at_scrcpy_flags flags;
    enum at_parse step;
    bool config;
    bool key;
    int64_t pts_us;
} rows[] = {
#define ROW(in) in, sizeof(in) - 1
    {ROW("\x80\0\0\0\0\0\0\0\0\0\0\2ab"), AT_SCRCPY_FLAGS_1, AT_PARSE_DONE,
     true, false, 0},
    {ROW("\x40" TIME "\0\0\0\2ab"), AT_SCRCPY_FLAGS_1, AT_PARSE_DONE, false,
     true, 0x102},
    {ROW("\0" TIME "\0\0\0\2ab"), AT_SCRCPY_FLAGS_1, AT_PARSE_DONE, false,
     false, 0x102},
    {ROW("\x40" TIME "\0\0\0\2ab"), AT_SCRCPY_FLAGS_4, AT_PARSE_DONE, true,
     false, 0x102},
    {ROW("\x20" TIME "\0\0\0\2ab"), AT_SCRCPY_FLAGS_4, AT_PARSE_DONE, false,
     true, 0x102},
    {ROW("\x80\0\0\0\0\0\4\x38\0\0\x09\x60"), AT_SCRCPY_FLAGS_4, AT_PARSE_BAD,
     false, false, 0},
    {ROW("\0" TIME "\0\0\0\0"), AT_SCRCPY_FLAGS_1, AT_PARSE_BAD, false, false,
     0},
    {ROW("\0" TIME "\0\x80\0\0"), AT_SCRCPY_FLAGS_1, AT_PARSE_MORE, false,
     false, 0}, // 8 MiB
    {ROW("\0" TIME "\0\x80\0\1"), AT_SCRCPY_FLAGS_1, AT_PARSE_BAD, false, false,
     0},
    {ROW("\0" TIME "\xff\xff\xff\xff"), AT_SCRCPY_FLAGS_1, AT_PARSE_BAD, false,
     false, 0},
#undef ROW
};

T_TEST(headers)
{
    T_EQ_SIZE(AT_VIDEO_PACKET_MAX_BYTES, 0x800000);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_scrcpy_packet packet = {.pts_us = -1};
        size_t used = 99;
        char name[16];
        snprintf(name, sizeof(name), "%zu", i);
        T_ROW(name);
        T_EQ_INT(at_scrcpy_parse(at_str_n(rows[i].in, rows[i].len),
                                 rows[i].flags, &packet, &used),
                 rows[i].step);
        T_EQ_SIZE(used, rows[i].step == AT_PARSE_DONE ? rows[i].len : 0);
        for (size_t cut = 0; cut < rows[i].len && cut < 12; cut++)
            T_EQ_INT(at_scrcpy_parse(at_str_n(rows[i].in, cut), rows[i].flags,
                                     &packet, &used),
                     AT_PARSE_MORE);
        if (rows[i].step != AT_PARSE_DONE)
            continue;
        T_EQ_INT(packet.config, rows[i].config);
        T_EQ_INT(packet.key, rows[i].key);
        T_EQ_INT(packet.pts_us, rows[i].pts_us);
        T_EQ_STR(packet.data, "ab");
        T_EQ_INT(at_scrcpy_parse(at_str_n(rows[i].in, rows[i].len - 1),
                                 rows[i].flags, &packet, &used),
                 AT_PARSE_MORE);
    }
}

T_MAIN()
