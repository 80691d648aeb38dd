// flow_script.h: the script engine of one flow of a command
#ifndef AT_CLI_FLOW_SCRIPT_H
#define AT_CLI_FLOW_SCRIPT_H

#include "cli/flow_out.h"
#include "maestro/flow.h"
#include "maestro/scope.h"

struct at_flow_script;

// Give scope an engine, which starts now if the flow has scripts. Lines of the
// flow's console become events and the artifact console.log of folder.
struct at_flow_script *at_flow_script_new(struct at_flow_out *out,
                                          const struct at_maestro_flow *flow,
                                          struct at_maestro_scope *scope,
                                          const char *folder);
// NULL is allowed. Call it before the scope is freed.
void at_flow_script_free(struct at_flow_script *script);

// Find the program of scripts. Owned by the caller; NULL if it isn't there.
char *at_flow_script_find(void);

#endif
