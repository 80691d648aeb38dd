// run.h: running the tree of a line
#ifndef VIRTUAL_ANDROID_SHELL_RUN_H
#define VIRTUAL_ANDROID_SHELL_RUN_H

struct vd_sh;
struct vd_shell;

int vd_shell_run_node(struct vd_shell *shell, const struct vd_sh *node);
// Run the words that follow `command` and `exec`.
int vd_shell_run_words(struct vd_shell *shell, int argc, char **argv);

#endif
