// hands_record.c: the video of a run, in pieces below its folder
#include <errno.h>
#include <stdio.h>

#include "base/alloc.h"
#include "device/record.h"
#include "sys/folder.h"
#include "tester/tools/hands_priv.h"

static bool
has_secrets(const struct at_hands *hands)
{
    struct at_argv names = AT_ARGV_INIT;
    at_scenario_secrets(hands->opts.scenario, &names);
    bool any = names.count > 0;
    at_argv_deinit(&names);
    return any;
}

// Where the device's side of a recording puts its files.
static char *
new_folder(const struct at_hands *hands)
{
    return at_strfmt("%s/video/new", hands->opts.folder);
}

bool
at_hands_record(const struct at_op *op, struct at_hands *hands,
                struct at_err *err)
{
    struct at_device *device = at_app_device(hands->app);
    if (has_secrets(hands))
        return at_fail(err, AT_EUNSUPPORTED,
                       "a run with secrets is not recorded: a video cannot be "
                       "covered");
    if (!AT_DEVICE_OFFERS(device, record_start))
        return at_fail(err, AT_EUNSUPPORTED,
                       "the screen of this device cannot be recorded");
    char *folder = new_folder(hands);
    bool ok = at_folder_make(folder, err) &&
              at_device_record_start(op, device, folder, err);
    if (!ok)
        (void)!at_folder_remove(folder, NULL);
    free(folder);
    hands->recording = ok;
    return ok;
}

size_t
at_hands_fallbacks(const struct at_hands *hands)
{
    return at_app_device(hands->app)->fallbacks.count;
}

void
at_hands_tell_fallbacks(const struct at_hands *hands, size_t before,
                        struct at_buf *out)
{
    const struct at_fallbacks *all = &at_app_device(hands->app)->fallbacks;
    if (all->count - before > AT_FALLBACKS_KEPT)
        before = all->count - AT_FALLBACKS_KEPT;
    for (size_t i = before; i < all->count; i++)
        at_buf_add_fmt(out, "; %s", all->text[i % AT_FALLBACKS_KEPT]);
}

// Give a piece its number in the run; a recording begins its own at 1.
static bool
take(struct at_hands *hands, const char *folder, const char *name,
     int64_t began_ms, struct at_argv *out_paths, struct at_err *err)
{
    char path[AT_HANDS_PATH_MAX];
    snprintf(path, sizeof(path), "video/chunk-%03u.mp4", hands->pieces + 1);
    char *from = at_strfmt("%s/%s", folder, name);
    char *to = at_strfmt("%s/%s", hands->opts.folder, path);
    bool ok = rename(from, to) == 0 ||
              at_fail_sys(err, AT_EIO, errno, "cannot move '%s'", from);
    free(from);
    free(to);
    if (!ok)
        return false;
    hands->pieces++;
    at_argv_add(out_paths, path);
    if (hands->opts.saved)
        hands->opts.saved(hands->opts.user, "video", path, began_ms);
    return true;
}

bool
at_hands_record_end(const struct at_op *op, struct at_hands *hands,
                    struct at_argv *out_paths, struct at_err *err)
{
    struct at_recorded files = AT_RECORDED_INIT;
    char *folder = new_folder(hands);
    hands->recording = false;
    bool ok = at_device_record_stop(op, at_app_device(hands->app), folder,
                                    &files, err);
    for (size_t i = 0; i < files.names.count; i++)
        ok = take(hands, folder, files.names.words[i], files.began_ms[i],
                  out_paths, err) &&
             ok;
    (void)!at_folder_remove(folder, NULL);
    at_recorded_deinit(&files);
    free(folder);
    return ok;
}
