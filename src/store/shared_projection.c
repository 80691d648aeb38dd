// shared_projection.c: the host's file of a pool: opening, replacing, keeping
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "store/shared_priv.h"
#include "store/sqlite_apply.h"
#include "store/sqlite_priv.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"

#define AT_LOG_MODULE "pool"

enum {
    LOOK_MS = 1000,
    QUIET_MS = 10000, // since the last message; then the time is asked for
    STALL_MS = 30000, // without any progress
    BEHIND_MS = 3000, // without any progress to what the stream has
    HOLES_MS = 30000, // between two files that are made again for holes
};

struct at_projection *
at_shared_use(struct at_shared *shared)
{
    pthread_mutex_lock(&shared->lock);
    struct at_projection *file = shared->visible;
    file->users++;
    pthread_mutex_unlock(&shared->lock);
    return file;
}

struct at_projection *
at_shared_use_target(struct at_shared *shared)
{
    pthread_mutex_lock(&shared->lock);
    struct at_projection *file = shared->target;
    file->users++;
    pthread_mutex_unlock(&shared->lock);
    return file;
}

void
at_shared_unuse(struct at_shared *shared, struct at_projection *used)
{
    pthread_mutex_lock(&shared->lock);
    bool is_last = --used->users == 0;
    pthread_mutex_unlock(&shared->lock);
    if (!is_last)
        return;
    at_store_db_free(used->db);
    free(used);
}

static void
remove_files(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < AT_LEN(ends); i++) {
        char *name = at_strfmt("%s%s", path, ends[i]);
        unlink(name);
        free(name);
    }
}

// A file that cannot be used is set aside: it may be another program's.
static bool
open_file(const char *path, struct at_projection **out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_store_db *db = NULL;
    struct stat st;
    if (!at_store_sqlite_open(path, &db, &why)) {
        char *aside = at_strfmt("%s.old", path);
        at_log_warn("%s: it becomes '%s', and another one is made", why.msg,
                    aside);
        bool ok = rename(path, aside) == 0;
        free(aside);
        if (ok)
            remove_files(path);
        if (!ok || !at_store_sqlite_open(path, &db, err))
            return ok ? false : at_err_pass(err, &why);
    }
    if (stat(path, &st) != 0) {
        at_store_db_free(db);
        return at_fail(err, AT_EIO, "'%s' is gone", path);
    }
    *out = at_alloc(sizeof(**out));
    **out = (struct at_projection){
        .db = db, .users = 1, .device = st.st_dev, .inode = st.st_ino};
    return true;
}

static bool
read_applied(struct at_shared *shared, struct at_projection *file,
             uint64_t applied[AT_SHARED_LANES], struct at_err *err)
{
    for (int i = 0; i < AT_SHARED_LANES; i++) {
        if (!at_sqlite_applied(file->db, shared->lanes[i].name, &applied[i],
                               err))
            return false;
    }
    return true;
}

// False for a file of another pool, of streams that were restored from a
// backup, and for one without anything.
static bool
is_ours(const uint64_t applied[AT_SHARED_LANES],
        const uint64_t last[AT_SHARED_LANES])
{
    return applied[AT_SHARED_DOCS] > 0 &&
           applied[AT_SHARED_DOCS] <= last[AT_SHARED_DOCS] &&
           applied[AT_SHARED_EVENTS] <= last[AT_SHARED_EVENTS];
}

static void
stop_lanes(struct at_shared *shared)
{
    for (int i = 0; i < AT_SHARED_LANES; i++) {
        at_bus_follower_free(shared->lanes[i].follower);
        shared->lanes[i].follower = NULL;
    }
}

// Wait as long as there is progress. The documents of runs come before their
// events.
static bool
follow_to(struct at_shared *shared, int which, uint64_t last,
          struct at_err *err)
{
    struct at_shared_lane *lane = &shared->lanes[which];
    uint64_t before = 0;
    bool ok = at_shared_follow(lane, err);
    pthread_mutex_lock(&shared->lock);
    int64_t end_ns = at_now_ns() + STALL_MS * AT_NS_PER_MS;
    while (ok && lane->applied < last) {
        struct at_op op = {end_ns, shared->keeper.stop};
        ok = at_waiters_wait_locked(&op, &shared->waiters, &shared->lock, err);
        if (lane->applied != before)
            end_ns = at_now_ns() + STALL_MS * AT_NS_PER_MS;
        before = lane->applied;
    }
    pthread_mutex_unlock(&shared->lock);
    if (!ok && lane->follower)
        at_bus_follower_move(lane->follower);
    if (!ok)
        at_err_context(err, "cannot read the pool's %s",
                       which == AT_SHARED_DOCS ? "documents" : "events");
    return ok;
}

static bool
read_ends(struct at_shared *shared, uint64_t last[AT_SHARED_LANES],
          struct at_err *err)
{
    static const char *const names[] = {AT_STORE_SHARED_DOCS,
                                        AT_STORE_SHARED_EVENTS};
    struct at_bus_stream_state state;
    for (int i = 0; i < AT_SHARED_LANES; i++) {
        if (!at_bus_stream_state(shared->bus, names[i], &state, err))
            return false;
        snprintf(shared->lanes[i].name, sizeof(shared->lanes[i].name),
                 "%s@%lld/%d", names[i], (long long)state.created_ns,
                 AT_STORE_SHARED_SCHEMA);
        last[i] = state.last;
    }
    return true;
}

static void
set_target(struct at_shared *shared, struct at_projection *file,
           const uint64_t applied[AT_SHARED_LANES])
{
    pthread_mutex_lock(&shared->lock);
    shared->target = file;
    for (int i = 0; i < AT_SHARED_LANES; i++)
        shared->lanes[i].applied = applied[i];
    for (int i = 0; i < AT_SHARED_LANES; i++) {
        shared->lanes[i].wanted = 0;
        shared->lanes[i].has_holes = false;
    }
    pthread_mutex_unlock(&shared->lock);
}

static bool
fill(struct at_shared *shared, const uint64_t last[AT_SHARED_LANES],
     struct at_err *err)
{
    return follow_to(shared, AT_SHARED_DOCS, last[AT_SHARED_DOCS], err) &&
           follow_to(shared, AT_SHARED_EVENTS, last[AT_SHARED_EVENTS], err);
}

static bool
open_ours(struct at_shared *shared, const uint64_t last[AT_SHARED_LANES],
          uint64_t applied[AT_SHARED_LANES], struct at_projection **out,
          struct at_err *err)
{
    if (!open_file(shared->path, out, err))
        return false;
    if (read_applied(shared, *out, applied, NULL) && is_ours(applied, last))
        return true;
    at_log_info("'%s' has nothing of this pool's streams: it is made again",
                shared->path);
    at_shared_unuse(shared, *out);
    remove_files(shared->path);
    applied[AT_SHARED_DOCS] = applied[AT_SHARED_EVENTS] = 0;
    return open_file(shared->path, out, err);
}

bool
at_shared_begin(struct at_shared *shared, struct at_err *err)
{
    uint64_t last[AT_SHARED_LANES];
    uint64_t applied[AT_SHARED_LANES] = {0};
    struct at_projection *file = NULL;
    if (!read_ends(shared, last, err) ||
        !open_ours(shared, last, applied, &file, err))
        return false;
    shared->visible = file;
    set_target(shared, file, applied);
    return fill(shared, last, err);
}

// Another process that shares the file may have been quicker.
static bool
is_replaced(struct at_shared *shared)
{
    struct stat st;
    struct at_projection *file = at_shared_use_target(shared);
    bool same = stat(shared->path, &st) != 0 ||
                (st.st_dev == file->device && st.st_ino == file->inode);
    at_shared_unuse(shared, file);
    return !same;
}

// Writers and listeners here have yet to hear of messages that another process
// has put into the file.
static void
hear_all(struct at_shared *shared, uint64_t applied[AT_SHARED_LANES])
{
    pthread_mutex_lock(&shared->lock);
    uint64_t heard = shared->lanes[AT_SHARED_DOCS].applied;
    pthread_mutex_unlock(&shared->lock);
    if (applied[AT_SHARED_DOCS] > heard)
        applied[AT_SHARED_DOCS] = heard;
}

// Reads go on in the file before, which the kernel keeps until it is closed.
static bool
rebuild(struct at_shared *shared, struct at_err *err)
{
    uint64_t applied[AT_SHARED_LANES] = {0};
    uint64_t last[AT_SHARED_LANES];
    struct at_projection *file = NULL;
    if (!read_ends(shared, last, err))
        return false;
    stop_lanes(shared);
    if (!is_replaced(shared))
        remove_files(shared->path);
    if (!open_ours(shared, last, applied, &file, err))
        return false;
    hear_all(shared, applied);
    pthread_mutex_lock(&shared->lock);
    struct at_projection *half =
        shared->target != shared->visible ? shared->target : NULL;
    pthread_mutex_unlock(&shared->lock);
    set_target(shared, file, applied);
    if (half)
        at_shared_unuse(shared, half);
    if (!fill(shared, last, err))
        return false;
    pthread_mutex_lock(&shared->lock);
    struct at_projection *before = shared->visible;
    shared->visible = file;
    shared->rebuilds++;
    at_waiters_wake_locked(&shared->waiters);
    pthread_mutex_unlock(&shared->lock);
    at_shared_unuse(shared, before);
    return true;
}

// A node whose disk is full may deliver nothing more, or pass over what it
// could not store. Servers say nothing of either.
static bool
is_stuck(struct at_shared *shared, struct at_shared_lane *lane)
{
    int64_t now_ns = at_now_ns();
    pthread_mutex_lock(&shared->lock);
    uint64_t applied = lane->applied;
    bool behind = applied < lane->wanted;
    pthread_mutex_unlock(&shared->lock);
    if (!behind || applied != lane->seen)
        lane->seen_ns = now_ns;
    lane->seen = applied;
    return now_ns - lane->seen_ns > BEHIND_MS * AT_NS_PER_MS;
}

static void
move_if_stuck(struct at_shared *shared, struct at_shared_lane *lane)
{
    if (!lane->follower || !is_stuck(shared, lane))
        return;
    at_log_warn("the pool has more than its node delivers: reading from "
                "another one");
    at_bus_follower_move(lane->follower);
    lane->seen_ns = at_now_ns();
}

// Return true if messages were passed over. The file is then made again from
// another node, but not all the time: the stream itself may lack them.
static bool
has_holes(struct at_shared *shared)
{
    bool found = false;
    int64_t now_ns = at_now_ns();
    for (int i = 0; i < AT_SHARED_LANES; i++) {
        struct at_shared_lane *lane = &shared->lanes[i];
        pthread_mutex_lock(&shared->lock);
        bool has = lane->has_holes && now_ns >= shared->holes_ns;
        pthread_mutex_unlock(&shared->lock);
        if (has && lane->follower)
            at_bus_follower_move(lane->follower);
        found |= has;
    }
    if (found)
        shared->holes_ns = now_ns + HOLES_MS * AT_NS_PER_MS;
    return found;
}

static bool
must_rebuild(struct at_shared *shared)
{
    struct stat st;
    pthread_mutex_lock(&shared->lock);
    bool half = shared->visible != shared->target;
    pthread_mutex_unlock(&shared->lock);
    struct at_projection *file = at_shared_use_target(shared);
    bool lost = stat(shared->path, &st) != 0 || st.st_dev != file->device ||
                st.st_ino != file->inode;
    bool damaged = at_sqlite_is_damaged(file->db);
    at_shared_unuse(shared, file);
    bool holes = has_holes(shared);
    return half || lost || damaged || holes;
}

static void
set_rebuilding(struct at_shared *shared, bool is_rebuilding)
{
    pthread_mutex_lock(&shared->lock);
    shared->is_rebuilding = is_rebuilding;
    pthread_mutex_unlock(&shared->lock);
}

static void
look(struct at_shared *shared)
{
    struct at_err err = AT_ERR_INIT;
    if (must_rebuild(shared)) {
        int64_t began_ns = at_now_ns();
        at_log_warn("'%s' is missing, damaged or not complete: making it again "
                    "from the pool",
                    shared->path);
        set_rebuilding(shared, true);
        if (rebuild(shared, &err))
            at_log_warn("'%s' is complete again after %lld ms", shared->path,
                        (long long)((at_now_ns() - began_ns) / AT_NS_PER_MS));
        else
            at_log_warn("'%s' is not made yet: %s", shared->path, err.msg);
        set_rebuilding(shared, false);
    }
    for (int i = 0; i < AT_SHARED_LANES; i++)
        move_if_stuck(shared, &shared->lanes[i]);
    pthread_mutex_lock(&shared->lock);
    bool quiet = at_now_ns() - shared->heard_ns > QUIET_MS * AT_NS_PER_MS;
    pthread_mutex_unlock(&shared->lock);
    if (quiet)
        (void)!at_shared_ask_time(shared, NULL);
}

static void
keep(void *user)
{
    struct at_shared *shared = user;
    struct at_op op = {AT_NEVER_NS, shared->keeper.stop};
    while (at_op_wait_until(&op, at_now_ns() + LOOK_MS * AT_NS_PER_MS, NULL))
        look(shared);
}

bool
at_shared_keep(struct at_shared *shared, struct at_err *err)
{
    return at_task_start(&shared->keeper, "the pool's file", keep, shared, err);
}

void
at_shared_end(struct at_shared *shared)
{
    at_task_deinit(&shared->keeper);
    stop_lanes(shared);
    if (shared->target && shared->target != shared->visible)
        at_shared_unuse(shared, shared->target);
    if (shared->visible)
        at_shared_unuse(shared, shared->visible);
}
