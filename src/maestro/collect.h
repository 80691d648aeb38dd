// collect.h: the flow files of files and folders that a user names
#ifndef AT_MAESTRO_COLLECT_H
#define AT_MAESTRO_COLLECT_H

#include "base/argv.h"
#include "base/err.h"
#include "base/str.h"
#include "maestro/workspace.h"

enum { AT_MAESTRO_FOLDERS_MAX_DEPTH = 20 };

struct at_maestro_collected {
    struct at_argv paths;
    size_t skipped; // YAML files that are not flows
};

// Append path, or the flow files in that folder and those below it, sorted by
// name. Files named config.yaml and config.yml are not flows, nor are those in
// .git and node_modules. AT_EUSAGE if path doesn't exist.
bool at_maestro_collect(const char *path, struct at_maestro_collected *out,
                        struct at_err *err);

// Return true if a text may be a flow: it has a line "---" below others, a line
// that begins with appId: or url:, or begins with a command. False for other
// YAML files of a folder, such as data and CI files. Pure.
bool at_maestro_looks_like_flow(struct at_str text);

// Return true if a path ends as those of YAML files do. Pure.
bool at_maestro_is_yaml(struct at_str path);

// Return true for a path whose file is a folder's config.yaml, or config.yml.
// Pure.
bool at_maestro_is_config(struct at_str path);

// Return the path of a folder's config.yaml, else config.yml, as Maestro looks
// for it; NULL: it has none. Owned by the caller.
char *at_maestro_find_config(const struct at_maestro_files *files,
                             const char *folder);

#endif
