#include "virtual-android/shell/shell.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits_virtual.h"
#include "virtual-android/shell/io.h"
#include "virtual-android/shell/parse.h"
#include "virtual-android/shell/run.h"

enum { STATUS_SYNTAX = 1 };

void
vd_shell_init(struct vd_shell *shell, struct vd_device *device,
              struct vd_shell_io *io, const char *user)
{
    bool inside_app = strcmp(user, "shell") != 0 && strcmp(user, "root") != 0;
    *shell = (struct vd_shell){
        .device = device,
        .io = io,
        .user = user,
        .cwd = inside_app ? at_strfmt("/data/data/%s", user) : at_strdup("/"),
    };
    vd_shell_set_var(shell, AT_STR("EXTERNAL_STORAGE"), AT_STR("/sdcard"));
    vd_shell_set_var(shell, AT_STR("HOME"), AT_STR("/"));
    vd_shell_set_var(shell, AT_STR("TMPDIR"), AT_STR("/data/local/tmp"));
    vd_shell_set_var(shell, AT_STR("USER"), at_str(user));
    for (struct vd_var *at = shell->vars; at; at = at->next)
        at->exported = true;
}

static struct vd_var *
new_var(struct at_str name, struct at_str value)
{
    struct vd_var *var = at_alloc(sizeof(*var));
    var->name = at_strndup(name.ptr, name.len);
    var->value = at_strndup(value.ptr, value.len);
    return var;
}

static void
free_var(struct vd_var *var)
{
    free(var->name);
    free(var->value);
    free(var);
}

void
vd_shell_copy(struct vd_shell *shell, const struct vd_shell *from,
              struct vd_shell_io *io)
{
    *shell = *from;
    shell->io = io;
    shell->cwd = at_strdup(from->cwd);
    shell->vars = NULL;
    shell->is_child = false;
    struct vd_var **end = &shell->vars;
    for (const struct vd_var *at = from->vars; at; at = at->next) {
        *end = new_var(at_str(at->name), at_str(at->value));
        (*end)->exported = at->exported;
        (*end)->level = at->level;
        end = &(*end)->next;
    }
}

void
vd_shell_deinit(struct vd_shell *shell)
{
    while (shell->vars) {
        struct vd_var *var = shell->vars;
        shell->vars = var->next;
        free_var(var);
    }
    free(shell->cwd);
    shell->cwd = NULL;
}

static struct vd_var *
find_var(const struct vd_shell *shell, struct at_str name)
{
    struct vd_var *at = shell->vars;
    while (at && !at_str_is(name, at->name))
        at = at->next;
    return at;
}

const char *
vd_shell_var(const struct vd_shell *shell, const char *name)
{
    const struct vd_var *var = find_var(shell, at_str(name));
    return var ? var->value : NULL;
}

void
vd_shell_set_var(struct vd_shell *shell, struct at_str name,
                 struct at_str value)
{
    struct vd_var *var = find_var(shell, name);
    if (!var) {
        var = new_var(name, value);
        var->next = shell->vars;
        shell->vars = var;
        return;
    }
    free(var->value);
    var->value = at_strndup(value.ptr, value.len);
}

void
vd_shell_export(struct vd_shell *shell, struct at_str name)
{
    struct vd_var *var = find_var(shell, name);
    if (var)
        var->exported = true;
}

void
vd_shell_begin_level(struct vd_shell *shell)
{
    shell->level++;
}

void
vd_shell_set_for_level(struct vd_shell *shell, struct at_str name,
                       struct at_str value)
{
    struct vd_var *var = new_var(name, value);
    var->exported = true;
    var->level = shell->level;
    var->next = shell->vars;
    shell->vars = var;
}

void
vd_shell_end_level(struct vd_shell *shell)
{
    for (struct vd_var **at = &shell->vars; *at;) {
        struct vd_var *var = *at;
        if (var->level != shell->level) {
            at = &var->next;
            continue;
        }
        *at = var->next;
        free_var(var);
    }
    shell->level--;
}

void
vd_shell_error(struct vd_shell *shell, const char *fmt, ...)
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

int
vd_shell_run_text(struct vd_shell *shell, struct at_str line)
{
    struct at_arena arena = AT_ARENA_INIT;
    struct at_err err = AT_ERR_INIT;
    struct vd_sh *node;
    int status = STATUS_SYNTAX;
    if (shell->io->io.depth > VD_SHELL_MAX_DEPTH)
        vd_shell_error(shell, "shells nested deeper than %d",
                       VD_SHELL_MAX_DEPTH);
    else if (!vd_shell_parse(&arena, line, &node, &err))
        vd_shell_error(shell, "%s", err.msg);
    else
        status = vd_shell_run_node(shell, node);
    at_arena_deinit(&arena);
    return status;
}

int
vd_shell_run(struct vd_device *device, struct vd_io *io, const char *user,
             const char *line)
{
    return vd_shell_run_in(device, io, user, NULL, line);
}

int
vd_shell_run_in(struct vd_device *device, struct vd_io *io, const char *user,
                const char *cwd, const char *line)
{
    struct vd_shell_io shell_io;
    struct vd_shell shell;
    vd_shell_io_init(&shell_io, io);
    vd_shell_init(&shell, device, &shell_io, user);
    shell.is_child = io->depth == 0;
    if (cwd) {
        free(shell.cwd);
        shell.cwd = at_strdup(cwd);
    }
    int status = vd_shell_run_text(&shell, at_str(line));
    vd_shell_deinit(&shell);
    return status & 0xff;
}

// Read one line. Returns false at the end of the input.
static bool
read_line(struct vd_io *io, struct at_buf *line)
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
vd_shell_interactive(struct vd_device *device, struct vd_io *io,
                     const char *user)
{
    struct at_buf line = AT_BUF_INIT(VD_SHELL_LINE_MAX_BYTES);
    struct vd_shell_io shell_io;
    struct vd_shell shell;
    vd_shell_io_init(&shell_io, io);
    vd_shell_init(&shell, device, &shell_io, user);
    while (!shell.exiting && read_line(io, &line))
        shell.status = vd_shell_run_text(&shell, at_buf_str(&line));
    int status = shell.status;
    vd_shell_deinit(&shell);
    at_buf_deinit(&line);
    return status & 0xff;
}
