// screenrecord.c: a chain of `screenrecord`, see screenrecord.h
//
// A thread runs one after the other and learns each one's process id, by which
// it is ended with SIGINT: then the file is whole. A connection that is lost
// ends screenrecord too (SIGHUP), and the next file begins.
#include "device/android/adb/screenrecord.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/shell.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/task.h"

#define FOLDER "/data/local/tmp/"
#define PREFIX "agentest-video-"

enum {
    FILE_S = 180, // screenrecord's own limit
    BITS_PER_S = 4 << 20,
    FAILURES_MAX = 3,   // one after the other
    ASK_AGAIN_MS = 300, // retry of the end, without a process id
    END_MS = 15000,     // time to write the rest of a file
    CLEAN_MS = 5000,
};

struct at_screenrecord {
    struct at_adb_device adb;     // the thread's
    struct at_adb_device control; // used by the caller of stop
    struct at_task task;          // decided once the first file has begun
    int64_t file_s;
    pthread_mutex_t lock; // guards everything below
    int64_t pid;          // screenrecord's id; 0: unknown
    bool ended;           // the process has ended
    bool stopping;
    size_t begun;                         // files
    int64_t began_ms[AT_VIDEO_FILES_MAX]; // each; 0: it has not begun
    struct at_err err;                    // error of the last run
    bool broken;                          // the chain has ended by itself
};

// One run of screenrecord, of the thread.
struct taking {
    struct at_screenrecord *recording;
    char words[512]; // its process id, then its error messages
    size_t len;
};

static void
learn_pid(struct taking *t)
{
    struct at_str rest = at_str_n(t->words, t->len);
    struct at_str line;
    int64_t pid = 0;
    if (!at_str_has(rest, AT_STR("\n")) || !at_str_next_line(&rest, &line) ||
        !at_str_to_i64(at_str_trim(line), 1, INT32_MAX, &pid))
        return;
    pthread_mutex_lock(&t->recording->lock);
    if (t->recording->pid == 0)
        t->recording->began_ms[t->recording->begun - 1] = at_wall_now_ms();
    t->recording->pid = pid;
    pthread_mutex_unlock(&t->recording->lock);
    at_cancel_fire(t->recording->task.decided);
}

static bool
on_output(void *user, bool is_err, struct at_str piece)
{
    struct taking *t = user;
    (void)is_err;
    struct at_str fits = at_str_head(piece, sizeof(t->words) - t->len);
    if (fits.len == 0)
        return true;
    memcpy(t->words + t->len, fits.ptr, fits.len);
    t->len += fits.len;
    learn_pid(t);
    return true;
}

static char *
file_path(size_t number)
{
    return at_strfmt(FOLDER PREFIX "%03zu.mp4", number);
}

static void
set_ended(struct at_screenrecord *r)
{
    pthread_mutex_lock(&r->lock);
    r->ended = true;
    pthread_mutex_unlock(&r->lock);
}

static bool
take_file(struct at_screenrecord *r, size_t number, struct at_err *err)
{
    struct taking taking = {.recording = r};
    struct at_adb_listener listener = {on_output, &taking};
    struct at_op op = {AT_NEVER_NS, r->task.stop};
    int status = 0;
    char *path = file_path(number);
    char *command = at_strfmt(
        "echo $$; exec screenrecord --time-limit %lld --bit-rate %d %s",
        (long long)r->file_s, BITS_PER_S, path);
    bool ok =
        at_adb_shell_stream(&op, &r->adb, command, &listener, &status, err);
    if (ok)
        set_ended(r);
    struct at_str words = at_str_n(taking.words, taking.len);
    struct at_str line;
    if (ok && status > 0) {
        at_str_next_line(&words, &line); // its process id
        struct at_shell_text text = at_shell_text_of_str(words);
        ok = at_fail(err, AT_EDEVICE, "screenrecord ended with status %d: %s",
                     status, text.text);
    }
    free(command);
    free(path);
    return ok;
}

// Begin the next file. Returns its number, 0 when there is to be none.
static size_t
begin_file(struct at_screenrecord *r)
{
    pthread_mutex_lock(&r->lock);
    r->pid = 0;
    r->ended = false;
    size_t number =
        r->stopping || r->begun == AT_VIDEO_FILES_MAX ? 0 : ++r->begun;
    pthread_mutex_unlock(&r->lock);
    return number;
}

static void
keep_reason(struct at_screenrecord *r, const struct at_err *err)
{
    pthread_mutex_lock(&r->lock);
    r->err = *err;
    r->broken = !r->stopping;
    pthread_mutex_unlock(&r->lock);
}

static void
run(void *user)
{
    struct at_screenrecord *r = user;
    struct at_err err = AT_ERR_INIT;
    int failures = 0;
    size_t number;
    while (failures < FAILURES_MAX && (number = begin_file(r)) > 0) {
        bool ok = take_file(r, number, &err);
        bool lost = !ok && err.code == AT_ENODEV;
        failures = ok ? 0 : lost ? failures + 1 : FAILURES_MAX;
    }
    if (failures > 0)
        keep_reason(r, &err);
}

static void
release(struct at_screenrecord *r)
{
    at_task_deinit(&r->task);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

// False also if it had something to complain of.
static bool
run_command(const struct at_op *op, struct at_screenrecord *r,
            const char *command, struct at_err *err)
{
    struct at_adb_result result;
    at_adb_result_init(&result, AT_ANDROID_WORDS_MAX_BYTES);
    bool ok = at_adb_shell(op, &r->control, command, &result, err);
    if (ok && result.exit_status > 0)
        ok = at_fail(err, AT_EDEVICE, "%s", at_shell_text_of(&result).text);
    at_adb_result_deinit(&result);
    return ok;
}

// Also remove leftovers of a process killed while recording: the recorder has
// the device's lease. A screenrecord that was not waited for may not have
// created its file yet, so kill it first.
static bool
remove_files(const struct at_op *op, struct at_screenrecord *r,
             struct at_err *err)
{
    static const char remove[] = "rm -f " FOLDER PREFIX "*.mp4";
    char command[128];
    if (r->pid > 0 && !r->ended)
        snprintf(command, sizeof(command), "kill -9 %lld; %s",
                 (long long)r->pid, remove);
    else
        snprintf(command, sizeof(command), "%s", remove);
    return run_command(op, r, command, err);
}

// Complaints of screenrecord itself come later, so stop reports them.
static bool
wait_begun(const struct at_op *op, struct at_screenrecord *r,
           struct at_err *err)
{
    if (!at_task_wait_decided(op, &r->task, err))
        return false;
    pthread_mutex_lock(&r->lock);
    bool begun = r->pid > 0 || !r->broken;
    if (!begun)
        at_err_pass(err, &r->err);
    pthread_mutex_unlock(&r->lock);
    return begun;
}

bool
at_screenrecord_start(const struct at_op *op,
                      const struct at_adb_device *device, int64_t file_s,
                      struct at_screenrecord **out, struct at_err *err)
{
    struct at_screenrecord *r = at_alloc(sizeof(*r));
    *out = NULL;
    r->adb = *device;
    r->control = *device;
    r->file_s = file_s > 0 ? file_s : FILE_S;
    pthread_mutex_init(&r->lock, NULL);
    if (!remove_files(op, r, err) ||
        !at_task_start(&r->task, "a recording", run, r, err)) {
        release(r);
        return false;
    }
    if (wait_begun(op, r, err)) {
        *out = r;
        return true;
    }
    at_screenrecord_drop(r);
    return false;
}

static int64_t
set_stopping(struct at_screenrecord *r)
{
    pthread_mutex_lock(&r->lock);
    r->stopping = true;
    int64_t pid = r->pid;
    pthread_mutex_unlock(&r->lock);
    return pid;
}

static bool
wait_done(const struct at_op *op, struct at_screenrecord *r, int64_t max_ms)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), max_ms);
    return at_task_wait_ended(&mine, &r->task, NULL);
}

// Let screenrecord complete its file; if it does not, close the connection.
static void
end_thread(const struct at_op *op, struct at_screenrecord *r)
{
    struct at_op all = at_op_sub(op, at_now_ns(), END_MS);
    int64_t told = 0;
    while (!at_task_has_ended(&r->task) && at_op_check(&all, NULL)) {
        int64_t pid = set_stopping(r);
        char command[64];
        snprintf(command, sizeof(command), "kill -2 %lld", (long long)pid);
        if (pid > 0 && pid != told) // it may not listen to signals yet
            told = run_command(&all, r, command, NULL) ? pid : 0;
        (void)!wait_done(&all, r, ASK_AGAIN_MS);
    }
    at_task_join(&r->task);
}

// A file that is being brought.
struct bringing {
    char *part; // temporary path
    uint64_t size;
};

static bool
append(void *user, struct at_str piece, struct at_err *err)
{
    struct bringing *b = user;
    b->size += piece.len;
    if (b->size > AT_VIDEO_FILE_MAX_BYTES)
        return at_fail(err, AT_ELIMIT, "the video has more than %zu bytes",
                       AT_VIDEO_FILE_MAX_BYTES);
    return at_file_append(b->part, piece, err);
}

static bool
bring_file(const struct at_op *op, struct at_screenrecord *r, size_t number,
           const char *folder, struct at_recorded *out, struct at_err *err)
{
    char *name = at_strfmt("chunk-%03zu.mp4", out->names.count + 1);
    char *target = at_strfmt("%s/%s", folder, name);
    char *from = file_path(number);
    struct bringing b = {.part = at_strfmt("%s.part", target)};
    struct at_adb_sink sink = {append, &b};
    unlink(b.part);
    bool ok = at_adb_pull(op, &r->control, from, &sink, err);
    if (ok && b.size == 0)
        ok = at_fail(err, AT_EDEVICE, "the video '%s' is empty", from);
    if (ok && rename(b.part, target) != 0)
        ok = at_fail(err, AT_EIO, "cannot make the file '%s'", target);
    if (ok)
        at_recorded_add(out, name, r->began_ms[number - 1]);
    else
        unlink(b.part);
    free(b.part);
    free(from);
    free(target);
    free(name);
    return ok;
}

static bool
bring_files(const struct at_op *op, struct at_screenrecord *r,
            const char *folder, struct at_recorded *out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (r->broken)
        why = r->err;
    for (size_t i = 1; i <= r->begun && out->names.count < AT_VIDEO_FILES_MAX;
         i++) {
        struct at_err missing = AT_ERR_INIT;
        if (!bring_file(op, r, i, folder, out, &missing) && why.code == AT_OK)
            why = r->err.code != AT_OK ? r->err : missing;
    }
    return why.code == AT_OK || at_err_pass(err, &why);
}

bool
at_screenrecord_stop(const struct at_op *op, struct at_screenrecord *r,
                     const char *folder, struct at_recorded *out,
                     struct at_err *err)
{
    end_thread(op, r);
    bool ok = bring_files(op, r, folder, out, err);
    // A call that was cancelled cleans up too.
    struct at_op clean = {at_now_ns() + CLEAN_MS * AT_NS_PER_MS, NULL};
    bool removed = remove_files(&clean, r, ok ? err : NULL);
    release(r);
    return ok && removed;
}

void
at_screenrecord_drop(struct at_screenrecord *r)
{
    struct at_op op = {at_now_ns() + CLEAN_MS * AT_NS_PER_MS, NULL};
    if (!r)
        return;
    end_thread(&op, r);
    op.deadline_ns = at_now_ns() + CLEAN_MS * AT_NS_PER_MS;
    (void)!remove_files(&op, r, NULL);
    release(r);
}
