// read_priv.h: what the parts of the reader share
#ifndef AT_MAESTRO_READ_READ_PRIV_H
#define AT_MAESTRO_READ_READ_PRIV_H

#include "maestro/read/commands.h"
#include "maestro/read/scalar.h"
#include "maestro/workspace.h"
#include "wire/yaml_tree.h"

enum at_maestro_file_state {
    AT_MAESTRO_FILE_READING,
    AT_MAESTRO_FILE_SOUND,
    AT_MAESTRO_FILE_WRONG,
};

struct at_maestro_file {
    const char *path; // without ".", and ".." only in front
    enum at_maestro_file_state state;
    struct at_maestro_flow *flow;     // NULL: there was nothing to read
    const struct at_maestro_file *by; // includes this one; NULL: none
    size_t depth;                     // length of the chain
};

// One file that is being read.
struct at_maestro_reader {
    struct at_maestro_workspace *ws;
    struct at_maestro_problems *problems;
    struct at_maestro_file *file;
    struct at_maestro_flow *flow;
    bool is_wrong;
    size_t errors_before; // the command that is being read
    size_t reported;
};

// Return true if so much is wrong that the rest of the file isn't read.
static inline bool
at_maestro_gives_up(const struct at_maestro_reader *reader)
{
    return reader->reported >= AT_MAESTRO_PROBLEMS_MAX;
}

// Report a problem at node; NULL: of the whole file. hint: NULL, or what to
// write instead.
void at_maestro_report(struct at_maestro_reader *reader,
                       const struct at_yaml_node *node,
                       enum at_maestro_severity severity, const char *hint,
                       const char *fmt, ...) AT_PRINTF(5, 6);
// Return a text that lives as long as the workspace.
const char *at_maestro_keep(struct at_maestro_reader *reader, const char *fmt,
                            ...) AT_PRINTF(2, 3);

struct at_maestro_place at_maestro_place_of(
    const struct at_maestro_reader *reader, const struct at_yaml_node *node);

// Append "did you mean …?" of near names; NULL if nothing is near.
struct at_near;
const char *at_maestro_did_you_mean(struct at_maestro_reader *reader,
                                    const struct at_near *near);

bool at_maestro_is_null(struct at_maestro_reader *reader,
                        const struct at_yaml_node *node);
// Return true, and warn, if a later entry has the same name.
bool at_maestro_is_replaced(struct at_maestro_reader *reader,
                            const struct at_yaml_node *entry);

// values.c: read a value by its key's type into target.
void at_maestro_value(struct at_maestro_reader *reader,
                      const struct at_maestro_row *row,
                      const struct at_maestro_key *key,
                      const struct at_yaml_node *node, void *target);
// A scalar as Maestro shows it, after reporting what is wrong with it.
struct at_maestro_scalar at_maestro_shown(struct at_maestro_reader *reader,
                                          const struct at_yaml_node *node);
// Set the default of a key.
void at_maestro_absent(const struct at_maestro_key *key, void *target);
// The text of a scalar as its row reads it: as written, or as Maestro shows it.
struct at_str at_maestro_text(struct at_maestro_reader *reader,
                              const struct at_maestro_row *row,
                              const struct at_maestro_key *key,
                              const struct at_yaml_node *node);
void at_maestro_pairs_read(struct at_maestro_reader *reader, const char *what,
                           const struct at_yaml_node *node, bool is_typed,
                           struct at_maestro_pairs *out);
bool at_maestro_texts_read(struct at_maestro_reader *reader, const char *what,
                           const struct at_yaml_node *node,
                           struct at_maestro_texts *out);

// selector.c: read an element, a text or a mapping. command: takes the tap
// keys; NULL: they have no effect here.
const struct at_maestro_selector *at_maestro_selector_read(
    struct at_maestro_reader *reader, const struct at_yaml_node *node,
    struct at_maestro_command *command);
void at_maestro_condition_read(struct at_maestro_reader *reader,
                               const struct at_yaml_node *node,
                               struct at_maestro_condition *out);

// command.c
void at_maestro_commands_read(struct at_maestro_reader *reader,
                              const struct at_yaml_node *list,
                              struct at_maestro_commands *out);

// finish.c: what a command's row does after its keys.
void at_maestro_finish(struct at_maestro_reader *reader,
                       const struct at_maestro_row *row,
                       const struct at_yaml_node *node,
                       struct at_maestro_command *command);

// finish_facts.c: likewise for commands about what isn't on the screen.
void at_maestro_finish_fact(struct at_maestro_reader *reader,
                            const struct at_maestro_row *row,
                            const struct at_yaml_node *node,
                            struct at_maestro_command *command);

// Return true for a swipe whose from: counts: with direction:, without points.
bool at_maestro_swipes_from(const struct at_maestro_row *row,
                            const struct at_yaml_node *map);

// include.c: a file beside the one that is read; NULL with a problem reported.
const char *at_maestro_resolve(struct at_maestro_reader *reader,
                               const struct at_yaml_node *node,
                               struct at_str name, const char *what);
void at_maestro_include(struct at_maestro_reader *reader,
                        const struct at_yaml_node *node,
                        struct at_maestro_body *body);
// Read runScript's file into the command.
void at_maestro_script(struct at_maestro_reader *reader,
                       const struct at_yaml_node *node,
                       struct at_maestro_command *command);
// imports.c: read the modules that the command's script imports. If there are
// any, its text becomes that of all of them.
void at_maestro_imports(struct at_maestro_reader *reader,
                        struct at_maestro_command *command);
bool at_maestro_is_below(const char *path, const char *root);
// Return a path without "." and with ".." only in front; in the arena.
const char *at_maestro_normal_path(struct at_arena *arena, struct at_str path);
// Read a file that by includes; NULL: none does.
struct at_maestro_file *at_maestro_load(struct at_maestro_workspace *ws,
                                        const char *path,
                                        const struct at_maestro_reader *by,
                                        struct at_maestro_problems *problems);
// document.c: read a whole text into the reader's flow.
void at_maestro_document(struct at_maestro_reader *reader, struct at_str text,
                         const char *app_id);

// hints.c: the right form of what people and models get wrong; NULL.
const char *at_maestro_hint_command(struct at_str name);
const char *at_maestro_hint_key(const char *command, struct at_str key);
// The same for a single value behind a command that takes keys only.
const char *at_maestro_hint_single(const char *command);
const char *at_maestro_hint_config(struct at_str key);
const char *at_maestro_hint_syntax(const char *problem);

// oddities.c: what depends on something odd in Maestro.
void at_maestro_oddity_scalar(struct at_maestro_reader *reader,
                              const struct at_yaml_node *node,
                              struct at_str shown);
void at_maestro_oddities(struct at_maestro_reader *reader,
                         const struct at_yaml_node *node,
                         const struct at_maestro_command *command);
void at_maestro_oddity_selector(struct at_maestro_reader *reader,
                                const struct at_yaml_node *node,
                                const struct at_maestro_selector *selector);

#endif
