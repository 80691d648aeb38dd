// plist_test.c: property lists in both forms, whole, cut and hostile
#include "wire/plist.h"

#include "base/buf.h"
#include "base/limits.h"
#include "tests/t.h"
#include "wire/json.h"

#define HEAD                                                                   \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                             \
    "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "                  \
    "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"

static void
check(struct at_str bytes, const char *want)
{
    struct at_err err = AT_ERR_INIT;
    struct at_buf text = AT_BUF_INIT(1 * AT_MIB);
    json_t *value = at_plist_parse(bytes, &err);
    if (value)
        T_OK(at_json_write(value, &text));
    else
        at_buf_add_text(&text, err.msg);
    T_EQ_STR(at_buf_str(&text), want);
    json_decref(value);
    at_buf_deinit(&text);
}

static void
check_fails(struct at_str bytes, enum at_code code, const char *what)
{
    struct at_err err = AT_ERR_INIT;
    json_t *value = at_plist_parse(bytes, &err);
    T_NULL(value);
    T_HAS(err.msg, what);
    T_EQ_INT(err.code, code);
}

// A prefix is not a property list, and is read from memory that ends with it.
static void
check_cut(struct at_str whole)
{
    for (size_t len = 0; len < whole.len; len++) {
        char *part = malloc(len ? len : 1);
        memcpy(part, whole.ptr, len);
        json_t *value = at_plist_parse(at_str_n(part, len), NULL);
        T_NULL(value);
        free(part);
    }
}

static const struct {
    const char *xml; // in <plist>
    const char *json;
} xml_rows[] = {
    {"<string>a&lt;b&#x1F600;</string>", "\"a<b\xf0\x9f\x98\x80\""},
    {"<string/>", "\"\""},
    {"<string> kept \n</string>", "\" kept \\n\""},
    {"<string><![CDATA[<x>]]></string>", "\"<x>\""},
    {"<integer>42</integer>", "42"},
    {"<integer> -7 </integer>", "-7"},
    {"<integer>+7</integer>", "7"},
    {"<integer>0xFf</integer>", "255"},
    {"<integer>-0x10</integer>", "-16"},
    {"<integer>9223372036854775807</integer>", "9223372036854775807"},
    {"<integer>-9223372036854775808</integer>", "-9223372036854775808"},
    {"<integer>18446744073709551615</integer>", "1.84467440737096e19"},
    {"<real>1.5</real>", "1.5"},
    {"<real>+2</real>", "2.0"},
    {"<real>-1e-3</real>", "-0.001"},
    {"<real>nan</real>", "null"},
    {"<real>-Infinity</real>", "null"},
    {"<true/>", "true"},
    {"<false></false>", "false"},
    {"<date>2026-02-04T10:11:12Z</date>", "\"2026-02-04T10:11:12Z\""},
    {"<data>\n  AQ\n\tI=\n</data>", "\"AQI=\""},
    {"<data/>", "\"\""},
    {"<array/>", "[]"},
    {"<dict/>", "{}"},
    {"<array><true/><array><integer>1</integer></array><dict/></array>",
     "[true,[1],{}]"},
    {"<dict><key>a</key><string>b</string><key/><dict><key>c</key><array/>"
     "</dict></dict>",
     "{\"a\":\"b\",\"\":{\"c\":[]}}"},
    {"<dict><key>a</key><true/><key>a</key><false/></dict>", "{\"a\":false}"},
    {" <!-- a remark --> <true/> <?pi?> ", "true"},
};

T_TEST(plist_xml_rows)
{
    for (size_t i = 0; i < T_LEN(xml_rows); i++) {
        struct at_buf doc = AT_BUF_INIT(4 * AT_KIB);
        T_ROW(xml_rows[i].xml);
        at_buf_add_fmt(&doc, HEAD "<plist version=\"1.0\">%s</plist>",
                       xml_rows[i].xml);
        check(at_buf_str(&doc), xml_rows[i].json);
        check_cut(at_buf_str(&doc));
        at_buf_deinit(&doc);
    }
}

static const struct {
    const char *xml;
    const char *what;
} bad_xml[] = {
    {"", "neither binary nor XML"},
    {"{ a = b; }", "neither binary nor XML: line 1"},
    {"<plist></plist>", "has no value"},
    {"<plist>\n<true/><true/></plist>", "line 2: more than one value"},
    {"<plist><true/></plist><plist/>", "junk after"},
    {"<dict/>", "is not <plist>"},
    {"<plist><dict/>", "no element found"},
    {"<plist><plist><true/></plist></plist>", "may not be there"},
    {"<plist><set/></plist>", "do not have"},
    {"<plist>text<true/></plist>", "text between"},
    {"<plist><array>text</array></plist>", "text between"},
    {"<plist><key>a</key></plist>", "<key> outside"},
    {"<plist><array><key>a</key></array></plist>", "<key> outside"},
    {"<plist><dict><true/></dict></plist>", "without its <key>"},
    {"<plist><dict><key>a</key></dict></plist>", "without a value"},
    {"<plist><dict><key>a</key><key>b</key></dict></plist>", "without a value"},
    {"<plist><string>a<true/></string></plist>", "may not be there"},
    {"<plist><true>yes</true></plist>", "kind"},
    {"<plist><integer/></plist>", "kind"},
    {"<plist><integer>-</integer></plist>", "kind"},
    {"<plist><integer>0x</integer></plist>", "kind"},
    {"<plist><integer>1x</integer></plist>", "kind"},
    {"<plist><integer>a</integer></plist>", "kind"},
    {"<plist><integer>18446744073709551616</integer></plist>", "kind"},
    {"<plist><real>one</real></plist>", "kind"},
    {"<plist><real>\"1\"</real></plist>", "kind"},
    {"<plist><real/></plist>", "kind"},
    {"<plist><date>2026-02-04</date></plist>", "kind"},
    {"<plist><date>2026-02-30T10:11:12Z</date></plist>", "kind"},
    {"<plist><date>2026-02-04T10:11:1aZ</date></plist>", "kind"},
    {"<plist><data>AQI</data></plist>", "kind"},
    {"<plist><data>A*==</data></plist>", "kind"},
    {"<!DOCTYPE plist [<!ENTITY a \"aaa\">]><plist><string>&a;</string>"
     "</plist>",
     "an internal subset"},
    {"<!DOCTYPE plist SYSTEM \"x\"><plist><string>&a;</string></plist>",
     "an entity"},
};

T_TEST(malformed_plist_xml)
{
    for (size_t i = 0; i < T_LEN(bad_xml); i++) {
        T_ROW(bad_xml[i].xml);
        check_fails(at_str(bad_xml[i].xml), AT_EUSAGE, bad_xml[i].what);
    }
}

T_TEST(plist_xml_in_utf16)
{
    static const char text[] = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>"
                               "<plist><string>ok</string></plist>";
    char wide[2 * sizeof(text)] = "\xff\xfe";
    for (size_t i = 0; i + 1 < sizeof(text); i++)
        wide[2 + 2 * i] = text[i];
    check(at_str_n(wide, sizeof(wide)), "\"ok\"");
}

static void
put_be(struct at_buf *out, uint64_t value, size_t len)
{
    while (len-- > 0)
        at_buf_add_char(out, (char)(value >> 8 * len));
}

enum { OBJECTS_MAX = 6 };

// References are a byte each, offsets two; the top object is number 0.
static void
make_binary(const struct at_str *objects, struct at_buf *out)
{
    size_t offsets[OBJECTS_MAX];
    size_t count = 0;
    at_buf_add_text(out, "bplist00");
    for (; count < OBJECTS_MAX && objects[count].len > 0; count++) {
        offsets[count] = out->len;
        at_buf_add_str(out, objects[count]);
    }
    size_t table = out->len;
    for (size_t i = 0; i < count; i++)
        put_be(out, offsets[i], 2);
    put_be(out, 0, 6);
    put_be(out, 2, 1);
    put_be(out, 1, 1);
    put_be(out, count, 8);
    put_be(out, 0, 8);
    put_be(out, table, 8);
}

static const struct {
    const char *what;
    struct at_str objects[OBJECTS_MAX];
    const char *json; // NULL: refused, with the next
    const char *error;
} binary_rows[] = {
    {"null", {AT_STR_ROW("\x00")}, "null", NULL},
    {"false", {AT_STR_ROW("\x08")}, "false", NULL},
    {"true", {AT_STR_ROW("\x09")}, "true", NULL},
    {"one byte", {AT_STR_ROW("\x10\xff")}, "255", NULL},
    {"two bytes", {AT_STR_ROW("\x11\xff\xfe")}, "65534", NULL},
    {"four bytes", {AT_STR_ROW("\x12\xff\0\0\1")}, "4278190081", NULL},
    {"eight bytes", {AT_STR_ROW("\x13\0\0\0\1\0\0\0\0")}, "4294967296", NULL},
    {"minus two",
     {AT_STR_ROW("\x13\xff\xff\xff\xff\xff\xff\xff\xfe")},
     "-2",
     NULL},
    {"the least",
     {AT_STR_ROW("\x13\x80\0\0\0\0\0\0\0")},
     "-9223372036854775808",
     NULL},
    {"sixteen bytes",
     {AT_STR_ROW("\x14\0\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff")},
     "1.84467440737096e19",
     NULL},
    {"sixteen bytes, minus one",
     {AT_STR_ROW("\x14\xff\xff\xff\xff\xff\xff\xff\xff"
                 "\xff\xff\xff\xff\xff\xff\xff\xff")},
     "-1",
     NULL},
    {"beyond 64 bits",
     {AT_STR_ROW("\x14\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\0")},
     NULL,
     "beyond 64 bits"},
    {"below 64 bits",
     {AT_STR_ROW("\x14\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0\0\0\0\0")},
     NULL,
     "beyond 64 bits"},
    {"32 bytes", {AT_STR_ROW("\x15")}, NULL, "is not an integer"},
    {"integer past the end", {AT_STR_ROW("\x13\0\0")}, NULL, "passes the end"},
    {"float", {AT_STR_ROW("\x22\x3f\xc0\0\0")}, "1.5", NULL},
    {"double", {AT_STR_ROW("\x23\xc0\x04\0\0\0\0\0\0")}, "-2.5", NULL},
    {"NaN", {AT_STR_ROW("\x22\x7f\xc0\0\0")}, "null", NULL},
    {"infinite", {AT_STR_ROW("\x23\x7f\xf0\0\0\0\0\0\0")}, "null", NULL},
    {"half", {AT_STR_ROW("\x21\0\0")}, NULL, "not a real"},
    {"a masked size", {AT_STR_ROW("\x2b\0\0\0\0\0\0\0\0")}, NULL, "not a real"},
    {"date",
     {AT_STR_ROW("\x33\0\0\0\0\0\0\0\0")},
     "\"2001-01-01T00:00:00Z\"",
     NULL},
    {"half a second before",
     {AT_STR_ROW("\x33\xbf\xe0\0\0\0\0\0\0")},
     "\"2000-12-31T23:59:59Z\"",
     NULL},
    {"NaN date", {AT_STR_ROW("\x33\x7f\xf8\0\0\0\0\0\0")}, NULL, "no calendar"},
    {"date of year 33,000",
     {AT_STR_ROW("\x33\x42\x6c\x6b\xf5\x26\x34\0\0")},
     NULL,
     "no calendar"},
    {"short date", {AT_STR_ROW("\x32\0\0\0\0")}, NULL, "is not a date"},
    {"data", {AT_STR_ROW("\x42\1\2")}, "\"AQI=\"", NULL},
    {"no data", {AT_STR_ROW("\x40")}, "\"\"", NULL},
    {"data past the end", {AT_STR_ROW("\x43\1\2")}, NULL, "passes the end"},
    {"ASCII", {AT_STR_ROW("\x52hi")}, "\"hi\"", NULL},
    {"ASCII that is none",
     {AT_STR_ROW("\x52h\xff")},
     "\"h\xef\xbf\xbd\"",
     NULL},
    {"long ASCII",
     {AT_STR_ROW("\x5f\x10\x10sixteen bytes in")},
     "\"sixteen bytes in\"",
     NULL},
    {"count of eight bytes",
     {AT_STR_ROW("\x5f\x13\0\0\0\0\0\0\0\1x")},
     "\"x\"",
     NULL},
    {"huge count",
     {AT_STR_ROW("\x5f\x13\xff\xff\xff\xff\xff\xff\xff\xffx")},
     NULL,
     "passes the end"},
    {"count that is not an integer",
     {AT_STR_ROW("\x5f\x52zz")},
     NULL,
     "passes the end"},
    {"count that is not there", {AT_STR_ROW("\x5f")}, NULL, "passes the end"},
    {"UTF-16",
     {AT_STR_ROW("\x63\0a\xd8\x3d\xde\0")},
     "\"a\xf0\x9f\x98\x80\"",
     NULL},
    {"single surrogate",
     {AT_STR_ROW("\x62\xd8\x3d\0a")},
     "\"\xef\xbf\xbd"
     "a\"",
     NULL},
    {"UTF-16 past the end", {AT_STR_ROW("\x62\0a\0")}, NULL, "passes the end"},
    {"huge UTF-16",
     {AT_STR_ROW("\x6f\x13\x80\0\0\0\0\0\0\1\0a")},
     NULL,
     "passes the end"},
    {"UID", {AT_STR_ROW("\x81\1\2")}, "258", NULL},
    {"UID of sixteen bytes",
     {AT_STR_ROW("\x8f\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1")},
     NULL,
     "is not a UID"},
    {"array",
     {AT_STR_ROW("\xa3\1\2\1"), AT_STR_ROW("\x09"), AT_STR_ROW("\x51x")},
     "[true,\"x\",true]",
     NULL},
    {"empty array", {AT_STR_ROW("\xa0")}, "[]", NULL},
    {"set", {AT_STR_ROW("\xc1\1"), AT_STR_ROW("\x08")}, "[false]", NULL},
    {"dict",
     {AT_STR_ROW("\xd2\1\2\3\4"), AT_STR_ROW("\x51z"), AT_STR_ROW("\x51y"),
      AT_STR_ROW("\x10\5"), AT_STR_ROW("\xa1\3")},
     "{\"z\":5,\"y\":[5]}",
     NULL},
    {"key that is no text",
     {AT_STR_ROW("\xd1\1\1"), AT_STR_ROW("\x10\5")},
     NULL,
     "object 1 is a key but not text"},
    {"key with a NUL",
     {AT_STR_ROW("\xd1\1\1"), AT_STR_ROW("\x53z\0y")},
     NULL,
     "is a key but not text"},
    {"text with a NUL", {AT_STR_ROW("\x53z\0y")}, "\"z\\u0000y\"", NULL},
    {"contains itself",
     {AT_STR_ROW("\xa1\0")},
     NULL,
     "object 0 contains itself"},
    {"contains itself farther down",
     {AT_STR_ROW("\xa1\1"), AT_STR_ROW("\xd1\2\0"), AT_STR_ROW("\x51k")},
     NULL,
     "object 0 contains itself"},
    {"is its own key", {AT_STR_ROW("\xd1\0\0")}, NULL, "contains itself"},
    {"no such object", {AT_STR_ROW("\xa1\1")}, NULL, "no object 1 among 1"},
    {"references past the end", {AT_STR_ROW("\xa2\1")}, NULL, "passes the end"},
    {"values past the end",
     {AT_STR_ROW("\xd1\1"), AT_STR_ROW("")},
     NULL,
     "passes the end"},
    {"unknown type", {AT_STR_ROW("\x70")}, NULL, "of an unknown type"},
    {"unknown simple", {AT_STR_ROW("\x0f")}, NULL, "of an unknown type"},
    {"deep",
     {AT_STR_ROW("\xa1\1"), AT_STR_ROW("\xa1\2"), AT_STR_ROW("\xa1\3"),
      AT_STR_ROW("\xa1\4"), AT_STR_ROW("\xa1\5"), AT_STR_ROW("\xa0")},
     "[[[[[[]]]]]]",
     NULL},
};

T_TEST(plist_binary_rows)
{
    for (size_t i = 0; i < T_LEN(binary_rows); i++) {
        struct at_buf doc = AT_BUF_INIT(4 * AT_KIB);
        T_ROW(binary_rows[i].what);
        make_binary(binary_rows[i].objects, &doc);
        if (binary_rows[i].json)
            check(at_buf_str(&doc), binary_rows[i].json);
        else
            check_fails(at_buf_str(&doc), AT_EUSAGE, binary_rows[i].error);
        check_cut(at_buf_str(&doc));
        at_buf_deinit(&doc);
    }
}

// A list of one object (offset 8), whose trailer has one field changed.
static const struct {
    const char *what;
    size_t at; // offset from the trailer's start
    size_t len;
    uint64_t value;
    const char *error;
} trailers[] = {
    {"offsets of no size", 6, 1, 0, "makes no sense"},
    {"offsets of nine bytes", 6, 1, 9, "makes no sense"},
    {"references of no size", 7, 1, 0, "makes no sense"},
    {"references of nine bytes", 7, 1, 9, "makes no sense"},
    {"no objects", 8, 8, 0, "no object 0 among 0"},
    {"more objects than bytes", 8, 8, 17, "makes no sense"},
    {"objects without end", 8, 8, UINT64_MAX, "makes no sense"},
    {"objects whose table wraps", 8, 8, UINT64_C(1) << 63, "makes no sense"},
    {"another top", 16, 8, 1, "no object 1 among 1"},
    {"a top far away", 16, 8, UINT64_MAX, "no object 184467"},
    {"a table in the head", 24, 8, 7, "makes no sense"},
    {"a table past the end", 24, 8, 100, "makes no sense"},
    {"a table without end", 24, 8, UINT64_MAX, "makes no sense"},
    {"a table at the trailer", 24, 8, 11, "makes no sense"},
    {"a table at the first object", 24, 8, 8, "outside of the file"},
};

T_TEST(plist_trailers)
{
    const struct at_str object[OBJECTS_MAX] = {AT_STR_ROW("\x09")};
    for (size_t i = 0; i < T_LEN(trailers); i++) {
        struct at_buf doc = AT_BUF_INIT(4 * AT_KIB);
        struct at_buf field = AT_BUF_INIT(8);
        T_ROW(trailers[i].what);
        make_binary(object, &doc);
        put_be(&field, trailers[i].value, trailers[i].len);
        memcpy(doc.data + doc.len - 32 + trailers[i].at, field.data, field.len);
        check_fails(at_buf_str(&doc), AT_EUSAGE, trailers[i].error);
        at_buf_deinit(&doc);
        at_buf_deinit(&field);
    }
}

T_TEST(plist_offsets_stay_inside)
{
    static const uint64_t bad[] = {0, 7, 9, 1000, 65535};
    const struct at_str object[OBJECTS_MAX] = {AT_STR_ROW("\x09")};
    for (size_t i = 0; i < T_LEN(bad); i++) {
        struct at_buf doc = AT_BUF_INIT(4 * AT_KIB);
        make_binary(object, &doc);
        doc.data[9] = (char)(bad[i] >> 8);
        doc.data[10] = (char)bad[i];
        check_fails(at_buf_str(&doc), AT_EUSAGE, "outside of the file");
        at_buf_deinit(&doc);
    }
    check_fails(AT_STR("bplist15aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
                AT_EUSAGE, "version 0");
}

// Each array holds the next one fifteen times: nothing of that size is made.
T_TEST(plist_sharing_is_bounded)
{
    const struct at_str bomb[OBJECTS_MAX] = {
        AT_STR_ROW("\xae\1\1\1\1\1\1\1\1\1\1\1\1\1\1"),
        AT_STR_ROW("\xae\2\2\2\2\2\2\2\2\2\2\2\2\2\2"),
        AT_STR_ROW("\xae\3\3\3\3\3\3\3\3\3\3\3\3\3\3"),
        AT_STR_ROW("\xae\4\4\4\4\4\4\4\4\4\4\4\4\4\4"),
        AT_STR_ROW("\xae\5\5\5\5\5\5\5\5\5\5\5\5\5\5"),
        AT_STR_ROW("\x09"),
    };
    struct at_buf doc = AT_BUF_INIT(4 * AT_KIB);
    make_binary(bomb, &doc);
    check_fails(at_buf_str(&doc), AT_ELIMIT, "values");
    at_buf_deinit(&doc);
}

T_TEST(plist_shared_texts_are_bounded)
{
    struct at_buf text = AT_BUF_INIT(2 * AT_MIB);
    struct at_buf doc = AT_BUF_INIT(2 * AT_MIB);
    at_buf_add_text(&text, "\x5f\x12");
    put_be(&text, 1 * AT_MIB, 4);
    for (size_t i = 0; i < 1 * AT_MIB; i++)
        at_buf_add_char(&text, 'x');
    const struct at_str objects[OBJECTS_MAX] = {
        AT_STR_ROW("\xa2\1\1"),
        AT_STR_ROW("\xac\2\2\2\2\2\2\2\2\2\2\2\2"),
        at_buf_str(&text),
    };
    // Its offset table's entries have two bytes: enough for what precedes.
    make_binary(objects, &doc);
    doc.data[doc.len - 1] = (char)(doc.len - 38); // the table's place
    doc.data[doc.len - 2] = (char)((doc.len - 38) >> 8);
    doc.data[doc.len - 3] = (char)((doc.len - 38) >> 16);
    check_fails(at_buf_str(&doc), AT_ELIMIT, "texts");
    at_buf_deinit(&text);
    at_buf_deinit(&doc);
}

static void
make_deep_xml(size_t depth, struct at_buf *out)
{
    at_buf_add_text(out, "<plist>");
    for (size_t i = 0; i < depth; i++)
        at_buf_add_text(out, "<array>");
    for (size_t i = 0; i < depth; i++)
        at_buf_add_text(out, "</array>");
    at_buf_add_text(out, "</plist>");
}

// Object n is an array of object n + 1.
static void
make_deep_binary(size_t depth, struct at_buf *out)
{
    at_buf_add_text(out, "bplist00");
    for (size_t i = 1; i <= depth; i++) {
        at_buf_add_char(out, (char)(i < depth ? 0xa1 : 0xa0));
        at_buf_add_char(out, (char)i);
    }
    size_t table = out->len;
    for (size_t i = 0; i < depth; i++)
        put_be(out, 8 + 2 * i, 1);
    put_be(out, 0x0101, 8);
    put_be(out, depth, 8);
    put_be(out, 0, 8);
    put_be(out, table, 8);
}

T_TEST(plist_depth_is_bounded)
{
    static void (*const make[])(size_t, struct at_buf *) = {make_deep_xml,
                                                            make_deep_binary};
    for (size_t i = 0; i < T_LEN(make); i++) {
        struct at_buf doc = AT_BUF_INIT(64 * AT_KIB);
        make[i](AT_PLIST_MAX_DEPTH, &doc);
        json_t *value = at_plist_parse(at_buf_str(&doc), NULL);
        T_OK(json_is_array(value));
        json_decref(value);
        at_buf_clear(&doc);
        make[i](AT_PLIST_MAX_DEPTH + 1, &doc);
        check_fails(at_buf_str(&doc), AT_ELIMIT, "nested deeper");
        at_buf_deinit(&doc);
    }
}

T_TEST(plist_size_is_bounded)
{
    struct at_buf doc = AT_BUF_INIT(AT_PLIST_MAX_BYTES + 1);
    at_buf_add_text(&doc, "<plist><array>");
    for (size_t i = 0; i <= AT_PLIST_MAX_VALUES; i++)
        at_buf_add_text(&doc, "<true/>");
    check_fails(at_buf_str(&doc), AT_ELIMIT, "more than 100000 values");
    while (doc.len <= AT_PLIST_MAX_BYTES)
        at_buf_add_char(&doc, ' ');
    check_fails(at_buf_str(&doc), AT_ELIMIT, "4194305 bytes");
    at_buf_deinit(&doc);
}

// One dictionary as Python's plistlib wrote it, in both forms.
T_TEST(plist_forms_agree)
{
    size_t xml_len;
    size_t binary_len;
    char *xml = t_read_file("tests/fuzz/corpus/plist/xml", &xml_len);
    char *binary = t_read_file("tests/fuzz/corpus/plist/binary", &binary_len);
    struct at_err err = AT_ERR_INIT;
    T_OK(xml && binary);
    json_t *one = at_plist_parse(at_str_n(xml, xml_len), &err);
    json_t *other = at_plist_parse(at_str_n(binary, binary_len), &err);
    T_EQ_TEXT(err.msg, "");
    T_OK(json_equal(one, other));
    T_EQ_STR(at_json_get_str(one, "CFBundleIdentifier"), "com.example.app");
    T_EQ_STR(at_json_get_str(one, "Built"), "2026-02-04T10:11:12Z");
    T_EQ_STR(at_json_get_str(one, "Icon"), "iVBORwD/");
    check_cut(at_str_trim(at_str_n(xml, xml_len)));
    check_cut(at_str_n(binary, binary_len));
    json_decref(one);
    json_decref(other);
    free(xml);
    free(binary);
}

T_MAIN()
