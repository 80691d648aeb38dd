// logs.c: the device's log: lines of an app, a mark, crashes after it
#include <inttypes.h>
#include <stdio.h>

#include "base/limits.h"
#include "device/android/parse/crash.h"
#include "device/android/parse/log.h"
#include "device/android/parse/user.h"
#include "device/android/parse/packages.h"
#include "device/android/adb/shell.h"

// Printed between two logs; never a line of a log itself.
#define BETWEEN "--------- agentest"
#define HANGS "-b system ActivityManager:E '*:S'" // among others

static bool
run_logcat(const struct at_op *op, struct at_android *android,
           const char *options, struct at_adb_result *result,
           struct at_err *err)
{
    char command[400];
    snprintf(command, sizeof(command), "logcat -d -v threadtime %s", options);
    at_adb_result_init(result, AT_SHELL_OUTPUT_MAX_BYTES);
    if (!at_adb_shell(op, &android->adb, command, result, err))
        return false;
    if (result->exit_status <= 0 || result->out.len > 0)
        return true;
    struct at_shell_text words = at_shell_text_of(result);
    return at_fail(err, AT_EDEVICE, "logcat failed: %s", words.text);
}

// Read the lines of one process, and then the system's lines about apps that
// hang. Returns false if one of them can't be read, as for a logcat without
// --pid (before API 24).
static bool
read_of_process(const struct at_op *op, struct at_android *android, int64_t pid,
                struct at_adb_result *result)
{
    char options[240];
    snprintf(options, sizeof(options),
             "--pid=%" PRId64 " -t %zu && echo && echo '" BETWEEN
             "' && logcat -d -v threadtime " HANGS,
             pid, AT_LOG_SCAN_MAX_LINES);
    if (run_logcat(op, android, options, result, NULL) &&
        result->exit_status <= 0 &&
        !at_shell_printed(result, "unrecognized option") &&
        !at_shell_printed(result, "invalid option"))
        return true;
    at_adb_result_deinit(result);
    return false;
}

// pid 0: every process; -1: only the system's lines about apps that hang.
static bool
read_log(const struct at_op *op, struct at_android *android, int64_t pid,
         struct at_adb_result *result, struct at_err *err)
{
    char options[80] = HANGS;
    if (pid > 0 && read_of_process(op, android, pid, result))
        return true;
    if (pid >= 0)
        snprintf(options, sizeof(options), "-t %zu", AT_LOG_SCAN_MAX_LINES);
    return run_logcat(op, android, options, result, err);
}

static bool
crashed_pid(const struct at_op *op, struct at_android *android,
            const char *package, int64_t *out_pid, struct at_err *err)
{
    struct at_adb_result result;
    bool ok = run_logcat(op, android, "-b crash -t 2000", &result, err);
    if (ok)
        *out_pid = at_log_crashed_pid(at_buf_str(&result.out), at_str(package));
    at_adb_result_deinit(&result);
    return ok;
}

// Find the process to show: the running one, else the last one, with a note; 0
// if neither is known.
static bool
find_process(const struct at_op *op, struct at_android *android,
             const char *package, int64_t *out_pid, char note[128],
             struct at_err *err)
{
    if (!at_commands_pid(op, &android->base, package, out_pid, err))
        return false;
    if (*out_pid > 0)
        return true;
    if (at_str_is(at_str(package), android->last_package))
        *out_pid = android->last_pid;
    else if (!crashed_pid(op, android, package, out_pid, err))
        return false;
    if (*out_pid > 0)
        snprintf(note, 128,
                 "not running now; lines of its last process %" PRId64,
                 *out_pid);
    return true;
}

static void
write_note(const struct at_log_query *query, const char *process_note,
           bool scanned_all, struct at_log_result *out)
{
    struct at_buf note = AT_BUF_INIT(sizeof(out->note) - 1);
    if (process_note[0])
        at_buf_add_fmt(&note, "%.*s is %s. ", AT_STR_ARG(query->package),
                       process_note);
    if (out->lines == 0 && (query->level || query->text.len > 0))
        at_buf_add_text(&note, "No line matches the filter. ");
    else if (out->lines == 0)
        at_buf_add_text(&note, "The log holds no lines of it. ");
    if (out->omitted > 0)
        at_buf_add_fmt(&note, "%zu older matching lines left out. ",
                       out->omitted);
    if (!scanned_all)
        at_buf_add_fmt(&note, "Only the newest %zu lines were searched.",
                       AT_LOG_SCAN_MAX_LINES);
    at_str_cut(out->note, sizeof(out->note), at_str_trim(at_buf_str(&note)));
    at_buf_deinit(&note);
}

// The processes that a query is about.
struct source {
    int64_t pid;    // 0: of all, -1: of none
    char note[128]; // about the process, "" without
    int64_t earlier[AT_ANDROID_EARLIER_PIDS + 1]; // previous processes of the
                                                  // app
    size_t earlier_count;
};

// Split the output of read_of_process() into the process's lines and the
// system's.
static struct at_str
split_log(struct at_str log, struct at_str *out_system)
{
    ptrdiff_t at = at_str_find(log, AT_STR("\n" BETWEEN));
    if (at < 0)
        return log;
    *out_system = at_str_skip(log, (size_t)at + 1);
    return at_str_head(log, (size_t)at);
}

// Return true unless lines after the query's mark were cut off in front.
static bool
reaches_back(struct at_str log, struct at_str since)
{
    struct at_log_line line;
    struct at_str text;
    if (at_str_count_lines(log) < AT_LOG_SCAN_MAX_LINES)
        return true;
    while (since.len > 0 && at_str_next_line(&log, &text)) {
        if (at_log_parse_line(text, &line))
            return !at_log_is_after(line.time, since);
    }
    return false;
}

static void
filter_log(struct at_str log, const struct at_log_query *query,
           const struct source *source, struct at_log_result *out)
{
    char since[64];
    at_crash_mark_line(query->since, since);
    struct at_log_filter filter = {.pid = source->pid,
                                   .pids = source->earlier,
                                   .pid_count = source->earlier_count,
                                   .anr_of = query->package,
                                   .level = query->level,
                                   .text = query->text,
                                   .since = at_str(since),
                                   .max_lines = query->max_lines,
                                   .max_bytes = query->max_bytes};
    struct at_buf both = AT_BUF_INIT(2 * AT_SHELL_OUTPUT_MAX_BYTES);
    struct at_str system = {0};
    struct at_str own = split_log(log, &system);
    bool all = reaches_back(own, query->since);
    if (at_str_has(system, AT_STR("ANR in "))) {
        at_log_merge(own, system, &both);
        own = at_buf_str(&both);
    }
    at_log_filter(own, &filter, out);
    out->partial = !all || source->pid < 0;
    write_note(query, source->note, all, out);
    at_buf_deinit(&both);
}

static bool
has_pid(const struct source *source, int64_t pid)
{
    bool has = pid == source->pid;
    for (size_t i = 0; i < source->earlier_count; i++)
        has = has || source->earlier[i] == pid;
    return has;
}

// Besides the process of now the ones that were seen since the app was
// connected, and the last one that crashed.
static void
find_earlier(const struct at_op *op, struct at_android *android,
             const char *package, struct source *source)
{
    int64_t crashed = 0;
    for (size_t i = 0; i < android->earlier_count; i++) {
        if (!has_pid(source, android->earlier_pids[i]))
            source->earlier[source->earlier_count++] = android->earlier_pids[i];
    }
    if (crashed_pid(op, android, package, &crashed, NULL) && crashed > 0 &&
        !has_pid(source, crashed))
        source->earlier[source->earlier_count++] = crashed;
}

// Merge the lines of one earlier process into log.
static void
add_earlier(const struct at_op *op, struct at_android *android, int64_t pid,
            struct at_buf *log)
{
    struct at_buf both = AT_BUF_INIT(2 * AT_SHELL_OUTPUT_MAX_BYTES);
    struct at_adb_result result;
    char options[80];
    snprintf(options, sizeof(options), "--pid=%" PRId64 " -t %zu", pid,
             AT_LOG_SCAN_MAX_LINES);
    bool ok = run_logcat(op, android, options, &result, NULL) &&
              !at_shell_printed(&result, "unrecognized option") &&
              !at_shell_printed(&result, "invalid option");
    if (ok) {
        at_log_merge(at_buf_str(log), at_buf_str(&result.out), &both);
        at_buf_clear(log);
        at_buf_add_str(log, at_buf_str(&both));
    }
    at_adb_result_deinit(&result);
    at_buf_deinit(&both);
}

// Put the lines of earlier processes in front, where the log read has only
// those of one; a log of all processes has them.
static void
add_all_earlier(const struct at_op *op, struct at_android *android,
                const struct source *source, struct at_buf *log)
{
    struct at_str system = {0};
    struct at_str own = split_log(at_buf_str(log), &system);
    struct at_buf whole = AT_BUF_INIT(2 * AT_SHELL_OUTPUT_MAX_BYTES);
    if (source->earlier_count == 0 || !system.ptr)
        return;
    at_buf_add_str(&whole, own);
    for (size_t i = 0; i < source->earlier_count; i++)
        add_earlier(op, android, source->earlier[i], &whole);
    at_buf_add_fmt(&whole, "\n%.*s", AT_STR_ARG(system));
    at_buf_clear(log);
    at_buf_add_str(log, at_buf_str(&whole));
    at_buf_deinit(&whole);
}

static bool
read_and_filter(const struct at_op *op, struct at_android *android,
                const struct at_log_query *query, const struct source *source,
                struct at_log_result *out, struct at_err *err)
{
    struct at_adb_result result;
    bool ok = read_log(op, android, source->pid, &result, err);
    if (ok)
        add_all_earlier(op, android, source, &result.out);
    if (ok)
        filter_log(at_buf_str(&result.out), query, source, out);
    at_adb_result_deinit(&result);
    return ok;
}

static void
note_no_process(const struct at_op *op, struct at_android *android,
                const char *package, struct at_log_result *out)
{
    struct at_err reason = AT_ERR_INIT;
    *out = (struct at_log_result){.text = AT_BUF_INIT(AT_LOG_TEXT_MAX_BYTES),
                                  .partial = true};
    if (at_shell_check_installed(op, android, package, &reason))
        snprintf(out->note, sizeof(out->note),
                 "%.100s is not running, and no earlier process of it is "
                 "known: launch it, or read the whole device's log",
                 package);
    else
        at_str_cut(out->note, sizeof(out->note), at_str(reason.msg));
}

// The process is unknown, but the system may have logged why it ended.
static bool
read_without_process(const struct at_op *op, struct at_android *android,
                     const struct at_log_query *query,
                     struct at_log_result *out, struct at_err *err)
{
    struct source source = {
        .pid = -1,
        .note = "not running, and no earlier process of it is known; what the "
                "system said of it",
    };
    char package[256];
    if (!read_and_filter(op, android, query, &source, out, err))
        return false;
    if (out->lines > 0)
        return true;
    at_str_cut(package, sizeof(package), query->package);
    at_buf_deinit(&out->text);
    note_no_process(op, android, package, out);
    return true;
}

bool
at_commands_logs(const struct at_op *op, struct at_device *device,
                 const struct at_log_query *query, struct at_log_result *out,
                 struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    char package[256];
    struct source source = {0};
    *out = (struct at_log_result){0};
    if (query->level && !at_log_is_level(query->level))
        return at_fail(err, AT_EUSAGE,
                       "unknown log level '%c': V, D, I, W, E or F",
                       query->level);
    at_str_cut(package, sizeof(package), query->package);
    if (query->package.len == 0)
        return read_and_filter(op, android, query, &source, out, err);
    if (!at_package_check(package, err) ||
        !find_process(op, android, package, &source.pid, source.note, err))
        return false;
    if (source.pid > 0) {
        find_earlier(op, android, package, &source);
        return read_and_filter(op, android, query, &source, out, err);
    }
    return read_without_process(op, android, query, out, err);
}

// Get the time of the log's last line, or the device's clock if the log is
// empty. A launch starts with this, so the same round trip asks for the user in
// front, who may have changed.
bool
at_commands_log_mark(const struct at_op *op, struct at_device *device,
                     char out_mark[64], struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    struct at_adb_result result;
    struct at_str clock = {0};
    struct at_str user = {0};
    bool ok = at_shell_run(op, android,
                           "date '+%m-%d %H:%M:%S.000'; "
                           "echo \"$(" AT_USER_COMMAND ")\"; "
                           "logcat -d -v threadtime -t 40",
                           &result, err);
    struct at_str rest = at_buf_str(&result.out);
    ok = ok && at_str_next_line(&rest, &clock);
    if (ok && at_str_next_line(&rest, &user)) {
        android->user = at_user_parse(user);
        android->user_known = true;
    }
    if (ok && !at_crash_mark(rest, out_mark))
        at_str_cut(out_mark, 64, at_str_trim(clock));
    at_adb_result_deinit(&result);
    return ok;
}

// Allow digits, '-', ':', '.' and blanks, as log_mark() writes them: the mark
// becomes a word of a command line.
static bool
is_mark(const char *mark)
{
    for (const char *c = mark; *c; c++)
        if ((*c < '0' || *c > '9') && *c != '-' && *c != ':' && *c != '.' &&
            *c != ' ')
            return false;
    return true;
}

bool
at_commands_crash(const struct at_op *op, struct at_device *device,
                  const char *package, const char *mark, struct at_crash *out,
                  struct at_err *err)
{
    struct at_adb_result result;
    char options[300];
    *out = (struct at_crash){0};
    if (!mark || !is_mark(mark))
        return at_fail(err, AT_EUSAGE, "'%s' is not a mark of the log",
                       mark ? mark : "");
    // Everything that a crash logs has these tags and is in logcat's default
    // buffers.
    snprintf(options, sizeof(options),
             "%s%.60s%s AndroidRuntime:E "
             "ActivityManager:E DEBUG:V '*:S'",
             mark[0] ? "-T '" : "", mark, mark[0] ? "'" : "");
    bool ok = run_logcat(op, at_android_of(device), options, &result, err);
    if (ok)
        out->found = at_crash_parse(at_buf_str(&result.out), at_str(package),
                                    at_str(mark), out);
    at_adb_result_deinit(&result);
    return ok;
}
