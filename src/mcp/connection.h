// connection.h: an open device and the app on it
//
// A device that has vanished is opened again by the next call. One thread at a
// time uses a connection.
#ifndef AT_MCP_CONNECTION_H
#define AT_MCP_CONNECTION_H

#include <stdbool.h>

#include "base/argv.h"
#include "base/err.h"
#include "base/op.h"
#include "base/str.h"

struct at_app;
struct at_device;

enum { AT_SERIAL_ROOM = 128 };

// Open a device by its serial, "" for the default one. The program provides
// this (at_android_open), since a front end knows no platform.
typedef bool at_open_device_fn(const struct at_op *op, const char *serial,
                               struct at_device **out_device,
                               struct at_err *err);

struct at_connection {
    at_open_device_fn *open;
    struct at_app *app;          // owned; NULL: not open, or lost
    struct at_device *previous;  // owned; of the connection before this one
    char *package;               // owned; NULL: no app is connected
    char serial[AT_SERIAL_ROOM]; // "": no device was opened yet
    char backend[8];             // "": the device's own choice
    struct at_argv names; // serials of the open device, if it has several
};

// Return the name of the device's lease, the same under all of its serials.
const char *at_connection_lease(const struct at_connection *connection);

// Open the device and put package, if it is not NULL, under test.
AT_CHECKED bool at_connection_open(const struct at_op *op,
                                   struct at_connection *connection,
                                   struct at_err *err);
// Continue with the previous device if it is the same one and its helper is
// running, which saves starting the helper. Otherwise free the previous device.
void at_connection_reuse_previous(const struct at_op *op,
                                  struct at_connection *connection);
// Take the device out of other, which then has no open device, as previous.
void at_connection_take_previous(struct at_connection *connection,
                                 struct at_connection *other);
// The device has vanished: close it. Its serial is remembered only if an app is
// connected.
void at_connection_lose(struct at_connection *connection);
// Close the device and forget which one it was.
void at_connection_close(struct at_connection *connection);

#endif
