// live_place.c: the live process's files, and this process's surroundings
#include "cli/live_place.h"

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
at_live_place_init(struct at_live_place *place, const char *session,
                   struct at_err *err)
{
    struct at_store *store;
    *place = (struct at_live_place){0};
    if (!at_store_open(session, &store, err))
        return false;
    const char *folder = at_store_run_dir(store);
    *place = (struct at_live_place){
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
at_live_place_deinit(struct at_live_place *place)
{
    free(place->session);
    free(place->folder);
    free(place->socket);
    free(place->pid);
    free(place->log);
    free(place->start);
    *place = (struct at_live_place){0};
}

bool
at_live_place_make(const struct at_live_place *place, struct at_err *err)
{
    return at_folder_make(place->folder, err) &&
           at_rundir_make(place->folder, err);
}

bool
at_live_place_is_held(const struct at_live_place *place)
{
    return at_filelock_is_held(place->pid);
}

// A process starts only while somebody holds the start lock: whoever holds it
// here and finds the pid file free removes nobody's socket.
void
at_live_place_clear(const struct at_live_place *place)
{
    struct at_op now = {at_now_ns(), NULL};
    struct at_filelock *start;
    if (access(place->socket, F_OK) != 0 && access(place->pid, F_OK) != 0)
        return;
    if (!at_filelock_take(&now, place->start, &start, NULL))
        return;
    if (!at_live_place_is_held(place)) {
        unlink(place->socket);
        unlink(place->pid);
    }
    at_filelock_release(start);
}

void
at_live_place_explain(struct at_err *err)
{
    if (err && err->code == AT_EUSAGE)
        at_err_add(err, "let MOBILE_DEV_AGENT_STATE_DIR name a folder with a "
                        "shorter path, or give the session a shorter name");
}

void
at_live_place_rotate(const struct at_live_place *place)
{
    struct stat info;
    if (stat(place->log, &info) != 0 ||
        (uintmax_t)info.st_size < AT_LIVE_LOG_MAX_BYTES)
        return;
    char *old = at_strfmt("%s.1", place->log);
    rename(place->log, old);
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
    "DEVELOPER_DIR",
    "MOBILE_DEV_AGENT_AXE_PATH",
};

// Rather than all of PATH, which differs from shell to shell.
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
    char *cache = at_run_cache_dir(NULL);
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
