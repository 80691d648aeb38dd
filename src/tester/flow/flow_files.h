// flow_files.h: the files of a scenario's flow: for the reader, from a disk, to
// a folder
#ifndef AT_TESTER_FLOW_FLOW_FILES_H
#define AT_TESTER_FLOW_FLOW_FILES_H

#include <jansson.h>

#include "base/err.h"
#include "maestro/workspace.h"

// The files of a flow as if they lay in a folder. No other file exists for the
// reader, so a flow cannot name one of this machine.
struct at_flow_files {
    const json_t *flow; // borrowed
    const char *folder; // borrowed; "": paths are those of the flow
};

// The interface of maestro/workspace.h; user is files.
struct at_maestro_files at_flow_files_reader(struct at_flow_files *files);

// Read a flow file of this machine with everything that it names, as the
// member "flow" of a scenario. A path below the current folder stays as it is;
// otherwise paths begin in the folder that all files have in common. A file
// that is missing is left out, which the checker then reports. AT_ELIMIT: it is
// too large for a scenario. NULL with err; owned by the caller.
json_t *at_flow_files_load(const char *path, struct at_err *err);

// Write the files below a folder, which is made.
AT_CHECKED bool at_flow_files_write(const json_t *flow, const char *folder,
                                    struct at_err *err);

#endif
