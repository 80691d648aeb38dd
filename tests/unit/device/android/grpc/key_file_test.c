// Keys in a folder, and an emulator of the test's that takes them up, or not.
#include "device/android/grpc/key_file.h"

#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/proc.h"
#include "tests/t.h"
#include "tests/unit/rig.h"

#define KID "0123abcd"
static const char set[] = "{\"keys\":[{\"kid\":\"" KID "\"}]}";

static char root[64];
static char *folder;
static char *active;
static struct at_key_place place;

static void
begin(void)
{
    snprintf(root, sizeof(root), "/tmp/at-key-XXXXXX");
    T_OK(mkdtemp(root) != NULL);
    folder = at_strfmt("%s/jwks", root);
    active = at_strfmt("%s/active.jwk", folder);
    place = (struct at_key_place){folder, active, 5000};
    T_OK(at_folder_make(folder, NULL));
}

static void
end(void)
{
    T_OK(at_folder_remove(root, NULL));
    free(active);
    free(folder);
}

static struct at_op
ten_seconds(void)
{
    return (struct at_op){at_now_ns() + 10000 * AT_NS_PER_MS, NULL};
}

static char *
path_of(long pid, const char *more)
{
    return at_strfmt("%s/agentest-%ld-%s", folder, pid, more);
}

static void
put(const char *path, const char *text)
{
    T_OK(at_file_put(path, at_str(text), NULL));
}

static bool
publish(char **out_path, struct at_err *err)
{
    struct at_op op = ten_seconds();
    return at_key_file_publish(&op, &place, KID, at_str(set), out_path, err);
}

static size_t
files_in(const char *where)
{
    struct at_folder_list files;
    T_OK(at_folder_list(where, &files, NULL));
    size_t count = files.count;
    at_folder_list_deinit(&files);
    return count;
}

// Takes the key up when it is there: at first by halves.
static void *
take_up(void *arg)
{
    struct at_op op = ten_seconds();
    struct at_op soon;
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    char *path = arg;
    while (!at_file_read(path, &text, NULL) && at_op_check(&op, NULL)) {
        soon = at_op_sub(&op, at_now_ns(), 1);
        (void)!at_op_wait_fd(&soon, -1, 0, NULL);
    }
    for (size_t len = 0; len <= text.len; len++)
        if (!at_file_put(active, at_str_head(at_buf_str(&text), len), NULL))
            break;
    at_buf_deinit(&text);
    return NULL;
}

T_TEST(key_is_published_and_removed)
{
    struct at_err err = AT_ERR_INIT;
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    struct stat info;
    pthread_t emulator;
    char *path;
    begin();
    put(active, "{\"keys\": []}");
    char *expected = path_of((long)getpid(), KID ".jwk");
    T_EQ_INT(pthread_create(&emulator, NULL, take_up, expected), 0);
    bool ok = publish(&path, &err);
    pthread_join(emulator, NULL);
    T_EQ_TEXT(err.msg, "");
    T_OK(ok);
    T_EQ_TEXT(path, expected);
    T_EQ_INT(lstat(path, &info), 0);
    T_OK(S_ISREG(info.st_mode));
    T_EQ_INT(info.st_mode & 0777, 0600);
    T_OK(at_file_read(path, &text, NULL));
    T_EQ_STR(at_buf_str(&text), set);
    T_OK(at_key_file_is_active(&place, KID, path));
    T_NOT(at_key_file_is_active(&place, "another", path));
    put(active, "{\"keys\": []}");
    T_NOT(at_key_file_is_active(&place, KID, path));
    put(active, set);
    at_key_file_remove(path);
    T_NOT(at_key_file_is_active(&place, KID, expected));
    T_EQ_SIZE(files_in(folder), 1); // the emulator's own
    at_key_file_remove(NULL);
    at_buf_deinit(&text);
    free(expected);
    end();
}

// An emulator's key list, or a replacement for it: none of it is our key,
// delays us or is read without a bound.
static void
active_is_fifo(void)
{
    T_EQ_INT(mkfifo(active, 0600), 0);
}
static void
active_is_folder(void)
{
    T_OK(at_folder_make(active, NULL));
}
static void
active_is_endless(void)
{
    T_EQ_INT(symlink("/dev/zero", active), 0);
}
static void
active_is_long(void)
{
    put(active, set);
    T_EQ_INT(truncate(active, (off_t)1 << 40), 0);
}
static void
active_is_anothers(void)
{
    put(active, "{\"keys\":[{\"kid\":\"0123abce\"}]}");
}
static void
active_is_half(void)
{
    put(active, "{\"keys\":[{\"kid\":\"" KID "\"}");
}
static void
active_is_nothing(void)
{
}

static const struct {
    const char *name;
    void (*make)(void);
    const char *says;
} rows[] = {
    {"a FIFO", active_is_fifo, "active.jwk' is not a regular file"},
    {"a folder", active_is_folder, "active.jwk' is not a regular file"},
    {"a device", active_is_endless, "active.jwk' is not a regular file"},
    {"a terabyte", active_is_long, "is longer than 262144 bytes"},
    {"another key", active_is_anothers, "active.jwk' does not list it"},
    {"half a key", active_is_half, "active.jwk' does not list it"},
    {"absent", active_is_nothing, "cannot open '"},
};

T_TEST(key_that_is_not_taken_up)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_err err = AT_ERR_INIT;
        char *path;
        T_ROW(rows[i].name);
        begin();
        rows[i].make();
        place.max_ms = 50;
        size_t before = files_in(folder);
        T_NOT(publish(&path, &err));
        T_EQ_INT(err.code, AT_EGRPC);
        T_HAS(err.msg, "has not read our key within 50 ms: ");
        T_HAS(err.msg, rows[i].says);
        T_HAS(err.msg, "-grpc-use-token");
        T_NULL(path);
        T_EQ_SIZE(files_in(folder), before);
        end();
    }
}

static void *
cancel_when_published(void *arg)
{
    struct at_op op = ten_seconds();
    while (files_in(folder) == 0 && at_op_check(&op, NULL)) {
        struct at_op soon = at_op_sub(&op, at_now_ns(), 1);
        (void)!at_op_wait_fd(&soon, -1, 0, NULL);
    }
    at_cancel_fire(arg);
    return NULL;
}

T_TEST(key_is_not_waited_for_once_cancelled)
{
    struct at_err err = AT_ERR_INIT;
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    struct at_op op = {AT_NEVER_NS, cancel};
    pthread_t canceller;
    char *path;
    begin();
    T_EQ_INT(pthread_create(&canceller, NULL, cancel_when_published, cancel),
             0);
    T_NOT(at_key_file_publish(&op, &place, KID, at_str(set), &path, &err));
    pthread_join(canceller, NULL);
    T_EQ_INT(err.code, AT_ECANCELED);
    T_NULL(path);
    T_EQ_SIZE(files_in(folder), 0);
    at_cancel_free(cancel);
    end();
}

static void
refused(const char *says)
{
    struct at_err err = AT_ERR_INIT;
    char *path;
    T_NOT(publish(&path, &err));
    T_EQ_INT(err.code, AT_EGRPC);
    T_HAS(err.msg, says);
    T_HAS(err.msg, "run this as the user who runs the emulator");
    T_NULL(path);
}

T_TEST(key_goes_only_into_a_folder_of_ours)
{
    begin();
    put(active, set);
    char *elsewhere = at_strfmt("%s/elsewhere", root);
    T_EQ_INT(rename(folder, elsewhere), 0);
    refused("is not a folder of this user"); // it is not there
    T_EQ_INT(symlink(elsewhere, folder), 0);
    refused("is not a folder of this user"); // a link to one of ours
    T_EQ_SIZE(files_in(elsewhere), 1);
    T_EQ_INT(unlink(folder), 0);
    put(folder, "");
    refused("is not a folder of this user");
    T_EQ_INT(unlink(folder), 0);
    T_EQ_INT(rename(elsewhere, folder), 0);
    if (getuid() == 0) {
        T_EQ_INT(chown(folder, 1, 1), 0);
        refused("is not a folder of this user");
        T_EQ_INT(chown(folder, 0, 0), 0);
    } else {
        place.folder = "/";
        refused("'/', where it looks for their keys, is not a folder of this");
    }
    free(elsewhere);
    end();
}

// Root may write anywhere, so somebody else tries.
static void
as_somebody(void (*run)(void))
{
    int status = 0;
    pid_t pid = fork();
    T_OK(pid >= 0);
    if (pid == 0) {
        if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(2);
        run();
        _exit(0);
    }
    T_EQ_INT(waitpid(pid, &status, 0), pid);
    T_EQ_INT(status, 0);
}

static void
try_to_publish(void)
{
    struct at_err err = AT_ERR_INIT;
    char *path;
    bool as_told =
        !publish(&path, &err) && err.code == AT_EGRPC &&
        strstr(err.msg, "no key can be published to it: cannot create '") &&
        strstr(err.msg, "Permission denied") &&
        strstr(err.msg, "run this as the user who runs the emulator");
    if (as_told)
        return;
    print_error("%s\n", err.msg);
    _exit(1);
}

T_TEST(key_needs_the_permission)
{
    begin();
    put(active, set);
    T_EQ_INT(chmod(folder, 0500), 0);
    if (getuid() == 0) {
        T_EQ_INT(chmod(root, 0711), 0);
        T_EQ_INT(chown(folder, 65534, 65534), 0);
    }
    as_somebody(try_to_publish);
    T_EQ_INT(chmod(folder, 0700), 0);
    end();
}

T_TEST(keys_of_the_dead_are_removed)
{
    static const struct {
        const char *head;
        enum { DEAD, LIVING, OURS, NOBODY } maker;
        const char *tail;
        bool stays;
    } files[] = {
        {"agentest-", DEAD, "-aa.jwk", false},
        {"agentest-", DEAD, "-bb.jwk.XXXXXX", false}, // half made
        {"agentest-", DEAD, "-", true},
        {"agentest-", LIVING, "-cc.jwk", true},
        {"agentest-", OURS, "-dd.jwk", true},
        {"agentest", NOBODY, ".jwk", true},
        {"agentest--1", NOBODY, ".jwk", true},
        {"agentest-1x-1", NOBODY, ".jwk", true},
        {"android-studio", NOBODY, ".jwk", true},
        {"", DEAD, ".jwk", true},
    };
    const long makers[] = {rig_dead_pid(), (long)getppid(), (long)getpid(), 0};
    char *paths[T_LEN(files)];
    char *path;

    begin();
    put(active, set);
    for (size_t i = 0; i < T_LEN(files); i++) {
        char number[32] = "";
        if (files[i].maker != NOBODY)
            snprintf(number, sizeof(number), "%ld", makers[files[i].maker]);
        paths[i] = at_strfmt("%s/%s%s%s", folder, files[i].head, number,
                             files[i].tail);
        put(paths[i], "x");
    }
    T_OK(publish(&path, NULL));
    for (size_t i = 0; i < T_LEN(files); i++) {
        T_ROW(paths[i]);
        T_EQ_INT(at_file_exists(paths[i]), files[i].stays);
        free(paths[i]);
    }
    at_key_file_remove(path);
    end();
}

T_TEST(key_replaces_nothing)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    struct at_err err = AT_ERR_INIT;
    char *path;
    begin();
    put(active, set);
    char *mine = path_of((long)getpid(), KID ".jwk");
    char *target = at_strfmt("%s/target", root);
    put(target, "precious");
    T_EQ_INT(symlink(target, mine), 0);
    T_NOT(publish(&path, &err));
    T_HAS(err.msg, "File exists");
    T_OK(at_file_read(target, &text, NULL));
    T_EQ_STR(at_buf_str(&text), "precious");
    at_buf_deinit(&text);
    free(target);
    free(mine);
    end();
}

T_MAIN()
