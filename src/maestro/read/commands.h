// commands.h: the language as a table: commands, their keys and short forms
//
// One row each. The reader, the JSON Schema for editors, the reference in
// docs/flows.md and the hints for misspelt names come from it.
#ifndef AT_MAESTRO_READ_COMMANDS_H
#define AT_MAESTRO_READ_COMMANDS_H

#include "maestro/flow.h"

enum at_maestro_type {
    AT_MAESTRO_TYPE_TEXT,     // a text
    AT_MAESTRO_TYPE_BOOL,     // a boolean
    AT_MAESTRO_TYPE_FLAG,     // a boolean that may be absent
    AT_MAESTRO_TYPE_WHOLE,    // a whole number
    AT_MAESTRO_TYPE_COUNT,    // a whole number, or all: AT_MAESTRO_ALL
    AT_MAESTRO_TYPE_PERCENT,  // a whole number, kept as text, 0 to 100
    AT_MAESTRO_TYPE_REAL,     // a number, kept as text
    AT_MAESTRO_TYPE_AMOUNT,   // a text that must be a number when it runs
    AT_MAESTRO_TYPE_SELECTOR, // an element
    AT_MAESTRO_TYPE_SELECTORS,
    AT_MAESTRO_TYPE_CONDITION,
    AT_MAESTRO_TYPE_COMMANDS,
    AT_MAESTRO_TYPE_PAIRS,     // a mapping of texts
    AT_MAESTRO_TYPE_ARGUMENTS, // a mapping of texts, numbers and booleans
    AT_MAESTRO_TYPE_TEXTS,     // a list of texts
    AT_MAESTRO_TYPE_DIRECTION,
    AT_MAESTRO_TYPE_SWITCH,  // enabled or disabled
    AT_MAESTRO_TYPE_IGNORED, // accepted, without a meaning
};

enum at_maestro_into {
    AT_MAESTRO_INTO_COMMAND,
    AT_MAESTRO_INTO_SELECTOR,
    AT_MAESTRO_INTO_CONDITION,
};

struct at_maestro_key {
    const char *name;
    enum at_maestro_type type;
    enum at_maestro_into into;
    size_t offset;
    const char *absent; // default, as written; NULL: none
    bool is_required;
    bool refuses_null;         // null isn't the same as absent
    const char *const *values; // that it may have, up to NULL; NULL: any
    bool is_ours;              // Maestro refuses it, or passes over it
    const char *help;          // for docs/flows.md and editors
};

// How Maestro reads a command's mapping.
enum at_maestro_reading {
    AT_MAESTRO_READS_FIELDS,   // texts as written, unknown keys are errors
    AT_MAESTRO_READS_SELECTOR, // texts as shown, unknown keys are errors
    AT_MAESTRO_READS_ANY,      // texts only, unknown keys have no effect
    AT_MAESTRO_READS_TREE,     // texts as shown, unknown keys have no effect
};

struct at_maestro_row {
    const char *name;
    enum at_maestro_kind kind;
    enum at_maestro_reading reading;
    bool is_bare;          // the bare word is enough
    const char *short_key; // what `name: value` sets; NULL: a mapping is needed
    const struct at_maestro_key *keys; // up to one without a name
    int variant;                       // an at_maestro_random
    bool is_ours;                      // Maestro has no such command
    const char *help;
};

// All commands, in the order of their names, up to one without a name.
extern const struct at_maestro_row at_maestro_rows[];
// Keys of an element.
extern const struct at_maestro_row at_maestro_selector_row;
// Keys of when: and while:.
extern const struct at_maestro_row at_maestro_condition_row;

// The keys of a flow's first document, for the docs and editors.
struct at_maestro_config_key {
    const char *name;
    enum at_maestro_type type;
    const char *help;
    bool is_ours; // Maestro passes over it
};
extern const struct at_maestro_config_key at_maestro_config_keys[];

// Added to the help of our own commands and keys.
#define AT_MAESTRO_OURS " (not in Maestro)"

// Names of keys for pressKey, and of orientations, up to NULL.
extern const char *const at_maestro_key_words[];
extern const char *const at_maestro_orientations[];
extern const char *const at_maestro_directions[];

// Return the row of a command; NULL if there is none.
const struct at_maestro_row *at_maestro_row(struct at_str name);
const struct at_maestro_key *at_maestro_key(const struct at_maestro_row *row,
                                            struct at_str name);

// Set all members to what the reader gives a command or an element without
// keys: not all defaults are zero. The name must be a row's.
void at_maestro_command_init(const char *name,
                             struct at_maestro_command *command);
void at_maestro_selector_init(struct at_maestro_selector *selector);

#endif
