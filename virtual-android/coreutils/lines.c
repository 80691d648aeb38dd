// sort, uniq, tr, cut
#include <stdlib.h>
#include <string.h>

#include "base/limits_virtual.h"
#include "virtual-android/coreutils/coreutils.h"

static int64_t
leading_number(struct at_str line)
{
    int64_t value = 0;
    line = at_str_trim(line);
    size_t len = line.len > 0 && line.ptr[0] == '-';
    while (len < line.len && line.ptr[len] >= '0' && line.ptr[len] <= '9')
        len++;
    if (!at_str_to_i64(at_str_head(line, len), INT64_MIN, INT64_MAX, &value))
        return 0;
    return value;
}

static int
compare_lines(const void *a, const void *b)
{
    return at_str_cmp(*(const struct at_str *)a, *(const struct at_str *)b);
}

static int
compare_numbers(const void *a, const void *b)
{
    int64_t x = leading_number(*(const struct at_str *)a);
    int64_t y = leading_number(*(const struct at_str *)b);
    return x < y ? -1 : x > y ? 1 : compare_lines(a, b);
}

int
vd_run_sort(struct vd_call *call)
{
    struct vd_flags flags;
    struct vd_line_list lines;
    if (!vd_flags_scan(&flags, call, "nrufs"))
        return 2;
    bool numbers = vd_flags_have(&flags, "n");
    bool reverse = vd_flags_have(&flags, "r");
    bool unique = vd_flags_have(&flags, "u");
    int status = vd_line_list_read(&lines, call, flags.first);
    if (lines.len > 0)
        qsort(lines.list, lines.len, sizeof(*lines.list),
              numbers ? compare_numbers : compare_lines);
    for (size_t i = 0; i < lines.len; i++) {
        size_t at = reverse ? lines.len - 1 - i : i;
        size_t before = reverse ? at + 1 : at - 1;
        if (unique && i > 0 && at_str_eq(lines.list[at], lines.list[before]))
            continue;
        if (!vd_out_line(call, lines.list[at]))
            break;
    }
    vd_line_list_deinit(&lines);
    return status;
}

int
vd_run_uniq(struct vd_call *call)
{
    struct vd_flags flags;
    struct vd_line_list lines;
    if (!vd_flags_scan(&flags, call, "cdu"))
        return 1;
    char mode = flags.set[0] ? flags.set[strlen(flags.set) - 1] : 0;
    int status = vd_line_list_read(&lines, call, flags.first);
    for (size_t i = 0, next; i < lines.len; i = next) {
        for (next = i + 1;
             next < lines.len && at_str_eq(lines.list[i], lines.list[next]);)
            next++;
        if ((mode == 'd' && next - i < 2) || (mode == 'u' && next - i > 1))
            continue;
        if (mode == 'c')
            vd_outf(call, "%7zu ", next - i);
        vd_out_line(call, lines.list[i]);
    }
    vd_line_list_deinit(&lines);
    return status;
}

// The characters that "a-z\n" means.
static void
expand_set(const char *text, struct at_buf *out)
{
    static const char names[] = "nrt\\0";
    static const char values[] = "\n\r\t\\";
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        const char *name = c == '\\' && text[1] ? strchr(names, text[1]) : NULL;
        if (name) {
            c = (unsigned char)values[name - names];
            text++;
        }
        if (text[1] == '-' && (unsigned char)text[2] > c) {
            for (unsigned end = (unsigned char)text[2]; c < end; c++)
                at_buf_add_char(out, (char)c);
            text += 2;
        }
        at_buf_add_char(out, (char)c);
    }
}

struct tr {
    unsigned char map[256];
    bool drop[256];
    bool squeeze[256];
};

static void
fill_tr(struct tr *tr, const char *letters, const char *from, const char *to)
{
    struct at_buf a = AT_BUF_INIT(4096);
    struct at_buf b = AT_BUF_INIT(4096);
    bool listed[256] = {false};
    expand_set(from, &a);
    expand_set(to ? to : "", &b);
    for (int i = 0; i < 256; i++)
        tr->map[i] = (unsigned char)i;
    for (size_t i = 0; i < a.len; i++) {
        unsigned char c = (unsigned char)a.data[i];
        listed[c] = true;
        if (b.len > 0)
            tr->map[c] = (unsigned char)b.data[i < b.len ? i : b.len - 1];
    }
    bool rest = strchr(letters, 'c') != NULL;
    for (int i = 0; i < 256; i++) {
        bool chosen = listed[i] != rest;
        tr->drop[i] = chosen && strchr(letters, 'd');
        if (rest && chosen && b.len > 0)
            tr->map[i] = (unsigned char)b.data[b.len - 1];
        if (chosen && strchr(letters, 's'))
            tr->squeeze[tr->map[i]] = true;
    }
    at_buf_deinit(&a);
    at_buf_deinit(&b);
}

int
vd_run_tr(struct vd_call *call)
{
    struct vd_flags flags;
    struct tr tr = {0};
    char in[4096];
    char out[4096];
    size_t n;
    int last = -1;
    if (!vd_flags_scan(&flags, call, "dsc"))
        return 1;
    if (flags.first >= call->argc) {
        vd_errf(call, "tr: Needs 1 argument\n");
        return 1;
    }
    fill_tr(&tr, flags.set, call->argv[flags.first],
            call->argv[flags.first + 1]);
    while ((n = vd_read(call, in, sizeof(in))) > 0) {
        size_t len = 0;
        for (size_t i = 0; i < n; i++) {
            unsigned char c = (unsigned char)in[i];
            unsigned char to = tr.map[c];
            if (tr.drop[c] || (tr.squeeze[to] && last == to))
                continue;
            out[len++] = (char)to;
            last = to;
        }
        if (!vd_out(call, at_str_n(out, len)))
            break;
    }
    return 0;
}

// The list "1,3-5,7-" of cut.
static bool
in_list(const char *list, int64_t number)
{
    struct at_str rest = at_str(list);
    struct at_str item;
    while (at_str_next(&rest, ',', &item)) {
        bool range = at_str_has(item, AT_STR("-"));
        struct at_str from = {0};
        int64_t first = 1;
        int64_t last = INT64_MAX;
        at_str_next(&item, '-', &from);
        bool ok = from.len == 0 || at_str_to_i64(from, 1, INT32_MAX, &first);
        if (!range)
            last = first;
        else if (item.len > 0)
            ok = ok && at_str_to_i64(item, 1, INT32_MAX, &last);
        if (ok && number >= first && number <= last)
            return true;
    }
    return false;
}

struct cut {
    const char *fields;
    const char *chars;
    char separator;
    bool only; // -s
};

static void
cut_fields(const struct cut *cut, struct at_str line, struct at_buf *out)
{
    struct at_str field;
    bool any = false;
    bool more = line.len > 0;
    for (int64_t i = 1; more; i++) {
        more = at_str_has(line, at_str_n(&cut->separator, 1));
        if (!at_str_next(&line, cut->separator, &field))
            field = at_str(NULL);
        if (!in_list(cut->fields, i))
            continue;
        if (any)
            at_buf_add_char(out, cut->separator);
        at_buf_add_str(out, field);
        any = true;
    }
}

static int
cut_one(struct vd_source *in, const char *name, void *arg)
{
    const struct cut *cut = arg;
    struct at_str line;
    (void)name;
    while (vd_source_line(in, &line)) {
        struct at_buf out = AT_BUF_INIT(VD_SHELL_LINE_MAX_BYTES);
        bool cuttable = at_str_has(line, at_str_n(&cut->separator, 1));
        if (cut->chars) {
            for (size_t i = 0; i < line.len; i++) {
                if (in_list(cut->chars, (int64_t)i + 1))
                    at_buf_add_char(&out, line.ptr[i]);
            }
        } else if (cuttable) {
            cut_fields(cut, line, &out);
        } else {
            at_buf_add_str(&out, line);
        }
        bool ok = (!cut->chars && !cuttable && cut->only) ||
                  vd_out_line(in->call, at_buf_str(&out));
        at_buf_deinit(&out);
        if (!ok)
            break;
    }
    return 0;
}

int
vd_run_cut(struct vd_call *call)
{
    struct vd_scan scan = vd_scan(call, "d:f:c:b:s");
    struct cut cut = {.separator = '\t'};
    int letter;
    while ((letter = vd_scan_next(&scan))) {
        if (letter == '?')
            return 1;
        if (letter == 'd')
            cut.separator = scan.value[0];
        else if (letter == 'f')
            cut.fields = scan.value;
        else if (letter == 's')
            cut.only = true;
        else
            cut.chars = scan.value;
    }
    if (!cut.fields && !cut.chars) {
        vd_errf(call, "cut: no -f or -c\n");
        return 1;
    }
    return vd_each_source(call, scan.at, cut_one, &cut);
}
