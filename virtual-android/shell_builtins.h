// shell_builtins.h: the commands that change the shell itself
#ifndef VIRTUAL_ANDROID_SHELL_BUILTINS_H
#define VIRTUAL_ANDROID_SHELL_BUILTINS_H

struct va_shell;

struct va_builtin {
    const char *name;
    int (*run)(struct va_shell *shell, int argc, char **argv);
};

const struct va_builtin *va_builtin_find(const char *name); // NULL: none

// What `command` and `exec` do with the words that follow them.
int va_shell_run_words(struct va_shell *shell, int argc, char **argv);

#endif
