#include "virtual-android/shell/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "virtual-android/shell/shell.h"

static const struct vd_command *
find_in(const struct vd_command *at, const char *name)
{
    while (at->name && strcmp(at->name, name) != 0)
        at++;
    return at->name ? at : NULL;
}

const struct vd_command *
vd_command_find(const struct vd_io *io, const char *name)
{
    const struct vd_command *found = NULL;
    for (size_t i = 0; !found && io->programs[i]; i++)
        found = find_in(io->programs[i], name);
    return found;
}

size_t
vd_read(struct vd_call *call, void *buf, size_t cap)
{
    return call->io->read(call->io, buf, cap);
}

bool
vd_out(struct vd_call *call, struct at_str text)
{
    return text.len == 0 || call->io->write(call->io, 1, text.ptr, text.len);
}

static bool
write_formatted(struct vd_call *call, int fd, const char *fmt, va_list args)
{
    va_list again;
    char small[512];
    va_copy(again, args);
    int len = vsnprintf(small, sizeof(small), fmt, args);
    char *text = small;
    at_assert(len >= 0);
    if ((size_t)len >= sizeof(small)) {
        text = at_alloc((size_t)len + 1);
        vsnprintf(text, (size_t)len + 1, fmt, again);
    }
    va_end(again);
    bool ok = len == 0 || call->io->write(call->io, fd, text, (size_t)len);
    if (text != small)
        free(text);
    return ok;
}

bool
vd_outf(struct vd_call *call, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    bool ok = write_formatted(call, 1, fmt, args);
    va_end(args);
    return ok;
}

bool
vd_errf(struct vd_call *call, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    bool ok = write_formatted(call, 2, fmt, args);
    va_end(args);
    return ok;
}

bool
vd_wait(struct vd_call *call, int64_t ms)
{
    return call->io->wait(call->io, ms);
}

const char *
vd_env(const struct vd_call *call, const char *name)
{
    const struct vd_var *at = call->vars;
    while (at && !(at->exported && strcmp(at->name, name) == 0))
        at = at->next;
    return at ? at->value : NULL;
}
