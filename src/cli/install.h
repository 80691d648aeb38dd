// install.h: a device that runs and has the app, before a command works on it
#ifndef AT_CLI_INSTALL_H
#define AT_CLI_INSTALL_H

#include "base/err.h"
#include "cli/call.h"

// at_call_open(); where boot is wanted and no device runs, the one that the
// selector means is started first, else the platform's choice.
AT_CHECKED bool at_call_open_booted(struct at_call *call, bool boot,
                                    struct at_app **out_app,
                                    struct at_err *err);

// Install the file or folder at path, which must be of the call's platform;
// its id, owned by the caller, into *out_id where it can be read (else NULL).
AT_CHECKED bool at_install_app(struct at_call *call, struct at_app *app,
                               const char *path, char **out_id,
                               struct at_err *err);
// The same for what --app names; nothing where it is not given.
AT_CHECKED bool at_install_given(struct at_call *call, struct at_app *app,
                                 struct at_err *err);

#endif
