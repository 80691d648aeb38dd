// from_memory.h: files of a workspace that are texts of a test
#ifndef TESTS_UNIT_MAESTRO_FROM_MEMORY_H
#define TESTS_UNIT_MAESTRO_FROM_MEMORY_H

#include "maestro/workspace.h"

struct memory_file {
    const char *path;
    const char *text; // NULL: a folder
};

// Files up to one without a path.
struct at_maestro_files files_in_memory(const struct memory_file *files);

// Append a flow, one command a line, with what differs from a default.
void write_flow(const struct at_maestro_flow *flow, struct at_buf *out);
void write_commands(const struct at_maestro_commands *commands, size_t depth,
                    struct at_buf *out);
// Append "1:2 error: text | hint" for each.
void write_problems(const struct at_maestro_problems *problems,
                    struct at_buf *out);

#endif
