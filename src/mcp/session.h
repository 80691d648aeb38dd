// session.h: the device and the app that a client's tools work with
//
// A device that has vanished is opened again by the next call. One thread at a
// time uses it. Sessions of a server live in a pool (mcp/sessions.h), which
// gives them handles and the lease of their device; one made by
// at_session_new() has neither.
#ifndef AT_MCP_SESSION_H
#define AT_MCP_SESSION_H

#include <jansson.h>

#include "base/err.h"
#include "base/op.h"
#include "base/str.h"

struct at_app;
struct at_device;
struct at_session;

// How a device is opened: by serial, "" for the default one. The program says
// so (at_android_open), since a front end knows no platform.
typedef bool at_session_open(const struct at_op *op, const char *serial,
                             struct at_device **out_device, struct at_err *err);

struct at_session *at_session_new(at_session_open *open);
void at_session_free(struct at_session *session); // NULL is allowed

struct at_session_want {
    struct at_str serial; // empty: the default device
    struct at_str package;
    struct at_str backend; // empty: "auto"
    bool steal;            // from whoever holds the device
};

// Leave the app that was connected, open the device and make package the app.
// AT_EBUSY where somebody else holds the device. *out_app is borrowed until
// the next call of this module. After a failure nothing is connected.
AT_CHECKED bool at_session_connect(const struct at_op *op,
                                   struct at_session *session,
                                   const struct at_session_want *want,
                                   struct at_app **out_app, struct at_err *err);

// Nothing is connected any more.
void at_session_forget(struct at_session *session);

// What clients name it by; "" where nothing is connected.
const char *at_session_handle(const struct at_session *session);

// The connected app; AT_EUSAGE, naming agentest_connect, without one.
AT_CHECKED bool at_session_app(const struct at_op *op,
                               struct at_session *session,
                               struct at_app **out_app, struct at_err *err);

// Whatever is in front of the device: the connected one, else the default one.
AT_CHECKED bool at_session_device(const struct at_op *op,
                                  struct at_session *session,
                                  struct at_app **out_app, struct at_err *err);

// Make package the connected app, on the device that is open or the default
// one. AT_EBUSY as for connect.
AT_CHECKED bool at_session_adopt(const struct at_op *op,
                                 struct at_session *session,
                                 const char *package, struct at_app **out_app,
                                 struct at_err *err);

// The package that args name in "packageName", else the connected app's;
// AT_EUSAGE without either. *out_package is owned by the caller.
AT_CHECKED bool at_session_package(const struct at_session *session,
                                   const json_t *args, char **out_package,
                                   struct at_err *err);

// A tool has failed with err: draw the consequences (struct
// at_tool_env.failed).
void at_session_note_failure(void *session, const struct at_err *err);

#endif
