#include "virtual-android/adbd/adbd.h"

#include <pthread.h>
#include <unistd.h>

#include "base/alloc.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "virtual-android/adbd/link_io.h"
#include "virtual-android/model/device.h"

#define AT_LOG_MODULE "adbd"

enum { RETRY_MS = 100, LINKS_MAX = 32, RESTARTS_MAX = 64 };

struct row {
    struct vd_link *link; // owned
    struct row *next;
};

struct vd_adbd {
    struct vd_adbd_opts opts;
    struct at_cancel *cancel;                  // owned; fired: everything ends
    struct at_cancel *lives[RESTARTS_MAX + 1]; // owned; of each start's links
    size_t life;                               // under lock
    pthread_t thread;
    int listen_fd; // the thread's; -1 while the device has vanished

    pthread_mutex_t lock;   // guards what follows
    struct at_cancel *turn; // owned; fired: look at the faults again
    struct row *rows;
    size_t row_count;
};

static bool
has_vanished(struct vd_adbd *adbd)
{
    return vd_device_fault_left(adbd->opts.device, "vanish") > 0;
}

// Free the links whose thread has ended, or all of them.
static void
reap(struct vd_adbd *adbd, bool all)
{
    struct row *over = NULL;
    pthread_mutex_lock(&adbd->lock);
    for (struct row **at = &adbd->rows; *at;) {
        struct row *row = *at;
        if (!all && !vd_link_has_ended(row->link)) {
            at = &row->next;
            continue;
        }
        *at = row->next;
        row->next = over;
        over = row;
        adbd->row_count--;
    }
    pthread_mutex_unlock(&adbd->lock);
    while (over) {
        struct row *row = over;
        over = row->next;
        vd_link_free(row->link);
        free(row);
    }
}

static void
add_link(struct vd_adbd *adbd, struct at_conn *conn)
{
    pthread_mutex_lock(&adbd->lock);
    struct vd_link_opts opts = {adbd->opts.device, adbd->opts.journal,
                                adbd->opts.key, adbd->lives[adbd->life]};
    pthread_mutex_unlock(&adbd->lock);
    struct at_err err = AT_ERR_INIT;
    struct vd_link *link;
    if (adbd->row_count == LINKS_MAX) { // only this thread adds
        at_log_warn("connection refused: there are %d", LINKS_MAX);
        at_conn_free(conn);
        return;
    }
    if (!vd_link_open(&opts, conn, &link, &err)) {
        at_log_warn("connection refused: %s", err.msg);
        return;
    }
    struct row *row = at_alloc(sizeof(*row));
    row->link = link;
    pthread_mutex_lock(&adbd->lock);
    row->next = adbd->rows;
    adbd->rows = row;
    adbd->row_count++;
    pthread_mutex_unlock(&adbd->lock);
    if (has_vanished(adbd)) // it vanished after the accept
        vd_link_drop(link);
}

// The listening socket exists exactly while the device does.
static bool
match_listener(struct vd_adbd *adbd)
{
    struct at_err err = AT_ERR_INIT;
    uint16_t port;
    if (has_vanished(adbd)) {
        if (adbd->listen_fd >= 0)
            close(adbd->listen_fd);
        adbd->listen_fd = -1;
        return true;
    }
    if (adbd->listen_fd >= 0)
        return true;
    if (at_listen_tcp("127.0.0.1", adbd->opts.port, &adbd->listen_fd, &port,
                      &err))
        return true;
    at_log_warn("cannot come back: %s", err.msg);
    return false;
}

// Accept until the turn ends. Returns false if this machine is short of
// resources.
static bool
accept_links(struct vd_adbd *adbd, const struct at_op *op)
{
    struct at_err err = AT_ERR_INIT;
    struct at_conn *conn;
    while (at_accept(op, adbd->listen_fd, &conn, &err)) {
        reap(adbd, false);
        add_link(adbd, conn);
    }
    return err.code == AT_ECANCELED;
}

static bool
sit_out(const struct at_op *op)
{
    struct at_err err = AT_ERR_INIT;
    return at_op_wait_until(op, AT_NEVER_NS, &err) || err.code == AT_ECANCELED;
}

static struct at_cancel *
next_turn(struct vd_adbd *adbd)
{
    struct at_cancel *turn = at_cancel_new(adbd->cancel, NULL);
    pthread_mutex_lock(&adbd->lock);
    struct at_cancel *old = adbd->turn;
    if (turn)
        adbd->turn = turn;
    pthread_mutex_unlock(&adbd->lock);
    if (turn)
        at_cancel_free(old);
    return turn;
}

static void *
run(void *arg)
{
    struct vd_adbd *adbd = arg;
    struct at_op whole = {AT_NEVER_NS, adbd->cancel};
    while (!at_cancel_fired(adbd->cancel)) {
        struct at_op op = {AT_NEVER_NS, next_turn(adbd)};
        bool ok = op.cancel && match_listener(adbd);
        if (ok)
            ok = adbd->listen_fd < 0 ? sit_out(&op) : accept_links(adbd, &op);
        int64_t again_ns = at_now_ns() + RETRY_MS * AT_NS_PER_MS;
        if (!ok && !at_op_wait_until(&whole, again_ns, NULL))
            break;
    }
    return NULL;
}

// A new process has none of the old one's children.
static void
restart(struct vd_adbd *adbd)
{
    pthread_mutex_lock(&adbd->lock);
    struct at_cancel *next =
        adbd->life < RESTARTS_MAX ? at_cancel_new(adbd->cancel, NULL) : NULL;
    if (next) {
        at_cancel_fire(adbd->lives[adbd->life]);
        adbd->lives[++adbd->life] = next;
    }
    pthread_mutex_unlock(&adbd->lock);
}

void
vd_adbd_apply_faults(struct vd_adbd *adbd)
{
    if (vd_device_take_fault(adbd->opts.device, "adbd-restart"))
        restart(adbd);
    bool gone = has_vanished(adbd);
    bool quiet = vd_device_fault_left(adbd->opts.device, "offline") > 0;
    pthread_mutex_lock(&adbd->lock);
    for (struct row *row = adbd->rows; row; row = row->next) {
        if (gone || quiet)
            vd_link_drop(row->link);
        else
            vd_link_greet(row->link);
    }
    if (adbd->turn)
        at_cancel_fire(adbd->turn);
    pthread_mutex_unlock(&adbd->lock);
}

bool
vd_adbd_open(const struct vd_adbd_opts *opts, struct vd_adbd **out,
             struct at_err *err)
{
    struct vd_adbd *adbd = at_alloc(sizeof(*adbd));
    adbd->opts = *opts;
    adbd->listen_fd = opts->listen_fd;
    pthread_mutex_init(&adbd->lock, NULL);
    *out = NULL;
    adbd->cancel = at_cancel_new(opts->cancel, err);
    adbd->lives[0] = adbd->cancel ? at_cancel_new(adbd->cancel, err) : NULL;
    bool ok = adbd->lives[0] != NULL;
    if (ok && pthread_create(&adbd->thread, NULL, run, adbd) != 0)
        ok = at_fail(err, AT_EIO, "no thread for adbd");
    if (ok) {
        *out = adbd;
        return true;
    }
    close(adbd->listen_fd);
    at_cancel_free(adbd->lives[0]);
    at_cancel_free(adbd->cancel);
    pthread_mutex_destroy(&adbd->lock);
    free(adbd);
    return false;
}

void
vd_adbd_free(struct vd_adbd *adbd)
{
    if (!adbd)
        return;
    at_cancel_fire(adbd->cancel);
    pthread_join(adbd->thread, NULL);
    reap(adbd, true);
    if (adbd->listen_fd >= 0)
        close(adbd->listen_fd);
    at_cancel_free(adbd->turn);
    for (size_t i = 0; i <= adbd->life; i++)
        at_cancel_free(adbd->lives[i]);
    at_cancel_free(adbd->cancel);
    pthread_mutex_destroy(&adbd->lock);
    free(adbd);
}
