#include "sys/installed.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "sys/file.h"
#include "sys/proc.h"

enum { PATH_MAX_BYTES = 4096 };

// Set once, before any thread; "" if unknown.
static char program_folder[PATH_MAX_BYTES];
static char source_tree[PATH_MAX_BYTES];

// The build puts this file, which is never installed, beside its programs, and
// its tests are one folder below. No installed program has a path of the tree.
static bool
read_source_tree(const char *below)
{
    char *path = at_strfmt("%s%s/source-tree.txt", program_folder, below);
    struct at_buf text = AT_BUF_INIT(PATH_MAX_BYTES);
    bool ok = at_file_exists(path) && at_file_read(path, &text, NULL);
    if (ok)
        at_str_cut(source_tree, sizeof(source_tree),
                   at_str_trim(at_buf_str(&text)));
    at_buf_deinit(&text);
    free(path);
    return ok;
}

void
at_installed_set_program(const char *argv0)
{
    char *path = at_proc_self(argv0);
    const char *slash = strrchr(path, '/');
    source_tree[0] = '\0';
    at_str_cut(program_folder, sizeof(program_folder),
               slash ? at_str_n(path, (size_t)(slash - path)) : AT_STR(""));
    if (slash && !read_source_tree(""))
        (void)read_source_tree("/..");
    free(path);
}

// Take path, and return it if it exists; otherwise add it to looked.
static char *
take_existing(char *path, struct at_err *looked)
{
    if (at_file_exists(path))
        return path;
    at_err_add(looked, "no '%s'", path);
    free(path);
    return NULL;
}

char *
at_installed_data(const char *name, const char *in_sources,
                  struct at_err *looked)
{
    char *path = NULL;
    if (source_tree[0])
        return take_existing(at_strfmt("%s/%s", source_tree, in_sources),
                             looked);
    if (program_folder[0])
        path = take_existing(
            at_strfmt("%s/" AT_DATA_BELOW_BIN "/%s", program_folder, name),
            looked);
    return path ? path
                : take_existing(at_strfmt(AT_DATA_DIR "/%s", name), looked);
}

// Take path, and return it if it is a program.
static char *
take_program(char *path)
{
    if (at_file_is_executable(path))
        return path;
    free(path);
    return NULL;
}

char *
at_installed_program(const char *name)
{
    char *path = NULL;
    if (program_folder[0])
        path = take_program(at_strfmt("%s/%s", program_folder, name));
    if (!path && program_folder[0])
        path = take_program(at_strfmt("%s/" AT_LIBEXEC_BELOW_BIN "/agentest/%s",
                                      program_folder, name));
    if (!path)
        path = take_program(at_strfmt(AT_LIBEXEC_DIR "/agentest/%s", name));
    return path ? path : at_proc_find(name);
}
