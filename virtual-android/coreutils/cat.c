#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits_virtual.h"
#include "virtual-android/coreutils/coreutils.h"

enum { COPY_BYTES = 32768 };

// Copy up to left bytes; all of them if it is negative.
static int
copy(struct vd_source *in, int64_t left)
{
    char *buf = at_alloc(COPY_BYTES);
    bool ok = true;
    while (ok && left != 0) {
        size_t cap = left > 0 && left < COPY_BYTES ? (size_t)left : COPY_BYTES;
        size_t n = vd_source_read(in, buf, cap);
        if (n == 0)
            break;
        ok = vd_out(in->call, at_str_n(buf, n));
        left -= left > 0 ? (int64_t)n : 0;
    }
    free(buf);
    return 0;
}

static int
cat_one(struct vd_source *in, const char *name, void *arg)
{
    (void)name, (void)arg;
    return copy(in, -1);
}

int
vd_run_cat(struct vd_call *call)
{
    struct vd_flags flags;
    return vd_flags_scan(&flags, call, "u")
               ? vd_each_source(call, flags.first, cat_one, NULL)
               : 1;
}

struct part {
    int64_t lines; // negative with tail -n +N: from line N on
    int64_t bytes; // negative: by lines
    bool from;     // +N
    bool titled;
    bool second;
};

static void
out_title(struct vd_call *call, const char *name, struct part *part)
{
    if (part->titled)
        vd_outf(call, "%s==> %s <==\n", part->second ? "\n" : "", name);
    part->second = true;
}

// "-n 5", "-5", "-c 5", and for tail "+5".
static bool
parse_part(struct vd_call *call, struct part *part, int *first)
{
    struct vd_scan scan = vd_scan(call, "n:c:q");
    int letter = 0;
    *part = (struct part){.lines = 10, .bytes = -1};
    if (call->argc > 1 && call->argv[1][0] == '-' && call->argv[1][1] >= '0' &&
        call->argv[1][1] <= '9') {
        *first = 2;
        return vd_operand_number(call, call->argv[1] + 1, 0, INT32_MAX,
                                 &part->lines);
    }
    while ((letter = vd_scan_next(&scan))) {
        if (letter == '?')
            return false;
        if (letter == 'q')
            continue;
        part->from = scan.value[0] == '+';
        const char *digits = scan.value + (scan.value[0] == '-');
        if (!vd_operand_number(call, digits, 0, INT32_MAX,
                               letter == 'n' ? &part->lines : &part->bytes))
            return false;
    }
    *first = scan.at;
    part->titled = call->argc - scan.at > 1;
    return true;
}

static int
head_one(struct vd_source *in, const char *name, void *arg)
{
    struct part *part = arg;
    struct at_str line;
    out_title(in->call, name, part);
    if (part->bytes >= 0)
        return copy(in, part->bytes);
    for (int64_t i = 0; i < part->lines && vd_source_line(in, &line); i++) {
        if (!vd_out_line(in->call, line))
            break;
    }
    return 0;
}

int
vd_run_head(struct vd_call *call)
{
    struct part part;
    int first;
    if (!parse_part(call, &part, &first))
        return 1;
    return vd_each_source(call, first, head_one, &part);
}

static struct at_str
tail_of(struct at_str text, const struct part *part)
{
    if (part->bytes >= 0) {
        size_t n = (size_t)part->bytes;
        size_t skip =
            part->from ? (n ? n - 1 : 0) : (text.len > n ? text.len - n : 0);
        return at_str_skip(text, skip < text.len ? skip : text.len);
    }
    if (part->from) {
        struct at_str line;
        for (int64_t i = 1; i < part->lines; i++) {
            if (!at_str_next(&text, '\n', &line))
                break;
        }
        return text;
    }
    size_t start = text.len;
    int64_t lines = 0;
    while (start > 0) {
        if (text.ptr[start - 1] == '\n' && start < text.len &&
            ++lines == part->lines)
            break;
        start--;
    }
    return part->lines == 0 ? at_str(NULL) : at_str_skip(text, start);
}

static int
tail_one(struct vd_source *in, const char *name, void *arg)
{
    struct part *part = arg;
    struct at_buf all = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    out_title(in->call, name, part);
    bool ok = vd_source_all(in, &all);
    vd_out(in->call, tail_of(at_buf_str(&all), part));
    at_buf_deinit(&all);
    return !ok;
}

int
vd_run_tail(struct vd_call *call)
{
    struct part part;
    int first;
    if (!parse_part(call, &part, &first))
        return 1;
    return vd_each_source(call, first, tail_one, &part);
}

struct counts {
    int64_t lines;
    int64_t words;
    int64_t bytes;
    bool show[3];
};

static void
out_counts(struct vd_call *call, const struct counts *counts, const char *name)
{
    int64_t values[] = {counts->lines, counts->words, counts->bytes};
    const char *blank = "";
    for (size_t i = 0; i < AT_LEN(values); i++) {
        if (!counts->show[i])
            continue;
        vd_outf(call, "%s%lld", blank, (long long)values[i]);
        blank = " ";
    }
    vd_outf(call, "%s%s\n", strcmp(name, "-") == 0 ? "" : " ",
            strcmp(name, "-") == 0 ? "" : name);
}

static int
wc_one(struct vd_source *in, const char *name, void *arg)
{
    struct counts *total = arg;
    struct counts one = *total;
    char *buf = at_alloc(COPY_BYTES);
    bool inside = false;
    size_t n;
    one.lines = one.words = one.bytes = 0;
    while ((n = vd_source_read(in, buf, COPY_BYTES)) > 0) {
        one.bytes += (int64_t)n;
        for (size_t i = 0; i < n; i++) {
            bool blank = buf[i] == ' ' || (buf[i] >= '\t' && buf[i] <= '\r');
            one.lines += buf[i] == '\n';
            one.words += inside && blank;
            inside = !blank;
        }
    }
    one.words += inside;
    free(buf);
    out_counts(in->call, &one, name);
    total->lines += one.lines;
    total->words += one.words;
    total->bytes += one.bytes;
    return 0;
}

int
vd_run_wc(struct vd_call *call)
{
    static const char letters[] = "lwc";
    struct vd_scan scan = vd_scan(call, "lwc");
    struct counts total = {0};
    bool any = false;
    int letter;
    while ((letter = vd_scan_next(&scan))) {
        if (letter == '?')
            return 1;
        total.show[strchr(letters, letter) - letters] = true;
        any = true;
    }
    for (size_t i = 0; !any && i < AT_LEN(total.show); i++)
        total.show[i] = true;
    int status = vd_each_source(call, scan.at, wc_one, &total);
    if (call->argc - scan.at > 1)
        out_counts(call, &total, "total");
    return status;
}

int
vd_run_tee(struct vd_call *call)
{
    struct vd_scan scan = vd_scan(call, "a");
    bool append = vd_scan_next(&scan) == 'a';
    const char *path = scan.at < call->argc ? call->argv[scan.at] : "/dev/null";
    char *host = vd_host_path(call, path);
    int fd = open(host,
                  O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC |
                      (append ? O_APPEND : O_TRUNC),
                  0666);
    free(host);
    int status = fd >= 0 ? 0 : vd_complain(call, path);
    char *buf = at_alloc(COPY_BYTES);
    size_t n;
    while ((n = vd_read(call, buf, COPY_BYTES)) > 0) {
        if (fd >= 0 && write(fd, buf, n) != (ssize_t)n)
            status = vd_complain(call, path);
        if (!vd_out(call, at_str_n(buf, n)))
            break;
    }
    free(buf);
    if (fd >= 0)
        close(fd);
    return status;
}
