#include "virtual-android/shell_priv.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/device.h"
#include "virtual-android/files.h"
#include "virtual-android/shell_builtins.h"

enum { STATUS_NOT_FOUND = 127, STATUS_SYNTAX = 1, STATUS_REDIRECTION = 1 };

void
va_shell_init(struct va_shell *shell, struct va_device *device,
              struct va_shell_io *io, const char *user)
{
    bool inside_app = strcmp(user, "shell") != 0 && strcmp(user, "root") != 0;
    *shell = (struct va_shell){
        .device = device,
        .io = io,
        .user = user,
        .cwd = inside_app ? at_strfmt("/data/data/%s", user) : at_strdup("/"),
    };
    va_shell_set_var(shell, AT_STR("EXTERNAL_STORAGE"), AT_STR("/sdcard"));
    va_shell_set_var(shell, AT_STR("HOME"), AT_STR("/"));
    va_shell_set_var(shell, AT_STR("TMPDIR"), AT_STR("/data/local/tmp"));
    va_shell_set_var(shell, AT_STR("USER"), at_str(user));
}

void
va_shell_copy(struct va_shell *shell, const struct va_shell *from,
              struct va_shell_io *io)
{
    *shell = *from;
    shell->io = io;
    shell->cwd = at_strdup(from->cwd);
    shell->vars = NULL;
    for (const struct va_var *at = from->vars; at; at = at->next)
        va_shell_set_var(shell, at_str(at->name), at_str(at->value));
}

void
va_shell_deinit(struct va_shell *shell)
{
    while (shell->vars) {
        struct va_var *var = shell->vars;
        shell->vars = var->next;
        free(var->name);
        free(var->value);
        free(var);
    }
    free(shell->cwd);
    shell->cwd = NULL;
}

static struct va_var *
find_var(const struct va_shell *shell, struct at_str name)
{
    struct va_var *at = shell->vars;
    while (at && !at_str_is(name, at->name))
        at = at->next;
    return at;
}

const char *
va_shell_var(const struct va_shell *shell, const char *name)
{
    const struct va_var *var = find_var(shell, at_str(name));
    return var ? var->value : NULL;
}

void
va_shell_set_var(struct va_shell *shell, struct at_str name,
                 struct at_str value)
{
    struct va_var *var = find_var(shell, name);
    if (!var) {
        var = at_alloc(sizeof(*var));
        var->name = at_strndup(name.ptr, name.len);
        var->next = shell->vars;
        shell->vars = var;
    }
    free(var->value);
    var->value = at_strndup(value.ptr, value.len);
}

void
va_shell_error(struct va_shell *shell, const char *fmt, ...)
{
    struct at_buf line = AT_BUF_INIT(64 * AT_KIB);
    char text[1024];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    at_buf_add_fmt(&line, "/system/bin/sh: %s\n", text);
    shell->io->io.write(&shell->io->io, 2, line.data, line.len);
    at_buf_deinit(&line);
}

// Redirections: io is changed; files opened are in the ends of io.

static bool
open_end(struct va_shell *shell, const char *path, enum va_redir_kind kind,
         struct va_end *out)
{
    struct va_files *files = va_device_files(shell->device);
    bool in = kind == VA_REDIR_IN;
    int flags = in                        ? O_RDONLY
                : kind == VA_REDIR_APPEND ? O_WRONLY | O_CREAT | O_APPEND
                                          : O_WRONLY | O_CREAT | O_TRUNC;

    *out = (struct va_end){.kind = VA_END_NULL};
    if (strcmp(path, "/dev/null") == 0)
        return true;
    char *host = va_files_path(files, shell->cwd, path);
    int fd = open(host, flags | O_CLOEXEC | O_NONBLOCK, 0666);
    free(host);
    if (fd < 0) {
        va_shell_error(shell, "can't %s %s: %s", in ? "open" : "create", path,
                       strerror(errno));
        return false;
    }
    *out = (struct va_end){.kind = VA_END_FILE, .fd = fd};
    return true;
}

// Descriptors opened by redirections, to be closed after the command.
struct opened {
    int fds[16];
    size_t len;
};

static bool
redirect(struct va_shell *shell, const struct va_redir *redir,
         struct va_shell_io *io, struct opened *opened)
{
    struct va_end *end = redir->fd == 0 ? &io->in : &io->out[redir->fd - 1];
    if (redir->kind == VA_REDIR_DUP) {
        *end = io->out[redir->from - 1];
        return true;
    }
    if (opened->len == AT_LEN(opened->fds)) {
        va_shell_error(shell, "too many redirections");
        return false;
    }
    char *path = va_shell_expand_one(shell, redir->word);
    struct va_end file;
    bool ok = open_end(shell, path, redir->kind, &file);
    free(path);
    if (!ok)
        return false;
    if (file.kind == VA_END_FILE)
        opened->fds[opened->len++] = file.fd;
    *end = file;
    return true;
}

static bool
redirect_all(struct va_shell *shell, const struct va_redir *redirs,
             struct va_shell_io *io, struct opened *opened)
{
    va_shell_io_copy(io, shell->io);
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

// Commands

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
run_script(struct va_shell *shell, const char *path)
{
    struct va_files *files = va_device_files(shell->device);
    struct at_buf text = AT_BUF_INIT(VA_SHELL_LINE_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    char *host = va_files_path(files, shell->cwd, path);
    struct stat info;
    int status = STATUS_NOT_FOUND;

    if (stat(host, &info) != 0 || !S_ISREG(info.st_mode))
        va_shell_error(shell, "%s: inaccessible or not found", path);
    else if (!(info.st_mode & 0111))
        va_shell_error(shell, "%s: can't execute: Permission denied", path);
    else if (!va_files_read(files, path, &text, &err))
        va_shell_error(shell, "%s: %s", path, err.msg);
    else
        status = va_shell_run_in(shell->device, &shell->io->io, shell->user,
                                 shell->cwd, at_buf_text(&text));
    at_buf_deinit(&text);
    free(host);
    return status;
}

// Run a command with words in the shell's io.
static int
run_words(struct va_shell *shell, struct va_texts *words)
{
    const char *name = words->list[0];
    const char *slash = strrchr(name, '/');
    const struct va_builtin *builtin = va_builtin_find(name);
    if (builtin)
        return builtin->run(shell, (int)words->len, words->list);
    const struct va_command *command = NULL;
    if (!slash)
        command = va_command_find(name);
    else if (is_program_dir(at_str_n(name, (size_t)(slash - name) + 1)))
        command = va_command_find(slash + 1);
    else
        return run_script(shell, name);
    if (!command) {
        va_shell_error(shell, "%s: inaccessible or not found", name);
        return STATUS_NOT_FOUND;
    }
    struct va_call call = {
        .device = shell->device,
        .io = &shell->io->io,
        .argc = (int)words->len,
        .argv = words->list,
        .cwd = shell->cwd,
        .user = shell->user,
    };
    return command->run(&call);
}

int
va_shell_run_words(struct va_shell *shell, int argc, char **argv)
{
    struct va_texts words = {argv, (size_t)argc};
    return argc > 0 ? run_words(shell, &words) : 0;
}

static void
assign_all(struct va_shell *shell, const struct va_word *assigns)
{
    for (; assigns; assigns = assigns->next) {
        char *text = va_shell_expand_one(shell, assigns);
        char *equals = strchr(text, '=');
        va_shell_set_var(shell, at_str_n(text, (size_t)(equals - text)),
                         at_str(equals + 1));
        free(text);
    }
}

static int
run_simple(struct va_shell *shell, const struct va_sh *node)
{
    struct va_texts words = {0};
    struct va_shell_io *outer = shell->io;
    struct va_shell_io io;
    struct opened opened;
    int status = STATUS_REDIRECTION;

    shell->sub_status = 0;
    if (!va_shell_expand(shell, node->words, &words)) {
        va_shell_error(shell, "too many words");
        va_texts_deinit(&words);
        return STATUS_REDIRECTION;
    }
    if (words.len == 0)
        assign_all(shell, node->assigns);
    bool ok = redirect_all(shell, node->redirs, &io, &opened);
    if (ok && words.len == 0) {
        status = shell->sub_status;
    } else if (ok) {
        shell->io = &io;
        status = run_words(shell, &words);
        shell->io = outer;
    }
    close_all(&opened);
    va_texts_deinit(&words);
    return status;
}

// Pipes: the left command gets a thread and a copy of the shell.

struct left {
    struct va_shell shell;
    struct va_shell_io io;
    struct va_pipe *pipe;
    const struct va_sh *node;
};

static void *
run_left(void *arg)
{
    struct left *left = arg;
    va_shell_run_node(&left->shell, left->node);
    va_pipe_end_writer(left->pipe);
    return NULL;
}

static int
run_right(struct va_shell *shell, const struct va_sh *node,
          struct va_pipe *pipe)
{
    struct va_shell_io io;
    struct va_shell right;
    va_shell_io_copy(&io, shell->io);
    io.in = (struct va_end){.kind = VA_END_PIPE, .pipe = pipe};
    va_shell_copy(&right, shell, &io);
    int status = va_shell_run_node(&right, node);
    va_shell_deinit(&right);
    return status;
}

static int
run_pipe(struct va_shell *shell, const struct va_sh *node)
{
    struct left left = {
        .pipe = va_pipe_new(shell->io->io.cancel),
        .node = node->left,
    };
    pthread_t thread;
    int status = STATUS_REDIRECTION;

    if (!left.pipe) {
        va_shell_error(shell, "can't create a pipe");
        return status;
    }
    va_shell_io_copy(&left.io, shell->io);
    left.io.out[0] = (struct va_end){.kind = VA_END_PIPE, .pipe = left.pipe};
    left.io.io.cancel = va_pipe_cancel(left.pipe);
    va_shell_copy(&left.shell, shell, &left.io);
    if (pthread_create(&thread, NULL, run_left, &left) == 0) {
        status = run_right(shell, node->right, left.pipe);
        va_pipe_end_reader(left.pipe);
        pthread_join(thread, NULL);
    } else {
        va_shell_error(shell, "can't fork");
    }
    va_shell_deinit(&left.shell);
    va_pipe_free(left.pipe);
    return status;
}

static int
run_if(struct va_shell *shell, const struct va_sh *node)
{
    int status = va_shell_run_node(shell, node->left);
    if (shell->exiting)
        return status;
    return va_shell_run_node(shell, status == 0 ? node->right : node->other);
}

// ( ), { } and if, with their redirections.
static int
run_compound(struct va_shell *shell, const struct va_sh *node)
{
    struct va_shell_io *outer = shell->io;
    struct va_shell_io io;
    struct va_shell inner;
    struct opened opened;
    int status = STATUS_REDIRECTION;

    if (redirect_all(shell, node->redirs, &io, &opened)) {
        shell->io = &io;
        if (node->kind == VA_SH_SUB) {
            va_shell_copy(&inner, shell, &io);
            status = va_shell_run_node(&inner, node->left);
            va_shell_deinit(&inner);
        } else {
            status = node->kind == VA_SH_IF
                         ? run_if(shell, node)
                         : va_shell_run_node(shell, node->left);
        }
        shell->io = outer;
    }
    close_all(&opened);
    return status;
}

static int
run_one(struct va_shell *shell, const struct va_sh *node)
{
    switch (node->kind) {
    case VA_SH_COMMAND:
        return run_simple(shell, node);
    case VA_SH_PIPE:
        return run_pipe(shell, node);
    case VA_SH_NOT:
        return va_shell_run_node(shell, node->left) == 0;
    case VA_SH_GROUP:
    case VA_SH_SUB:
    case VA_SH_IF:
        return run_compound(shell, node);
    case VA_SH_AND:
    case VA_SH_OR:
    case VA_SH_LIST:
        break;
    }
    return va_shell_run_node(shell, node);
}

static bool
is_and_or(const struct va_sh *node)
{
    return node->kind == VA_SH_AND || node->kind == VA_SH_OR;
}

static int
run_and_or(struct va_shell *shell, const struct va_sh *node)
{
    shell->status = run_one(shell, node->left);
    while (is_and_or(node) && !shell->exiting) {
        bool skip = (node->kind == VA_SH_AND) != (shell->status == 0);
        node = node->right;
        if (!skip)
            shell->status = run_one(shell, is_and_or(node) ? node->left : node);
    }
    return shell->status;
}

int
va_shell_run_node(struct va_shell *shell, const struct va_sh *node)
{
    int status = 0; // an empty list succeeds
    while (node && !shell->exiting) {
        const struct va_sh *at = node->kind == VA_SH_LIST ? node->left : node;
        status = is_and_or(at) ? run_and_or(shell, at) : run_one(shell, at);
        shell->status = status;
        node = node->kind == VA_SH_LIST ? node->right : NULL;
    }
    return status;
}

int
va_shell_run_text(struct va_shell *shell, struct at_str line)
{
    struct at_arena arena = AT_ARENA_INIT;
    struct at_err err = AT_ERR_INIT;
    struct va_sh *node;
    int status = STATUS_SYNTAX;

    if (shell->io->io.depth > VA_SHELL_MAX_DEPTH)
        va_shell_error(shell, "shells nested deeper than %d",
                       VA_SHELL_MAX_DEPTH);
    else if (!va_shell_parse(&arena, line, &node, &err))
        va_shell_error(shell, "%s", err.msg);
    else
        status = va_shell_run_node(shell, node);
    at_arena_deinit(&arena);
    return status;
}

int
va_shell_run(struct va_device *device, struct va_io *io, const char *user,
             const char *line)
{
    return va_shell_run_in(device, io, user, NULL, line);
}

int
va_shell_run_in(struct va_device *device, struct va_io *io, const char *user,
                const char *cwd, const char *line)
{
    struct va_shell_io shell_io;
    struct va_shell shell;
    va_shell_io_init(&shell_io, io);
    va_shell_init(&shell, device, &shell_io, user);
    if (cwd) {
        free(shell.cwd);
        shell.cwd = at_strdup(cwd);
    }
    int status = va_shell_run_text(&shell, at_str(line));
    va_shell_deinit(&shell);
    return status & 0xff;
}

// Read up to a line's end; false at the end of the input.
static bool
read_line(struct va_io *io, struct at_buf *line)
{
    char c;
    at_buf_clear(line);
    while (io->read(io, &c, 1) == 1) {
        if (c == '\n' || c == '\r')
            return true;
        at_buf_add_char(line, c);
    }
    return line->len > 0;
}

int
va_shell_interactive(struct va_device *device, struct va_io *io,
                     const char *user)
{
    struct at_buf line = AT_BUF_INIT(VA_SHELL_LINE_MAX_BYTES);
    struct va_shell_io shell_io;
    struct va_shell shell;
    va_shell_io_init(&shell_io, io);
    va_shell_init(&shell, device, &shell_io, user);
    while (!shell.exiting && read_line(io, &line))
        shell.status = va_shell_run_text(&shell, at_buf_str(&line));
    int status = shell.status;
    va_shell_deinit(&shell);
    at_buf_deinit(&line);
    return status & 0xff;
}
