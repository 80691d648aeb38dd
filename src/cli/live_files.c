#include "cli/live_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "session/run.h"
#include "session/store.h"
#include "sys/clock.h"
#include "sys/filelock.h"
#include "sys/folder.h"
#include "sys/proc.h"
#include "sys/rundir.h"
#include "wire/json.h"

bool
at_live_files_init(struct at_live_files *files, const char *session,
                   struct at_err *err)
{
    struct at_store *store;
    *files = (struct at_live_files){0};
    if (!at_store_open(session, &store, err))
        return false;
    const char *folder = at_store_run_dir(store);
    *files = (struct at_live_files){
        .session = at_strdup(session),
        .folder = at_strdup(folder),
        .socket = at_strfmt("%s/live.sock", folder),
        .pid = at_strfmt("%s/live.pid", folder),
        .log = at_strfmt("%s/live.log", folder),
        .start = at_strfmt("%s/live.lock", folder),
    };
    at_store_free(store);
    return true;
}

void
at_live_files_deinit(struct at_live_files *files)
{
    free(files->session);
    free(files->folder);
    free(files->socket);
    free(files->pid);
    free(files->log);
    free(files->start);
    *files = (struct at_live_files){0};
}

bool
at_live_files_make(const struct at_live_files *files, struct at_err *err)
{
    return at_folder_make(files->folder, err) &&
           at_rundir_make(files->folder, err);
}

bool
at_live_files_are_locked(const struct at_live_files *files)
{
    return at_filelock_is_held(files->pid);
}

// A live process starts only while its starter holds the start lock. With the
// lock held and the pid file unlocked, the socket belongs to no process.
void
at_live_files_clear(const struct at_live_files *files)
{
    struct at_op now = {at_now_ns(), NULL};
    struct at_filelock *start;
    if (access(files->socket, F_OK) != 0 && access(files->pid, F_OK) != 0)
        return;
    if (!at_filelock_take(&now, files->start, &start, NULL))
        return;
    if (!at_live_files_are_locked(files)) {
        unlink(files->socket);
        unlink(files->pid);
    }
    at_filelock_release(start);
}

void
at_live_files_explain(struct at_err *err)
{
    if (err && err->code == AT_EUSAGE)
        at_err_add(err, "set MOBILE_DEV_AGENT_STATE_DIR to a folder with a "
                        "shorter path, or give the session a shorter name");
}

void
at_live_files_rotate(const struct at_live_files *files)
{
    struct stat info;
    if (stat(files->log, &info) != 0 ||
        (uintmax_t)info.st_size < AT_LIVE_LOG_MAX_BYTES)
        return;
    char *old = at_strfmt("%s.1", files->log);
    rename(files->log, old);
    free(old);
}

static const char *const variables[] = {
    "ANDROID_SERIAL",
    "ADB_SERVER_SOCKET",
    "ANDROID_ADB_SERVER_ADDRESS",
    "ANDROID_ADB_SERVER_PORT",
    "ANDROID_HOME",
    "ANDROID_SDK_ROOT",
    "AGENTEST_COMMAND_TIMEOUT_MS",
    "AGENTEST_HELPER",
    "AGENTEST_HELPER_APK_DIR",
    "AGENTEST_DISABLE_HELPER",
    "AGENTEST_DISABLE_KEEP_AWAKE",
    "AGENTEST_DISABLE_FRAMEWORK_SYNC",
    "AGENTEST_DISABLE_FIBER_INFERENCE",
    "RCT_METRO_PORT",
    "DEVELOPER_DIR",
    "MOBILE_DEV_AGENT_AXE_PATH",
};

// Compared in place of PATH, which differs between shells.
static const char *const programs[] = {"adb", "axe", "xcrun"};

static void
set_fact(json_t *facts, const char *name, const char *value)
{
    at_json_set(facts, name,
                value && *value ? at_json_text(at_str(value)) : json_null());
}

json_t *
at_live_facts(void)
{
    json_t *facts = json_object();
    char *cache = at_command_run_cache_dir(NULL);
    for (size_t i = 0; i < AT_LEN(variables); i++)
        set_fact(facts, variables[i], getenv(variables[i]));
    for (size_t i = 0; i < AT_LEN(programs); i++) {
        char *path = at_proc_find(programs[i]);
        set_fact(facts, programs[i], path);
        free(path);
    }
    set_fact(facts, "the cache directory", cache);
    free(cache);
    return facts;
}
