#include "wire/adb_sync.h"

#include <string.h>

#include "base/limits.h"
#include "base/rd.h"

static bool
is_request(uint32_t id)
{
    static const uint32_t ids[] = {
        AT_ADB_SYNC_STAT, AT_SYNC_STA2,     AT_SYNC_LST2, AT_ADB_SYNC_LIST,
        AT_SYNC_LIS2,     AT_ADB_SYNC_RECV, AT_SYNC_RCV2, AT_ADB_SYNC_SEND,
        AT_SYNC_SND2,     AT_ADB_SYNC_QUIT,
    };
    for (size_t i = 0; i < AT_LEN(ids); i++) {
        if (ids[i] == id)
            return true;
    }
    return false;
}

// Return the result of a parser; all parsers end with this call.
static enum at_parse
done(const struct at_rd *rd, struct at_str in, size_t *used)
{
    if (!rd->ok)
        return AT_PARSE_MORE;
    *used = in.len - rd->len;
    return AT_PARSE_DONE;
}

// Reserve a whole frame first, so the following writes cannot fail.
static bool
begin_frame(struct at_buf *out, size_t len, uint32_t id)
{
    if (!at_buf_reserve(out, len))
        return false;
    at_wr_u32le(out, id);
    return true;
}

static bool
path_is_sound(struct at_str path)
{
    return path.len <= AT_ADB_SYNC_PATH_MAX_BYTES &&
           (path.len == 0 || !memchr(path.ptr, '\0', path.len));
}

enum at_parse
at_adb_sync_request_parse(struct at_str in, struct at_adb_sync_request *out,
                          size_t *used)
{
    struct at_rd rd = at_rd(in.ptr, in.len);
    uint32_t id = at_rd_u32le(&rd);
    uint32_t len = at_rd_u32le(&rd);
    *used = 0;
    if (in.len >= 4 && !is_request(id))
        return AT_PARSE_BAD;
    if (rd.ok && len > AT_ADB_SYNC_PATH_MAX_BYTES)
        return AT_PARSE_BAD;
    struct at_str path = at_rd_bytes(&rd, len);
    if (rd.ok && !path_is_sound(path))
        return AT_PARSE_BAD;
    *out = (struct at_adb_sync_request){id, path};
    return done(&rd, in, used);
}

bool
at_adb_sync_request_write(struct at_buf *out, uint32_t id, struct at_str path)
{
    if (!is_request(id) || !path_is_sound(path) ||
        !begin_frame(out, 8 + path.len, id))
        return false;
    at_wr_u32le(out, (uint32_t)path.len);
    return at_buf_add_str(out, path);
}

enum at_parse
at_adb_sync_setup_parse(struct at_str in, struct at_adb_sync_setup *out,
                        size_t *used)
{
    struct at_rd rd = at_rd(in.ptr, in.len);
    struct at_adb_sync_setup setup = {.id = at_rd_u32le(&rd)};
    *used = 0;
    if (rd.ok && setup.id != AT_SYNC_RCV2 && setup.id != AT_SYNC_SND2)
        return AT_PARSE_BAD;
    if (setup.id == AT_SYNC_SND2)
        setup.mode = at_rd_u32le(&rd);
    setup.flags = at_rd_u32le(&rd);
    *out = setup;
    return done(&rd, in, used);
}

bool
at_adb_sync_setup_write(struct at_buf *out,
                        const struct at_adb_sync_setup *setup)
{
    bool send = setup->id == AT_SYNC_SND2;
    if (!send && setup->id != AT_SYNC_RCV2)
        return false;
    if (!begin_frame(out, send ? 12 : 8, setup->id))
        return false;
    if (send)
        at_wr_u32le(out, setup->mode);
    at_wr_u32le(out, setup->flags);
    return true;
}

static bool
chunk_has_data(uint32_t id)
{
    return id == AT_ADB_SYNC_DATA || id == AT_ADB_SYNC_FAIL;
}

static bool
is_chunk(uint32_t id)
{
    return chunk_has_data(id) || id == AT_ADB_SYNC_DONE ||
           id == AT_ADB_SYNC_OKAY;
}

enum at_parse
at_adb_sync_chunk_parse(struct at_str in, struct at_adb_sync_chunk *out,
                        size_t *used)
{
    struct at_rd rd = at_rd(in.ptr, in.len);
    struct at_adb_sync_chunk chunk = {.id = at_rd_u32le(&rd)};
    *used = 0;
    if (rd.ok && !is_chunk(chunk.id))
        return AT_PARSE_BAD;
    uint32_t number = at_rd_u32le(&rd);
    if (chunk_has_data(chunk.id)) {
        if (number > AT_ADB_SYNC_CHUNK_MAX_BYTES)
            return AT_PARSE_BAD;
        chunk.data = at_rd_bytes(&rd, number);
    } else {
        chunk.value = number;
    }
    *out = chunk;
    return done(&rd, in, used);
}

bool
at_adb_sync_chunk_write(struct at_buf *out,
                        const struct at_adb_sync_chunk *chunk)
{
    bool has_data = chunk_has_data(chunk->id);
    struct at_str data = has_data ? chunk->data : at_str(NULL);
    if (!is_chunk(chunk->id) || data.len > AT_ADB_SYNC_CHUNK_MAX_BYTES ||
        !begin_frame(out, 8 + data.len, chunk->id))
        return false;
    at_wr_u32le(out, has_data ? (uint32_t)data.len : chunk->value);
    return at_buf_add_str(out, data);
}

static void
read_stat1(struct at_rd *rd, struct at_adb_sync_stat *stat)
{
    stat->mode = at_rd_u32le(rd);
    stat->size = at_rd_u32le(rd);
    stat->mtime_s = at_rd_u32le(rd);
}

static void
read_stat2(struct at_rd *rd, struct at_adb_sync_stat *stat)
{
    stat->error = at_rd_u32le(rd);
    stat->dev = at_rd_u64le(rd);
    stat->ino = at_rd_u64le(rd);
    stat->mode = at_rd_u32le(rd);
    stat->nlink = at_rd_u32le(rd);
    stat->uid = at_rd_u32le(rd);
    stat->gid = at_rd_u32le(rd);
    stat->size = at_rd_u64le(rd);
    stat->atime_s = (int64_t)at_rd_u64le(rd);
    stat->mtime_s = (int64_t)at_rd_u64le(rd);
    stat->ctime_s = (int64_t)at_rd_u64le(rd);
}

// Truncate sizes and times to 32 bits, like adbd.
static void
write_stat1(struct at_buf *out, const struct at_adb_sync_stat *stat)
{
    at_wr_u32le(out, stat->mode);
    at_wr_u32le(out, (uint32_t)stat->size);
    at_wr_u32le(out, (uint32_t)stat->mtime_s);
}

static void
write_stat2(struct at_buf *out, const struct at_adb_sync_stat *stat)
{
    at_wr_u32le(out, stat->error);
    at_wr_u64le(out, stat->dev);
    at_wr_u64le(out, stat->ino);
    at_wr_u32le(out, stat->mode);
    at_wr_u32le(out, stat->nlink);
    at_wr_u32le(out, stat->uid);
    at_wr_u32le(out, stat->gid);
    at_wr_u64le(out, stat->size);
    at_wr_u64le(out, (uint64_t)stat->atime_s);
    at_wr_u64le(out, (uint64_t)stat->mtime_s);
    at_wr_u64le(out, (uint64_t)stat->ctime_s);
}

static bool
is_stat2(uint32_t id)
{
    return id == AT_SYNC_STA2 || id == AT_SYNC_LST2;
}

enum at_parse
at_adb_sync_stat_parse(struct at_str in, struct at_adb_sync_stat *out,
                       size_t *used)
{
    struct at_rd rd = at_rd(in.ptr, in.len);
    struct at_adb_sync_stat stat = {.id = at_rd_u32le(&rd)};
    *used = 0;
    if (rd.ok && stat.id != AT_ADB_SYNC_STAT && !is_stat2(stat.id))
        return AT_PARSE_BAD;
    if (is_stat2(stat.id))
        read_stat2(&rd, &stat);
    else
        read_stat1(&rd, &stat);
    *out = stat;
    return done(&rd, in, used);
}

bool
at_adb_sync_stat_write(struct at_buf *out, const struct at_adb_sync_stat *stat)
{
    bool version2 = is_stat2(stat->id);
    if (!version2 && stat->id != AT_ADB_SYNC_STAT)
        return false;
    if (!begin_frame(out, version2 ? 72 : 16, stat->id))
        return false;
    if (version2)
        write_stat2(out, stat);
    else
        write_stat1(out, stat);
    return true;
}

enum at_parse
at_adb_sync_entry_parse(struct at_str in, bool version2,
                        struct at_adb_sync_stat *out, size_t *used)
{
    struct at_rd rd = at_rd(in.ptr, in.len);
    struct at_adb_sync_stat entry = {.id = at_rd_u32le(&rd)};
    *used = 0;
    if (rd.ok && entry.id != AT_ADB_SYNC_DONE &&
        entry.id != (version2 ? AT_SYNC_DNT2 : AT_ADB_SYNC_DENT))
        return AT_PARSE_BAD;
    if (version2)
        read_stat2(&rd, &entry);
    else
        read_stat1(&rd, &entry);
    uint32_t name_len = at_rd_u32le(&rd);
    if (entry.id == AT_ADB_SYNC_DONE)
        name_len = 0; // padding
    if (name_len > AT_ADB_SYNC_PATH_MAX_BYTES)
        return AT_PARSE_BAD;
    entry.name = at_rd_bytes(&rd, name_len);
    if (!path_is_sound(entry.name))
        return AT_PARSE_BAD;
    *out = entry;
    return done(&rd, in, used);
}

bool
at_adb_sync_entry_write(struct at_buf *out, bool version2,
                        const struct at_adb_sync_stat *stat)
{
    static const struct at_adb_sync_stat end = {.id = AT_ADB_SYNC_DONE};
    size_t head_len = version2 ? 76 : 20;
    if (stat->id == AT_ADB_SYNC_DONE)
        stat = &end;
    else if (stat->id != (version2 ? AT_SYNC_DNT2 : AT_ADB_SYNC_DENT))
        return false;
    if (!path_is_sound(stat->name) ||
        !begin_frame(out, head_len + stat->name.len, stat->id))
        return false;
    if (version2)
        write_stat2(out, stat);
    else
        write_stat1(out, stat);
    at_wr_u32le(out, (uint32_t)stat->name.len);
    return at_buf_add_str(out, stat->name);
}
