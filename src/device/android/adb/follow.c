// follow.c: the device's log from now on, an app followed through its restarts
#include <stdio.h>

#include "base/limits.h"
#include "device/android/parse/follow.h"
#include "device/android/parse/packages.h"
#include "device/android/adb/shell.h"
#include "sys/cancel.h"

struct following {
    const struct at_op *op;
    struct at_android *android;
    const struct at_log_sink *sink;
    struct at_follow follow;
    struct at_buf line;  // begun, its end has not come
    struct at_buf words; // logcat's error output
    bool cut;            // the line was too long: its rest is passed over
    bool moved;          // a new line came since logcat was started
    bool enough;
    struct at_err err; // why following ended
};

// Learn whose process it is: a new one may log before the system logs its
// start, and a short-lived one may have ended.
static enum at_follow_verdict
ask(struct following *f, struct at_str text)
{
    struct at_adb_result ps;
    bool ok = at_shell_run(f->op, f->android, "ps -A -o PID,NAME || ps", &ps,
                           &f->err);
    if (ok)
        at_follow_learn(&f->follow, at_buf_str(&ps.out), text);
    at_adb_result_deinit(&ps);
    return ok ? at_follow_take(&f->follow, text) : AT_FOLLOW_HIDE;
}

static bool
take_line(struct following *f, struct at_str text)
{
    bool begun = f->follow.begun;
    struct at_log_line line;
    if (at_str_ends(text, AT_STR("\r")))
        text.len--;
    enum at_follow_verdict verdict = at_follow_take(&f->follow, text);
    f->moved = f->moved || (begun && at_log_parse_line(text, &line));
    if (verdict == AT_FOLLOW_ASK)
        verdict = ask(f, text);
    if (verdict == AT_FOLLOW_SHOW)
        f->enough = !f->sink->line(f->sink->user, text);
    return !f->enough && f->err.code == AT_OK;
}

// Text that does not fit into the line is skipped.
static void
add_to_line(struct following *f, struct at_str piece)
{
    size_t room = f->line.max - f->line.len;
    struct at_str fits = f->cut ? at_str(NULL) : at_utf8_head(piece, room);
    f->cut = f->cut || fits.len < piece.len;
    at_buf_add_str(&f->line, fits);
}

static bool
on_output(void *user, bool is_err, struct at_str piece)
{
    struct following *f = user;
    struct at_str part;
    if (is_err) {
        at_buf_add_str(&f->words, piece);
        return true;
    }
    while (at_str_has(piece, AT_STR("\n"))) {
        at_str_next(&piece, '\n', &part);
        add_to_line(f, part);
        bool more = take_line(f, at_buf_str(&f->line));
        at_buf_clear(&f->line);
        f->cut = false;
        if (!more)
            return false;
    }
    add_to_line(f, piece);
    return true;
}

// Find the log's newest line, where reading begins.
static bool
begin(struct following *f, const struct at_log_query *query, struct at_err *err)
{
    struct at_adb_result result;
    struct at_log_line line;
    bool ok = at_shell_run(f->op, f->android, "logcat -d -v threadtime -t 40",
                           &result, err);
    if (ok)
        at_follow_init(&f->follow, query,
                       at_log_last(at_buf_str(&result.out), &line));
    at_adb_result_deinit(&result);
    return ok;
}

// If a log is written faster than it is read, logcat gives up ("read:
// unexpected EOF"), and so it does when logd restarts: continue after the
// newest line.
static bool
stream(struct following *f, struct at_err *err)
{
    char command[100] = "logcat -v threadtime";
    struct at_adb_listener listener = {on_output, f};
    int status;
    if (f->follow.newest_time[0])
        snprintf(command, sizeof(command), "logcat -v threadtime -T '%s'",
                 f->follow.newest_time);
    f->moved = false;
    at_buf_clear(&f->words);
    at_buf_clear(&f->line);
    f->cut = false;
    if (!at_adb_shell_stream(f->op, &f->android->adb, command, &listener,
                             &status, err))
        return false;
    if (f->err.code != AT_OK)
        return at_err_pass(err, &f->err);
    if (f->enough || f->moved)
        return true;
    struct at_shell_text words = at_shell_text_of_str(at_buf_str(&f->words));
    return at_fail(err, AT_EDEVICE, "logcat ended with status %d: %s", status,
                   words.text);
}

static bool
check(const struct at_log_query *query, struct at_err *err)
{
    char package[256];
    if (query->level && !at_log_is_level(query->level))
        return at_fail(err, AT_EUSAGE,
                       "unknown log level '%c': V, D, I, W, E or F",
                       query->level);
    at_str_cut(package, sizeof(package), query->package);
    return query->package.len == 0 || at_package_check(package, err);
}

bool
at_commands_follow_logs(const struct at_op *op, struct at_device *device,
                        const struct at_log_query *query,
                        const struct at_log_sink *sink, struct at_err *err)
{
    struct following f = {
        .op = op,
        .android = at_android_of(device),
        .sink = sink,
        .line = AT_BUF_INIT(AT_LOG_LINE_MAX_BYTES),
        .words = AT_BUF_INIT(4 * AT_KIB),
        .err = AT_ERR_INIT,
    };
    bool ok = check(query, err) && begin(&f, query, err);
    while (ok && !f.enough) {
        ok = stream(&f, err);
        at_follow_restart(&f.follow);
    }
    at_follow_deinit(&f.follow);
    at_buf_deinit(&f.words);
    at_buf_deinit(&f.line);
    return ok;
}
