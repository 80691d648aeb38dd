#include "wire/axml.h"

#include "base/limits.h"
#include "base/rd.h"
#include "tests/t.h"

static void
put16(struct at_buf *buf, unsigned value)
{
    char bytes[2] = {(char)(value & 0xff), (char)(value >> 8)};
    at_buf_add(buf, bytes, 2);
}

static void
put_chunk(struct at_buf *buf, unsigned type, unsigned head_len, size_t len)
{
    put16(buf, type);
    put16(buf, head_len);
    at_wr_u32le(buf, (uint32_t)len);
}

// An empty element whose name is the pool's only string.
static void
make_doc(struct at_buf *doc, bool utf8, const char *string, size_t len)
{
    put_chunk(doc, 3, 8, 8 + 28 + 4 + len + 36 + 24);
    put_chunk(doc, 1, 28, 28 + 4 + len);
    at_wr_u32le(doc, 1); // strings
    at_wr_u32le(doc, 0); // styles
    at_wr_u32le(doc, utf8 ? 1 << 8 : 0);
    at_wr_u32le(doc, 32); // start of the strings
    at_wr_u32le(doc, 0);
    at_wr_u32le(doc, 0); // offset of string 0
    at_buf_add(doc, string, len);
    put_chunk(doc, 0x102, 16, 36);
    at_wr_u64le(doc, UINT64_C(0xffffffff00000001)); // line, comment
    at_wr_u32le(doc, UINT32_MAX);                   // namespace
    at_wr_u32le(doc, 0);                            // name
    put16(doc, 20);
    put16(doc, 20);
    put16(doc, 0); // attributes
    at_buf_add(doc, "\0\0\0\0\0\0", 6);
    put_chunk(doc, 0x103, 16, 24);
    at_wr_u64le(doc, 0);
    at_wr_u64le(doc, 0);
}

static const struct {
    const char *what;
    bool utf8;
    struct at_str bytes; // lengths and content as in the pool
    const char *text;    // NULL: broken
} strings[] = {
    {"ascii 8", true, AT_STR_ROW("\2\2ab\0"), "ab"},
    {"empty 8", true, AT_STR_ROW("\0\0\0"), ""},
    {"two bytes 8", true, AT_STR_ROW("\1\2\xc3\xa9\0"), "\xc3\xa9"},
    {"four bytes 8", true, AT_STR_ROW("\2\4\xf0\x9f\x98\x80\0"),
     "\xf0\x9f\x98\x80"},
    {"modified UTF-8", true, AT_STR_ROW("\2\6\xed\xa0\xbd\xed\xb8\x80\0"),
     "\xf0\x9f\x98\x80"},
    {"lone high 8", true, AT_STR_ROW("\2\4\xed\xa0\xbdx"), "\xef\xbf\xbdx"},
    {"lone low 8", true, AT_STR_ROW("\1\3\xed\xb8\x80"), "\xef\xbf\xbd"},
    {"two highs 8", true, AT_STR_ROW("\2\6\xed\xa0\xbd\xed\xa0\xbd"),
     "\xef\xbf\xbd\xef\xbf\xbd"},
    {"malformed 8", true, AT_STR_ROW("\1\2x\xff"), "x\xef\xbf\xbd"},
    {"long length 8", true, AT_STR_ROW("\x80\3\x80\3abc\0"), "abc"},
    {"passes the end 8", true, AT_STR_ROW("\2\3ab"), NULL},
    {"no length 8", true, AT_STR_ROW("\2"), NULL},
    {"half a length 8", true, AT_STR_ROW("\2\x80"), NULL},
    {"ascii 16", false, AT_STR_ROW("\2\0a\0b\0\0\0"), "ab"},
    {"empty 16", false, AT_STR_ROW("\0\0\0\0"), ""},
    {"pair 16", false, AT_STR_ROW("\2\0\x3d\xd8\x00\xde\0\0"),
     "\xf0\x9f\x98\x80"},
    {"last character 16", false, AT_STR_ROW("\2\0\xff\xdb\xff\xdf\0\0"),
     "\xf4\x8f\xbf\xbf"},
    {"lone high 16", false, AT_STR_ROW("\2\0\x3d\xd8x\0"), "\xef\xbf\xbdx"},
    {"ends in high 16", false, AT_STR_ROW("\1\0\x3d\xd8"), "\xef\xbf\xbd"},
    {"lone low 16", false, AT_STR_ROW("\1\0\x00\xde"), "\xef\xbf\xbd"},
    {"long length 16", false, AT_STR_ROW("\0\x80\1\0z\0"), "z"},
    {"passes the end 16", false, AT_STR_ROW("\2\0a\0b"), NULL},
    {"huge 16", false, AT_STR_ROW("\xff\xff\xff\xffz\0"), NULL},
};

T_TEST(decodes_strings)
{
    for (size_t i = 0; i < T_LEN(strings); i++) {
        struct at_buf bytes = AT_BUF_INIT(1000);
        struct at_axml doc = AT_AXML_INIT;
        struct at_err err = AT_ERR_INIT;

        T_ROW(strings[i].what);
        make_doc(&bytes, strings[i].utf8, strings[i].bytes.ptr,
                 strings[i].bytes.len);
        T_OK(at_axml_open(at_buf_str(&bytes), &doc, &err));
        if (strings[i].text) {
            T_EQ_INT(at_axml_next(&doc, &err), AT_AXML_START);
            T_EQ_STR(doc.name, strings[i].text);
            T_EQ_SIZE(doc.depth, 1);
            T_EQ_INT(at_axml_next(&doc, &err), AT_AXML_END);
            T_EQ_SIZE(doc.depth, 1);
            T_EQ_INT(at_axml_next(&doc, &err), AT_AXML_DONE);
        } else {
            T_EQ_INT(at_axml_next(&doc, &err), AT_AXML_BAD);
            T_HAS(err.msg, "not whole");
        }
        at_axml_deinit(&doc);
        at_axml_deinit(&doc);
        at_buf_deinit(&bytes);
    }
}

// Reads doc to its end; false if it is refused.
static bool
read_all(struct at_str bytes, struct at_err *err)
{
    struct at_axml doc = AT_AXML_INIT;
    enum at_axml_event event = AT_AXML_BAD;
    if (at_axml_open(bytes, &doc, err)) {
        do {
            event = at_axml_next(&doc, err);
        } while (event == AT_AXML_START || event == AT_AXML_END);
    }
    at_axml_deinit(&doc);
    return event == AT_AXML_DONE;
}

// Fields of make_doc(doc, true, "\1\1a", 3) by offset: pool at 8, element at
// 43, end at 79.
static const struct {
    const char *what;
    size_t at;
    unsigned char value;
    const char *says;
} broken[] = {
    {"not binary XML", 0, '<', "not binary XML"},
    {"shorter than its header", 4, 7, "chunk header"},
    {"header too short", 2, 7, "chunk header"},
    {"longer than the file", 4, 104, "passes"},
    {"no string pool", 8, 2, "no string pool"},
    {"pool of many strings", 8 + 8 + 2, 1, "not whole"},
    {"pool that starts outside", 8 + 20, 36, "not whole"},
    {"pool that starts in its header", 8 + 20, 27, "not whole"},
    {"string outside", 8 + 28, 9, "not whole"},
    {"unknown string", 43 + 20, 1, "string 1 of 1"},
    {"attributes outside", 43 + 24, 21, "element is not whole"},
    {"attributes too many", 43 + 28, 1, "element is not whole"},
    {"not closed", 79, 4, "1 elements are not closed"},
    {"closed only", 43, 3, "ends twice"},
};

T_TEST(refuses_what_is_broken)
{
    for (size_t i = 0; i < T_LEN(broken); i++) {
        struct at_buf bytes = AT_BUF_INIT(1000);
        struct at_err err = AT_ERR_INIT;
        T_ROW(broken[i].what);
        make_doc(&bytes, true, "\1\1a", 3);
        T_EQ_SIZE(bytes.len, 103);
        T_OK(read_all(at_buf_str(&bytes), &err));
        bytes.data[broken[i].at] = (char)broken[i].value;
        T_NOT(read_all(at_buf_str(&bytes), &err));
        T_HAS(err.msg, broken[i].says);
        T_EQ_INT(err.code, AT_EUSAGE);
        at_buf_deinit(&bytes);
    }
}

T_TEST(cut_anywhere_is_refused)
{
    struct at_buf bytes = AT_BUF_INIT(1000);
    make_doc(&bytes, false, "\1\0a\0\0\0", 6);
    for (size_t cut = 0; cut < bytes.len; cut++) {
        char *part = malloc(cut ? cut : 1); // ASan sees the end
        memcpy(part, bytes.data, cut);
        T_NOT(read_all(at_str_n(part, cut), NULL));
        free(part);
    }
    T_OK(read_all(at_buf_str(&bytes), NULL));
    at_buf_deinit(&bytes);
}

// Elements that only open, one in the other.
T_TEST(depth_is_limited)
{
    struct at_buf bytes = AT_BUF_INIT(AT_MIB);
    struct at_err err = AT_ERR_INIT;
    make_doc(&bytes, true, "\1\1a", 3);
    struct at_buf deep = AT_BUF_INIT(AT_MIB);
    at_buf_add(&deep, bytes.data, 43);
    for (size_t i = 0; i <= AT_AXML_MAX_DEPTH; i++)
        at_buf_add(&deep, bytes.data + 43, 36);
    at_buf_clear(&bytes);
    at_wr_u32le(&bytes, (uint32_t)deep.len);
    memcpy(deep.data + 4, bytes.data, 4);
    T_NOT(read_all(at_buf_str(&deep), &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    at_buf_deinit(&deep);
    at_buf_deinit(&bytes);
}

static const struct {
    struct at_axml_attr attr;
    bool ok;
    int64_t value;
} values[] = {
    {{.type = AT_AXML_INT_DEC, .data = 42}, true, 42},
    {{.type = AT_AXML_INT_DEC, .data = UINT32_MAX}, true, -1},
    {{.type = AT_AXML_INT_HEX, .data = 0x10}, true, 16},
    {{.type = AT_AXML_BOOLEAN, .data = UINT32_MAX}, true, 1},
    {{.type = AT_AXML_BOOLEAN, .data = 0}, true, 0},
    {{.type = AT_AXML_STRING, .text = AT_STR_ROW("21")}, true, 21},
    {{.type = AT_AXML_STRING, .text = AT_STR_ROW("R")}, false, 0},
    {{.type = AT_AXML_REFERENCE, .data = 0x7f010000}, false, 0},
    {{.type = AT_AXML_NULL}, false, 0},
};

T_TEST(reads_numbers)
{
    for (size_t i = 0; i < T_LEN(values); i++) {
        int64_t value = 0;
        T_EQ_INT(at_axml_int(&values[i].attr, &value), values[i].ok);
        T_EQ_INT(value, values[i].value);
    }
}

T_MAIN()
