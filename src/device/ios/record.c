// record.c: screen recording with a single `simctl io recordVideo`
//
// A thread runs simctl and ends it with SIGINT, without which its file is not
// valid. It records into a private folder, under the simulator's name, so the
// next recording overwrites leftovers of a killed process.
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/ios/sim.h"
#include "device/ios/simctl.h"
#include "device/ios/tool_lines.h"
#include "device/record.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/rundir.h"
#include "sys/task.h"

#define NAME "chunk-001.mp4"

enum {
    START_MS = 30000, // a freshly booted simulator is slow
    END_MS = 15000,   // time to write the rest of the file
    DROP_MS = 5000,
    PIECE_BYTES = 64 * 1024,
    HEAD_BYTES = 12, // start of a movie: a size, "ftyp", a brand
};

struct at_ios_recording {
    char udid[128];
    char *path;                 // owned
    struct at_task task;        // its stop sends SIGINT to simctl
    struct at_cancel *kill_now; // owned; kills simctl
    int64_t began_ms;
    bool ok;    // set by the thread; others read these after it has ended
    bool early; // it ended prematurely
    struct at_err err;
};

static void
take_line(void *user, bool is_err, struct at_str line)
{
    struct at_ios_recording *r = user;
    (void)is_err;
    if (at_str_starts(line, AT_STR("Recording started")))
        at_cancel_fire(r->task.decided);
}

// The device's listener belongs to the thread that uses the device, so it is
// not notified here.
static void
run(void *user)
{
    struct at_ios_recording *r = user;
    struct at_tool_lines lines = {.line = take_line, .user = r};
    const struct at_op op = {AT_NEVER_NS, r->task.stop};
    const struct at_platform_call call = {&op, at_tool_lines_listen(&lines)};
    const struct at_simctl_end end = {END_MS, r->kill_now};
    const char *const words[] = {
        "io", r->udid, "recordVideo", "--codec=h264", "--force", r->path, NULL};
    struct at_simctl_result result;
    r->ok =
        at_simctl_run_until_interrupted(&call, words, &end, &result, &r->err);
    r->early = !result.interrupted;
    at_simctl_result_deinit(&result);
    at_tool_lines_deinit(&lines);
}

static void
release(struct at_ios_recording *r)
{
    if (r->path)
        unlink(r->path);
    at_task_deinit(&r->task);
    at_cancel_free(r->kill_now);
    free(r->path);
    free(r);
}

// Start the thread.
static bool
prepare(struct at_ios_recording *r, struct at_err *err)
{
    char *folder = at_rundir_temporary(err);
    if (!folder)
        return false;
    r->path = at_strfmt("%s/video-%s.mp4", folder, r->udid);
    free(folder);
    r->kill_now = at_cancel_new(NULL, err);
    return r->kill_now && at_task_start(&r->task, "a recording", run, r, err);
}

// Give simctl until the end of op to complete its file.
static void
end_thread(const struct at_op *op, struct at_ios_recording *r)
{
    at_cancel_fire(r->task.stop);
    (void)!at_task_wait_ended(op, &r->task, NULL);
    at_cancel_fire(r->kill_now);
    at_task_join(&r->task);
}

// If recording never started, there is no file to complete, so do not wait for
// simctl.
static bool
wait_begun(const struct at_op *op, struct at_ios_recording *r,
           struct at_err *err)
{
    const struct at_op now = {0, NULL};
    struct at_op mine = at_op_sub(op, at_now_ns(), START_MS);
    bool heard = at_task_wait_decided(&mine, &r->task, err);
    if (heard && !at_task_has_ended(&r->task))
        return true;
    end_thread(&now, r);
    if (!heard)
        at_err_context(err, "simctl io recordVideo has not begun to record");
    else if (r->ok)
        at_fail(err, AT_EDEVICE, "simctl io recordVideo ended on its own");
    else
        at_err_pass(err, &r->err);
    return false;
}

bool
at_ios_record_start(const struct at_op *op, struct at_device *device,
                    const char *folder, struct at_err *err)
{
    struct at_ios *ios = at_ios_of(device);
    (void)folder; // another program may write there while this one is dying
    struct at_ios_recording *r = at_alloc(sizeof(*r));
    at_str_cut(r->udid, sizeof(r->udid), at_str(device->serial));
    if (prepare(r, err) && wait_begun(op, r, err)) {
        r->began_ms = at_wall_now_ms();
        ios->recording = r;
        return true;
    }
    release(r);
    return false;
}

static bool
is_movie(struct at_str bytes)
{
    return bytes.len >= HEAD_BYTES &&
           at_str_starts(at_str_skip(bytes, 4), AT_STR("ftyp"));
}

// Copy the rest of an open file.
static bool
copy_pieces(const struct at_op *op, int fd, const char *target,
            struct at_err *err)
{
    char piece[PIECE_BYTES];
    size_t len = 0;
    for (bool first = true; at_op_check(op, err); first = false) {
        if (!at_file_read_some(fd, piece, sizeof(piece), &len, err))
            return false;
        if (first && !is_movie(at_str_n(piece, len)))
            return at_fail(err, AT_EPROTO,
                           "simctl io recordVideo made no video");
        if (len == 0)
            return true;
        if (!at_file_append(target, at_str_n(piece, len), err))
            return false;
    }
    return false;
}

static bool
copy(const struct at_op *op, const char *path, const char *target,
     struct at_err *err)
{
    uint64_t size = 0;
    int fd;
    if (!at_file_open(path, &fd, &size, err))
        return false;
    bool ok = size <= AT_VIDEO_FILE_MAX_BYTES ||
              at_fail(err, AT_ELIMIT, "the video has more than %zu bytes",
                      AT_VIDEO_FILE_MAX_BYTES);
    ok = ok && copy_pieces(op, fd, target, err);
    close(fd);
    return ok;
}

// Copy the file rather than moving it, since the folder may be on another disk.
static bool
bring(const struct at_op *op, const struct at_ios_recording *r,
      const char *folder, struct at_recorded *out, struct at_err *err)
{
    char *target = at_strfmt("%s/" NAME, folder);
    char *part = at_strfmt("%s.part", target);
    unlink(part);
    bool ok = copy(op, r->path, part, err);
    if (ok && rename(part, target) != 0)
        ok = at_fail_sys(err, AT_EIO, errno, "cannot make '%s'", target);
    if (ok)
        at_recorded_add(out, NAME, r->began_ms);
    else
        unlink(part);
    free(part);
    free(target);
    return ok;
}

// Report why there is no video, unless the caller ended the recording.
static bool
fail_recording(const struct at_op *op, const struct at_ios_recording *r,
               struct at_err *err)
{
    return at_op_check(op, err) ? at_err_pass(err, &r->err) : false;
}

bool
at_ios_record_stop(const struct at_op *op, struct at_device *device,
                   const char *folder, struct at_recorded *out,
                   struct at_err *err)
{
    struct at_ios *ios = at_ios_of(device);
    struct at_ios_recording *r = ios->recording;
    end_thread(op, r);
    bool ok =
        r->ok ? bring(op, r, folder, out, err) : fail_recording(op, r, err);
    if (ok && r->early)
        ok = at_fail(err, AT_EDEVICE,
                     "the recording ended before it was stopped; the video has "
                     "what came before");
    release(r);
    ios->recording = NULL;
    return ok;
}

void
at_ios_record_drop(struct at_ios *ios)
{
    struct at_op op = {at_now_ns() + DROP_MS * AT_NS_PER_MS, NULL};
    if (!ios->recording)
        return;
    end_thread(&op, ios->recording);
    release(ios->recording);
    ios->recording = NULL;
}
