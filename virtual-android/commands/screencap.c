// screencap.c: `screencap`
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/rd.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/files.h"
#include "virtual-android/render/draw.h"
#include "virtual-android/render/png.h"

// Width, height, format 1 (RGBA8888), colour space sRGB, then pixels.
static bool
write_raw(struct at_buf *out, const unsigned char *pixels, int32_t w, int32_t h)
{
    at_wr_u32le(out, (uint32_t)w);
    at_wr_u32le(out, (uint32_t)h);
    at_wr_u32le(out, 1);
    at_wr_u32le(out, 1);
    return at_buf_add(out, pixels, (size_t)w * (size_t)h * 4);
}

static bool
take(struct vd_call *call, bool png, struct at_buf *out)
{
    int32_t w;
    int32_t h;
    int32_t density;
    vd_device_size(call->device, &w, &h, &density);
    unsigned char *pixels = vd_device_draw(call->device);
    bool ok =
        png ? vd_png_write(out, pixels, w, h) : write_raw(out, pixels, w, h);
    free(pixels);
    return ok;
}

static bool
is_png_name(const char *path)
{
    return path && at_str_ends(at_str(path), AT_STR(".png"));
}

int
vd_cmd_screencap(struct vd_call *call)
{
    struct at_buf image = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    const char *path = NULL;
    bool png = false;
    int status = 0;
    for (int i = 1; i < call->argc; i++) {
        if (strcmp(call->argv[i], "-p") == 0)
            png = true;
        else if (strcmp(call->argv[i], "-d") == 0)
            i++;
        else if (call->argv[i][0] != '-')
            path = call->argv[i];
    }
    if (!vd_simulate_latency(call, "screenshot"))
        return 1;
    bool ok = take(call, png || is_png_name(path), &image);
    if (ok && vd_device_take_fault(call->device, "screencap-truncate"))
        image.len /= 2;
    if (ok && path) {
        char *full = vd_files_join(call->cwd, path);
        if (!vd_files_write(vd_device_files(call->device), full,
                            at_buf_str(&image), &err)) {
            vd_errf(call,
                    "Error opening file: %s (No such file or "
                    "directory)\n",
                    path);
            status = 1;
        }
        free(full);
    } else if (ok) {
        vd_out(call, at_buf_str(&image));
    }
    at_buf_deinit(&image);
    return ok ? status : 1;
}
