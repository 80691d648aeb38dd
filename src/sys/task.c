// task.c: see task.h
#include "sys/task.h"

#include <poll.h>

#include "sys/cancel.h"

static void *
run(void *arg)
{
    struct at_task *task = arg;
    task->run(task->user);
    at_cancel_fire(task->ended);
    at_cancel_fire(task->decided);
    return NULL;
}

bool
at_task_start(struct at_task *task, const char *name, void (*work)(void *user),
              void *user, struct at_err *err)
{
    *task = (struct at_task){.run = work, .user = user};
    task->stop = at_cancel_new(NULL, err);
    task->decided = task->stop ? at_cancel_new(NULL, err) : NULL;
    task->ended = task->decided ? at_cancel_new(NULL, err) : NULL;
    if (task->ended) {
        int sys = pthread_create(&task->thread, NULL, run, task);
        task->joinable = sys == 0;
        if (sys != 0)
            at_fail_sys(err, AT_EIO, sys, "cannot start the thread of %s",
                        name);
    }
    if (!task->joinable)
        at_task_deinit(task);
    return task->joinable;
}

bool
at_task_wait_decided(const struct at_op *op, struct at_task *task,
                     struct at_err *err)
{
    return at_op_wait_fd(op, at_cancel_fd(task->decided), POLLIN, err);
}

bool
at_task_wait_ended(const struct at_op *op, struct at_task *task,
                   struct at_err *err)
{
    return at_op_wait_fd(op, at_cancel_fd(task->ended), POLLIN, err);
}

bool
at_task_has_ended(struct at_task *task)
{
    return at_cancel_fired(task->ended);
}

void
at_task_join(struct at_task *task)
{
    if (!task->joinable)
        return;
    at_cancel_fire(task->stop);
    pthread_join(task->thread, NULL);
    task->joinable = false;
}

void
at_task_deinit(struct at_task *task)
{
    at_task_join(task);
    at_cancel_free(task->ended);
    at_cancel_free(task->decided);
    at_cancel_free(task->stop);
    *task = (struct at_task){0};
}
