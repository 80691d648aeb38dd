// runner_record.c: the video of a run, in pieces below its folder
#include <errno.h>
#include <stdio.h>

#include "base/alloc.h"
#include "device/record.h"
#include "sys/folder.h"
#include "tester/tools/runner_priv.h"

static bool
has_secrets(const struct at_tool_runner *runner)
{
    struct at_argv names = AT_ARGV_INIT;
    at_scenario_secrets(runner->opts.run.scenario, &names);
    bool any = names.count > 0;
    at_argv_deinit(&names);
    return any;
}

// The folder for the files of the device's recording.
static char *
new_folder(const struct at_tool_runner *runner)
{
    return at_strfmt("%s/video/new", runner->opts.run.folder);
}

bool
at_tool_runner_record(const struct at_op *op, struct at_tool_runner *runner,
                      struct at_err *err)
{
    struct at_device *device = at_app_device(runner->app);
    if (has_secrets(runner))
        return at_fail(err, AT_EUNSUPPORTED,
                       "a run with secrets is not recorded: a video cannot be "
                       "covered");
    if (!AT_DEVICE_OFFERS(device, record_start))
        return at_fail(err, AT_EUNSUPPORTED,
                       "the screen of this device cannot be recorded");
    char *folder = new_folder(runner);
    bool ok = at_folder_make(folder, err) &&
              at_device_record_start(op, device, folder, err);
    if (!ok)
        (void)!at_folder_remove(folder, NULL);
    free(folder);
    runner->recording = ok;
    return ok;
}

void
at_tool_runner_film(const struct at_op *op, struct at_tool_runner *runner,
                    struct at_buf *told)
{
    struct at_err why = AT_ERR_INIT;
    size_t before = at_tool_runner_fallbacks(runner);
    if (at_tool_runner_record(op, runner, &why))
        at_tool_runner_tell_fallbacks(runner, before, told);
    else
        at_buf_add_fmt(told, "; there is no video: %s", why.msg);
}

size_t
at_tool_runner_fallbacks(const struct at_tool_runner *runner)
{
    return at_app_device(runner->app)->fallbacks.count;
}

void
at_tool_runner_tell_fallbacks(const struct at_tool_runner *runner,
                              size_t before, struct at_buf *out)
{
    const struct at_fallbacks *all = &at_app_device(runner->app)->fallbacks;
    if (all->count - before > AT_FALLBACKS_KEPT)
        before = all->count - AT_FALLBACKS_KEPT;
    for (size_t i = before; i < all->count; i++)
        at_buf_add_fmt(out, "; %s", all->text[i % AT_FALLBACKS_KEPT]);
}

// Give a piece its number in the run; a recording begins its own at 1.
static bool
take(struct at_tool_runner *runner, const char *folder, const char *name,
     int64_t began_ms, struct at_argv *out_paths, struct at_err *err)
{
    char path[AT_TOOL_RUNNER_PATH_MAX];
    snprintf(path, sizeof(path), "video/chunk-%03u.mp4", runner->pieces + 1);
    char *from = at_strfmt("%s/%s", folder, name);
    char *to = at_strfmt("%s/%s", runner->opts.run.folder, path);
    bool ok = rename(from, to) == 0 ||
              at_fail_sys(err, AT_EIO, errno, "cannot move '%s'", from);
    free(from);
    free(to);
    if (!ok)
        return false;
    runner->pieces++;
    at_argv_add(out_paths, path);
    if (runner->opts.saved)
        runner->opts.saved(runner->opts.user, "video", path, began_ms);
    return true;
}

bool
at_tool_runner_record_end(const struct at_op *op, struct at_tool_runner *runner,
                          struct at_argv *out_paths, struct at_err *err)
{
    struct at_recorded files = AT_RECORDED_INIT;
    char *folder = new_folder(runner);
    runner->recording = false;
    bool ok = at_device_record_stop(op, at_app_device(runner->app), folder,
                                    &files, err);
    for (size_t i = 0; i < files.names.count; i++)
        ok = take(runner, folder, files.names.words[i], files.began_ms[i],
                  out_paths, err) &&
             ok;
    (void)!at_folder_remove(folder, NULL);
    at_recorded_deinit(&files);
    free(folder);
    return ok;
}
