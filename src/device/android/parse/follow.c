// follow.c: separate new lines from old, an app's processes from others
#include "device/android/parse/follow.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/parse/packages.h"

static void
remember_line(struct at_follow *follow, const struct at_log_line *line,
              struct at_str text)
{
    at_buf_clear(&follow->newest);
    at_buf_add_str(&follow->newest, at_str_head(text, AT_LOG_LINE_MAX_BYTES));
    at_str_cut(follow->newest_time, sizeof(follow->newest_time), line->time);
}

void
at_follow_init(struct at_follow *follow, const struct at_log_query *query,
               struct at_str newest)
{
    struct at_log_line line;
    *follow = (struct at_follow){
        .package = query->package,
        .text = query->text,
        .level = query->level,
        .anr = {.package = query->package},
        .newest = AT_BUF_INIT(AT_LOG_LINE_MAX_BYTES),
        .begun = newest.len == 0,
    };
    if (newest.len > 0 && at_log_parse_line(newest, &line))
        remember_line(follow, &line, newest);
}

void
at_follow_deinit(struct at_follow *follow)
{
    at_buf_deinit(&follow->newest);
    free(follow->processes);
    follow->processes = NULL;
    follow->process_count = 0;
}

void
at_follow_restart(struct at_follow *follow)
{
    follow->begun = follow->newest.len == 0;
    follow->shown = false;
}

// Reading begins with the millisecond of the newest old line: that line and
// those before it are old.
static bool
is_old(struct at_follow *follow, const struct at_log_line *line,
       struct at_str text)
{
    if (follow->begun)
        return false;
    if (!at_str_is(line->time, follow->newest_time)) {
        follow->begun = true;
        return false;
    }
    follow->begun = at_str_eq(at_str_head(text, AT_LOG_LINE_MAX_BYTES),
                              at_buf_str(&follow->newest));
    return true;
}

static struct at_follow_process *
find_process(struct at_follow *follow, int64_t pid)
{
    for (size_t i = 0; i < follow->process_count; i++)
        if (follow->processes[i].pid == pid)
            return &follow->processes[i];
    return NULL;
}

static void
set_process(struct at_follow *follow, int64_t pid, struct at_str name)
{
    struct at_follow_process *process = find_process(follow, pid);
    if (!process) {
        // So many processes are never alive at once: learn again those that
        // live.
        if (follow->process_count == AT_LOG_PROCESSES_MAX)
            follow->process_count = 0;
        follow->processes =
            at_realloc_array(follow->processes, follow->process_count + 1,
                             sizeof(*follow->processes));
        process = &follow->processes[follow->process_count++];
        process->pid = pid;
    }
    process->ours = at_log_is_of(name, follow->package);
}

// "Start proc 4021:com.x:remote/u0a12 for activity …", and before Android 5.1
// "Start proc com.x for activity …: pid=4021 uid=10012 gids={…}".
static void
take_start(struct at_follow *follow, const struct at_log_line *line)
{
    struct at_str head = AT_STR("Start proc ");
    struct at_str rest = at_str_skip(line->message, head.len);
    struct at_str word;
    struct at_str number = {0};
    int64_t pid;
    if (!at_str_is(line->tag, "ActivityManager") ||
        !at_str_starts(line->message, head) || !at_str_next(&rest, ' ', &word))
        return;
    ptrdiff_t at = at_str_find(rest, AT_STR(" pid="));
    ptrdiff_t colon = at_str_find(word, AT_STR(":"));
    ptrdiff_t slash = at_str_find(word, AT_STR("/"));
    if (colon > 0 && slash > colon) {
        number = at_str_head(word, (size_t)colon);
        word = at_str_skip(at_str_head(word, (size_t)slash), (size_t)colon + 1);
    } else if (at >= 0) {
        rest = at_str_skip(rest, (size_t)at + sizeof(" pid=") - 1);
        at_str_next(&rest, ' ', &number);
    } else {
        return;
    }
    if (at_str_to_i64(number, 1, INT32_MAX, &pid))
        set_process(follow, pid, word);
}

static enum at_follow_verdict
judge(struct at_follow *follow, const struct at_log_line *line,
      struct at_str text)
{
    const struct at_follow_process *process = NULL;
    bool matches = at_log_passes(line, text, follow->level, follow->text);
    if (follow->package.len == 0)
        return matches ? AT_FOLLOW_SHOW : AT_FOLLOW_HIDE;
    process = find_process(follow, line->pid);
    if (!process && matches)
        return AT_FOLLOW_ASK;
    if (at_log_anr_takes(&follow->anr, line) || (process && process->ours))
        return matches ? AT_FOLLOW_SHOW : AT_FOLLOW_HIDE;
    return AT_FOLLOW_HIDE;
}

enum at_follow_verdict
at_follow_take(struct at_follow *follow, struct at_str text)
{
    struct at_log_line line;
    // The rest of a message, or a banner.
    if (!at_log_parse_line(text, &line))
        return follow->shown && text.len > 0 &&
                       !at_str_starts(text, AT_STR("---------"))
                   ? AT_FOLLOW_SHOW
                   : AT_FOLLOW_HIDE;
    if (follow->package.len > 0)
        take_start(follow, &line);
    enum at_follow_verdict verdict = is_old(follow, &line, text)
                                         ? AT_FOLLOW_HIDE
                                         : judge(follow, &line, text);
    follow->shown = verdict == AT_FOLLOW_SHOW;
    if (follow->begun && verdict != AT_FOLLOW_ASK)
        remember_line(follow, &line, text);
    return verdict;
}

void
at_follow_learn(struct at_follow *follow, struct at_str ps_output,
                struct at_str pending_line)
{
    struct at_log_line line;
    struct at_str name;
    int64_t pid;
    while (at_ps_next(&ps_output, &pid, &name))
        set_process(follow, pid, name);
    if (at_log_parse_line(pending_line, &line) &&
        !find_process(follow, line.pid))
        set_process(follow, line.pid, (struct at_str){0});
}
