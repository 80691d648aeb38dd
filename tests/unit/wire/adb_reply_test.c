#include "wire/adb_reply.h"

#include "tests/t.h"

static const struct {
    const char *in;
    enum at_parse step;
    const char *text;
    size_t used;
} blocks[] = {
    {"0000", AT_PARSE_DONE, "", 4},
    {"0006closed", AT_PARSE_DONE, "closed", 10},
    {"000clower digits", AT_PARSE_DONE, "lower digits", 16},
    {"000Cupper digits", AT_PARSE_DONE, "upper digits", 16},
    {"0010List of\ndevices\n", AT_PARSE_MORE, NULL, 0},
    {"0014List of\ndevices\n0000", AT_PARSE_DONE, "List of\ndevices\n0000", 24},
    {"0004abcd0004", AT_PARSE_DONE, "abcd", 8}, // the rest is the next
    {"00g0", AT_PARSE_BAD, NULL, 0},
    {"g", AT_PARSE_BAD, NULL, 0},
    {"-001", AT_PARSE_BAD, NULL, 0},
    {" 001", AT_PARSE_BAD, NULL, 0},
    {"00:0", AT_PARSE_BAD, NULL, 0}, // ':' follows '9'
    {"00/0", AT_PARSE_BAD, NULL, 0}, // '/' precedes '0'
    {"00@0", AT_PARSE_BAD, NULL, 0}, // '@' precedes 'A'
};

static void
cut_block(struct at_str in, size_t used)
{
    for (size_t cut = 0; cut < used; cut++) {
        struct at_str text;
        size_t none = 99;
        T_EQ_INT(at_adb_block_parse(at_str_head(in, cut), &text, &none),
                 AT_PARSE_MORE);
        T_EQ_SIZE(none, 0);
    }
}

T_TEST(adb_block_rows)
{
    for (size_t i = 0; i < T_LEN(blocks); i++) {
        struct at_str in = at_str(blocks[i].in);
        struct at_str text = {NULL, 0};
        size_t used = 99;
        T_ROW(blocks[i].in);
        if (blocks[i].step == AT_PARSE_MORE)
            in = at_str_head(in, in.len - 1);
        T_EQ_INT(at_adb_block_parse(in, &text, &used), blocks[i].step);
        T_EQ_SIZE(used, blocks[i].used);
        if (blocks[i].step == AT_PARSE_DONE)
            T_EQ_STR(text, blocks[i].text);
        cut_block(in, used);
    }
}

static const struct {
    const char *in;
    enum at_parse step;
    bool okay;
    const char *reason;
    size_t used;
} statuses[] = {
    {"OKAY", AT_PARSE_DONE, true, "", 4},
    {"OKAYFAIL", AT_PARSE_DONE, true, "", 4}, // the rest is the service's
    {"OKAY0010", AT_PARSE_DONE, true, "", 4},
    {"FAIL0006closedOKAY", AT_PARSE_DONE, false, "closed", 14},
    {"FAIL0000", AT_PARSE_DONE, false, "", 8},
    {"FAIL", AT_PARSE_MORE, false, NULL, 0},
    {"FAIL0006close", AT_PARSE_MORE, false, NULL, 0},
    {"FAILz", AT_PARSE_BAD, false, NULL, 0},
    {"NOPE", AT_PARSE_BAD, false, NULL, 0},
    {"OK\n", AT_PARSE_BAD, false, NULL, 0},
    {"okay", AT_PARSE_BAD, false, NULL, 0},
    {"H", AT_PARSE_BAD, false, NULL, 0}, // HTTP, SSH: known at the first byte
};

T_TEST(adb_status_rows)
{
    for (size_t i = 0; i < T_LEN(statuses); i++) {
        struct at_str in = at_str(statuses[i].in);
        struct at_adb_status status;
        size_t used = 99;
        T_ROW(statuses[i].in);
        T_EQ_INT(at_adb_status_parse(in, &status, &used), statuses[i].step);
        T_EQ_SIZE(used, statuses[i].used);
        if (statuses[i].step != AT_PARSE_DONE)
            continue;
        T_EQ_INT(status.okay, statuses[i].okay);
        T_EQ_STR(status.reason, statuses[i].reason);
        for (size_t cut = 0; cut < statuses[i].used; cut++) {
            T_EQ_INT(at_adb_status_parse(at_str_head(in, cut), &status, &used),
                     AT_PARSE_MORE);
            T_EQ_SIZE(used, 0);
        }
    }
}

T_TEST(adb_block_is_written_as_read)
{
    static char long_text[AT_ADB_BLOCK_MAX_BYTES + 1];
    static const size_t lens[] = {0, 1, 15, 16, 255, 4096, 0xfffe, 0xffff};
    memset(long_text, 'x', sizeof(long_text));
    for (size_t i = 0; i < T_LEN(lens); i++) {
        struct at_buf out = AT_BUF_INIT(4 + AT_ADB_BLOCK_MAX_BYTES);
        struct at_str text;
        size_t used;
        T_OK(at_adb_block_write(&out, at_str_n(long_text, lens[i])));
        T_EQ_INT(at_adb_block_parse(at_buf_str(&out), &text, &used),
                 AT_PARSE_DONE);
        T_EQ_SIZE(text.len, lens[i]);
        T_EQ_SIZE(used, out.len);
        at_buf_deinit(&out);
    }
}

T_TEST(adb_block_refuses_what_does_not_fit)
{
    static char long_text[AT_ADB_BLOCK_MAX_BYTES + 1];
    struct at_buf out = AT_BUF_INIT(2 * AT_ADB_BLOCK_MAX_BYTES);
    struct at_buf small = AT_BUF_INIT(10);
    T_NOT(at_adb_block_write(&out, at_str_n(long_text, sizeof(long_text))));
    T_EQ_SIZE(out.len, 0);
    T_OK(at_adb_block_write(&small, at_str("ab")));
    T_NOT(at_adb_block_write(&small, at_str("cd")));
    T_EQ_STR(at_buf_str(&small), "0002ab");
    at_buf_deinit(&small);
    at_buf_deinit(&out);
}

T_MAIN()
