// cancel.h: a token that interrupts all waits on it, from any thread
//
// A flag, a pollable descriptor and an optional parent: cancelling a parent
// cancels its children. Tokens fire once and are not reused.
#ifndef AT_SYS_CANCEL_H
#define AT_SYS_CANCEL_H

#include <stdbool.h>

#include "base/err.h"
#include "base/op.h"

struct at_cancel;

// Create a token. The caller owns it and frees it before its parent. NULL with
// err set if descriptors are exhausted.
struct at_cancel *at_cancel_new(struct at_cancel *parent, struct at_err *err);
void at_cancel_free(struct at_cancel *cancel); // NULL is allowed

void at_cancel_fire(struct at_cancel *cancel);  // from any thread; idempotent
bool at_cancel_fired(struct at_cancel *cancel); // NULL: false
// Return a descriptor that is readable once the token has fired; -1 for NULL.
int at_cancel_fd(struct at_cancel *cancel);

// Fail with AT_ECANCELED or AT_ETIMEOUT if op has ended.
AT_CHECKED bool at_op_check(const struct at_op *op, struct at_err *err);

// Wait until fd is ready for events (poll(2)'s POLLIN, POLLOUT) or op ends or
// is cancelled. With fd -1, wait only for the end.
AT_CHECKED bool at_op_wait_fd(const struct at_op *op, int fd, short events,
                              struct at_err *err);

// Wait until the absolute time until_ns; fails only if op ends first.
AT_CHECKED bool at_op_wait_until(const struct at_op *op, int64_t until_ns,
                                 struct at_err *err);

#endif
