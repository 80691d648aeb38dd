// replace_test.c: a file that others write, too
#include "sys/replace.h"

#include <sys/stat.h>

#include "tests/t.h"
#include "tests/unit/rig.h"

static char *
path_of(const char *folder, const char *name)
{
    static char path[512];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static void
expect(const char *path, const char *content)
{
    size_t len;
    char *text = t_read_file(path, &len);
    T_EQ_TEXT(text, content);
    free(text);
}

T_TEST(replaces_what_is_still_old)
{
    char folder[256];
    rig_make_home(folder, sizeof(folder));
    char *path = path_of(folder, "a/b/c.json");
    struct at_str none = {0};
    struct stat info;
    T_EQ_INT(at_file_replace(path, none, AT_STR("one"), 0600, NULL),
             AT_REPLACE_DONE);
    expect(path, "one");
    T_OK(chmod(path, 0640) == 0);
    T_EQ_INT(at_file_replace(path, AT_STR("one"), AT_STR("two"), 0600, NULL),
             AT_REPLACE_DONE);
    expect(path, "two");
    T_OK(stat(path, &info) == 0);
    T_EQ_INT(info.st_mode & 07777, 0640);
    T_EQ_INT(at_file_replace(path, AT_STR("one"), AT_STR("3"), 0600, NULL),
             AT_REPLACE_CHANGED);
    T_EQ_INT(at_file_replace(path, none, AT_STR("3"), 0600, NULL),
             AT_REPLACE_CHANGED);
    expect(path, "two");
    T_EQ_INT(at_file_remove_if(path, AT_STR("one"), NULL), AT_REPLACE_CHANGED);
    T_EQ_INT(at_file_remove_if(path, AT_STR("two"), NULL), AT_REPLACE_DONE);
    T_EQ_INT(at_file_replace(path, AT_STR("two"), AT_STR("3"), 0600, NULL),
             AT_REPLACE_CHANGED);
    rig_remove_home(folder);
}

T_TEST(follows_a_link)
{
    char folder[256];
    rig_make_home(folder, sizeof(folder));
    char real[512];
    struct stat info;
    struct at_err err = AT_ERR_INIT;
    snprintf(real, sizeof(real), "%s", path_of(folder, "real"));
    T_EQ_INT(at_file_replace(real, (struct at_str){0}, AT_STR("1"), 0600, NULL),
             AT_REPLACE_DONE);
    T_OK(symlink("real", path_of(folder, "link")) == 0);
    T_EQ_INT(at_file_replace(path_of(folder, "link"), AT_STR("1"), AT_STR("2"),
                             0600, NULL),
             AT_REPLACE_DONE);
    expect(real, "2");
    T_OK(lstat(path_of(folder, "link"), &info) == 0 && S_ISLNK(info.st_mode));
    T_OK(unlink(real) == 0);
    T_EQ_INT(at_file_replace(path_of(folder, "link"), (struct at_str){0},
                             AT_STR("3"), 0600, &err),
             AT_REPLACE_FAILED);
    T_HAS(err.msg, "link");
    rig_remove_home(folder);
}

T_MAIN()
