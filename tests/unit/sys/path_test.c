#include "sys/path.h"

#include <unistd.h>

#include "tests/t.h"

// Tests run in the project's root.
T_TEST(path_real_is_absolute_and_plain)
{
    struct at_err err = AT_ERR_INIT;
    char *real = at_path_real("src/../tests/./t.h", &err);
    T_OK(real != NULL);
    T_OK(real[0] == '/');
    T_OK(at_str_ends(at_str(real), AT_STR("/tests/t.h")));
    T_NOT(at_str_has(at_str(real), AT_STR("..")));
    free(real);
}

T_TEST(path_real_follows_links)
{
    char folder[] = "/tmp/agentest-path-XXXXXX";
    char link[64];
    T_OK(mkdtemp(folder) != NULL);
    snprintf(link, sizeof(link), "%s/link", folder);
    T_EQ_INT(symlink("/", link), 0);
    char *real = at_path_real(link, NULL);
    T_EQ_TEXT(real, "/");
    free(real);
    unlink(link);
    rmdir(folder);
}

T_TEST(path_real_of_nothing_fails)
{
    struct at_err err = AT_ERR_INIT;
    T_NULL(at_path_real("no/such/file", &err));
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, "'no/such/file'");
}

T_TEST(path_absolute_needs_no_file)
{
    char *given = at_path_absolute("/no/such");
    char *made = at_path_absolute("no/such");
    T_EQ_TEXT(given, "/no/such");
    T_OK(made[0] == '/' && at_str_ends(at_str(made), AT_STR("/no/such")));
    T_OK(strlen(made) > strlen("/no/such"));
    free(given);
    free(made);
}

T_MAIN()
