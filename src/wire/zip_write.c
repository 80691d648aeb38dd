// zip_write.c: local headers, the central directory and its end (APPNOTE 4.3)
#include "wire/zip_write.h"

#include <string.h>

#include "base/civil.h"
#include "base/limits.h"
#include "base/rd.h"
#include "wire/gzip.h"

enum {
    LOCAL_SIG = 0x04034b50,
    CENTRAL_SIG = 0x02014b50,
    END_SIG = 0x06054b50,
    LOCAL_LEN = 30,
    CENTRAL_LEN = 46,
    END_LEN = 22,
    COUNT_MAX = 0xfffe,
    NAME_MAX_BYTES = 1024,

    VERSION = 20,
    MADE_BY_UNIX = 3 << 8,
    FLAG_UTF8 = 1 << 11,
    METHOD_STORED = 0,
    METHOD_DEFLATED = 8,

    // A gzip member without a name, as at_gzip_pack() writes it.
    GZIP_HEAD_LEN = 10,
    GZIP_TAIL_LEN = 8, // CRC-32 and length
};

#define OWNER_READS_AND_WRITES (UINT32_C(0100600) << 16)

struct entry {
    struct at_str name;
    struct at_str packed;
    uint32_t crc;
    uint32_t len;
    uint32_t header_at;
    uint16_t method;
    uint16_t time;
    uint16_t date;
};

static void
add_u16(struct at_buf *out, unsigned value)
{
    at_buf_add_char(out, (char)(value & 0xff));
    at_buf_add_char(out, (char)(value >> 8 & 0xff));
}

static void
add_u32(struct at_buf *out, uint32_t value)
{
    add_u16(out, value & 0xffff);
    add_u16(out, value >> 16);
}

// The format counts from 1980, in steps of two seconds.
static void
set_time(struct entry *entry, int64_t wall_ms)
{
    struct at_civil civil = at_civil_from_ms(wall_ms);
    if (civil.year < 1980 || civil.year > 2107)
        civil = (struct at_civil){.year = 1980, .month = 1, .day = 1};
    entry->time = (uint16_t)(civil.hour << 11 | civil.minute << 5 |
                             (civil.second % 60) / 2);
    entry->date = (uint16_t)((int)(civil.year - 1980) << 9 | civil.month << 5 |
                             civil.day);
}

// The members that both headers share.
static void
add_common(const struct entry *entry, struct at_buf *out)
{
    add_u16(out, VERSION);
    add_u16(out, FLAG_UTF8);
    add_u16(out, entry->method);
    add_u16(out, entry->time);
    add_u16(out, entry->date);
    add_u32(out, entry->crc);
    add_u32(out, (uint32_t)entry->packed.len);
    add_u32(out, entry->len);
    add_u16(out, (unsigned)entry->name.len);
    add_u16(out, 0); // extra fields
}

static void
add_local(const struct entry *entry, struct at_buf *out)
{
    add_u32(out, LOCAL_SIG);
    add_common(entry, out);
    at_buf_add_str(out, entry->name);
    at_buf_add_str(out, entry->packed);
}

static void
add_central(const struct entry *entry, struct at_buf *out)
{
    add_u32(out, CENTRAL_SIG);
    add_u16(out, MADE_BY_UNIX | VERSION);
    add_common(entry, out);
    add_u16(out, 0); // comment
    add_u16(out, 0); // disk
    add_u16(out, 0); // internal attributes
    add_u32(out, OWNER_READS_AND_WRITES);
    add_u32(out, entry->header_at);
    at_buf_add_str(out, entry->name);
}

void
at_zip_writer_init(struct at_zip_writer *writer, struct at_buf *out)
{
    size_t room =
        (COUNT_MAX + (size_t)1) * (CENTRAL_LEN + (size_t)NAME_MAX_BYTES);
    *writer = (struct at_zip_writer){
        .out = out, .directory = AT_BUF_INIT(room), .begin = out->len};
}

void
at_zip_writer_deinit(struct at_zip_writer *writer)
{
    at_buf_deinit(&writer->directory);
}

// The raw deflate stream inside of a gzip member, and the CRC behind it.
static void
choose_packing(struct at_str content, struct at_str gzip, struct entry *entry)
{
    size_t framing = GZIP_HEAD_LEN + GZIP_TAIL_LEN;
    struct at_rd tail =
        at_rd(gzip.ptr + gzip.len - GZIP_TAIL_LEN, GZIP_TAIL_LEN);
    entry->crc = at_rd_u32le(&tail);
    entry->len = (uint32_t)content.len;
    entry->packed = content;
    if (gzip.len - framing < content.len) {
        entry->method = METHOD_DEFLATED;
        entry->packed = at_str_n(gzip.ptr + GZIP_HEAD_LEN, gzip.len - framing);
    }
}

static bool
has_room(const struct at_zip_writer *writer, const struct entry *entry)
{
    size_t more = LOCAL_LEN + CENTRAL_LEN + END_LEN + 2 * entry->name.len +
                  entry->packed.len;
    size_t used = writer->out->len + writer->directory.len;
    return used <= writer->out->max && more <= writer->out->max - used;
}

bool
at_zip_writer_add(struct at_zip_writer *writer, struct at_str name,
                  struct at_str content, int64_t wall_ms)
{
    struct at_buf gzip = AT_BUF_INIT(UINT32_MAX / 2);
    struct entry entry = {.name = name, .method = METHOD_STORED};
    if (name.len == 0 || name.len > NAME_MAX_BYTES ||
        writer->count >= COUNT_MAX || content.len > UINT32_MAX / 4)
        return false;
    set_time(&entry, wall_ms);
    entry.header_at = (uint32_t)(writer->out->len - writer->begin);
    bool ok = at_gzip_pack(content, &gzip);
    if (ok)
        choose_packing(content, at_buf_str(&gzip), &entry);
    ok = ok && has_room(writer, &entry);
    if (ok) {
        add_local(&entry, writer->out);
        add_central(&entry, &writer->directory);
        writer->count++;
    }
    at_buf_deinit(&gzip);
    return ok;
}

void
at_zip_writer_end(struct at_zip_writer *writer)
{
    size_t directory_at = writer->out->len - writer->begin;
    at_buf_add_str(writer->out, at_buf_str(&writer->directory));
    add_u32(writer->out, END_SIG);
    add_u16(writer->out, 0); // disks
    add_u16(writer->out, 0);
    add_u16(writer->out, (unsigned)writer->count);
    add_u16(writer->out, (unsigned)writer->count);
    add_u32(writer->out, (uint32_t)writer->directory.len);
    add_u32(writer->out, (uint32_t)directory_at);
    add_u16(writer->out, 0); // comment
}
