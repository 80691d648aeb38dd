// setup.h: `setup` of agentest and mobile-dev-agent, without their output
#ifndef AT_SETUP_SETUP_H
#define AT_SETUP_SETUP_H

#include <jansson.h>

#include "commandline/arguments.h"
#include "setup/change.h"

extern const struct at_positional at_setup_positionals[];
// --scope, --remove, --dry-run, --yes.
#define AT_SETUP_OPTIONS                                                       \
    {.name = "--scope",                                                        \
     .value = "SCOPE",                                                         \
     .help = "user, or project: in the current folder, for all who work on "   \
             "it",                                                             \
     .absent = "user"},                                                        \
        {.name = "--remove", .help = "remove what setup has added"},           \
        {.name = "--dry-run", .help = "show what would change"},               \
    {                                                                          \
        .name = "--yes",                                                       \
        .help = "do not ask; needed where there is no terminal"                \
    }

struct at_setup {
    struct at_setup_job job;
    struct at_setup_change changes[AT_SETUP_CLIENTS];
    size_t count;
    bool dry_run;
    bool shown;   // the differences are on the terminal
    char *folder; // owned; the project's
};

// Plan what the words of a command line ask for. skill: its text, empty for the
// server. Release *out in either case.
AT_CHECKED bool at_setup_plan(const struct at_arguments *args,
                              struct at_str skill, struct at_setup *out,
                              struct at_err *err);
// Write what is planned, after asking on the terminal if --yes is not given.
// Fails if something was not written that should have been.
AT_CHECKED bool at_setup_run(struct at_setup *setup,
                             const struct at_arguments *args, bool may_ask,
                             struct at_err *err);
void at_setup_deinit(struct at_setup *setup);

// Return the result as JSON, owned by the caller, and append it as lines.
json_t *at_setup_json(const struct at_setup *setup);
void at_setup_write(const json_t *result, struct at_buf *out);

#endif
