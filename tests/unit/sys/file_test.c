// file_test.c: whole files
#include "sys/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

#include "base/alloc.h"
#include "tests/t.h"

static char *
make_folder(void)
{
    const char *tmp = getenv("TMPDIR");
    char *folder = at_strfmt("%s/at-file-XXXXXX", tmp ? tmp : "/tmp");
    assert_non_null(mkdtemp(folder));
    return folder;
}

T_TEST(file_is_written_whole_and_private)
{
    char *folder = make_folder();
    char *path = at_strfmt("%s/a", folder);
    struct at_buf out = AT_BUF_INIT(64);
    struct stat info;
    T_OK(stat(path, &info) != 0);
    T_OK(at_file_write(path, at_str("one"), NULL));
    T_OK(at_file_write(path, at_str("two and more"), NULL));
    T_OK(at_file_put(path, at_str_n("t\0wo", 4), NULL));
    T_NOT(at_file_is_executable(path));
    T_EQ_INT(stat(path, &info), 0);
    T_EQ_INT(info.st_mode & 0777, 0600);
    at_buf_add_text(&out, "before ");
    T_OK(at_file_read(path, &out, NULL));
    T_EQ_MEM(out.data, out.len, "before t\0wo", 11);
    T_EQ_INT(unlink(path), 0);
    T_EQ_INT(rmdir(folder), 0); // nothing else was left behind
    at_buf_deinit(&out);
    free(path);
    free(folder);
}

T_TEST(file_reading_is_bounded)
{
    char *folder = make_folder();
    char *path = at_strfmt("%s/a", folder);
    struct at_err err = AT_ERR_INIT;
    struct at_buf exact = AT_BUF_INIT(5);
    struct at_buf small = AT_BUF_INIT(4);
    T_OK(at_file_write(path, at_str("12345"), NULL));
    T_OK(at_file_read(path, &exact, &err));
    T_EQ_STR(at_buf_str(&exact), "12345");
    T_NOT(at_file_read(path, &small, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    T_EQ_SIZE(small.len, 0);
    at_buf_deinit(&exact);
    at_buf_deinit(&small);
    unlink(path);
    rmdir(folder);
    free(path);
    free(folder);
}

T_TEST(file_failures_name_the_file)
{
    char *folder = make_folder();
    char *missing = at_strfmt("%s/none/a", folder);
    struct at_buf out = AT_BUF_INIT(64);
    struct at_err err = AT_ERR_INIT;
    uint64_t size;
    int fd;
    T_NOT(at_file_read(missing, &out, &err));
    T_HAS(err.msg, missing);
    T_EQ_INT(err.code, AT_EIO);
    T_NOT(at_file_write(missing, at_str("x"), &err));
    T_HAS(err.msg, missing);
    T_NOT(at_file_put(missing, at_str("x"), NULL));
    T_NOT(at_file_read(folder, &out, &err));
    T_HAS(err.msg, "not a regular file");
    T_NOT(at_file_open("/dev/null", &fd, &size, &err));
    T_EQ_INT(fd, -1);
    T_NOT(at_file_is_executable(folder)); // though it may be entered
    at_buf_deinit(&out);
    rmdir(folder);
    free(missing);
    free(folder);
}

T_TEST(file_is_mapped)
{
    char *folder = make_folder();
    char *path = at_strfmt("%s/a", folder);
    struct at_err err = AT_ERR_INIT;
    struct at_str bytes;
    T_OK(at_file_write(path, at_str("mapped"), NULL));
    T_OK(at_file_map(path, &bytes, &err));
    T_EQ_STR(bytes, "mapped");
    T_OK(at_file_write(path, at_str(""), NULL)); // another file by that name
    T_EQ_STR(bytes, "mapped");
    at_file_unmap(bytes);
    T_OK(at_file_map(path, &bytes, &err));
    T_EQ_SIZE(bytes.len, 0);
    at_file_unmap(bytes);
    T_NOT(at_file_map(folder, &bytes, &err));
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, "not a regular file");
    T_EQ_INT(unlink(path), 0);
    T_NOT(at_file_map(path, &bytes, &err));
    T_EQ_SIZE(bytes.len, 0);
    rmdir(folder);
    free(path);
    free(folder);
}

T_TEST(file_is_created_where_none_is)
{
    char *folder = make_folder();
    char *path = at_strfmt("%s/a", folder);
    char *elsewhere = at_strfmt("%s/b", folder);
    struct at_buf out = AT_BUF_INIT(64);
    struct at_err err = AT_ERR_INIT;
    struct stat info;
    T_OK(at_file_create(path, at_str("one"), &err));
    T_EQ_INT(stat(path, &info), 0);
    T_EQ_INT(info.st_mode & 0777, 0600);
    T_EQ_INT((int)info.st_nlink, 1);
    T_NOT(at_file_create(path, at_str("two"), &err));
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, path);
    T_OK(at_file_read(path, &out, NULL));
    T_EQ_STR(at_buf_str(&out), "one");
    T_EQ_INT(unlink(path), 0);
    T_EQ_INT(symlink(elsewhere, path), 0);
    T_NOT(at_file_create(path, at_str("three"), NULL));
    T_NOT(at_file_exists(elsewhere));
    T_EQ_INT(unlink(path), 0);
    T_EQ_INT(rmdir(folder), 0); // nothing else was left behind
    T_NOT(at_file_create(path, at_str("four"), &err));
    T_HAS(err.msg, path);
    at_buf_deinit(&out);
    free(elsewhere);
    free(path);
    free(folder);
}

#ifdef __linux__
// The emulator's watcher needs no news of files that were moved.
T_TEST(file_is_created_for_a_watcher)
{
    char *folder = make_folder();
    char *path = at_strfmt("%s/a", folder);
    union {
        struct inotify_event event; // gives the buffer its alignment
        char bytes[4096];
    } room;
    struct stat info;
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    bool seen = false;

    T_OK(inotify_add_watch(fd, folder, IN_MODIFY | IN_CREATE | IN_DELETE) > 0);
    T_OK(at_file_create(path, at_str("content"), NULL));
    ssize_t len = read(fd, &room, sizeof(room));
    T_OK(len > 0);
    for (ssize_t at = 0; at < len;) {
        struct inotify_event event;
        memcpy(&event, room.bytes + at, sizeof(event));
        if (at_str_is(at_str(room.bytes + at + sizeof(event)), "a")) {
            T_NOT(seen); // created, and never changed
            T_EQ_INT((int)event.mask, IN_CREATE);
            seen = true;
        }
        at += (ssize_t)(sizeof(event) + event.len);
    }
    T_OK(seen);
    T_EQ_INT(stat(path, &info), 0);
    T_EQ_INT((int)info.st_size, 7);
    close(fd);
    unlink(path);
    rmdir(folder);
    free(path);
    free(folder);
}
#else
T_TEST(file_is_created_for_a_watcher)
{
    skip(); // FSEvents tells its watchers too late to ask here
}
#endif

enum { WRITERS = 4, LINES = 200 };

// Writers at the same time: every line is whole.
T_TEST(file_is_appended_to)
{
    char *folder = make_folder();
    char *path = at_strfmt("%s/a", folder);
    struct at_buf out = AT_BUF_INIT(WRITERS * LINES * 64);
    struct at_str line;
    struct stat info;
    size_t count = 0;
    for (int i = 0; i < WRITERS; i++) {
        pid_t pid = fork();
        T_OK(pid >= 0);
        for (int n = 0; pid == 0 && n < LINES; n++)
            if (!at_file_append(
                    path, at_str("a line of thirty-one bytes xxx\n"), NULL))
                _exit(1);
        if (pid == 0)
            _exit(0);
    }
    for (int i = 0; i < WRITERS; i++) {
        int status;
        T_OK(wait(&status) > 0);
        T_EQ_INT(status, 0);
    }
    T_EQ_INT(stat(path, &info), 0);
    T_EQ_INT(info.st_mode & 0777, 0600);
    T_OK(at_file_read(path, &out, NULL));
    for (struct at_str rest = at_buf_str(&out); at_str_next_line(&rest, &line);)
        count += at_str_is(line, "a line of thirty-one bytes xxx");
    T_EQ_SIZE(count, WRITERS * LINES);
    at_buf_deinit(&out);
    unlink(path);
    rmdir(folder);
    free(path);
    free(folder);
}

T_TEST(file_append_failures_name_the_file)
{
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_file_append("/no/such/folder/a", at_str("x"), &err));
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, "/no/such/folder/a");
    if (access("/dev/full", W_OK) == 0) {
        T_NOT(at_file_append("/dev/full", at_str("x"), &err));
        T_HAS(err.msg, "/dev/full");
    }
}

T_MAIN()
