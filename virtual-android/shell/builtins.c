#include "virtual-android/shell/shell.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/limits_virtual.h"
#include "virtual-android/files.h"
#include "virtual-android/shell/io.h"
#include "virtual-android/shell/run.h"

static int
run_cd(struct vd_shell *shell, int argc, char **argv)
{
    const char *to = argc > 1 ? argv[1] : "/";
    struct vd_files *files = shell->io->io.files;
    char *host = vd_files_path(files, shell->cwd, to);
    struct stat info;
    bool ok = stat(host, &info) == 0;
    bool is_dir = ok && S_ISDIR(info.st_mode);
    free(host);
    if (!is_dir) {
        vd_shell_error(shell, "cd: %s: %s", to,
                       ok ? "Not a directory" : "No such file or directory");
        return 2;
    }
    char *cwd = vd_files_join(shell->cwd, to);
    free(shell->cwd);
    shell->cwd = cwd;
    return 0;
}

static int
run_exit(struct vd_shell *shell, int argc, char **argv)
{
    int64_t status = shell->status;
    shell->exiting = true;
    if (argc > 1 && !at_str_to_i64(at_str(argv[1]), 0, INT32_MAX, &status)) {
        vd_shell_error(shell, "exit: %s: bad number", argv[1]);
        return 1;
    }
    return (int)(status & 0xff);
}

static int
run_nothing(struct vd_shell *shell, int argc, char **argv)
{
    (void)shell, (void)argc, (void)argv;
    return 0;
}

static int
run_export(struct vd_shell *shell, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *equals = strchr(argv[i], '=');
        struct at_str name = equals
                                 ? at_str_n(argv[i], (size_t)(equals - argv[i]))
                                 : at_str(argv[i]);
        if (equals)
            vd_shell_set_var(shell, name, at_str(equals + 1));
        vd_shell_export(shell, name);
    }
    return 0;
}

static int
run_unset(struct vd_shell *shell, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        vd_shell_set_var(shell, at_str(argv[i]), at_str(NULL));
    return 0;
}

static int
run_command(struct vd_shell *shell, int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "-v") == 0) {
        char which[] = "which";
        char *words[] = {which, argv[2], NULL};
        return vd_shell_run_words(shell, 2, words);
    }
    return vd_shell_run_words(shell, argc - 1, argv + 1);
}

static int
run_exec(struct vd_shell *shell, int argc, char **argv)
{
    if (argc < 2)
        return 0;
    shell->exiting = true;
    shell->execs = true;
    return vd_shell_run_words(shell, argc - 1, argv + 1);
}

// Join the words and run them in this shell.
static int
run_eval(struct vd_shell *shell, int argc, char **argv)
{
    struct at_buf line = AT_BUF_INIT(VD_SHELL_LINE_MAX_BYTES);
    for (int i = 1; i < argc; i++)
        at_buf_add_fmt(&line, "%s%s", i > 1 ? " " : "", argv[i]);
    shell->io->io.depth++; // it is this command's copy
    int status = vd_shell_run_text(shell, at_buf_str(&line));
    shell->io->io.depth--;
    at_buf_deinit(&line);
    return status;
}

static const struct vd_builtin builtins[] = {
    {":", run_nothing},     {"cd", run_cd},       {"command", run_command},
    {"eval", run_eval},     {"exec", run_exec},   {"exit", run_exit},
    {"export", run_export}, {"set", run_nothing}, {"trap", run_nothing},
    {"umask", run_nothing}, {"unset", run_unset}, {"wait", run_nothing},
};

const struct vd_builtin *
vd_builtin_find(const char *name)
{
    for (size_t i = 0; i < AT_LEN(builtins); i++) {
        if (strcmp(builtins[i].name, name) == 0)
            return &builtins[i];
    }
    return NULL;
}
