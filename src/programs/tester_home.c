// tester_home.c: variables first, since they may say where the folder is
#include "programs/tester_home.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "programs/tester_pool.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/path.h"
#include "sys/log.h"
#include "sys/userdirs.h"
#include "tester/variables.h"

enum { PROBE_BYTES = 256 * 1024 };

// The folder, made if it is the default one. NULL with err.
static char *
find_folder(const char *data, struct at_env *env, struct at_err *err)
{
    const char *home = at_env_variable(env, "HOME_PATH");
    char *folder;
    if (!data && home && home[0]) {
        folder = at_path_real(home, err);
        if (!folder)
            at_err_context(err, "HOME_PATH");
        return folder;
    }
    folder = data ? at_path_absolute(data)
                  : at_userdirs_state("mobile-tester-agent", err);
    if (!folder)
        at_err_add(err, "or give --data DIR");
    if (folder && !at_folder_make(folder, err)) {
        free(folder);
        folder = NULL;
    }
    return folder;
}

// A pool's copy has a file of its own: this machine's own store stays.
static bool
open_store(const struct at_arguments *args, struct at_tester_home *home,
           struct at_err *err)
{
    return at_tester_pool_wanted(args, home->env)
               ? at_tester_pool_open(args, home->env, home->file, &home->store,
                                     err)
               : at_store_sqlite_open(home->file, &home->store, err);
}

static bool
open_vault(const struct at_arguments *args, struct at_tester_home *home,
           struct at_err *err)
{
    if (!at_vault_new(home->env, home->store, &home->vault, err))
        return false;
    at_env_set_vault(home->env, home->vault);
    // Hosts of a pool need one key, so none of them makes its own.
    if (!at_tester_pool_wanted(args, home->env)) {
        char *path = at_strfmt("%s/secrets.key", home->folder);
        at_vault_use_file(home->vault, path);
        free(path);
    }
    return true;
}

bool
at_tester_home_open(const struct at_arguments *args, struct at_tester_home *out,
                    struct at_err *err)
{
    const char *data = at_arguments_option(args, "--data");
    const char *env_file = at_arguments_option(args, "--env-file");
    *out = (struct at_tester_home){0};
    if (env_file && !at_file_exists(env_file))
        return at_fail(err, AT_EUSAGE, "--env-file: there is no file '%s'",
                       env_file);
    if (!at_env_open(env_file, &out->env, err))
        return false;
    at_tester_variables_publish(out->env);
    at_log_init(at_env_variable(out->env, "AGENTEST_LOG"));
    out->folder = find_folder(data, out->env, err);
    if (out->folder) {
        out->reports = at_strfmt("%s/reports", out->folder);
        out->hints = at_strfmt("%s/apps", out->folder);
        out->file =
            at_strfmt("%s/%s.sqlite", out->folder,
                      at_tester_pool_wanted(args, out->env) ? "pool" : "store");
        if (at_folder_make(out->reports, err) && open_store(args, out, err) &&
            open_vault(args, out, err))
            return true;
    }
    at_tester_home_close(out);
    return false;
}

// The length of a report: a full disk that has no room for one is found here.
bool
at_tester_home_probe(const struct at_tester_home *home, struct at_err *err)
{
    struct at_buf bytes = AT_BUF_INIT(PROBE_BYTES);
    char *path = at_strfmt("%s/.probe-%ld", home->folder, (long)getpid());
    while (bytes.len < PROBE_BYTES)
        at_buf_add_char(&bytes, 'x');
    bool ok = at_file_write(path, at_buf_str(&bytes), err) &&
              home->store->ops->check(home->store, err);
    unlink(path);
    free(path);
    at_buf_deinit(&bytes);
    return ok;
}

void
at_tester_home_close(struct at_tester_home *home)
{
    at_vault_free(home->vault);
    at_store_db_free(home->store);
    at_env_free(home->env);
    free(home->folder);
    free(home->reports);
    free(home->hints);
    free(home->file);
    *home = (struct at_tester_home){0};
}
