// tester_file.h: scenarios in files, as people write and programs export them
#ifndef AT_PROGRAMS_TESTER_FILE_H
#define AT_PROGRAMS_TESTER_FILE_H

#include <jansson.h>

#include "agent/scenario.h"
#include "base/err.h"
#include "store/store.h"

// Read a file as JSON or YAML: by its name's end, else by its first character.
// "-": standard input. Owned by the caller; NULL with err, which names it.
json_t *at_tester_file_read(const char *path, struct at_err *err);

// Keep the recording that a scenario of a file may have ("recording"), so that
// it can be played without a model. True without one too. One of another
// scenario's text is AT_EUSAGE.
AT_CHECKED bool at_tester_recording_keep(struct at_store_db *store,
                                         const json_t *json,
                                         const struct at_scenario *scenario,
                                         struct at_err *err);
// The newest recording of the scenario; NULL if there is none. Owned by the
// caller. False: the store cannot be read.
AT_CHECKED bool at_tester_recording_find(struct at_store_db *store,
                                         const struct at_scenario *scenario,
                                         json_t **out, struct at_err *err);

#endif
