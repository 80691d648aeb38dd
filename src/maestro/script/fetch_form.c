#include "maestro/script/fetch_form.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits_script.h"
#include "base/quote.h"
#include "maestro/script/wire.h"
#include "sys/fds.h"
#include "sys/file.h"
#include "sys/path.h"
#include "sys/path_below.h"

// Open a path if it is below the workspace, by what it really is.
static bool
open_real(const char *workspace, const char *path, int *out_fd,
          struct at_err *err)
{
    struct at_path_below file = {.fd = -1};
    char *root = at_path_real(workspace, NULL);
    char *real = root ? at_path_real(path, NULL) : NULL;
    size_t len = root ? strlen(root) : 0;
    bool below = real && strncmp(real, root, len) == 0 && real[len] == '/';
    bool ok =
        below && at_path_below_open(root, at_str(real + len + 1), &file, err);
    if (!real)
        at_fail(err, AT_ENOTFOUND, "there is no such file");
    else if (!below)
        at_fail(err, AT_EUSAGE, "it is outside of the workspace '%s'",
                workspace);
    free(real);
    free(root);
    *out_fd = file.fd;
    return ok;
}

// Relative to the script's folder, then to the workspace.
static bool
open_file(const struct at_maestro_fetch_opts *opts, struct at_str path,
          int *out_fd, struct at_err *err)
{
    const char *folders[] = {opts->folder, opts->workspace};
    bool ok = false;
    struct at_err why = AT_ERR_INIT;
    at_fail(&why, AT_EUSAGE, "there is no workspace");
    if (memchr(path.ptr, '\0', path.len))
        return at_fail(err, AT_EUSAGE, "its name has a NUL");
    for (size_t i = 0; !ok && i < 2; i++) {
        if (!folders[i] || !opts->workspace)
            continue;
        char *full = path.len > 0 && path.ptr[0] == '/'
                         ? at_strndup(path.ptr, path.len)
                         : at_strfmt("%s/%.*s", folders[i], AT_STR_ARG(path));
        ok = open_real(opts->workspace, full, out_fd, &why);
        free(full);
    }
    return ok || at_err_pass(err, &why);
}

// A name between quotes, as browsers write it.
static void
add_name(struct at_str name, struct at_buf *out)
{
    for (size_t i = 0; i < name.len; i++) {
        if (name.ptr[i] == '"' || name.ptr[i] == '\r' || name.ptr[i] == '\n')
            at_buf_add_fmt(out, "%%%02X", (unsigned)name.ptr[i]);
        else
            at_buf_add_char(out, name.ptr[i]);
    }
}

static bool
add_file(const struct at_maestro_fetch_opts *opts, struct at_str path,
         struct at_str type, struct at_buf *out, struct at_err *err)
{
    int fd = -1;
    if (memchr(type.ptr ? type.ptr : "", '\n', type.len) ||
        memchr(type.ptr ? type.ptr : "", '\r', type.len))
        return at_fail(err, AT_EUSAGE, "a media type has a line break in it");
    at_buf_add_text(out, "; filename=\"");
    add_name(at_str_after_last(path, '/'), out);
    at_buf_add_fmt(
        out, "\"\r\nContent-Type: %.*s\r\n\r\n",
        AT_STR_ARG(type.len > 0 ? type : AT_STR("application/octet-stream")));
    bool ok = open_file(opts, path, &fd, err) &&
              at_file_read_open(fd, "file of a form", out, err);
    if (!ok)
        at_err_context(err, "file %s", AT_QUOTED(path));
    at_fd_close(&fd);
    return ok;
}

bool
at_maestro_form(const struct at_maestro_fetch_opts *opts, struct at_str rows,
                const char *boundary, struct at_buf *out, struct at_err *err)
{
    struct at_str name, kind, value, type;
    while (at_script_text_next(&rows, &name)) {
        if (!at_script_text_next(&rows, &kind) ||
            !at_script_text_next(&rows, &value) ||
            !at_script_text_next(&rows, &type))
            return at_fail(err, AT_EPROTO, "half a field of a form");
        at_buf_add_fmt(out, "--%s\r\nContent-Disposition: form-data; name=\"",
                       boundary);
        add_name(name, out);
        at_buf_add_char(out, '"');
        if (!at_str_is(kind, "file")) {
            at_buf_add_text(out, "\r\n\r\n");
            at_buf_add_str(out, value);
        } else if (!add_file(opts, value, type, out, err)) {
            return false;
        }
        at_buf_add_text(out, "\r\n");
    }
    at_buf_add_fmt(out, "--%s--\r\n", boundary);
    return !out->overflow ||
           at_fail(err, AT_ELIMIT, "a form has more than %zu bytes", out->max);
}
