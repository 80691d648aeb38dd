// app_file.h: the .apk or .app that a command is about
#ifndef AT_CLI_APP_FILE_H
#define AT_CLI_APP_FILE_H

#include "cli/call.h"

struct at_app_file {
    char *path; // owned; absolute
    char *id;   // owned; the package name or bundle id that it says
};

// --app, else the session's: its path's end says which platform it is for
// (AT_EUSAGE where --platform says another), its content which app it is. Sets
// call->platform and what the envelope says of the app. at_app_file_deinit()
// whether it succeeds or not.
AT_CHECKED bool at_call_app_file(struct at_call *call, struct at_app_file *out,
                                 struct at_err *err);
void at_app_file_deinit(struct at_app_file *file); // safe twice

#endif
