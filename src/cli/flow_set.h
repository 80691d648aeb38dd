// flow_set.h: the flow files of one command, read and checked before any runs
#ifndef AT_CLI_FLOW_SET_H
#define AT_CLI_FLOW_SET_H

#include "base/argv.h"
#include "cli/invocation.h"
#include "maestro/workspace.h"

struct at_flow_set {
    struct at_maestro_workspace workspace;
    struct at_maestro_problems problems;
    const struct at_maestro_flow **flows; // owned; the flows are not
    size_t count;
    size_t ordered;           // the first ones, which run one after the other
    bool continues;           // with those although one failed
    bool is_single;           // one file was named
    bool broken;              // one of them has an error
    bool is_installed;        // --app is on the devices
    struct at_str output_dir; // config.yaml's testOutputDir; ptr NULL: none
    struct at_argv env;       // "NAME=value", owned; besides those of --env
};

void at_flow_set_init(struct at_flow_set *set);
void at_flow_set_deinit(struct at_flow_set *set);

// Read a flow file; once, however often it is named.
void at_flow_set_add_file(struct at_flow_set *set, const char *path);
// Read a flow that is not in a file. app_id may be NULL.
void at_flow_set_add_text(struct at_flow_set *set, const char *path,
                          struct at_str text, const char *app_id);
// Report what is wrong with the files: warnings of the command, and "problems"
// in its data. AT_EUSAGE if one of them cannot run.
AT_CHECKED bool at_flow_set_check(struct at_invocation *invocation,
                                  struct at_flow_set *set, struct at_err *err);

#endif
