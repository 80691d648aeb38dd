// logcat.c: `logcat`: printing and following the log; `log`
#include <regex.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "sys/clock.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/commands/logtime.h"
#include "virtual-android/model/device_ops.h"
#include "virtual-android/model/logring.h"

enum { FOLLOW_MS = 50 };

struct filter {
    char tag[128]; // "*": any
    char priority; // 'S': none
};

struct request {
    enum vd_logformat format;
    bool once;  // -d, -t
    bool clear; // -c
    bool all_buffers;
    bool crash_buffer;
    int64_t tail; // -1: all
    int64_t since_wall_ms;
    int64_t pid; // -1: any
    bool has_regex;
    regex_t regex;
    struct filter filters[VD_LOG_FILTERS_MAX];
    size_t filter_count;
    char fallback; // priority of tags without a filter
    char buffers[64];
};

static int
rank(char priority)
{
    static const char order[] = "VDIWEFS";
    const char *at = strchr(order, priority);
    return at ? (int)(at - order) : 0;
}

static bool
passes_filters(const struct request *r, const struct vd_logline *line)
{
    char least = r->fallback;
    for (size_t i = 0; i < r->filter_count; i++) {
        if (strcmp(r->filters[i].tag, line->tag) == 0)
            least = r->filters[i].priority;
    }
    return least != 'S' && rank(line->priority) >= rank(least);
}

static bool
passes(const struct request *r, const struct vd_logline *line)
{
    if (r->pid >= 0 && line->pid != r->pid)
        return false;
    if (line->wall_ms < r->since_wall_ms)
        return false;
    if (r->buffers[0] && !strstr(r->buffers, "all") &&
        !strstr(r->buffers, line->buffer) && !(strstr(r->buffers, "default")))
        return false;
    if (r->has_regex && regexec(&r->regex, line->text, 0, NULL, 0) != 0)
        return false;
    return passes_filters(r, line);
}

// "TAG:W", "*:S", "TAG"
static void
add_filter(struct request *r, const char *text)
{
    const char *colon = strrchr(text, ':');
    char priority = colon && colon[1] ? colon[1] : 'V';
    struct at_str tag =
        colon ? at_str_n(text, (size_t)(colon - text)) : at_str(text);
    if (priority >= 'a' && priority <= 'z')
        priority = (char)(priority - 'a' + 'A');
    if (priority == '*')
        priority = 'V';
    if (at_str_is(tag, "*") || (tag.len == 0 && colon)) {
        r->fallback = priority;
        return;
    }
    if (r->filter_count >= AT_LEN(r->filters))
        return;
    struct filter *filter = &r->filters[r->filter_count++];
    at_str_cut(filter->tag, sizeof(filter->tag), tag);
    filter->priority = priority;
}

// "-T 5": five lines; or a time to start from.
static bool
parse_since(struct request *r, const char *text, bool once)
{
    r->once = r->once || once;
    if (vd_number(text, 0, INT32_MAX, &r->tail))
        return true;
    r->tail = -1;
    return vd_log_time_parse(at_str(text), at_wall_now_ms(), &r->since_wall_ms);
}

static bool
set_regex(struct request *r, const char *text)
{
    if (r->has_regex) // the last one counts
        regfree(&r->regex);
    r->has_regex = regcomp(&r->regex, text, REG_EXTENDED | REG_NOSUB) == 0;
    return r->has_regex;
}

// The value of "-v threadtime", "-vtime", "--pid=1": the next word or the rest.
static const char *
value_of(struct vd_call *call, int *i)
{
    const char *word = call->argv[*i];
    const char *equals = strchr(word, '=');
    if (strncmp(word, "--", 2) == 0 && equals)
        return equals + 1;
    if (word[1] != '-' && word[2] != '\0')
        return word + 2;
    return vd_arg(call, ++*i);
}

static bool
is_option(const char *word, char letter, const char *name)
{
    size_t len = strlen(name);
    if (word[1] == letter && word[1] != '-')
        return true;
    return strncmp(word, "--", 2) == 0 && strncmp(word + 2, name, len) == 0 &&
           (word[2 + len] == '\0' || word[2 + len] == '=');
}

static void
parse_format(struct request *r, const char *text)
{
    struct at_str rest = at_str(text);
    struct at_str part;
    while (at_str_next(&rest, ',', &part)) {
        char name[32];
        at_str_cut(name, sizeof(name), part);
        vd_logformat_parse(name, &r->format); // modifiers change no format
    }
}

static bool
parse_option(struct vd_call *call, struct request *r, int *i)
{
    const char *word = call->argv[*i];
    if (is_option(word, 'd', "dump"))
        r->once = true;
    else if (is_option(word, 'c', "clear"))
        r->clear = true;
    else if (is_option(word, 's', "silent"))
        r->fallback = 'S';
    else if (is_option(word, 'v', "format"))
        parse_format(r, value_of(call, i));
    else if (is_option(word, 'b', "buffer"))
        at_str_cut(r->buffers, sizeof(r->buffers), at_str(value_of(call, i)));
    else if (is_option(word, 't', "tail"))
        return parse_since(r, value_of(call, i), true);
    else if (is_option(word, 'T', "since"))
        return parse_since(r, value_of(call, i), false);
    else if (is_option(word, 'e', "regex"))
        return set_regex(r, value_of(call, i));
    else if (is_option(word, '-', "pid"))
        return vd_number(value_of(call, i), 0, INT32_MAX, &r->pid);
    else if (is_option(word, 'm', "max-count"))
        value_of(call, i);
    else
        return is_option(word, 'D', "dividers") ||
               is_option(word, 'L', "last") || is_option(word, 'S', "stats");
    return true;
}

struct collector {
    const struct request *request;
    struct at_buf out;
    char seen[64]; // buffers that had a divider already
    int64_t skip;  // matching lines to skip
    int64_t count;
};

static void
count_line(void *arg, const struct vd_logline *line)
{
    struct collector *c = arg;
    c->count += passes(c->request, line);
}

static void
collect_line(void *arg, const struct vd_logline *line)
{
    struct collector *c = arg;
    if (!passes(c->request, line) || c->skip-- > 0)
        return;
    if (!strstr(c->seen, line->buffer)) {
        size_t len = strlen(c->seen);
        at_buf_add_fmt(&c->out, "--------- beginning of %s\n", line->buffer);
        snprintf(c->seen + len, sizeof(c->seen) - len, "%s ", line->buffer);
    }
    vd_logline_write(line, c->request->format, &c->out);
}

static int
print(struct vd_call *call, const struct request *r)
{
    struct collector c = {.request = r, .out = AT_BUF_INIT(64 * AT_MIB)};
    vd_device_each_log(call->device, 0, count_line, &c);
    c.skip = r->tail >= 0 && c.count > r->tail ? c.count - r->tail : 0;
    uint64_t next = vd_device_each_log(call->device, 0, collect_line, &c);
    c.skip = 0;
    bool alive = vd_out(call, at_buf_str(&c.out));
    while (!r->once && alive && vd_wait(call, FOLLOW_MS)) {
        at_buf_clear(&c.out);
        next = vd_device_each_log(call->device, next, collect_line, &c);
        if (c.out.len > 0)
            alive = vd_out(call, at_buf_str(&c.out));
    }
    at_buf_deinit(&c.out);
    return 0;
}

int
vd_cmd_logcat(struct vd_call *call)
{
    struct request r = {.tail = -1, .pid = -1, .fallback = 'V'};
    int status = 0;
    for (int i = 1; i < call->argc; i++) {
        if (call->argv[i][0] != '-' || call->argv[i][1] == '\0') {
            add_filter(&r, call->argv[i]);
        } else if (!parse_option(call, &r, &i)) {
            vd_errf(call, "Unknown option '%s'.\n", vd_arg(call, i));
            status = 1;
            goto out;
        }
    }
    vd_simulate_latency(call, "other");
    if (vd_device_take_fault(call->device, "logcat-fails")) {
        vd_errf(call, "logcat: Unable to open log device\n");
        status = 1;
        goto out;
    }
    if (r.clear)
        vd_device_clear_log(call->device);
    else
        status = print(call, &r);

out:
    if (r.has_regex)
        regfree(&r.regex);
    return status;
}

// log [-p PRIORITY] [-t TAG] MESSAGE
int
vd_cmd_log(struct vd_call *call)
{
    const char *tag = "log";
    char priority = 'I';
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    int i = 1;
    for (; i + 1 < call->argc && call->argv[i][0] == '-'; i += 2) {
        if (strcmp(call->argv[i], "-t") == 0)
            tag = call->argv[i + 1];
        else if (strcmp(call->argv[i], "-p") == 0 && call->argv[i + 1][0])
            priority = (char)(call->argv[i + 1][0] & ~0x20);
    }
    for (; i < call->argc; i++)
        at_buf_add_fmt(&text, "%s%s", text.len ? " " : "", call->argv[i]);
    vd_device_log(call->device, priority, tag, at_buf_text(&text));
    at_buf_deinit(&text);
    return 0;
}
