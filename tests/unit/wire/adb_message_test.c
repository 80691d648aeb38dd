#include "tests/t.h"

#include "base/limits.h"
#include "wire/adb_message.h"

// adb 1.0.41's first messages, up to the features; and messages by hand.
#define HEAD(command, magic, arg0, arg1, len, sum)                             \
    command arg0 arg1 len sum magic
#define CNXN                                                                   \
    HEAD("CNXN", "\xbc\xb1\xa7\xb1", "\x01\0\0\x01", "\0\0\x10\0",             \
         "\x06\0\0\0", "\x32\x02\0\0")                                         \
    "host::"
#define OKAY                                                                   \
    HEAD("OKAY", "\xb0\xb4\xbe\xa6", "\x07\0\0\0", "\x01\0\0\0", "\0\0\0\0",   \
         "\0\0\0\0")

static const struct {
    const char *name;
    const char *in;
    size_t len;
    enum at_parse step;
    uint32_t command;
    uint32_t arg0;
    uint32_t arg1;
    const char *data;
} rows[] = {
    {"cnxn", CNXN, 30, AT_PARSE_DONE, AT_ADB_CNXN, 0x01000001, 0x100000,
     "host::"},
    {"no data", OKAY, 24, AT_PARSE_DONE, AT_ADB_OKAY, 7, 1, ""},
    {"the rest is the next", OKAY "WRTE", 28, AT_PARSE_DONE, AT_ADB_OKAY, 7, 1,
     ""},
    {"unknown command", "NOPE", 4, AT_PARSE_BAD, 0, 0, 0, NULL},
    {"too long",
     HEAD("WRTE", "\xa8\xad\xab\xba", "\1\0\0\0", "\1\0\0\0", "\1\0\x10\0",
          "\0\0\0\0"),
     16, AT_PARSE_BAD, 0, 0, 0, NULL},
    {"wrong magic",
     HEAD("OKAY", "\xb0\xb4\xbe\xa7", "\7\0\0\0", "\1\0\0\0", "\0\0\0\0",
          "\0\0\0\0"),
     24, AT_PARSE_BAD, 0, 0, 0, NULL},
};

T_TEST(message_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str in = at_str_n(rows[i].in, rows[i].len);
        struct at_adb_message message;
        size_t used = 99;

        T_ROW(rows[i].name);
        T_EQ_INT(at_adb_message_parse(in, AT_MIB, &message, &used),
                 rows[i].step);
        if (rows[i].step != AT_PARSE_DONE) {
            T_EQ_SIZE(used, 0);
            continue;
        }
        T_EQ_INT(message.command, rows[i].command);
        T_EQ_INT(message.arg0, rows[i].arg0);
        T_EQ_INT(message.arg1, rows[i].arg1);
        T_EQ_STR(message.data, rows[i].data);
        T_EQ_SIZE(used, 24 + strlen(rows[i].data));
        for (size_t cut = 0; cut < used; cut++) {
            struct at_adb_message none;
            size_t zero = 99;
            T_EQ_INT(at_adb_message_parse(at_str_n(in.ptr, cut), AT_MIB, &none,
                                          &zero),
                     AT_PARSE_MORE);
            T_EQ_SIZE(zero, 0);
        }
    }
}

T_TEST(message_len_needs_the_header_alone)
{
    size_t len = 99;
    T_EQ_INT(at_adb_message_len(at_str_n(CNXN, 23), AT_MIB, &len),
             AT_PARSE_MORE);
    T_EQ_SIZE(len, 0);
    T_EQ_INT(at_adb_message_len(at_str_n(CNXN, 24), AT_MIB, &len),
             AT_PARSE_DONE);
    T_EQ_SIZE(len, 30);
    T_EQ_INT(at_adb_message_len(at_str_n(CNXN, 24), 5, &len), AT_PARSE_BAD);
}

T_TEST(message_is_written_as_adb_does)
{
    struct at_buf out = AT_BUF_INIT(64);
    struct at_adb_message message = {AT_ADB_CNXN, AT_ADB_VERSION, AT_MIB, 0,
                                     AT_STR("host::")};
    T_OK(at_adb_message_write(&out, &message));
    T_EQ_MEM(out.data, out.len, CNXN, 30);
    T_NOT(at_adb_message_write(&out, &message) &&
          at_adb_message_write(&out, &message)); // full
    at_buf_clear(&out);
    message.command = 1;
    T_NOT(at_adb_message_write(&out, &message));
    at_buf_deinit(&out);
}

T_MAIN()
