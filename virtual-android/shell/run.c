// Running the tree of a line: redirections, commands, pipes.
#include "virtual-android/shell/run.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits_virtual.h"
#include "virtual-android/files.h"
#include "virtual-android/shell/expand.h"
#include "virtual-android/shell/io.h"
#include "virtual-android/shell/shell.h"

enum { STATUS_NOT_FOUND = 127, STATUS_REDIRECTION = 1 };

// Redirections change io; its ends have the opened files.

static bool
open_end(struct vd_shell *shell, const char *path, enum vd_redir_kind kind,
         struct vd_end *out)
{
    struct vd_files *files = shell->io->io.files;
    bool in = kind == VD_REDIR_IN;
    int flags = in                        ? O_RDONLY
                : kind == VD_REDIR_APPEND ? O_WRONLY | O_CREAT | O_APPEND
                                          : O_WRONLY | O_CREAT | O_TRUNC;
    *out = (struct vd_end){.kind = VD_END_NULL};
    if (strcmp(path, "/dev/null") == 0)
        return true;
    char *host = vd_files_path(files, shell->cwd, path);
    int fd = open(host, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0666);
    free(host);
    if (fd < 0) {
        vd_shell_error(shell, "can't %s %s: %s", in ? "open" : "create", path,
                       strerror(errno));
        return false;
    }
    *out = (struct vd_end){.kind = VD_END_FILE, .fd = fd};
    return true;
}

// Descriptors opened by redirections, to be closed after the command.
struct opened {
    int fds[16];
    size_t len;
};

static bool
redirect(struct vd_shell *shell, const struct vd_redir *redir,
         struct vd_shell_io *io, struct opened *opened)
{
    struct vd_end *end = redir->fd == 0 ? &io->in : &io->out[redir->fd - 1];
    if (redir->kind == VD_REDIR_DUP) {
        *end = io->out[redir->from - 1];
        return true;
    }
    if (opened->len == AT_LEN(opened->fds)) {
        vd_shell_error(shell, "too many redirections");
        return false;
    }
    char *path = vd_shell_expand_one(shell, redir->word);
    struct vd_end file;
    bool ok = open_end(shell, path, redir->kind, &file);
    free(path);
    if (!ok)
        return false;
    if (file.kind == VD_END_FILE)
        opened->fds[opened->len++] = file.fd;
    *end = file;
    return true;
}

static bool
redirect_all(struct vd_shell *shell, const struct vd_redir *redirs,
             struct vd_shell_io *io, struct opened *opened)
{
    vd_shell_io_copy(io, shell->io);
    opened->len = 0;
    for (; redirs; redirs = redirs->next) {
        if (!redirect(shell, redirs, io, opened))
            return false;
    }
    return true;
}

static void
close_all(struct opened *opened)
{
    for (size_t i = 0; i < opened->len; i++)
        close(opened->fds[i]);
}

static bool
is_program_dir(struct at_str dir)
{
    static const char *const dirs[] = {
        "/system/bin/", "/bin/", "/system/xbin/", "/vendor/bin/", "/xbin/",
    };
    for (size_t i = 0; i < AT_LEN(dirs); i++) {
        if (at_str_is(dir, dirs[i]))
            return true;
    }
    return false;
}

static int
run_script(struct vd_shell *shell, const char *path)
{
    struct vd_files *files = shell->io->io.files;
    struct at_buf text = AT_BUF_INIT(VD_SHELL_LINE_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    char *host = vd_files_path(files, shell->cwd, path);
    struct stat info;
    int status = STATUS_NOT_FOUND;
    if (stat(host, &info) != 0 || !S_ISREG(info.st_mode))
        vd_shell_error(shell, "%s: inaccessible or not found", path);
    else if (!(info.st_mode & 0111))
        vd_shell_error(shell, "%s: can't execute: Permission denied", path);
    else if (!vd_files_read(files, path, &text, &err))
        vd_shell_error(shell, "%s: %s", path, err.msg);
    else
        status = vd_shell_run_in(shell->device, &shell->io->io, shell->user,
                                 shell->cwd, at_buf_text(&text));
    at_buf_deinit(&text);
    free(host);
    return status;
}

// Run the command of these words with the shell's io.
static int
run_words(struct vd_shell *shell, struct vd_texts *words)
{
    const char *name = words->list[0];
    const char *slash = strrchr(name, '/');
    const struct vd_builtin *builtin = vd_builtin_find(name);
    if (builtin)
        return builtin->run(shell, (int)words->len, words->list);
    const struct vd_command *command = NULL;
    if (!slash)
        command = vd_command_find(&shell->io->io, name);
    else if (is_program_dir(at_str_n(name, (size_t)(slash - name) + 1)))
        command = vd_command_find(&shell->io->io, slash + 1);
    else
        return run_script(shell, name);
    if (!command) {
        vd_shell_error(shell, "%s: inaccessible or not found", name);
        return STATUS_NOT_FOUND;
    }
    struct vd_call call = {
        .device = shell->device,
        .io = &shell->io->io,
        .argc = (int)words->len,
        .argv = words->list,
        .cwd = shell->cwd,
        .user = shell->user,
        .vars = shell->vars,
        .is_child = shell->is_child && shell->execs,
    };
    return command->run(&call);
}

int
vd_shell_run_words(struct vd_shell *shell, int argc, char **argv)
{
    struct vd_texts words = {argv, (size_t)argc};
    return argc > 0 ? run_words(shell, &words) : 0;
}

static void
assign_all(struct vd_shell *shell, const struct vd_word *assigns,
           void (*set)(struct vd_shell *shell, struct at_str name,
                       struct at_str value))
{
    for (; assigns; assigns = assigns->next) {
        char *text = vd_shell_expand_one(shell, assigns);
        char *equals = strchr(text, '=');
        set(shell, at_str_n(text, (size_t)(equals - text)), at_str(equals + 1));
        free(text);
    }
}

// Run the words with the node's variables, which only they see.
static int
run_with_own(struct vd_shell *shell, const struct vd_sh *node,
             struct vd_texts *words)
{
    vd_shell_begin_level(shell);
    assign_all(shell, node->assigns, vd_shell_set_for_level);
    int status = run_words(shell, words);
    vd_shell_end_level(shell);
    return status;
}

static int
run_simple(struct vd_shell *shell, const struct vd_sh *node)
{
    struct vd_texts words = {0};
    struct vd_shell_io *outer = shell->io;
    struct vd_shell_io io;
    struct opened opened;
    int status = STATUS_REDIRECTION;
    shell->sub_status = 0;
    if (!vd_shell_expand(shell, node->words, &words)) {
        vd_shell_error(shell, "too many words");
        vd_texts_deinit(&words);
        return STATUS_REDIRECTION;
    }
    if (words.len == 0)
        assign_all(shell, node->assigns, vd_shell_set_var);
    bool ok = redirect_all(shell, node->redirs, &io, &opened);
    if (ok && words.len == 0) {
        status = shell->sub_status;
    } else if (ok) {
        shell->io = &io;
        status = run_with_own(shell, node, &words);
        shell->io = outer;
    }
    close_all(&opened);
    vd_texts_deinit(&words);
    return status;
}

// In a pipe the left command gets a thread and a copy of the shell.

struct left {
    struct vd_shell shell;
    struct vd_shell_io io;
    struct vd_pipe *pipe;
    const struct vd_sh *node;
};

static void *
run_left(void *arg)
{
    struct left *left = arg;
    vd_shell_run_node(&left->shell, left->node);
    vd_pipe_end_writer(left->pipe);
    return NULL;
}

static int
run_right(struct vd_shell *shell, const struct vd_sh *node,
          struct vd_pipe *pipe)
{
    struct vd_shell_io io;
    struct vd_shell right;
    vd_shell_io_copy(&io, shell->io);
    io.in = (struct vd_end){.kind = VD_END_PIPE, .pipe = pipe};
    vd_shell_copy(&right, shell, &io);
    int status = vd_shell_run_node(&right, node);
    vd_shell_deinit(&right);
    return status;
}

static int
run_pipe(struct vd_shell *shell, const struct vd_sh *node)
{
    struct left left = {
        .pipe = vd_pipe_new(shell->io->io.cancel),
        .node = node->left,
    };
    pthread_t thread;
    int status = STATUS_REDIRECTION;
    if (!left.pipe) {
        vd_shell_error(shell, "can't create a pipe");
        return status;
    }
    vd_shell_io_copy(&left.io, shell->io);
    left.io.out[0] = (struct vd_end){.kind = VD_END_PIPE, .pipe = left.pipe};
    left.io.io.cancel = vd_pipe_cancel(left.pipe);
    vd_shell_copy(&left.shell, shell, &left.io);
    if (pthread_create(&thread, NULL, run_left, &left) == 0) {
        status = run_right(shell, node->right, left.pipe);
        vd_pipe_end_reader(left.pipe);
        pthread_join(thread, NULL);
    } else {
        vd_shell_error(shell, "can't fork");
    }
    vd_shell_deinit(&left.shell);
    vd_pipe_free(left.pipe);
    return status;
}

static int
run_if(struct vd_shell *shell, const struct vd_sh *node)
{
    int status = vd_shell_run_node(shell, node->left);
    if (shell->exiting)
        return status;
    return vd_shell_run_node(shell, status == 0 ? node->right : node->other);
}

// ( ), { } and if, with their redirections.
static int
run_compound(struct vd_shell *shell, const struct vd_sh *node)
{
    struct vd_shell_io *outer = shell->io;
    struct vd_shell_io io;
    struct vd_shell inner;
    struct opened opened;
    int status = STATUS_REDIRECTION;
    if (redirect_all(shell, node->redirs, &io, &opened)) {
        shell->io = &io;
        if (node->kind == VD_SH_SUB) {
            vd_shell_copy(&inner, shell, &io);
            status = vd_shell_run_node(&inner, node->left);
            vd_shell_deinit(&inner);
        } else {
            status = node->kind == VD_SH_IF
                         ? run_if(shell, node)
                         : vd_shell_run_node(shell, node->left);
        }
        shell->io = outer;
    }
    close_all(&opened);
    return status;
}

static int
run_one(struct vd_shell *shell, const struct vd_sh *node)
{
    switch (node->kind) {
    case VD_SH_COMMAND:
        return run_simple(shell, node);
    case VD_SH_PIPE:
        return run_pipe(shell, node);
    case VD_SH_NOT:
        return vd_shell_run_node(shell, node->left) == 0;
    case VD_SH_GROUP:
    case VD_SH_SUB:
    case VD_SH_IF:
        return run_compound(shell, node);
    case VD_SH_AND:
    case VD_SH_OR:
    case VD_SH_LIST:
        break;
    }
    return vd_shell_run_node(shell, node);
}

static bool
is_and_or(const struct vd_sh *node)
{
    return node->kind == VD_SH_AND || node->kind == VD_SH_OR;
}

static int
run_and_or(struct vd_shell *shell, const struct vd_sh *node)
{
    shell->status = run_one(shell, node->left);
    while (is_and_or(node) && !shell->exiting) {
        bool skip = (node->kind == VD_SH_AND) != (shell->status == 0);
        node = node->right;
        if (!skip)
            shell->status = run_one(shell, is_and_or(node) ? node->left : node);
    }
    return shell->status;
}

int
vd_shell_run_node(struct vd_shell *shell, const struct vd_sh *node)
{
    int status = 0; // an empty list succeeds
    while (node && !shell->exiting) {
        const struct vd_sh *at = node->kind == VD_SH_LIST ? node->left : node;
        status = is_and_or(at) ? run_and_or(shell, at) : run_one(shell, at);
        shell->status = status;
        node = node->kind == VD_SH_LIST ? node->right : NULL;
    }
    return status;
}
