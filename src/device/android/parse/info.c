// info.c: readers of getprop, wm size, wm density, dumpsys input_method
#include "device/android/parse/info.h"

#include <stdio.h>

enum { SIDE_MAX_PX = 65535, DPI_MAX = 10000, API_MAX = 10000 };

struct at_str
at_getprop_value(struct at_str output, const char *key)
{
    char head[160];
    struct at_str line;
    int len = snprintf(head, sizeof(head), "[%s]: [", key);
    if (len < 0 || (size_t)len >= sizeof(head))
        return at_str_n(NULL, 0);
    while (at_str_next_line(&output, &line)) {
        if (!at_str_starts(line, at_str(head)))
            continue;
        line = at_str_trim(at_str_skip(line, (size_t)len));
        return at_str_ends(line, AT_STR("]")) ? at_str_head(line, line.len - 1)
                                              : line;
    }
    return at_str_n(NULL, 0);
}

// Return the text after "Override <what>: ", else that after "Physical <what>:
// ".
static struct at_str
wm_value(struct at_str output, const char *what)
{
    static const char *const kinds[] = {"Override", "Physical"};
    char head[32];
    struct at_str line;
    for (size_t i = 0; i < AT_LEN(kinds); i++) {
        struct at_str rest = output;

        snprintf(head, sizeof(head), "%s %s: ", kinds[i], what);
        while (at_str_next_line(&rest, &line))
            if (at_str_starts(line, at_str(head)))
                return at_str_trim(at_str_skip(line, at_str(head).len));
    }
    return at_str_n(NULL, 0);
}

bool
at_wm_parse_size(struct at_str output, int32_t *out_width_px,
                 int32_t *out_height_px)
{
    struct at_str rest = wm_value(output, "size");
    struct at_str width;
    int64_t w;
    int64_t h;
    if (!at_str_next(&rest, 'x', &width) ||
        !at_str_to_i64(width, 1, SIDE_MAX_PX, &w) ||
        !at_str_to_i64(rest, 1, SIDE_MAX_PX, &h))
        return false;
    *out_width_px = (int32_t)w;
    *out_height_px = (int32_t)h;
    return true;
}

static bool
parse_density(struct at_str output, int32_t *out_dpi)
{
    int64_t dpi;
    if (!at_str_to_i64(wm_value(output, "density"), 1, DPI_MAX, &dpi))
        return false;
    *out_dpi = (int32_t)dpi;
    return true;
}

struct prop_row {
    const char *key;
    size_t offset;
    size_t cap;
};

#define PROP(name, field)                                                      \
    {                                                                          \
        name, offsetof(struct at_device_info, field),                          \
            sizeof(((struct at_device_info *)NULL)->field)                     \
    }

static const struct prop_row props[] = {
    PROP("ro.product.model", model),
    PROP("ro.product.manufacturer", manufacturer),
    PROP("ro.build.version.release", release),
    PROP("ro.product.cpu.abi", abi),
    PROP("persist.sys.locale", locale),
};

static bool
is_emulator(struct at_str output)
{
    return at_str_is(at_getprop_value(output, "ro.kernel.qemu"), "1") ||
           at_str_is(at_getprop_value(output, "ro.boot.qemu"), "1");
}

void
at_info_parse(struct at_str output, struct at_device_info *out)
{
    int64_t api;
    for (size_t i = 0; i < AT_LEN(props); i++)
        at_str_cut((char *)out + props[i].offset, props[i].cap,
                   at_getprop_value(output, props[i].key));
    // Until a person chooses one, it is the product's.
    if (!out->locale[0])
        at_str_cut(out->locale, sizeof(out->locale),
                   at_getprop_value(output, "ro.product.locale"));
    if (at_str_to_i64(at_getprop_value(output, "ro.build.version.sdk"), 0,
                      API_MAX, &api))
        out->api_level = (int32_t)api;
    out->emulator = is_emulator(output);
    if (!at_wm_parse_size(output, &out->width_px, &out->height_px))
        out->width_px = out->height_px = 0;
    if (!parse_density(output, &out->density_dpi))
        out->density_dpi = 0;
}

bool
at_input_method_parse(struct at_str output, bool *out_shown)
{
    struct at_str key = AT_STR("mInputShown=");
    ptrdiff_t at = at_str_find(output, key);
    if (at < 0)
        return false;
    struct at_str value = at_str_skip(output, (size_t)at + key.len);
    *out_shown = at_str_starts(value, AT_STR("true"));
    return *out_shown || at_str_starts(value, AT_STR("false"));
}

bool
at_input_method_is_unasked(struct at_str output)
{
    struct at_str line = {0};
    bool asked = at_str_find(output, AT_STR("mShowRequested=false")) < 0;
    while (at_str_next_line(&output, &line))
        continue;
    return !asked && at_str_is(at_str_trim(line), "0");
}

bool
at_gfxinfo_parse(struct at_str output, int64_t *out_frames)
{
    struct at_str key = AT_STR("Total frames rendered: ");
    ptrdiff_t at = at_str_find(output, key);
    struct at_str line;
    if (at < 0)
        return false;
    output = at_str_skip(output, (size_t)at + key.len);
    return at_str_next_line(&output, &line) &&
           at_str_to_i64(at_str_trim(line), 0, INT64_MAX, out_frames);
}
