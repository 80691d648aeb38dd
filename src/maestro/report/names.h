// names.h: what Maestro calls commands and files in what it leaves, and the
// types of these files; pure
#ifndef AT_MAESTRO_REPORT_NAMES_H
#define AT_MAESTRO_REPORT_NAMES_H

#include "base/buf.h"
#include "maestro/flow.h"

// Append the member of commands.json that holds the command: "tapOnElement",
// "inputTextCommand".
void at_maestro_command_member(const struct at_maestro_command *command,
                               struct at_buf *out);

// Append the stem of a step's files: "step-003-tapOnElement-Log_in"; sequence
// is from 0. Typed texts, which Maestro adds, are left out: they may be secret.
void at_maestro_step_stem(uint32_t sequence,
                          const struct at_maestro_command *command,
                          struct at_buf *out);

struct at_maestro_file_type {
    const char *ending; // ".png"; "" for an unknown one
    const char *mime;
};

// Return the type of a file that a flow leaves, by the end of its path.
const struct at_maestro_file_type *at_maestro_file_type(const char *path);

#endif
