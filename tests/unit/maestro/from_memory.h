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
// Append "1:2 error: text | hint" for each; those of files other than path with
// their names.
void write_problems(const struct at_maestro_problems *problems,
                    const char *path, struct at_buf *out);

// Read a flow and append it, or its commands only, then its problems.
void read_flow(const struct memory_file *all, const char *path,
               bool commands_only, struct at_buf *out);
// Read one command, written as behind its dash. There are sub.yaml, seed.js,
// a.png and a folder sub.
void read_command(const char *command, struct at_buf *out);

// Read a flow, with the same neighbours; append its values and the text that
// maestro/write makes of them. Returns false, appending nothing, if it has
// errors.
bool read_and_write(const char *text, struct at_buf *values,
                    struct at_buf *written);
// Return true if text is a flow; what is written of it has the same values.
bool survives_writing(const char *text);

#endif
