// invocation.h: one run of a command: its input and its result
#ifndef AT_CLI_INVOCATION_H
#define AT_CLI_INVOCATION_H

#include <jansson.h>

#include "base/err.h"
#include "base/op.h"
#include "cli/commands.h"
#include "cli/device_pool.h"
#include "flow/app/app.h"
#include "session/run.h"
#include "session/store.h"

struct at_invocation {
    const struct at_op *op; // ends at the command's limit
    int64_t timeout_ms;     // --timeout-ms, or its default
    const struct at_arguments *args;
    struct at_device_pool *pool;
    struct at_store *store;             // NULL for commands without a session
    json_t *session;                    // session.json; NULL if absent
    struct at_command_run *run;         // never NULL
    const struct at_platform *platform; // set by at_invocation_platform()
    char *ref_device; // owned; of the snapshot whose ref is used, or NULL

    // The result, owned.
    json_t *data;       // an object
    json_t *next_steps; // an array
    json_t *target;     // {"device":…,"app":…}, members null
    bool secret;        // positionals that may be secret are
    bool is_loading;    // the screen was, when the command failed
    int exit_status;    // -1: that of the error
};

// Set invocation->platform: --platform, else the session's, else the only one
// with tools on this machine. AT_EUSAGE if there are two.
AT_CHECKED bool at_invocation_platform(struct at_invocation *invocation,
                                       struct at_err *err);
// --device, else the device of the ref, else the session's if it is for this
// platform; NULL.
const char *at_invocation_selector(const struct at_invocation *invocation);
// Add to err how to name a device.
void at_invocation_advise_naming(struct at_err *err);
// Do something with the device that selector means. If several could be meant
// (AT_EMANYDEV), it is that of the last snapshot.
typedef bool at_invocation_attempt(struct at_invocation *invocation,
                                   const char *selector, void *arg,
                                   struct at_err *err);
AT_CHECKED bool at_invocation_try(struct at_invocation *invocation,
                                  at_invocation_attempt *attempt, void *arg,
                                  struct at_err *err);
// --app-id, else the session's; NULL.
const char *at_invocation_app_id(const struct at_invocation *invocation);
// The same; AT_EUSAGE if neither is given.
AT_CHECKED bool at_invocation_need_app_id(
    const struct at_invocation *invocation, const char **out,
    struct at_err *err);
// The session's value for key (session/defaults.h); NULL.
const char *at_invocation_default(const struct at_invocation *invocation,
                                  const char *key);
// The arguments of a platform's functions: op, and the run's tools.
struct at_platform_call at_invocation_tools(
    const struct at_invocation *invocation);

// Open the device, and set the envelope's target, with the app if it is known.
AT_CHECKED bool at_invocation_open(struct at_invocation *invocation,
                                   struct at_app **out_app, struct at_err *err);
// Set the envelope's device and app of a command that opens none.
void at_invocation_set_device(struct at_invocation *invocation, const char *id,
                              const char *name);
void at_invocation_set_app(struct at_invocation *invocation, const char *app_id,
                           const char *app_path);

// Set the envelope's app to the one in front, if none is named, and warn if
// another one is. On iOS the screen does not say which it is.
void at_invocation_tell_front(struct at_invocation *invocation,
                              const struct at_app *app);

// Set a member of data; takes value over.
void at_invocation_set(struct at_invocation *invocation, const char *name,
                       json_t *value);
void at_invocation_set_text(struct at_invocation *invocation, const char *name,
                            const char *text); // NULL: null
// Set "waited_for" to what the app itself was waited for, if it was.
void at_invocation_set_waited(struct at_invocation *invocation,
                              const struct at_idle_result *idle);

// Advise a next step: words up to NULL, without the program's name. The options
// for session, platform, device and app are added if this command has them.
void at_invocation_next(struct at_invocation *invocation, const char *label,
                        ...);

#endif
