// remains.h: files that a run leaves: pictures, and the screen at a failure
#ifndef AT_MAESTRO_RUN_REMAINS_H
#define AT_MAESTRO_RUN_REMAINS_H

#include "maestro/run/runner.h"

// The path of a file in the run's folder, whose folders are made:
// "takeScreenshot/ login.png". AT_EASSERT if it would leave the folder,
// AT_EUNSUPPORTED if nothing is kept. Owned by the caller; NULL with err.
char *at_maestro_file(struct at_maestro_runner *run, const char *folder,
                      struct at_str name, const char *extension,
                      struct at_err *err);
// Return true unless a relative path leaves its folder.
bool at_maestro_stays_within(struct at_str path);
AT_CHECKED bool at_maestro_make_folder_of(const char *path, struct at_err *err);
// The path of name as one beside a flow file, owned by the caller.
char *at_maestro_beside(const char *file, const char *name);
// Return true if a file is there, and this run may read it.
bool at_maestro_may_read(const struct at_maestro_call *call, const char *path);
// Keep bytes as a file, and note it as the step's artifact.
AT_CHECKED bool at_maestro_keep_file(struct at_maestro_call *call,
                                     const char *type, const char *path,
                                     struct at_str bytes, struct at_err *err);
// Keep a screenshot, the tree and the end of the log of a step that has failed,
// as far as they can be had.
void at_maestro_keep_remains(struct at_maestro_call *call);

#endif
