#include "sys/installed.h"

#include <sys/stat.h>

#include "base/alloc.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tests/t.h"

static char root[64];

static char *
below(const char *name)
{
    return at_strfmt("%s/%s", root, name);
}

static void
make_folder(const char *name)
{
    char *path = below(name);
    T_EQ_INT(mkdir(path, 0700), 0);
    free(path);
}

static void
make_file(const char *name, const char *text, bool is_program)
{
    char *path = below(name);
    T_OK(at_file_put(path, at_str(text), NULL));
    T_EQ_INT(chmod(path, is_program ? 0700 : 0600), 0);
    free(path);
}

static void
begin(const char *program)
{
    static const char *const folders[] = {
        "bin",         "libexec",       "libexec/agentest",
        "share",       "share/example", "build",
        "build/tests", "project",       "project/kept",
    };
    char folder[] = "/tmp/agentest-installed-XXXXXX";
    T_OK(mkdtemp(folder) != NULL);
    snprintf(root, sizeof(root), "%s", folder);
    for (size_t i = 0; i < AT_LEN(folders); i++)
        make_folder(folders[i]);
    make_file("share/example/data", "installed", false);
    make_file("project/kept/data", "sources", false);
    make_file(program, "", true);
    char *path = below(program);
    at_installed_set_program(path);
    free(path);
}

static void
end(void)
{
    T_OK(at_folder_remove(root, NULL));
}

static void
finds(const char *expected)
{
    struct at_err looked = AT_ERR_INIT;
    char *path = at_installed_data("example/data", "kept/data", &looked);
    struct at_buf text = AT_BUF_INIT(100);
    T_OK(path && at_file_read(path, &text, NULL));
    T_EQ_TEXT(at_buf_text(&text), expected);
    at_buf_deinit(&text);
    free(path);
}

T_TEST(installed_data_is_relative_to_the_program)
{
    begin("bin/program");
    finds("installed");
    end();
}

T_TEST(installed_data_in_a_build_is_that_of_the_project)
{
    begin("build/program");
    char *project = below("project\n");
    make_file("build/source-tree.txt", project, false);
    char *program = below("build/program");
    at_installed_set_program(program);
    finds("sources");
    make_file("build/tests/test", "", true);
    char *test = below("build/tests/test");
    at_installed_set_program(test);
    finds("sources");
    free(test);
    free(program);
    free(project);
    end();
}

T_TEST(installed_data_that_is_missing_is_a_list_of_places)
{
    struct at_err looked = AT_ERR_INIT;
    (void)at_fail(&looked, AT_EIO, "there is none");
    begin("bin/program");
    T_NULL(at_installed_data("example/none", "kept/none", &looked));
    T_HAS(looked.msg, "/bin/../share/example/none'; no '/");
    end();
}

T_TEST(installed_program_is_beside_this_one_or_in_path)
{
    begin("bin/program");
    T_NULL(at_installed_program("at-no-such-program"));
    char *path = at_installed_program("sh");
    T_OK(path != NULL);
    free(path);
    make_file("bin/sh", "", true);
    char *beside = below("bin/sh");
    path = at_installed_program("sh");
    T_EQ_TEXT(path, beside);
    free(path);
    free(beside);
    end();
}

T_MAIN()
