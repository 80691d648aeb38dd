// request_watch.h: what a thread asks other programs, for a log
//
// A request to the adb server passes many layers, none of which needs to know
// who writes it down: so the watch is the thread's, and no argument.
#ifndef AT_SYS_REQUEST_WATCH_H
#define AT_SYS_REQUEST_WATCH_H

#include "base/err.h"
#include "base/str.h"
#include "sys/proc.h"

struct at_request {
    struct at_str what; // "shell uiautomator dump"; never a typed text
    int64_t began_ns;
    const struct at_err *why; // NULL: it succeeded
};

struct at_request_watch {
    void (*ended)(void *user, const struct at_request *request);
    void *user;
    const struct at_proc_listener *tools; // of a program started for a request
};

// Watch the requests of this thread; watch is borrowed, NULL: nobody does.
// Returns the watch before.
const struct at_request_watch *at_request_watch_set(
    const struct at_request_watch *watch);

// For those who send requests: one has ended.
void at_request_ended(struct at_str what, int64_t began_ns, bool ok,
                      const struct at_err *err);
bool at_request_is_watched(void);
const struct at_proc_listener *at_request_tools(void); // may be NULL

#endif
