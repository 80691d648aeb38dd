// interrupt.h: Ctrl-C and SIGTERM cancel what a command does
#ifndef AT_SYS_INTERRUPT_H
#define AT_SYS_INTERRUPT_H

#include "base/err.h"
#include "sys/cancel.h"

struct at_interrupt;

// From now on the first SIGINT, SIGTERM or SIGHUP fires cancel, so that a
// command ends in order; the second one ends the process as by default. SIGPIPE
// does nothing. Only one may exist in a process. The caller owns the result;
// NULL with err.
struct at_interrupt *at_interrupt_start(struct at_cancel *cancel,
                                        struct at_err *err);
void at_interrupt_stop(struct at_interrupt *interrupt); // NULL is allowed

#endif
