// proc_test.c: children that end, hang, flood, and are left alone
#include "sys/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/path.h"
#include "tests/t.h"

static struct at_op
within(int64_t ms)
{
    return (struct at_op){at_now_ns() + ms * AT_NS_PER_MS, NULL};
}

static bool
sh(const struct at_op *op, const char *line, struct at_proc_result *result,
   struct at_err *err)
{
    const char *const argv[] = {"sh", "-c", line, NULL};
    const char *const env[] = {"AT_PROC_TEST=it is set", NULL};
    struct at_proc_opts opts = {.argv = argv, .env = env};
    return at_proc_run(op, &opts, result, err);
}

static const struct {
    const char *line;
    int exit_status;
    const char *out;
    const char *err;
} rows[] = {
    {"true", 0, "", ""},
    {"exit 7", 7, "", ""},
    {"exit 127", 127, "", ""}, // a status like any other
    {"echo a; echo b >&2", 0, "a\n", "b\n"},
    {"cat; echo end", 0, "end\n", ""}, // its input is empty
    {"kill -9 $$", 128 + 9, "", ""},
    {"printf %s \"$AT_PROC_TEST\"", 0, "it is set", ""},
    // A SIGPIPE that this process ignores is not ignored there.
    {"kill -PIPE $$; echo alive", 128 + SIGPIPE, "", ""},
    // No descriptor but three comes with it.
    {"for f in 3 4 5 6 7 8 9; do (eval \"true >&$f\") 2>/dev/null && echo $f; "
     "done; echo ok",
     0, "ok\n", ""},
};

T_TEST(proc_rows)
{
    signal(SIGPIPE, SIG_IGN);
    // Not close-on-exec, on purpose, and none of the first numbers.
    int null_fd = open("/dev/null", O_RDWR);
    int leak = fcntl(null_fd, F_DUPFD, 9);
    T_EQ_INT(leak, 9);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_proc_result result;
        struct at_op op = within(10000);
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].line);
        at_proc_result_init(&result, 4 * AT_KIB);
        T_OK(sh(&op, rows[i].line, &result, &err));
        T_EQ_INT(result.exit_status, rows[i].exit_status);
        T_EQ_TEXT(at_buf_text(&result.out), rows[i].out);
        T_EQ_TEXT(at_buf_text(&result.err), rows[i].err);
        at_proc_result_deinit(&result);
    }
    close(leak);
    close(null_fd);
}

T_TEST(a_program_that_cannot_run_has_no_exit_status)
{
    static const char *const names[] = {"at-no-such-program", "/no/such/file",
                                        "/dev/null"};
    static const int sys[] = {ENOENT, ENOENT, EACCES};
    for (size_t i = 0; i < T_LEN(names); i++) {
        const char *const argv[] = {names[i], NULL};
        struct at_proc_opts opts = {.argv = argv};
        struct at_proc_result result;
        struct at_op op = within(5000);
        struct at_err err = AT_ERR_INIT;
        at_proc_result_init(&result, 64);
        T_ROW(names[i]);
        T_NOT(at_proc_run(&op, &opts, &result, &err));
        T_EQ_INT(err.code, AT_EIO);
        T_EQ_INT(err.sys, sys[i]);
        T_HAS(err.msg, names[i]);
        at_proc_result_deinit(&result);
    }
}

static char root[] = "/tmp/at-proc-XXXXXX";

// A pipe by a name that a child can open: its end of file tells that all of
// them are gone, which a process id cannot, as a zombie has one too.
static char *fifo;

static int
open_fifo(void)
{
    unlink(fifo);
    T_EQ_INT(mkfifo(fifo, 0600), 0);
    int fd = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    T_OK(fd >= 0);
    return fd;
}

// Until one more byte, or 0 at the end.
static ssize_t
read_fifo(int fd)
{
    struct at_op op = within(10000);
    char byte;
    T_OK(at_op_wait_fd(&op, fd, POLLIN, NULL));
    return read(fd, &byte, 1);
}

struct firing {
    int fifo_fd;
    struct at_cancel *cancel;
};

// Cancel once the child says that it and its own are there.
static void *
fire_when_told(void *arg)
{
    struct firing *firing = arg;
    struct at_op op = within(10000);
    if (at_op_wait_fd(&op, firing->fifo_fd, POLLIN, NULL))
        at_cancel_fire(firing->cancel);
    return NULL;
}

// A tool that hangs, with a child that hangs too.
#define HANG "exec 9>\"$AT_FIFO\"; sleep 60 & echo hi; echo >&9; wait"
static const struct {
    const char *line;
    int64_t grace_ms;
    int exit_status;
    const char *out;
    int grace_signal;
    bool hurried;
} hangs[] = {
    {HANG, 0, 128 + SIGKILL, "hi\n", 0, false},
    {HANG, 20000, 128 + SIGTERM, "hi\n", 0, false},
    {"trap 'echo bye; exit 3' TERM; " HANG, 20000, 3, "hi\nbye\n", 0, false},
    {"trap '' TERM; " HANG, 100, 128 + SIGKILL, "hi\n", 0, false},
    {"trap '' TERM; " HANG, 20000, 128 + SIGKILL, "hi\n", 0, true},
    {"trap 'echo bye; exit 3' INT; " HANG, 20000, 3, "hi\nbye\n", SIGINT,
     false},
};

static void
hang(size_t i, const struct at_op *op, int fifo_fd, enum at_code code)
{
    const char *const argv[] = {"sh", "-c", hangs[i].line, NULL};
    char *row = at_strfmt("AT_FIFO=%s", fifo);
    const char *const env[] = {row, NULL};
    struct at_cancel *kill_now = at_cancel_new(NULL, NULL);
    struct at_proc_opts opts = {
        .argv = argv,
        .env = env,
        .grace_ms = hangs[i].grace_ms,
        .grace_signal = hangs[i].grace_signal,
        .kill_now = kill_now,
    };
    struct at_proc_result result;
    struct at_err err = AT_ERR_INIT;
    T_ROW(hangs[i].line);
    if (hangs[i].hurried)
        at_cancel_fire(kill_now);
    at_proc_result_init(&result, 256);
    T_NOT(at_proc_run(op, &opts, &result, &err));
    T_EQ_INT(err.code, code);
    T_EQ_INT(result.exit_status, hangs[i].exit_status);
    T_EQ_STR(at_buf_str(&result.out), hangs[i].out);
    T_EQ_INT(read_fifo(fifo_fd), 1);
    T_EQ_INT(read_fifo(fifo_fd), 0); // both are gone, at most a moment later
    at_proc_result_deinit(&result);
    at_cancel_free(kill_now);
    free(row);
}

T_TEST(proc_deadline_ends_the_group)
{
    for (size_t i = 0; i < T_LEN(hangs); i++) {
        int fd = open_fifo();
        struct at_op op = within(500);
        hang(i, &op, fd, AT_ETIMEOUT);
        T_OK(at_now_ns() - op.deadline_ns < 10000 * AT_NS_PER_MS);
        close(fd);
    }
}

T_TEST(proc_cancel_ends_the_group)
{
    for (size_t i = 0; i < T_LEN(hangs); i++) {
        int fd = open_fifo();
        struct at_cancel *cancel = at_cancel_new(NULL, NULL);
        struct at_op op = {at_now_ns() + 20000 * AT_NS_PER_MS, cancel};
        struct firing firing = {fd, cancel};
        pthread_t thread;
        T_EQ_INT(pthread_create(&thread, NULL, fire_when_told, &firing), 0);
        hang(i, &op, fd, AT_ECANCELED);
        T_EQ_INT(pthread_join(thread, NULL), 0);
        at_cancel_free(cancel);
        close(fd);
    }
}

T_TEST(proc_output_is_bounded)
{
    struct at_proc_result result;
    struct at_err err = AT_ERR_INIT;
    struct at_op op = within(10000);
    at_proc_result_init(&result, 1000);
    T_NOT(sh(&op, "while :; do echo flood; done", &result, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    T_OK(result.out.len <= 1000);
    at_proc_result_deinit(&result);
}

// A daemon that keeps the outputs open does not hold us up, and lives on.
T_TEST(proc_ends_with_its_child)
{
    struct at_proc_result result;
    struct at_err err = AT_ERR_INIT;
    struct at_op op = within(10000);
    int64_t pid = 0;
    at_proc_result_init(&result, 1000);
    T_OK(sh(&op, "sleep 30 & echo $!", &result, &err));
    T_OK(at_str_to_i64(at_str_trim(at_buf_str(&result.out)), 2, INT32_MAX,
                       &pid));
    T_EQ_INT(kill((pid_t)pid, 0), 0);
    T_EQ_INT(kill((pid_t)pid, SIGKILL), 0);
    at_proc_result_deinit(&result);
}

T_TEST(proc_reads_long_output_to_its_end)
{
    struct at_proc_result result;
    struct at_err err = AT_ERR_INIT;
    struct at_op op = within(20000);
    at_proc_result_init(&result, 1 * AT_MIB);
    T_OK(sh(&op, "head -c 500000 /dev/zero; head -c 300000 /dev/zero >&2",
            &result, &err));
    T_EQ_SIZE(result.out.len, 500000);
    T_EQ_SIZE(result.err.len, 300000);
    at_proc_result_deinit(&result);
}

T_TEST(proc_finds_programs)
{
    char *path = at_proc_find("sh");
    T_OK(path && path[0] == '/');
    free(path);
    T_NULL(at_proc_find("at-no-such-program"));
}

T_TEST(proc_keeps_its_name_among_several_of_one_executable)
{
    static const struct {
        const char *argv0;
        const char *want;
    } names[] = {
        {"bin/real", "bin/real"},
        {"bin/other", "bin/other"},
        {"out/other", "bin/other"},
        {"out/alias", "bin/real"}, // a name of the user's own
    };
    char *real_root = at_path_real(root, NULL);
    char *line = at_strfmt("cd %s && mkdir bin out && touch bin/real && "
                           "chmod +x bin/real && ln -s real bin/other && "
                           "ln -s ../bin/other out/other && "
                           "ln -s ../bin/other out/alias",
                           real_root);
    struct at_proc_result result;
    struct at_op op = within(20000);
    at_proc_result_init(&result, 0);
    T_OK(sh(&op, line, &result, NULL) && result.exit_status == 0);
    for (size_t i = 0; i < AT_LEN(names); i++) {
        char *argv0 = at_strfmt("%s/%s", real_root, names[i].argv0);
        char *want = at_strfmt("%s/%s", real_root, names[i].want);
        char *self = at_proc_self(argv0);
        T_EQ_TEXT(self, want);
        free(argv0);
        free(want);
        free(self);
    }
    at_proc_result_deinit(&result);
    free(line);
    free(real_root);
}

// The calls of a listener: 's', 'o' and 'e' for runs of pieces, 'x'.
struct record {
    char order[64];
    struct at_buf out;
    struct at_buf err;
    const struct at_proc_opts *opts;
    long pid;
    int exit_status;
    enum at_code why;
};

static void
note(struct record *record, char what)
{
    size_t len = strlen(record->order);
    bool again = len > 0 && record->order[len - 1] == what;
    if (!again && len + 1 < sizeof(record->order))
        record->order[len] = what;
}

static void
on_started(void *user, const struct at_proc_opts *opts, long pid)
{
    struct record *record = user;
    note(record, 's');
    record->opts = opts;
    record->pid = pid;
}

static void
on_printed(void *user, bool is_err, struct at_str piece)
{
    struct record *record = user;
    T_OK(piece.len > 0);
    note(record, is_err ? 'e' : 'o');
    T_OK(at_buf_add_str(is_err ? &record->err : &record->out, piece));
}

static void
on_ended(void *user, int exit_status, const struct at_err *why)
{
    struct record *record = user;
    note(record, 'x');
    record->exit_status = exit_status;
    record->why = why ? why->code : AT_OK;
}

static bool
sh_told(const struct at_op *op, const char *line, bool listener_only,
        struct record *record, struct at_proc_result *result)
{
    const char *const argv[] = {"sh", "-c", line, NULL};
    struct at_proc_listener listener = {on_started, on_printed, on_ended,
                                        record};
    struct at_proc_opts opts = {
        .argv = argv, .listener = &listener, .listener_only = listener_only};
    *record = (struct record){.out = AT_BUF_INIT(64 * AT_MIB),
                              .err = AT_BUF_INIT(64 * AT_MIB)};
    bool ok = at_proc_run(op, &opts, result, NULL);
    T_OK(!record->opts || record->opts == &opts);
    return ok;
}

static void
record_deinit(struct record *record)
{
    at_buf_deinit(&record->out);
    at_buf_deinit(&record->err);
}

static const struct {
    const char *line;
    const char *order;
    int exit_status;
    const char *out;
    const char *err;
} told[] = {
    {"true", "sx", 0, "", ""},
    {"exit 4", "sx", 4, "", ""},
    {"echo a; exit 4", "sox", 4, "a\n", ""},
    {"printf x >&2", "sex", 0, "", "x"},
    {"kill -TERM $$", "sx", 128 + SIGTERM, "", ""},
};

T_TEST(proc_tells_its_listener)
{
    for (size_t i = 0; i < T_LEN(told); i++) {
        struct at_proc_result result;
        struct record record;
        struct at_op op = within(10000);
        T_ROW(told[i].line);
        at_proc_result_init(&result, 64);
        T_OK(sh_told(&op, told[i].line, false, &record, &result));
        T_EQ_TEXT(record.order, told[i].order);
        T_OK(record.pid > 1);
        T_EQ_INT(record.exit_status, told[i].exit_status);
        T_EQ_INT(record.why, AT_OK);
        T_EQ_STR(at_buf_str(&record.out), told[i].out);
        T_EQ_STR(at_buf_str(&record.err), told[i].err);
        T_EQ_STR(at_buf_str(&result.out), told[i].out);
        T_EQ_STR(at_buf_str(&result.err), told[i].err);
        record_deinit(&record);
        at_proc_result_deinit(&result);
    }
}

static void
check_numbers(struct at_str text, int64_t count)
{
    struct at_str line;
    int64_t want = 1;
    int64_t number;
    for (; at_str_next_line(&text, &line); want++) {
        T_OK(at_str_to_i64(line, 1, count, &number));
        T_EQ_INT(number, want);
    }
    T_EQ_INT(want, count + 1);
}

// Both outputs as fast as they can: every byte in its order, and neither waits
// for the other's end.
T_TEST(proc_hands_on_two_busy_outputs)
{
    static const char line[] = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); "
                               "echo $i; echo $i >&2; done & "
                               "wait";
    struct at_proc_result result;
    struct record record;
    struct at_op op = within(20000);
    at_proc_result_init(&result, 1 * AT_MIB);
    T_OK(sh_told(&op, line, false, &record, &result));
    check_numbers(at_buf_str(&record.out), 20000);
    check_numbers(at_buf_str(&record.err), 20000);
    check_numbers(at_buf_str(&result.out), 20000);
    check_numbers(at_buf_str(&result.err), 20000);
    T_EQ_MEM(record.order, 2, "so", 2);
    record_deinit(&record);
    at_proc_result_deinit(&result);
}

T_TEST(proc_need_not_collect)
{
    struct at_proc_result result;
    struct record record;
    struct at_op op = within(20000);
    at_proc_result_init(&result, 10);
    T_OK(sh_told(&op, "head -c 500000 /dev/zero; echo e >&2", true, &record,
                 &result));
    T_EQ_SIZE(record.out.len, 500000);
    T_EQ_STR(at_buf_str(&record.err), "e\n");
    T_EQ_SIZE(result.out.len + result.err.len, 0);
    T_EQ_INT(result.exit_status, 0);
    record_deinit(&record);
    at_proc_result_deinit(&result);
}

// One that never pauses is ended in time, and the listener hears why.
T_TEST(proc_flood_ends_at_the_deadline)
{
    struct at_proc_result result;
    struct record record;
    struct at_op op = within(1000);
    at_proc_result_init(&result, 10);
    T_NOT(sh_told(&op, "while :; do echo flood; done", true, &record, &result));
    T_OK(at_now_ns() - op.deadline_ns < 5000 * AT_NS_PER_MS);
    T_EQ_TEXT(record.order, "sox");
    T_EQ_INT(record.why, AT_ETIMEOUT);
    T_EQ_INT(record.exit_status, 128 + SIGKILL);
    record_deinit(&record);
    op = within(20000);
    T_NOT(sh_told(&op, "echo 12345678901", false, &record, &result));
    T_EQ_TEXT(record.order, "sox");
    T_EQ_INT(record.why, AT_ELIMIT);
    record_deinit(&record);
    at_proc_result_deinit(&result);
}

// A daemon that prints forever does not keep its parent's run from its end.
T_TEST(proc_ends_though_a_daemon_prints)
{
    struct at_proc_result result;
    struct record record;
    struct at_op op = within(20000);
    int64_t pid = 0;
    struct at_str line;
    at_proc_result_init(&result, 10);
    T_OK(sh_told(&op, "yes >&2 & echo $!", true, &record, &result));
    struct at_str rest = at_buf_str(&record.out);
    T_OK(at_str_next_line(&rest, &line));
    T_OK(at_str_to_i64(line, 2, INT32_MAX, &pid));
    kill((pid_t)pid, SIGKILL);
    record_deinit(&record);
    at_proc_result_deinit(&result);
}

T_TEST(proc_that_cannot_run_is_not_told)
{
    const char *const argv[] = {"at-no-such-program", NULL};
    struct record record = {.why = AT_OK};
    struct at_proc_listener listener = {on_started, on_printed, on_ended,
                                        &record};
    struct at_proc_opts opts = {.argv = argv, .listener = &listener};
    struct at_proc_result result;
    struct at_op op = within(5000);
    at_proc_result_init(&result, 64);
    T_NOT(at_proc_run(&op, &opts, &result, NULL));
    T_EQ_TEXT(record.order, "");
    at_proc_result_deinit(&result);
}

T_TEST(proc_runs_in_a_folder)
{
    const char *const argv[] = {"sh", "-c", "pwd -P", NULL};
    const char *const own[] = {"tests/../check", NULL};
    char *missing = at_strfmt("%s/none", root);
    struct at_proc_opts opts = {.argv = argv, .cwd = "/"};
    struct at_proc_result result;
    struct at_op op = within(10000);
    struct at_err err = AT_ERR_INIT;
    at_proc_result_init(&result, 4 * AT_KIB);
    T_OK(at_proc_run(&op, &opts, &result, &err));
    T_EQ_STR(at_buf_str(&result.out), "/\n");
    opts.cwd = missing;
    T_NOT(at_proc_run(&op, &opts, &result, &err));
    T_EQ_INT(err.code, AT_EIO);
    T_EQ_INT(err.sys, 0); // the program is there
    T_HAS(err.msg, missing);
    opts = (struct at_proc_opts){.argv = own, .cwd = "/no/such/folder"};
    T_NOT(at_proc_run(&op, &opts, &result, &err));
    T_HAS(err.msg, "/no/such/folder"); // the relative program was found
    at_proc_result_deinit(&result);
    free(missing);
}

// Wait for a launched child's end.
static int
status_of(long pid)
{
    struct at_op op = within(10000);
    int status = -2;
    while (!at_proc_has_ended(pid, &status)) {
        T_EQ_INT(status, -1);
        T_OK(at_op_wait_until(&op, at_now_ns() + 5 * AT_NS_PER_MS, NULL));
    }
    return status;
}

T_TEST(proc_is_launched)
{
    static const char line[] =
        "cat; echo out; echo err >&2; printf \"$AT_PROC_TEST\" >&3; "
        "for f in 4 5 6 7 8 9; do (eval \"true >&$f\") 2>/dev/null && echo $f; "
        "done; exit 5";
    const char *const argv[] = {"sh", "-c", line, NULL};
    const char *const env[] = {"AT_PROC_TEST=ready", NULL};
    struct at_proc_opts opts = {.argv = argv, .env = env, .cwd = "/"};
    struct at_buf log = AT_BUF_INIT(4 * AT_KIB);
    struct stat info;
    char ready[16];
    int fds[2];
    long pid;
    char *path = at_strfmt("%s/log", root);
    T_OK(at_file_append(path, at_str("before\n"), NULL));
    T_EQ_INT(pipe(fds), 0);
    T_OK(at_proc_launch(&opts, path, fds[1], &pid, NULL));
    close(fds[1]);
    T_EQ_INT(read(fds[0], ready, sizeof(ready)), 5);
    T_EQ_MEM(ready, 5, "ready", 5);
    T_EQ_INT(status_of(pid), 5);
    T_EQ_INT(read(fds[0], ready, sizeof(ready)), 0); // it has no other holder
    close(fds[0]);
    T_OK(at_file_read(path, &log, NULL));
    T_EQ_STR(at_buf_str(&log), "before\nout\nerr\n");
    T_EQ_INT(stat(path, &info), 0);
    T_EQ_INT(info.st_mode & 0777, 0600);
    at_buf_deinit(&log);
    free(path);
}

T_TEST(proc_launched_leads_a_session)
{
    const char *const argv[] = {"sleep", "60", NULL};
    struct at_proc_opts opts = {.argv = argv};
    int status;
    long pid;
    T_OK(at_proc_launch(&opts, NULL, -1, &pid, NULL));
    T_NOT(at_proc_has_ended(pid, &status));
    T_EQ_INT(getsid((pid_t)pid), pid);
    T_EQ_INT(kill((pid_t)pid, SIGKILL), 0);
    T_EQ_INT(status_of(pid), 128 + SIGKILL);
    T_OK(at_proc_has_ended(pid, &status)); // it was collected already
    T_EQ_INT(status, -1);
}

T_TEST(proc_launch_fails)
{
    const char *const argv[] = {"at-no-such-program", NULL};
    const char *const sh_argv[] = {"sh", NULL};
    struct at_proc_opts opts = {.argv = argv};
    struct at_err err = AT_ERR_INIT;
    long pid = 0;
    T_NOT(at_proc_launch(&opts, NULL, -1, &pid, &err));
    T_EQ_INT(pid, -1);
    T_EQ_INT(err.code, AT_EIO);
    T_EQ_INT(err.sys, ENOENT);
    opts.argv = sh_argv;
    T_NOT(at_proc_launch(&opts, "/no/such/folder/log", -1, &pid, &err));
    T_EQ_INT(pid, -1);
    T_HAS(err.msg, "/no/such/folder/log");
}

int
main(void)
{
    if (!mkdtemp(root))
        return 1;
    fifo = at_strfmt("%s/fifo", root);
    int failed = T_RUN(NULL, NULL);
    free(fifo);
    return at_folder_remove(root, NULL) ? failed : 1;
}
