#include "virtual-android/coreutils/util.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/device.h"
#include "virtual-android/files.h"

enum { READ_BYTES = 65536 };

struct va_scan
va_scan(struct va_call *call, const char *spec)
{
    return (struct va_scan){.call = call, .spec = spec, .at = 1};
}

static int
bad_option(struct va_scan *scan, const char *why)
{
    va_errf(scan->call, "%s: %s -%c\n", scan->call->argv[0], why,
            *scan->letter);
    return '?';
}

int
va_scan_next(struct va_scan *scan)
{
    struct va_call *call = scan->call;
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

char *
va_host_path(struct va_call *call, const char *path)
{
    return va_files_path(va_device_files(call->device), call->cwd, path);
}

char *
va_host_link_path(struct va_call *call, const char *path)
{
    return va_files_link_path(va_device_files(call->device), call->cwd, path);
}

int
va_complain(struct va_call *call, const char *path)
{
    va_errf(call, "%s: %s: %s\n", call->argv[0], path, strerror(errno));
    return 1;
}

bool
va_input_open(struct va_input *in, struct va_call *call, const char *path)
{
    *in = (struct va_input){
        .call = call,
        .fd = -1,
        .buf = AT_BUF_INIT(VA_SHELL_LINE_MAX_BYTES),
    };
    if (!path || strcmp(path, "-") == 0)
        return true;
    char *host = va_host_path(call, path);
    in->fd = open(host, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    free(host);
    char nothing;
    if (in->fd >= 0 && read(in->fd, &nothing, 0) == 0)
        return true;
    va_complain(call, path); // a folder opens, but does not read
    va_input_close(in);
    return false;
}

void
va_input_close(struct va_input *in)
{
    if (in->fd >= 0)
        close(in->fd);
    in->fd = -1;
    at_buf_deinit(&in->buf);
}

size_t
va_input_read(struct va_input *in, void *buf, size_t cap)
{
    ssize_t n;
    if (in->fd < 0)
        return va_read(in->call, buf, cap);
    do {
        n = read(in->fd, buf, cap);
    } while (n < 0 && errno == EINTR);
    return n > 0 ? (size_t)n : 0;
}

static bool
fill(struct va_input *in)
{
    at_buf_drop(&in->buf, in->at);
    in->at = 0;
    size_t room = in->buf.max - in->buf.len;
    if (room > READ_BYTES)
        room = READ_BYTES;
    if (room == 0)
        return false;
    char *at = at_buf_reserve(&in->buf, room);
    size_t n = va_input_read(in, at, room);
    in->buf.len += n;
    in->over = n == 0;
    return n > 0;
}

bool
va_input_line(struct va_input *in, struct at_str *out)
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
va_input_all(struct va_input *in, struct at_buf *out)
{
    for (;;) {
        char *room = at_buf_reserve(out, READ_BYTES);
        size_t n = room ? va_input_read(in, room, READ_BYTES) : 0;
        out->len += n;
        if (n > 0)
            continue;
        if (room)
            room[0] = '\0';
        else
            va_errf(in->call, "%s: input too large\n", in->call->argv[0]);
        return room != NULL;
    }
}

int
va_each_input(struct va_call *call, int first,
              int (*fn)(struct va_input *in, const char *name, void *arg),
              void *arg)
{
    int status = 0;
    int i = first;
    do {
        const char *name = i < call->argc ? call->argv[i] : NULL;
        struct va_input in;
        int one = 1;
        if (va_input_open(&in, call, name)) {
            one = fn(&in, name ? name : "-", arg);
            va_input_close(&in);
        }
        status = one > status ? one : status;
    } while (++i < call->argc);
    return status;
}

static int
read_all_of(struct va_input *in, const char *name, void *arg)
{
    (void)name;
    return !va_input_all(in, arg);
}

int
va_line_list_read(struct va_line_list *lines, struct va_call *call, int first)
{
    *lines = (struct va_line_list){
        .buf = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES),
    };
    int status = va_each_input(call, first, read_all_of, &lines->buf);
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
va_line_list_deinit(struct va_line_list *lines)
{
    free(lines->list);
    at_buf_deinit(&lines->buf);
    lines->list = NULL;
    lines->len = 0;
}

bool
va_operand_number(struct va_call *call, const char *text, int64_t min,
                  int64_t max, int64_t *out)
{
    struct at_str number = at_str(text);
    if (number.len > 1 && number.ptr[0] == '+')
        number = at_str_skip(number, 1);
    if (at_str_to_i64(number, min, max, out))
        return true;
    va_errf(call, "%s: bad number '%s'\n", call->argv[0], text);
    return false;
}
