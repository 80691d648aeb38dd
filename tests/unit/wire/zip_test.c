#include "wire/zip.h"

#include <zlib.h>

#include "base/limits.h"
#include "base/rd.h"
#include "tests/t.h"

// Builds an archive of stored entries; tests then break it by offset.
struct maker {
    struct at_buf bytes;
    struct at_buf directory;
    unsigned count;
};

static void
put16(struct at_buf *buf, unsigned value)
{
    char bytes[2] = {(char)(value & 0xff), (char)(value >> 8)};
    at_buf_add(buf, bytes, 2);
}

// The fields that the local and the central header share.
static void
put_common(struct at_buf *buf, unsigned method, const char *name,
           const char *text)
{
    uint32_t len = (uint32_t)strlen(text);
    put16(buf, 0); // flags
    put16(buf, method);
    at_wr_u32le(buf, 0); // time, date
    at_wr_u32le(buf, (uint32_t)crc32(0, (const Bytef *)text, len));
    at_wr_u32le(buf, len);
    at_wr_u32le(buf, len);
    put16(buf, (unsigned)strlen(name));
    put16(buf, 0); // extra
}

static void
add_entry(struct maker *maker, const char *name, const char *text)
{
    struct at_buf *directory = &maker->directory;
    size_t at = maker->bytes.len;
    at_wr_u32le(&maker->bytes, 0x04034b50);
    put16(&maker->bytes, 20);
    put_common(&maker->bytes, 0, name, text);
    at_buf_add_text(&maker->bytes, name);
    at_buf_add_text(&maker->bytes, text);

    at_wr_u32le(directory, 0x02014b50);
    at_wr_u32le(directory, 20);
    put_common(directory, 0, name, text);
    put16(directory, 0);       // comment
    at_wr_u64le(directory, 0); // disk, attributes
    at_wr_u32le(directory, (uint32_t)at);
    at_buf_add_text(directory, name);
    maker->count++;
}

static void
finish(struct maker *maker, const char *comment)
{
    size_t at = maker->bytes.len;
    at_buf_add_str(&maker->bytes, at_buf_str(&maker->directory));
    at_wr_u32le(&maker->bytes, 0x06054b50);
    at_wr_u32le(&maker->bytes, 0);
    put16(&maker->bytes, maker->count);
    put16(&maker->bytes, maker->count);
    at_wr_u32le(&maker->bytes, (uint32_t)maker->directory.len);
    at_wr_u32le(&maker->bytes, (uint32_t)at);
    put16(&maker->bytes, (unsigned)strlen(comment));
    at_buf_add_text(&maker->bytes, comment);
    at_buf_deinit(&maker->directory);
}

// Two entries; where their parts are.
enum { LOCAL = 0, LOCAL2 = 36, DIR = 73, DIR2 = 120, END = 168 };

static void
make_pair(struct maker *maker)
{
    *maker = (struct maker){.bytes = AT_BUF_INIT(AT_MIB),
                            .directory = AT_BUF_INIT(AT_MIB)};
    add_entry(maker, "a", "hello");
    add_entry(maker, "bb", "world");
    finish(maker, "");
    T_EQ_SIZE(maker->bytes.len, 190);
}

// Opens bytes and reads the entry name into out.
static bool
read_one(struct at_str bytes, const char *name, struct at_buf *out,
         struct at_err *err)
{
    struct at_zip zip;
    struct at_zip_entry entry;
    return at_zip_open(bytes, &zip, err) &&
           at_zip_find(&zip, at_str(name), &entry, err) &&
           at_zip_read(&zip, &entry, out, err);
}

T_TEST(reads_stored_entries)
{
    struct maker maker;
    struct at_zip zip;
    struct at_zip_entry entry;
    struct at_err err = AT_ERR_INIT;
    struct at_buf out = AT_BUF_INIT(100);
    size_t at = 0;
    make_pair(&maker);
    T_OK(at_zip_open(at_buf_str(&maker.bytes), &zip, &err));
    T_EQ_SIZE(zip.count, 2);
    T_OK(at_zip_next(&zip, &at, &entry));
    T_EQ_STR(entry.name, "a");
    T_OK(at_zip_next(&zip, &at, &entry));
    T_EQ_STR(entry.name, "bb");
    T_EQ_SIZE(entry.len, 5);
    T_NOT(at_zip_next(&zip, &at, &entry));
    T_OK(read_one(zip.bytes, "a", &out, &err));
    T_OK(read_one(zip.bytes, "bb", &out, &err));
    T_EQ_STR(at_buf_str(&out), "helloworld");
    at_buf_deinit(&out);
    at_buf_deinit(&maker.bytes);
}

// One byte of the pair changed; reading "a" must then fail as said.
static const struct {
    const char *what;
    size_t at;
    unsigned char value;
    enum at_code code;
    const char *says;
} broken[] = {
    {"other disk", END + 4, 1, AT_EUNSUPPORTED, "split"},
    {"more entries than here", END + 8, 1, AT_EUNSUPPORTED, "split"},
    {"directory beyond the end", END + 17, 9, AT_EUSAGE, "outside"},
    {"directory too long", END + 12, 96, AT_EUSAGE, "outside"},
    {"directory at the wrong place", END + 16, DIR - 1, AT_EUSAGE,
     "entry 1 of 2"},
    {"directory too short", END + 12, 94, AT_EUSAGE, "entry 2 of 2"},
    {"encrypted", DIR + 8, 1, AT_EUNSUPPORTED, "encrypted"},
    {"encrypted, local header", LOCAL + 6, 1, AT_EUSAGE, "does not match"},
    {"unknown method", DIR + 10, 9, AT_EUNSUPPORTED, "method 9"},
    {"deflated only here", DIR + 10, 8, AT_EUSAGE, "does not match"},
    {"wrong crc", DIR + 16, 0, AT_EUSAGE, "damaged"},
    {"content changed", LOCAL + 31, 'H', AT_EUSAGE, "damaged"},
    {"packed beyond the directory", DIR + 21, 1, AT_EUSAGE, "missing"},
    {"packed into the directory", DIR + 20, 60, AT_EUSAGE, "missing"},
    {"packed over the next entry", DIR + 20, 6, AT_EUSAGE, "overlaps"},
    {"longer than packed", DIR + 24, 6, AT_EUSAGE, "grows"},
    {"shorter than packed", DIR + 24, 4, AT_EUSAGE, "damaged"},
    {"header elsewhere", DIR + 42, 1, AT_EUSAGE, "missing"},
    {"header of the other", DIR + 42, LOCAL2, AT_EUSAGE, "does not match"},
    {"local name", LOCAL + 30, 'x', AT_EUSAGE, "does not match"},
    {"local signature", LOCAL, 'Q', AT_EUSAGE, "missing"},
    {"second header within the first", DIR2 + 42, 2, AT_EUSAGE, "overlaps"},
};

T_TEST(refuses_what_is_broken)
{
    for (size_t i = 0; i < T_LEN(broken); i++) {
        struct maker maker;
        struct at_err err = AT_ERR_INIT;
        struct at_buf out = AT_BUF_INIT(100);

        T_ROW(broken[i].what);
        make_pair(&maker);
        T_OK(maker.bytes.data[broken[i].at] != (char)broken[i].value);
        maker.bytes.data[broken[i].at] = (char)broken[i].value;
        T_NOT(read_one(at_buf_str(&maker.bytes), "a", &out, &err));
        T_HAS(err.msg, broken[i].says);
        T_EQ_INT(err.code, broken[i].code);
        T_EQ_SIZE(out.len, 0);
        at_buf_deinit(&out);
        at_buf_deinit(&maker.bytes);
    }
}

T_TEST(refuses_zip64)
{
    static const size_t fields[] = {DIR + 20, DIR + 24, DIR + 42, END + 12,
                                    END + 16};
    for (size_t i = 0; i < T_LEN(fields); i++) {
        struct maker maker;
        struct at_err err = AT_ERR_INIT;
        struct at_zip zip;
        make_pair(&maker);
        memset(maker.bytes.data + fields[i], 0xff, 4);
        T_NOT(at_zip_open(at_buf_str(&maker.bytes), &zip, &err));
        T_EQ_INT(err.code, AT_EUNSUPPORTED);
        T_HAS(err.msg, "ZIP64");
        at_buf_deinit(&maker.bytes);
    }
}

// A locator before the end record tells of ZIP64 where no field does.
T_TEST(refuses_zip64_by_its_locator)
{
    struct maker maker;
    struct at_err err = AT_ERR_INIT;
    struct at_zip zip;
    struct at_buf bytes = AT_BUF_INIT(1000);
    make_pair(&maker);
    at_buf_add(&bytes, maker.bytes.data, END);
    at_wr_u32le(&bytes, 0x07064b50);
    at_buf_add(&bytes, maker.bytes.data, 16);
    at_buf_add(&bytes, maker.bytes.data + END, 22);
    T_NOT(at_zip_open(at_buf_str(&bytes), &zip, &err));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    at_buf_deinit(&bytes);
    at_buf_deinit(&maker.bytes);
}

T_TEST(finds_one_of_a_name)
{
    struct maker maker = {.bytes = AT_BUF_INIT(AT_MIB),
                          .directory = AT_BUF_INIT(AT_MIB)};
    struct at_err err = AT_ERR_INIT;
    struct at_buf out = AT_BUF_INIT(100);
    add_entry(&maker, "twice", "1");
    add_entry(&maker, "once", "2");
    add_entry(&maker, "twice", "3");
    // A comment with an end record's signature in it, and one more byte than
    // an end record has.
    finish(&maker, "PK\5\6 in a comment, to mislead");
    T_OK(read_one(at_buf_str(&maker.bytes), "once", &out, &err));
    T_EQ_STR(at_buf_str(&out), "2");
    T_NOT(read_one(at_buf_str(&maker.bytes), "twice", &out, &err));
    T_HAS(err.msg, "2 times");
    T_NOT(read_one(at_buf_str(&maker.bytes), "Once", &out, &err));
    T_HAS(err.msg, "no 'Once'");
    at_buf_deinit(&out);
    at_buf_deinit(&maker.bytes);
}

// A megabyte of zeros, deflated: the limit holds before memory is taken.
T_TEST(stops_at_the_limit)
{
    struct maker maker;
    struct at_err err = AT_ERR_INIT;
    struct at_buf out = AT_BUF_INIT(4);
    make_pair(&maker);
    T_NOT(read_one(at_buf_str(&maker.bytes), "a", &out, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    T_NULL(out.data);
    // Deflate cannot grow 5 bytes to 16 MiB.
    maker.bytes.data[DIR + 10] = 8;
    maker.bytes.data[DIR + 27] = 1;
    out.max = 64 * AT_MIB;
    T_NOT(read_one(at_buf_str(&maker.bytes), "a", &out, &err));
    T_HAS(err.msg, "grows");
    T_NULL(out.data);
    at_buf_deinit(&maker.bytes);
}

static const char *const files[] = {"tests/data/apk/aapt.apk",
                                    "tests/data/apk/aapt2.apk"};

T_TEST(reads_what_aapt_writes)
{
    for (size_t i = 0; i < T_LEN(files); i++) {
        size_t len;
        char *data = t_read_file(files[i], &len);
        struct at_err err = AT_ERR_INIT;
        struct at_buf out = AT_BUF_INIT(AT_MIB);
        T_OK(data != NULL);
        T_OK(read_one(at_str_n(data, len), "AndroidManifest.xml", &out, &err));
        T_EQ_SIZE(out.len, i == 0 ? 4048 : 4028);
        at_buf_deinit(&out);
        free(data);
    }
}

T_TEST(cut_anywhere_is_refused)
{
    size_t len;
    char *data = t_read_file(files[1], &len);
    T_OK(data != NULL);
    for (size_t cut = 0; cut < len; cut++) {
        char *part = malloc(cut ? cut : 1); // ASan sees the end
        struct at_zip zip;
        memcpy(part, data, cut);
        T_NOT(at_zip_open(at_str_n(part, cut), &zip, NULL));
        free(part);
    }
    free(data);
}

// Whatever byte is wrong: the right content, or an error.
T_TEST(flipped_bytes_never_change_content)
{
    size_t len;
    char *data = t_read_file(files[1], &len);
    struct at_buf good = AT_BUF_INIT(AT_MIB);
    const char *name = "AndroidManifest.xml";
    T_OK(data != NULL);
    T_OK(read_one(at_str_n(data, len), name, &good, NULL));
    for (size_t i = 0; i < len; i++) {
        struct at_buf out = AT_BUF_INIT(AT_MIB);
        data[i] = (char)~data[i];
        if (read_one(at_str_n(data, len), name, &out, NULL))
            T_EQ_MEM(out.data, out.len, good.data, good.len);
        data[i] = (char)~data[i];
        at_buf_deinit(&out);
    }
    at_buf_deinit(&good);
    free(data);
}

T_MAIN()
