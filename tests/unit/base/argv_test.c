// argv_test.c: words of a command line
#include "base/argv.h"
#include "tests/t.h"

T_TEST(argv_grows)
{
    static const char *const more[] = {"a b", "", NULL};
    struct at_argv argv = AT_ARGV_INIT;
    T_NULL(at_argv_words(&argv)[0]);
    at_argv_add_all(&argv, NULL);
    T_NULL(at_argv_words(&argv)[0]);
    at_argv_add(&argv, "tool");
    at_argv_add_str(&argv, at_str_n("--xyz", 3));
    at_argv_add_str(&argv, at_str_n(NULL, 0));
    at_argv_add_fmt(&argv, "%d,%s", 7, "y");
    at_argv_add_all(&argv, more);
    static const char *const want[] = {"tool", "--x", "", "7,y", "a b", ""};
    T_EQ_SIZE(argv.count, T_LEN(want));
    for (size_t i = 0; i < T_LEN(want); i++)
        T_EQ_TEXT(at_argv_words(&argv)[i], want[i]);
    T_NULL(at_argv_words(&argv)[argv.count]);
    at_argv_deinit(&argv);
    at_argv_deinit(&argv); // twice is allowed
    T_NULL(at_argv_words(&argv)[0]);
}

T_MAIN()
