#include "sys/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
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
    int leak = open("/dev/null", O_RDWR); // not close-on-exec, on purpose
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
}

T_TEST(proc_that_cannot_run_is_no_exit_status)
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

// Is a process with that id alive? It may be a moment before it is reaped by
// whoever it was left to.
static bool
dies_soon(pid_t pid)
{
    struct at_op op = within(5000);
    while (kill(pid, 0) == 0) {
        int64_t then_ns = at_now_ns() + 5 * AT_NS_PER_MS;
        if (!at_op_wait_until(&op, then_ns, NULL))
            return false;
    }
    return true;
}

T_TEST(proc_deadline_kills_the_group)
{
    struct at_proc_result result;
    struct at_err err = AT_ERR_INIT;
    struct at_op op = within(300);
    int64_t pid = 0;
    at_proc_result_init(&result, 64);
    T_NOT(sh(&op, "sleep 60 & echo $!; wait", &result, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    T_OK(at_now_ns() - op.deadline_ns < 2000 * AT_NS_PER_MS);
    T_OK(at_str_to_i64(at_str_trim(at_buf_str(&result.out)), 2, INT32_MAX,
                       &pid));
    T_OK(dies_soon((pid_t)pid));
    at_proc_result_deinit(&result);
}

static void *
fire_soon(void *cancel)
{
    struct at_op op = within(100);
    if (!at_op_wait_until(&op, AT_NEVER_NS, NULL))
        at_cancel_fire(cancel);
    return NULL;
}

T_TEST(proc_is_cancelled)
{
    struct at_proc_result result;
    struct at_err err = AT_ERR_INIT;
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    struct at_op op = {at_now_ns() + 20000 * AT_NS_PER_MS, cancel};
    pthread_t thread;
    at_proc_result_init(&result, 64);
    T_EQ_INT(pthread_create(&thread, NULL, fire_soon, cancel), 0);
    T_NOT(sh(&op, "sleep 60", &result, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    T_EQ_INT(pthread_join(thread, NULL), 0);
    at_proc_result_deinit(&result);
    at_cancel_free(cancel);
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

T_MAIN(T_CASE(proc_rows), T_CASE(proc_that_cannot_run_is_no_exit_status),
       T_CASE(proc_deadline_kills_the_group), T_CASE(proc_is_cancelled),
       T_CASE(proc_output_is_bounded), T_CASE(proc_ends_with_its_child),
       T_CASE(proc_reads_long_output_to_its_end), T_CASE(proc_finds_programs))
