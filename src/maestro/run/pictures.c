#include "maestro/run/pictures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/record.h"
#include "maestro/picture/compare.h"
#include "maestro/run/act.h"
#include "maestro/run/remains.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "wire/image.h"

enum { ANIMATION_MS = 15000 };

static const char shows_secrets[] =
    "the flow has secrets, which a video would show";

// Secrets can't be covered in a recording. Like a flow's own pictures, its own
// recording yields only to secrets that it names.
static bool
would_show_secrets(const struct at_maestro_runner *run, bool is_video)
{
    return at_maestro_scope_has_secrets(run->opts->scope, !is_video);
}

// Takes path over.
static bool
begin(struct at_maestro_runner *run, char *path, struct at_err *err)
{
    char *folder = path ? at_strfmt("%s.parts", path) : NULL;
    bool ok =
        path && at_folder_make(folder, err) &&
        at_device_record_start(run->op, at_app_device(run->app), folder, err);
    if (ok)
        run->recording = path;
    else if (folder)
        (void)!at_folder_remove(folder, NULL);
    if (!ok)
        free(path);
    free(folder);
    return ok;
}

// A device records once at a time, and the flow's own recording matters more
// than the one of all of it.
bool
at_maestro_start_recording(struct at_maestro_call *call, struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    if (would_show_secrets(run, false)) {
        at_maestro_note(call, "not recorded: %s", shows_secrets);
        return true;
    }
    if (run->recording && !run->is_video) {
        at_maestro_note(call, "a recording was running already: this one was "
                              "not started");
        return true;
    }
    if (run->recording) {
        at_maestro_end_recording(run);
        at_maestro_note(call, "the video of the run ends where the flow's own "
                              "recording begins");
    }
    return begin(run,
                 at_maestro_file(run, "startRecording", call->command->path,
                                 ".mp4", err),
                 err);
}

void
at_maestro_start_video(struct at_maestro_runner *run)
{
    struct at_err why = AT_ERR_INIT;
    if (!run->opts->video || !run->opts->folder)
        return;
    if (would_show_secrets(run, true)) {
        run->trace->video_error = at_strdup(shows_secrets);
        return;
    }
    run->is_video = begin(
        run, at_strfmt("%s/screen-recording.mp4", run->opts->folder), &why);
    if (!run->is_video)
        run->trace->video_error = at_strdup(why.msg);
}

// Move the files of a recording: one takes its name, more are numbered.
static bool
collect(const char *folder, const char *path,
        const struct at_recorded *recorded, struct at_maestro_step *step,
        struct at_err *err)
{
    size_t count = recorded->names.count;
    for (size_t i = 0; i < count; i++) {
        char *from =
            at_strfmt("%s/%s", folder, at_argv_words(&recorded->names)[i]);
        char *to =
            i == 0 ? at_strdup(path) : at_strfmt("%s-%zu.mp4", path, i + 1);
        bool ok = rename(from, to) == 0 ||
                  at_fail(err, AT_EIO, "cannot keep the recording '%s'", to);
        if (ok && step)
            at_maestro_step_artifact(step, "recording", to);
        free(from);
        free(to);
        if (!ok)
            return false;
    }
    return true;
}

// Fail if the recording is not kept, or only a part of it.
static bool
end_recording(struct at_maestro_runner *run, struct at_maestro_step *step,
              struct at_err *err)
{
    struct at_recorded recorded = AT_RECORDED_INIT;
    char *path = run->recording;
    char *folder = at_strfmt("%s.parts", path);
    run->recording = NULL;
    bool ok = at_device_record_stop(run->op, at_app_device(run->app), folder,
                                    &recorded, err);
    if (would_show_secrets(run, run->is_video))
        ok = at_fail(err, AT_EUNSUPPORTED, "the recording is not kept: %s",
                     shows_secrets);
    else
        ok = collect(folder, path, &recorded, step, ok ? err : NULL) && ok;
    if (!at_folder_remove(folder, NULL))
        ok = ok && at_fail(err, AT_EIO, "cannot remove '%s'", folder);
    at_recorded_deinit(&recorded);
    free(folder);
    free(path);
    return ok;
}

bool
at_maestro_stop_recording(struct at_maestro_call *call, struct at_err *err)
{
    if (call->run->recording && !call->run->is_video)
        return end_recording(call->run, &call->run->trace->steps[call->step],
                             err);
    at_maestro_note(call, "no recording was running");
    return true;
}

static void
end_video(struct at_maestro_runner *run)
{
    struct at_err why = AT_ERR_INIT;
    char *path = at_strdup(run->recording);
    if (!end_recording(run, NULL, &why))
        run->trace->video_error = at_strdup(why.msg);
    run->is_video = false;
    if (at_file_exists(path))
        run->trace->video = path;
    else
        free(path);
}

void
at_maestro_end_recording(struct at_maestro_runner *run)
{
    struct at_err why = AT_ERR_INIT;
    size_t count = run->trace->count;
    if (run->recording && run->is_video)
        end_video(run);
    else if (run->recording && !end_recording(run, NULL, &why) && count > 0)
        at_maestro_step_note(&run->trace->steps[count - 1], why.msg);
}

void
at_maestro_withhold_recording(struct at_maestro_runner *run)
{
    if (run->recording && would_show_secrets(run, run->is_video))
        at_maestro_end_recording(run);
}

// A screenshot that is not kept may show secrets. Covering them takes a tree,
// and would hide what moves there.
static bool
peek(struct at_maestro_call *call, struct at_image *out, struct at_err *err)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    bool ok = at_device_screenshot(call->run->op, at_maestro_device(call), &png,
                                   err) &&
              at_png_read(at_buf_str(&png), out, err);
    at_buf_deinit(&png);
    return ok;
}

// Compare pairs of screenshots until two are alike or the time is over.
static bool
watch(struct at_maestro_call *call, int64_t end_ns, bool *out_still,
      struct at_err *err)
{
    struct at_image last = AT_IMAGE_INIT;
    bool ok = peek(call, &last, err);
    *out_still = false;
    while (ok && !*out_still && at_now_ns() < end_ns) {
        struct at_image now = AT_IMAGE_INIT;
        ok = peek(call, &now, err);
        *out_still = ok && at_maestro_picture_is_still(&last, &now);
        at_image_deinit(&last);
        last = now;
    }
    at_image_deinit(&last);
    return ok;
}

bool
at_maestro_wait_animation(struct at_maestro_call *call, struct at_err *err)
{
    int64_t limit_ms = ANIMATION_MS;
    bool still;
    if (call->command->timeout_ms.ptr &&
        !at_maestro_whole(call, call->command->timeout_ms, "timeout", &limit_ms,
                          err))
        return false;
    int64_t end_ns = at_now_ns() + limit_ms * AT_NS_PER_MS;
    if (!watch(call, end_ns, &still, err))
        return false;
    if (!still)
        at_maestro_note(call, "the screen was still moving after %lld ms",
                        (long long)limit_ms);
    at_app_mark_stale(call->run->app);
    return true;
}
