// app_file.h: the .apk or .app that a command is about
#ifndef AT_CLI_APP_FILE_H
#define AT_CLI_APP_FILE_H

#include "cli/invocation.h"

struct at_app_file {
    char *path; // owned; absolute
    char *id;   // owned; its package name or bundle id
};

// Find the file of --app, else the session's. The suffix of its path says which
// platform it is for (AT_EUSAGE if --platform says another), its content which
// app it is. Set invocation->platform and the envelope's app. Call
// at_app_file_deinit() on failure too.
AT_CHECKED bool at_app_file_find(struct at_invocation *invocation,
                                 struct at_app_file *out, struct at_err *err);
void at_app_file_deinit(struct at_app_file *file); // safe twice

#endif
