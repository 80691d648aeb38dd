#include "maestro/record/watcher.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/app/watch.h"
#include "maestro/record/line.h"
#include "sys/file.h"
#include "sys/lock.h"
#include "sys/log.h"
#include "sys/private.h"

#define AT_LOG_MODULE "record"

static const char *program = "";

// The recorder reads at once, unless it hangs.
enum { SEND_MS = 2000 };

struct watch {
    struct at_app *app;
    int fd; // -1: no one records
    bool is_taking;
    struct at_maestro_take take;
};

char *
at_maestro_record_path(const char *serial, struct at_err *err)
{
    return at_lock_path_beside(serial, ".recording", err);
}

static void
end_take(struct watch *watch)
{
    if (watch->is_taking)
        at_maestro_take_end(&watch->take);
    watch->is_taking = false;
}

static struct at_maestro_take *
take_of(struct watch *watch)
{
    if (!watch->is_taking)
        at_maestro_take_begin(&watch->take);
    watch->is_taking = true;
    watch->take.is_veiled = at_app_is_veiled(watch->app);
    return &watch->take;
}

static void *
open_watch(struct at_app *app)
{
    struct watch *watch = at_alloc(sizeof(*watch));
    *watch = (struct watch){.app = app, .fd = -1};
    return watch;
}

static void
hang_up(struct watch *watch)
{
    if (watch->fd >= 0)
        close(watch->fd);
    watch->fd = -1;
}

static void
close_watch(void *user)
{
    struct watch *watch = user;
    end_take(watch);
    hang_up(watch);
    free(watch);
}

// A pipe that no one reads can't be opened.
static bool
is_on(void *user)
{
    struct watch *watch = user;
    char *path =
        at_maestro_record_path(at_app_device(watch->app)->serial, NULL);
    hang_up(watch);
    if (path && access(path, F_OK) == 0)
        (void)!at_private_open_fifo(path, O_WRONLY, &watch->fd, NULL);
    free(path);
    return watch->fd >= 0;
}

// Write the whole line, or give up.
static bool
write_line(int fd, struct at_str line)
{
    while (line.len > 0) {
        struct pollfd ready = {.fd = fd, .events = POLLOUT};
        ssize_t len = write(fd, line.ptr, line.len);
        if (len > 0)
            line = at_str_skip(line, (size_t)len);
        else if (poll(&ready, 1, SEND_MS) != 1 || !(ready.revents & POLLOUT))
            return false;
    }
    return true;
}

static void
send_take(struct watch *watch)
{
    struct at_buf line = AT_BUF_INIT(AT_MAESTRO_LINE_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    const struct at_maestro_take *take = &watch->take;
    if (take->count == 0 && !take->missing)
        return;
    if (!at_maestro_line_write(program, at_app_package(watch->app), take, &line,
                               &err))
        at_log_warn("a step was not recorded: %s", err.msg);
    else if (!write_line(watch->fd, at_buf_str(&line)))
        hang_up(watch);
    at_buf_deinit(&line);
}

static void
aimed(void *user, const struct at_flow_step *step, const struct at_aim *aim)
{
    struct watch *watch = user;
    at_maestro_take_aim(take_of(watch), step, aim);
}

static void
stepped(void *user, const struct at_step_call *call)
{
    struct watch *watch = user;
    struct at_maestro_take *take = take_of(watch);
    struct at_app *app = watch->app;
    bool happened = call->acted || call->result->ok;
    if (happened && watch->fd >= 0) {
        at_maestro_take_step(take, call->result,
                             at_tree_snapshot_tree(call->before),
                             at_app_is_current(app) ? at_app_tree(app) : NULL);
        send_take(watch);
    }
    end_take(watch);
}

static void
launched(void *user, enum at_watch_launch how, const char *link)
{
    struct watch *watch = user;
    bool links = how == AT_WATCH_LINKED;
    end_take(watch);
    struct at_maestro_take *take = take_of(watch);
    struct at_maestro_command *command =
        at_maestro_take_add(take, links ? "openLink" : "launchApp");
    if (links)
        command->text = at_arena_dup(&take->arena, at_str(link));
    else
        command->app_id = at_str(at_app_package(watch->app));
    command->stop_app = how != AT_WATCH_LAUNCHED;
    send_take(watch);
    end_take(watch);
}

void
at_maestro_watch(const char *name)
{
    static const struct at_watcher watcher = {
        open_watch, close_watch, is_on, aimed, stepped, launched};
    program = name;
    at_app_watch_all(&watcher);
}
