// program.h: a program's commands, and what all of them have in common
#ifndef AT_COMMANDLINE_PROGRAM_H
#define AT_COMMANDLINE_PROGRAM_H

#include "commandline/command.h"

enum { AT_OPTION_ROWS_MAX = 32, AT_PROGRAM_USAGE = 2 };

struct at_help_row {
    const char *name; // NULL ends the list
    const char *what;
};

// An option of all commands with the flag.
struct at_flag_option {
    unsigned flag; // 0 ends the list
    struct at_option row;
};

// All rows are borrowed.
struct at_program {
    const char *name;    // "mobile-dev-agent"
    const char *summary; // the NAME of the manual page
    const char *about;   // sentences, each line ends in a newline
    const struct at_command *const *commands;  // up to NULL
    const struct at_option *options;           // taken by every command
    const struct at_flag_option *flag_options; // in the order of a help page
    const struct at_example *examples;         // shown in the overview
    const char *environment_title;             // "Environment"
    const struct at_help_row *environment;     // names separated by blanks
    const struct at_help_row *exits;

    size_t words_max;     // limit of words in a line; 0: none
    bool has_known_words; // PROGRAM __complete works, see completion.h
    // Arguments are often texts, and quotes are easily forgotten: errors
    // mention them and the help. Otherwise at_program_refuse() names the help.
    bool takes_texts;
    // Make the invocation of a command and call its run. Returns the exit
    // status; it becomes lost_output if stdout cannot be written.
    int (*start)(const struct at_arguments *args);
    int lost_output;
};

// Find a command by its whole name, "ui tap"; NULL.
const struct at_command *at_command_find(const struct at_program *program,
                                         struct at_str name);
// Return true if this is the first word of a name with two ("ui").
bool at_command_is_group(const struct at_program *program, struct at_str word);
// Return true if the command's name begins with the group's.
bool at_command_is_of(const struct at_command *command, struct at_str group);
// Return the row with AT_COMMAND_DEFAULT, or NULL.
const struct at_command *at_command_default(const struct at_program *program);

// Write the rows of the options that the command takes, those of its flags
// included, and one without a name. Return how many there are.
size_t at_command_rows(const struct at_program *program,
                       const struct at_command *command,
                       struct at_option rows[AT_OPTION_ROWS_MAX]);
// The same, and the options of every command after them. command: NULL for
// these alone.
size_t at_command_all_rows(const struct at_program *program,
                           const struct at_command *command,
                           struct at_option rows[AT_OPTION_ROWS_MAX]);

// Read the words, start the command that they name, or print the page that they
// ask for, and return the exit status.
int at_program_run(const struct at_program *program, int argc, char **argv);
// Print "PROGRAM: text; --help lists all" and return AT_PROGRAM_USAGE.
int at_program_refuse(const struct at_program *program, const char *text);

#endif
