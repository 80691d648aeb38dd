#define _XOPEN_SOURCE 700 // realpath()
#include "setup/launch.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "sys/path.h"
#include "sys/proc.h"

enum { PATH_BYTES_MAX = 16384 };

static const struct {
    const char *by;
    const char *folder; // what it unpacks into
    const char *words[4];
} launchers[] = {
    {"npx", "/_npx/", {"npx", "-y", "agentest-mcp", NULL}},
    {"pnpm", "/pnpm/dlx/", {"pnpm", "dlx", "agentest-mcp", NULL}},
    {"bunx", "/bunx-", {"bunx", "agentest-mcp", NULL}},
    {"uvx", "/uv/archive-v", {"uvx", "agentest-mcp", NULL}},
};

// Return the path without "." and "..". Owned by the caller.
static char *
normalise(const char *path)
{
    struct at_str rest = at_str(path);
    struct at_str part;
    struct at_buf out = AT_BUF_INIT(PATH_BYTES_MAX);
    while (at_str_next(&rest, '/', &part)) {
        if (part.len == 0 || at_str_is(part, "."))
            continue;
        if (at_str_is(part, "..")) {
            const char *slash = strrchr(at_buf_text(&out), '/');
            at_buf_cut(&out, slash ? (size_t)(slash - at_buf_text(&out)) : 0);
            continue;
        }
        at_buf_add_char(&out, '/');
        at_buf_add_str(&out, part);
    }
    return at_buf_take(&out);
}

// Return the program's path as it was started. If that leads elsewhere once it
// is absolute (a ".." behind a link), return the real one. Owned by the caller.
static char *
find_path(const char *argv0)
{
    char *found = at_proc_find(argv0);
    char *absolute = at_path_absolute(found ? found : argv0);
    char *path = normalise(absolute);
    char *real = realpath(absolute, NULL);
    char *again = realpath(path, NULL);
    if (real && (!again || strcmp(real, again) != 0)) {
        free(path);
        path = at_strdup(real);
    }
    free(found);
    free(absolute);
    free(real);
    free(again);
    return path;
}

void
at_setup_launch_words(const char *argv0, struct at_argv *out)
{
    const char *by = getenv(AT_SETUP_LAUNCHED_BY);
    char *path = find_path(argv0);
    char *real = realpath(path, NULL);
    for (size_t i = 0; i < sizeof(launchers) / sizeof(launchers[0]); i++) {
        if (out->count == 0 && ((by && strcmp(by, launchers[i].by) == 0) ||
                                (real && strstr(real, launchers[i].folder))))
            at_argv_add_all(out, launchers[i].words);
    }
    if (out->count == 0)
        at_argv_add(out, path);
    free(path);
    free(real);
}
