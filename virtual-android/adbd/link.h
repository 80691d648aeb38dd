// link.h: one adb server's connection to the virtual device
//
// A link has a thread that reads; each stream on it has a thread too
// (stream.h). Sending waits only for the peer's socket.
#ifndef VIRTUAL_ANDROID_ADBD_LINK_H
#define VIRTUAL_ANDROID_ADBD_LINK_H

#include <stdbool.h>

#include "base/compiler.h"
#include "base/err.h"

struct at_cancel;
struct at_conn;
struct vd_device;
struct vd_journal;
struct vd_key;
struct vd_link;

struct vd_link_opts {
    struct vd_device *device;   // borrowed
    struct vd_journal *journal; // borrowed
    const struct vd_key *key;   // borrowed; that peers must have; NULL: any
    struct at_cancel *parent;   // borrowed; fired: the link ends
};

// Take conn, also on failure, and start the thread.
AT_CHECKED bool vd_link_open(const struct vd_link_opts *opts,
                             struct at_conn *conn, struct vd_link **out,
                             struct at_err *err);
bool vd_link_has_ended(struct vd_link *link); // its thread is about to end
// Answer a greeting that waits, if the fault `offline` is over.
void vd_link_greet(struct vd_link *link);
// Hang up and wait for its threads. link may be NULL.
void vd_link_free(struct vd_link *link);

#endif
