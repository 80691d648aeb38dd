// life.h: when the helper's time is over
//
// Over when a client says so, when nobody has asked anything for linger_ms, or
// when the system took its UiAutomation away. Killed is something else: the
// process is gone in the middle of whatever it did.
#ifndef VIRTUAL_ANDROID_HELPER_LIFE_H
#define VIRTUAL_ANDROID_HELPER_LIFE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct at_cancel;

struct va_life {
    int64_t linger_ms;
    struct at_cancel *killed;      // owned; a child of the `am` stream's token
    struct at_cancel *over;        // owned; a child of killed, as the next
    struct at_cancel *interrupted; // over, and what still runs is to stop
    pthread_mutex_t lock;          // guards what follows
    int running;                   // requests
    int64_t last_ns;
    const char *reason; // NULL while it goes on
};

// parent may be NULL and is borrowed. deinit it in any case.
AT_CHECKED bool va_life_init(struct va_life *life, struct at_cancel *parent,
                             int64_t linger_ms, struct at_err *err);
void va_life_deinit(struct va_life *life);

// A request with the right token; while it runs the host is there.
void va_life_begin(struct va_life *life);
void va_life_end(struct va_life *life);
void va_life_finish(struct va_life *life, const char *reason);
// Why it is over; NULL: it was killed.
const char *va_life_wait(struct va_life *life);

#endif
