#include "sys/file.h"

#include <sys/stat.h>
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
    T_OK(at_file_write(path, at_str_n("t\0wo", 4), NULL));
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

T_MAIN(T_CASE(file_is_written_whole_and_private),
       T_CASE(file_reading_is_bounded), T_CASE(file_failures_name_the_file))
