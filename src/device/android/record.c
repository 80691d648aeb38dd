// record.c: a recording by scrcpy's server, else by `screenrecord`
//
// scrcpy's server has no limit of three minutes and gives each frame's time. A
// stream that ends is opened again a few times; if that does not help,
// `screenrecord` records the rest, and the device's fallbacks give the reason.
#include "device/android/record.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "device/android/adb/screenrecord.h"
#include "device/android/scrcpy/source.h"
#include "device/video_files.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/task.h"

enum {
    STREAM_MS = 15000, // until the first frame is there
    CHAIN_MS = 20000,  // until `screenrecord` has begun
    LASTS_MS = 60000,  // then the next failure counts as the first
    STREAMS_MAX = 3,   // opened again, one after the other
};

struct at_recording {
    struct at_adb_device adb;
    int64_t file_s;
    char *folder;
    struct at_screenrecord *chain; // the thread's while there is one
    struct at_video *video;        // the thread's
    struct at_task task;
    struct at_recorded files; // files of the streams; the thread's
    struct at_err left;       // why the streams were left; AT_OK: they were not
    struct at_err err;        // the recording has ended early
};

static bool
open_stream(const struct at_op *op, struct at_recording *r,
            struct at_video **out, struct at_err *err)
{
    static const struct at_video_opts opts = {.max_side_px = 1920};
    struct at_op mine = at_op_sub(op, at_now_ns(), STREAM_MS);
    return at_scrcpy_video(&mine, &r->adb, &opts, out, err);
}

static bool
start_chain(const struct at_op *op, struct at_recording *r, struct at_err *err)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), CHAIN_MS);
    return at_screenrecord_start(&mine, &r->adb, r->file_s, &r->chain, err);
}

// A file that cannot be written here could not be written by other means
// either.
static bool
is_of_device(const struct at_err *err)
{
    return err->code != AT_EIO && err->code != AT_ELIMIT;
}

// Write until it is stopped; false: the streams have failed.
static bool
write_streams(const struct at_op *op, struct at_recording *r,
              struct at_err *err)
{
    for (int again = 0;; again++) {
        struct at_err why = AT_ERR_INIT;
        int64_t began_ns = at_now_ns();
        bool ok =
            at_video_write_files(op, r->video, r->folder, &r->files, &why);
        if (at_now_ns() - began_ns >= LASTS_MS * AT_NS_PER_MS)
            again = 0;
        at_video_close(r->video);
        r->video = NULL;
        if (ok)
            return true;
        if (again == STREAMS_MAX || !is_of_device(&why))
            return at_err_pass(err, &why);
        if (!open_stream(op, r, &r->video, err))
            return at_cancel_fired(r->task.stop);
    }
}

static void
run(void *user)
{
    struct at_recording *r = user;
    struct at_op op = {AT_NEVER_NS, r->task.stop};
    struct at_err why = AT_ERR_INIT;
    if (write_streams(&op, r, &why))
        return;
    r->left = why;
    if (!is_of_device(&why))
        r->err = why;
    else if (!start_chain(&op, r, &r->err) && at_cancel_fired(r->task.stop))
        r->err.code = AT_OK;
}

static void
release(struct at_recording *r)
{
    at_task_deinit(&r->task);
    at_recorded_deinit(&r->files);
    free(r->folder);
    free(r);
}

static bool
start_thread(struct at_recording *r, struct at_err *err)
{
    if (at_task_start(&r->task, "a recording", run, r, err))
        return true;
    at_video_close(r->video);
    r->video = NULL;
    return false;
}

// A machine without scrcpy is not worth a report.
static bool
is_worth_telling(const struct at_err *why)
{
    return why->code != AT_EUNSUPPORTED || why->sys != ENOENT;
}

static bool
begin(const struct at_op *op, struct at_android *android,
      struct at_recording *r, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (open_stream(op, r, &r->video, &why))
        return start_thread(r, err);
    if (!at_op_check(op, err) || !start_chain(op, r, err))
        return false;
    if (is_worth_telling(&why))
        at_device_note_fallback(&android->base,
                                "the video is recorded by screenrecord: %s",
                                why.msg);
    return true;
}

bool
at_android_record_start(const struct at_op *op, struct at_device *device,
                        const char *folder, struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    struct at_recording *r = at_alloc(sizeof(*r));
    r->adb = android->adb;
    r->file_s = android->record_file_s;
    r->folder = at_strdup(folder);
    if (!begin(op, android, r, err)) {
        release(r);
        return false;
    }
    android->recording = r;
    return true;
}

static void
move_files(const struct at_recorded *from, struct at_recorded *out)
{
    for (size_t i = 0; i < from->names.count; i++)
        at_recorded_add(out, from->names.words[i], from->began_ms[i]);
}

bool
at_android_record_stop(const struct at_op *op, struct at_device *device,
                       const char *folder, struct at_recorded *out,
                       struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    struct at_recording *r = android->recording;
    at_task_join(&r->task);
    move_files(&r->files, out);
    if (r->left.code != AT_OK && is_of_device(&r->left))
        at_device_note_fallback(device,
                                "the video was recorded by screenrecord from "
                                "some time on: %s",
                                r->left.msg);
    bool ok = r->err.code == AT_OK || at_err_pass(err, &r->err);
    if (r->chain)
        ok = at_screenrecord_stop(op, r->chain, folder, out, err) && ok;
    release(r);
    android->recording = NULL;
    return ok;
}

void
at_android_record_drop(struct at_android *android)
{
    struct at_recording *r = android->recording;
    if (!r)
        return;
    at_task_join(&r->task);
    at_screenrecord_drop(r->chain);
    for (size_t i = 0; i < r->files.names.count; i++) {
        char *path = at_strfmt("%s/%s", r->folder, r->files.names.words[i]);
        unlink(path);
        free(path);
    }
    release(r);
    android->recording = NULL;
}
