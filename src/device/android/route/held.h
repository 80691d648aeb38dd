// held.h: a finger that a call which failed may have left on the screen
//
// Nobody lifts the finger of a process that was killed, nor of a stream that
// was closed: the device waits for its end for ever, and every test after it
// is spoilt. So each call that may have left one down is followed by a look at
// the device, and by a touch that ends what is down and does nothing else;
// where the device cannot be reached, before the next call does anything.
#ifndef AT_DEVICE_ANDROID_ROUTE_HELD_H
#define AT_DEVICE_ANDROID_ROUTE_HELD_H

#include "device/android/route/backend.h"

struct at_router;

struct at_held {
    bool owed;
    bool is_new;        // of the backend's turn that has just failed
    struct at_point at; // where it went down
    const char *word;   // "swipe": a literal, as the next
    const char *by;     // backend
};

// What an ask is called in replies: "swipe", "tree".
const char *at_held_word(const struct at_ask *ask);

// by has failed, and may have done some of it.
void at_held_note(struct at_router *router, const struct at_backend_kind *by,
                  const struct at_ask *ask);

// Have what is owed lifted, in a time of its own; nothing where nothing is
// owed. What became of it is added to why, which may be NULL, and noted in the
// device's fallbacks. True: the device was reached.
bool at_held_lift(struct at_router *router, int64_t ms, struct at_err *why);

// The device is closed: what is still owed is left to who opens it next in this
// process, or taken over by them.
void at_held_leave(struct at_router *router);
void at_held_take_over(struct at_router *router);

#endif
