// tester_file.h: scenarios in files, as people write and programs export them
#ifndef AT_PROGRAMS_TESTER_FILE_H
#define AT_PROGRAMS_TESTER_FILE_H

#include <jansson.h>

#include "base/err.h"

// Read a file as JSON or YAML: by its name's end, else by its first character.
// A relative "apk" of a scenario becomes absolute, from the file's folder.
// "-": standard input. Owned by the caller; NULL with err, which names it.
json_t *at_tester_file_read(const char *path, struct at_err *err);

// Read a file of scenarios: one, a list, or an export, all as above; or a flow
// file, which becomes a scenario with all the files that it needs. AT_EUSAGE
// names the first error of a flow by its place.
json_t *at_tester_file_scenarios(const char *path, struct at_err *err);
// Return true for a YAML file that is a flow, even a broken one.
bool at_tester_file_is_flow(const char *path);

#endif
