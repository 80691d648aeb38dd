// file_test.c: whole files
#include "sys/file.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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

T_MAIN(T_CASE(file_is_written_whole_and_private),
       T_CASE(file_reading_is_bounded), T_CASE(file_failures_name_the_file),
       T_CASE(file_is_mapped), T_CASE(file_is_appended_to),
       T_CASE(file_append_failures_name_the_file))
