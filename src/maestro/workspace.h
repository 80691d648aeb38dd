// workspace.h: the flow files of a run, everything that they name, and what is
// wrong with them
//
// A workspace owns all that was read: flows, their subflows and scripts, and
// every text. Each file is read once. Files come through an interface, so that
// flows can be read from memory.
#ifndef AT_MAESTRO_WORKSPACE_H
#define AT_MAESTRO_WORKSPACE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "maestro/flow.h"

enum {
    AT_MAESTRO_INCLUDES_MAX = 40, // files in a chain of includes
    AT_MAESTRO_FILES_MAX = 20000,
    AT_MAESTRO_PROBLEMS_MAX = 200, // reported in a file
};

// All files of a workspace together.
#define AT_MAESTRO_BYTES_MAX ((size_t)256 * 1024 * 1024)

enum at_maestro_file_kind {
    AT_MAESTRO_NO_FILE,
    AT_MAESTRO_IS_FILE,
    AT_MAESTRO_IS_FOLDER,
};

struct at_maestro_files {
    // Append the content of a file.
    bool (*read)(void *user, const char *path, struct at_buf *out,
                 struct at_err *err);
    enum at_maestro_file_kind (*kind)(void *user, const char *path);
    void *user;
    // Return true if path really is in the workspace of a flow: the current
    // folder if the flow is below it and it isn't the root, else the flow's.
    // NULL: names decide.
    bool (*is_within)(void *user, const char *path, const char *flow);
};

// The files of this machine.
extern const struct at_maestro_files at_maestro_disk;

enum at_maestro_severity {
    AT_MAESTRO_ERROR,   // Maestro refuses the file, or always fails there
    AT_MAESTRO_WARNING, // it runs, probably not as meant
    AT_MAESTRO_ODDITY,  // it depends on something that is odd in Maestro
};

struct at_maestro_problem {
    struct at_maestro_place place; // line 0: the whole file
    enum at_maestro_severity severity;
    struct at_str text;
    struct at_str hint; // what to write instead; empty: nothing to add
};

// Problems in the order in which they were found. Initialise with zeros; the
// texts belong to the workspace.
struct at_maestro_problems {
    struct at_maestro_problem *rows; // owned
    size_t count;
    size_t counts[AT_MAESTRO_ODDITY + 1]; // one for each severity
};

void at_maestro_problems_deinit(struct at_maestro_problems *problems);

// Sort by file, line and column; the files in the order of their first problem.
void at_maestro_problems_sort(struct at_maestro_problems *problems);

// Append "file:line:column: error: text" and the hint on a line of its own.
bool at_maestro_problem_write(const struct at_maestro_problem *problem,
                              struct at_buf *out);

// "error", "warning", "oddity".
extern const char *const at_maestro_severity_names[];

struct at_maestro_file;

struct at_maestro_workspace {
    struct at_arena arena;
    struct at_maestro_files files;
    // Files outside of this folder are warned about; NULL: no folder. Relative
    // or absolute, as the paths that are read.
    const char *root;
    struct at_maestro_file **read; // owned; a hash table of paths
    size_t read_count;
    size_t read_cap;
    size_t bytes; // read so far
};

// root is borrowed.
void at_maestro_workspace_init(struct at_maestro_workspace *ws,
                               const struct at_maestro_files *files,
                               const char *root);
void at_maestro_workspace_deinit(struct at_maestro_workspace *ws);

// Read a flow file with everything that it names. Returns whether it may run:
// false if it or a file that it includes has an error; *out is set nonetheless
// if there was anything to read, else NULL. All problems are appended; those of
// a file that was read before are reported only once.
bool at_maestro_read(struct at_maestro_workspace *ws, const char *path,
                     const struct at_maestro_flow **out,
                     struct at_maestro_problems *problems);

// The same for a text that is not in a file: it may lack the config section,
// and gets app_id then. path is where its neighbours are looked for.
bool at_maestro_read_text(struct at_maestro_workspace *ws, const char *path,
                          struct at_str text, const char *app_id,
                          const struct at_maestro_flow **out,
                          struct at_maestro_problems *problems);

#endif
