// filelock_test.c: locks against another process
#include "sys/filelock.h"

#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"

static char folder[] = "/tmp/at-filelock-XXXXXX";
static char *path;

static struct at_op
within(int64_t ms)
{
    return (struct at_op){at_now_ns() + ms * AT_NS_PER_MS, NULL};
}

// A process that takes the lock, says so, and keeps it until it is killed; not
// forever, should the test fail before that.
static pid_t
start_holder(void)
{
    int fds[2];
    char byte = 0;
    T_EQ_INT(pipe(fds), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct at_op op = within(5000);
        struct at_filelock *lock;
        alarm(20);
        bool ok = at_filelock_take(&op, path, &lock, NULL);
        if (write(fds[1], ok ? "y" : "n", 1) == 1)
            pause();
        _exit(1);
    }
    T_OK(pid > 0);
    T_EQ_INT(read(fds[0], &byte, 1), 1);
    T_EQ_INT(byte, 'y');
    close(fds[0]);
    close(fds[1]);
    return pid;
}

static void
end_holder(pid_t pid)
{
    T_EQ_INT(kill(pid, SIGKILL), 0);
    T_EQ_INT(waitpid(pid, NULL, 0), pid);
}

T_TEST(filelock_is_made_and_private)
{
    struct at_op op = within(0); // tried once all the same
    struct at_filelock *lock;
    struct stat info;
    T_NOT(at_filelock_is_held(path));
    T_OK(at_filelock_take(&op, path, &lock, NULL));
    T_EQ_INT(stat(path, &info), 0);
    T_EQ_INT(info.st_mode & 0777, 0600);
    T_OK(at_filelock_is_held(path));
    T_EQ_INT(write(at_filelock_fd(lock), "kept", 4), 4);
    at_filelock_release(lock);
    T_NOT(at_filelock_is_held(path));
    T_EQ_INT(stat(path, &info), 0);
    T_EQ_INT(info.st_size, 4);
    at_filelock_release(NULL);
}

T_TEST(filelock_is_not_taken_twice)
{
    struct at_op op = within(5000);
    struct at_err err = AT_ERR_INIT;
    struct at_filelock *lock;
    struct at_filelock *other;
    T_OK(at_filelock_take(&op, path, &lock, NULL));
    T_NOT(at_filelock_take(&op, path, &other, &err));
    T_NULL(other);
    T_EQ_INT(err.code, AT_EBUSY);
    T_HAS(err.msg, "this process");
    at_filelock_release(lock);
}

// Asking must not lose what this process holds: another one still sees it.
T_TEST(filelock_outlives_a_question)
{
    struct at_op op = within(5000);
    struct at_filelock *lock;
    int status = 0;
    T_OK(at_filelock_take(&op, path, &lock, NULL));
    T_OK(at_filelock_is_held(path));
    T_NOT(at_filelock_take(&op, path, &(struct at_filelock *){NULL}, NULL));
    pid_t pid = fork();
    if (pid == 0) {
        at_filelock_release(lock); // closes a copy: the parent's lock stays
        _exit(at_filelock_is_held(path) ? 0 : 1);
    }
    T_EQ_INT(waitpid(pid, &status, 0), pid);
    T_EQ_INT(status, 0);
    at_filelock_release(lock);
}

T_TEST(filelock_of_another_process)
{
    struct at_op op = within(60);
    struct at_err err = AT_ERR_INIT;
    struct at_filelock *lock;
    pid_t pid = start_holder();
    char *who = at_strfmt("process %ld", (long)pid);
    T_OK(at_filelock_is_held(path));
    T_NOT(at_filelock_take(&op, path, &lock, &err));
    T_NULL(lock);
    T_EQ_INT(err.code, AT_EBUSY);
    T_HAS(err.msg, who);
    T_HAS(err.msg, path);
    end_holder(pid); // ended by SIGKILL: the kernel releases the lock
    T_NOT(at_filelock_is_held(path));
    op = within(5000);
    T_OK(at_filelock_take(&op, path, &lock, &err));
    at_filelock_release(lock);
    free(who);
}

static void *
end_soon(void *arg)
{
    struct at_op op = within(100);
    if (!at_op_wait_until(&op, AT_NEVER_NS, NULL))
        kill(*(pid_t *)arg, SIGKILL);
    return NULL;
}

T_TEST(filelock_waits_for_another)
{
    struct at_op op = within(10000);
    struct at_filelock *lock;
    pthread_t thread;
    pid_t pid = start_holder();
    T_EQ_INT(pthread_create(&thread, NULL, end_soon, &pid), 0);
    T_OK(at_filelock_take(&op, path, &lock, NULL));
    at_filelock_release(lock);
    T_EQ_INT(pthread_join(thread, NULL), 0);
    T_EQ_INT(waitpid(pid, NULL, 0), pid);
}

T_TEST(filelock_is_cancelled)
{
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    struct at_op op = {at_now_ns() + 20000 * AT_NS_PER_MS, cancel};
    struct at_err err = AT_ERR_INIT;
    struct at_filelock *lock;
    pid_t pid = start_holder();
    at_cancel_fire(cancel);
    T_NOT(at_filelock_take(&op, path, &lock, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    end_holder(pid);
    at_cancel_free(cancel);
}

T_TEST(filelock_needs_its_folder)
{
    struct at_op op = within(5000);
    struct at_err err = AT_ERR_INIT;
    struct at_filelock *lock;
    char *missing = at_strfmt("%s/none/a", folder);
    T_NOT(at_filelock_take(&op, missing, &lock, &err));
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, missing);
    free(missing);
}

int
main(void)
{
    if (!mkdtemp(folder))
        return 1;
    path = at_strfmt("%s/lock", folder);
    int failed = T_RUN(NULL, NULL);
    unlink(path);
    rmdir(folder);
    free(path);
    return failed;
}
