#include "wire/shell2.h"

#include "base/limits.h"
#include "tests/t.h"

#define BYTES(text) AT_STR_ROW(text)

static const struct {
    const char *name;
    struct at_str in;
    enum at_parse step;
    uint8_t id;
    struct at_str data;
} rows[] = {
    {"nothing", BYTES(""), AT_PARSE_MORE, 0, {0}},
    {"stdout", BYTES("\1\2\0\0\0hi"), AT_PARSE_DONE, 1, BYTES("hi")},
    {"stderr", BYTES("\2\1\0\0\0e"), AT_PARSE_DONE, 2, BYTES("e")},
    {"empty", BYTES("\1\0\0\0\0"), AT_PARSE_DONE, 1, BYTES("")},
    {"a NUL inside", BYTES("\1\3\0\0\0a\0b"), AT_PARSE_DONE, 1, BYTES("a\0b")},
    {"exit", BYTES("\3\1\0\0\0\x89"), AT_PARSE_DONE, 3, BYTES("\x89")},
    {"exit and more", BYTES("\3\1\0\0\0\7\1\0"), AT_PARSE_DONE, 3, BYTES("\7")},
    {"close stdin", BYTES("\4\0\0\0\0"), AT_PARSE_DONE, 4, BYTES("")},
    {"unknown id", BYTES("\x63\1\0\0\0x"), AT_PARSE_DONE, 99, BYTES("x")},
    {"exit without status", BYTES("\3\0\0\0\0"), AT_PARSE_BAD, 0, {0}},
    {"exit of two bytes", BYTES("\3\2\0\0\0\0\0"), AT_PARSE_BAD, 0, {0}},
    {"the longest, begun", BYTES("\1\0\0\x10\0"), AT_PARSE_MORE, 0, {0}},
    {"too long by one", BYTES("\1\1\0\x10\0"), AT_PARSE_BAD, 0, {0}},
    {"4 GB", BYTES("\1\xff\xff\xff\xff"), AT_PARSE_BAD, 0, {0}},
    {"length is little endian", BYTES("\1\0\1\0\0x"), AT_PARSE_MORE, 0, {0}},
};

T_TEST(shell2_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_shell2_packet packet;
        size_t used = 99;
        T_ROW(rows[i].name);
        T_EQ_INT(at_shell2_parse(rows[i].in, &packet, &used), rows[i].step);
        if (rows[i].step != AT_PARSE_DONE) {
            T_EQ_SIZE(used, 0);
            continue;
        }
        T_EQ_INT(packet.id, rows[i].id);
        T_EQ_MEM(packet.data.ptr, packet.data.len, rows[i].data.ptr,
                 rows[i].data.len);
        size_t whole = used;
        T_EQ_SIZE(whole, 5 + rows[i].data.len);
        for (size_t cut = 0; cut < whole; cut++) {
            T_EQ_INT(
                at_shell2_parse(at_str_head(rows[i].in, cut), &packet, &used),
                AT_PARSE_MORE);
            T_EQ_SIZE(used, 0);
        }
    }
}

T_TEST(shell2_writes_what_it_reads)
{
    struct at_buf out = AT_BUF_INIT(64);
    T_OK(at_shell2_write(&out, AT_SHELL2_STDERR, at_str("oh")));
    T_OK(at_shell2_write(&out, AT_SHELL2_EXIT, at_str_n("\0", 1)));
    T_EQ_MEM(out.data, out.len, "\2\2\0\0\0oh\3\1\0\0\0\0", 13);
    at_buf_deinit(&out);
}

T_TEST(shell2_writes_whole_packets_or_nothing)
{
    static char longer[AT_ADB_PACKET_MAX_BYTES + 1];
    struct at_buf small = AT_BUF_INIT(6);
    struct at_buf large = AT_BUF_INIT(2 * AT_ADB_PACKET_MAX_BYTES);
    T_NOT(at_shell2_write(&small, AT_SHELL2_STDOUT, at_str("ab")));
    T_EQ_SIZE(small.len, 0);
    T_NOT(at_shell2_write(&large, AT_SHELL2_STDOUT,
                          at_str_n(longer, sizeof(longer))));
    T_OK(at_shell2_write(&large, AT_SHELL2_STDOUT,
                         at_str_n(longer, sizeof(longer) - 1)));
    at_buf_deinit(&large);
    at_buf_deinit(&small);
}

T_MAIN()
