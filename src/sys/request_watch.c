#include "sys/request_watch.h"

#include <stddef.h>

static _Thread_local const struct at_request_watch *watched;

const struct at_request_watch *
at_request_watch_set(const struct at_request_watch *watch)
{
    const struct at_request_watch *before = watched;
    watched = watch;
    return before;
}

void
at_request_ended(struct at_str what, int64_t began_ns, bool ok,
                 const struct at_err *err)
{
    static const struct at_err unknown = {.code = AT_EIO, .msg = "it failed"};
    const struct at_request request = {what, began_ns,
                                       ok    ? NULL
                                       : err ? err
                                             : &unknown};
    if (watched)
        watched->ended(watched->user, &request);
}

bool
at_request_is_watched(void)
{
    return watched != NULL;
}

const struct at_proc_listener *
at_request_tools(void)
{
    return watched ? watched->tools : NULL;
}
