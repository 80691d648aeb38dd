// builtins.h: the commands that change the shell itself
#ifndef VIRTUAL_ANDROID_SHELL_BUILTINS_H
#define VIRTUAL_ANDROID_SHELL_BUILTINS_H

struct vd_shell;

struct vd_builtin {
    const char *name;
    int (*run)(struct vd_shell *shell, int argc, char **argv);
};

const struct vd_builtin *vd_builtin_find(const char *name); // NULL: none

#endif
