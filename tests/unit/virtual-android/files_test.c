#include "tests/t.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/files.h"

// The path on this machine, with "ROOT" for the device's root.
static const struct {
    const char *cwd;
    const char *path;
    const char *want;
} paths[] = {
    {"/", "/", ""},
    {"/", "", ""},
    {"/", "/data/local/tmp/x", "/data/local/tmp/x"},
    {"/data", "local", "/data/local"},
    {"/data", "../..", ""},
    {"/", "/../../../etc/passwd", "/etc/passwd"},
    {"/", "/data/./local/../x", "/data/x"},
    {"/", "/sdcard/a", "/storage/emulated/0/a"},
    {"/", "/sdcard/../x", "/storage/emulated/x"},
    {"/", "/mnt/emulated/0//a/", "/storage/emulated/0/a"},
    {"/", "/data/user/0/p", "/data/data/p"},
    {"/", "/data/abs", "/etc"}, // a link to /etc is the device's
    {"/", "/data/abs/passwd", "/etc/passwd"},
    {"/", "/data/up/x", "/x"},        // ../../../.. stops at the root
    {"/", "/data/gone/x", "/nope/x"}, // need not exist
    {"/", "/data/loop/x", "/data/.too-many-links"},
};

static char *
inside(const struct vd_files *files, const char *path)
{
    char *host = vd_files_path(files, "/", path);
    struct stat info;
    T_EQ_INT(lstat(host, &info), 0);
    return host;
}

static void
make_link(const struct vd_files *files, const char *target, const char *path)
{
    char *host = vd_files_link_path(files, "/", path);
    T_EQ_INT(symlink(target, host), 0);
    free(host);
}

T_TEST(files_paths_never_leave_the_root)
{
    struct vd_files *files;
    T_OK(vd_files_open(NULL, &files, NULL));
    char *root = inside(files, "/");
    make_link(files, "/etc", "/data/abs");
    make_link(files, "../../../../../..", "/data/up");
    make_link(files, "/nope", "/data/gone");
    make_link(files, "loop", "/data/loop");
    for (size_t i = 0; i < T_LEN(paths); i++) {
        char *host = vd_files_path(files, paths[i].cwd, paths[i].path);
        T_ROW(paths[i].path);
        T_EQ_INT(strncmp(host, root, strlen(root)), 0);
        T_EQ_TEXT(host + strlen(root), paths[i].want);
        free(host);
    }
    char *link = vd_files_link_path(files, "/", "/data/abs");
    T_EQ_TEXT(link + strlen(root), "/data/abs");
    free(link);
    free(root);
    vd_files_free(files);
}

T_TEST(files_content_comes_back)
{
    struct vd_files *files;
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    struct at_buf tiny = AT_BUF_INIT(3);
    struct at_err err = AT_ERR_INIT;
    T_OK(vd_files_open(NULL, &files, NULL));
    T_OK(vd_files_write(files, "/sdcard/new/dir/f", AT_STR("12345"), NULL));
    T_OK(vd_files_read(files, "/storage/emulated/0/new/dir/f", &text, NULL));
    T_EQ_TEXT(at_buf_text(&text), "12345");
    T_NOT(vd_files_read(files, "/sdcard/new/dir/f", &tiny, &err));
    T_HAS(err.msg, "/sdcard/new/dir/f");
    T_NOT(vd_files_read(files, "/nope", &text, &err));
    T_NOT(vd_files_read(files, "/sdcard", &text, &err));
    at_buf_deinit(&text);
    at_buf_deinit(&tiny);
    vd_files_free(files);
}

T_TEST(files_temporary_root_goes)
{
    struct vd_files *files;
    struct stat info;
    T_OK(vd_files_open(NULL, &files, NULL));
    char *root = inside(files, "/");
    T_OK(vd_files_write(files, "/sdcard/a/b/c", AT_STR("x"), NULL));
    make_link(files, "/etc", "/sdcard/a/link"); // removed, not followed
    vd_files_free(files);
    T_EQ_INT(lstat(root, &info), -1);
    free(root);
}

T_TEST(files_join)
{
    static const char *const rows[][3] = {
        {"/", "a", "/a"},         {"/a/b", "../c", "/a/c"},
        {"/a", "/b//c/", "/b/c"}, {"/a", "../../..", "/"},
        {"/a", ".", "/a"},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char *path = vd_files_join(rows[i][0], rows[i][1]);
        T_ROW(rows[i][1]);
        T_EQ_TEXT(path, rows[i][2]);
        free(path);
    }
}

T_MAIN()
