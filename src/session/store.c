#include "session/store.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "session/root_folder.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/filelock.h"
#include "sys/folder.h"
#include "sys/userdirs.h"
#include "wire/json.h"

enum { SCHEMA_VERSION = 1, NAME_MAX_BYTES = 64, WRITE_MAX_MS = 10000 };

#define STATE_VARIABLE "MOBILE_DEV_AGENT_STATE_DIR"

static const struct {
    const char *name;
    size_t max_bytes;
    const char *remedy; // command that repairs a damaged file
    const char *helps;
    bool is_remade; // the next command recreates it
} files[] = {
    [AT_STORE_SESSION] = {"session.json", AT_SESSION_FILE_MAX_BYTES,
                          "session reset", "removes", false},
    [AT_STORE_SNAPSHOT] = {"last_snapshot.json", AT_SNAPSHOT_FILE_MAX_BYTES,
                           "ui snapshot", "replaces", true},
    [AT_STORE_TARGET] = {"last_target.json", AT_SESSION_FILE_MAX_BYTES,
                         "session reset", "removes", true},
};
_Static_assert(AT_LEN(files) == AT_STORE_FILES, "a row for each file");

struct at_store {
    char *name;
    char *folder;
    char *paths[AT_STORE_FILES];
    char *run_dir;
    char *lock_path;
};

char *
at_store_state_dir(struct at_err *err)
{
    return at_root_folder_find(STATE_VARIABLE, at_userdirs_state, err);
}

bool
at_store_check_name(const char *name, struct at_err *err)
{
    size_t len = strlen(name);
    bool ok = len > 0 && len <= NAME_MAX_BYTES && name[0] != '.';
    for (size_t i = 0; ok && i < len; i++)
        ok = at_ascii_is_name(name[i]);
    return ok || at_fail(err, AT_EUSAGE,
                         "session name '%.80s' is not valid; use 1 to %d "
                         "letters, digits, '.', '_' or '-', the first not '.'",
                         name, NAME_MAX_BYTES);
}

bool
at_store_open(const char *name, struct at_store **out_store, struct at_err *err)
{
    *out_store = NULL;
    if (!at_store_check_name(name, err))
        return false;
    char *state = at_store_state_dir(err);
    if (!state)
        return false;
    struct at_store *store = at_alloc(sizeof(*store));
    store->name = at_strdup(name);
    store->folder = at_strfmt("%s/sessions/%s", state, name);
    store->run_dir = at_strfmt("%s/run/%s", state, name);
    store->lock_path = at_strfmt("%s/lock", store->run_dir);
    for (size_t i = 0; i < AT_STORE_FILES; i++)
        store->paths[i] = at_strfmt("%s/%s", store->folder, files[i].name);
    free(state);
    *out_store = store;
    return true;
}

void
at_store_free(struct at_store *store)
{
    if (!store)
        return;
    for (size_t i = 0; i < AT_STORE_FILES; i++)
        free(store->paths[i]);
    free(store->lock_path);
    free(store->run_dir);
    free(store->folder);
    free(store->name);
    free(store);
}

const char *
at_store_name(const struct at_store *store)
{
    return store->name;
}

const char *
at_store_path(const struct at_store *store, enum at_store_file file)
{
    return store->paths[file];
}

const char *
at_store_run_dir(const struct at_store *store)
{
    return store->run_dir;
}

bool
at_store_damaged(const struct at_store *store, enum at_store_file file,
                 const char *what, struct at_err *err)
{
    bool is_default = strcmp(store->name, "default") == 0;
    return at_fail(err, AT_EIO,
                   "'%s' is damaged: %.200s; `" AT_SESSION_PROGRAM
                   " %s%s%s` %s it",
                   store->paths[file], what, files[file].remedy,
                   is_default ? "" : " --session ",
                   is_default ? "" : store->name, files[file].helps);
}

// Return NULL and set what_is_wrong if it is not such an object.
static json_t *
parse(struct at_str text, char *what_is_wrong, size_t cap)
{
    struct at_err why = AT_ERR_INIT;
    json_t *value = at_json_parse(text, &why);
    json_t *version = json_object_get(value, "schema_version");
    if (json_is_integer(version) &&
        json_integer_value(version) == SCHEMA_VERSION)
        return value;
    if (!value)
        snprintf(what_is_wrong, cap, "%.200s", why.msg);
    else if (!json_is_object(value))
        snprintf(what_is_wrong, cap, "not a JSON object");
    else if (json_is_integer(version))
        snprintf(what_is_wrong, cap,
                 "schema_version %lld, where this program knows %d",
                 (long long)json_integer_value(version), SCHEMA_VERSION);
    else
        snprintf(what_is_wrong, cap, "no schema_version %d", SCHEMA_VERSION);
    json_decref(value);
    return NULL;
}

bool
at_store_read(const struct at_store *store, enum at_store_file file,
              json_t **out, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(files[file].max_bytes);
    struct at_err why = AT_ERR_INIT;
    char wrong[256] = "longer than this program writes";
    *out = NULL;
    bool ok = at_file_read(store->paths[file], &text, &why);
    if (ok) {
        *out = parse(at_buf_str(&text), wrong, sizeof(wrong));
        ok = *out || at_store_damaged(store, file, wrong, err);
    } else if (why.code == AT_ELIMIT) {
        at_store_damaged(store, file, wrong, err);
    } else if (why.sys == ENOENT) {
        ok = true;
    } else if (err) {
        *err = why;
    }
    at_buf_deinit(&text);
    return ok;
}

// Lock the session, creating the folders, which reading does not do.
static bool
lock(const struct at_op *op, const struct at_store *store,
     struct at_filelock **out_lock, struct at_err *err)
{
    if (at_folder_make(store->run_dir, err) &&
        at_filelock_take(op, store->lock_path, out_lock, err))
        return true;
    at_err_context(err, "session '%s'", store->name);
    if (err && err->code == AT_EIO)
        at_err_add(err,
                   "set " STATE_VARIABLE " to a folder that can be written");
    return false;
}

// Remove partly written files of killed processes (file.h: "NAME.XXXXXX").
// Other processes do not write while the lock is held.
static void
remove_halves(const struct at_store *store)
{
    struct at_folder_list list = {NULL, 0};
    if (!at_folder_list(store->folder, &list, NULL))
        return;
    for (size_t i = 0; i < list.count; i++) {
        struct at_str name = at_str(list.entries[i].name);
        for (size_t f = 0; f < AT_STORE_FILES; f++) {
            struct at_str own = at_str(files[f].name);
            if (!at_str_starts(name, own) || name.len == own.len ||
                list.entries[i].is_folder)
                continue;
            char *path = at_strfmt("%s/%s", store->folder, name.ptr);
            unlink(path);
            free(path);
        }
    }
    at_folder_list_deinit(&list);
}

static bool
write_locked(const struct at_store *store, enum at_store_file file,
             const json_t *value, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(files[file].max_bytes);
    bool ok = false;
    if (!at_json_write(value, &text) || !at_buf_add_char(&text, '\n'))
        at_fail(err, AT_ELIMIT, "'%s' would be longer than %zu bytes",
                store->paths[file], text.max);
    else if (at_folder_make(store->folder, err)) {
        remove_halves(store);
        ok = files[file].is_remade
                 ? at_file_put(store->paths[file], at_buf_str(&text), err)
                 : at_file_write(store->paths[file], at_buf_str(&text), err);
    }
    at_buf_deinit(&text);
    return ok;
}

// Return a shallow copy with the members required by at_store_read().
static json_t *
with_version(const json_t *value)
{
    json_t *copy = json_object();
    at_json_set(copy, "schema_version", json_integer(SCHEMA_VERSION));
    // jansson changes only the reference count, despite the const
    json_object_update_missing(copy, (json_t *)(uintptr_t)value);
    return copy;
}

bool
at_store_write(const struct at_store *store, enum at_store_file file,
               const json_t *value, struct at_err *err)
{
    struct at_op op = {at_now_ns() + WRITE_MAX_MS * AT_NS_PER_MS, NULL};
    struct at_filelock *held = NULL;
    if (!lock(&op, store, &held, err))
        return false;
    json_t *whole = with_version(value);
    bool ok = write_locked(store, file, whole, err);
    json_decref(whole);
    at_filelock_release(held);
    return ok;
}

bool
at_store_update(const struct at_op *op, const struct at_store *store,
                enum at_store_file file, at_store_change *change, void *user,
                struct at_err *err)
{
    struct at_filelock *held = NULL;
    json_t *value = NULL;
    if (!lock(op, store, &held, err))
        return false;
    bool ok = at_store_read(store, file, &value, err);
    if (ok && !value)
        value = json_object();
    ok = ok && change(user, value, err);
    if (ok) {
        json_t *whole = with_version(value);
        ok = write_locked(store, file, whole, err);
        json_decref(whole);
    }
    json_decref(value);
    at_filelock_release(held);
    return ok;
}

static bool
remove_file(const char *path, struct at_err *err)
{
    return unlink(path) == 0 || errno == ENOENT ||
           at_fail_sys(err, AT_EIO, errno, "cannot remove '%s'", path);
}

bool
at_store_reset(const struct at_op *op, const struct at_store *store,
               struct at_err *err)
{
    struct at_filelock *held = NULL;
    bool ok = true;
    if (access(store->folder, F_OK) != 0 && errno == ENOENT)
        return true;
    if (!lock(op, store, &held, err))
        return false;
    remove_halves(store);
    for (size_t i = 0; i < AT_STORE_FILES; i++)
        ok = remove_file(store->paths[i], ok ? err : NULL) && ok;
    at_filelock_release(held);
    return ok;
}
