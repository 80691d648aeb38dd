// link.h: one adb server's connection to the virtual device
//
// A link runs on a thread of its own, which reads; each stream on it has a
// thread too (stream.h). What one sends waits for nobody but the peer's
// socket.
#ifndef VIRTUAL_ANDROID_LINK_H
#define VIRTUAL_ANDROID_LINK_H

#include <stdbool.h>

#include "base/compiler.h"
#include "base/err.h"

struct at_cancel;
struct at_conn;
struct va_device;
struct va_journal;
struct va_link;

struct va_link_opts {
    struct va_device *device;   // borrowed
    struct va_journal *journal; // borrowed
    struct at_cancel *parent;   // borrowed; fired: the link ends
};

// Takes conn, also on failure, and starts the thread.
AT_CHECKED bool va_link_open(const struct va_link_opts *opts,
                             struct at_conn *conn, struct va_link **out,
                             struct at_err *err);
bool va_link_over(struct va_link *link); // its thread is about to end
void va_link_drop(struct va_link *link); // hang up; from any thread
// The fault `offline` may be over: answer a greeting that waited.
void va_link_poke(struct va_link *link);
// Hangs up, waits for its threads. NULL is allowed.
void va_link_free(struct va_link *link);

#endif
