#include "wire/zip.h"

#include <string.h>

#define ZLIB_CONST
#include <zlib.h>

#include "base/rd.h"

enum {
    LOCAL_SIG = 0x04034b50,
    CENTRAL_SIG = 0x02014b50,
    END_SIG = 0x06054b50,
    ZIP64_LOCATOR_SIG = 0x07064b50,

    LOCAL_LEN = 30,
    CENTRAL_LEN = 46,
    END_LEN = 22,
    ZIP64_LOCATOR_LEN = 20,
    COMMENT_MAX = 0xffff,

    FLAG_ENCRYPTED = 1 << 0,
    METHOD_STORED = 0,
    METHOD_DEFLATED = 8,
    // the maximum of deflate: 258 bytes from two bits
    DEFLATE_MAX_RATIO = 1032,
};

static struct at_str
part(struct at_str s, size_t at, size_t len)
{
    return at_str_head(at_str_skip(s, at), len);
}

static uint32_t
u32_at(struct at_str s, size_t at)
{
    struct at_str field = part(s, at, 4);
    struct at_rd rd = at_rd(field.ptr, field.len);
    return at_rd_u32le(&rd);
}

// Find the end record, which is followed only by a comment, whose length it
// states. The comment may contain the signature, so check that the length fits.
static bool
find_end(struct at_str bytes, size_t *out_at)
{
    if (bytes.len < END_LEN)
        return false;
    size_t last = bytes.len - END_LEN;
    size_t first = last > COMMENT_MAX ? last - COMMENT_MAX : 0;
    for (size_t at = last + 1; at-- > first;) {
        if (bytes.ptr[at] != 'P' || u32_at(bytes, at) != END_SIG)
            continue;
        struct at_rd rd = at_rd(bytes.ptr + at + 20, 2);
        if (at + END_LEN + at_rd_u16le(&rd) == bytes.len) {
            *out_at = at;
            return true;
        }
    }
    return false;
}

static bool
has_zip64_locator(struct at_str bytes, size_t end_at)
{
    return end_at >= ZIP64_LOCATOR_LEN &&
           u32_at(bytes, end_at - ZIP64_LOCATOR_LEN) == ZIP64_LOCATOR_SIG;
}

// Read one central header at *at. Return false if it is incomplete.
static bool
read_central(struct at_str directory, size_t *at, struct at_zip_entry *out)
{
    struct at_str rest = at_str_skip(directory, *at);
    struct at_rd rd = at_rd(rest.ptr, rest.len);
    if (at_rd_u32le(&rd) != CENTRAL_SIG)
        return false;
    at_rd_bytes(&rd, 4); // versions
    out->flags = at_rd_u16le(&rd);
    out->method = at_rd_u16le(&rd);
    at_rd_bytes(&rd, 4); // time, date
    out->crc = at_rd_u32le(&rd);
    out->packed_len = at_rd_u32le(&rd);
    out->len = at_rd_u32le(&rd);
    size_t name_len = at_rd_u16le(&rd);
    size_t extra_len = at_rd_u16le(&rd);
    size_t comment_len = at_rd_u16le(&rd);
    at_rd_bytes(&rd, 8); // disk, attributes
    out->header_at = at_rd_u32le(&rd);
    out->name = at_rd_bytes(&rd, name_len);
    at_rd_bytes(&rd, extra_len + comment_len);
    *at += CENTRAL_LEN + name_len + extra_len + comment_len;
    return rd.ok;
}

static bool
check_directory(const struct at_zip *zip, struct at_err *err)
{
    struct at_zip_entry entry;
    size_t at = 0;
    for (size_t i = 0; i < zip->count; i++) {
        if (!read_central(zip->directory, &at, &entry))
            return at_fail(err, AT_EUSAGE,
                           "broken zip archive: entry %zu of %zu of its "
                           "directory is not whole",
                           i + 1, zip->count);
        if (entry.len == UINT32_MAX || entry.packed_len == UINT32_MAX ||
            entry.header_at == UINT32_MAX)
            return at_fail(err, AT_EUNSUPPORTED,
                           "the zip archive uses ZIP64 for '%.*s'; repack it "
                           "with entries below 4 GiB",
                           AT_STR_ARG(entry.name));
    }
    return true;
}

bool
at_zip_open(struct at_str bytes, struct at_zip *out, struct at_err *err)
{
    size_t end_at;
    *out = (struct at_zip){.bytes = bytes};
    if (!find_end(bytes, &end_at))
        return at_fail(err, AT_EUSAGE,
                       "not a zip archive, or a truncated one: no end record "
                       "in %zu bytes",
                       bytes.len);
    struct at_rd rd = at_rd(bytes.ptr + end_at + 4, END_LEN - 4);
    unsigned disks = at_rd_u16le(&rd);
    disks |= at_rd_u16le(&rd);
    size_t count_here = at_rd_u16le(&rd);
    out->count = at_rd_u16le(&rd);
    size_t len = at_rd_u32le(&rd);
    out->directory_at = at_rd_u32le(&rd);

    if (has_zip64_locator(bytes, end_at) || len == UINT32_MAX ||
        out->directory_at == UINT32_MAX)
        return at_fail(err, AT_EUNSUPPORTED,
                       "the zip archive uses ZIP64; repack it with fewer than "
                       "65535 entries and below 4 GiB");
    if (disks != 0 || count_here != out->count)
        return at_fail(err, AT_EUNSUPPORTED,
                       "the zip archive is split over several files");
    if (out->directory_at > end_at || len > end_at - out->directory_at)
        return at_fail(err, AT_EUSAGE,
                       "broken zip archive: its directory lies outside");
    out->directory = part(bytes, out->directory_at, len);
    return check_directory(out, err);
}

bool
at_zip_next(const struct at_zip *zip, size_t *at, struct at_zip_entry *out)
{
    return *at < zip->directory.len && read_central(zip->directory, at, out);
}

bool
at_zip_find(const struct at_zip *zip, struct at_str name,
            struct at_zip_entry *out, struct at_err *err)
{
    struct at_zip_entry entry;
    size_t at = 0;
    size_t hits = 0;
    while (at_zip_next(zip, &at, &entry)) {
        if (!at_str_eq(entry.name, name))
            continue;
        if (hits++ == 0)
            *out = entry;
    }
    if (hits == 0)
        return at_fail(err, AT_EUSAGE, "no '%.*s' in the zip archive",
                       AT_STR_ARG(name));
    if (hits > 1)
        return at_fail(err, AT_EUSAGE, "'%.*s' is %zu times in the zip archive",
                       AT_STR_ARG(name), hits);
    return true;
}

// Find the entry's data. The local header must agree with the directory,
// because readers that trust only one of them would see different files.
static bool
locate_data(const struct at_zip *zip, const struct at_zip_entry *entry,
            struct at_str *out, struct at_err *err)
{
    // data must end before the directory starts
    struct at_str room = at_str_skip(at_str_head(zip->bytes, zip->directory_at),
                                     entry->header_at);
    struct at_rd rd = at_rd(room.ptr, room.len);
    bool same = at_rd_u32le(&rd) == LOCAL_SIG;
    at_rd_bytes(&rd, 2); // version
    same = (at_rd_u16le(&rd) & FLAG_ENCRYPTED) == 0 && same;
    same = at_rd_u16le(&rd) == entry->method && same;
    at_rd_bytes(&rd, 16); // time, date, crc and sizes: 0 before a descriptor
    size_t name_len = at_rd_u16le(&rd);
    size_t extra_len = at_rd_u16le(&rd);
    same = at_str_eq(at_rd_bytes(&rd, name_len), entry->name) && same;
    at_rd_bytes(&rd, extra_len);
    *out = at_rd_bytes(&rd, entry->packed_len);
    if (!rd.ok || !same)
        return at_fail(err, AT_EUSAGE,
                       "broken zip archive: the header of '%.*s' is missing "
                       "or does not match the directory",
                       AT_STR_ARG(entry->name));
    return true;
}

static bool
check_alone(const struct at_zip *zip, const struct at_zip_entry *entry,
            struct at_str data, struct at_err *err)
{
    size_t end = (size_t)(data.ptr - zip->bytes.ptr) + data.len;
    struct at_zip_entry other;
    size_t at = 0;
    size_t hits = 0;
    while (at_zip_next(zip, &at, &other))
        hits += other.header_at >= entry->header_at && other.header_at < end;
    if (hits != 1)
        return at_fail(err, AT_EUSAGE,
                       "broken zip archive: '%.*s' overlaps another entry",
                       AT_STR_ARG(entry->name));
    return true;
}

static bool
unpack(struct at_str data, char *room, size_t len)
{
    z_stream stream = {
        .next_in = (const Bytef *)data.ptr,
        .avail_in = (uInt)data.len,
        .next_out = (Bytef *)room,
        .avail_out = (uInt)len,
    };
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return false;
    bool ok =
        inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    return ok;
}

static bool
check_readable(const struct at_zip_entry *entry, struct at_err *err)
{
    if (entry->flags & FLAG_ENCRYPTED)
        return at_fail(err, AT_EUNSUPPORTED, "'%.*s' is encrypted",
                       AT_STR_ARG(entry->name));
    if (entry->method != METHOD_STORED && entry->method != METHOD_DEFLATED)
        return at_fail(err, AT_EUNSUPPORTED,
                       "'%.*s' is packed with method %u; only stored (0) and "
                       "deflated (8) are supported",
                       AT_STR_ARG(entry->name), entry->method);
    uint64_t ratio = entry->method == METHOD_STORED ? 1 : DEFLATE_MAX_RATIO;
    if (entry->len > entry->packed_len * ratio)
        return at_fail(err, AT_EUSAGE,
                       "broken zip archive: '%.*s' says it grows from %zu to "
                       "%zu bytes",
                       AT_STR_ARG(entry->name), entry->packed_len, entry->len);
    return true;
}

static bool
copy_content(const struct at_zip_entry *entry, struct at_str data, char *room)
{
    if (entry->method == METHOD_DEFLATED) {
        if (!unpack(data, room, entry->len))
            return false;
    } else {
        if (data.len != entry->len)
            return false;
        if (data.len > 0)
            memcpy(room, data.ptr, data.len);
    }
    return crc32_z(0, (const Bytef *)room, entry->len) == entry->crc;
}

bool
at_zip_read(const struct at_zip *zip, const struct at_zip_entry *entry,
            struct at_buf *out, struct at_err *err)
{
    struct at_str data;
    if (!check_readable(entry, err) || !locate_data(zip, entry, &data, err) ||
        !check_alone(zip, entry, data, err))
        return false;
    char *room = at_buf_reserve(out, entry->len);
    if (!room)
        return at_fail(err, AT_ELIMIT, "'%.*s' has %zu bytes, the limit is %zu",
                       AT_STR_ARG(entry->name), entry->len, out->max);
    bool ok = copy_content(entry, data, room);
    out->len += ok ? entry->len : 0;
    out->data[out->len] = '\0';
    return ok || at_fail(err, AT_EUSAGE,
                         "broken zip archive: the content of '%.*s' is damaged",
                         AT_STR_ARG(entry->name));
}
