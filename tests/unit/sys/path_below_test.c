// below_test.c: which paths reach a file, and which lead outside
#include "sys/path_below.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tests/t.h"

static char root[] = "/tmp/at-below-XXXXXX";

static int
set_up(void **state)
{
    (void)state;
    if (!mkdtemp(root) || chdir(root) != 0)
        return -1;
    bool ok =
        at_folder_make("run/screenshots", NULL) &&
        at_file_write("run/log.txt", AT_STR("a log"), NULL) &&
        at_file_write("run/screenshots/1.png", AT_STR("a picture"), NULL) &&
        at_file_write("secret", AT_STR("not for them"), NULL) &&
        symlink("../secret", "run/link") == 0 && symlink("..", "run/up") == 0 &&
        symlink("log.txt", "run/inner") == 0 && mkfifo("run/pipe", 0600) == 0;
    return ok ? 0 : -1;
}

static int
tear_down(void **state)
{
    (void)state;
    return at_folder_remove(root, NULL) ? 0 : -1;
}

T_TEST(only_files_below_are_opened)
{
    static const struct {
        const char *path;
        enum at_code code;
        uint64_t size;
    } rows[] = {
        {"log.txt", AT_OK, 5},
        {"screenshots/1.png", AT_OK, 9},
        {"nothing", AT_ENOTFOUND, 0},
        {"screenshots", AT_ENOTFOUND, 0},
        {"screenshots/2.png", AT_ENOTFOUND, 0},
        {"log.txt/x", AT_ENOTFOUND, 0},
        {"pipe", AT_ENOTFOUND, 0},
        {"", AT_EUSAGE, 0},
        {"/", AT_EUSAGE, 0},
        {"/etc/passwd", AT_EUSAGE, 0},
        {"..", AT_EUSAGE, 0},
        {"../secret", AT_EUSAGE, 0},
        {"screenshots/../../secret", AT_EUSAGE, 0},
        {"screenshots/..", AT_EUSAGE, 0},
        {"./log.txt", AT_EUSAGE, 0},
        {"screenshots//1.png", AT_EUSAGE, 0},
        {"screenshots/", AT_EUSAGE, 0},
        {"link", AT_EUSAGE, 0},
        {"inner", AT_EUSAGE, 0},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_path_below file;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].path);
        bool ok = at_path_below_open("run", at_str(rows[i].path), &file, &err);
        T_EQ_INT(ok, rows[i].code == AT_OK);
        T_EQ_INT(err.code, rows[i].code);
        T_EQ_INT(file.fd >= 0, ok);
        if (!ok)
            continue;
        T_EQ_SIZE(file.size, rows[i].size);
        T_EQ_INT(close(file.fd), 0);
    }
}

// Systems differ in what they call a link where a folder should be.
T_TEST(a_linked_folder_is_not_entered)
{
    struct at_path_below file;
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_path_below_open("run", AT_STR("up/secret"), &file, &err));
    T_OK(err.code == AT_EUSAGE || err.code == AT_ENOTFOUND);
}

T_TEST(a_nul_or_a_depth_is_refused)
{
    struct at_path_below file;
    struct at_err err = AT_ERR_INIT;
    char deep[64] = "";
    for (size_t i = 0; i < 20; i++)
        memcpy(deep + 2 * i, "a/", 3);
    T_NOT(at_path_below_open("run", at_str_n("log.txt\0x", 9), &file, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_NOT(at_path_below_open("run", at_str(deep), &file, &err));
    T_NOT(at_path_below_open("nowhere", AT_STR("log.txt"), &file, &err));
    T_EQ_INT(err.code, AT_ENOTFOUND);
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
