#include "tester/virtual_device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "net/conn.h"
#include "sys/clock.h"
#include "sys/fds.h"

enum { START_MS = 20000, END_MS = 3000, LINE_MAX_BYTES = 256 };

static const char program_name[] = "virtual-android";

struct at_virtual_device {
    const struct at_platform *const *platforms;
    char *beside; // path beside this program; owned
    pthread_mutex_t lock;
    struct at_conn *link; // NULL: not started
    long pid;
    char id[128];
};

struct at_virtual_device *
at_virtual_device_new(const char *argv0,
                      const struct at_platform *const *platforms)
{
    struct at_virtual_device *device = at_alloc(sizeof(*device));
    device->platforms = platforms;
    char *self = at_proc_self(argv0);
    const char *slash = strrchr(self, '/');
    if (slash)
        device->beside =
            at_strfmt("%.*s/%s", (int)(slash - self), self, program_name);
    free(self);
    pthread_mutex_init(&device->lock, NULL);
    return device;
}

// Closing the link asks the process to end.
static void
end(struct at_virtual_device *device)
{
    if (!device->link)
        return;
    at_conn_free(device->link);
    device->link = NULL;
    at_proc_end_peer(device->pid, END_MS);
}

void
at_virtual_device_free(struct at_virtual_device *device)
{
    if (!device)
        return;
    end(device);
    pthread_mutex_destroy(&device->lock);
    free(device->beside);
    free(device);
}

// Look each time, since it may be installed while the server runs.
static char *
find_program(const struct at_virtual_device *device)
{
    if (device->beside && access(device->beside, X_OK) == 0)
        return at_strdup(device->beside);
    return at_proc_find(program_name);
}

static bool
launch(struct at_virtual_device *device, struct at_err *err)
{
    char *program = find_program(device);
    const char *const argv[] = {program,       "--port", "0",
                                "--parent-fd", "3",      NULL};
    const struct at_proc_opts opts = {.argv = argv};
    int fds[2];
    bool ok = program && at_fds_pair(fds, err);
    if (ok) {
        ok = at_proc_start_peer(&opts, fds[1], &device->pid, err);
        at_fd_close(&fds[1]);
        if (!ok)
            at_fd_close(&fds[0]);
    }
    if (ok && !at_conn_adopt(fds[0], &device->link, err)) {
        at_proc_end_peer(device->pid, 0);
        ok = false;
    }
    free(program);
    return ok;
}

// "virtual-android emulator-5554 console=127.0.0.1:5554 adb=127.0.0.1:5555"
static bool
read_ports(const struct at_op *op, struct at_virtual_device *device,
           uint16_t *out_port, struct at_err *err)
{
    char line[LINE_MAX_BYTES];
    int64_t port;
    size_t len = 0;
    size_t n = 1;
    while (len + 1 < sizeof(line) && n > 0 && !memchr(line, '\n', len)) {
        if (!at_conn_read(op, device->link, line + len, sizeof(line) - len - 1,
                          &n, err)) {
            at_err_context(err, "virtual-android does not start");
            return false;
        }
        len += n;
    }
    struct at_str rest = at_str_n(line, len);
    struct at_str word, id = {0}, adb = {0};
    at_str_next(&rest, ' ', &word);
    at_str_next(&rest, ' ', &id);
    at_str_next(&rest, ' ', &word); // console
    at_str_next(&rest, '\n', &adb);
    struct at_str prefix = AT_STR("adb=127.0.0.1:");
    if (!at_str_starts(adb, prefix) ||
        !at_str_to_i64(at_str_skip(adb, prefix.len), 1, UINT16_MAX, &port))
        return at_fail(err, AT_EPROTO,
                       "virtual-android ended while it was starting");
    at_str_cut(device->id, sizeof(device->id), id);
    *out_port = (uint16_t)port;
    return true;
}

static const struct at_platform *
adopter(const struct at_virtual_device *device, struct at_err *err)
{
    const struct at_platform *const *at = device->platforms;
    while (*at && !((*at)->adopt && (*at)->present()))
        at++;
    if (!*at)
        at_fail(err, AT_ENOTOOL,
                "adb is not installed: install Android's platform-tools, on "
                "Debian and Ubuntu the package adb");
    return *at;
}

bool
at_virtual_device_check(const struct at_virtual_device *device,
                        struct at_err *err)
{
    char *program = find_program(device);
    bool found = program != NULL;
    free(program);
    if (!found)
        return at_fail(err, AT_ENOTOOL,
                       "virtual-android is not installed: put it beside "
                       "mobile-tester-agent or into a folder of PATH");
    return adopter(device, err) != NULL;
}

static bool
start(const struct at_op *op, struct at_virtual_device *device,
      struct at_err *err)
{
    const struct at_platform *platform;
    const struct at_platform_call call = {op, NULL};
    uint16_t port;
    if (!at_virtual_device_check(device, err))
        return false;
    platform = adopter(device, err);
    if (launch(device, err) && read_ports(op, device, &port, err) &&
        platform->adopt(&call, device->id, port, err))
        return true;
    end(device);
    return false;
}

bool
at_virtual_device_start(const struct at_op *op,
                        struct at_virtual_device *device, char out_id[128],
                        struct at_err *err)
{
    struct at_op bounded = at_op_sub(op, at_now_ns(), START_MS);
    int status;
    pthread_mutex_lock(&device->lock);
    if (device->link && at_proc_has_ended(device->pid, &status)) {
        at_conn_free(device->link);
        device->link = NULL;
    }
    bool ok = device->link || start(&bounded, device, err);
    if (ok)
        at_str_cut(out_id, 128, at_str(device->id));
    pthread_mutex_unlock(&device->lock);
    return ok;
}
