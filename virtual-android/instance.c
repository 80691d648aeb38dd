#include "virtual-android/instance.h"

#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "net/conn.h"
#include "virtual-android/adbd.h"
#include "virtual-android/console.h"
#include "virtual-android/faults.h"
#include "virtual-android/files.h"
#include "virtual-android/journal.h"
#include "virtual-android/ports.h"

enum { FREE_PORT_TRIES = 64 };

struct va_instance {
    char *serial;
    uint16_t port;
    struct va_files *files;
    struct va_ports *ports;
    struct va_journal *journal;
    struct va_device *device;
    struct va_adbd *adbd;
    struct va_console *console;
};

struct listeners {
    int console_fd;
    int adbd_fd;
};

// Both ports or none; they are neighbours.
static bool
listen_at(uint16_t port, struct listeners *out, uint16_t *out_port,
          struct at_err *err)
{
    uint16_t adbd_port;
    if (!at_listen_tcp("127.0.0.1", port, &out->console_fd, out_port, err))
        return false;
    if (*out_port < UINT16_MAX &&
        at_listen_tcp("127.0.0.1", (uint16_t)(*out_port + 1), &out->adbd_fd,
                      &adbd_port, err))
        return true;
    close(out->console_fd);
    return false;
}

static bool
listen_both(uint16_t port, struct listeners *out, uint16_t *out_port,
            struct at_err *err)
{
    int tries = port == 0 ? FREE_PORT_TRIES : 1;
    for (int i = 0; i < tries; i++) {
        if (listen_at(port, out, out_port, err))
            return true;
    }
    at_err_context(err,
                   "no device at port %u (try --port 0, which picks free "
                   "ones)",
                   port);
    return false;
}

static bool
set_faults(struct va_device *device, const char *const *faults,
           struct at_err *err)
{
    for (; faults && *faults; faults++) {
        struct at_str rest = at_str(*faults);
        struct at_str name = {0};
        int64_t times = 1;
        at_str_next(&rest, '=', &name);
        if (rest.len > 0 && !at_str_to_i64(rest, 0, VA_FAULT_TIMES_MAX, &times))
            return at_fail(err, AT_EUSAGE, "'%s' is not NAME or NAME=COUNT",
                           *faults);
        char *text = at_strndup(name.ptr, name.len);
        bool ok = va_device_set_fault(device, text, times, err);
        free(text);
        if (!ok)
            return false;
    }
    return true;
}

static bool
make_device(struct va_instance *instance, const struct va_instance_opts *opts,
            struct at_err *err)
{
    struct va_device_opts device = opts->device;
    if (!va_files_open(opts->root, &instance->files, err))
        return false;
    device.serial = instance->serial;
    device.files = instance->files;
    device.ports = instance->ports;
    return va_device_new(&device, &instance->device, err) &&
           set_faults(instance->device, opts->faults, err);
}

// Starts both listeners, which take their sockets also where they fail.
static bool
serve(struct va_instance *instance, const struct va_instance_opts *opts,
      const struct listeners *at, struct at_err *err)
{
    struct va_adbd_opts adbd = {
        .device = instance->device,
        .journal = instance->journal,
        .cancel = opts->cancel,
        .listen_fd = at->adbd_fd,
        .port = (uint16_t)(instance->port + 1),
    };
    struct va_console_opts console = {
        .device = instance->device,
        .journal = instance->journal,
        .ports = instance->ports,
        .cancel = opts->cancel,
        .listen_fd = at->console_fd,
    };
    if (!va_adbd_open(&adbd, &instance->adbd, err)) {
        close(at->console_fd);
        return false;
    }
    console.adbd = instance->adbd;
    return va_console_open(&console, &instance->console, err);
}

bool
va_instance_open(const struct va_instance_opts *opts, struct va_instance **out,
                 struct at_err *err)
{
    struct va_instance *instance = at_alloc(sizeof(*instance));
    struct listeners at;

    *out = NULL;
    if (!listen_both(opts->port, &at, &instance->port, err)) {
        free(instance);
        return false;
    }
    instance->serial = at_strfmt("emulator-%u", instance->port);
    instance->ports = va_ports_new();
    instance->journal = va_journal_new();
    bool ok = make_device(instance, opts, err);
    if (!ok) {
        close(at.console_fd);
        close(at.adbd_fd);
    }
    ok = ok && serve(instance, opts, &at, err);
    if (ok)
        *out = instance;
    else
        va_instance_free(instance);
    return ok;
}

const char *
va_instance_serial(const struct va_instance *instance)
{
    return instance->serial;
}

uint16_t
va_instance_port(const struct va_instance *instance)
{
    return instance->port;
}

void
va_instance_free(struct va_instance *instance)
{
    if (!instance)
        return;
    va_console_free(instance->console);
    va_adbd_free(instance->adbd);
    va_device_free(instance->device);
    va_journal_free(instance->journal);
    va_ports_free(instance->ports);
    va_files_free(instance->files);
    free(instance->serial);
    free(instance);
}
