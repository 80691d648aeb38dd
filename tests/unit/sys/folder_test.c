// folder_test.c: making, listing, measuring and removing folders
#include "sys/folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/file.h"
#include "tests/t.h"

static char root[] = "/tmp/at-folder-XXXXXX";

// A path below root; a few at a time.
static const char *
at(const char *name)
{
    static char paths[8][512];
    static size_t next;
    char *path = paths[next++ % T_LEN(paths)];
    snprintf(path, sizeof(paths[0]), "%s/%s", root, name);
    return path;
}

static bool
is_there(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}

T_TEST(folder_is_made_with_its_parents)
{
    struct stat info;
    struct at_err err = AT_ERR_INIT;
    T_OK(at_folder_make(at("a/b//c/"), NULL));
    T_EQ_INT(stat(at("a/b"), &info), 0);
    T_EQ_INT(info.st_mode & 0777, 0700);
    T_EQ_INT(chmod(at("a"), 0755), 0);
    T_OK(at_folder_make(at("a/b/c"), NULL));
    T_EQ_INT(stat(at("a"), &info), 0);
    T_EQ_INT(info.st_mode & 0777, 0755); // left as it is
    T_OK(at_file_write(at("a/file"), at_str("x"), NULL));
    T_NOT(at_folder_make(at("a/file"), &err));
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, "is not a folder");
    T_NOT(at_folder_make(at("a/file/below"), &err));
    T_HAS(err.msg, "a/file'");
    T_NOT(at_folder_make("", &err));
    T_OK(at_folder_remove(at("a"), NULL));
}

T_TEST(folder_is_of_this_user)
{
    T_OK(at_folder_make(at("mine"), NULL));
    T_OK(at_folder_is_mine(at("mine")));
    T_EQ_INT(symlink("mine", at("link")), 0);
    T_NOT(at_folder_is_mine(at("link")));
    T_OK(at_file_write(at("plain"), at_str("x"), NULL));
    T_NOT(at_folder_is_mine(at("plain")));
    T_NOT(at_folder_is_mine(at("none")));
    if (getuid() == 0) {
        T_EQ_INT(chown(at("mine"), 1, 1), 0);
        T_NOT(at_folder_is_mine(at("mine")));
    } else {
        T_NOT(at_folder_is_mine("/"));
    }
}

T_TEST(folder_is_listed_by_name)
{
    struct at_folder_list list;
    struct at_err err = AT_ERR_INIT;
    T_OK(at_folder_make(at("l/b"), NULL));
    T_OK(at_file_write(at("l/c"), at_str("x"), NULL));
    T_OK(at_file_write(at("l/.a"), at_str("x"), NULL));
    T_EQ_INT(symlink("b", at("l/d")), 0);
    T_OK(at_folder_list(at("l"), &list, NULL));
    T_EQ_SIZE(list.count, 4);
    T_EQ_TEXT(list.entries[0].name, ".a");
    T_EQ_TEXT(list.entries[1].name, "b");
    T_OK(list.entries[1].is_folder);
    T_EQ_TEXT(list.entries[2].name, "c");
    T_NOT(list.entries[2].is_folder);
    T_OK(list.entries[2].modified_ms > INT64_C(1500000000000));
    T_NOT(list.entries[3].is_folder); // though it leads to one
    at_folder_list_deinit(&list);
    at_folder_list_deinit(&list);
    T_OK(at_folder_list(at("none"), &list, NULL));
    T_EQ_SIZE(list.count, 0);
    T_NOT(at_folder_list(at("l/c"), &list, &err));
    T_EQ_INT(err.code, AT_EIO);
    T_EQ_SIZE(list.count, 0);
    T_OK(at_folder_remove(at("l"), NULL));
}

T_TEST(folder_is_measured)
{
    char bytes[1000] = "";
    T_OK(at_folder_make(at("m/b/c"), NULL));
    T_OK(at_file_write(at("m/b/c/f"), at_str_n(bytes, 1000), NULL));
    T_OK(at_file_write(at("m/f"), at_str_n(bytes, 234), NULL));
    T_EQ_INT(symlink(root, at("m/b/around")), 0);
    T_EQ_INT(symlink("c/f", at("m/b/again")), 0);
    T_EQ_SIZE(at_folder_bytes(at("m")), 1234);
    T_EQ_SIZE(at_folder_bytes(at("none")), 0);
    T_OK(at_folder_remove(at("m"), NULL));
}

T_TEST(folder_is_removed_without_following_links)
{
    struct at_err err = AT_ERR_INIT;
    T_OK(at_folder_make(at("kept/in"), NULL));
    T_OK(at_file_write(at("kept/file"), at_str("x"), NULL));
    T_OK(at_folder_make(at("r/b/c/d"), NULL));
    T_OK(at_file_write(at("r/b/c/f"), at_str("x"), NULL));
    T_EQ_INT(symlink("../../kept", at("r/b/link")), 0);
    T_EQ_INT(symlink("kept", at("top")), 0);
    T_EQ_INT(mkfifo(at("r/b/fifo"), 0600), 0);
    T_OK(at_folder_remove(at("r"), &err));
    T_NOT(is_there(at("r")));
    T_OK(is_there(at("kept/file")));
    T_OK(is_there(at("kept/in")));
    T_OK(at_folder_remove(at("r"), &err)); // absent
    T_NOT(at_folder_remove(at("top"), &err));
    T_OK(is_there(at("kept/file")));
    T_NOT(at_folder_remove(at("kept/file"), &err));
    T_OK(is_there(at("kept/file")));
    T_EQ_INT(unlink(at("top")), 0);
    T_OK(at_folder_remove(at("kept"), NULL));
}

// Deeper than we go: said, and not entered without end.
T_TEST(folder_depth_is_bounded)
{
    struct at_err err = AT_ERR_INIT;
    struct at_buf path = AT_BUF_INIT(2 * AT_KIB);
    at_buf_add_text(&path, at("deep"));
    for (size_t i = 1; i < AT_FOLDER_MAX_DEPTH; i++)
        at_buf_add_text(&path, "/d");
    T_OK(at_folder_make(at_buf_text(&path), NULL));
    T_OK(at_folder_remove(at("deep"), NULL));
    at_buf_add_text(&path, "/last");
    T_OK(at_folder_make(at_buf_text(&path), NULL));
    T_NOT(at_folder_remove(at("deep"), &err));
    T_HAS(err.msg, "/last'");
    T_EQ_SIZE(at_folder_bytes(at("deep")), 0);
    T_EQ_INT(rmdir(at_buf_text(&path)), 0);
    T_OK(at_folder_remove(at("deep"), NULL));
    at_buf_deinit(&path);
}

// Root may remove anything: this shows as another user only.
T_TEST(folder_removal_continues_after_a_failure)
{
    struct at_err err = AT_ERR_INIT;
    T_OK(at_folder_make(at("p/a"), NULL));
    T_OK(at_folder_make(at("p/b"), NULL));
    T_OK(at_file_write(at("p/a/stays"), at_str("x"), NULL));
    T_OK(at_file_write(at("p/b/goes"), at_str("x"), NULL));
    T_EQ_INT(chmod(at("p/a"), 0500), 0);
    bool ok = at_folder_remove(at("p"), &err);
    T_EQ_INT(ok, geteuid() == 0);
    T_NOT(is_there(at("p/b")));
    if (!ok) {
        T_HAS(err.msg, "p/a/stays");
        T_EQ_INT(chmod(at("p/a"), 0700), 0);
        T_OK(at_folder_remove(at("p"), NULL));
    }
}

int
main(void)
{
    if (!mkdtemp(root))
        return 1;
    int failed = T_RUN(NULL, NULL);
    if (!at_folder_remove(root, NULL))
        return 1;
    return failed;
}
