// clients.h: the programs that agents live in, as rows
#ifndef AT_SETUP_CLIENTS_H
#define AT_SETUP_CLIENTS_H

#include <stdbool.h>
#include <stddef.h>

enum at_setup_base {
    AT_SETUP_NOWHERE,
    AT_SETUP_HOME,
    AT_SETUP_SETTINGS, // ~/Library/Application Support or ~/.config
    AT_SETUP_CONFIG,   // ~/.config everywhere
};

struct at_setup_place {
    enum at_setup_base base;
    const char *below; // path below it
    // A variable that names another folder, NULL: none; and the path below
    // that, "": the folder itself.
    const char *variable;
    const char *below_variable;
};

struct at_setup_client {
    const char *name;             // "Claude Code"
    const char *program;          // found in PATH; NULL: none
    struct at_setup_place folder; // exists if the client is installed

    // Its list of MCP servers; base AT_SETUP_NOWHERE: it has none.
    struct at_setup_place file;
    const char *project_file; // the same in a project; NULL: none
    bool is_toml;
    const char *list;  // the key of the list: "mcpServers"
    bool has_type;     // an entry has "type": "stdio"
    bool has_all_args; // an entry has "args" even without arguments
    const char *add;   // the client's own command that adds one; NULL
    const char *next;  // what the user does then

    // Its folder of skills; base AT_SETUP_NOWHERE: it has none.
    struct at_setup_place skills;
    const char *project_skills;
};

enum { AT_SETUP_CLIENTS = 9 };

// A client and its word have the same index; the last word is NULL.
extern const struct at_setup_client at_setup_clients[AT_SETUP_CLIENTS];
extern const char *const at_setup_words[AT_SETUP_CLIENTS + 1];

// Return the client of a word in any case, or NULL.
const struct at_setup_client *at_setup_client_find(const char *word);
const char *at_setup_client_word(const struct at_setup_client *client);

#endif
