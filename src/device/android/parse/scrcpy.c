// scrcpy.c: see scrcpy.h; facts: scrcpy's Options.java of each version
#include "device/android/parse/scrcpy.h"

#include <string.h>

#define MAIN_CLASS "com.genymobile.scrcpy.Server"
// Before 1.23 a server starts a second process, which outlives it, and has no
// mark of key frames.
#define KNOWN "1.23 to 1.25, 2.0 to 2.7, 3.0 to 3.3, 4.0 and 4.1"

static const struct row {
    int64_t major;
    int64_t first_minor;
    int64_t last_minor;
    struct at_scrcpy_dialect dialect;
} rows[] = {
    {1, 23, 25, {AT_SCRCPY_FLAGS_1, false, "bit_rate", ""}},
    {2,
     0,
     7,
     {AT_SCRCPY_FLAGS_1, true, "video_bit_rate",
      " audio=false send_codec_meta=false"}},
    {3,
     0,
     3,
     {AT_SCRCPY_FLAGS_1, true, "video_bit_rate",
      " audio=false send_codec_meta=false"}},
    {4,
     0,
     1,
     {AT_SCRCPY_FLAGS_4, true, "video_bit_rate",
      " audio=false send_stream_meta=false"}},
};

static bool
is_version_char(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '.' ||
           c == '-' || c == '_';
}

bool
at_scrcpy_version_find(struct at_str dex,
                       char out_version[AT_SCRCPY_VERSION_MAX])
{
    static const struct at_str head = AT_STR_ROW("The server version (");
    static const struct at_str tail =
        AT_STR_ROW(") does not match the client (");
    ptrdiff_t at;
    while ((at = at_str_find(dex, head)) >= 0) {
        dex = at_str_skip(dex, (size_t)at + head.len);
        size_t len = 0;
        while (len < dex.len && is_version_char(dex.ptr[len]))
            len++;
        if (len == 0 || len >= AT_SCRCPY_VERSION_MAX ||
            !at_str_starts(at_str_skip(dex, len), tail))
            continue;
        at_str_cut(out_version, AT_SCRCPY_VERSION_MAX, at_str_head(dex, len));
        return true;
    }
    return false;
}

bool
at_scrcpy_dialect_of(const char *version, const struct at_scrcpy_dialect **out,
                     struct at_err *err)
{
    struct at_str rest = at_str(version);
    struct at_str major;
    struct at_str minor;
    int64_t of[2] = {-1, -1};
    *out = NULL;
    // A third number ("3.3.4") is of repairs.
    if (at_str_next(&rest, '.', &major) && at_str_next(&rest, '.', &minor) &&
        at_str_to_i64(major, 0, 99, &of[0]) &&
        at_str_to_i64(minor, 0, 99, &of[1])) {
        for (size_t i = 0; i < AT_LEN(rows) && !*out; i++)
            if (rows[i].major == of[0] && rows[i].first_minor <= of[1] &&
                of[1] <= rows[i].last_minor)
                *out = &rows[i].dialect;
    }
    return *out || at_fail(err, AT_EUNSUPPORTED,
                           "scrcpy's server on this machine is of version "
                           "'%s'; the known ones are " KNOWN,
                           version);
}

void
at_scrcpy_command(const struct at_scrcpy_dialect *dialect,
                  const struct at_scrcpy_start *start, struct at_buf *out)
{
    at_buf_add_fmt(out,
                   "CLASSPATH=%s exec app_process / " MAIN_CLASS
                   " %s log_level=info tunnel_forward=true control=false "
                   "cleanup=false send_device_meta=false "
                   "send_dummy_byte=false send_frame_meta=true%s "
                   "%s=%d max_size=%d max_fps=%d",
                   start->jar, start->version, dialect->only_packets,
                   dialect->bit_rate, (int)start->bits_per_s,
                   (int)start->max_side_px, (int)start->max_fps);
    if (dialect->has_scid)
        at_buf_add_fmt(out, " scid=%08x", (unsigned)start->scid);
}

void
at_scrcpy_service(const struct at_scrcpy_dialect *dialect, uint32_t scid,
                  struct at_buf *out)
{
    at_buf_add_text(out, "localabstract:scrcpy");
    if (dialect->has_scid)
        at_buf_add_fmt(out, "_%08x", (unsigned)scid);
}

struct at_str
at_scrcpy_complaint(struct at_str printed)
{
    static const struct at_str mark = AT_STR_ROW("ERROR: ");
    struct at_str first = {0};
    struct at_str line;
    while (at_str_next_line(&printed, &line)) {
        ptrdiff_t at = at_str_find(line, mark);
        if (at >= 0)
            return at_str_trim(at_str_skip(line, (size_t)at + mark.len));
        if (first.len == 0)
            first = at_str_trim(line);
    }
    return first;
}
