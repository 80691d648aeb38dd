// run_tools.h: output of the programs started by a run
#ifndef AT_SESSION_RUN_TOOLS_H
#define AT_SESSION_RUN_TOOLS_H

struct at_command_run;

void at_command_run_tools_init(struct at_command_run *run);
void at_command_run_tools_deinit(struct at_command_run *run);

#endif
