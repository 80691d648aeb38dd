// install.h: a running device with the app installed
#ifndef AT_CLI_INSTALL_H
#define AT_CLI_INSTALL_H

#include "base/err.h"
#include "cli/invocation.h"

// Open the device as at_invocation_open() does. With boot, if none runs, start
// the selected one first, else the platform's choice.
AT_CHECKED bool at_install_open_device(struct at_invocation *invocation,
                                       bool boot, struct at_app **out_app,
                                       struct at_err *err);

// Install the file or folder at path, which must be for invocation->platform.
// *out_id is its id, owned by the caller; NULL if it cannot be read.
AT_CHECKED bool at_install_app(struct at_invocation *invocation,
                               struct at_app *app, const char *path,
                               char **out_id, struct at_err *err);
// Install the file of --app; do nothing if it is not given.
AT_CHECKED bool at_install_argument(struct at_invocation *invocation,
                                    struct at_app *app, struct at_err *err);

#endif
