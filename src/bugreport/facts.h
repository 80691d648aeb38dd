// facts.h: what a report says of the program, the machine and its devices
#ifndef AT_BUGREPORT_FACTS_H
#define AT_BUGREPORT_FACTS_H

#include "base/op.h"
#include "bugreport/bugreport.h"
#include "commandline/arguments.h"

// The options that the report commands of all programs share, as rows.
#define AT_BUGREPORT_OPTIONS                                                   \
    {.name = "--out",                                                          \
     .value = "FILE",                                                          \
     .help = "the archive; an existing file is never replaced",                \
     .absent = "agentest-report-TIME.zip"},                                    \
        {.name = "--list",                                                     \
         .help = "show what would be inside, and write nothing"},              \
        {.name = "--dry-run", .help = "the same as --list"},                   \
        {.name = "--pictures",                                                 \
         .help = "pictures of screens too; nothing is masked in them"},        \
        {.name = "--since",                                                    \
         .value = "TIME",                                                      \
         .help = "only what is newer: a day (2026-02-04), or "                 \
                 "2026-02-04T10:11:12Z"},                                      \
    {                                                                          \
        .name = "--log", .value = "FILE", .repeats = true,                     \
        .help = "a log that you have kept, such as this program's stderr"      \
    }

// Read these options. AT_EUSAGE: the time cannot be read.
AT_CHECKED bool at_bugreport_read_opts(const struct at_arguments *args,
                                       struct at_bugreport_opts *out,
                                       struct at_err *err);

// Return true for --list and --dry-run.
bool at_bugreport_is_dry(const struct at_arguments *args);

// Add versions.txt, environment.txt, the kept logs, and doctor.txt: what the
// program (its argv[0]) prints for the words up to NULL, "doctor" and its
// options. It gets a third of a minute, because an adb server may hang. Hides
// the secrets of the environment.
void at_bugreport_add_facts(const struct at_op *op, struct at_bugreport *report,
                            const struct at_arguments *args, const char *argv0,
                            const char *const *doctor);
// Hide the value of a variable if its name says that it is a secret.
void at_bugreport_add_variable(struct at_bugreport *report, const char *name,
                               const char *value);

#endif
