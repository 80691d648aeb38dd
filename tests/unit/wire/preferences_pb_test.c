#include "wire/preferences_pb.h"

#include "tests/t.h"

// A key and a value as the message has them: entry(KEY, VALUE).
#define KEY_A                                                                  \
    "\x0a\x01"                                                                 \
    "a"
#define ROW(bytes, xml)                                                        \
    {                                                                          \
        bytes, sizeof(bytes) - 1, xml                                          \
    }

static const struct {
    const char *message;
    size_t len;
    const char *xml; // between <map> and </map>; NULL: refused
} rows[] = {
    ROW("", ""),
    ROW("\x0a\x0b" KEY_A "\x12\x06\x2a\x04"
        "dark",
        "    <string name=\"a\">dark</string>\n"),
    ROW("\x0a\x07" KEY_A "\x12\x02\x08\x01",
        "    <boolean name=\"a\" value=\"true\" />\n"),
    ROW("\x0a\x07" KEY_A "\x12\x02\x08\x00",
        "    <boolean name=\"a\" value=\"false\" />\n"),
    ROW("\x0a\x0a" KEY_A "\x12\x05\x15\x00\x00\x00\x3f",
        "    <float name=\"a\" value=\"0.5\" />\n"),
    ROW("\x0a\x10" KEY_A "\x12\x0b\x18\xf9\xff\xff\xff\xff\xff\xff\xff\xff\x01",
        "    <int name=\"a\" value=\"-7\" />\n"),
    ROW("\x0a\x07" KEY_A "\x12\x02\x18\x2a",
        "    <int name=\"a\" value=\"42\" />\n"),
    ROW("\x0a\x08" KEY_A "\x12\x03\x20\x80\x01",
        "    <long name=\"a\" value=\"128\" />\n"),
    ROW("\x0a\x0e" KEY_A "\x12\x09\x39\x00\x00\x00\x00\x00\x00\x0a\x40",
        "    <double name=\"a\" value=\"3.25\" />\n"),
    ROW("\x0a\x09" KEY_A "\x12\x04\x42\x02\x00\xff",
        "    <bytes name=\"a\">00ff</bytes>\n"),
    ROW("\x0a\x0d" KEY_A "\x12\x08\x32\x06\x0a\x01"
        "x"
        "\x0a\x01"
        "&",
        "    <set name=\"a\">\n        <string>x</string>\n"
        "        <string>&amp;</string>\n    </set>\n"),
    // text that XML would take for itself
    ROW("\x0a\x0a" KEY_A "\x12\x05\x2a\x03"
        "<\">",
        "    <string name=\"a\">&lt;&quot;&gt;</string>\n"),
    // two entries; fields of later versions are passed over
    ROW("\x0a\x07" KEY_A "\x12\x02\x18\x01\x10\x05\x0a\x07" KEY_A
        "\x12\x02\x18\x02",
        "    <int name=\"a\" value=\"1\" />\n    <int name=\"a\" value=\"2\" "
        "/>\n"),
    // a value without a field that is known
    ROW("\x0a\x07" KEY_A "\x12\x02\x48\x01", "    <unknown name=\"a\" />\n"),
    // a number where text belongs
    ROW("\x0a\x07" KEY_A "\x12\x02\x28\x01", "    <unknown name=\"a\" />\n"),
    // refused: cut, a group, field 0, a length beyond the end, a varint without
    // an end, text that is not UTF-8
    ROW("\x0a", NULL),
    ROW("\x0b", NULL),
    ROW("\x00\x00", NULL),
    ROW("\x0a\xff\xff\xff\xff\x0f", NULL),
    ROW("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", NULL),
    ROW("\x0a\x08" KEY_A "\x12\x03\x2a\x01\xff", NULL),
    ROW("\x0a\x0a" KEY_A "\x12\x05\x32\x03\x0a\x01\xff", NULL),
};

T_TEST(preferences_are_xml)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(4096);
        struct at_buf xml = AT_BUF_INIT(4096);
        struct at_err err = AT_ERR_INIT;
        struct at_str message = at_str_n(rows[i].message, rows[i].len);
        at_buf_add_fmt(&xml, "<map>\n%s</map>\n",
                       rows[i].xml ? rows[i].xml : "");
        T_ROW(rows[i].xml ? rows[i].xml : "refused");
        T_EQ_INT(at_preferences_pb_write(message, &out, &err),
                 rows[i].xml != NULL);
        if (rows[i].xml)
            T_EQ_TEXT(at_buf_text(&out), at_buf_text(&xml));
        else
            T_EQ_INT(err.code, AT_EPROTO);
        for (size_t cut = 0; cut < message.len; cut++) {
            at_buf_clear(&out);
            (void)!at_preferences_pb_write(at_str_head(message, cut), &out,
                                           NULL);
        }
        at_buf_deinit(&xml);
        at_buf_deinit(&out);
    }
}

T_TEST(values_that_do_not_fit_are_reported)
{
    struct at_buf out = AT_BUF_INIT(40);
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_preferences_pb_write(at_str_n(rows[1].message, rows[1].len), &out,
                                  &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    at_buf_deinit(&out);
}

T_MAIN()
