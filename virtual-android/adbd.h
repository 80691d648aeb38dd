// adbd.h: the virtual device's end of adb: a listening port and its links
#ifndef VIRTUAL_ANDROID_ADBD_H
#define VIRTUAL_ANDROID_ADBD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/err.h"

struct at_cancel;
struct va_adbd;
struct va_device;
struct va_journal;

struct va_adbd_opts {
    struct va_device *device;   // borrowed
    struct va_journal *journal; // borrowed
    struct at_cancel *cancel;   // borrowed; fired: everything ends
    int listen_fd;              // owned from now on, also on failure
    uint16_t port;              // its port on 127.0.0.1
};

AT_CHECKED bool va_adbd_open(const struct va_adbd_opts *opts,
                             struct va_adbd **out, struct at_err *err);
// The device's faults were changed: vanish, come back, go offline.
void va_adbd_poke(struct va_adbd *adbd);
// Hangs up on everybody, waits for all threads. NULL is allowed.
void va_adbd_free(struct va_adbd *adbd);

#endif
