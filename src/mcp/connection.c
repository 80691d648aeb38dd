// connection.c: open and close a device and its app
#include "mcp/connection.h"

#include <string.h>

#include "base/alloc.h"
#include "device/device.h"
#include "flow/app/app.h"
#include "mcp/advice.h"

static void
close_app(struct at_connection *connection)
{
    at_app_free(connection->app);
    connection->app = NULL;
}

static void
free_previous(struct at_connection *connection)
{
    at_device_free(connection->previous);
    connection->previous = NULL;
}

// A device that has only one backend is reached by that.
static bool
choose_backend(const struct at_op *op, const struct at_connection *connection,
               struct at_device *device, struct at_err *err)
{
    struct at_str name = at_str(connection->backend);
    if (!connection->package)
        return true;
    if (AT_DEVICE_OFFERS(device, use_backend))
        return at_device_use_backend(op, device,
                                     name.len > 0 ? name : AT_STR("auto"), err);
    return !at_str_is(name, "grpc") ||
           at_fail(err, AT_EGRPC,
                   "no gRPC: this device has one backend; use backend \"auto\" "
                   "or \"adb\"");
}

// A device that does not say has one name.
static void
read_names(const struct at_op *op, struct at_connection *connection,
           struct at_device *device)
{
    at_argv_deinit(&connection->names);
    connection->names = (struct at_argv)AT_ARGV_INIT;
    if (AT_DEVICE_OFFERS(device, names))
        (void)!at_device_names(op, device, &connection->names, NULL);
}

const char *
at_connection_lease(const struct at_connection *connection)
{
    return connection->names.count > 0 ? at_argv_words(&connection->names)[0]
                                       : connection->serial;
}

bool
at_connection_open(const struct at_op *op, struct at_connection *connection,
                   struct at_err *err)
{
    struct at_device *device;
    if (!connection->open(op, connection->serial, &device, err))
        return false;
    at_str_cut(connection->serial, sizeof(connection->serial),
               at_str(device->serial));
    if (!choose_backend(op, connection, device, err)) {
        at_device_free(device);
        return false;
    }
    read_names(op, connection, device);
    connection->app = at_app_new(device, connection->package, &at_mcp_advice);
    return true;
}

static bool
has_helper(const struct at_device *device)
{
    struct at_backend_state states[AT_DEVICE_BACKENDS_MAX];
    size_t count = at_device_backends(device, states);
    for (size_t i = 0; i < count; i++) {
        if (states[i].up && states[i].helper)
            return true;
    }
    return false;
}

void
at_connection_reuse_previous(const struct at_op *op,
                             struct at_connection *connection)
{
    struct at_device *device = connection->previous;
    if (!device || strcmp(device->serial, connection->serial) != 0 ||
        !has_helper(device) || !choose_backend(op, connection, device, NULL)) {
        free_previous(connection);
        return;
    }
    connection->previous = NULL;
    device->fallbacks = (struct at_fallbacks){.count = 0};
    device->input_by = NULL;
    close_app(connection);
    connection->app = at_app_new(device, connection->package, &at_mcp_advice);
}

void
at_connection_take_previous(struct at_connection *connection,
                            struct at_connection *other)
{
    if (other->app && !connection->previous)
        connection->previous = at_app_take_device(other->app);
}

void
at_connection_lose(struct at_connection *connection)
{
    close_app(connection);
    if (!connection->package)
        connection->serial[0] = '\0';
}

void
at_connection_close(struct at_connection *connection)
{
    close_app(connection);
    free_previous(connection);
    at_argv_deinit(&connection->names);
    connection->names = (struct at_argv)AT_ARGV_INIT;
    free(connection->package);
    connection->package = NULL;
    connection->serial[0] = '\0';
    connection->backend[0] = '\0';
}
