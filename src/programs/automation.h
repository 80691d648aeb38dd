// automation.h: what a server does by itself: schedules, webhooks, the ends of
// suite runs
#ifndef AT_PROGRAMS_AUTOMATION_H
#define AT_PROGRAMS_AUTOMATION_H

#include "programs/tester_home.h"
#include "tester/runs/runs.h"

struct at_automation;

// Create the parts, which listen to the store, before its other users. NULL
// with err if descriptors are exhausted.
struct at_automation *at_automation_new(const struct at_tester_home *home,
                                        struct at_err *err);
// Start their threads. runs is borrowed until at_automation_stop().
AT_CHECKED bool at_automation_start(struct at_automation *automation,
                                    struct at_runs *runs, struct at_err *err);
// End their threads. The store may still tell them of changes, so free them
// only once it no longer does.
void at_automation_stop(struct at_automation *automation); // NULL is allowed
void at_automation_free(struct at_automation *automation); // NULL is allowed

#endif
