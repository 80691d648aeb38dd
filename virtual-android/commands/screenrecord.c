// screenrecord.c: `screenrecord`, without pictures
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/files.h"
#include "virtual-android/model/device_ops.h"

enum { LIMIT_S = 180, POLL_MS = 20, LATE_MS = 2000 };

struct recording {
    const char *path;
    int64_t limit_s;
    int64_t began_ms;
    uint64_t ticket;
    int fd; // the file, which others may remove
};

static void
put_u32(struct at_buf *out, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        at_buf_add_char(out, (char)(value >> shift & 0xff));
}

static void
put_zeros(struct at_buf *out, size_t count)
{
    while (count-- > 0)
        at_buf_add_char(out, '\0');
}

// ISO 14496-12: the file type, then the (empty) media.
static void
put_beginning(struct at_buf *out)
{
    put_u32(out, 24);
    at_buf_add(out, "ftypmp42", 8);
    put_u32(out, 0);
    at_buf_add(out, "isommp42", 8);
    put_u32(out, 8);
    at_buf_add(out, "mdat", 4);
}

// A movie header of version 0: how long it is, in milliseconds.
static void
put_movie(struct at_buf *out, uint32_t duration_ms)
{
    enum { HEADER = 108 };
    put_u32(out, 8 + HEADER);
    at_buf_add(out, "moov", 4);
    put_u32(out, HEADER);
    at_buf_add(out, "mvhd", 4);
    put_zeros(out, 12);
    put_u32(out, 1000);
    put_u32(out, duration_ms);
    put_u32(out, 0x00010000); // rate
    put_u32(out, 0x01000000); // volume
    put_zeros(out, 8);
    static const uint32_t matrix[9] = {0x00010000, 0, 0, 0,         0x00010000,
                                       0,          0, 0, 0x40000000};
    for (size_t i = 0; i < AT_LEN(matrix); i++)
        put_u32(out, matrix[i]);
    put_zeros(out, 24);
    put_u32(out, 1); // next track
}

static bool
parse(struct vd_call *call, struct recording *r)
{
    static const char *const valued[] = {"--size", "--bit-rate", "--display-id",
                                         "-d"};
    for (int i = 1; i < call->argc; i++) {
        const char *word = call->argv[i];
        if (strcmp(word, "--time-limit") == 0) {
            const char *text = vd_arg(call, ++i);
            if (!vd_number(text, 1, LIMIT_S, &r->limit_s)) {
                vd_errf(call,
                        "Time limit %ss outside acceptable range [1,%d]\n",
                        text, LIMIT_S);
                return false;
            }
            continue;
        }
        for (size_t k = 0; k < AT_LEN(valued); k++)
            i += strcmp(word, valued[k]) == 0;
        if (word[0] != '-')
            r->path = word;
    }
    if (!r->path)
        vd_errf(call, "Must specify output file (see --help).\n");
    return r->path != NULL;
}

static bool
write_bytes(const struct recording *r, struct at_buf *bytes)
{
    bool ok = write(r->fd, bytes->data, bytes->len) == (ssize_t)bytes->len;
    at_buf_deinit(bytes);
    return ok;
}

// One that was killed before it came so far makes no file.
static bool
begin_file(struct vd_call *call, struct recording *r)
{
    struct at_buf bytes = AT_BUF_INIT(1024);
    char *path =
        vd_files_path(vd_device_files(call->device), call->cwd, r->path);
    r->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    put_beginning(&bytes);
    bool ok = write_bytes(r, &bytes);
    if (!ok)
        vd_errf(call, "Unable to open '%s': No such file or directory\n",
                r->path);
    else if (vd_device_is_recording_killed(call->device, r->ticket))
        unlink(path);
    free(path);
    return ok;
}

// SIGINT and a hang-up end it well: the file is whole.
static void
wait_for_end(struct vd_call *call, const struct recording *r)
{
    int64_t end_ms = vd_device_uptime_ms(call->device) + r->limit_s * 1000;
    while (vd_device_is_recording(call->device, r->ticket) &&
           vd_device_uptime_ms(call->device) < end_ms && vd_wait(call, POLL_MS))
        continue;
}

static bool
end_file(struct vd_call *call, const struct recording *r)
{
    struct at_buf bytes = AT_BUF_INIT(1024);
    int64_t took_ms = vd_device_uptime_ms(call->device) - r->began_ms;
    put_movie(&bytes, (uint32_t)took_ms);
    return write_bytes(r, &bytes);
}

// A stream that is closed does not shorten it.
static void
wait_late(struct vd_call *call, const struct recording *r)
{
    struct at_op op = {AT_NEVER_NS, NULL};
    int64_t end_ns = at_now_ns() + LATE_MS * AT_NS_PER_MS;
    bool ok = true;
    while (ok && at_now_ns() < end_ns &&
           !vd_device_is_recording_killed(call->device, r->ticket))
        ok = at_op_wait_until(&op, at_now_ns() + POLL_MS * AT_NS_PER_MS, NULL);
}

static int
record(struct vd_call *call, struct recording *r)
{
    vd_simulate_latency(call, "other");
    if (vd_device_take_fault(call->device, "screenrecord-codec")) {
        vd_errf(call, "ERROR: unable to create video/avc codec instance\n");
        return 1;
    }
    if (vd_device_take_fault(call->device, "screenrecord-late"))
        wait_late(call, r);
    if (!begin_file(call, r))
        return 1;
    wait_for_end(call, r);
    if (vd_device_is_recording_killed(call->device, r->ticket))
        return 128 + SIGKILL;
    return end_file(call, r) ? 0 : 1;
}

int
vd_cmd_screenrecord(struct vd_call *call)
{
    struct recording r = {
        .limit_s = LIMIT_S,
        .began_ms = vd_device_uptime_ms(call->device),
        .fd = -1,
    };
    if (!parse(call, &r))
        return 2;
    r.ticket = vd_device_begin_recording(call->device);
    int status = record(call, &r);
    vd_device_end_recording(call->device);
    if (r.fd >= 0)
        close(r.fd);
    return status;
}
