// private_test.c: what may lie where a file of this user belongs
#include "sys/private.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/file.h"
#include "sys/filelock.h"
#include "tests/t.h"

static char folder[] = "/tmp/at-private-XXXXXX";
static char *canary;
static char *path;

static bool
append(struct at_err *err)
{
    return at_file_append(path, AT_STR("more"), err);
}

static bool
lock(struct at_err *err)
{
    struct at_op now = {0, NULL};
    struct at_filelock *taken;
    bool ok = at_filelock_take(&now, path, &taken, err);
    at_filelock_release(taken);
    return ok;
}

static bool
read_it(struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(100);
    bool ok = at_private_read(path, &text, err);
    at_buf_deinit(&text);
    return ok;
}

static bool
open_it(struct at_err *err)
{
    int fd;
    return at_private_open(path, O_RDWR | O_CREAT, &fd, err) && close(fd) == 0;
}

static bool (*const ways[])(struct at_err *err) = {append, lock, read_it,
                                                   open_it};

static void
expect_refused(const char *what)
{
    struct at_buf text = AT_BUF_INIT(100);
    for (size_t i = 0; i < T_LEN(ways); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(what);
        T_NOT(ways[i](&err));
        T_EQ_INT(err.code, AT_EIO);
        T_HAS(err.msg, "of this user");
        T_HAS(err.msg, "remove it");
    }
    T_OK(at_file_read(canary, &text, NULL));
    T_EQ_TEXT(at_buf_text(&text), "untouched");
    at_buf_deinit(&text);
    T_EQ_INT(unlink(path), 0);
}

T_TEST(files_of_other_users_are_refused_and_spared)
{
    T_OK(mkdtemp(folder) != NULL);
    canary = at_strfmt("%s/canary", folder);
    path = at_strfmt("%s/file", folder);
    T_OK(at_file_put(canary, AT_STR("untouched"), NULL));
    T_EQ_INT(symlink(canary, path), 0);
    expect_refused("a link");
    T_EQ_INT(symlink("nowhere", path), 0);
    expect_refused("a link to nothing");
    T_EQ_INT(mkfifo(path, 0600), 0);
    expect_refused("a pipe");
    T_OK(at_file_put(path, AT_STR("theirs"), NULL));
    if (chown(path, 65534, 65534) == 0) // only root can do it
        expect_refused("another user's file");
    else
        unlink(path);
    for (size_t i = 0; i < T_LEN(ways); i++)
        T_OK(ways[i](NULL));
    unlink(path);
    unlink(canary);
    rmdir(folder);
    free(path);
    free(canary);
}

T_MAIN()
