#include "virtual-android/coreutils/util.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits_virtual.h"
#include "virtual-android/files.h"

enum { READ_BYTES = 65536 };

struct vd_scan
vd_scan(struct vd_call *call, const char *spec)
{
    return (struct vd_scan){.call = call, .spec = spec, .at = 1};
}

static int
bad_option(struct vd_scan *scan, const char *why)
{
    vd_errf(scan->call, "%s: %s -%c\n", scan->call->argv[0], why,
            *scan->letter);
    return '?';
}

int
vd_scan_next(struct vd_scan *scan)
{
    struct vd_call *call = scan->call;
    if (!scan->letter || !*scan->letter) {
        const char *word = call->argv[scan->at];
        if (!word || word[0] != '-' || !word[1])
            return 0;
        scan->at++;
        if (strcmp(word, "--") == 0)
            return 0;
        scan->letter = word + 1;
    }
    int letter = *scan->letter;
    const char *row = letter == ':' ? NULL : strchr(scan->spec, letter);
    if (!row)
        return bad_option(scan, "unknown option");
    if (row[1] != ':') {
        scan->letter++;
        return letter;
    }
    scan->value = scan->letter[1] ? scan->letter + 1 : call->argv[scan->at++];
    if (!scan->value) {
        scan->at--;
        return bad_option(scan, "missing value of");
    }
    scan->letter = NULL;
    return letter;
}

bool
vd_flags_scan(struct vd_flags *out, struct vd_call *call, const char *spec)
{
    struct vd_scan scan = vd_scan(call, spec);
    size_t len = 0;
    int letter;
    *out = (struct vd_flags){0};
    while ((letter = vd_scan_next(&scan))) {
        if (letter == '?')
            return false;
        if (len + 1 < sizeof(out->set))
            out->set[len++] = (char)letter;
    }
    out->first = scan.at;
    return true;
}

bool
vd_flags_have(const struct vd_flags *flags, const char *letters)
{
    return strpbrk(flags->set, letters) != NULL;
}

bool
vd_out_line(struct vd_call *call, struct at_str line)
{
    struct at_buf out = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES + 1);
    at_buf_add_str(&out, line);
    at_buf_add_char(&out, '\n');
    bool ok = vd_out(call, at_buf_str(&out));
    at_buf_deinit(&out);
    return ok;
}

char *
vd_host_path(struct vd_call *call, const char *path)
{
    return vd_files_path(call->io->files, call->cwd, path);
}

char *
vd_host_link_path(struct vd_call *call, const char *path)
{
    return vd_files_link_path(call->io->files, call->cwd, path);
}

int
vd_complain(struct vd_call *call, const char *path)
{
    vd_errf(call, "%s: %s: %s\n", call->argv[0], path, strerror(errno));
    return 1;
}

void
vd_mode_text(char out[11], mode_t mode)
{
    static const char letters[] = "rwxrwxrwx";
    out[0] = S_ISDIR(mode) ? 'd' : S_ISLNK(mode) ? 'l' : '-';
    for (int i = 0; i < 9; i++)
        out[1 + i] = mode & (mode_t)(0400 >> i) ? letters[i] : '-';
    out[10] = '\0';
}

void
vd_time_text(char *out, size_t cap, const char *fmt, time_t when)
{
    struct tm parts;
    out[0] = '\0';
    if (gmtime_r(&when, &parts))
        strftime(out, cap, fmt, &parts);
}

bool
vd_source_open(struct vd_source *in, struct vd_call *call, const char *path)
{
    *in = (struct vd_source){
        .call = call,
        .fd = -1,
        .buf = AT_BUF_INIT(VD_SHELL_LINE_MAX_BYTES),
    };
    if (!path || strcmp(path, "-") == 0)
        return true;
    char *host = vd_host_path(call, path);
    in->fd = open(host, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    free(host);
    char nothing;
    if (in->fd >= 0 && read(in->fd, &nothing, 0) == 0)
        return true;
    vd_complain(call, path); // a folder can be opened but not read
    vd_source_close(in);
    return false;
}

void
vd_source_close(struct vd_source *in)
{
    if (in->fd >= 0)
        close(in->fd);
    in->fd = -1;
    at_buf_deinit(&in->buf);
}

size_t
vd_source_read(struct vd_source *in, void *buf, size_t cap)
{
    ssize_t n;
    if (in->fd < 0)
        return vd_read(in->call, buf, cap);
    do {
        n = read(in->fd, buf, cap);
    } while (n < 0 && errno == EINTR);
    return n > 0 ? (size_t)n : 0;
}

static bool
fill(struct vd_source *in)
{
    at_buf_drop(&in->buf, in->at);
    in->at = 0;
    size_t room = in->buf.max - in->buf.len;
    if (room > READ_BYTES)
        room = READ_BYTES;
    if (room == 0)
        return false;
    char *at = at_buf_reserve(&in->buf, room);
    size_t n = vd_source_read(in, at, room);
    in->buf.len += n;
    in->over = n == 0;
    return n > 0;
}

bool
vd_source_line(struct vd_source *in, struct at_str *out)
{
    size_t seen = 0;
    for (;;) {
        size_t len = in->buf.len - in->at;
        const char *start = len ? in->buf.data + in->at : NULL;
        const char *end =
            len > seen ? memchr(start + seen, '\n', len - seen) : NULL;
        if (end) {
            *out = at_str_n(start, (size_t)(end - start));
            in->at += out->len + 1;
            return true;
        }
        seen = len;
        if (!in->over && fill(in))
            continue;
        len = in->buf.len - in->at;
        *out = at_str_n(len ? in->buf.data + in->at : NULL, len);
        in->at += len;
        return len > 0;
    }
}

bool
vd_source_all(struct vd_source *in, struct at_buf *out)
{
    for (;;) {
        char *room = at_buf_reserve(out, READ_BYTES);
        size_t n = room ? vd_source_read(in, room, READ_BYTES) : 0;
        out->len += n;
        if (n > 0)
            continue;
        if (room)
            room[0] = '\0';
        else
            vd_errf(in->call, "%s: input too large\n", in->call->argv[0]);
        return room != NULL;
    }
}

int
vd_each_source(struct vd_call *call, int first,
               int (*fn)(struct vd_source *in, const char *name, void *arg),
               void *arg)
{
    int status = 0;
    int i = first;
    do {
        const char *name = i < call->argc ? call->argv[i] : NULL;
        struct vd_source in;
        int one = 1;
        if (vd_source_open(&in, call, name)) {
            one = fn(&in, name ? name : "-", arg);
            vd_source_close(&in);
        }
        status = one > status ? one : status;
    } while (++i < call->argc);
    return status;
}

static int
read_all_of(struct vd_source *in, const char *name, void *arg)
{
    (void)name;
    return !vd_source_all(in, arg);
}

int
vd_line_list_read(struct vd_line_list *lines, struct vd_call *call, int first)
{
    *lines = (struct vd_line_list){
        .buf = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES),
    };
    int status = vd_each_source(call, first, read_all_of, &lines->buf);
    struct at_str rest = at_buf_str(&lines->buf);
    struct at_str line;
    size_t cap = 0;
    while (at_str_next(&rest, '\n', &line)) {
        if (lines->len == cap) {
            cap = cap ? 2 * cap : 64;
            lines->list =
                at_realloc_array(lines->list, cap, sizeof(*lines->list));
        }
        lines->list[lines->len++] = line;
    }
    return status;
}

void
vd_line_list_deinit(struct vd_line_list *lines)
{
    free(lines->list);
    at_buf_deinit(&lines->buf);
    lines->list = NULL;
    lines->len = 0;
}

bool
vd_operand_number(struct vd_call *call, const char *text, int64_t min,
                  int64_t max, int64_t *out)
{
    struct at_str number = at_str(text);
    if (number.len > 1 && number.ptr[0] == '+')
        number = at_str_skip(number, 1);
    if (at_str_to_i64(number, min, max, out))
        return true;
    vd_errf(call, "%s: bad number '%s'\n", call->argv[0], text);
    return false;
}
