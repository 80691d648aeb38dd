#include "cli/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "maestro/record/line.h"
#include "maestro/record/watcher.h"
#include "session/root_folder.h"
#include "sys/cancel.h"
#include "sys/lock.h"
#include "sys/private.h"
#include "wire/json.h"

struct at_recorder {
    char *path;           // owned
    struct at_lock *lock; // owned; one recorder for a device
    int fd;
    int hold_fd;        // a writer, so that reading never ends; -1: none
    struct at_buf text; // lines that are not complete
};

static bool
take_lock(const struct at_op *op, const char *serial,
          struct at_recorder *recorder, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    char *name = at_strfmt("%s.recorder", serial);
    bool ok = at_lock_take(op, name, AT_SESSION_PROGRAM, false, &recorder->lock,
                           &why);
    struct at_lock_holder who = {.pid = 0};
    if (!ok && why.code == AT_EBUSY && at_lock_is_held(name, &who))
        at_fail(&why, AT_EBUSY,
                "'%s' is being recorded already (pid %ld): end that one first",
                serial, who.pid);
    free(name);
    return ok || at_err_pass(err, &why);
}

// A recorder that was killed has left its pipe, which serves as well.
static bool
make_pipe(struct at_recorder *recorder, struct at_err *err)
{
    if (mkfifo(recorder->path, 0600) < 0 && errno != EEXIST)
        return at_fail_sys(err, AT_EIO, errno, "cannot make '%s'",
                           recorder->path);
    return at_private_open_fifo(recorder->path, O_RDONLY, &recorder->fd, err) &&
           at_private_open_fifo(recorder->path, O_WRONLY, &recorder->hold_fd,
                                err);
}

struct at_recorder *
at_recorder_open(const struct at_op *op, const char *serial, struct at_err *err)
{
    struct at_recorder *recorder = at_alloc(sizeof(*recorder));
    *recorder = (struct at_recorder){
        .fd = -1,
        .hold_fd = -1,
        .text = AT_BUF_INIT(2 * AT_MAESTRO_LINE_MAX_BYTES),
    };
    bool ok = take_lock(op, serial, recorder, err) &&
              (recorder->path = at_maestro_record_path(serial, err)) &&
              make_pipe(recorder, err);
    if (ok)
        return recorder;
    at_recorder_close(recorder);
    return NULL;
}

void
at_recorder_close(struct at_recorder *recorder)
{
    if (!recorder)
        return;
    if (recorder->fd >= 0)
        unlink(recorder->path);
    if (recorder->fd >= 0)
        close(recorder->fd);
    if (recorder->hold_fd >= 0)
        close(recorder->hold_fd);
    at_lock_release(recorder->lock);
    at_buf_deinit(&recorder->text);
    free(recorder->path);
    free(recorder);
}

static void
tell(struct at_command_run *run, const struct at_maestro_heard *heard)
{
    if (heard->commands.len == 0 && heard->missing.len == 0)
        return; // a second launch
    json_t *data = json_object();
    at_json_set(data, "program", at_json_text(heard->program));
    at_json_set(data, "commands", at_json_text(heard->commands));
    if (heard->missing.len > 0)
        at_json_set(data, "missing", at_json_text(heard->missing));
    at_command_run_event(run, "recorded", data);
}

// Add the complete lines.
static bool
hear(struct at_recorder *recorder, struct at_command_run *run, size_t most,
     struct at_maestro_recording *recording, struct at_err *err)
{
    struct at_str rest = at_buf_str(&recorder->text);
    struct at_err why = AT_ERR_INIT;
    for (;;) {
        struct at_maestro_heard heard;
        ptrdiff_t end = at_str_find(rest, AT_STR("\n"));
        if (end < 0 || (most > 0 && recording->steps >= most))
            break;
        bool ok = at_maestro_recording_hear(
            recording, at_str_head(rest, (size_t)end), &heard, &why);
        if (ok)
            tell(run, &heard);
        else if (why.code == AT_EPROTO)
            at_command_run_warning(run, "%s", why.msg);
        else
            return at_err_pass(err, &why);
        rest = at_str_skip(rest, (size_t)end + 1);
    }
    at_buf_drop(&recorder->text, recorder->text.len - rest.len);
    return true;
}

static bool
take_bytes(struct at_recorder *recorder, struct at_err *err)
{
    char piece[16 * 1024];
    ssize_t len = read(recorder->fd, piece, sizeof(piece));
    if (len < 0 && errno != EAGAIN && errno != EINTR)
        return at_fail_sys(err, AT_EIO, errno, "cannot read '%s'",
                           recorder->path);
    return len <= 0 || at_buf_add(&recorder->text, piece, (size_t)len) ||
           at_fail(err, AT_ELIMIT, "a recorded step is too long");
}

bool
at_recorder_listen(const struct at_op *op, struct at_recorder *recorder,
                   struct at_command_run *run, size_t most,
                   struct at_maestro_recording *recording, struct at_err *err)
{
    while (most == 0 || recording->steps < most) {
        struct at_err why = AT_ERR_INIT;
        if (!at_op_wait_fd(op, recorder->fd, POLLIN, &why))
            return why.code == AT_ECANCELED || at_err_pass(err, &why);
        if (!take_bytes(recorder, err) ||
            !hear(recorder, run, most, recording, err))
            return false;
    }
    return true;
}
