// request_watch.h: logs the requests of a thread to other programs
//
// A request to the adb server passes through many layers that do not need to
// know about the log, so the watch belongs to the thread rather than being an
// argument.
#ifndef AT_SYS_REQUEST_WATCH_H
#define AT_SYS_REQUEST_WATCH_H

#include "base/err.h"
#include "base/str.h"
#include "sys/proc.h"

struct at_request {
    struct at_str what; // "shell uiautomator dump"; never typed text
    int64_t began_ns;
    const struct at_err *why; // NULL: success
};

struct at_request_watch {
    void (*ended)(void *user, const struct at_request *request);
    void *user;
    const struct at_proc_listener *tools; // for programs started by a request
};

// Watch the requests of this thread; watch is borrowed, NULL stops watching.
// Return the previous watch.
const struct at_request_watch *at_request_watch_set(
    const struct at_request_watch *watch);

// Report that a request has ended. Called by the senders.
void at_request_ended(struct at_str what, int64_t began_ns, bool ok,
                      const struct at_err *err);
bool at_request_is_watched(void);
const struct at_proc_listener *at_request_tools(void); // may be NULL

#endif
