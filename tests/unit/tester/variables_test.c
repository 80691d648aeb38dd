// variables_test.c: the table, and what of .env the device's code finds
#include "tester/variables.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/file.h"
#include "tests/t.h"

// Write "NAME=value" for each name of the table that has no pattern.
static void
write_all(const char *path, bool set_too)
{
    struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
    for (size_t i = 0; i < at_tester_variable_count; i++) {
        struct at_str rest = at_str(at_tester_variables[i].names), name;
        while (at_str_next(&rest, ' ', &name)) {
            char *one = at_strndup(name.ptr, name.len);
            if (!at_str_has(name, AT_STR("*")))
                at_buf_add_fmt(&text, "%s=of-the-file\n", one);
            unsetenv(one);
            if (set_too)
                setenv(one, "of-the-process", 1);
            free(one);
        }
    }
    T_OK(at_file_write(path, at_buf_str(&text), NULL));
    at_buf_deinit(&text);
}

// Each is found by at_env_variable(); the published ones by getenv() too.
static void
check_all(struct at_env *env, const char *want)
{
    for (size_t i = 0; i < at_tester_variable_count; i++) {
        struct at_str rest = at_str(at_tester_variables[i].names), name;
        while (at_str_next(&rest, ' ', &name)) {
            char *one = at_strndup(name.ptr, name.len);
            T_ROW(one);
            if (!at_str_has(name, AT_STR("*"))) {
                T_EQ_TEXT(at_env_variable(env, one), want);
                if (at_tester_variables[i].is_published)
                    T_EQ_TEXT(getenv(one), want);
                else if (strcmp(want, "of-the-file") == 0)
                    T_NULL(getenv(one));
            }
            free(one);
        }
    }
}

T_TEST(each_is_read_from_both_places_and_the_process_wins)
{
    char path[] = "/tmp/at-variables-XXXXXX";
    int fd = mkstemp(path);
    T_OK(fd >= 0);
    close(fd);
    for (int set = 0; set < 2; set++) {
        struct at_env *env;
        write_all(path, set);
        T_OK(at_env_open(path, &env, NULL));
        at_tester_variables_publish(env);
        check_all(env, set ? "of-the-process" : "of-the-file");
        at_env_free(env);
    }
    unlink(path);
}

T_MAIN()
