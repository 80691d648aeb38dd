// sync: files pushed to the virtual device, pulled from it and listed
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits_virtual.h"
#include "virtual-android/adbd/service.h"
#include "virtual-android/adbd/stream.h"
#include "virtual-android/files.h"
#include "virtual-android/model/device.h"
#include "wire/adb_sync.h"

enum { READ_BYTES = 65536 };

struct sync {
    struct vd_stream *stream;
    struct vd_files *files;
    struct at_buf in;    // not yet parsed
    size_t used;         // bytes of in that are the current frame
    struct at_buf out;   // the frame that is being made
    struct at_buf chunk; // part of the file being read
};

// The wire uses Linux's numbers on every machine.
static const struct {
    int here;
    uint32_t there;
    const char *text;
} errnos[] = {
    {ENOENT, 2, "No such file or directory"},
    {EACCES, 13, "Permission denied"},
    {EPERM, 1, "Operation not permitted"},
    {EEXIST, 17, "File exists"},
    {ENOTDIR, 20, "Not a directory"},
    {EISDIR, 21, "Is a directory"},
    {ENOSPC, 28, "No space left on device"},
    {EROFS, 30, "Read-only file system"},
    {ENAMETOOLONG, 36, "File name too long"},
    {ELOOP, 40, "Too many symbolic links encountered"},
};

static uint32_t
wire_errno(int sys)
{
    for (size_t i = 0; i < AT_LEN(errnos); i++) {
        if (errnos[i].here == sys)
            return errnos[i].there;
    }
    return 5; // EIO
}

static const char *
errno_text(int sys)
{
    for (size_t i = 0; i < AT_LEN(errnos); i++) {
        if (errnos[i].here == sys)
            return errnos[i].text;
    }
    return "I/O error";
}

static bool
flush(struct sync *s)
{
    bool ok = vd_stream_write(s->stream, s->out.data, s->out.len);
    at_buf_clear(&s->out);
    return ok;
}

static bool
send_chunk(struct sync *s, uint32_t id, struct at_str data)
{
    struct at_adb_sync_chunk chunk = {.id = id, .data = data};
    return at_adb_sync_chunk_write(&s->out, &chunk) && flush(s);
}

static bool
send_fail(struct sync *s, const char *what, int sys)
{
    char *text =
        sys ? at_strfmt("%s: %s", what, errno_text(sys)) : at_strdup(what);
    bool ok = send_chunk(s, AT_ADB_SYNC_FAIL, at_str(text));
    free(text);
    return ok;
}

// Drop the current frame and read more. Returns false at the end of the stream.
static bool
read_more(struct sync *s)
{
    char *room = at_buf_reserve(&s->in, READ_BYTES);
    size_t n = room ? vd_stream_read(s->stream, room, READ_BYTES) : 0;
    s->in.len += n;
    return n > 0;
}

static void
drop_frame(struct sync *s)
{
    at_buf_drop(&s->in, s->used);
    s->used = 0;
}

// Read the next frame of a kind; it borrows from `in` until drop_frame().
#define NEXT_FRAME(name, type, parse)                                          \
    static bool name(struct sync *s, type *out)                                \
    {                                                                          \
        enum at_parse step;                                                    \
        drop_frame(s);                                                         \
        while ((step = parse(at_buf_str(&s->in), out, &s->used)) ==            \
               AT_PARSE_MORE) {                                                \
            if (!read_more(s))                                                 \
                return false;                                                  \
        }                                                                      \
        return step == AT_PARSE_DONE;                                          \
    }
NEXT_FRAME(next_request, struct at_adb_sync_request, at_adb_sync_request_parse)
NEXT_FRAME(next_setup, struct at_adb_sync_setup, at_adb_sync_setup_parse)
NEXT_FRAME(next_chunk, struct at_adb_sync_chunk, at_adb_sync_chunk_parse)

static void
fill_stat(struct at_adb_sync_stat *out, const struct stat *info)
{
    out->dev = (uint64_t)info->st_dev;
    out->ino = (uint64_t)info->st_ino;
    out->mode = (uint32_t)info->st_mode; // file types have one numbering
    out->nlink = (uint32_t)info->st_nlink;
    out->uid = 2000; // shell
    out->gid = 2000;
    out->size = (uint64_t)info->st_size;
    out->atime_s = (int64_t)info->st_atime;
    out->mtime_s = (int64_t)info->st_mtime;
    out->ctime_s = (int64_t)info->st_ctime;
}

static bool
do_stat(struct sync *s, uint32_t id, const char *path)
{
    bool follow = id == AT_SYNC_STA2;
    char *host = follow ? vd_files_path(s->files, "/", path)
                        : vd_files_link_path(s->files, "/", path);
    struct at_adb_sync_stat reply = {.id = id};
    struct stat info;
    if (lstat(host, &info) == 0)
        fill_stat(&reply, &info);
    else
        reply.error = wire_errno(errno);
    free(host);
    return at_adb_sync_stat_write(&s->out, &reply) && flush(s);
}

static bool
send_entry(struct sync *s, bool version2, const char *dir, const char *name)
{
    struct at_adb_sync_stat entry = {
        .id = version2 ? AT_SYNC_DNT2 : AT_ADB_SYNC_DENT,
        .name = at_str(name),
    };
    struct stat info;
    char *path = at_strfmt("%s/%s", dir, name);
    bool there = lstat(path, &info) == 0;
    free(path);
    if (!there)
        return true; // removed since
    fill_stat(&entry, &info);
    if (!at_adb_sync_entry_write(&s->out, version2, &entry))
        return false;
    return s->out.len < READ_BYTES / 2 || flush(s);
}

static bool
do_list(struct sync *s, uint32_t id, const char *path)
{
    bool version2 = id == AT_SYNC_LIS2;
    char *host = vd_files_path(s->files, "/", path);
    DIR *dir = opendir(host);
    struct dirent *entry;
    bool ok = true;
    while (ok && dir && (entry = readdir(dir)))
        ok = send_entry(s, version2, host, entry->d_name);
    if (dir)
        closedir(dir);
    free(host);
    struct at_adb_sync_stat end = {.id = AT_ADB_SYNC_DONE};
    return ok && at_adb_sync_entry_write(&s->out, version2, &end) && flush(s);
}

static bool
send_file(struct sync *s, int fd)
{
    for (;;) {
        at_buf_clear(&s->chunk);
        char *room = at_buf_reserve(&s->chunk, AT_ADB_SYNC_CHUNK_MAX_BYTES);
        ssize_t n = read(fd, room, AT_ADB_SYNC_CHUNK_MAX_BYTES);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return send_fail(s, "read failed", errno);
        if (n == 0)
            return send_chunk(s, AT_ADB_SYNC_DONE, at_str(NULL));
        if (!send_chunk(s, AT_ADB_SYNC_DATA, at_str_n(room, (size_t)n)))
            return false;
    }
}

static bool
do_recv(struct sync *s, uint32_t id, const char *path)
{
    struct at_adb_sync_setup setup = {0};
    if (id == AT_SYNC_RCV2) {
        if (!next_setup(s, &setup))
            return false;
        if (setup.flags != 0)
            return send_fail(s, "compression is not supported", 0);
    }
    char *host = vd_files_path(s->files, "/", path);
    struct stat info;
    int fd = open(host, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    int sys = errno;
    if (fd >= 0 && fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
        close(fd);
        fd = -1;
        sys = EISDIR;
    }
    free(host);
    bool ok = fd >= 0 ? send_file(s, fd) : send_fail(s, "open failed", sys);
    if (fd >= 0)
        close(fd);
    return ok;
}

// The target of a SEND: a file, a link, or neither after a failure was
// reported.
struct target {
    char *host; // owned
    uint32_t mode;
    int fd; // -1: none
    uint64_t len;
    struct at_buf link; // the target of a link
    bool failed;
};

static bool
fail_target(struct sync *s, struct target *t, const char *what, int sys)
{
    if (t->failed)
        return true;
    t->failed = true;
    return send_fail(s, what, sys);
}

static bool
open_target(struct sync *s, struct target *t)
{
    if (!vd_files_make_parents(t->host, NULL))
        return fail_target(s, t, "secure_mkdirs() failed", ENOTDIR);
    if (S_ISLNK(t->mode))
        return true;
    t->fd = open(t->host, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
                 (t->mode & 0777) | 0600);
    if (t->fd < 0)
        return fail_target(s, t, "couldn't create file", errno);
    return true;
}

static bool
write_target(struct sync *s, struct target *t, struct at_str data)
{
    t->len += data.len;
    if (t->len > VD_FILE_MAX_BYTES)
        return fail_target(s, t, "write failed", ENOSPC);
    if (S_ISLNK(t->mode) && !at_buf_add_str(&t->link, data))
        return fail_target(s, t, "symlink failed", ENAMETOOLONG);
    while (t->fd >= 0 && !t->failed && data.len > 0) {
        ssize_t n = write(t->fd, data.ptr, data.len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail_target(s, t, "write failed", errno);
        data = at_str_skip(data, (size_t)n);
    }
    return true;
}

static bool
finish_target(struct sync *s, struct target *t, uint32_t mtime_s)
{
    struct timespec times[2] = {{.tv_sec = (time_t)mtime_s},
                                {.tv_sec = (time_t)mtime_s}};
    if (t->failed)
        return true;
    if (S_ISLNK(t->mode)) {
        size_t len = strlen(at_buf_text(&t->link)); // adb sends a NUL too
        char *to = at_strndup(at_buf_text(&t->link), len);
        unlink(t->host);
        bool made = symlink(to, t->host) == 0;
        int sys = errno;
        free(to);
        if (!made)
            return fail_target(s, t, "symlink failed", sys);
    } else if (futimens(t->fd, times) != 0) {
        return fail_target(s, t, "write failed", errno);
    }
    return send_chunk(s, AT_ADB_SYNC_OKAY, at_str(NULL));
}

// After a failure the client's bytes are dropped up to its DONE.
static bool
take_file(struct sync *s, struct target *t)
{
    struct at_adb_sync_chunk chunk;
    bool ok = t->failed || open_target(s, t);
    while (ok) {
        ok = next_chunk(s, &chunk);
        if (ok && chunk.id == AT_ADB_SYNC_DONE)
            return finish_target(s, t, chunk.value);
        bool cut = ok && vd_device_take_fault(vd_stream_device(s->stream),
                                              "jar-half-pushed");
        if (cut)
            chunk.data = at_str_head(chunk.data, chunk.data.len / 2);
        ok = ok && chunk.id == AT_ADB_SYNC_DATA &&
             write_target(s, t, chunk.data) && !cut;
    }
    return false;
}

static bool
do_send(struct sync *s, uint32_t id, const char *request)
{
    char *path = at_strdup(request);
    struct target t = {.fd = -1, .link = AT_BUF_INIT(4096)};
    struct at_adb_sync_setup setup = {0};
    char *comma = id == AT_ADB_SYNC_SEND ? strrchr(path, ',') : NULL;
    int64_t mode = 0644;
    bool ok = id == AT_ADB_SYNC_SEND || next_setup(s, &setup);
    if (comma) {
        *comma = '\0';
        if (!at_str_to_i64(at_str(comma + 1), 0, UINT32_MAX, &mode))
            mode = 0644;
    }
    t.mode = id == AT_ADB_SYNC_SEND ? (uint32_t)mode : setup.mode;
    t.host = S_ISLNK(t.mode) ? vd_files_link_path(s->files, "/", path)
                             : vd_files_path(s->files, "/", path);
    if (ok && setup.flags != 0)
        ok = fail_target(s, &t, "compression is not supported", 0);
    ok = ok && take_file(s, &t);
    if (t.fd >= 0)
        close(t.fd);
    at_buf_deinit(&t.link);
    free(t.host);
    free(path);
    return ok;
}

static const struct {
    uint32_t id;
    bool (*run)(struct sync *s, uint32_t id, const char *path);
} requests[] = {
    {AT_ADB_SYNC_STAT, do_stat}, {AT_SYNC_STA2, do_stat},
    {AT_SYNC_LST2, do_stat},     {AT_ADB_SYNC_LIST, do_list},
    {AT_SYNC_LIS2, do_list},     {AT_ADB_SYNC_RECV, do_recv},
    {AT_SYNC_RCV2, do_recv},     {AT_ADB_SYNC_SEND, do_send},
    {AT_SYNC_SND2, do_send},
};

static bool
answer(struct sync *s, const struct at_adb_sync_request *request)
{
    bool ok = false; // QUIT
    char *path = at_strndup(request->path.ptr, request->path.len);
    for (size_t i = 0; i < AT_LEN(requests); i++) {
        if (requests[i].id == request->id)
            ok = requests[i].run(s, request->id, path);
    }
    free(path);
    return ok;
}

void
vd_service_sync(struct vd_stream *stream, struct at_str words, const char *rest)
{
    struct sync s = {
        .stream = stream,
        .files = vd_device_files(vd_stream_device(stream)),
        .in = AT_BUF_INIT(2 * READ_BYTES + AT_ADB_SYNC_CHUNK_MAX_BYTES),
        .out = AT_BUF_INIT(2 * READ_BYTES),
        .chunk = AT_BUF_INIT(AT_ADB_SYNC_CHUNK_MAX_BYTES),
    };
    struct at_adb_sync_request request;
    (void)words, (void)rest;
    vd_stream_accept(stream);
    while (next_request(&s, &request) && answer(&s, &request))
        continue;
    at_buf_deinit(&s.in);
    at_buf_deinit(&s.out);
    at_buf_deinit(&s.chunk);
}
