// env_test.c: variables of a file, behind those of the process
#include "tester/env.h"

#include <unistd.h>

#include "sys/file.h"
#include "tests/t.h"
#include "tests/unit/rig.h"

static char home[256];

static const char *
write_env(const char *name, const char *text)
{
    static char path[512];
    struct at_err err = AT_ERR_INIT;
    snprintf(path, sizeof(path), "%s/%s", home, name);
    rig_need(at_file_write(path, at_str(text), &err), path, &err);
    return path;
}

T_TEST(the_process_wins)
{
    struct at_env *env;
    struct at_err err = AT_ERR_INIT;
    setenv("AT_TEST_BOTH", "process", 1);
    setenv("AT_TEST_EMPTY", "", 1);
    unsetenv("AT_TEST_FILE");
    T_OK(at_env_open(write_env("a.env", "AT_TEST_BOTH=file\n"
                                        "AT_TEST_EMPTY=file\n"
                                        "AT_TEST_FILE=old\n"
                                        "export AT_TEST_FILE='new one'\n"),
                     &env, &err));
    T_EQ_TEXT(at_env_variable(env, "AT_TEST_BOTH"), "process");
    T_EQ_TEXT(at_env_variable(env, "AT_TEST_EMPTY"), "");
    T_EQ_TEXT(at_env_variable(env, "AT_TEST_FILE"), "new one");
    T_NULL(at_env_variable(env, "AT_TEST_NONE"));
    T_NULL(getenv("AT_TEST_FILE")); // child processes do not get it
    at_env_free(env);
    at_env_free(NULL);
}

T_TEST(a_file_that_cannot_be_read)
{
    struct at_env *env;
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_env_open("/no/such/file.env", &env, &err));
    T_NULL(env);
    T_HAS(err.msg, "/no/such/file.env");
    T_NOT(at_env_open(write_env("b.env", "A=1\nsk-key\n"), &env, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_HAS(err.msg, "b.env': line 2 is not NAME=value");
    T_NULL(strstr(err.msg, "sk-key"));
}

T_TEST(the_usual_file_may_be_missing)
{
    struct at_env *env;
    char before[512];
    unsetenv("AT_TEST_FILE");
    T_OK(getcwd(before, sizeof(before)) != NULL);
    T_EQ_INT(chdir(home), 0);
    T_OK(at_env_open(NULL, &env, NULL));
    T_NULL(at_env_variable(env, "AT_TEST_FILE"));
    at_env_free(env);
    write_env(".env", "AT_TEST_FILE=usual");
    T_OK(at_env_open(NULL, &env, NULL));
    T_EQ_TEXT(at_env_variable(env, "AT_TEST_FILE"), "usual");
    at_env_free(env);
    T_EQ_INT(chdir(before), 0);
}

static int
set_up(void **state)
{
    (void)state;
    rig_make_home(home, sizeof(home));
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    rig_remove_home(home);
    return 0;
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
