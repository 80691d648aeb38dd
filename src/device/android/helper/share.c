// share.c: see share.h
#include "device/android/helper/share.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/lock.h"
#include "sys/private.h"
#include "wire/json.h"

#define PROGRAM "agentest"

enum {
    LOOK_MS = 30,      // a new record does not wake waiters
    RECORD_MS = 15000, // until the holder has started its helper
    RECORD_BYTES = 4096,
};

struct at_helper_share {
    pthread_mutex_t lock;  // guards lease, published and ended
    struct at_lock *lease; // owned; NULL once it was given back
    char *path;            // owned: of the record
    bool published;
    bool ended; // the started helper has ended
};

static char *
name_of(const char *serial)
{
    return at_strfmt("helper-%s", serial);
}

static char *
record_path(const char *serial, struct at_err *err)
{
    char *name = name_of(serial);
    char *path = at_lock_path_beside(name, ".json", err);
    free(name);
    return path;
}

static bool
read_text(const json_t *json, const char *name, char *out, size_t cap)
{
    struct at_str text = at_json_get_str(json, name);
    at_str_cut(out, cap, text);
    return text.len > 0 && text.len < cap;
}

static bool
parse_record(struct at_str text, struct at_helper_record *out)
{
    json_t *json = at_json_parse(text, NULL);
    const json_t *pid = json_object_get(json, "pid");
    bool ok = json_is_integer(pid) &&
              read_text(json, "service", out->service, sizeof(out->service)) &&
              at_str_starts(at_str(out->service), AT_STR("localabstract:")) &&
              read_text(json, "token", out->token, sizeof(out->token)) &&
              read_text(json, "jar", out->jar, sizeof(out->jar)) &&
              read_text(json, "server", out->server, sizeof(out->server));
    out->pid = ok ? (long)json_integer_value(pid) : 0;
    json_decref(json);
    return ok;
}

static bool
read_record(const char *serial, struct at_helper_record *out)
{
    struct at_buf text = AT_BUF_INIT(RECORD_BYTES);
    char *path = record_path(serial, NULL);
    bool ok = path && at_private_read(path, &text, NULL) &&
              parse_record(at_buf_str(&text), out);
    free(path);
    at_buf_deinit(&text);
    return ok;
}

bool
at_helper_share_look(const char *serial, struct at_helper_record *out)
{
    struct at_lock_holder holder;
    *out = (struct at_helper_record){.pid = 0};
    if (!read_record(serial, out))
        return false;
    char *name = name_of(serial);
    bool held = at_lock_is_held(name, &holder);
    free(name);
    return held && holder.pid == out->pid;
}

static struct at_helper_share *
new_share(struct at_lock *lease, char *path)
{
    struct at_helper_share *share = at_alloc(sizeof(*share));
    pthread_mutex_init(&share->lock, NULL);
    share->lease = lease;
    share->path = path;
    unlink(path); // left by a killed holder
    return share;
}

// Wait for the next look. AT_EBUSY, with the holder's name, once that has taken
// too long.
static bool
wait_a_moment(const struct at_op *op, const struct at_op *patience,
              const struct at_err *busy, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (at_op_wait_until(patience, at_now_ns() + LOOK_MS * AT_NS_PER_MS, &why))
        return true;
    return at_op_check(op, err) && at_err_pass(err, busy);
}

bool
at_helper_share_enter(const struct at_op *op, const char *serial,
                      struct at_helper_share **out,
                      struct at_helper_record *record, struct at_err *err)
{
    struct at_op patience = at_op_sub(op, at_now_ns(), RECORD_MS);
    struct at_lock *lease = NULL;
    char *path = record_path(serial, err);
    char *name = name_of(serial);
    bool ok = false;
    *out = NULL;
    while (path && !ok && !lease) {
        struct at_err busy = AT_ERR_INIT;
        ok = at_helper_share_look(serial, record);
        if (ok || at_lock_take(op, name, PROGRAM, false, &lease, &busy))
            break;
        if (busy.code != AT_EBUSY) {
            at_err_pass(err, &busy);
            break;
        }
        if (!wait_a_moment(op, &patience, &busy, err))
            break;
    }
    if (lease)
        *out = new_share(lease, path);
    else
        free(path);
    free(name);
    return ok || lease;
}

static bool
write_record(const char *path, const struct at_helper_record *record,
             struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(RECORD_BYTES);
    json_t *json = json_object();
    at_json_set_text(json, "service", record->service);
    at_json_set_text(json, "token", record->token);
    at_json_set_text(json, "jar", record->jar);
    at_json_set_text(json, "server", record->server);
    at_json_set(json, "pid", json_integer(getpid()));
    at_json_write(json, &text);
    bool ok = at_file_put(path, at_buf_str(&text), err);
    json_decref(json);
    at_buf_deinit(&text);
    return ok;
}

// share->lock is locked.
static void
give_back(struct at_helper_share *share)
{
    if (share->lease)
        unlink(share->path);
    at_lock_release(share->lease);
    share->lease = NULL;
}

bool
at_helper_share_publish(struct at_helper_share *share,
                        const struct at_helper_record *record,
                        struct at_err *err)
{
    bool ok = true;
    pthread_mutex_lock(&share->lock);
    if (share->ended)
        give_back(share);
    else
        ok = write_record(share->path, record, err);
    share->published = true;
    pthread_mutex_unlock(&share->lock);
    return ok;
}

void
at_helper_share_begun(struct at_helper_share *share)
{
    pthread_mutex_lock(&share->lock);
    share->ended = false;
    pthread_mutex_unlock(&share->lock);
}

void
at_helper_share_ended(struct at_helper_share *share)
{
    pthread_mutex_lock(&share->lock);
    share->ended = true;
    if (share->published)
        give_back(share);
    pthread_mutex_unlock(&share->lock);
}

void
at_helper_share_touch(const char *serial)
{
    char *path = record_path(serial, NULL);
    if (path)
        (void)utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW);
    free(path);
}

void
at_helper_share_withdraw(struct at_helper_share *share)
{
    pthread_mutex_lock(&share->lock);
    if (share->lease)
        unlink(share->path);
    pthread_mutex_unlock(&share->lock);
}

void
at_helper_share_end(struct at_helper_share *share)
{
    pthread_mutex_lock(&share->lock);
    give_back(share);
    pthread_mutex_unlock(&share->lock);
}

void
at_helper_share_free(struct at_helper_share *share)
{
    if (!share)
        return;
    at_helper_share_end(share);
    pthread_mutex_destroy(&share->lock);
    free(share->path);
    free(share);
}
