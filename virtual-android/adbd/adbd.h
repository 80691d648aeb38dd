// adbd.h: adbd of the virtual device: a listening port and its links
#ifndef VIRTUAL_ANDROID_ADBD_ADBD_H
#define VIRTUAL_ANDROID_ADBD_ADBD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/err.h"

struct at_cancel;
struct vd_adbd;
struct vd_device;
struct vd_journal;
struct vd_key;

struct vd_adbd_opts {
    struct vd_device *device;   // borrowed
    struct vd_journal *journal; // borrowed
    const struct vd_key *key;   // borrowed; that peers must have; NULL: any
    struct at_cancel *cancel;   // borrowed; fired: everything ends
    int listen_fd;              // taken, also on failure
    uint16_t port;              // its port on 127.0.0.1
};

AT_CHECKED bool vd_adbd_open(const struct vd_adbd_opts *opts,
                             struct vd_adbd **out, struct at_err *err);
// Apply faults that have changed: vanish, come back, go offline.
void vd_adbd_apply_faults(struct vd_adbd *adbd);
// Close all links and wait for all threads. adbd may be NULL.
void vd_adbd_free(struct vd_adbd *adbd);

#endif
