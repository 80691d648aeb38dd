// run_artifacts.h: the files in a run's folder
#ifndef AT_SESSION_RUN_ARTIFACTS_H
#define AT_SESSION_RUN_ARTIFACTS_H

#include <jansson.h>

#include "base/err.h"
#include "base/str.h"

struct at_command_run;

// Return <folder>/artifacts/<name> and create its folder; name may contain
// folders. Owned by the caller; NULL with err, AT_EIO if the run has no folder.
// Announce the finished file with at_command_run_add_artifact().
char *at_command_run_artifact_path(struct at_command_run *run, const char *name,
                                   struct at_err *err);
void at_command_run_add_artifact(struct at_command_run *run, const char *type,
                                 const char *path, const char *mime);
AT_CHECKED bool at_command_run_write_artifact(
    struct at_command_run *run, const char *type, const char *name,
    const char *mime, struct at_str content, struct at_err *err);
// Create an empty log in logs/ and return its path, owned by the caller; NULL
// if the run has no folder. action may be "".
char *at_command_run_next_log(struct at_command_run *run, const char *tool,
                              const char *action);

// Return the envelope's "artifacts": the trace, the logs and the announced
// files. Owned by the caller.
json_t *at_command_run_artifacts(const struct at_command_run *run);

#endif
