// interrupt.h: Ctrl-C and SIGTERM cancel what a command does
#ifndef AT_SYS_INTERRUPT_H
#define AT_SYS_INTERRUPT_H

#include "base/err.h"
#include "sys/cancel.h"

struct at_interrupt;

// From here on the first SIGINT, SIGTERM or SIGHUP fires cancel, so that a
// command ends in order and says so; the second ends the process as if nobody
// had asked. SIGPIPE does nothing. One at a time in a process. The caller owns
// the result; NULL with err.
struct at_interrupt *at_interrupt_start(struct at_cancel *cancel,
                                        struct at_err *err);
void at_interrupt_stop(struct at_interrupt *interrupt); // NULL is allowed

#endif
