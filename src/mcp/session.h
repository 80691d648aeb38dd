// session.h: the device and the app that a client's tools work with
//
// Sessions of a server live in a pool (mcp/sessions.h), which gives them
// handles and the lease of their device. One thread at a time uses a session.
#ifndef AT_MCP_SESSION_H
#define AT_MCP_SESSION_H

#include <jansson.h>

#include "base/err.h"
#include "base/op.h"
#include "base/str.h"
#include "mcp/outputs.h"

struct at_app;
struct at_session;

struct at_session_target {
    struct at_str serial; // empty: the default device
    struct at_str package;
    struct at_str backend; // empty: "auto"
    bool steal;            // take the device from another client
};

// Leave the app that was connected, open the device and make package the app.
// Fails with AT_EBUSY if another client has the device. *out_app is borrowed
// until the next call of this module. After a failure nothing is connected.
AT_CHECKED bool at_session_connect(const struct at_op *op,
                                   struct at_session *session,
                                   const struct at_session_target *target,
                                   struct at_app **out_app, struct at_err *err);
void at_session_disconnect(struct at_session *session);

// The handle by which clients name it; "" if nothing is connected.
const char *at_session_handle(const struct at_session *session);

// Return the connected app. Without one, fail with AT_EUSAGE, naming
// agentest_connect.
AT_CHECKED bool at_session_app(const struct at_op *op,
                               struct at_session *session,
                               struct at_app **out_app, struct at_err *err);

// Whatever is in front on the connected device, else on the default one.
AT_CHECKED bool at_session_device(const struct at_op *op,
                                  struct at_session *session,
                                  struct at_app **out_app, struct at_err *err);

// Make package the connected app, on the device that is open or the default
// one. Fails with AT_EBUSY as connect does.
AT_CHECKED bool at_session_adopt(const struct at_op *op,
                                 struct at_session *session,
                                 const char *package, struct at_app **out_app,
                                 struct at_err *err);

// The package that args name in "packageName", else the connected app's. Fails
// with AT_EUSAGE if there is neither. The caller owns *out_package.
AT_CHECKED bool at_session_package(const struct at_session *session,
                                   const json_t *args, char **out_package,
                                   struct at_err *err);

// Store an output for the client to read. False if it is too long or the
// session has no handle.
bool at_session_store(struct at_session *session, enum at_session_output kind,
                      struct at_str bytes);

// Close the device if err says that it has vanished (struct
// at_tool_env.failed).
void at_session_note_failure(void *session, const struct at_err *err);

#endif
