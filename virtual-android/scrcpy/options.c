#include "virtual-android/scrcpy/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/str.h"

enum kind { TRUTH, NUMBER, HEX, FRACTION, RAW, IGNORED };

struct option {
    const char *key;
    enum kind kind;
    int from; // the first major version that has it
    int to;   // the last one
    size_t at;
};

enum { LAST = 99 };

#define AT(member) offsetof(struct vd_scrcpy_options, member)

static const struct option rows[] = {
    {"scid", HEX, 2, LAST, AT(scid)},
    {"max_size", NUMBER, 1, LAST, AT(max_size_px)},
    {"bit_rate", NUMBER, 1, 1, AT(bit_rate)},
    {"video_bit_rate", NUMBER, 2, LAST, AT(bit_rate)},
    {"max_fps", FRACTION, 1, LAST, AT(max_fps)},
    {"video", TRUTH, 2, LAST, AT(video)},
    {"audio", TRUTH, 2, LAST, AT(audio)},
    {"control", TRUTH, 1, LAST, AT(control)},
    {"tunnel_forward", TRUTH, 1, LAST, AT(tunnel_forward)},
    {"send_device_meta", TRUTH, 1, LAST, AT(device_meta)},
    {"send_frame_meta", TRUTH, 1, LAST, AT(frame_meta)},
    {"send_dummy_byte", TRUTH, 1, LAST, AT(dummy_byte)},
    {"send_codec_meta", TRUTH, 2, 3, AT(stream_meta)},
    {"send_stream_meta", TRUTH, 4, LAST, AT(stream_meta)},
    {"raw_video_stream", RAW, 1, 1, 0},
    {"raw_stream", RAW, 2, LAST, 0},
    {"log_level", IGNORED, 1, LAST, 0},
    {"cleanup", IGNORED, 1, LAST, 0},
    {"power_on", IGNORED, 1, LAST, 0},
    {"stay_awake", IGNORED, 1, LAST, 0},
    {"show_touches", IGNORED, 1, LAST, 0},
    {"display_id", IGNORED, 1, LAST, 0},
    {"video_codec", IGNORED, 2, LAST, 0},
    {"downsize_on_error", IGNORED, 1, LAST, 0},
};

static bool
set_number(int32_t *out, const char *value, struct at_err *err)
{
    int64_t number;
    if (!at_str_to_i64(at_str(value), INT32_MIN, INT32_MAX, &number))
        return at_fail(err, AT_EUSAGE, "For input string: \"%s\"", value);
    *out = (int32_t)number;
    return true;
}

// Parse at most 31 bits, like Java's parseInt().
static bool
set_hex(int32_t *out, const char *value, struct at_err *err)
{
    static const char digits[] = "0123456789abcdef";
    int64_t number = 0;
    size_t len = strlen(value);
    bool ok = len > 0 && len <= 8 && strspn(value, digits) == len;
    for (size_t i = 0; ok && i < len; i++)
        number = number * 16 + (strchr(digits, value[i]) - digits);
    if (!ok || number > INT32_MAX)
        return at_fail(err, AT_EUSAGE, "For input string: \"%s\"", value);
    *out = (int32_t)number;
    return true;
}

static int
major_of(const char *version)
{
    struct at_str rest = at_str(version);
    struct at_str first = {0};
    int64_t number = 0;
    at_str_next(&rest, '.', &first);
    return at_str_to_i64(first, 0, LAST, &number) ? (int)number : LAST;
}

static void
set_raw(struct vd_scrcpy_options *options)
{
    options->device_meta = false;
    options->frame_meta = false;
    options->dummy_byte = false;
    options->stream_meta = false;
}

static bool
set(struct vd_scrcpy_options *options, const struct option *row,
    const char *value, struct at_err *err)
{
    char *to = (char *)options + row->at;
    bool truth = strcmp(value, "true") == 0;
    char *end;
    switch (row->kind) {
    case TRUTH:
        *(bool *)(void *)to = truth;
        break;
    case NUMBER:
        return set_number((int32_t *)(void *)to, value, err);
    case HEX:
        return set_hex((int32_t *)(void *)to, value, err);
    case FRACTION:
        *(double *)(void *)to = strtod(value, &end);
        if (!*value || *end)
            return at_fail(err, AT_EUSAGE, "Invalid float value for %s: \"%s\"",
                           row->key, value);
        break;
    case RAW:
        if (truth)
            set_raw(options);
        break;
    case IGNORED:
        break;
    }
    return true;
}

static bool
take(struct vd_scrcpy_options *options, const char *word, struct at_err *err)
{
    const char *equals = strchr(word, '=');
    if (!equals)
        return at_fail(err, AT_EUSAGE, "Invalid key=value pair: \"%s\"", word);
    struct at_str key = at_str_n(word, (size_t)(equals - word));
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (at_str_is(key, rows[i].key) && options->major >= rows[i].from &&
            options->major <= rows[i].to)
            return set(options, &rows[i], equals + 1, err);
    }
    at_str_cut(options->unknown, sizeof(options->unknown), key);
    return true;
}

bool
vd_scrcpy_parse(const char *version, char *const *words, size_t count,
                struct vd_scrcpy_options *out, struct at_err *err)
{
    *out = (struct vd_scrcpy_options){
        .major = major_of(version),
        .scid = -1,
        .bit_rate = 8000000,
        .video = true,
        .audio = true,
        .control = true,
        .device_meta = true,
        .frame_meta = true,
        .dummy_byte = true,
        .stream_meta = true,
    };
    if (out->major < 2) {
        out->audio = false;
        out->stream_meta = false;
    }
    if (count == 0)
        return at_fail(err, AT_EUSAGE, "Missing client version");
    if (strcmp(words[0], version) != 0)
        return at_fail(err, AT_EUSAGE,
                       "The server version (%s) does not match the client (%s)",
                       version, words[0]);
    for (size_t i = 1; i < count; i++) {
        if (!take(out, words[i], err))
            return false;
    }
    return true;
}
