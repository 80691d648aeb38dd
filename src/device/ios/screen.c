// screen.c: elements of a simulator from AXe, pictures from simctl
#include <stdio.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/ios/axe_words.h"
#include "device/ios/run_axe.h"
#include "device/ios/sim.h"
#include "device/ios/simctl.h"
#include "screen/axe.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/random.h"
#include "sys/rundir.h"

static bool
read_tree(struct at_ios *ios, struct at_proc_result *result,
          struct at_snapshot *out, struct at_err *err)
{
    if (!at_axe_parse(at_buf_str(&result->out), &out->tree, err))
        return false;
    ios->width_px = out->tree->width_px;
    ios->height_px = out->tree->height_px;
    out->backend = "axe";
    if (ios->base.keep_source) {
        out->source = result->out;
        result->out = (struct at_buf)AT_BUF_INIT(AT_DUMP_MAX_BYTES);
        out->source_format = "axe";
    }
    return true;
}

bool
at_ios_snapshot(const struct at_op *op, struct at_device *device,
                struct at_snapshot *out, struct at_err *err)
{
    struct at_ios *ios = at_ios_of(device);
    struct at_platform_call call = at_ios_call(op, device);
    struct at_argv words = AT_ARGV_INIT;
    struct at_proc_result result;
    *out = (struct at_snapshot){.began_ns = at_now_ns()};
    at_axe_describe(device->serial, &words);
    bool ok = at_axe_run(&call, &words, AT_STR(""), &result, err) &&
              read_tree(ios, &result, out, err);
    out->took_ns = at_now_ns() - out->began_ns;
    at_proc_result_deinit(&result);
    at_argv_deinit(&words);
    return ok;
}

// simctl prints notices on stdout too, so use a private file for the picture.
static char *
temporary_path(struct at_err *err)
{
    char name[17];
    char *folder = at_rundir_open(err);
    if (!folder)
        return NULL;
    at_random_hex(name, sizeof(name) - 1);
    char *path = at_strfmt("%s/screenshot-%s.png", folder, name);
    free(folder);
    return path;
}

bool
at_ios_screenshot(const struct at_op *op, struct at_device *device,
                  struct at_buf *out, struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    char *path = temporary_path(err);
    size_t before = out->len;
    if (!path)
        return false;
    const char *const words[] = {"io", device->serial, "screenshot", path,
                                 NULL};
    bool ok = at_simctl_do(&call, words, err) && at_file_read(path, out, err);
    if (ok && !at_str_starts(at_str_skip(at_buf_str(out), before),
                             AT_STR("\x89PNG\r\n\x1a\n"))) {
        at_buf_cut(out, before);
        ok = at_fail(err, AT_EPROTO,
                     "simctl io screenshot made no PNG: try again, or take "
                     "one with `xcrun simctl io %s screenshot FILE`",
                     device->serial);
    }
    unlink(path);
    free(path);
    return ok;
}
