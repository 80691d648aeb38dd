// lifecycle.h: when the helper's time is over
//
// It ends when a client requests it, after linger_ms without requests, or when
// the system has taken its UiAutomation. Being killed is different: the process
// is gone in the middle of its work.
#ifndef VIRTUAL_ANDROID_HELPER_LIFECYCLE_H
#define VIRTUAL_ANDROID_HELPER_LIFECYCLE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct at_cancel;

struct vd_lifecycle {
    int64_t linger_ms;
    struct at_cancel *killed;      // owned; a child of the `am` stream's token
    struct at_cancel *over;        // owned; a child of killed, as the next
    struct at_cancel *interrupted; // over, and running requests must stop
    pthread_mutex_t lock;          // guards what follows
    int running;                   // requests
    int64_t last_ns;
    const char *reason; // NULL while it runs
};

// parent may be NULL and is borrowed. Call deinit also after a failure.
AT_CHECKED bool vd_lifecycle_init(struct vd_lifecycle *life,
                                  struct at_cancel *parent, int64_t linger_ms,
                                  struct at_err *err);
void vd_lifecycle_deinit(struct vd_lifecycle *life);

// A request with the right token, which interrupts the silence.
void vd_lifecycle_begin(struct vd_lifecycle *life);
void vd_lifecycle_end(struct vd_lifecycle *life);
void vd_lifecycle_finish(struct vd_lifecycle *life, const char *reason);
// Wait for the end. Returns its reason; NULL if it was killed.
const char *vd_lifecycle_wait(struct vd_lifecycle *life);

#endif
