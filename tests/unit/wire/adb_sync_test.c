#include "wire/adb_sync.h"

#include "base/limits.h"
#include "tests/t.h"

#define BYTES(text) AT_STR_ROW(text)

// A frame in as few words as tests need: what the parser of its kind gives.
struct frame {
    uint32_t id;
    uint64_t number; // mode, value or flags: what the kind has
    struct at_str text;
};

typedef enum at_parse parse_fn(struct at_str in, struct frame *out,
                               size_t *used);

static enum at_parse
request(struct at_str in, struct frame *out, size_t *used)
{
    struct at_adb_sync_request got = {0};
    enum at_parse step = at_adb_sync_request_parse(in, &got, used);
    *out = (struct frame){got.id, 0, got.path};
    return step;
}

static enum at_parse
setup(struct at_str in, struct frame *out, size_t *used)
{
    struct at_adb_sync_setup got = {0};
    enum at_parse step = at_adb_sync_setup_parse(in, &got, used);
    *out = (struct frame){got.id, (uint64_t)got.mode << 32 | got.flags, {0}};
    return step;
}

static enum at_parse
chunk(struct at_str in, struct frame *out, size_t *used)
{
    struct at_adb_sync_chunk got = {0};
    enum at_parse step = at_adb_sync_chunk_parse(in, &got, used);
    *out = (struct frame){got.id, got.value, got.data};
    return step;
}

static enum at_parse
stat_answer(struct at_str in, struct frame *out, size_t *used)
{
    struct at_adb_sync_stat got = {0};
    enum at_parse step = at_adb_sync_stat_parse(in, &got, used);
    *out = (struct frame){got.id, got.mode, {0}};
    return step;
}

static enum at_parse
entry1(struct at_str in, struct frame *out, size_t *used)
{
    struct at_adb_sync_stat got = {0};
    enum at_parse step = at_adb_sync_entry_parse(in, false, &got, used);
    *out = (struct frame){got.id, got.mode, got.name};
    return step;
}

static enum at_parse
entry2(struct at_str in, struct frame *out, size_t *used)
{
    struct at_adb_sync_stat got = {0};
    enum at_parse step = at_adb_sync_entry_parse(in, true, &got, used);
    *out = (struct frame){got.id, got.size, got.name};
    return step;
}

#define ZERO16 "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
// error 2, dev 3, ino 4, mode 0100644, nlink 1, uid 2000, gid 1000, size
// 2^32 + 5, atime -1, mtime 7, ctime 8
#define STAT2                                                                  \
    "\2\0\0\0\3\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0\xa4\x81\0\0\1\0\0\0\xd0\7\0\0"   \
    "\xe8\3\0\0\5\0\0\0\1\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\7\0\0\0\0\0"   \
    "\0\0\x08\0\0\0\0\0\0\0"

static const struct {
    const char *name;
    parse_fn *parse;
    struct at_str in;
    enum at_parse step;
    size_t used;
    struct frame want;
} rows[] = {
    {"STAT",
     request,
     BYTES("STAT\2\0\0\0/a"),
     AT_PARSE_DONE,
     10,
     {AT_ADB_SYNC_STAT, 0, BYTES("/a")}},
    {"SEND",
     request,
     BYTES("SEND\x08\0\0\0/a,33188+"),
     AT_PARSE_DONE,
     16,
     {AT_ADB_SYNC_SEND, 0, BYTES("/a,33188")}},
    {"QUIT",
     request,
     BYTES("QUIT\0\0\0\0"),
     AT_PARSE_DONE,
     8,
     {AT_ADB_SYNC_QUIT, 0, BYTES("")}},
    {"a path of 1024, begun",
     request,
     BYTES("RECV\0\4\0\0"),
     AT_PARSE_MORE,
     0,
     {0}},
    {"a path of 1025", request, BYTES("RECV\1\4\0\0"), AT_PARSE_BAD, 0, {0}},
    {"a NUL in a path",
     request,
     BYTES("RECV\2\0\0\0\0a"),
     AT_PARSE_BAD,
     0,
     {0}},
    {"DATA is no request", request, BYTES("DATA"), AT_PARSE_BAD, 0, {0}},
    {"lower case", request, BYTES("stat\0\0\0\0"), AT_PARSE_BAD, 0, {0}},
    {"RCV2 setup",
     setup,
     BYTES("RCV2\4\0\0\0"),
     AT_PARSE_DONE,
     8,
     {AT_SYNC_RCV2, 4, {0}}},
    {"SND2 setup",
     setup,
     BYTES("SND2\xa4\x81\0\0\0\0\0\x80"),
     AT_PARSE_DONE,
     12,
     {AT_SYNC_SND2, UINT64_C(0x81a480000000), {0}}},
    {"RECV has no setup", setup, BYTES("RECV\0\0\0\0"), AT_PARSE_BAD, 0, {0}},
    {"DATA",
     chunk,
     BYTES("DATA\3\0\0\0abcDATA"),
     AT_PARSE_DONE,
     11,
     {AT_ADB_SYNC_DATA, 0, BYTES("abc")}},
    {"DATA of nothing",
     chunk,
     BYTES("DATA\0\0\0\0"),
     AT_PARSE_DONE,
     8,
     {AT_ADB_SYNC_DATA, 0, BYTES("")}},
    {"DATA of 65536, begun",
     chunk,
     BYTES("DATA\0\0\1\0"),
     AT_PARSE_MORE,
     0,
     {0}},
    {"DATA of 65537", chunk, BYTES("DATA\1\0\1\0"), AT_PARSE_BAD, 0, {0}},
    {"DONE with a time",
     chunk,
     BYTES("DONE\1\2\3\4"),
     AT_PARSE_DONE,
     8,
     {AT_ADB_SYNC_DONE, 0x04030201, {0}}},
    {"OKAY",
     chunk,
     BYTES("OKAY\0\0\0\0"),
     AT_PARSE_DONE,
     8,
     {AT_ADB_SYNC_OKAY, 0, {0}}},
    {"FAIL",
     chunk,
     BYTES("FAIL\2\0\0\0no"),
     AT_PARSE_DONE,
     10,
     {AT_ADB_SYNC_FAIL, 0, BYTES("no")}},
    {"FAIL of 4 GB",
     chunk,
     BYTES("FAIL\xff\xff\xff\xff"),
     AT_PARSE_BAD,
     0,
     {0}},
    {"STAT is no chunk", chunk, BYTES("STAT"), AT_PARSE_BAD, 0, {0}},
    {"stat v1",
     stat_answer,
     BYTES("STAT\xa4\x81\0\0\5\0\0\0\7\0\0\0"),
     AT_PARSE_DONE,
     16,
     {AT_ADB_SYNC_STAT, 0100644, {0}}},
    {"stat v1, not there",
     stat_answer,
     BYTES("STAT\0\0\0\0\0\0\0\0\0\0\0\0"),
     AT_PARSE_DONE,
     16,
     {AT_ADB_SYNC_STAT, 0, {0}}},
    {"stat v2",
     stat_answer,
     BYTES("STA2" STAT2),
     AT_PARSE_DONE,
     72,
     {AT_SYNC_STA2, 0100644, {0}}},
    {"lstat v2",
     stat_answer,
     BYTES("LST2" STAT2),
     AT_PARSE_DONE,
     72,
     {AT_SYNC_LST2, 0100644, {0}}},
    {"FAIL is no stat", stat_answer, BYTES("FAIL"), AT_PARSE_BAD, 0, {0}},
    {"DENT",
     entry1,
     BYTES("DENT\xed\x41\0\0\0\x10\0\0\7\0\0\0\3\0\0\0dir"),
     AT_PARSE_DONE,
     23,
     {AT_ADB_SYNC_DENT, 040755, BYTES("dir")}},
    {"DONE, padded",
     entry1,
     BYTES("DONE" ZERO16),
     AT_PARSE_DONE,
     20,
     {AT_ADB_SYNC_DONE, 0, {0}}},
    {"DONE, padded with rubbish",
     entry1,
     BYTES("DONE\0\0\0\0"
           "\0\0\0\0\0\0\0"
           "\0\xff\xff\xff\xff"),
     AT_PARSE_DONE,
     20,
     {AT_ADB_SYNC_DONE, 0, {0}}},
    {"a NUL in a name",
     entry1,
     BYTES("DENT\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\0"),
     AT_PARSE_BAD,
     0,
     {0}},
    {"a name of 1025",
     entry1,
     BYTES("DENT\0\0\0\0\0\0\0\0\0\0\0\0\1\4\0\0"),
     AT_PARSE_BAD,
     0,
     {0}},
    {"DNT2 to LIST", entry1, BYTES("DNT2"), AT_PARSE_BAD, 0, {0}},
    {"DNT2",
     entry2,
     BYTES("DNT2" STAT2 "\1\0\0\0x"),
     AT_PARSE_DONE,
     77,
     {AT_SYNC_DNT2, UINT64_C(0x100000005), BYTES("x")}},
    {"DONE of LIS2",
     entry2,
     BYTES("DONE" ZERO16 ZERO16 ZERO16 ZERO16 "\0\0\0\0\0\0\0\0"),
     AT_PARSE_DONE,
     76,
     {AT_ADB_SYNC_DONE, 0, {0}}},
    {"DENT to LIS2", entry2, BYTES("DENT"), AT_PARSE_BAD, 0, {0}},
};

T_TEST(sync_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct frame got;
        size_t used = 99;
        T_ROW(rows[i].name);
        T_EQ_INT(rows[i].parse(rows[i].in, &got, &used), rows[i].step);
        T_EQ_SIZE(used, rows[i].used);
        if (rows[i].step == AT_PARSE_DONE) {
            T_EQ_INT(got.id, rows[i].want.id);
            T_EQ_SIZE(got.number, rows[i].want.number);
            T_EQ_MEM(got.text.ptr, got.text.len, rows[i].want.text.ptr,
                     rows[i].want.text.len);
        }
        for (size_t cut = 0; cut < rows[i].used; cut++) {
            size_t none = 99;
            T_EQ_INT(rows[i].parse(at_str_head(rows[i].in, cut), &got, &none),
                     AT_PARSE_MORE);
            T_EQ_SIZE(none, 0);
        }
    }
}

T_TEST(sync_stat2_reads_every_field)
{
    struct at_adb_sync_stat stat;
    size_t used;
    T_EQ_INT(at_adb_sync_stat_parse(AT_STR("STA2" STAT2), &stat, &used),
             AT_PARSE_DONE);
    T_EQ_INT(stat.error, 2);
    T_EQ_SIZE(stat.dev, 3);
    T_EQ_SIZE(stat.ino, 4);
    T_EQ_INT(stat.mode, 0100644);
    T_EQ_INT(stat.nlink, 1);
    T_EQ_INT(stat.uid, 2000);
    T_EQ_INT(stat.gid, 1000);
    T_EQ_SIZE(stat.size, INT64_C(0x100000005));
    T_EQ_INT(stat.atime_s, -1);
    T_EQ_INT(stat.mtime_s, 7);
    T_EQ_INT(stat.ctime_s, 8);
}

T_TEST(sync_stat1_reads_every_field)
{
    struct at_adb_sync_stat stat;
    size_t used;
    T_EQ_INT(at_adb_sync_stat_parse(
                 AT_STR("STAT\xa4\x81\0\0\5\0\0\0\7\0\0\xf0"), &stat, &used),
             AT_PARSE_DONE);
    T_EQ_SIZE(stat.size, 5);
    T_EQ_INT(stat.mtime_s, INT64_C(0xf0000007));
    T_EQ_INT(stat.error, 0);
}

// Read, write, compare with what was read.
T_TEST(sync_writes_what_it_reads)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(256);
        struct at_str in = rows[i].in;
        struct at_adb_sync_request r;
        struct at_adb_sync_setup s;
        struct at_adb_sync_chunk c;
        struct at_adb_sync_stat t;
        size_t used;
        bool ok = false;
        if (rows[i].step != AT_PARSE_DONE || strstr(rows[i].name, "rubbish"))
            continue;
        T_ROW(rows[i].name);
        if (rows[i].parse == request &&
            at_adb_sync_request_parse(in, &r, &used) == AT_PARSE_DONE)
            ok = at_adb_sync_request_write(&out, r.id, r.path);
        else if (rows[i].parse == setup &&
                 at_adb_sync_setup_parse(in, &s, &used) == AT_PARSE_DONE)
            ok = at_adb_sync_setup_write(&out, &s);
        else if (rows[i].parse == chunk &&
                 at_adb_sync_chunk_parse(in, &c, &used) == AT_PARSE_DONE)
            ok = at_adb_sync_chunk_write(&out, &c);
        else if (rows[i].parse == stat_answer &&
                 at_adb_sync_stat_parse(in, &t, &used) == AT_PARSE_DONE)
            ok = at_adb_sync_stat_write(&out, &t);
        else if (at_adb_sync_entry_parse(in, rows[i].parse == entry2, &t,
                                         &used) == AT_PARSE_DONE)
            ok = at_adb_sync_entry_write(&out, rows[i].parse == entry2, &t);
        T_OK(ok);
        T_EQ_MEM(out.data, out.len, in.ptr, rows[i].used);
        at_buf_deinit(&out);
    }
}

T_TEST(sync_writers_refuse)
{
    static char longer[AT_ADB_SYNC_CHUNK_MAX_BYTES + 1];
    struct at_buf out = AT_BUF_INIT(2 * AT_ADB_SYNC_CHUNK_MAX_BYTES);
    struct at_str text = at_str_n(longer, sizeof(longer));
    struct at_adb_sync_chunk data = {.id = AT_ADB_SYNC_DATA, .data = text};
    struct at_adb_sync_chunk odd = {.id = AT_ADB_SYNC_STAT};
    struct at_adb_sync_stat dent = {.id = AT_ADB_SYNC_DENT};
    struct at_adb_sync_setup recv = {.id = AT_ADB_SYNC_RECV};
    memset(longer, 'x', sizeof(longer));
    T_NOT(at_adb_sync_chunk_write(&out, &data));
    T_NOT(at_adb_sync_chunk_write(&out, &odd));
    T_NOT(at_adb_sync_request_write(
        &out, AT_ADB_SYNC_STAT,
        at_str_head(text, AT_ADB_SYNC_PATH_MAX_BYTES + 1)));
    T_NOT(at_adb_sync_request_write(&out, AT_ADB_SYNC_DATA, at_str("/a")));
    T_NOT(
        at_adb_sync_request_write(&out, AT_ADB_SYNC_STAT, at_str_n("a\0b", 3)));
    T_NOT(at_adb_sync_setup_write(&out, &recv));
    T_NOT(at_adb_sync_stat_write(&out, &dent));
    T_NOT(at_adb_sync_entry_write(&out, true, &dent));
    T_EQ_SIZE(out.len, 0);
    at_buf_deinit(&out);
}

// A frame that does not fit leaves no beginning of it behind.
T_TEST(sync_writes_whole_frames_or_nothing)
{
    const struct at_adb_sync_stat row = {.id = AT_SYNC_DNT2,
                                         .name = at_str("ab")};
    const struct at_adb_sync_stat stat = {.id = AT_SYNC_STA2};
    const struct at_adb_sync_setup recv = {.id = AT_SYNC_RCV2};
    const struct at_adb_sync_chunk data = {.id = AT_ADB_SYNC_DATA,
                                           .data = at_str("a")};
    struct at_buf out = AT_BUF_INIT(77);
    T_NOT(at_adb_sync_entry_write(&out, true, &row));
    out.max = 71;
    T_NOT(at_adb_sync_stat_write(&out, &stat));
    out.max = 7;
    T_NOT(at_adb_sync_setup_write(&out, &recv));
    out.max = 8;
    T_NOT(at_adb_sync_chunk_write(&out, &data));
    T_NOT(at_adb_sync_request_write(&out, AT_ADB_SYNC_STAT, at_str("a")));
    T_EQ_SIZE(out.len, 0);
    at_buf_deinit(&out);
}

T_MAIN()
