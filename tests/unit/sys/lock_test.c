// lock_test.c: leases of one process; two processes are tested end to end
#include "sys/lock.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/rundir.h"
#include "tests/t.h"

static const struct at_op forever = {AT_NEVER_NS, NULL};
static char folder[] = "/tmp/agentest-lock-XXXXXX";

static struct at_lock *
take(const char *name, struct at_err *err)
{
    struct at_lock *lock;
    return at_lock_take(&forever, name, "tester 1", false, &lock, err) ? lock
                                                                       : NULL;
}

// The first test: the others use this folder.
T_TEST(locks_in_a_separate_folder)
{
    T_OK(mkdtemp(folder) != NULL);
    char *leases = at_strfmt("%s/agentest", folder);
    setenv("AGENTEST_LEASE_DIR", leases, 1);
    free(leases);
}

T_TEST(one_holder_within_a_process)
{
    struct at_err err = AT_ERR_INIT;
    struct at_lock *first = take("emulator-5554", &err);
    T_OK(first != NULL);
    T_NULL(take("emulator-5554", &err));
    T_EQ_INT(err.code, AT_EBUSY);
    T_HAS(err.msg, "'emulator-5554' is in use by this process");
    struct at_lock *other = take("emulator-5556", &err);
    T_OK(other != NULL);
    at_lock_release(first);
    first = take("emulator-5554", &err);
    T_OK(first != NULL);
    at_lock_release(first);
    at_lock_release(other);
    at_lock_release(NULL);
}

// Names of files that a lease may not leave its folder by.
static const struct {
    const char *name;
    const char *file;
} names[] = {
    {"10.0.0.2:5555", "10.0.0.2%3a5555.lock"},
    {"../etc", "%2e.%2fetc.lock"},
    {"a b%\xc3\xa9", "a%20b%25%c3%a9.lock"},
    {".", "%2e.lock"},
};

T_TEST(any_name_is_a_file_of_the_folder)
{
    for (size_t i = 0; i < T_LEN(names); i++) {
        struct stat st;
        struct at_lock *lock = take(names[i].name, NULL);
        char *path = at_strfmt("%s/agentest/%s", folder, names[i].file);
        T_ROW(names[i].name);
        T_OK(lock != NULL);
        T_EQ_INT(stat(path, &st), 0);
        T_EQ_INT(st.st_mode & 0777, 0600);
        at_lock_release(lock);
        free(path);
    }
}

T_TEST(a_name_has_a_limit)
{
    struct at_err err = AT_ERR_INIT;
    char name[AT_LOCK_NAME_MAX_BYTES + 2];
    memset(name, 'x', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    T_NULL(take(name, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
}

static void
ask(const char *text)
{
    char *path = at_strfmt("%s/agentest/dev.ask", folder);
    FILE *file = fopen(path, "w");
    T_OK(file != NULL);
    fputs(text, file);
    fclose(file);
    free(path);
}

T_TEST(a_holder_hears_who_asks)
{
    struct at_lock_holder who;
    struct at_op now = {at_now_ns(), NULL};
    struct at_lock *lock = take("dev", NULL);
    T_OK(lock != NULL);
    T_NOT(at_lock_asked(lock, &who));
    T_NOT(at_op_wait_fd(&now, at_lock_fd(lock), POLLIN, NULL));
    ask("77 1700000000000 other program\n");
    T_OK(at_op_wait_fd(&now, at_lock_fd(lock), POLLIN, NULL));
    T_OK(at_lock_asked(lock, &who));
    T_EQ_INT(who.pid, 77);
    T_EQ_TEXT(who.program, "other program");
    ask("nonsense\n");
    T_NOT(at_lock_asked(lock, &who));
    T_NOT(at_op_wait_fd(&now, at_lock_fd(lock), POLLIN, NULL));
    at_lock_release(lock);
}

T_TEST(a_folder_that_others_may_use_is_refused)
{
    struct at_err err = AT_ERR_INIT;
    char *path = at_strfmt("%s/open", folder);
    T_EQ_INT(mkdir(path, 0700), 0);
    T_OK(at_rundir_make(path, &err));
    T_EQ_INT(chmod(path, 0770), 0);
    T_NOT(at_rundir_make(path, &err));
    T_HAS(err.msg, "not a private directory");
    free(path);
}

static void
write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    T_OK(file != NULL);
    fputs(text, file);
    fclose(file);
}

static void
expect_file(const char *path, const char *text)
{
    struct at_buf have = AT_BUF_INIT(100);
    T_OK(at_file_read(path, &have, NULL));
    T_EQ_TEXT(at_buf_text(&have), text);
    at_buf_deinit(&have);
}

static const char *const linked[] = {"lock", "ask"};

T_TEST(a_link_at_a_lease_spares_the_file_it_points_to)
{
    char *canary = at_strfmt("%s/canary", folder);
    write_file(canary, "untouched");
    for (size_t i = 0; i < T_LEN(linked); i++) {
        struct at_err err = AT_ERR_INIT;
        char *path = at_strfmt("%s/agentest/link%zu.%s", folder, i, linked[i]);
        char *name = at_strfmt("link%zu", i);
        T_ROW(linked[i]);
        T_EQ_INT(symlink(canary, path), 0);
        T_NULL(take(name, &err));
        T_EQ_INT(err.code, AT_EIO);
        T_HAS(err.msg, "remove it");
        T_HAS(err.msg, path);
        expect_file(canary, "untouched");
        unlink(path);
        struct at_lock *lock = take(name, &err);
        T_OK(lock != NULL);
        at_lock_release(lock);
        free(path);
        free(name);
    }
    free(canary);
}

T_TEST(a_removed_lease_is_noticed_and_taken_again)
{
    char *path = at_strfmt("%s/agentest", folder);
    struct at_lock *lock = take("dev", NULL);
    T_OK(lock != NULL);
    T_OK(at_lock_is_there(lock));
    T_OK(at_folder_remove(path, NULL));
    T_NOT(at_lock_is_there(lock));
    at_lock_release(lock);
    lock = take("dev", NULL);
    T_OK(lock != NULL);
    T_OK(at_lock_is_there(lock));
    at_lock_release(lock);
    free(path);
}

// A login sets them, cron does not: two holders of one device.
T_TEST(the_folder_of_leases_does_not_depend_on_the_login)
{
    char *chosen = at_strdup(getenv("AGENTEST_LEASE_DIR"));
    unsetenv("AGENTEST_LEASE_DIR");
    unsetenv("XDG_RUNTIME_DIR");
    unsetenv("TMPDIR");
    char *without = at_rundir_leases(NULL);
    setenv("XDG_RUNTIME_DIR", folder, 1);
    setenv("TMPDIR", folder, 1);
    char *with = at_rundir_leases(NULL);
    T_OK(without != NULL && with != NULL);
    T_EQ_TEXT(with, without);
    setenv("AGENTEST_LEASE_DIR", chosen, 1);
    unsetenv("XDG_RUNTIME_DIR");
    unsetenv("TMPDIR");
    free(with);
    free(without);
    free(chosen);
}

T_TEST(a_folder_taken_by_another_user_is_replaced_by_one_at_home)
{
    struct at_err err = AT_ERR_INIT;
    char *taken = at_strfmt("%s/agentest-%ld", folder, (long)getuid());
    T_EQ_INT(mkdir(taken, 0700), 0);
    if (chown(taken, 65534, 65534) == 0) { // only root can do it
        setenv("TMPDIR", folder, 1);
        char *path = at_rundir_temporary(&err);
        unsetenv("TMPDIR");
        T_OK(path != NULL);
        T_HAS(path, "/agentest/run");
        T_OK(at_folder_is_mine(path));
        rmdir(path);
        free(path);
    }
    free(taken);
}

T_MAIN()
