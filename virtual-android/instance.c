#include "virtual-android/instance.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "net/conn.h"
#include "sys/random.h"
#include "virtual-android/access/access.h"
#include "virtual-android/adbd/adbd.h"
#include "virtual-android/adbd/journal.h"
#include "virtual-android/console/console.h"
#include "virtual-android/faults.h"
#include "virtual-android/files.h"
#include "virtual-android/ports.h"
#include "virtual-android/runtime.h"

enum { FREE_PORT_TRIES = 64 };

struct vd_instance {
    char *serial;
    uint16_t port;
    struct vd_files *files;
    struct vd_ports *ports;
    struct vd_runtime *runtime;
    struct vd_journal *journal;
    struct vd_device *device;
    struct vd_adbd *adbd;
    struct vd_console *console;
};

struct listeners {
    int console_fd;
    int adbd_fd;
};

// Bind both ports, which are neighbours, or none.
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
set_faults(struct vd_device *device, const char *const *faults,
           struct at_err *err)
{
    for (; faults && *faults; faults++) {
        struct at_str rest = at_str(*faults);
        struct at_str name = {0};
        int64_t times = 1;
        at_str_next(&rest, '=', &name);
        if (rest.len > 0 && !at_str_to_i64(rest, 0, VD_FAULT_TIMES_MAX, &times))
            return at_fail(err, AT_EUSAGE, "'%s' is not NAME or NAME=COUNT",
                           *faults);
        char *text = at_strndup(name.ptr, name.len);
        bool ok = vd_device_set_fault(device, text, times, err);
        free(text);
        if (!ok)
            return false;
    }
    return true;
}

// Write the id that distinguishes this boot of this device from all others.
static bool
write_boot_id(const struct vd_files *files, struct at_err *err)
{
    char hex[33];
    char id[40];
    at_random_hex(hex, 32);
    snprintf(id, sizeof(id), "%.8s-%.4s-%.4s-%.4s-%.12s\n", hex, hex + 8,
             hex + 12, hex + 16, hex + 20);
    return vd_files_write(files, "/proc/sys/kernel/random/boot_id", at_str(id),
                          err);
}

static bool
make_device(struct vd_instance *instance, const struct vd_instance_opts *opts,
            struct at_err *err)
{
    struct vd_device_opts device = opts->device;
    if (!vd_files_open(opts->root, &instance->files, err) ||
        !write_boot_id(instance->files, err))
        return false;
    vd_ports_list_in(instance->ports, instance->files);
    device.serial = instance->serial;
    device.files = instance->files;
    device.ports = instance->ports;
    device.runtime = instance->runtime;
    device.listener = &vd_access_listener;
    return vd_device_new(&device, &instance->device, err) &&
           set_faults(instance->device, opts->faults, err);
}

// Start both listeners, which take their sockets also on failure.
static bool
serve(struct vd_instance *instance, const struct vd_instance_opts *opts,
      const struct listeners *at, struct at_err *err)
{
    struct vd_adbd_opts adbd = {
        .device = instance->device,
        .journal = instance->journal,
        .key = opts->key,
        .cancel = opts->cancel,
        .listen_fd = at->adbd_fd,
        .port = (uint16_t)(instance->port + 1),
    };
    struct vd_console_opts console = {
        .device = instance->device,
        .journal = instance->journal,
        .ports = instance->ports,
        .cancel = opts->cancel,
        .listen_fd = at->console_fd,
    };
    if (!vd_adbd_open(&adbd, &instance->adbd, err)) {
        close(at->console_fd);
        return false;
    }
    console.adbd = instance->adbd;
    return vd_console_open(&console, &instance->console, err);
}

bool
vd_instance_open(const struct vd_instance_opts *opts, struct vd_instance **out,
                 struct at_err *err)
{
    struct vd_instance *instance = at_alloc(sizeof(*instance));
    struct listeners at;
    *out = NULL;
    if (!listen_both(opts->port, &at, &instance->port, err)) {
        free(instance);
        return false;
    }
    instance->serial = at_strfmt("emulator-%u", instance->port);
    instance->ports = vd_ports_new();
    instance->runtime = vd_runtime_new();
    instance->journal = vd_journal_new();
    bool ok = make_device(instance, opts, err);
    if (!ok) {
        close(at.console_fd);
        close(at.adbd_fd);
    }
    ok = ok && serve(instance, opts, &at, err);
    if (ok)
        *out = instance;
    else
        vd_instance_free(instance);
    return ok;
}

const char *
vd_instance_serial(const struct vd_instance *instance)
{
    return instance->serial;
}

uint16_t
vd_instance_port(const struct vd_instance *instance)
{
    return instance->port;
}

void
vd_instance_free(struct vd_instance *instance)
{
    if (!instance)
        return;
    vd_console_free(instance->console);
    vd_adbd_free(instance->adbd);
    vd_device_free(instance->device);
    vd_journal_free(instance->journal);
    vd_runtime_free(instance->runtime);
    vd_ports_free(instance->ports);
    vd_files_free(instance->files);
    free(instance->serial);
    free(instance);
}
