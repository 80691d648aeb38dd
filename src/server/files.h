// files.h: replies with the files of a run's folder
#ifndef AT_SERVER_FILES_H
#define AT_SERVER_FILES_H

#include "server/call.h"

// Cache-Control of files that never change.
#define AT_FILES_LASTING "private, max-age=31536000, immutable"

// Answer with a file in a folder, without type and cache. Fails like
// at_path_below_open().
AT_CHECKED bool at_files_open(struct at_server_reply *reply, const char *folder,
                              struct at_str path, struct at_err *err);

// Write the id of the run with the newest report; false without any report.
AT_CHECKED bool at_files_latest(const char *reports,
                                char out[AT_STORE_KEY_MAX + 1]);
// Answer with a file in a run's folder. Fails with AT_EUSAGE if the path leads
// outside, AT_ENOTFOUND for a missing file.
AT_CHECKED bool at_files_reply(struct at_server_call *call, const char *run,
                               struct at_str path, struct at_err *err);

#endif
