// call.h: what a command is given while it runs, and what it leaves
#ifndef AT_CLI_CALL_H
#define AT_CLI_CALL_H

#include <jansson.h>

#include "base/err.h"
#include "base/op.h"
#include "cli/command.h"
#include "cli/given.h"
#include "cli/host.h"
#include "flow/app.h"
#include "session/run.h"
#include "session/store.h"

struct at_call {
    const struct at_op *op; // ends at the command's timeout
    const struct at_given *given;
    struct at_host *host;
    struct at_store *store; // NULL for commands without a session
    json_t *session;        // session.json; NULL where it is not there
    struct at_run *run;     // never NULL
    const struct at_platform *platform; // set by at_call_platform()

    // What it leaves; owned by the call.
    json_t *data;       // an object
    json_t *next_steps; // an array
    json_t *target;     // {"device":…,"app":…}, members null
    bool secret;        // arguments that are secret must not be written
    int exit_status;    // other than the error's own; -1: that
};

// --platform, else the session's, else what is on this machine. AT_EUSAGE
// where it cannot be told. Sets call->platform.
AT_CHECKED bool at_call_platform(struct at_call *call, struct at_err *err);
// --device, else the session's where the platform is the session's; NULL.
const char *at_call_selector(const struct at_call *call);
// --app-id, else the session's; NULL.
const char *at_call_app_id(const struct at_call *call);
// The same, AT_EUSAGE where there is none.
AT_CHECKED bool at_call_need_app_id(const struct at_call *call,
                                    const char **out, struct at_err *err);
// The session's value for key (session/defaults.h); NULL.
const char *at_call_default(const struct at_call *call, const char *key);
// What a call of the platform's takes: op, and the run's tools.
struct at_platform_call at_call_tools(const struct at_call *call);

// The open device, and what the envelope and last_target.json say of it.
AT_CHECKED bool at_call_open(struct at_call *call, struct at_app **out_app,
                             struct at_err *err);
// Say which device and app the command was about, where none is opened.
void at_call_set_device(struct at_call *call, const char *id, const char *name);
void at_call_set_app(struct at_call *call, const char *app_id,
                     const char *app_path);

// Leave a result: takes value over.
void at_call_set(struct at_call *call, const char *name, json_t *value);
void at_call_set_text(struct at_call *call, const char *name,
                      const char *text); // NULL: null

// Advise a next step: words up to NULL, without the program's name. Session,
// platform, device and app go with it where this command was given them.
void at_call_next(struct at_call *call, const char *label, ...);

#endif
