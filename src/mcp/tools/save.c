// save.c: save artefacts that are too large for a reply as files
#include <errno.h>
#include <pthread.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "mcp/tools/reply.h"
#include "mcp/tools/saved_files.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/rundir.h"

static bool
make_dir(const char *path, struct at_err *err)
{
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return at_fail_sys(err, AT_EIO, errno,
                           "cannot make the output directory '%s'", path);
    return true;
}

static bool
open_dir(char **out_dir, struct at_err *err)
{
    const char *chosen = getenv("AGENTEST_OUTPUT_DIR");
    if (chosen && *chosen) {
        *out_dir = at_strdup(chosen);
        return make_dir(chosen, err);
    }
    *out_dir = at_rundir_temporary(err);
    if (*out_dir)
        at_saved_files_tidy(*out_dir);
    else
        at_err_add(err, "or set AGENTEST_OUTPUT_DIR");
    return *out_dir != NULL;
}

// Return a time for a file's name, never the same twice: calls run in parallel.
static int64_t
next_name_ms(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int64_t last_ms; // guarded by lock
    pthread_mutex_lock(&lock);
    int64_t now_ms = at_wall_now_ms();
    last_ms = now_ms > last_ms ? now_ms : last_ms + 1;
    int64_t ms = last_ms;
    pthread_mutex_unlock(&lock);
    return ms;
}

bool
at_reply_save(const char *name, const char *ext, struct at_str bytes,
              char **out_path, struct at_err *err)
{
    char *dir = NULL;
    *out_path = NULL;
    bool ok = open_dir(&dir, err);
    if (ok) {
        *out_path = at_strfmt("%s/%s-%lld.%s", dir, name,
                              (long long)next_name_ms(), ext);
        ok = at_file_write(*out_path, bytes, err);
    }
    if (!ok) {
        free(*out_path);
        *out_path = NULL;
    }
    free(dir);
    return ok;
}
