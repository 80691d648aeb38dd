// task.h: a thread that can be stopped and says when it has begun and ended
//
// The thread that starts a task owns it.
#ifndef AT_SYS_TASK_H
#define AT_SYS_TASK_H

#include <pthread.h>

#include "base/err.h"
#include "base/op.h"

struct at_cancel;

// Zero it, or start it, before the first use.
struct at_task {
    struct at_cancel *stop;    // fired to end the thread's waits
    struct at_cancel *decided; // fired by the thread once its work has begun
    struct at_cancel *ended;
    void (*run)(void *user);
    void *user;
    pthread_t thread;
    bool joinable;
};

// name is for an error message: "cannot start the thread of NAME".
AT_CHECKED bool at_task_start(struct at_task *task, const char *name,
                              void (*run)(void *user), void *user,
                              struct at_err *err);
// Wait until the work has begun or the thread has ended.
AT_CHECKED bool at_task_wait_decided(const struct at_op *op,
                                     struct at_task *task, struct at_err *err);
AT_CHECKED bool at_task_wait_ended(const struct at_op *op, struct at_task *task,
                                   struct at_err *err);
bool at_task_has_ended(struct at_task *task);
// Stop the thread and wait for its end. May be called more than once.
void at_task_join(struct at_task *task);
void at_task_deinit(struct at_task *task); // also joins the thread

#endif
