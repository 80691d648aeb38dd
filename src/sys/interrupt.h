// interrupt.h: cancels a command on Ctrl-C and SIGTERM
#ifndef AT_SYS_INTERRUPT_H
#define AT_SYS_INTERRUPT_H

#include "base/err.h"
#include "sys/cancel.h"

struct at_interrupt;

// Let the first SIGINT, SIGTERM or SIGHUP fire cancel, so that a command ends
// cleanly, and the second one end the process as by default. SIGPIPE is
// ignored. Only one may exist per process. The caller owns the result; NULL
// with err.
struct at_interrupt *at_interrupt_start(struct at_cancel *cancel,
                                        struct at_err *err);
void at_interrupt_stop(struct at_interrupt *interrupt); // NULL is allowed

#endif
