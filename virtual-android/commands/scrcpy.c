// scrcpy.c: simulates scrcpy's server
//
// A jar is recognised by the message in its dex with which the server refuses
// clients of other versions; it simulates that version.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "virtual-android/commands/java.h"
#include "virtual-android/commands/verbs.h"
#include "virtual-android/model/properties.h"
#include "virtual-android/model/spawned.h"
#include "virtual-android/ports.h"
#include "virtual-android/scrcpy/stream.h"

enum { VERSION_MAX = 32 };

static bool
find_version(const struct vd_jar *jar, char version[VERSION_MAX])
{
    return vd_jar_find(jar, AT_STR(VD_SCRCPY_MARK), version, VERSION_MAX) &&
           strcspn(version, ")") < strlen(version) &&
           (version[strcspn(version, ")")] = '\0', true);
}

static void
greet(struct vd_call *call, const struct vd_scrcpy_options *options)
{
    static const char *const names[] = {"ro.product.manufacturer",
                                        "ro.product.brand", "ro.product.model",
                                        "ro.build.version.release"};
    char *values[AT_LEN(names)];
    for (size_t i = 0; i < AT_LEN(names); i++)
        values[i] = vd_device_get(call->device, "prop", names[i]);
    if (options->unknown[0])
        vd_errf(call, "[server] WARN: Unknown server option: %s\n",
                options->unknown);
    vd_outf(call, "[server] INFO: Device: [%s] %s %s (Android %s)\n", values[0],
            values[1], values[2], values[3]);
    for (size_t i = 0; i < AT_LEN(names); i++)
        free(values[i]);
}

// The name is free again once a client has come.
static bool
accept_client(struct vd_call *call, const struct vd_scrcpy_options *options,
              struct at_cancel *killed, struct at_conn **out)
{
    struct at_op op = {AT_NEVER_NS, killed};
    struct vd_ports *ports = vd_device_ports(call->device);
    char name[64] = "localabstract:scrcpy";
    char endpoint[64];
    uint16_t port;
    int fd;
    bool ok = false;
    *out = NULL;
    if (options->scid != -1)
        snprintf(name, sizeof(name), "localabstract:scrcpy_%08x",
                 (unsigned)options->scid);
    if (!at_listen_tcp("127.0.0.1", 0, &fd, &port, NULL))
        return false;
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%u", port);
    if (vd_ports_claim(ports, name, endpoint, NULL)) {
        ok = at_accept(&op, fd, out, NULL);
        vd_ports_remove(ports, name);
    } else {
        vd_errf(call, "[server] ERROR: Address already in use\n"
                      "java.io.IOException: Address already in use\n");
    }
    close(fd);
    return ok;
}

static bool
can_serve(struct vd_call *call, const struct vd_scrcpy_options *options)
{
    if (!options->tunnel_forward) {
        vd_errf(call, "[server] ERROR: Connection refused\n"
                      "java.io.IOException: Connection refused\n");
        return false;
    }
    if (!options->video || options->audio || options->control) {
        vd_errf(call, "[server] ERROR: this stand-in has video only: send "
                      "audio=false control=false\n");
        return false;
    }
    return true;
}

static int
serve(struct vd_call *call, const struct vd_scrcpy_options *options,
      struct at_cancel *killed)
{
    struct vd_scrcpy_stream stream = {call->device, options, NULL, killed};
    struct at_op op = {AT_NEVER_NS, killed};
    struct at_err err = AT_ERR_INIT;
    greet(call, options);
    if (!can_serve(call, options))
        return 1;
    while (vd_device_take_fault(call->device, "scrcpy-silent") &&
           at_op_wait_until(&op, AT_NEVER_NS, NULL))
        continue;
    if (at_cancel_fired(killed) ||
        !accept_client(call, options, killed, &stream.conn))
        return 1;
    bool ok =
        !options->dummy_byte || at_conn_write(&op, stream.conn, "", 1, NULL);
    if (ok && !vd_scrcpy_run(&stream, &err))
        vd_errf(call,
                "[server] ERROR: Could not create default video encoder for "
                "h264\n[server] ERROR: Video encoding error\n"
                "java.io.IOException: %s\n",
                err.msg);
    at_conn_free(stream.conn);
    return 0; // also after an error of the encoder
}

int
vd_run_scrcpy(struct vd_call *call, const struct vd_jar *jar)
{
    struct vd_scrcpy_options options;
    struct at_err err = AT_ERR_INIT;
    char version[VERSION_MAX];
    struct at_cancel *killed = at_cancel_new(vd_java_end(call), NULL);
    char *args = vd_java_args(call);
    int status = 1;
    if (!killed || !find_version(jar, version)) {
        vd_errf(call, "[server] ERROR: no version\n");
    } else if (!vd_scrcpy_parse(version, call->argv + 1, (size_t)call->argc - 1,
                                &options, &err)) {
        vd_errf(call,
                "[server] ERROR: %s\njava.lang.IllegalArgumentException: "
                "%s\n\tat com.genymobile.scrcpy.Server.main\n",
                err.msg, err.msg);
    } else {
        int pid = vd_device_spawn(call->device, args, killed);
        status = serve(call, &options, killed);
        int number = vd_device_reap(call->device, pid);
        if (at_cancel_fired(killed))
            status = vd_java_died(call, number ? number : SIGHUP);
    }
    at_cancel_free(killed);
    free(args);
    return status;
}
