// cancel.h: a token that interrupts every wait on it, from any thread
//
// A flag, a pollable descriptor and an optional parent: cancelling a parent
// cancels its children. Fire once; a token is not reused.
#ifndef AT_SYS_CANCEL_H
#define AT_SYS_CANCEL_H

#include <stdbool.h>

#include "base/err.h"
#include "base/op.h"

struct at_cancel;

// The caller owns the token and frees it before its parent. Returns NULL, with
// err set, if no descriptor is left.
struct at_cancel *at_cancel_new(struct at_cancel *parent, struct at_err *err);
void at_cancel_free(struct at_cancel *cancel); // NULL is allowed

void at_cancel_fire(struct at_cancel *cancel);  // from any thread; idempotent
bool at_cancel_fired(struct at_cancel *cancel); // NULL: false
// Readable from the moment the token has fired; -1 for NULL.
int at_cancel_fd(struct at_cancel *cancel);

// Fail with AT_ECANCELED or AT_ETIMEOUT if op is over already.
AT_CHECKED bool at_op_check(const struct at_op *op, struct at_err *err);

// Wait until fd is ready for events (poll(2)'s POLLIN, POLLOUT), op ends or is
// cancelled. fd -1 waits only for the end.
AT_CHECKED bool at_op_wait_fd(const struct at_op *op, int fd, short events,
                              struct at_err *err);

// Wait until the absolute time until_ns; fails only when op ends before.
AT_CHECKED bool at_op_wait_until(const struct at_op *op, int64_t until_ns,
                                 struct at_err *err);

#endif
