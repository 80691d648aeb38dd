// log.c: read logcat's line formats and filter them
#include "device/android/parse/log.h"

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"

static const char levels[] = "VDIWEF";

bool
at_log_is_level(char level)
{
    return level != '\0' && at_str_has(at_str(levels), at_str_n(&level, 1));
}

// Return true if s starts like pattern, in which '0' stands for any digit.
static bool
looks_like(struct at_str s, const char *pattern)
{
    for (size_t i = 0; pattern[i]; i++)
        if (i >= s.len || (pattern[i] == '0' ? !at_ascii_is_digit(s.ptr[i])
                                             : s.ptr[i] != pattern[i]))
            return false;
    return true;
}

static struct at_str
skip_blanks(struct at_str s)
{
    while (s.len > 0 && s.ptr[0] == ' ')
        s = at_str_skip(s, 1);
    return s;
}

// "05-30 11:24:10.193", perhaps with a year before and more digits after.
static bool
take_time(struct at_str *rest, struct at_str *out)
{
    size_t year = looks_like(*rest, "0000-") ? 5 : 0;
    size_t len = sizeof("00-00 00:00:00.000") - 1 + year;
    if (!looks_like(at_str_skip(*rest, year), "00-00 00:00:00.000"))
        return false;
    *out = at_str_head(*rest, len);
    *rest = at_str_skip(*rest, len);
    while (rest->len > 0 && at_ascii_is_digit(rest->ptr[0]))
        *rest = at_str_skip(*rest, 1);
    // Skip a time zone, "-v zone".
    if (looks_like(*rest, " +0000 ") || looks_like(*rest, " -0000 "))
        *rest = at_str_skip(*rest, sizeof(" +0000") - 1);
    if (rest->len == 0 || rest->ptr[0] != ' ')
        return false;
    *rest = skip_blanks(*rest);
    return true;
}

static bool
take_number(struct at_str *rest, int64_t *out)
{
    size_t len = 0;
    *rest = skip_blanks(*rest);
    while (len < rest->len && at_ascii_is_digit(rest->ptr[len]))
        len++;
    if (!at_str_to_i64(at_str_head(*rest, len), 0, INT32_MAX, out))
        return false;
    *rest = at_str_skip(*rest, len);
    return true;
}

static bool
take_char(struct at_str *rest, char c)
{
    if (rest->len == 0 || rest->ptr[0] != c)
        return false;
    *rest = at_str_skip(*rest, 1);
    return true;
}

static bool
take_level(struct at_str *rest, char *out)
{
    *rest = skip_blanks(*rest);
    if (rest->len == 0 || !at_log_is_level(rest->ptr[0]))
        return false;
    *out = rest->ptr[0];
    *rest = at_str_skip(*rest, 1);
    return true;
}

// "Tag   : message"; a tag may hold anything but ": ".
static bool
take_message(struct at_str rest, struct at_log_line *out)
{
    ptrdiff_t colon = at_str_find(rest, AT_STR(": "));
    if (colon < 0 && at_str_ends(rest, AT_STR(":")))
        colon = (ptrdiff_t)rest.len - 1;
    if (colon < 0)
        return false;
    out->tag = at_str_trim(at_str_head(rest, (size_t)colon));
    out->message = at_str_skip(rest, (size_t)colon + 1);
    if (out->message.len > 0)
        out->message = at_str_skip(out->message, 1);
    return true;
}

// "2957  2984 D Tag: message", perhaps with a user before the numbers
static bool
take_threadtime(struct at_str rest, struct at_log_line *out)
{
    return take_number(&rest, &out->pid) && take_char(&rest, ' ') &&
           take_number(&rest, &out->tid) && take_char(&rest, ' ') &&
           take_level(&rest, &out->level) && take_char(&rest, ' ') &&
           take_message(rest, out);
}

// "E/Tag( 5165): message"
static bool
take_time_format(struct at_str rest, struct at_log_line *out)
{
    if (!take_level(&rest, &out->level) || !take_char(&rest, '/'))
        return false;
    struct at_str after = rest;
    // The tag may contain a parenthesis too: the last one before "ddd):"
    // counts.
    for (ptrdiff_t open = at_str_find(after, AT_STR("(")); open >= 0;
         open = at_str_find(after, AT_STR("("))) {
        after = at_str_skip(after, (size_t)open + 1);
        struct at_str tail = after;
        if (!take_number(&tail, &out->pid) || !take_char(&tail, ')') ||
            !take_char(&tail, ':'))
            continue;
        out->tid = -1;
        out->tag =
            at_str_trim(at_str_n(rest.ptr, (size_t)(after.ptr - rest.ptr) - 1));
        out->message = take_char(&tail, ' ') ? tail : tail;
        return true;
    }
    return false;
}

// "5007-5065/net.gsantner.markor_test E/Tag: message"
static bool
take_studio(struct at_str rest, struct at_log_line *out)
{
    if (!take_number(&rest, &out->pid) || !take_char(&rest, '-') ||
        !take_number(&rest, &out->tid) || !take_char(&rest, '/'))
        return false;
    ptrdiff_t blank = at_str_find(rest, AT_STR(" "));
    if (blank < 0)
        return false;
    rest = at_str_skip(rest, (size_t)blank + 1);
    return take_level(&rest, &out->level) && take_char(&rest, '/') &&
           take_message(rest, out);
}

bool
at_log_parse_line(struct at_str text, struct at_log_line *out)
{
    static bool (*const formats[])(struct at_str, struct at_log_line *) = {
        take_threadtime,
        take_time_format,
        take_studio,
    };

    for (size_t i = 0; i < AT_LEN(formats); i++) {
        struct at_str rest = text;

        *out = (struct at_log_line){.pid = -1, .tid = -1};
        if (!take_time(&rest, &out->time))
            return false;
        if (formats[i](rest, out))
            return true;
    }
    return false;
}

static struct at_str
without_year(struct at_str time)
{
    return looks_like(time, "0000-") ? at_str_skip(time, 5) : time;
}

bool
at_log_is_after(struct at_str time, struct at_str mark)
{
    struct at_str january = AT_STR("01-");
    struct at_str december = AT_STR("12-");
    time = without_year(time);
    mark = without_year(mark);
    if (at_str_starts(time, january) && at_str_starts(mark, december))
        return true;
    if (at_str_starts(time, december) && at_str_starts(mark, january))
        return false;
    return at_str_cmp(time, mark) > 0;
}

static ptrdiff_t
rank_of(char level)
{
    return level ? at_str_find(at_str(levels), at_str_n(&level, 1)) : 0;
}

bool
at_log_passes(const struct at_log_line *line, struct at_str text, char level,
              struct at_str needle)
{
    return rank_of(line->level) >= rank_of(level) &&
           (needle.len == 0 || at_str_has(text, needle));
}

bool
at_log_is_of(struct at_str process, struct at_str package)
{
    return at_str_starts(process, package) &&
           (process.len == package.len || process.ptr[package.len] == ':');
}

static bool
is_anr_of(struct at_str message, struct at_str package)
{
    struct at_str head = AT_STR("ANR in ");
    struct at_str rest = at_str_skip(message, head.len);
    struct at_str process;
    return at_str_starts(message, head) && at_str_next(&rest, ' ', &process) &&
           at_log_is_of(process, package);
}

bool
at_log_anr_takes(struct at_log_anr *anr, const struct at_log_line *line)
{
    static const struct at_str heads[] = {
        AT_STR_ROW("PID: "), AT_STR_ROW("Reason: "), AT_STR_ROW("Parent: ")};
    if (anr->package.len == 0 || !at_str_is(line->tag, "ActivityManager"))
        return false;
    if (is_anr_of(line->message, anr->package)) {
        anr->within = true;
        anr->pid = line->pid;
        return true;
    }
    if (!anr->within || line->pid != anr->pid)
        return false;
    for (size_t i = 0; i < AT_LEN(heads); i++)
        if (at_str_starts(line->message, heads[i]))
            return true;
    anr->within = false;
    return false;
}

static bool
matches(const struct at_log_line *line, struct at_str text,
        const struct at_log_filter *filter, struct at_log_anr *anr)
{
    bool is_anr = at_log_anr_takes(anr, line);
    bool is_of = filter->pid == 0 || line->pid == filter->pid;
    for (size_t i = 0; !is_of && i < filter->pid_count; i++)
        is_of = line->pid == filter->pids[i];
    return (is_of || is_anr) &&
           (filter->since.len == 0 ||
            at_log_is_after(line->time, filter->since)) &&
           at_log_passes(line, text, filter->level, filter->text);
}

// A ring of the newest matching lines.
struct newest {
    struct at_str *lines; // owned
    size_t max;
    size_t matched; // in total
};

static void
collect(struct at_str log, const struct at_log_filter *filter,
        struct newest *newest)
{
    struct at_log_anr anr = {.package = filter->anr_of};
    struct at_log_line line;
    struct at_str text;
    bool kept = false;
    while (at_str_next_line(&log, &text)) {
        if (at_log_parse_line(text, &line))
            kept = matches(&line, text, filter, &anr);
        else if (text.len == 0 || at_str_starts(text, AT_STR("---------")))
            continue;
        if (kept)
            newest->lines[newest->matched++ % newest->max] = text;
    }
}

void
at_log_filter(struct at_str log, const struct at_log_filter *filter,
              struct at_log_result *out)
{
    size_t max = filter->max_lines;
    struct newest newest = {.max = max};
    size_t kept = 0;
    size_t bytes = 0;
    size_t max_bytes =
        filter->max_bytes ? filter->max_bytes : AT_LOG_TEXT_MAX_BYTES;
    *out = (struct at_log_result){.text = AT_BUF_INIT(max_bytes)};
    if (max == 0 || max > AT_LOG_SCAN_MAX_LINES)
        newest.max = max == 0 ? AT_LOG_LINES_MAX : AT_LOG_SCAN_MAX_LINES;
    newest.lines = at_realloc_array(NULL, newest.max, sizeof(struct at_str));
    collect(log, filter, &newest);
    // Take as many as fit, from the newest back.
    while (kept < newest.max && kept < newest.matched) {
        size_t at = newest.matched - kept - 1;

        bytes += newest.lines[at % newest.max].len + 1;
        if (bytes > max_bytes)
            break;
        kept++;
    }
    for (size_t i = newest.matched - kept; i < newest.matched; i++) {
        at_buf_add_str(&out->text, newest.lines[i % newest.max]);
        at_buf_add_char(&out->text, '\n');
    }
    out->lines = kept;
    out->omitted = newest.matched - kept;
    free(newest.lines);
}

// The lines up to the next one with a time, inclusive.
struct piece {
    struct at_str text; // including line ends
    struct at_str time; // empty: no line has one
};

static struct piece
next_piece(struct at_str *rest)
{
    struct at_str from = *rest;
    struct piece piece = {{0}, {0}};
    struct at_log_line line;
    struct at_str text;
    while (piece.time.len == 0 && at_str_next_line(rest, &text)) {
        if (at_log_parse_line(text, &line))
            piece.time = line.time;
    }
    // Lines without a time belong to the line before.
    for (struct at_str ahead = *rest; at_str_next_line(&ahead, &text);) {
        if (at_log_parse_line(text, &line))
            break;
        *rest = ahead;
    }
    piece.text = at_str_head(from, from.len - rest->len);
    return piece;
}

static void
add_piece(struct at_buf *out, struct piece *piece, struct at_str *rest)
{
    at_buf_add_str(out, piece->text);
    if (!at_str_ends(piece->text, AT_STR("\n")))
        at_buf_add_char(out, '\n');
    *piece = next_piece(rest);
}

void
at_log_merge(struct at_str first, struct at_str second, struct at_buf *out)
{
    struct piece a = next_piece(&first);
    struct piece b = next_piece(&second);
    while (a.text.len > 0 || b.text.len > 0) {
        if (b.text.len == 0 ||
            (a.text.len > 0 && !at_log_is_after(a.time, b.time)))
            add_piece(out, &a, &first);
        else
            add_piece(out, &b, &second);
    }
}

struct at_str
at_log_last(struct at_str log, struct at_log_line *out)
{
    struct at_str last = {0};
    struct at_str text;
    struct at_log_line line;
    *out = (struct at_log_line){.pid = -1, .tid = -1};
    while (at_str_next_line(&log, &text)) {
        if (!at_log_parse_line(text, &line))
            continue;
        last = text;
        *out = line;
    }
    return last;
}

int64_t
at_log_crashed_pid(struct at_str log, struct at_str package)
{
    struct at_str key = AT_STR("Process: ");
    struct at_log_line line;
    struct at_str text;
    int64_t pid = 0;
    while (at_str_next_line(&log, &text)) {
        if (!at_log_parse_line(text, &line) ||
            !at_str_starts(line.message, key))
            continue;
        struct at_str rest = at_str_skip(line.message, key.len);
        struct at_str process;
        if (at_str_next(&rest, ',', &process) && at_str_eq(process, package))
            pid = line.pid;
    }
    return pid;
}
