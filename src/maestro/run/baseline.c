#include "maestro/run/baseline.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "maestro/run/cover.h"
#include "maestro/run/remains.h"
#include "sys/file.h"

static bool
has_extension(struct at_str path)
{
    static const char *const rows[] = {".png",  ".jpg",  ".jpeg",
                                       ".gif",  ".bmp",  ".tiff",
                                       ".wbmp", ".heic", ".heif"};
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        size_t len = strlen(rows[i]);
        if (path.len >= len &&
            at_str_eq_nocase(at_str_skip(path, path.len - len),
                             at_str(rows[i])))
            return true;
    }
    return false;
}

// "home@Pixel_7-1080x2400" of "home" or "home.png".
static char *
name_for_device(struct at_maestro_call *call, struct at_str path,
                struct at_err *err)
{
    struct at_device_info info = {0};
    if (!at_device_info(call->run->op, at_maestro_device(call), &info, err))
        return NULL;
    for (char *c = info.model; *c; c++) {
        if (!at_ascii_is_alnum(*c) && *c != '-' && *c != '.')
            *c = '_';
    }
    if (at_str_ends(path, AT_STR(".png")))
        path = at_str_head(path, path.len - 4);
    return at_strfmt("%.*s@%s-%" PRId32 "x%" PRId32 ".png", AT_STR_ARG(path),
                     info.model, info.width_px, info.height_px);
}

static char *
name_of(struct at_maestro_call *call, struct at_err *err)
{
    struct at_str path = call->command->path;
    if (call->command->per_device)
        return name_for_device(call, path, err);
    return at_strfmt("%.*s%s", AT_STR_ARG(path),
                     has_extension(path) ? "" : ".png");
}

enum { BESIDE, OF_RUN, CURRENT, PLACES };

static bool
fail_missing(const char *name, char *const places[PLACES], struct at_err *err)
{
    return at_fail(err, AT_EASSERT,
                   "Screenshot file not found: %s. Searched in: %s, %s, %s",
                   name, places[BESIDE], places[OF_RUN], places[CURRENT]);
}

static bool
find(struct at_maestro_call *call, const char *name, char *const places[PLACES],
     struct at_maestro_baseline *out, struct at_err *err)
{
    for (int i = 0; i < PLACES && !out->exists; i++) {
        out->exists = at_maestro_may_read(call, places[i]);
        out->ours = out->exists && i == OF_RUN;
        if (out->exists)
            out->path = at_strdup(places[i]);
    }
    if (out->exists)
        return true;
    if (!call->run->opts->updates_screenshots)
        return fail_missing(name, places, err);
    if (!at_maestro_stays_within(at_str(name)))
        return at_fail(err, AT_EASSERT,
                       "'%s' is not inside the flow's folder: give a relative "
                       "path without '..'",
                       name);
    out->path = at_strdup(places[BESIDE]);
    return true;
}

bool
at_maestro_baseline_find(struct at_maestro_call *call,
                         struct at_maestro_baseline *out, struct at_err *err)
{
    const char *folder = call->run->opts->folder;
    char *name = name_of(call, err);
    *out = (struct at_maestro_baseline){.path = NULL};
    if (!name)
        return false;
    char *safe = at_maestro_masked(call->run, at_str(name)); // as it was kept
    char *const places[PLACES] = {
        [BESIDE] = name[0] == '/'
                       ? at_strdup(name)
                       : at_maestro_beside(call->command->place.file, name),
        [OF_RUN] =
            at_strfmt("%s/takeScreenshot/%s", folder ? folder : ".", safe),
        [CURRENT] = at_strdup(name),
    };
    bool ok = find(call, name, places, out, err);
    for (int i = 0; i < PLACES; i++)
        free(places[i]);
    free(safe);
    free(name);
    return ok;
}

bool
at_maestro_baseline_read(const char *path, struct at_image *out,
                         struct at_err *err)
{
    struct at_buf bytes = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    struct at_err why = AT_ERR_INIT;
    bool ok = at_file_read(path, &bytes, err);
    const char *type = ok ? at_image_type(at_buf_str(&bytes)) : NULL;
    bool is_jpeg = type && strcmp(type, "image/jpeg") == 0;
    if (ok) {
        ok = is_jpeg ? at_jpeg_read(at_buf_str(&bytes), out, &why)
                     : at_png_read(at_buf_str(&bytes), out, &why);
        ok = ok || at_fail(err, AT_EASSERT,
                           "Failed to read image file: %s. It must be a PNG or "
                           "JPEG: %s",
                           path, why.msg);
    }
    at_buf_deinit(&bytes);
    return ok;
}

bool
at_maestro_baseline_update(struct at_maestro_call *call,
                           const struct at_maestro_baseline *baseline,
                           const struct at_image *image, struct at_err *err)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    bool ok = at_str_ends(at_str(baseline->path), AT_STR(".png")) ||
              at_fail(err, AT_EASSERT,
                      "'%s' can't be updated: screenshots are written as PNG",
                      baseline->path);
    ok = ok && at_png_write(image, &png, err) &&
         at_maestro_make_folder_of(baseline->path, err) &&
         at_maestro_keep_file(call, "screenshot", baseline->path,
                              at_buf_str(&png), err);
    if (ok)
        at_maestro_note(call, "%s %s", baseline->exists ? "updated" : "made",
                        baseline->path);
    at_buf_deinit(&png);
    return ok;
}
