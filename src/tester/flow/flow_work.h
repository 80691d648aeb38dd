// flow_work.h: the folder in which a flow lies and works while it runs
//
// It is below the run's folder. Pictures in it are not covered yet: it is never
// served or copied.
#ifndef AT_TESTER_FLOW_FLOW_WORK_H
#define AT_TESTER_FLOW_FLOW_WORK_H

#define AT_FLOW_WORK ".work"

// Remove it from a run's folder, once no process works there: the one that did
// may have been killed. A failure is logged.
void at_flow_work_remove(const char *folder);

#endif
